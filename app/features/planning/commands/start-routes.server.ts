import type { CompanySession } from "~/auth/session.server";
import { mergeChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { canStartRoutes, isReadyToStart } from "~/domain/route/route-permissions";
import { startRoute } from "~/domain/route/route-transitions";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { visitsOfRoutes } from "~/planner/load-visits.server";
import { routeIn } from "~/planner/plan-change";

/**
 * Starts several approved routes as one change, each by the rule of a single start. One that isn't waiting for its
 * start is left alone: what was asked for has happened, or a colleague wants something else of it.
 * @throws AppError 404 for a route that is not the plan's; 409 'plan.changed', 'route.none_ready'
 */
export async function startRoutes(
  session: CompanySession,
  { planId, routeIds }: { planId: number; routeIds: readonly number[] },
  options: EditOptions,
): Promise<ChangedPlan & { started: number }> {
  const changed = await changePlan(
    session,
    {
      kind: "route.start",
      action: "route.start",
      planId,
      subject: { routeIds },
      load: visitsOfRoutes(session.company.id, routeIds),
      decide: (state) => {
        const ready = routeIds.map((id) => routeIn(state, id)).filter(isReadyToStart);
        const allowed = canStartRoutes(ready);
        if (!allowed.ok) return allowed;
        const parts: PlanningChanges[] = [];
        for (const route of ready) {
          const own = state.visits.filter((visit) => visit.routeId === route.id);
          const decision = startRoute(route, own, state.now);
          if (!decision.ok) return decision;
          parts.push(decision.changes);
        }
        return { ...accept(mergeChanges(parts)), routeIds: ready.map(({ id }) => id) };
      },
    },
    options,
  );
  const asked = new Set(routeIds);
  const started = changed.state.routes.filter((route) => asked.has(route.id) && isReadyToStart(route)).length;
  return { ...changed, started };
}
