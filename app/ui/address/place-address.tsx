import { useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import type { Candidate } from "~/domain/address/candidate";
import type { Place } from "~/domain/place";
import { hasCoordinates } from "~/domain/validation/coordinates";
import { CHOSEN_PLACE_PREFIX, FIND_PLACE_FIELD } from "~/lib/action-result";
import type { PlaceNames } from "~/lib/action-result";
import { Button } from "~/ui/button";
import { setInputValue } from "~/lib/input-value";
import { DefaultSubmit } from "~/ui/form/default-submit";
import { useFormState } from "~/ui/form/form-context";
import { useMounted } from "~/ui/use-mounted";
import { AddressInput } from "./address-input";
import { ChangeLocation } from "./change-location";
import styles from "./address.module.css";

interface PlaceAddressProps {
  /** around the fields of the place; postcode and country may stand elsewhere in its form */
  box: RefObject<HTMLElement>;
  names: PlaceNames;
  label?: string;
  defaultValue?: string;
  help?: ReactNode;
  required?: boolean | undefined;
  emptyMessage?: string | undefined;
  disabled?: boolean;
  near?: Place | null;
  onPlace?: (place: Place) => void;
}

const samePlace = (a: Place, b: Place): boolean => a.lat === b.lat && a.lng === b.lng;

/** Writes as a user does, and as if the field were left: forms that save themselves save it. */
export function writeField(form: HTMLElement | null, name: string | undefined, value: string): void {
  if (name === undefined || name === "") return;
  const field = form?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
  if (!field || (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value))) return;
  setInputValue(field, value);
  if (field instanceof HTMLInputElement) field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The place that a form's fields hold; null for none. */
export function placeIn(box: HTMLElement | null, names: Pick<PlaceNames, "lat" | "lng">): Place | null {
  const number = (name: string) => {
    const text = box?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value.trim() ?? "";
    return text === "" ? null : Number(text);
  };
  const place = { lat: number(names.lat), lng: number(names.lng) };
  return hasCoordinates(place) ? { lat: place.lat!, lng: place.lng! } : null;
}

/**
 * The address of a place: choosing a suggestion also sets the coordinates, and postcode and country where the form has
 * them. Without scripts a button sends the form, and it comes back with the places to choose from.
 */
export function PlaceAddress(props: PlaceAddressProps) {
  const { box, names, label = "Address", defaultValue = "", help, disabled, near, onPlace } = props;
  const mounted = useMounted();
  const { refusal } = useFormState();
  const [asked, setAsked] = useState<Candidate | null>(null);
  /** the place that this search set: another choice corrects it, and moves nothing */
  const own = useRef<Place | null>(null);

  const set = (found: Candidate) => {
    setAsked(null);
    const place = { lat: found.lat, lng: found.lng };
    own.current = place;
    const form = box.current?.closest("form") ?? box.current;
    writeField(form, names.address, found.displayName);
    writeField(form, names.lat, String(found.lat));
    writeField(form, names.lng, String(found.lng));
    if (found.postcode !== undefined) writeField(form, names.postcode, found.postcode);
    if (found.countryCode !== "") writeField(form, names.country, found.countryCode);
    onPlace?.(place);
  };
  const choose = (found: Candidate) => {
    const before = placeIn(box.current, names);
    const moves = before !== null && !samePlace(before, found) && !(own.current && samePlace(own.current, before));
    if (moves) setAsked(found);
    else set(found);
  };
  const found = refusal?.places?.field === names.address ? refusal.places.choices : [];

  return (
    <div className={styles.place}>
      <AddressInput
        name={names.address}
        label={label}
        defaultValue={defaultValue}
        help={help}
        required={props.required}
        emptyMessage={props.emptyMessage}
        disabled={disabled}
        near={near}
        onChoose={choose}
      />
      {asked !== null && (
        <ChangeLocation to={asked.displayName} onKeep={() => setAsked(null)} onChange={() => set(asked)} />
      )}
      {!mounted && !disabled && names.address !== "" && (
        <>
          <DefaultSubmit />
          <div>
            <Button type="submit" icon="search" name={FIND_PLACE_FIELD} value={JSON.stringify(names)} formNoValidate>
              Search
            </Button>
          </div>
        </>
      )}
      {!mounted && found.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>Choose the place, then save</legend>
          {found.map(({ label: text, fields }) => (
            <label key={fields}>
              <input type="radio" name={`${CHOSEN_PLACE_PREFIX}${names.address}`} value={fields} /> {text}
            </label>
          ))}
          <label>
            <input type="radio" name={`${CHOSEN_PLACE_PREFIX}${names.address}`} value="" defaultChecked /> None of these
          </label>
        </fieldset>
      )}
    </div>
  );
}
