/** What a change of a visit's own data brings with it. */
import type { VisitFields } from "./visit-reset";
import type { Visit } from "./visit";

/** What times depend on, and what the limits of a route count: load and volume, delivered or picked up. */
const TIMED: readonly (keyof VisitFields)[] = [
  "lat",
  "lng",
  "startTime",
  "endTime",
  "serviceTime",
  "type",
  "packageCapacity",
  "packageLoad",
];

/**
 * Only the fields that differ from the stored visit, with those that follow from them; and whether times and broken
 * rules of its route follow. Empty text is the same as none.
 * @param values undefined: not given, so it stays
 */
export function changedVisit(
  values: { readonly [Field in keyof VisitFields]: VisitFields[Field] | undefined },
  visit: Visit,
): { set: VisitFields; changesTimes: boolean } {
  const set: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const stored = visit[field as keyof Visit] ?? null;
    if ((stored === "" ? null : stored) !== (value === "" ? null : value)) set[field] = value;
  }
  // The planned time on site belonged to the old service time.
  if ("serviceTime" in set) set.serviceDuration = null;
  if ("lat" in set || "lng" in set) set.unservedReason = null;
  return { set, changesTimes: TIMED.some((field) => field in set) };
}
