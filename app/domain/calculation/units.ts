import { formatM3 } from "../format-number";
import { formatWeight } from "../format-units";
import { METRIC } from "../units";

/** Amounts: decimal m³ and kg outside, whole units inside the solver. The only place with the scales. */

/** 10 millilitres: three decimals of m³ stay exact. */
const UNITS_PER_M3 = 100_000;
/** 10 grams: two decimals of kg stay exact. */
const UNITS_PER_KG = 100;

/** Most units of an amount that the solver takes: 10,000 m³ or 10,000 t. */
export const MOST_UNITS = 1_000_000_000;
export const MOST_M3 = MOST_UNITS / UNITS_PER_M3;
export const MOST_KG = MOST_UNITS / UNITS_PER_KG;

/** Index of a dimension in amounts and capacities. */
export const DIMENSION = { Volume: 0, Weight: 1 } as const;

export const toUnits = (m3: number, kg: number): [number, number] => [
  Math.round(m3 * UNITS_PER_M3),
  Math.round(kg * UNITS_PER_KG),
];
export const volumeOf = (units: number): number => units / UNITS_PER_M3;
export const weightOf = (units: number): number => units / UNITS_PER_KG;

/** An amount of one dimension in the words that are stored: '14 kg', '0.35 m³'. */
export function formatAmount(units: number, dimension: number): string {
  return dimension === DIMENSION.Weight ? formatWeight(weightOf(units), METRIC) : formatM3(volumeOf(units));
}
