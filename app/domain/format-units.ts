/** Distances and weights as people read them, in their units. Files that programs read: `time/format`, metric. */
import { formatFixed, formatM3, formatNumber } from "./format-number";
import { signed } from "./time/format";
import { fromKg, fromKm, KM_PER_MI } from "./units";
import type { Units } from "./units";

const M_PER_FT = 0.3048;
/** Below one kilometre. 995 m and more are one, rounded to tens. */
const NEAR_METRIC = { most: 995, perM: 1, unit: "m" };

/** Metres to one decimal: '1,012.3 km', '629.0 mi'. */
export const formatDistance = (meters: number, units: Units): string =>
  `${formatFixed(fromKm(meters / 1000, units), 1)} ${units.distance}`;

/** Metres to a place nearby: '340 m', '1.2 km'; '450 ft', '0.3 mi'. */
export function formatNearby(meters: number, units: Units): string {
  const small =
    units.distance === "mi" ? { most: 0.1 * KM_PER_MI * 1000, perM: 1 / M_PER_FT, unit: "ft" } : NEAR_METRIC;
  if (meters >= small.most) return formatDistance(meters, units);
  return `${formatNumber(Math.round((meters * small.perM) / 10) * 10, 0)} ${small.unit}`;
}

/** Kilometres as they were typed: '120 km', '7.5 km', '74.6 mi'. */
export const formatTypedDistance = (km: number, units: Units): string =>
  `${formatNumber(fromKm(km, units), 1)} ${units.distance}`;

/** A change of distance that shows: more than half of what one decimal tells. */
export const isDistanceChange = (meters: number, units: Units): boolean =>
  Math.abs(fromKm(meters / 1000, units)) >= 0.05;

/** '+1.2 km', '−0.4 mi', '±0 km'. */
export const formatDistanceChange = (meters: number, units: Units): string =>
  isDistanceChange(meters, units) ? signed(meters, formatDistance(Math.abs(meters), units)) : `±0 ${units.distance}`;

/** Without the unit: '7.6', '16.76'. */
export const weightFigure = (kg: number, units: Units): string => formatNumber(fromKg(kg, units), 2);

/** A load: '7.6 kg', '1,200 kg', '16.76 lb'. */
export const formatWeight = (kg: number, units: Units): string => `${weightFigure(kg, units)} ${units.weight}`;

/** What is carried, without what is 0: ['420 kg', '1.2 m³']. */
export const formatLoad = (kg: number, m3: number, units: Units): string[] =>
  [kg > 0 ? formatWeight(kg, units) : "", m3 > 0 ? formatM3(m3) : ""].filter((part) => part !== "");
