import { memberName } from "~/domain/access/person-name";
import { isSelectableDriver } from "~/domain/team/member-rules";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import {
  companySettingsFromRow,
  planFromRow,
  routeFromRow,
  shownVisitFromRow,
  vehicleFromRow,
} from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listMembers } from "~/db/repositories/members.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { listVehicles, vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { listShownVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import type { Place } from "~/domain/place";
import { travelWords } from "~/domain/plan/travel-words";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { Plan } from "~/domain/plan/plan";
import type { Booking } from "~/domain/route/double-booking";
import { can } from "~/domain/access/permissions";
import { RecordStatus } from "~/domain/record-status";
import type { WayLeft } from "~/domain/route/live-times";
import type { Route } from "~/domain/route/route";
import { planDayEnds } from "~/domain/route/route-day";
import { RouteStatus } from "~/domain/route/route-status";
import { daysAhead } from "~/domain/route/route-questions";
import { dayClock } from "~/domain/time/service-clock";
import { midnightEpoch, todayIn } from "~/domain/time/time-zone";
import { vehicleOptionLabel } from "~/domain/vehicle/vehicle";
import { enabledFailReasons } from "~/domain/visit/fail-reasons";
import { services } from "~/services/container.server";
import { mapped } from "~/lib/pieces";
import { inTurns, yieldToOthers } from "~/lib/turns.server";
import { sortVisits } from "~/domain/visit/visit-order";
import { planSettingsView } from "../plan-settings";
import { routeItem, marksEstimates, visitItem, groupedByRoute, type RouteContext, type RouteItem } from "./plan-view";
import { redoableWords, undoableWords } from "../undo/plan-changes.server";
import { bookingsOfDay } from "~/planner/day-bookings.server";
import { waysLeftOf } from "~/planner/live-eta.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { nowSecOf, validToday } from "~/services/now.server";

/** Everything that the view of a plan's routes needs. */
export async function loadPlanContext(session: CompanySession, planId: number) {
  const companyId = session.company.id;
  const plan = planFromRow(await getPlan(db(), companyId, planId));
  const routes = (await listRoutesOfPlan(db(), companyId, planId)).map(routeFromRow);
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  const warehouse = plan.warehouseId === null ? undefined : await findWarehouse(db(), companyId, plan.warehouseId);
  const active = (await listVehicles(db(), companyId, { status: RecordStatus.Active, pageSize: "unpaged" })).rows;
  const used = await vehiclesWithRemoved(
    db(),
    companyId,
    routes.flatMap((route) => (route.vehicleId === null ? [] : [route.vehicleId])),
  );
  const members = (await listMembers(db(), companyId, { pageSize: "unpaged" })).rows;
  const timeZone = zoneOfWarehouse(warehouse);
  const context: Omit<RouteContext, "day"> = {
    plan,
    timeZone,
    clock: dayClock(plan.serviceDate, timeZone),
    company,
    vehicles: new Map(used.map((row) => [row.id, vehicleFromRow(row)])),
    drivers: new Map(members.map((member) => [member.id, { id: member.id, name: memberName(member) }])),
  };
  return {
    plan,
    routes,
    context,
    warehouse: warehouse ? { id: warehouse.id, title: warehouse.title, lat: warehouse.lat, lng: warehouse.lng } : null,
    /** what may be chosen for a route */
    choices: {
      vehicles: active.map((vehicle) => ({
        id: vehicle.id,
        label: vehicleOptionLabel(vehicle, vehicle.driver_name),
        title: vehicle.title,
        warehouseId: vehicle.warehouse_id,
      })),
      /** vehicles of routes that can no longer be chosen */
      former: used
        .filter(({ id }) => !active.some((vehicle) => vehicle.id === id))
        .map((row) => ({
          id: row.id,
          label: vehicleOptionLabel(row, context.drivers.get(row.driver_id ?? 0)?.name ?? null),
        })),
      drivers: members.filter(isSelectableDriver).map((member) => ({ id: member.id, name: memberName(member) })),
    },
    failReasons: enabledFailReasons(company.failReasonsSettings),
    /** a new visit's defaults, beside the specification's own */
    newVisit: { serviceTime: company.defaultVisitDuration },
  };
}

/** The ways to the next stops, so that arrivals are those of Tracking. */
export const waysOnRoad = (session: CompanySession, routes: readonly Route[]): Promise<Map<number, WayLeft>> =>
  waysLeftOf(
    db(),
    session.company.id,
    routes.flatMap(({ id, status }) => (status === RouteStatus.OnRoute ? [id] : [])),
  );

export function wayOf(ways: ReadonlyMap<number, WayLeft>, { id }: Pick<Route, "id">): Pick<RouteItem, "way"> {
  const way = ways.get(id);
  return way === undefined ? {} : { way };
}

/** Whom other plans of the day have already. */
export const ofOtherPlans = (plan: Plan, day: readonly Booking[]): Booking[] =>
  day.filter((booking) => booking.planId !== plan.id);

type HeadOf = Pick<Awaited<ReturnType<typeof loadPlanContext>>, "plan" | "routes" | "context">;

export const planHead = (session: CompanySession, { plan, routes, context }: HeadOf) => ({
  id: plan.id,
  title: plan.title,
  status: plan.status,
  serviceDate: plan.serviceDate,
  version: plan.version,
  aim: plan.aim,
  timeZone: context.timeZone,
  midnight: midnightEpoch(plan.serviceDate, context.timeZone),
  /** epoch seconds: after midnight where a route goes on into the night */
  dayEnds: planDayEnds(routes, context, context.vehicles),
  /** the product's time for whoever looks at it */
  nowSec: nowSecOf(session),
  /** until another day begins there, which "tomorrow" and "early" are told by */
  valid: validToday(session, [context.timeZone]),
  /** days until the plan's day; 0 from that day on */
  daysAhead: daysAhead(plan.serviceDate, todayIn(context.timeZone, nowSecOf(session))),
});

/** True when an engine knows the roads around the plan's warehouse. */
const hasRoads = (warehouse: Place | null): boolean =>
  services().routing.roadEngines(warehouse === null ? [] : [warehouse]).length > 0;

/** The plan page: routes and visits in the small form of plan-view. @throws AppError 404 */
export async function loadPlanPage(session: CompanySession, planId: number) {
  authorize(session, "plan.view", { companyId: session.company.id });
  const { plan, routes, context, warehouse, choices, failReasons, newVisit } = await loadPlanContext(session, planId);
  const day = await bookingsOfDay(db(), session.company.id, plan);
  const visits = await inTurns(
    mapped(await listShownVisitsOfPlan(db(), session.company.id, planId), shownVisitFromRow),
  );
  await yieldToOthers();
  const groups = groupedByRoute(visits);
  const items = [];
  const ways = await waysOnRoad(session, routes);
  for (const [index, route] of routes.entries()) {
    await yieldToOthers();
    const item = routeItem(route, index, sortVisits(groups.get(route.id) ?? []), { ...context, day }, session.units);
    items.push({ ...item, ...wayOf(ways, route) });
  }
  return {
    plan: planHead(session, { plan, routes, context }),
    settings: planSettingsView(plan),
    warehouse,
    routes: items,
    /** what undo would take back; null: no change of this user */
    undoable: await undoableWords(session, planId, items),
    redoable: await redoableWords(session, planId),
    visits: await inTurns(
      mapped(visits, (visit) => visitItem(visit, context.clock, marksEstimates(plan), session.units)),
    ),
    choices: { ...choices, elsewhere: ofOtherPlans(plan, day) },
    failReasons,
    newVisit,
    map: services().baseMaps.current(session.user.settings.map),
    /** where the times come from */
    travel: travelWords(plan, visits, hasRoads(warehouse)),
    rights: {
      update: can(session.actor, "plan.update"),
      remove: can(session.actor, "plan.remove"),
      calculate: can(session.actor, "calculation.run"),
    },
  };
}
export type PlanPageData = Awaited<ReturnType<typeof loadPlanPage>>;
