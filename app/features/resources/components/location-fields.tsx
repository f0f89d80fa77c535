import { useRef, useState } from "react";
import type { BaseMap } from "~/domain/base-map";
import { MAP_DEFAULT_CENTER } from "~/domain/constants";
import { sixDecimals } from "~/domain/six-decimals";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { AddressThere } from "~/ui/address/address-there";
import { ChangeLocation } from "~/ui/address/change-location";
import { PlaceAddress, writeField } from "~/ui/address/place-address";
import { Button } from "~/ui/button";
import { FieldRow } from "~/ui/form/app-form";
import { PAIR_LENGTH, pairHandlers } from "~/ui/form/coordinate-pair";
import { setInputValue } from "~/lib/input-value";
import { NumberField } from "~/ui/form/fields";
import { useField } from "~/ui/form/form-context";
import { MapView } from "~/ui/map/map-view";
import { useMounted } from "~/ui/use-mounted";
import styles from "./resources.module.css";

interface LocationFieldsProps {
  latName: string;
  lngName: string;
  lat: number | null;
  lng: number | null;
  /** the address, which comes with suggestions; one that is only searched for is not stored */
  address: { name: string; label: string; value?: string; help?: string; onlySearched?: boolean };
  /** the form's field that takes the country of an address that is chosen */
  countryName?: string;
  required?: boolean;
  /** What a coordinate says that is required and left empty; default: "<label> is required". */
  emptyMessage?: string;
  /** Where the map is centred while no place is chosen. */
  center?: { lat: number; lng: number } | null;
  map: BaseMap;
  label: string;
  /** A button opens the map. For forms where the place is not the main thing. */
  folded?: boolean;
}

const numberOf = (text: string): number | null =>
  text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text);

/** An address, latitude and longitude, and a map on which a click fills them in. Without JavaScript no map. */
export function LocationFields({
  latName,
  lngName,
  lat,
  lng,
  address,
  countryName,
  required,
  emptyMessage,
  center,
  map,
  label,
  folded = false,
}: LocationFieldsProps) {
  const latField = useField(latName, lat === null ? "" : String(lat), undefined);
  const lngField = useField(lngName, lng === null ? "" : String(lng), undefined);
  const [typed, setTyped] = useState({ lat: latField.defaultValue, lng: lngField.defaultValue });
  const [asked, setAsked] = useState<{ lat: number; lng: number } | null>(null);
  const [open, setOpen] = useState(!folded);
  /** that a click set; its address is proposed */
  const [clicked, setClicked] = useState<{ lat: number; lng: number } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const mounted = useMounted();

  const place = { lat: numberOf(typed.lat), lng: numberOf(typed.lng) };
  const chosen = hasCoordinates(place) ? { lat: place.lat!, lng: place.lng! } : null;

  const names = { address: address.name, lat: latName, lng: lngName, country: countryName };
  const addressNow = () => box.current?.querySelector<HTMLInputElement>(`input[name="${address.name}"]`)?.value ?? "";
  const set = (to: { lat: number; lng: number }) => {
    setAsked(null);
    setClicked(to);
    for (const [name, value] of [
      [latName, to.lat],
      [lngName, to.lng],
    ] as const) {
      const input = box.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (input) setInputValue(input, String(sixDecimals(value)));
    }
  };

  return (
    <div ref={box} className={styles.location} {...pairHandlers(box, { lat: latName, lng: lngName })}>
      <PlaceAddress
        box={box}
        names={names}
        label={address.label}
        defaultValue={address.value ?? ""}
        help={address.help}
        near={chosen ?? center}
        onPlace={() => setClicked(null)}
      />
      <FieldRow>
        <NumberField
          name={latName}
          label="Latitude"
          min={-90}
          max={90}
          required={required}
          emptyMessage={emptyMessage}
          defaultValue={latField.defaultValue}
          maxLength={PAIR_LENGTH}
          onChange={(value) => setTyped((now) => ({ ...now, lat: value }))}
        />
        <NumberField
          name={lngName}
          label="Longitude"
          min={-180}
          max={180}
          required={required}
          emptyMessage={emptyMessage}
          defaultValue={lngField.defaultValue}
          maxLength={PAIR_LENGTH}
          onChange={(value) => setTyped((now) => ({ ...now, lng: value }))}
        />
      </FieldRow>
      {mounted && !open && (
        <div>
          <Button icon="map" onClick={() => setOpen(true)}>
            Choose on the map
          </Button>
        </div>
      )}
      {mounted && open && (
        <>
          <div className={styles.pickMap}>
            <MapView
              label={label}
              baseMap={map}
              center={chosen ?? center ?? MAP_DEFAULT_CENTER}
              picked={asked ?? chosen}
              onPick={(to) => (chosen ? setAsked(to) : set(to))}
            />
          </div>
          {asked ? (
            <ChangeLocation onKeep={() => setAsked(null)} onChange={() => set(asked)} />
          ) : (
            <p className={styles.hint}>Click on the map to set the place, or type the coordinates.</p>
          )}
          {clicked && !asked && !address.onlySearched && (
            <AddressThere
              place={clicked}
              current={addressNow()}
              onUse={(text) => {
                writeField(box.current, address.name, text);
                setClicked(null);
              }}
            />
          )}
        </>
      )}
    </div>
  );
}
