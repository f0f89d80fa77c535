/** The map of pages without hydration: what it shows, and the same in words. Coordinates are degrees (WGS 84). */
import type { BaseMap } from "./base-map";
import { count } from "./format-number";
import { formatNearby } from "./format-units";
import type { Place } from "./place";
import type { StopState } from "./route/road-view";
import type { Units } from "./units";
import { distanceMeters } from "./validation/coordinates";

export interface LightMapStop extends Place {
  id: number;
  /** its number; empty for none */
  label: string;
  name: string;
  state: StopState;
  isNext: boolean;
}

export interface LightMapLine {
  /** encoded (lib/polyline), five decimals, in the order of driving */
  polylines: readonly string[];
  /** driven already */
  isPast: boolean;
}

/** Start, end, somebody's door. */
export interface LightMapPlace extends Place {
  name: string;
}

export interface LightMapVehicle extends Place {
  name: string;
  /** degrees from north, clockwise; null while it stands or is not known */
  headingDeg: number | null;
  /** nobody knows whether it still is there */
  isStale: boolean;
}

export interface OwnPlace extends Place {
  /** metres, within which the place lies most likely */
  accuracyM: number;
}

export interface LightMapData {
  /** under everything; empty: a plain ground with a grid */
  base: BaseMap;
  lines: readonly LightMapLine[];
  stops: readonly LightMapStop[];
  places: readonly LightMapPlace[];
  vehicle: LightMapVehicle | null;
  units: Units;
}

interface LightMapOptions {
  /** what it shows, for screen readers: 'Map of Van 3' */
  label: string;
  /** a stop was tapped */
  onStop?: (id: number) => void;
  /** asked to show where the phone is; left out: there is no such button */
  onLocate?: () => void;
}

/** A map that a page has opened. */
export interface LightMap {
  /** what stands on the page; may be put elsewhere on it */
  readonly element: HTMLElement;
  /** Draws it anew; the first time it shows all, later the view stays. */
  show(data: LightMapData): void;
  showVehicle(vehicle: LightMapVehicle | null): void;
  /** null: not known any more */
  showOwn(own: OwnPlace | null): void;
  /** Moves there. */
  lookAt(place: Place): void;
  lookAtAll(): void;
}

/** What the script app/clients/map gives to the script of a page, which loads it when it is asked for. */
export interface LightMapModule {
  openMap(place: HTMLElement, options: LightMapOptions): LightMap;
}

/** '5 stops: 2 done, 1 failed. Next: 4 Alder, 1.2 km from you in a straight line.' */
export function mapWords({ stops, vehicle, units }: Omit<LightMapData, "base">, own: Place | null): string {
  const inState = (state: StopState) => stops.filter((stop) => stop.state === state).length;
  const past = [
    [inState("done"), "done"],
    [inState("failed"), "failed"],
  ] as const;
  const reported = past.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  if (stops.length === 0) return "";
  const words = [[count(stops.length, "stop"), reported.join(", ")].filter(Boolean).join(": ")];
  const next = stops.find((stop) => stop.isNext);
  if (next !== undefined) {
    const away = (from: Place, whom: string) =>
      `, ${formatNearby(distanceMeters(from, next), units)} from ${whom} in a straight line`;
    const distance =
      own !== null ? away(own, "you") : vehicle !== null && !vehicle.isStale ? away(vehicle, "the vehicle") : "";
    words.push(`Next: ${[next.label, next.name].filter(Boolean).join(" ")}${distance}`);
  }
  return `${words.join(". ")}.`;
}
