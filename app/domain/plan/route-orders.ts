/**
 * The order of a route's stops before and after a change, and which of them the change itself put there.
 */
import { longestRising } from "../longest-rising";
import { applyChangesInPieces } from "../apply-changes";
import type { PlanningChanges } from "../changes";
import { PIECE } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import { hasOrder, sortVisits } from "../visit/visit-order";
import type { OrderedVisit } from "../visit/visit-order";
import type { Visit } from "../visit/visit";

export interface RouteOrder {
  routeId: number;
  /** stops and breaks in their order, without start and end */
  visitIds: number[];
}

interface ChangedOrders {
  before: RouteOrder[];
  after: RouteOrder[];
  /**
   * visits that came, went, or stand elsewhere among the others; those that only moved up or down with them are none
   */
  placed: number[];
}

type Placed = OrderedVisit & Pick<Visit, "routeId">;

/** The stops of a route that have a place in it, in their order. */
export const stopIdsInOrder = (visits: readonly Placed[], routeId: number): number[] =>
  sortVisits(visits.filter((visit) => visit.routeId === routeId && hasOrder(visit))).map((visit) => visit.id);

/** The stops of each route that has some. */
function stopsOf(visits: Iterable<Placed>): Map<number, Placed[]> {
  const stops = new Map<number, Placed[]>();
  for (const visit of visits) {
    if (visit.routeId === null || !hasOrder(visit)) continue;
    const own = stops.get(visit.routeId);
    if (own === undefined) stops.set(visit.routeId, [visit]);
    else own.push(visit);
  }
  return stops;
}

/**
 * @param visits whole routes, as they were before
 * @param chosen what the user acted on: of two neighbours that change places, the one that was moved
 */
export function* changedOrders(
  visits: readonly Visit[],
  changes: PlanningChanges,
  createdVisitIds: readonly number[],
  chosen: readonly number[],
): Pieces<ChangedOrders> {
  yield;
  const then: Placed[] = (yield* applyChangesInPieces({ visits: [...visits] }, changes)).visits;
  changes.createVisits.forEach(({ type, status, position, routeId }, index) => {
    const id = createdVisitIds[index];
    if (id !== undefined) then.push({ id, type, status, position, routeId });
  });
  yield;
  const orders: ChangedOrders = { before: [], after: [], placed: [] };
  const placed = new Set<number>();
  const stopsBefore = stopsOf(visits);
  yield;
  const stopsAfter = stopsOf(then);
  const inOrder = (stops: readonly Placed[] | undefined) => sortVisits(stops ?? []).map((visit) => visit.id);
  const chosenIds = new Set(chosen);
  let compared = 0;
  for (const routeId of new Set([...stopsBefore.keys(), ...stopsAfter.keys()])) {
    const [before, after] = [inOrder(stopsBefore.get(routeId)), inOrder(stopsAfter.get(routeId))];
    compared += before.length + after.length;
    if (compared > PIECE) {
      compared = 0;
      yield;
    }
    if (isSameOrder(before, after)) continue;
    orders.before.push({ routeId, visitIds: before });
    orders.after.push({ routeId, visitIds: after });
    for (const id of placedIn(before, after, chosenIds)) placed.add(id);
  }
  return { ...orders, placed: [...placed] };
}

export const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

function placedIn(before: readonly number[], after: readonly number[], chosen: ReadonlySet<number>): number[] {
  const [had, has] = [new Set(before), new Set(after)];
  const cameOrWent = [...before.filter((id) => !has.has(id)), ...after.filter((id) => !had.has(id))];
  const [stayedBefore, stayedAfter] = [before.filter((id) => has.has(id)), after.filter((id) => had.has(id))];
  const others = (ids: readonly number[]) => ids.filter((id) => !chosen.has(id));
  // Where the others keep their order, the chosen ones are those that moved.
  const moved = isSameOrder(stayedBefore, stayedAfter)
    ? []
    : isSameOrder(others(stayedBefore), others(stayedAfter))
      ? stayedAfter.filter((id) => chosen.has(id))
      : outOfOrder(stayedBefore, stayedAfter);
  return [...cameOrWent, ...moved];
}

/** As few as possible whose moving makes the second order of the first. */
function outOfOrder(before: readonly number[], after: readonly number[]): number[] {
  const rank = new Map(before.map((id, index) => [id, index]));
  const staying = longestRising(after.map((id) => rank.get(id) ?? 0));
  return after.filter((_, index) => !staying.has(index));
}

/**
 * The order now, with the placed stops back among their former neighbours. Stops that others have added or moved since
 * stay where they are.
 * @param before the order to restore
 * @param isBack whether a stop is to stand on the route again
 * @param first how many stops nothing is put ahead of: past ones, and the one that the vehicle is heading to
 */
export function revertedOrder(
  now: readonly number[],
  before: readonly number[],
  placed: ReadonlySet<number>,
  isBack: (id: number) => boolean,
  first: (rest: readonly number[]) => number,
): number[] {
  const order = now.filter((id) => !placed.has(id));
  const earliest = first(order);
  before.forEach((id, index) => {
    if (!placed.has(id) || !isBack(id)) return;
    const ahead = before.slice(0, index).findLast((one) => order.includes(one));
    const behind = before.slice(index + 1).find((one) => order.includes(one));
    const at =
      ahead !== undefined ? order.indexOf(ahead) + 1 : behind !== undefined ? order.indexOf(behind) : order.length;
    order.splice(Math.max(at, earliest), 0, id);
  });
  return order;
}
