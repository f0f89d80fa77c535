/** When a vehicle really left, which is history once the route is on the road. */
import type { UtcText } from "../time/utc-text";
import { isPast } from "../visit/visit-order";
import type { Visit } from "../visit/visit";
import { VisitType } from "../visit/visit-type";

/** Null: it has not left. */
export const departedAt = (visits: readonly Pick<Visit, "type" | "status" | "completedAt">[]): UtcText | null =>
  visits.find((visit) => visit.type === VisitType.Start && isPast(visit))?.completedAt ?? null;
