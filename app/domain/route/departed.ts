/** When a vehicle really left and was back, which is history once it is reported, and the hours that views show. */
import type { UtcText } from "../time/utc-text";
import { isPast } from "../visit/visit-order";
import type { Visit } from "../visit/visit";
import { VisitType } from "../visit/visit-type";
import { RouteStatus } from "./route-status";
import type { Route } from "./route";

type Reported = Pick<Visit, "type" | "status" | "completedAt">;

/** Null: it has not left. */
export const departedAt = (visits: readonly Reported[]): UtcText | null =>
  visits.find((visit) => visit.type === VisitType.Start && isPast(visit))?.completedAt ?? null;

/** When the last report was made: the latest completion, the start's included. */
export const lastReport = (visits: readonly Pick<Visit, "status" | "completedAt">[]): UtcText | null =>
  visits.reduce<UtcText | null>(
    (last, visit) =>
      isPast(visit) && visit.completedAt !== null && (last === null || visit.completedAt > last)
        ? visit.completedAt
        : last,
    null,
  );

/** When its last stop was completed, the end included: the end of a route without anything left to reach. */
export const endedAt = (visits: readonly Reported[]): UtcText | null =>
  lastReport(visits.filter(({ type }) => type !== VisitType.Start));

/**
 * Start and finish as every view shows them: as it was once that is known, and as planned before.
 * @param visits all of the route
 */
export const shownHours = (
  { status, startTime, finishTime }: Pick<Route, "status" | "startTime" | "finishTime">,
  visits: readonly Reported[],
): { start: UtcText | null; finish: UtcText | null } => ({
  start: departedAt(visits) ?? startTime,
  finish: (status === RouteStatus.Completed ? endedAt(visits) : null) ?? finishTime,
});
