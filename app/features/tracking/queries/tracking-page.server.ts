import { can } from "~/domain/access/permissions";
import { listPlans } from "~/db/repositories/plans.server";
import { todayIn } from "~/domain/time/time-zone";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { fullName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { latestPositions } from "~/db/repositories/positions.server";
import { listRoutesByStatus, listWaitingRoutes, routeOrderOfPlans } from "~/db/repositories/routes.server";
import type { RouteOnRoad } from "~/db/repositories/routes.server";
import { findWarehouses, listWarehouses } from "~/db/repositories/warehouses.server";
import type { LatestPositionRow, WarehouseRow } from "~/db/tables";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { RouteStatus } from "~/domain/route/route-status";
import { dayClock } from "~/domain/time/service-clock";
import type { DayClock } from "~/domain/time/service-clock";
import { epochSec, parseUtcText } from "~/domain/time/utc-text";
import type { ShownVisit } from "~/domain/visit/visit";
import { countReports } from "~/domain/visit/visit-status";
import { packRows } from "~/lib/columns";
import { inTurns } from "~/lib/turns.server";
import { roadOutlook } from "~/planner/attention.server";
import { zoneOfUser, zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import { nowSecOf, validToday } from "~/services/now.server";
import { trackedStop } from "../tracked-stop";
import { keyOf } from "../seen";
import { RecordStatus } from "~/domain/record-status";
import { hasCoordinates } from "~/domain/validation/coordinates";
import type { MapPlace } from "~/ui/map/map-types";
import type { MarkedPosition } from "~/ui/map/route-marks";
import { byStart, withOwnColours } from "../tracking-view";
import type { RoadAttention, TrackedRoute, TrackedStop, WaitingRoute } from "../tracking-view";
import { loadRouteStops } from "./route-stops.server";
import { seenThings } from "./seen.server";

export const MOST_ROUTES = 500;
/** More than a company has on the road; what lies beyond is not shown, and the page says so. */
export const MOST_SHOWN = { routes: MOST_ROUTES, visits: 15_000 };

/**
 * Every route of the company that is on the road now, with its stops and its vehicle's place. Few questions, whatever
 * their number.
 */
export async function loadTracking(session: CompanySession, most = MOST_SHOWN) {
  const companyId = session.company.id;
  authorize(session, "route.list", { companyId });
  const rows = await listRoutesByStatus(db(), companyId, [RouteStatus.OnRoute], { limit: most.routes + 1 });
  const shown = rows.slice(0, most.routes);
  const ids = shown.map(({ id }) => id);
  const { stopsOf, hasMoreStops } = await loadRouteStops(companyId, ids, most.visits);
  const nowSec = nowSecOf(session);
  const warehouses = await everyWarehouse(companyId);
  const approved = await loadApproved(companyId, warehouses, nowSec);
  const context = await loadContext(companyId, [...shown, ...approved.rows]);
  const positions = await latestPositions(db(), companyId, ids);
  const outlook = await roadOutlook(db(), companyId, nowSec);

  const ends = new Map(outlook.routes.map(({ routeId, finishSec }) => [routeId, finishSec]));
  const routes: TrackedRoute[] = [];
  const stops: TrackedStop[] = [];
  for (const row of shown) {
    const own = stopsOf(row.id);
    const route = trackedRoute(row, own, positionOf(positions.get(row.id)), context);
    // As the stops that are listed under it.
    routes.push({ ...route, finish: ends.get(row.id) ?? route.finish });
    const clock = context.clockOf(row);
    stops.push(...own.map((visit) => trackedStop(visit, clock, outlook.etas.get(visit.id))));
  }
  const seen = await seenThings(companyId);
  const rowsById = new Map(shown.map((row) => [row.id, row]));
  // By the clock of the route, as everything else on the page.
  const attention = outlook.attention.flatMap((item): RoadAttention[] => {
    const [row, key] = [rowsById.get(item.routeId), keyOf(item)];
    return row === undefined ? [] : [{ ...item, key, seen: seen.get(key)?.(context.zoneOf(row)) ?? null }];
  });
  return {
    /** of the product's clock, when this was made */
    nowSec,
    /** until the routes of another day wait at one of the warehouses */
    valid: validToday(session, zonesOf(warehouses)),
    attention,
    todaysPlan: rows.length > 0 ? null : await todaysPlanOf(session, todayIn(await zoneOfUser(session), nowSec)),
    waiting: approved.rows.map((row) => waitingRoute(row, context)).sort(byStart),
    hasMoreWaiting: approved.hasMore,
    hasMore: rows.length > shown.length,
    hasMoreStops,
    routes: withOwnColours(routes),
    // Where the day begins; once somebody is on the road, their stops say more.
    warehouses: routes.length === 0 ? placesOf(warehouses) : [],
    stops: await inTurns(packRows(stops)),
    map: services().baseMaps.current(session.user.settings.map),
  };
}

/** What stands on the road next: the newest plan of today; null: none. */
async function todaysPlanOf(session: CompanySession, today: string): Promise<number | null> {
  if (!can(session.actor, "plan.list")) return null;
  const { rows } = await listPlans(db(), session.company.id, { from: today, to: today, first: 1 });
  return rows[0]?.id ?? null;
}

export type TrackingData = Awaited<ReturnType<typeof loadTracking>>;

const everyWarehouse = async (companyId: number): Promise<WarehouseRow[]> =>
  (await listWarehouses(db(), companyId, { pageSize: "unpaged" })).rows;

const zonesOf = (warehouses: readonly WarehouseRow[]): string[] => [
  ...new Set((warehouses.length === 0 ? [undefined] : warehouses).map(zoneOfWarehouse)),
];

/** The active ones that have a place. */
const placesOf = (warehouses: readonly WarehouseRow[]): MapPlace[] =>
  warehouses.flatMap(({ id, lat, lng, title, status }) =>
    status === RecordStatus.Active && hasCoordinates({ lat, lng }) ? [{ id, lat, lng, name: title }] : [],
  );

/** Today's approved routes, by the clock of each one's warehouse: it may be another day than where the user is. */
async function loadApproved(companyId: number, warehouses: readonly WarehouseRow[], nowSec: number) {
  const day = todayIn(zoneOfWarehouse(undefined), nowSec);
  const elsewhere = new Map<string, number[]>();
  for (const warehouse of warehouses) {
    const today = todayIn(zoneOfWarehouse(warehouse), nowSec);
    if (today !== day) elsewhere.set(today, [...(elsewhere.get(today) ?? []), warehouse.id]);
  }
  const rows = await listWaitingRoutes(db(), companyId, { day, elsewhere }, MOST_ROUTES + 1);
  return { rows: rows.slice(0, MOST_ROUTES), hasMore: rows.length > MOST_ROUTES };
}

interface Context {
  zoneOf: (route: RouteOnRoad) => string;
  clockOf: (route: RouteOnRoad) => DayClock;
  indexOf: (route: RouteOnRoad) => number;
}

/** Clocks of the warehouses, and the order of the plans' routes. */
export async function loadContext(companyId: number, routes: readonly RouteOnRoad[]): Promise<Context> {
  const warehouses = await findWarehouses(db(), companyId, [
    ...new Set(routes.flatMap((one) => one.warehouse_id ?? [])),
  ]);
  const orders = await routeOrderOfPlans(db(), companyId, [...new Set(routes.map(({ plan_id }) => plan_id))]);
  const zones = new Map<number | null, string>();
  const clocks = new Map<string, DayClock>();
  const zoneOf = ({ warehouse_id }: RouteOnRoad): string => {
    let zone = zones.get(warehouse_id);
    if (zone === undefined) zones.set(warehouse_id, (zone = zoneOfWarehouse(warehouses.get(warehouse_id ?? 0))));
    return zone;
  };
  return {
    zoneOf,
    clockOf(route) {
      const key = `${route.service_date} ${zoneOf(route)}`;
      let clock = clocks.get(key);
      if (clock === undefined) clocks.set(key, (clock = dayClock(route.service_date, zoneOf(route))));
      return clock;
    },
    indexOf: (route) => Math.max(0, orders.get(route.plan_id)?.indexOf(route.id) ?? 0),
  };
}

const vehicleOf = ({ vehicle_id: id, plate, vehicle_title: title }: RouteOnRoad) =>
  id === null
    ? { vehicle: NO_VEHICLE, plate: "" }
    : { vehicle: vehicleName({ id, title: title ?? "", plate: plate ?? "" }), plate: plate ?? "" };

const driverOf = (row: RouteOnRoad): string =>
  fullName({ name: row.driver_name, surname: row.driver_surname }) || NO_DRIVER;

/** @param visits the stops that are scheduled on it */
export function trackedRoute(
  row: RouteOnRoad,
  visits: readonly ShownVisit[],
  position: MarkedPosition | null,
  { zoneOf, indexOf }: Context,
): TrackedRoute {
  const { done, failed } = countReports(visits);
  return {
    id: row.id,
    planId: row.plan_id,
    plan: row.plan_title,
    date: row.service_date,
    index: indexOf(row),
    ...vehicleOf(row),
    driver: driverOf(row),
    driverPhone: row.driver_phone ?? "",
    timeZone: zoneOf(row),
    isLocked: row.is_locked === 1,
    stops: visits.length,
    served: done,
    failed,
    finish: parseUtcText(row.finish_time),
    position,
  };
}

/** A route of today that is approved and on nobody's road yet. */
const waitingRoute = (row: RouteOnRoad, { zoneOf }: Context): WaitingRoute => ({
  id: row.id,
  ...vehicleOf(row),
  driver: driverOf(row),
  date: row.service_date,
  timeZone: zoneOf(row),
  start: parseUtcText(row.start_time),
});

const positionOf = (row: LatestPositionRow | undefined): MarkedPosition | null =>
  row === undefined ? null : { lat: row.lat, lng: row.lng, headingDeg: row.heading, atSec: epochSec(row.taken_at) };
