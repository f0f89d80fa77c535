import { companySettingsFromRow, vehicleFromRow, warehouseFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { vehiclesEver } from "~/db/repositories/vehicles.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { pricesOf, routeCost } from "~/domain/calculation/cost";
import { routeProgress } from "~/domain/calculation/progress";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { Patch, PlanningChanges, Recalculation } from "~/domain/changes";
import type { CompanySettings } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import { isSameLeg, legsToMeasure } from "~/domain/route/drive-order";
import type { LegToMeasure } from "~/domain/route/drive-order";
import { retimeRoute } from "~/domain/route/retime";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import { withEndVisits } from "~/domain/route/route-end-visits";
import type { RouteWithEnds } from "~/domain/route/route-end-visits";
import { routePlace } from "~/domain/route/route-places";
import { routeRules } from "~/domain/route/route-rules";
import { becomesEmpty, driverByDefault, setRouteEmpty } from "~/domain/route/route-transitions";
import type { Route } from "~/domain/route/route";
import { isTimeZone, localTimeToUtc } from "~/domain/time/time-zone";
import { warehouseTimeZone } from "~/domain/time/time-zone-of-place";
import { settingsOfRoute } from "~/domain/vehicle/merge-settings";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { isPast } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
import type { Warehouse } from "~/domain/warehouse/warehouse";
import { timeZoneOf } from "~/services/time-zone.server";
import { measureLegs } from "./measure-legs.server";
import type { PlanSlice } from "~/domain/plan/plan-slice";

/** A leg that is to be measured for a route: its vehicle decides profile and speed. */
export interface RouteLeg extends LegToMeasure {
  route: Route;
  plan: Plan;
}

/** What the routes of a plan are driven with. */
interface RouteResources {
  company: CompanySettings;
  vehicles: ReadonlyMap<number, Vehicle>;
  /** removed ones too: what a route cost is known all the same */
  allVehicles: ReadonlyMap<number, Vehicle>;
  warehouses: ReadonlyMap<number, Warehouse>;
  timeZone: string;
}

async function loadRouteResources(
  trx: Db,
  companyId: number,
  plan: Plan,
  routes: readonly Route[],
): Promise<RouteResources> {
  const known = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const warehouses = new Map<number, Warehouse>();
  for (const id of known([plan.warehouseId, ...routes.map((route) => route.warehouseId)])) {
    const row = await findWarehouse(trx, companyId, id);
    if (row) warehouses.set(id, warehouseFromRow(row));
  }
  const rows = await vehiclesEver(trx, companyId, known(routes.map((route) => route.vehicleId)));
  const own = plan.warehouseId === null ? undefined : warehouses.get(plan.warehouseId);
  return {
    company: companySettingsFromRow(await getCompany(trx, companyId)),
    vehicles: new Map(rows.filter((row) => row.deleted_at === null).map((row) => [row.id, vehicleFromRow(row)])),
    allVehicles: new Map(rows.map((row) => [row.id, vehicleFromRow(row)])),
    warehouses,
    timeZone: own ? warehouseTimeZone(own, timeZoneOf, isTimeZone) : "UTC",
  };
}

/** All visits of a route once the changes are saved. The planned time on site belonged to the old service time. */
function visitsAfter(routeId: number, visits: readonly Visit[], changes: PlanningChanges): Visit[] {
  const sets = new Map(
    changes.visits.map(({ id, set }) => [id, set.serviceTime === undefined ? set : { serviceDuration: null, ...set }]),
  );
  const removed = new Set(changes.removeVisitIds);
  return visits
    .filter((visit) => !removed.has(visit.id))
    .map((visit) => (sets.has(visit.id) ? { ...visit, ...sets.get(visit.id) } : visit))
    .filter((visit) => visit.routeId === routeId);
}

/**
 * New times for the routes that the changes want recalculated, in their given order: departure, arrival, totals and
 * what breaks. A route that was never planned gets its start and end; one that lost its last visit becomes empty; one
 * whose start nobody has set stays without times.
 */
export async function retimeChanges(
  trx: Db,
  companyId: number,
  slice: PlanSlice,
  changes: PlanningChanges,
  measured: readonly MeasuredLeg[],
): Promise<{ changes: PlanningChanges; missing: RouteLeg[] }> {
  const parts: PlanningChanges[] = [];
  const missing: RouteLeg[] = [];
  const sets = new Map(changes.routes.map((patch) => [patch.id, patch.set]));
  const planAfter: Plan = { ...slice.plan, ...changes.plan?.set };
  const wanted = changes.recalculate.flatMap((recalculation) => {
    const before = changes.removeRouteIds.includes(recalculation.routeId)
      ? undefined
      : slice.routes.find((one) => one.id === recalculation.routeId);
    return before === undefined ? [] : [{ recalculation, before, after: { ...before, ...sets.get(before.id) } }];
  });
  const recosted = planAfter.aim === slice.plan.aim ? [] : routesToReprice(slice.routes, changes);
  if (wanted.length === 0 && recosted.length === 0) return { changes: planningChanges(), missing };
  const resources = await loadRouteResources(trx, companyId, planAfter, [
    ...wanted.flatMap(({ before, after }) => [before, after]),
    ...recosted,
  ]);
  for (const { recalculation, before, after } of wanted) {
    const timed = retimeRouteOfPlan(
      { slice, changes, planAfter, resources, measured },
      { recalculation, before, after },
    );
    missing.push(...timed.missing);
    parts.push(timed.changes);
  }
  parts.push(
    planningChanges({
      routes: recosted.map((route) => ({ id: route.id, set: { cost: costBy(planAfter, route, resources) } })),
    }),
  );
  return { changes: mergeChanges(parts), missing };
}

/** Of a plan that aims at something else: routes that were driven, whose cost is in the unit of the aim before. */
function routesToReprice(routes: readonly Route[], { recalculate, removeRouteIds }: PlanningChanges): Route[] {
  const others = new Set([...removeRouteIds, ...recalculate.map((one) => one.routeId)]);
  return routes.filter((route) => !others.has(route.id) && route.startTime !== null);
}

const pricedVehicle = (route: Route, { allVehicles }: RouteResources): Vehicle | null =>
  allVehicles.get(route.vehicleId ?? 0) ?? null;

const costBy = ({ aim }: Plan, route: Route, resources: RouteResources): number =>
  routeCost(pricesOf(aim, pricedVehicle(route, resources)), route.duration, route.distance);

interface RetimeContext {
  slice: PlanSlice;
  changes: PlanningChanges;
  planAfter: Plan;
  resources: RouteResources;
  measured: readonly MeasuredLeg[];
}
interface RouteToRetime {
  recalculation: Recalculation;
  before: Route;
  after: Route;
}

function retimeRouteOfPlan(
  { slice, changes, planAfter, resources, measured }: RetimeContext,
  { recalculation, before, after: route }: RouteToRetime,
): { changes: PlanningChanges; missing: RouteLeg[] } {
  const nothing = { changes: planningChanges(), missing: [] };
  const visitsBefore = slice.visits.filter((visit) => visit.routeId === route.id);
  const own = visitsAfter(route.id, slice.visits, changes);
  if (becomesEmpty(own)) return { ...nothing, changes: setRouteEmpty(route, own) };

  const conditions = drivingConditions(route, planAfter, resources);
  const anew =
    recalculation.anew === true ||
    conditions.key !== drivingConditions(before, slice.plan, resources).key ||
    planAfter.squashDuration !== slice.plan.squashDuration;
  const withEnds = endVisitsOf(route, own, conditions, anew, slice);
  if (withEnds === null) return nothing;

  const legs = anew
    ? legsToMeasure([], withEnds.visits).filter(
        (leg) => !isPast(withEnds.visits.find((visit) => visit.id === leg.visitId)!),
      )
    : [...legsToMeasure(visitsBefore, withEnds.visits), ...legsOfMovedVisits(visitsBefore, withEnds.visits, changes)];
  const known = measured.filter((one) => legs.some((leg) => isSameLeg(leg, one)));
  const unknown = legs.filter((leg) => !known.some((one) => isSameLeg(leg, one)));
  if (unknown.length > 0) return { ...nothing, missing: unknown.map((leg) => ({ ...leg, route, plan: planAfter })) };

  const { timeZone } = resources;
  const timed = retimeRoute({
    route,
    visits: withEnds.visits,
    legs: known,
    serviceDate: planAfter.serviceDate,
    timeZone,
    now: slice.now,
    squashDuration: planAfter.squashDuration,
    prices: pricesOf(planAfter.aim, pricedVehicle(route, resources)),
    rules:
      conditions.vehicle === null
        ? undefined
        : routeRules(route, conditions.vehicle, resources.company, planAfter, timeZone),
    earliest: conditions.shiftStart,
    leavesAnew: anew || withEnds.drafts.size > 0,
  });
  return {
    changes: mergeChanges([storableChanges(timed, withEnds), defaultDriverChange(route, conditions.vehicle, changes)]),
    missing: [],
  };
}

/** The driver defaults to the vehicle's, unless this very change took the driver away. */
function defaultDriverChange(route: Route, vehicle: Vehicle | null, changes: PlanningChanges): PlanningChanges {
  const isChosen = changes.routes.some(({ id, set }) => id === route.id && "driverId" in set);
  return isChosen ? planningChanges() : driverByDefault(route, vehicle);
}

interface DrivingConditions {
  vehicle: Vehicle | null;
  shiftStart: string | null;
  /** null: nobody has set the start */
  ends: { start: { lat: number; lng: number }; end: { lat: number; lng: number } | null } | null;
  /** everything that legs and departure depend on */
  key: string;
}

function drivingConditions(
  route: Route,
  plan: Plan,
  { company, vehicles, warehouses, timeZone }: RouteResources,
): DrivingConditions {
  const vehicle = route.vehicleId === null ? null : (vehicles.get(route.vehicleId) ?? null);
  const warehouse = warehouses.get(route.warehouseId ?? plan.warehouseId ?? 0) ?? null;
  const settings = settingsOfRoute(company, vehicle, plan, route);
  const shiftStart = localTimeToUtc(plan.serviceDate, settings.workHourStart, timeZone);
  const [start, end] = [routePlace("start", route, vehicle, warehouse), routePlace("end", route, vehicle, warehouse)];
  const ends = start === null || start === "open" ? null : { start, end: end === "open" ? null : end };
  return {
    vehicle,
    shiftStart,
    ends,
    key: JSON.stringify([vehicle?.type, settings.speedFactor, plan.avoidTolls, plan.avoidHighways, shiftStart, ends]),
  };
}

/** The route with its start and end; as they are where nothing about them changed. Null: it can have no times. */
function endVisitsOf(
  route: Route,
  own: Visit[],
  { ends }: DrivingConditions,
  anew: boolean,
  { now }: PlanSlice,
): RouteWithEnds | null {
  const asItIs = { visits: own, patches: [], removeIds: [], drafts: new Map() };
  if (routeProgress(route, own, now) !== null) return asItIs;
  const hasStart = own.some((visit) => visit.type === VisitType.Start);
  if (ends === null) return hasStart ? asItIs : null;
  return hasStart && !anew ? asItIs : withEndVisits(route, own, ends);
}

/** The times as changes: new start and end visits are created with them. */
function storableChanges(timed: PlanningChanges, { drafts, patches, removeIds }: RouteWithEnds): PlanningChanges {
  const isDraft = (patch: Patch<Visit>) => drafts.has(patch.id);
  const sets = new Map(timed.visits.map((patch) => [patch.id, patch.set]));
  const createVisits = [...[...drafts].map(([id, draft]) => ({ ...draft, ...sets.get(id) })), ...timed.createVisits];
  return mergeChanges([
    planningChanges({ visits: patches, removeVisitIds: removeIds }),
    { ...timed, visits: timed.visits.filter((patch) => !isDraft(patch)), createVisits },
  ]);
}

/** Legs to and from visits whose coordinates change: same neighbours, other place. */
function legsOfMovedVisits(
  before: readonly Visit[],
  after: readonly Visit[],
  changes: PlanningChanges,
): LegToMeasure[] {
  const moved = new Set(
    changes.visits
      .filter((patch) => patch.set.lat !== undefined || patch.set.lng !== undefined)
      .map((patch) => patch.id),
  );
  if (moved.size === 0) return [];
  const known = new Set(legsToMeasure(before, after).map((leg) => leg.visitId));
  // Against an empty route every leg is new: those that begin or end at a moved visit are the ones. Where it was moved
  // to, another visit may be: its leg is measured too, with the same result.
  const places = new Set(after.filter((visit) => moved.has(visit.id)).map((visit) => `${visit.lat},${visit.lng}`));
  return legsToMeasure([], after).filter(
    (leg) => !known.has(leg.visitId) && (moved.has(leg.visitId) || places.has(`${leg.from.lat},${leg.from.lng}`)),
  );
}

/** Measures legs with the vehicle's profile and speed. Never call it inside a transaction. */
export async function measureRouteLegs(companyId: number, legs: readonly RouteLeg[]): Promise<MeasuredLeg[]> {
  const company = companySettingsFromRow(await getCompany(db(), companyId));
  const ids = [...new Set(legs.flatMap(({ route }) => (route.vehicleId === null ? [] : [route.vehicleId])))];
  const vehicles = new Map((await vehiclesEver(db(), companyId, ids)).map((row) => [row.id, vehicleFromRow(row)]));
  return measureLegs(legs, (leg) => {
    const { route, plan } = leg as RouteLeg;
    return { company, plan, route, vehicle: route.vehicleId === null ? null : (vehicles.get(route.vehicleId) ?? null) };
  });
}
