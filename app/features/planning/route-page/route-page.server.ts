import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getRoute } from "~/db/repositories/routes.server";
import { visitCountsByRoute } from "~/db/repositories/visit-counts.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { can } from "~/domain/access/permissions";
import { notFound } from "~/lib/errors";
import { routeItem, marksEstimates, visitItem } from "../plan-page/plan-view";
import { redoableWords, undoableWords } from "../undo/plan-changes.server";
import { bookingsOfDay } from "~/planner/day-bookings.server";
import { loadPlanContext, ofOtherPlans, planHead, wayOf, waysOnRoad } from "../plan-page/plan-page.server";
import { services } from "~/services/container.server";

/** One route with its visits, and the plan's other routes as targets of a move. @throws AppError 404 */
export async function loadRoutePage(session: CompanySession, routeId: number) {
  const companyId = session.company.id;
  // Drivers have pages of their own; this one is for planning.
  authorize(session, "plan.view", { companyId });
  const row = await getRoute(db(), companyId, routeId);
  const { plan, routes, context, warehouse, choices, failReasons } = await loadPlanContext(session, row.plan_id);
  const day = await bookingsOfDay(db(), session.company.id, plan);
  const visits = (await listVisitsOfRoute(db(), companyId, routeId)).map(visitFromRow);
  const counts = await visitCountsByRoute(db(), companyId, plan.id);
  const ways = await waysOnRoad(
    session,
    routes.filter(({ id }) => id === routeId),
  );
  const items = routes.map((route, index) => {
    const item = routeItem(route, index, route.id === routeId ? visits : [], { ...context, day }, session.units);
    return route.id === routeId
      ? { ...item, ...wayOf(ways, route) }
      : { ...item, stops: counts.get(route.id)?.all ?? 0 };
  });
  const route = items.find((item) => item.id === routeId);
  if (!route) throw notFound("Route");
  return {
    plan: planHead(session, { plan, routes, context }),
    route,
    routes: items,
    undoable: await undoableWords(session, plan.id, items),
    redoable: await redoableWords(session, plan.id),
    warehouse,
    visits: visits.map((visit) => visitItem(visit, context.clock, marksEstimates(plan), session.units)),
    choices: { ...choices, elsewhere: ofOtherPlans(plan, day) },
    failReasons,
    map: services().baseMaps.current(session.user.settings.map),
    rights: { update: can(session.actor, "route.update") },
  };
}
export type RoutePageData = Awaited<ReturnType<typeof loadRoutePage>>;
