import { useRef, useState } from "react";
import { TextInput } from "@mantine/core";
import { Button } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { LocationPicker } from "~/ui/map/location-picker";
import { useMounted } from "~/ui/use-mounted";
import { cleanLatitude, cleanLongitude } from "./clean";
import { setInputValue } from "./fields";
import { fieldId, useField, useFormState } from "./form-context";
import { FormActions } from "./app-form";
import styles from "./form.module.css";

export interface LocationFieldProps {
  legend: string;
  /** Names that are posted; default address, lat, lng. */
  names?: { address: string; lat: string; lng: string };
  defaultAddress?: string | null;
  defaultLat?: number | null;
  defaultLng?: number | null;
  required?: boolean;
  disabled?: boolean;
  help?: string;
  tileUrl: string | null;
  attribution?: string;
  /** Where the map opens when no place is set. */
  center?: { lat: number; lng: number };
  onChange?: (place: { lat: number; lng: number }) => void;
}

const DEFAULT_NAMES = { address: "address", lat: "lat", lng: "lng" };

/** Valid coordinates need both to be given and not zero (specification, section 5). */
function toPlace(lat: string, lng: string): { lat: number; lng: number } | null {
  const place = { lat: Number(lat), lng: Number(lng) };
  return lat !== "" && lng !== "" && place.lat !== 0 && place.lng !== 0 && Number.isFinite(place.lat) && Number.isFinite(place.lng) ? place : null;
}

/** Address, latitude, longitude; with JavaScript the place can be set on a map. */
export function LocationField(props: LocationFieldProps) {
  const { legend, names = DEFAULT_NAMES, required, disabled, help, tileUrl, attribution, center, onChange } = props;
  const { formId } = useFormState();
  const address = useField(names.address, props.defaultAddress ?? "", undefined);
  const lat = useField(names.lat, props.defaultLat == null ? "" : String(props.defaultLat), undefined);
  const lng = useField(names.lng, props.defaultLng == null ? "" : String(props.defaultLng), undefined);
  const mounted = useMounted();
  const latInput = useRef<HTMLInputElement>(null);
  const lngInput = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ before: { lat: number; lng: number } | null; picked: { lat: number; lng: number } | null } | null>(null);

  const openMap = () => {
    const before = toPlace(latInput.current?.value ?? "", lngInput.current?.value ?? "");
    setOpen({ before, picked: before });
  };
  const apply = (place: { lat: number; lng: number }) => {
    if (latInput.current) setInputValue(latInput.current, String(place.lat));
    if (lngInput.current) setInputValue(lngInput.current, String(place.lng));
    setOpen(null);
    onChange?.(place);
  };
  const moved = open?.before && open.picked && (open.before.lat !== open.picked.lat || open.before.lng !== open.picked.lng);

  return (
    <fieldset className={styles.group} style={{ borderTop: 0, paddingTop: 0 }}>
      <legend className={styles.legend}>{legend}</legend>
      <TextInput {...address} key={address.defaultValue} name={names.address} label="Address" maxLength={255} disabled={disabled} autoComplete="off" />
      <div className={styles.locationLine}>
        <div className={styles.row} data-columns={2}>
          <TextInput {...lat} key={`lat-${lat.defaultValue}`} ref={latInput} name={names.lat} label="Latitude" inputMode="decimal" maxLength={12} required={required} disabled={disabled} autoComplete="off" classNames={{ input: styles.numberInput }} onBlur={(event) => setInputValue(event.currentTarget, cleanLatitude(event.currentTarget.value))} />
          <TextInput {...lng} key={`lng-${lng.defaultValue}`} ref={lngInput} name={names.lng} label="Longitude" inputMode="decimal" maxLength={12} required={required} disabled={disabled} autoComplete="off" classNames={{ input: styles.numberInput }} onBlur={(event) => setInputValue(event.currentTarget, cleanLongitude(event.currentTarget.value))} />
        </div>
      </div>
      {mounted && !disabled && <div><Button icon="target" onClick={openMap}>Set on map</Button></div>}
      {help !== undefined && <p className={styles.help} style={{ margin: 0 }} id={`${fieldId(formId, names.lat)}-help`}>{help}</p>}
      {open && (
        <DialogFrame title="Set on map" closeTo="." onClose={() => setOpen(null)} width={720} guard={false}>
          <LocationPicker value={open.picked} onChange={(picked) => setOpen({ ...open, picked })} tileUrl={tileUrl} attribution={attribution} center={center} />
          <p className={styles.help} role="status">
            {open.picked ? `Latitude ${open.picked.lat}, longitude ${open.picked.lng}. ` : "Click on the map to set the place. "}
            {moved && <strong>Are you sure you want to change the location?</strong>}
          </p>
          <FormActions>
            <Button kind="quiet" onClick={() => setOpen(null)}>Cancel</Button>
            <Button kind="primary" disabled={!open.picked} onClick={() => open.picked && apply(open.picked)}>{moved ? "Change the location" : "Use this place"}</Button>
          </FormActions>
        </DialogFrame>
      )}
    </fieldset>
  );
}
