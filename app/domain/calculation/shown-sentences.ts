/**
 * Sentences of rules and reasons are stored in metric words, beside their amounts. People with other units read the
 * same sentence with the amount in theirs: the last place where the metric words stand, because names come before.
 */
import { count } from "../format-number";
import { formatDistance, formatWeight } from "../format-units";
import { METRIC } from "../units";
import type { Units } from "../units";
import type { StoredSuggestion, UnservedReason } from "./reasons";
import { weightOf } from "./units";

const DISTANCES = new Set(["max_distance"]);
const LOADS = new Set(["load", "max_load", "capacity"]);

function amountWords(what: string, amount: number, units: Units): string | null {
  if (DISTANCES.has(what)) return formatDistance(amount, units);
  return LOADS.has(what) ? formatWeight(weightOf(amount), units) : null;
}

function inUnits(message: string, what: string, amount: number | null, units: Units): string {
  const metric = amount === null ? null : amountWords(what, amount, METRIC);
  if (amount === null || metric === null) return message;
  const at = message.lastIndexOf(metric);
  const before = message.charAt(at - 1);
  // '14 kg' is not in '114 kg'; a volume has other words.
  if (at < 0 || (at > 0 && before !== " ")) return message;
  return message.slice(0, at) + amountWords(what, amount, units) + message.slice(at + metric.length);
}

/** Of a rule that a stop, a route or a vehicle breaks. */
export const shownViolation = (
  { code, amount, message }: { code: string; amount: number | null; message: string },
  units: Units,
): string => inUnits(message, code, amount, units);

/** Behind "It would fit if". */
export const shownSuggestion = ({ change, amount, message }: StoredSuggestion, units: Units): string =>
  inUnits(message, change, amount, units);

/** Behind the sentences of single vehicles; null where each has its own. */
export const moreVehicles = ({ more = 0 }: UnservedReason): string | null =>
  more === 0 ? null : `and ${count(more, "more vehicle")}`;

/** Why a visit is unserved: the sentence of its only vehicle, or one about all of them. */
export function shownReason({ message, vehicles }: UnservedReason, units: Units): string {
  const [only] = vehicles;
  return only !== undefined && vehicles.length === 1 && only.message === message
    ? shownViolation(only, units)
    : message;
}
