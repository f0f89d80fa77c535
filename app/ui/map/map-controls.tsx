import { useState } from "react";
import { Icon, type IconName } from "~/ui/icons";
import type { MapLayersShown } from "./map-types";
import styles from "./map.module.css";

const LAYERS: { key: keyof MapLayersShown; label: string }[] = [
  { key: "lines", label: "Routes" },
  { key: "names", label: "Names of routes" },
  { key: "unscheduled", label: "Unscheduled visits" },
  { key: "warehouses", label: "Warehouses" },
  { key: "vehicles", label: "Vehicles" },
  { key: "trails", label: "Ways taken so far" },
];

interface MapControlsProps {
  shown: MapLayersShown;
  onShow: (shown: MapLayersShown) => void;
  onZoom: (by: number) => void;
  onFit: () => void;
  lasso: { on: boolean; toggle: () => void } | null;
  withLayers: boolean;
  withTrails: boolean;
}

/** Zoom, fit, lasso, and what is shown, with the key to the markers. */
export function MapControls({ shown, onShow, onZoom, onFit, lasso, withLayers, withTrails }: MapControlsProps) {
  const [open, setOpen] = useState(false);
  return (
    <div
      className={styles.controls}
      onKeyDown={(event) => {
        if (event.key === "Escape") setOpen(false);
      }}
    >
      <div className={styles.controlGroup}>
        <Control icon="plus" label="Zoom in" onClick={() => onZoom(1)} />
        <Control icon="minus" label="Zoom out" onClick={() => onZoom(-1)} />
        <Control icon="fit" label="Show everything" onClick={onFit} />
      </div>
      {(withLayers || lasso) && (
        <div className={styles.controlGroup}>
          {lasso && (
            <Control icon="lasso" label="Draw around visits to select them" pressed={lasso.on} onClick={lasso.toggle} />
          )}
          {withLayers && (
            <Control icon="layers" label="Layers and legend" pressed={open} onClick={() => setOpen(!open)} />
          )}
        </div>
      )}
      {open && (
        <div className={styles.legend} role="group" aria-label="Layers and legend">
          {LAYERS.filter(({ key }) => withTrails || key !== "trails").map(({ key, label }) => (
            <label key={key} className={styles.layer}>
              <input
                type="checkbox"
                checked={shown[key]}
                onChange={(event) => onShow({ ...shown, [key]: event.currentTarget.checked })}
              />
              {label}
            </label>
          ))}
          <ul className={styles.keys}>
            <li>
              <i data-mark="scheduled">1</i> Scheduled, in its route’s colour
            </li>
            <li>
              <i data-mark="done">✓</i> Done
            </li>
            <li>
              <i data-mark="failed">✕</i> Failed
            </li>
            <li>
              <i data-mark="unscheduled" /> Unscheduled
            </li>
            <li>
              <i data-mark="warning" /> Breaks a rule
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}

/** Over the map while a few places lie too far away for it to show them with the rest. */
export function FarPlaces({ words, onShowAll }: { words: string | null; onShowAll: () => void }) {
  return (
    // There from the start: screen readers read what changes in it.
    <div className={styles.far} role="status">
      {words !== null && (
        <div className={styles.farWords}>
          {words}
          <button type="button" className={styles.farButton} onClick={onShowAll}>
            Show all
          </button>
        </div>
      )}
    </div>
  );
}

function Control({
  icon,
  label,
  pressed,
  onClick,
}: {
  icon: IconName;
  label: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}
