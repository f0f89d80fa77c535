import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getVisit } from "~/db/repositories/visits.server";
import { RouteStatus } from "~/domain/route/route-status";
import { moveVisitsTo } from "~/domain/visit/move-visits";
import { LEFT_PLAN } from "~/domain/visit/visit-on-route";
import { AppError } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions, PlanCommand } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";

interface MoveStopInput {
  visitId: number;
  toRouteId: number;
  /** 1 is the first stop; undefined: the end */
  position?: number | undefined;
}

/**
 * A stop from one route to another. Approved routes are locked against plans that are calculated anew; of those on the
 * road this is one stop that somebody has looked at, so their locks stay and don't count.
 * @throws AppError 404, 409 for a visit of no plan
 */
export async function moveStopCommand(
  session: CompanySession,
  { visitId, toRouteId, position }: MoveStopInput,
): Promise<PlanCommand> {
  const companyId = session.company.id;
  const { plan_id: planId } = await getVisit(db(), companyId, visitId);
  if (planId === null) throw new AppError("visit.no_plan", "The visit is in no plan.", { status: 409 });
  return {
    kind: "visit.move",
    action: "visit.move",
    planId,
    subject: { visitIds: [visitId] },
    load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, [visitId], [toRouteId]) }),
    decide: ({ routes, visits }) => {
      if (visits.at(-1)?.planId !== planId) return LEFT_PLAN;
      const open = routes.map((route) =>
        route.status === RouteStatus.OnRoute ? { ...route, isLocked: false } : route,
      );
      return moveVisitsTo({ routes: open, visits }, [visitId], { toRouteId, position });
    },
  };
}

/** @throws AppError 403, 404; 409 for a visit that is served, or a route that is completed */
export const moveStop = async (
  session: CompanySession,
  input: MoveStopInput,
  options: EditOptions,
): Promise<ChangedPlan> => changePlan(session, await moveStopCommand(session, input), options);
