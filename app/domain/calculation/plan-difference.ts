/**
 * What a result changes in a plan: the stops that move, and the figures of each route and of the whole plan, before and
 * after.
 */
import { countBroken } from "../route/route-warnings";
import { isLocationVisit, isScheduled, sortVisits, isUnscheduled } from "../visit/visit-order";
import { PIECE } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import { applyChangesInPieces } from "../apply-changes";
import { longestRising } from "../longest-rising";
import type { PlanRecords } from "../apply-changes";
import type { PlanningChanges } from "../changes";
import type { Route } from "../route/route";
import { workSecOf } from "../route/route";
import type { Visit } from "../visit/visit";

/** Where a stop stands. */
export interface StopPlace {
  routeId: number;
  /** 1 is the route's first stop */
  position: number;
}

interface MovedStop {
  visitId: number;
  name: string;
  /** null: on no route */
  from: StopPlace | null;
  to: StopPlace | null;
}

export interface PlanFigures {
  /** visits that are served */
  served: number;
  /** seconds of driving, waiting and service */
  workSec: number;
  distanceM: number;
  /** hundredths for display */
  cost: number;
  /** rules that are broken, of the routes and of their stops */
  violations: number;
}

interface RouteDifference {
  routeId: number;
  before: PlanFigures;
  after: PlanFigures;
}

/** The figures of the whole plan; small enough for the plan's own page. */
export interface PlanTotalsDifference {
  moved: number;
  before: PlanFigures;
  after: PlanFigures;
  /** of the plan after it; missing in what older versions stored */
  rest?: {
    /** routes that have visits */
    routes: number;
    /** visits that are not served */
    unscheduled: number;
  };
}

export interface PlanDifference extends Required<PlanTotalsDifference> {
  moves: MovedStop[];
  /** every route that has stops before or after, in the plan's order */
  routes: RouteDifference[];
}

type Records = Pick<PlanRecords, "routes" | "visits">;

/** Stops of each route in their order. */
function ordersOf({ routes, visits }: Records): Map<number, Visit[]> {
  const orders = new Map<number, Visit[]>(routes.map((route) => [route.id, []]));
  for (const visit of visits) {
    if (visit.routeId !== null && isLocationVisit(visit) && !isUnscheduled(visit))
      orders.get(visit.routeId)?.push(visit);
  }
  for (const [routeId, own] of orders) orders.set(routeId, sortVisits(own));
  return orders;
}

function placesOf(orders: ReadonlyMap<number, readonly Visit[]>): Map<number, StopPlace> {
  const places = new Map<number, StopPlace>();
  for (const [routeId, order] of orders)
    order.forEach((visit, index) => places.set(visit.id, { routeId, position: index + 1 }));
  return places;
}

/** Of a route's stops before and after: the fewest that have to move for the others to keep their order. */
function reordered(before: readonly Visit[], now: readonly Visit[]): number[] {
  const at = new Map(now.map((visit, index) => [visit.id, index]));
  const common = before.filter((visit) => at.has(visit.id));
  const stay = longestRising(common.map((visit) => at.get(visit.id)!));
  return common.filter((_, index) => !stay.has(index)).map((visit) => visit.id);
}

function figures(route: Route | null, stops: readonly Visit[], broken: number): PlanFigures {
  return {
    served: stops.length,
    workSec: route === null ? 0 : workSecOf(route),
    distanceM: route?.distance ?? 0,
    cost: route?.cost ?? 0,
    violations: broken,
  };
}

const sum = (all: readonly PlanFigures[]): PlanFigures =>
  all.reduce(
    (total, one) => ({
      served: total.served + one.served,
      workSec: total.workSec + one.workSec,
      distanceM: total.distanceM + one.distanceM,
      cost: total.cost + one.cost,
      violations: total.violations + one.violations,
    }),
    { served: 0, workSec: 0, distanceM: 0, cost: 0, violations: 0 },
  );

/** Rules that each route and its visits break. */
function brokenOf({ routes, visits }: Records): Map<number, number> {
  const warned = new Map<number, Visit[]>(routes.map((route) => [route.id, []]));
  for (const visit of visits) {
    if (visit.routeId !== null && visit.violations.length > 0) warned.get(visit.routeId)?.push(visit);
  }
  return new Map(routes.map((route) => [route.id, countBroken(route, warned.get(route.id)!)]));
}

/** @param before all routes and visits of the plan as they are; @param changes what the result would change */
export function* planDifferenceInPieces(before: Records, changes: PlanningChanges): Pieces<PlanDifference> {
  const now = yield* applyChangesInPieces(before, changes);
  const ordersBefore = ordersOf(before);
  yield;
  const ordersNow = ordersOf(now);
  yield;
  const [placesBefore, placesNow] = [placesOf(ordersBefore), placesOf(ordersNow)];
  yield;
  const moved = new Set<number>();
  for (const visit of before.visits) {
    if ((placesBefore.get(visit.id)?.routeId ?? null) !== (placesNow.get(visit.id)?.routeId ?? null))
      moved.add(visit.id);
  }
  let compared = 0;
  for (const [routeId, order] of ordersBefore) {
    for (const id of reordered(order, ordersNow.get(routeId) ?? [])) moved.add(id);
    compared += order.length;
    if (compared < PIECE) continue;
    compared = 0;
    yield;
  }
  const moves = before.visits
    .filter((visit) => moved.has(visit.id))
    .map((visit): MovedStop => ({
      visitId: visit.id,
      name: visit.name,
      from: placesBefore.get(visit.id) ?? null,
      to: placesNow.get(visit.id) ?? null,
    }));
  yield;

  const index = new Map(before.routes.map((route, at) => [route.id, at]));
  const rank = (place: StopPlace | null) =>
    place === null ? Infinity : index.get(place.routeId)! * 100_000 + place.position;
  moves.sort(
    (a, b) => compareRanks(rank(a.from), rank(b.from)) || compareRanks(rank(a.to), rank(b.to)) || a.visitId - b.visitId,
  );
  yield;

  const [brokenBefore, brokenNow] = [brokenOf(before), brokenOf(now)];
  const routesNow = new Map(now.routes.map((route) => [route.id, route]));
  const all = before.routes.map((route): RouteDifference => {
    const routeNow = routesNow.get(route.id) ?? null;
    return {
      routeId: route.id,
      before: figures(route, ordersBefore.get(route.id) ?? [], brokenBefore.get(route.id) ?? 0),
      after: figures(routeNow, ordersNow.get(route.id) ?? [], brokenNow.get(route.id) ?? 0),
    };
  });
  return {
    moved: moves.length,
    moves,
    routes: all.filter((one) => one.before.served > 0 || one.after.served > 0),
    before: sum(all.map((one) => one.before)),
    after: sum(all.map((one) => one.after)),
    rest: restOf(now.visits),
  };
}

function restOf(visits: readonly Visit[]): PlanDifference["rest"] {
  const stops = visits.filter(isLocationVisit);
  return {
    routes: new Set(stops.flatMap(({ routeId }) => (routeId === null ? [] : [routeId]))).size,
    unscheduled: stops.filter((visit) => !isScheduled(visit)).length,
  };
}

/** Two that are on no route are equal: infinite ranks have no difference. */
const compareRanks = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** A stored difference, or null for one that an older version stored differently. */
export function totalsOf(stored: unknown): PlanTotalsDifference | null {
  const value = stored as Partial<PlanTotalsDifference> | null;
  return value !== null &&
    typeof value === "object" &&
    typeof value.moved === "number" &&
    value.before !== undefined &&
    value.after !== undefined
    ? (value as PlanTotalsDifference)
    : null;
}
