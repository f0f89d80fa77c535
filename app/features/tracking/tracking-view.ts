/** What the dispatcher's page of the road knows: on server and in browsers alike. Instants are epoch seconds. */
import { count } from "~/domain/format-number";
import { compareNames } from "~/domain/compare-names";
import { planTime } from "~/domain/time/service-clock";
import type { ServiceClock } from "~/domain/time/service-clock";
import { isStartMissed } from "~/domain/plan/plan-rules";
import { RouteStatus } from "~/domain/route/route-status";
import { allOverText } from "~/domain/route/road-view";
import type { RouteColor } from "~/domain/route/route-palette";
import type { AttentionItem } from "~/domain/route/predicted-lateness";
import { distinctIndexes, routeColor } from "~/domain/route/route-palette";
import type { MarkedPosition, MarkedRoute, MarkedStop } from "~/ui/map/route-marks";

/** A route that is on the road. */
export interface TrackedRoute extends MarkedRoute {
  plate: string;
  planId: number;
  plan: string;
  /** 'YYYY-MM-DD' */
  date: string;
  driver: string;
  /** empty for none */
  driverPhone: string;
  /** IANA name of the warehouse's clock */
  timeZone: string;
  isLocked: boolean;
  /** location visits that are scheduled on it: all, done, failed */
  stops: number;
  served: number;
  failed: number;
  finish: number | null;
  position: MarkedPosition | null;
}

/** A stop of such a route. */
export interface TrackedStop extends MarkedStop {
  routeId: number;
  /** when the vehicle is expected; missing for a past stop, and where nobody knows */
  eta?: number;
  /** between when the recipient is told to expect it */
  from?: number;
  to?: number;
  /** seconds after the end of the window: of a past stop as it was served, of any other as it is expected */
  lateSec?: number;
  /** when it was reported done or failed */
  past?: number;
  /** of the recipient */
  phone?: string;
  /** encoded leg from the place before, of a stop that is still to be served */
  line?: string;
}

/** A route of today that is approved, and that nobody has started. */
export interface WaitingRoute extends Pick<TrackedRoute, "id" | "plate" | "driver" | "date" | "timeZone"> {
  vehicle: string;
  /** as planned; null: its times aren't known */
  start: number | null;
}

/** Those that have to be on the road first stand first. */
export const byStart = (a: WaitingRoute, b: WaitingRoute): number =>
  (a.start ?? Infinity) - (b.start ?? Infinity) || compareNames(a.vehicle, b.vehicle) || a.id - b.id;

/** Whether a route of today should be on the road by now. */
export const isOverdue = ({ start }: Pick<WaitingRoute, "start">, nowSec: number): boolean =>
  isStartMissed({ status: RouteStatus.Scheduled, start }, nowSec);

/** 'Starts 14:00', and after that 'Not started, planned for 14:00'. */
export function startWords(route: Pick<WaitingRoute, "start" | "date" | "timeZone">, nowSec: number): string {
  if (route.start === null) return "Not started";
  const time = planTime(route.start, clockOf(route));
  return isOverdue(route, nowSec) ? `Not started, planned for ${time}` : `Starts ${time}`;
}

/** What the road itself asks for attention. */
export interface RoadAttention extends AttentionItem {
  key: string;
  /** who sees to it, in words */
  seen: string | null;
}

/** Of the route's plan. */
export const clockOf = ({ date, timeZone }: Pick<TrackedRoute, "date" | "timeZone">): ServiceClock => ({
  timeZone,
  serviceDate: date,
});

export const colourOf = ({ index }: Pick<TrackedRoute, "index">): RouteColor => routeColor(index, false);

/** Routes of several plans on one page, each in a colour of its own. The oldest keep that of their plan. */
export function withOwnColours<Row extends Pick<TrackedRoute, "id" | "index">>(routes: readonly Row[]): Row[] {
  const byAge = [...routes].sort((a, b) => a.id - b.id);
  const indexes = distinctIndexes(byAge.map(({ index }) => index));
  const indexOf = new Map(byAge.map(({ id }, at) => [id, indexes[at]!]));
  return routes.map((route) => ({ ...route, index: indexOf.get(route.id) ?? route.index }));
}

export const isLeft = ({ status }: Pick<TrackedStop, "status">): boolean => status !== "done" && status !== "failed";

/** Of a route on the road whose stops are all past: a failed one isn't served. */
export const nothingLeftText = ({ stops, failed }: Pick<TrackedRoute, "stops" | "failed">): string =>
  failed === 0 ? allOverText(stops, 0) : `Nothing left · ${failed} failed`;

/** What the list says of a route, and how it is ordered. */
export interface RouteState {
  route: TrackedRoute;
  stops: readonly TrackedStop[];
  next: TrackedStop | null;
  /** the most that a stop ahead is late; 0: none is */
  lateSec: number;
}

/** '24 routes late': elsewhere visits are counted. Null: none is. */
export function lateInWords(states: readonly Pick<RouteState, "lateSec">[]): string | null {
  const late = states.filter(({ lateSec }) => lateSec > 0).length;
  return late === 0 ? null : `${count(late, "route")} late`;
}

/** Routes that are late first, the latest on top; the others by their vehicle. */
export function routeStates(routes: readonly TrackedRoute[], stops: readonly TrackedStop[]): RouteState[] {
  const byRoute = new Map<number, TrackedStop[]>(routes.map(({ id }) => [id, []]));
  for (const stop of stops) byRoute.get(stop.routeId)?.push(stop);
  return routes
    .map((route) => {
      const own = byRoute.get(route.id) ?? [];
      const left = own.filter(isLeft);
      return {
        route,
        stops: own,
        next: left[0] ?? null,
        lateSec: Math.max(0, ...left.map((stop) => stop.lateSec ?? 0)),
      };
    })
    .sort((a, b) => b.lateSec - a.lateSec || compareNames(a.route.vehicle, b.route.vehicle) || a.route.id - b.route.id);
}
