import { MapView } from "./map-view";
import styles from "./map.module.css";

export interface LocationPickerProps {
  value: { lat: number; lng: number } | null;
  onChange: (place: { lat: number; lng: number }) => void;
  tileUrl: string | null;
  attribution?: string;
  /** Where the map stands while nothing is chosen: the company's warehouse. */
  center?: { lat: number; lng: number };
}

/** A map on which a click chooses one place; its pin can be dragged, and by keyboard Enter sets it in the middle. */
export function LocationPicker({ value, onChange, tileUrl, attribution, center }: LocationPickerProps) {
  return (
    <div className={styles.picker}>
      <MapView
        label="Map to choose a place: click sets it, the pin can be dragged"
        picked={value}
        onPick={onChange}
        tileUrl={tileUrl}
        attribution={attribution}
        center={value ?? center}
      />
      <span className={styles.cross} aria-hidden="true" />
    </div>
  );
}
