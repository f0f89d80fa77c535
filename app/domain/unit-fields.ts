/**
 * Fields of forms whose numbers have a unit that the reader chooses. A form says in `formUnits` what its fields show;
 * `readUnitFields` is the one place where what was typed becomes metric.
 */
import { readNumber } from "./validation/clean-number";
import { costPerDistanceLabel } from "./vehicle/field-labels";
import { fromKg, fromKm, METRIC, toKg, toKm } from "./units";
import type { Units } from "./units";

/** In which units the form's fields are: 'mi lb'; absent: metric. */
const UNITS_FIELD = "formUnits";
/** Beside a field that shows a stored value: that value, metric. */
export const storedFieldName = (name: string): string => `stored.${name}`;

type Kind = "distance" | "weight" | "perDistance";

const UNIT_FIELDS: Readonly<Record<string, Kind>> = {
  packageLoad: "weight",
  max_load: "weight",
  max_distance: "distance",
  maxDistance: "distance",
  cost_per_km: "perDistance",
};

const SHOW: Readonly<Record<Kind, (metric: number, units: Units) => number>> = {
  distance: fromKm,
  weight: fromKg,
  perDistance: toKm,
};
const READ: Readonly<Record<Kind, (shown: number, units: Units) => number>> = {
  distance: toKm,
  weight: toKg,
  perDistance: fromKm,
};

/** What follows the number in the field. */
export const unitOfField = (name: string, units: Units): string =>
  UNIT_FIELDS[name] === "weight" ? units.weight : units.distance;

export const isMetric = ({ distance, weight }: Units): boolean =>
  distance === METRIC.distance && weight === METRIC.weight;
const round = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));
/** Milligrams and millimetres: what was typed with two decimals shows the same again. */
const STORED_DECIMALS = 6;
const SHOWN_DECIMALS = 2;

/** The text of a field for a stored number or its text: metric as it is, in other units with two decimals. */
export function fieldText(name: string, metric: number | string, units: Units): string {
  const kind = UNIT_FIELDS[name];
  const text = String(metric);
  const shown = kind === undefined || text === "" ? Number.NaN : SHOW[kind](Number(text), units);
  return Number.isNaN(shown) || shown === Number(text) ? text : round(shown, SHOWN_DECIMALS);
}

/** A form's texts as its fields show them, from what is stored. */
export const textsInUnits = <Name extends string>(
  values: Readonly<Record<Name, string>>,
  units: Units,
): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<string>(values).map(([name, text]) => [name, fieldText(name, text, units)]),
  ) as Record<Name, string>;

/** What a form sends along, so that its fields are read in the units that they show; nothing for metric ones. */
export const unitsSent = (units: Units): Readonly<Record<string, string>> =>
  isMetric(units) ? {} : { [UNITS_FIELD]: `${units.distance} ${units.weight}` };

/** @param values that it sent */
export function unitsOfForm(values: Readonly<Record<string, string>>): Units {
  const [distance, weight] = (values[UNITS_FIELD] ?? "").split(" ");
  return { distance: distance === "mi" ? "mi" : "km", weight: weight === "lb" ? "lb" : "kg" };
}

/** What was typed into one field, metric. A text that is no number stays, to be refused as it was typed. */
function metricText(name: string, typed: string, stored: string | undefined, units: Units): string {
  const kind = UNIT_FIELDS[name];
  const text = typed.trim();
  if (kind === undefined || text === "") return typed;
  // Nobody has touched it: what it shows was rounded, what is stored is not.
  if (stored !== undefined && stored !== "" && fieldText(name, stored, units) === text) return stored;
  const shown = readNumber(text);
  if (!("value" in shown)) return typed;
  const metric = READ[kind](shown.value, units);
  return metric === shown.value ? typed : round(metric, STORED_DECIMALS);
}

/** What is said of a field by its metric name and limit, as its form shows both. @param limit the number in it */
export function faultInUnits(name: string, message: string, units: Units, limit?: number): string {
  const named =
    UNIT_FIELDS[name] === "perDistance"
      ? message.replace(costPerDistanceLabel(METRIC), costPerDistanceLabel(units))
      : message;
  return limit === undefined ? named : named.replace(String(limit), fieldText(name, limit, units));
}

/** A form's texts, those of unit fields made metric. */
export function readUnitFields(values: Readonly<Record<string, string>>): Record<string, string> {
  const units = unitsOfForm(values);
  if (isMetric(units)) return { ...values };
  return Object.fromEntries(
    Object.entries(values).map(([name, typed]) => [
      name,
      metricText(name, typed, values[storedFieldName(name)], units),
    ]),
  );
}
