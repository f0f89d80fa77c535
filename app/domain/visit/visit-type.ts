import { labelOf } from "../labels";
import type { ValueOf } from "../labels";

/** Type of a visit: a stop (D, P), or a break, start or end of the route. */
export const VisitType = { Delivery: "D", Pickup: "P", Break: "B", Start: "S", End: "E" } as const;
export type VisitType = ValueOf<typeof VisitType>;

export const VISIT_TYPE_LABELS: Readonly<Record<VisitType, string>> = {
  [VisitType.Delivery]: "Delivery",
  [VisitType.Pickup]: "Pickup",
  [VisitType.Break]: "Break",
  [VisitType.Start]: "Start",
  [VisitType.End]: "End",
};

export const visitTypeLabel = (type: string | null | undefined): string => labelOf(VISIT_TYPE_LABELS, type);

/** Deliveries and pickups: what people ordered. Starts, ends and breaks come from calculations. */
export const LOCATION_TYPES = [VisitType.Delivery, VisitType.Pickup] as const;

/** What people may choose of a visit that they add or change. */
export const VISIT_TYPE_OPTIONS = LOCATION_TYPES.map((value) => ({
  value,
  label: VISIT_TYPE_LABELS[value],
}));

/** The coarser kinds: start, end, break, or a location that is served. */
type VisitKind = "start" | "end" | "break" | "location";

export function visitKind(type: string): VisitKind {
  if (type === VisitType.Start) return "start";
  if (type === VisitType.End) return "end";
  if (type === VisitType.Break) return "break";
  return "location";
}

/** Deliveries and pickups; calculations create and remove the others. */
export const isLocationType = (type: string): boolean => visitKind(type) === "location";
