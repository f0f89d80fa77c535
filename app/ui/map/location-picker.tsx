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

/** A map on which a click chooses one place. */
export function LocationPicker({ value, onChange, tileUrl, attribution, center }: LocationPickerProps) {
  return (
    <div className={styles.picker}>
      <MapView
        label="Map to choose a place: click sets it"
        picked={value}
        onPick={onChange}
        tileUrl={tileUrl}
        attribution={attribution}
        center={value ?? center}
      />
    </div>
  );
}
