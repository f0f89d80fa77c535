/** New times for all routes of a plan that a change touches; retime.ts finds those of one route. */
import { addTo } from "~/lib/grouped";
import { mapped } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import { applyChangesInPieces } from "../apply-changes";
import { pricesOf, routeCost } from "../calculation/cost";
import { travelModeOf } from "../calculation/travel-mode";
import { routeProgress } from "../calculation/progress";
import { mergeChanges, planningChanges } from "../changes";
import type { Patch, PlanningChanges, Recalculation } from "../changes";
import type { Plan } from "../plan/plan";
import type { PlanSlice } from "../plan/plan-slice";
import { localTimeToUtc } from "../time/time-zone";
import { laterOf } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import { settingsOfRoute } from "../vehicle/merge-settings";
import type { Vehicle } from "../vehicle/vehicle";
import { LegEstimate } from "../visit/visit";
import type { Visit } from "../visit/visit";
import { isPast } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { isSameLeg, legsToMeasure } from "./drive-order";
import type { LegToMeasure } from "./drive-order";
import type { Fleet } from "./fleet";
import { retimeRoute } from "./retime";
import type { Route } from "./route";
import { withEndVisits } from "./route-end-visits";
import type { RouteWithEnds } from "./route-end-visits";
import { isNotCompleted } from "./route-gate";
import { dayEndsOf } from "./route-day";
import { renumberLabels } from "./route-labels";
import { routePlace } from "./route-places";
import { routeRules } from "./route-rules";
import { RouteStatus } from "./route-status";
import { becomesEmpty, driverByDefault, setRouteEmpty } from "./route-transitions";
import type { MeasuredLeg } from "./stops-ahead";
import { isUnderWay, leavesNotBefore, liveUntil } from "./under-way";

/** A leg of a route that is not measured yet; the route's vehicle decides profile and speed. */
export interface RouteLeg extends LegToMeasure {
  route: Route;
  plan: Plan;
}

export interface Retimed {
  changes: PlanningChanges;
  /** with some missing, the changes are not complete: measure them and retime again */
  missing: RouteLeg[];
}

/** The routes whose vehicles, places and prices retiming needs; none: there is nothing to retime. */
export function routesToRetime(state: PlanSlice, changes: PlanningChanges): Route[] {
  const routes = [...changedRoutes(state.routes, changes)].flatMap(({ before, after }) => [before, after]);
  const wanted = [...routes, ...repricedRoutes(state, changes)];
  // How long the day goes on follows from the hours of all.
  return wanted.length > 0 && isUnderWay(state.routes) ? [...wanted, ...state.routes] : wanted;
}

/**
 * New times for the routes that the changes want recalculated, in their given order: departure, arrival, totals and
 * what breaks. A route that was never planned gets its start and end; one that lost its last visit becomes empty; one
 * without a start stays without times, and its stops are numbered. A new aim of the plan gives every planned route
 * another cost.
 * @param state before the changes
 * @param fleet of the routes of `routesToRetime`
 */
export function* retimeChanges(
  state: PlanSlice,
  changes: PlanningChanges,
  fleet: Fleet,
  measured: readonly MeasuredLeg[],
): Pieces<Retimed> {
  const after = yield* applyChangesInPieces({ plan: state.plan, visits: state.visits }, changes);
  const newServiceTimes = new Set(
    changes.visits.flatMap(({ id, set }) =>
      set.serviceTime === undefined || set.serviceDuration !== undefined ? [] : [id],
    ),
  );
  const until = liveUntil(state.routes, dayEndsOf({ ...fleet, plan: after.plan }, fleet.vehiclesWithRemoved));
  const shared: Shared = {
    state,
    notBefore: leavesNotBefore(until, state.now),
    changes,
    fleet,
    measured,
    planAfter: after.plan,
    visitsBefore: byRoute(state.visits),
    // The planned time on site belonged to the old service time.
    visitsAfter: byRoute(
      yield* mapped(after.visits, (visit) =>
        newServiceTimes.has(visit.id) ? { ...visit, serviceDuration: null } : visit,
      ),
    ),
  };
  const parts: PlanningChanges[] = [];
  const missing: RouteLeg[] = [];
  for (const changed of changedRoutes(state.routes, changes)) {
    yield;
    const retimed = retimeOne(shared, changed);
    missing.push(...retimed.missing);
    parts.push(retimed.changes);
  }
  const repriced = repricedRoutes(state, changes).map((route) => ({
    id: route.id,
    set: { cost: costOf(route, after.plan, fleet) },
  }));
  return { changes: mergeChanges([...parts, planningChanges({ routes: repriced })]), missing };
}

interface ChangedRoute {
  recalculation: Recalculation;
  before: Route;
  after: Route;
}

function* changedRoutes(routes: readonly Route[], changes: PlanningChanges): Generator<ChangedRoute, void, void> {
  const byId = new Map(routes.map((route) => [route.id, route]));
  const sets = new Map(changes.routes.map((patch) => [patch.id, patch.set]));
  for (const recalculation of changes.recalculate) {
    const before = byId.get(recalculation.routeId);
    if (before === undefined || changes.removeRouteIds.includes(before.id)) continue;
    yield { recalculation, before, after: { ...before, ...sets.get(before.id) } };
  }
}

/** Routes that keep their times but whose cost is in the unit of the plan's former aim. */
function repricedRoutes({ plan, routes }: PlanSlice, changes: PlanningChanges): Route[] {
  if ((changes.plan?.set.aim ?? plan.aim) === plan.aim) return [];
  const others = new Set([...changes.removeRouteIds, ...changes.recalculate.map(({ routeId }) => routeId)]);
  return routes.filter((route) => !others.has(route.id) && route.startTime !== null);
}

const costOf = (route: Route, { aim }: Plan, { vehiclesWithRemoved }: Fleet): number =>
  routeCost(pricesOf(aim, vehiclesWithRemoved.get(route.vehicleId ?? 0) ?? null), route.duration, route.distance);

function byRoute(visits: readonly Visit[]): Map<number, Visit[]> {
  const routes = new Map<number, Visit[]>();
  for (const visit of visits) if (visit.routeId !== null) addTo(routes, visit.routeId, visit);
  return routes;
}

interface Shared {
  state: PlanSlice;
  /** see leavesNotBefore */
  notBefore: UtcText | null;
  changes: PlanningChanges;
  planAfter: Plan;
  /** by route */
  visitsBefore: ReadonlyMap<number, Visit[]>;
  visitsAfter: ReadonlyMap<number, Visit[]>;
  fleet: Fleet;
  measured: readonly MeasuredLeg[];
}

function retimeOne(
  { state, notBefore, changes, planAfter, visitsBefore, visitsAfter, fleet, measured }: Shared,
  { recalculation, before, after: route }: ChangedRoute,
): Retimed {
  const nothing = { changes: planningChanges(), missing: [] };
  const ownBefore = visitsBefore.get(route.id) ?? [];
  const own = visitsAfter.get(route.id) ?? [];
  // A vehicle that is out stays out: its departure was reported, and its way home is still to be timed.
  if (becomesEmpty(own) && route.status !== RouteStatus.OnRoute)
    return { ...nothing, changes: setRouteEmpty(route, own) };

  const driven = drivenWith(route, planAfter, fleet);
  const remeasure =
    recalculation.remeasure === true ||
    driven.key !== drivenWith(before, state.plan, fleet).key ||
    planAfter.squashDuration !== state.plan.squashDuration;
  const withEnds = withStartAndEnd(route, own, driven, { remeasure, now: state.now });
  if (withEnds === null) return { ...nothing, changes: planningChanges({ visits: renumberLabels(own) }) };

  const legs = remeasure
    ? legsToMeasure([], withEnds.visits).filter(
        (leg) => !isPast(withEnds.visits.find((visit) => visit.id === leg.visitId)!),
      )
    : [
        ...legsToMeasure(ownBefore, withEnds.visits),
        ...legsOfMovedPlaces(ownBefore, withEnds.visits, changes),
        ...(recalculation.measureLate === true ? lateLegs(withEnds.visits) : []),
      ];
  const known = measured.filter((one) => legs.some((leg) => isSameLeg(leg, one)));
  const unknown = legs.filter((leg) => !known.some((one) => isSameLeg(leg, one)));
  if (unknown.length > 0) return { ...nothing, missing: unknown.map((leg) => ({ ...leg, route, plan: planAfter })) };

  const { company, timeZone, vehiclesWithRemoved } = fleet;
  const timed = retimeRoute({
    route,
    visits: withEnds.visits,
    legs: known,
    serviceDate: planAfter.serviceDate,
    timeZone,
    now: state.now,
    squashDuration: planAfter.squashDuration,
    prices: pricesOf(planAfter.aim, vehiclesWithRemoved.get(route.vehicleId ?? 0) ?? null),
    rules: driven.vehicle === null ? undefined : routeRules(route, driven.vehicle, company, planAfter, timeZone),
    earliest: driven.shiftStart === null ? null : laterOf(notBefore, driven.shiftStart),
    notBefore,
    newDeparture: remeasure || withEnds.drafts.size > 0,
  });
  return {
    changes: mergeChanges([withNewVisits(timed, withEnds), vehiclesDriver(route, driven.vehicle, changes)]),
    missing: [],
  };
}

/** The driver defaults to the vehicle's, unless this very change took the driver away, or the route is over. */
function vehiclesDriver(route: Route, vehicle: Vehicle | null, changes: PlanningChanges): PlanningChanges {
  const isChosen = changes.routes.some(({ id, set }) => id === route.id && "driverId" in set);
  return isChosen || !isNotCompleted(route).ok ? planningChanges() : driverByDefault(route, vehicle);
}

interface DrivenWith {
  vehicle: Vehicle | null;
  shiftStart: string | null;
  /** null: the start is not set */
  ends: { start: { lat: number; lng: number }; end: { lat: number; lng: number } | null } | null;
  /** everything that legs and departure depend on */
  key: string;
}

function drivenWith(route: Route, plan: Plan, { company, vehicles, warehouses, timeZone }: Fleet): DrivenWith {
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
    key: JSON.stringify([travelModeOf(vehicle, plan), settings.speedFactor, shiftStart, ends]),
  };
}

/** The route with its start and end; as they are where nothing about them changed. Null: it can have no times. */
function withStartAndEnd(
  route: Route,
  own: Visit[],
  { ends }: DrivenWith,
  { remeasure, now }: { remeasure: boolean; now: UtcText },
): RouteWithEnds | null {
  const asItIs = { visits: own, patches: [], removeIds: [], drafts: new Map() };
  if (routeProgress(route, own, now) !== null) return asItIs;
  const hasStart = own.some((visit) => visit.type === VisitType.Start);
  if (ends === null) return hasStart ? asItIs : null;
  const lacksEnd = ends.end !== null && !own.some((visit) => visit.type === VisitType.End);
  return hasStart && !lacksEnd && !remeasure ? asItIs : withEndVisits(route, own, ends);
}

/** The times as changes: a start, end or break that is new is created with them. */
function withNewVisits(timed: PlanningChanges, { drafts, patches, removeIds }: RouteWithEnds): PlanningChanges {
  const isDraft = (patch: Patch<Visit>) => drafts.has(patch.id);
  const sets = new Map(timed.visits.map((patch) => [patch.id, patch.set]));
  const createVisits = [...[...drafts].map(([id, draft]) => ({ ...draft, ...sets.get(id) })), ...timed.createVisits];
  return mergeChanges([
    planningChanges({ visits: patches, removeVisitIds: removeIds }),
    { ...timed, visits: timed.visits.filter((patch) => !isDraft(patch)), createVisits },
  ]);
}

/** Legs that an engine knows and did not measure in time. Those that were driven since count too: in the totals. */
const lateLegs = (visits: readonly Visit[]): LegToMeasure[] =>
  legsToMeasure([], visits).filter(({ visitId }) =>
    visits.some((visit) => visit.id === visitId && visit.legEstimate === LegEstimate.Pending),
  );

/** Legs to and from visits whose coordinates change: same neighbours, other place. */
function legsOfMovedPlaces(
  before: readonly Visit[],
  after: readonly Visit[],
  changes: PlanningChanges,
): LegToMeasure[] {
  const moved = new Set(
    changes.visits.flatMap(({ id, set }) => (set.lat !== undefined || set.lng !== undefined ? [id] : [])),
  );
  if (moved.size === 0) return [];
  const known = new Set(legsToMeasure(before, after).map((leg) => leg.visitId));
  // Compared with an empty route every leg is new; those that begin or end at a moved visit count. Another visit may be
  // at the new place already: its leg is measured too, with the same result.
  const places = new Set(after.filter((visit) => moved.has(visit.id)).map((visit) => `${visit.lat},${visit.lng}`));
  return legsToMeasure([], after).filter(
    (leg) => !known.has(leg.visitId) && (moved.has(leg.visitId) || places.has(`${leg.from.lat},${leg.from.lng}`)),
  );
}
