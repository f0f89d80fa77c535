import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { planStatusFromRoutes } from "~/domain/plan/plan-rules";
import type { PlanSlice } from "~/domain/plan/plan-slice";

/** The changes, with the plan's status as it follows from its routes; `routes` are all of the plan. */
export function withPlanStatus(
  changes: PlanningChanges,
  { plan, routes }: Pick<PlanSlice, "plan" | "routes">,
): PlanningChanges {
  if (changes.plan?.set.status !== undefined) return changes;
  const removed = new Set(changes.removeRouteIds);
  const sets = new Map(changes.routes.map((patch) => [patch.id, patch.set]));
  const after = routes
    .filter((route) => !removed.has(route.id))
    .map((route) => ({ status: sets.get(route.id)?.status ?? route.status }));
  const status = planStatusFromRoutes(plan, after);
  return status === plan.status
    ? changes
    : mergeChanges([changes, planningChanges({ plan: { id: plan.id, set: { status } } })]);
}
