/** A route on the road, and what a decision about its visits says. */
import type { Decision } from "~/domain/decision";
import type { PlanningChanges } from "~/domain/changes";
import { RouteStatus } from "~/domain/route/route-status";
import { makeRoute, makeStops } from "../make";

export const NOW = "2026-06-01 10:00:00";
export const LATER = "2026-06-01 11:00:00";
export function changesOf(decision: Decision<PlanningChanges>): PlanningChanges {
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}
export const questionOf = (decision: Decision<PlanningChanges>): string | null =>
  decision.ok ? (decision.confirm?.text ?? null) : decision.error.message;
export const onRoad = () => makeRoute({ status: RouteStatus.OnRoute, statisticOutOfTurn: 2, statisticOverdueTime: 30 });
/** Start done, 11 to 13 on route, the planned finish of 11 at 09:48. */
export const road = () =>
  makeStops(3).map((visit) =>
    visit.id === 10
      ? { ...visit, status: 4 as const, completedAt: "2026-06-01 08:00:00" }
      : visit.id === 11
        ? { ...visit, arrivalTime: "2026-06-01 09:40:00", waitingTime: 180 }
        : visit,
  );
