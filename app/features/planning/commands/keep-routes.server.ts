import type { CompanySession } from "~/auth/session.server";
import { planningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { KEEP_ROUTES_KIND } from "~/domain/plan/change-kinds";
import type { Route } from "~/domain/route/route";
import { RouteStatus } from "~/domain/route/route-status";
import { isScheduled, sortVisits } from "~/domain/visit/visit-order";
import type { Visit } from "~/domain/visit/visit";
import { lacksPlace } from "~/domain/visit/visit-permissions";
import { placedStatus } from "~/domain/visit/visit-transitions";
import { addTo } from "~/lib/grouped";
import { authorOf } from "~/planner/author.server";
import { changePlanFor } from "~/planner/change-plan.server";
import { refuseBeyondPackage } from "~/planner/company-package.server";
import { visitsOfPlan } from "~/planner/load-visits.server";
import { nowText } from "~/services/now.server";

/** What the stops of a plan have become in its copy: by the ids of the plan, those of the copy. */
interface CopiedStops {
  planId: number;
  routeIds: ReadonlyMap<number, number>;
  visitIds: ReadonlyMap<number, number>;
  /** delivery and pickup visits of the plan that was copied */
  visits: readonly Visit[];
}

/**
 * The stops of a copy come to the same routes in the same order, and get new times. It is one change of the copy, so
 * that undo leaves its visits unscheduled. The copy is stored before: legs are measured for the ids of its visits.
 * @returns how many have come to a route
 * @throws AppError 402 where the company's package has no visits left for them
 */
export async function keepRoutes(
  session: CompanySession,
  { planId, routeIds, visitIds, visits }: CopiedStops,
  tab: string | undefined,
): Promise<number> {
  const companyId = session.company.id;
  const stopsOf = new Map<number, number[]>();
  for (const visit of sortVisits(visits.filter((one) => isScheduled(one) && !lacksPlace(one)))) {
    const routeId = routeIds.get(visit.routeId!);
    // Its vehicle is no more: the visit waits for another.
    if (routeId !== undefined) addTo(stopsOf, routeId, visitIds.get(visit.id)!);
  }
  if (stopsOf.size === 0) return 0;
  const placed = [...stopsOf.values()].flat();
  await changePlanFor(
    authorOf(session),
    {
      kind: KEEP_ROUTES_KIND,
      planId,
      subject: {},
      load: async (trx, base) => {
        // A whole day is planned, as by a calculation.
        await refuseBeyondPackage(trx, companyId, placed, nowText());
        return visitsOfPlan(companyId)(trx, base);
      },
      decide: (state) => accept(placedAs(stopsOf, state)),
    },
    { tab },
  );
  return placed.length;
}

/** @param stopsOf ids of visits in their order, by route */
function placedAs(
  stopsOf: ReadonlyMap<number, readonly number[]>,
  { routes, visits }: { routes: readonly Route[]; visits: readonly Visit[] },
) {
  const statuses = new Map(visits.map((visit) => [visit.id, visit.status]));
  const used = routes.filter(({ id }) => stopsOf.has(id));
  return planningChanges({
    // With its driver, so that a route without one keeps none.
    routes: used.map(({ id, driverId }) => ({ id, set: { driverId, status: RouteStatus.Planning } })),
    visits: used.flatMap((route) =>
      stopsOf.get(route.id)!.map((id, index) => ({
        id,
        set: { routeId: route.id, status: placedStatus(statuses.get(id)!, route), position: index + 1 },
      })),
    ),
    recalculate: used.map(({ id }) => ({ routeId: id, mode: "position" as const })),
  });
}
