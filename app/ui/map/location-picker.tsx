import type { BaseMap } from "~/domain/base-map";
import { MapView } from "./map-view";
import styles from "./map.module.css";

interface LocationPickerProps {
  value: { lat: number; lng: number } | null;
  onChange: (place: { lat: number; lng: number }) => void;
  baseMap: BaseMap;
  /** Where the map stands while nothing is chosen: the company's warehouse. */
  center?: { lat: number; lng: number };
}

/** A map on which a click chooses one place; its pin can be dragged, and by keyboard Enter sets it in the middle. */
export function LocationPicker({ value, onChange, baseMap, center }: LocationPickerProps) {
  return (
    <div className={styles.picker}>
      <MapView
        label="Map to choose a place: click sets it, the pin can be dragged"
        picked={value}
        onPick={onChange}
        baseMap={baseMap}
        center={value ?? center}
      />
      <span className={styles.cross} aria-hidden="true" />
    </div>
  );
}
