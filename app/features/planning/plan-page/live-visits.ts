/** Arrivals of routes on the road as Tracking tells them, on the pages that otherwise have the plan's times. */
import { delaySentence, isDelay } from "~/domain/calculation/delay-words";
import { liveTimes } from "~/domain/route/live-times";
import type { LiveStop, StopOnRoad } from "~/domain/route/live-times";
import { RouteStatus } from "~/domain/route/route-status";
import type { ServiceClock } from "~/domain/time/service-clock";
import { wholeMinute } from "~/domain/time/format";
import { utcText } from "~/domain/time/utc-text";
import { lateFrom } from "~/domain/visit/visit-times";
import { VisitType } from "~/domain/visit/visit-type";
import { warningsOf } from "./list/warning-items";
import { groupedByRoute, itemTimes } from "./plan-view";
import type { RouteItem, VisitItem } from "./plan-view";

const MIN_SEC = 60;
const instant = (sec: number | undefined) => (sec === undefined ? null : utcText(sec));

const stopOf = (visit: VisitItem): StopOnRoad => ({
  id: visit.id,
  routeId: visit.routeId,
  type: visit.type,
  status: visit.status,
  position: visit.position,
  arrivalTime: instant(visit.eta),
  completedAt: instant(visit.ata),
  startTime: visit.from ?? null,
  endTime: visit.to ?? null,
  serviceTime: Math.round(visit.serviceSec / MIN_SEC),
  serviceDuration: visit.serviceSec,
  travelDuration: visit.travelSec,
  waitingTime: visit.waitSec,
  lat: visit.lat ?? null,
  lng: visit.lng ?? null,
});

/** What was shown: the same objects as long as nothing in them moves, so that only what is new is drawn. */
interface KnownLive {
  /** by the visit with the plan's times */
  visits: WeakMap<VisitItem, VisitItem>;
  last: readonly VisitItem[];
}

export const nothingKnown = (): KnownLive => ({ visits: new WeakMap(), last: [] });

type LiveRoute = Pick<RouteItem, "id" | "status" | "way">;

/** What is left of the routes on the road as it is expected now, in driving order, by the route's id. */
type LiveStops = ReadonlyMap<number, readonly LiveStop[]>;

export function liveStopsOf(
  routes: readonly LiveRoute[],
  visits: readonly VisitItem[],
  clock: ServiceClock,
  nowSec: number,
): LiveStops {
  const onRoad = routes.filter(({ status }) => status === RouteStatus.OnRoute);
  const groups = onRoad.length === 0 ? new Map<number, VisitItem[]>() : groupedByRoute(visits);
  return new Map(
    onRoad.map((route) => {
      const own = (groups.get(route.id) ?? []).map(stopOf);
      const state = { route, plannedAt: utcText(nowSec), visits: own, wayLeft: route.way ?? null, ...clock };
      return [route.id, liveTimes(state, nowSec).stops];
    }),
  );
}

/** The visits, those ahead on the road with when they are expected now; where none has moved, the same array. */
export function withLiveTimes(visits: readonly VisitItem[], ahead: LiveStops, known: KnownLive): readonly VisitItem[] {
  const expected = new Map([...ahead.values()].flat().map((stop) => [stop.visit.id, stop]));
  const shown = visits.map((visit) => {
    const live = expected.get(visit.id);
    return live === undefined ? visit : expectedVisit(visit, live, known.visits);
  });
  known.last = [known.last, visits].find((before) => areSame(before, shown)) ?? shown;
  return known.last;
}

const areSame = (before: readonly VisitItem[], after: readonly VisitItem[]): boolean =>
  before.length === after.length && after.every((visit, at) => visit === before[at]);

function expectedVisit(visit: VisitItem, live: LiveStop, known: KnownLive["visits"]): VisitItem {
  const planned = itemTimes(visit);
  if (planned === null) return visit;
  // By the minute, as times are shown.
  const expected = wholeMinute(visit.type === VisitType.Break ? live.begin : live.arrival);
  if (expected === wholeMinute(planned.shown)) return visit;
  const before = known.get(visit);
  if (before?.live === expected) return before;
  // The plan's delay would contradict the time beside it.
  const { lateSec: _planned, broken = [], ...rest } = visit;
  const late = lateFrom(live.begin, visit.closes ?? null);
  const sentences = broken.filter((sentence) => !isDelay(sentence));
  if (late !== null) sentences.push(delaySentence(late));
  const shown: VisitItem = {
    ...rest,
    live: expected,
    ...(late !== null && { lateSec: late }),
    ...(sentences.length > 0 && { broken: sentences }),
  };
  known.set(visit, shown);
  return shown;
}

/** The routes, those on the road with as many warnings as their visits have now; otherwise the same array. */
export function withLiveWarnings(routes: readonly RouteItem[], visits: readonly VisitItem[]): readonly RouteItem[] {
  if (!visits.some(({ live }) => live !== undefined)) return routes;
  const groups = groupedByRoute(visits);
  const shown = routes.map((route) => {
    const own = groups.get(route.id) ?? [];
    if (!own.some(({ live }) => live !== undefined)) return route;
    const warnings = warningsOf(route, own).length;
    return warnings === route.warnings ? route : { ...route, warnings };
  });
  return shown.every((route, at) => route === routes[at]) ? routes : shown;
}

/** The routes, those on the road with when they end by what is left of them now; otherwise the same array. */
export function withLiveFinish(routes: readonly RouteItem[], ahead: LiveStops): readonly RouteItem[] {
  const shown = routes.map((route) => {
    const ends = ahead.get(route.id)?.at(-1)?.end;
    if (ends === undefined) return route;
    // By the minute, as the arrivals above it.
    const finish = wholeMinute(ends);
    return route.finish !== null && finish === wholeMinute(route.finish) ? route : { ...route, finish };
  });
  return shown.every((route, at) => route === routes[at]) ? routes : shown;
}
