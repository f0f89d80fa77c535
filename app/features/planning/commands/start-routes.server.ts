import type { CompanySession } from "~/auth/session.server";
import { mergeChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept, confirmation } from "~/domain/decision";
import type { Confirmation } from "~/domain/decision";
import { canStartRoutes, isReadyToStart } from "~/domain/route/route-permissions";
import { startQuestion, startRoute } from "~/domain/route/route-transitions";
import { changePlanOrAsk } from "~/planner/change-plan.server";
import type { ChangeOptions } from "~/planner/change-plan.server";
import { visitsOfRoutes } from "~/planner/load-visits.server";
import { routeIn } from "~/planner/plan-change";

export type StartAnswer = { status: "applied"; started: number } | { status: "confirm"; confirm: Confirmation };

/**
 * Starts several approved routes as one change, each by the rule of a single start, and after one question. One that
 * isn't waiting for its start is left alone: what was asked for has happened, or a colleague wants something else.
 * @throws AppError 404 for a route that is not the plan's; 409 'plan.changed', 'route.none_ready'
 */
export async function startRoutes(
  session: CompanySession,
  { planId, routeIds }: { planId: number; routeIds: readonly number[] },
  options: ChangeOptions,
): Promise<StartAnswer> {
  const outcome = await changePlanOrAsk(
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
        const question = confirmation("route.start", startQuestion(ready.length));
        return { ...accept(mergeChanges(parts), question), routeIds: ready.map(({ id }) => id) };
      },
    },
    options,
  );
  if (outcome.status === "confirm") return outcome;
  const asked = new Set(routeIds);
  const { routes } = outcome.changed.state;
  return { status: "applied", started: routes.filter((route) => asked.has(route.id) && isReadyToStart(route)).length };
}
