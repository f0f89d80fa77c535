/**
 * Units in which people read and type distances and weights. Everything that is stored, calculated or sent to programs
 * is metric; `format-units` writes, `unit-fields` reads what a form took (decision 074).
 */
import type { UnitSystem } from "./access/user-settings";

export interface Units {
  distance: "km" | "mi";
  weight: "kg" | "lb";
}

export const METRIC: Units = { distance: "km", weight: "kg" };
export const IMPERIAL: Units = { distance: "mi", weight: "lb" };

/** A mile in kilometres, a pound in kilograms: both exact since 1959. */
export const KM_PER_MI = 1.609_344;
const KG_PER_LB = 0.453_592_37;

/** Where roads are signed in miles. Goods are weighed in pounds in the United States and Liberia alone. */
const BY_COUNTRY: Readonly<Record<string, Units>> = {
  US: IMPERIAL,
  LR: IMPERIAL,
  GB: { distance: "mi", weight: "kg" },
  MM: { distance: "mi", weight: "kg" },
};

/** @param countryCode ISO 3166 alpha-2 */
export const unitsOfCountry = (countryCode: string | null): Units => BY_COUNTRY[countryCode ?? ""] ?? METRIC;

/** As a person has chosen, else as in their country. */
export function unitsOf(chosen: UnitSystem | undefined, countryCode: string | null): Units {
  if (chosen === undefined) return unitsOfCountry(countryCode);
  return chosen === "imperial" ? IMPERIAL : METRIC;
}

export const fromKm = (km: number, { distance }: Units): number => (distance === "mi" ? km / KM_PER_MI : km);
export const toKm = (amount: number, { distance }: Units): number => (distance === "mi" ? amount * KM_PER_MI : amount);
export const fromKg = (kg: number, { weight }: Units): number => (weight === "lb" ? kg / KG_PER_LB : kg);
export const toKg = (amount: number, { weight }: Units): number => (weight === "lb" ? amount * KG_PER_LB : amount);
