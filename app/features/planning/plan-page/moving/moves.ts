/**
 * Moving visits on the plan page: where the pointer would drop them, why some can't move, and how a move looks before
 * it is saved.
 */
import { refusalMessage } from "~/domain/decision";
import { hasOrder, isLocationVisit, isPast } from "~/domain/visit/visit-order";
import { canReceiveVisits, canBeMoved } from "~/domain/visit/visit-permissions";
import { VisitStatus, plannedStatus } from "~/domain/visit/visit-status";
import { EMPTY_ROUTES, type GroupKey, type PlanRow } from "../list/plan-rows";
import { visitsByRoute, type RouteItem, type VisitItem } from "../plan-view";

export interface Move {
  visitIds: readonly number[];
  /** null: off the route */
  toRouteId: number | null;
  /** 1 is the first stop, counted without the moved ones; undefined: the end */
  position?: number | undefined;
}

const NAME_LENGTH = 40;
/** A name short enough for a sentence. */
export const shortName = (name: string): string =>
  name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…` : name;

type Groups = ReadonlyMap<number | null, readonly VisitItem[]>;

/** Why a visit can't be dragged, or null. */
export function fixedReason(visit: VisitItem, route: RouteItem | null, groups: Groups): string | null {
  return refusalMessage(canBeMoved(visit, route, groups.get(visit.routeId) ?? []));
}

/** Where the pointer would drop the visits; `line` is drawn above that row, `intoKey` frames a folded group. */
export interface DropPlace {
  toRouteId: number | null;
  position: number | undefined;
  line: number | null;
  intoKey: string | null;
  /** for the card and for screen readers: 'Van 3, stop 4' */
  where: string;
  /** why nothing may be dropped here */
  refused: string | null;
}

/** @param at row index with its fraction: 3.2 is the upper part of the fourth row */
export function dropPlace(
  rows: readonly PlanRow[],
  groups: Groups,
  moved: ReadonlySet<number>,
  at: number,
): DropPlace | null {
  if (rows.length === 0) return null;
  const index = Math.min(rows.length - 1, Math.max(0, Math.floor(at)));
  const row = rows[index]!;
  if (row.kind === "empty")
    return {
      toRouteId: null,
      position: undefined,
      line: null,
      intoKey: row.key,
      where: "Routes without visits",
      refused: row.open ? "Drop it on one of the routes below." : "Hold it here: the routes unfold.",
    };
  const lower = at - index >= 0.5;
  const route = row.kind === "unserved" ? null : row.route;
  if (route === null)
    return {
      toRouteId: null,
      position: undefined,
      line: null,
      intoKey: row.kind === "unserved" ? row.key : "unserved",
      where: "Unscheduled",
      refused: null,
    };
  const refused = refusalMessage(canReceiveVisits(route));
  const order = (groups.get(route.id) ?? []).filter((visit) => hasOrder(visit) && !moved.has(visit.id));
  const place = (position: number, line: number | null): DropPlace => ({
    toRouteId: route.id,
    position,
    line,
    intoKey: null,
    where: `${shortName(route.vehicle)}, stop ${Math.min(position, order.length + 1)}`,
    refused,
  });
  if (row.kind === "route") {
    // Also when it is open: it may unfold while somebody aims at it, and that must not change where the visits go.
    return {
      toRouteId: route.id,
      position: undefined,
      line: null,
      intoKey: row.key,
      where: `${shortName(route.vehicle)}, at the end`,
      refused,
    };
  }
  if (row.kind !== "visit") return null;
  const all = groups.get(route.id) ?? [];
  // Every stop of the order above the line comes before the visits.
  const above = all
    .slice(0, all.findIndex((visit) => visit.id === row.visit.id) + (lower ? 1 : 0))
    .filter((visit) => hasOrder(visit) && !moved.has(visit.id));
  return place(above.length + 1, index + (lower ? 1 : 0));
}

/** The folded routes at a place, which unfold while it is held: one that takes visits, or those that have none yet. */
export function foldedAt(rows: readonly PlanRow[], place: DropPlace | null): GroupKey | null {
  const row = place === null ? undefined : rows.find(({ key }) => key === place.intoKey);
  if (row?.kind === "empty") return row.open ? null : EMPTY_ROUTES;
  return row?.kind === "route" && !row.open && place?.refused === null ? row.route.id : null;
}

/** The place of a visit in its route's order: 1 is the first stop; 0 when it has none. */
export const placeInRoute = (visit: VisitItem, groups: Groups): number =>
  (groups.get(visit.routeId) ?? []).filter(hasOrder).findIndex((one) => one.id === visit.id) + 1;

/**
 * The place of several visits of a route among its other stops, as a move counts it (without the moved ones), and the
 * last possible place.
 * @param group of the route, in its order
 */
export function placeOfSeveral(
  moved: readonly VisitItem[],
  group: readonly VisitItem[],
): { position: number; last: number } {
  const ids = new Set(moved.map((visit) => visit.id));
  const order = group.filter(hasOrder);
  const first = order.findIndex((visit) => ids.has(visit.id));
  return { position: first + 1, last: order.filter((visit) => !ids.has(visit.id)).length + 1 };
}

/** The plan as it looks with moves that the server has not confirmed yet: places change at once, times follow. */
export function withMoves(
  routes: readonly RouteItem[],
  visits: readonly VisitItem[],
  moves: readonly Move[],
): { routes: readonly RouteItem[]; visits: readonly VisitItem[] } {
  return moves.reduce((now, move) => withMove(now.routes, now.visits, move), { routes, visits });
}

function withMove(
  routes: readonly RouteItem[],
  visits: readonly VisitItem[],
  move: Move,
): { routes: readonly RouteItem[]; visits: readonly VisitItem[] } {
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const moved = move.visitIds.flatMap((id) => byId.get(id) ?? []);
  const changed = new Map<number, VisitItem>();
  const groups = visitsByRoute(visits.filter((visit) => !move.visitIds.includes(visit.id)));
  const target = (groups.get(move.toRouteId) ?? []).filter(hasOrder);
  const arriving = moved.map((visit) => onRoute(visit, routes.find((route) => route.id === move.toRouteId) ?? null));
  const index = Math.min(target.length, Math.max(0, (move.position ?? target.length + 1) - 1));
  const renumbered = (order: readonly VisitItem[]) => {
    let label = 0;
    order.forEach((visit, at) =>
      changed.set(visit.id, { ...visit, position: at + 1, label: isLocationVisit(visit) ? ++label : 0 }),
    );
  };
  if (move.toRouteId === null) arriving.forEach((visit) => changed.set(visit.id, visit));
  else renumbered([...target.slice(0, index), ...arriving, ...target.slice(index)]);
  const left = new Set(
    moved.flatMap((visit) => (visit.routeId === null || visit.routeId === move.toRouteId ? [] : [visit.routeId])),
  );
  for (const routeId of left) renumbered((groups.get(routeId) ?? []).filter(hasOrder));
  const after = visits.map((visit) => changed.get(visit.id) ?? visit);
  const counted = moved.filter(isLocationVisit);
  const stops = (route: RouteItem): number =>
    route.stops +
    (route.id === move.toRouteId
      ? counted.filter((visit) => visit.routeId !== route.id).length
      : -counted.filter((visit) => visit.routeId === route.id).length);
  return {
    routes: routes.map((route) =>
      route.id === move.toRouteId || left.has(route.id) ? { ...route, stops: stops(route) } : route,
    ),
    visits: after,
  };
}

function onRoute(visit: VisitItem, route: RouteItem | null): VisitItem {
  if (visit.routeId === (route?.id ?? null)) return visit;
  const { eta: _eta, lateSec: _late, broken: _broken, reason: _reason, line: _line, ...rest } = visit;
  const status = isPast(visit) ? visit.status : route === null ? VisitStatus.Unscheduled : plannedStatus(route);
  return { ...rest, routeId: route?.id ?? null, status, label: route === null ? 0 : visit.label };
}
