import { useRef, useState } from "react";
import { TextInput } from "@mantine/core";
import type { BaseMap } from "~/domain/base-map";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { AddressInput } from "~/ui/address/address-input";
import { AddressThere } from "~/ui/address/address-there";
import { PlaceAddress, placeIn, writeField } from "~/ui/address/place-address";
import { LocationPicker } from "~/ui/map/location-picker";
import { useMounted } from "~/ui/use-mounted";
import { coordinatePair } from "~/domain/validation/coordinates";
import { CHANGE_LOCATION } from "~/domain/validation/text";
import { cleanLatitude, cleanLongitude, numberFault } from "~/domain/validation/clean-number";
import { PAIR_LENGTH, pairHandlers } from "./coordinate-pair";
import { setInputValue } from "~/lib/input-value";
import { NumberField } from "./fields";
import { fieldId, useField, useFormState } from "./form-context";
import { FieldRow, FormActions } from "./app-form";
import styles from "./form.module.css";

interface LocationFieldProps {
  legend: string;
  /** Names that are posted; default address, lat, lng. */
  names?: { address: string; lat: string; lng: string };
  /** the form's field that takes the postcode of an address that is chosen */
  postcodeName?: string;
  defaultAddress?: string | null;
  defaultLat?: number | null;
  defaultLng?: number | null;
  /** of the coordinates */
  required?: boolean;
  addressRequired?: boolean;
  /** What a field says that is required and left empty; default: "<label> is required". */
  emptyMessage?: string;
  disabled?: boolean;
  help?: string;
  baseMap: BaseMap;
  /** Where the map opens when no place is set. */
  center?: { lat: number; lng: number };
  onChange?: (place: { lat: number; lng: number }) => void;
}

const DEFAULT_NAMES = { address: "address", lat: "lat", lng: "lng" };

/** Address, latitude, longitude; with JavaScript the place can be set on a map. */
export function LocationField(props: LocationFieldProps) {
  const { legend, names = DEFAULT_NAMES, required, disabled, help, baseMap, center, onChange } = props;
  const { formId } = useFormState();
  const lat = useField(names.lat, props.defaultLat == null ? "" : String(props.defaultLat), undefined);
  const lng = useField(names.lng, props.defaultLng == null ? "" : String(props.defaultLng), undefined);
  const mounted = useMounted();
  const box = useRef<HTMLFieldSetElement>(null);
  const input = (name: string) => box.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
  const [open, setOpen] = useState<{
    before: { lat: number; lng: number } | null;
    picked: { lat: number; lng: number } | null;
    /** the form's, or that of the place on the map */
    address: string;
    /** on the map, not from the search: its address is proposed */
    byHand: boolean;
  } | null>(null);

  const openMap = () => {
    const before = placeIn(box.current, names);
    setOpen({ before, picked: before, address: input(names.address)?.value ?? "", byHand: false });
  };
  const pick = (picked: { lat: number; lng: number }) => open && setOpen({ ...open, picked, byHand: true });
  const apply = (place: { lat: number; lng: number }) => {
    writeField(box.current, names.address, open?.address ?? "");
    for (const [name, value] of [
      [names.lat, place.lat],
      [names.lng, place.lng],
    ] as const) {
      const field = input(name);
      if (field) setInputValue(field, String(value));
    }
    setOpen(null);
    onChange?.(place);
  };
  const moved =
    open?.before && open.picked && (open.before.lat !== open.picked.lat || open.before.lng !== open.picked.lng);

  return (
    <fieldset
      ref={box}
      className={styles.group}
      style={{ borderTop: 0, paddingTop: 0 }}
      {...pairHandlers(box, names, onChange)}
    >
      <legend className={styles.legend}>{legend}</legend>
      <PlaceAddress
        box={box}
        names={{ ...names, postcode: props.postcodeName }}
        defaultValue={props.defaultAddress ?? ""}
        required={props.addressRequired}
        emptyMessage={props.emptyMessage}
        disabled={disabled}
        near={center}
        onPlace={onChange}
      />
      <FieldRow>
        <NumberField
          name={names.lat}
          label="Latitude"
          min={-90}
          max={90}
          maxLength={PAIR_LENGTH}
          defaultValue={lat.defaultValue}
          required={required}
          emptyMessage={props.emptyMessage}
          disabled={disabled}
        />
        <NumberField
          name={names.lng}
          label="Longitude"
          min={-180}
          max={180}
          maxLength={PAIR_LENGTH}
          defaultValue={lng.defaultValue}
          required={required}
          emptyMessage={props.emptyMessage}
          disabled={disabled}
        />
      </FieldRow>
      {mounted && !disabled && (
        <div>
          <Button icon="target" onClick={openMap}>
            Set on map
          </Button>
        </div>
      )}
      {help !== undefined && (
        <p className={styles.help} style={{ margin: 0 }} id={`${fieldId(formId, names.lat)}-help`}>
          {help}
        </p>
      )}
      {open && (
        <DialogFrame title="Set on map" closeTo="." onClose={() => setOpen(null)} width={720} guard={false}>
          <div className={styles.location}>
            <AddressInput
              label="Search for an address"
              near={open.picked ?? center}
              onChoose={({ lat, lng, displayName }) =>
                setOpen({ ...open, picked: { lat, lng }, address: displayName, byHand: false })
              }
            />
            <FieldRow>
              <Coordinate
                key={`lat-${open.picked?.lat}`}
                label="Latitude"
                value={open.picked?.lat}
                clean={cleanLatitude}
                onPair={pick}
                onSet={(value) => pick({ lat: value, lng: open.picked?.lng ?? center?.lng ?? 0 })}
              />
              <Coordinate
                key={`lng-${open.picked?.lng}`}
                label="Longitude"
                value={open.picked?.lng}
                clean={cleanLongitude}
                onPair={pick}
                onSet={(value) => pick({ lat: open.picked?.lat ?? center?.lat ?? 0, lng: value })}
              />
            </FieldRow>
            <LocationPicker value={open.picked} onChange={pick} baseMap={baseMap} center={center} />
            {open.byHand && open.picked && (
              <AddressThere
                place={open.picked}
                current={open.address}
                onUse={(address) => setOpen({ ...open, address })}
              />
            )}
            {open.address !== "" && <p className={styles.help}>Address of this form: {open.address}</p>}
            <p className={styles.help} role="status">
              {moved ? (
                <strong>{CHANGE_LOCATION}</strong>
              ) : open.picked ? (
                "Drag the pin, click on the map, or type the coordinates."
              ) : (
                "Click on the map to set the place, or type the coordinates. " +
                "By keyboard: arrows move the map, Enter sets the pin in its middle."
              )}
            </p>
          </div>
          <FormActions>
            <Button kind="quiet" onClick={() => setOpen(null)}>
              Cancel
            </Button>
            <Button kind="primary" disabled={!open.picked} onClick={() => open.picked && apply(open.picked)}>
              {moved ? "Change the location" : "Use this place"}
            </Button>
          </FormActions>
        </DialogFrame>
      )}
    </fieldset>
  );
}

const DEGREES = { max: 180 };

/** One coordinate beside the map: typed, cleaned and shown on the map when it is left. */
function Coordinate({
  label,
  value,
  clean,
  onSet,
  onPair,
}: {
  label: string;
  value: number | undefined;
  clean: (text: string) => string;
  onSet: (value: number) => void;
  onPair: (place: { lat: number; lng: number }) => void;
}) {
  const [fault, setFault] = useState<string>();
  const leave = (text: string) => {
    const pair = coordinatePair(text);
    if (pair !== null) return onPair(pair);
    const cleaned = clean(text);
    const wrong = numberFault(label, text, DEGREES);
    setFault(wrong);
    if (wrong === undefined && cleaned !== "" && Number(cleaned) !== value) onSet(Number(cleaned));
  };
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      maxLength={PAIR_LENGTH}
      autoComplete="off"
      defaultValue={value === undefined ? "" : String(value)}
      error={fault}
      classNames={{ input: styles.numberInput }}
      onChange={(event) => {
        if (fault !== undefined) setFault(numberFault(label, event.currentTarget.value, DEGREES));
      }}
      onPaste={(event) => {
        const pair = coordinatePair(event.clipboardData.getData("text"));
        if (pair === null) return;
        event.preventDefault();
        onPair(pair);
      }}
      onBlur={(event) => leave(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        leave(event.currentTarget.value);
      }}
    />
  );
}
