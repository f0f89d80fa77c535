/** Arrivals of routes on the road as Tracking tells them, on the pages that otherwise have the plan's times. */
import { liveTimes } from "~/domain/route/live-times";
import type { StopOnRoad } from "~/domain/route/live-times";
import { RouteStatus } from "~/domain/route/route-status";
import type { ServiceClock } from "~/domain/time/service-clock";
import { utcText } from "~/domain/time/utc-text";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { VisitType } from "~/domain/visit/visit-type";
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

/** A visit whose arrival has moved; the same object as long as it stays there, so that only what is new is drawn. */
export type KnownLive = WeakMap<VisitItem, VisitItem>;

/** The visits, those ahead on the road with when they are expected now. Without such a route: the same array. */
export function withLiveTimes(
  routes: readonly Pick<RouteItem, "id" | "status" | "way">[],
  visits: readonly VisitItem[],
  clock: ServiceClock,
  nowSec: number,
  known: KnownLive,
): readonly VisitItem[] {
  const arrivals = new Map<number, { arrival: number; begin: number }>();
  for (const route of routes) {
    if (route.status !== RouteStatus.OnRoute) continue;
    const own = visits.filter((visit) => visit.routeId === route.id).map(stopOf);
    const state = { route, plannedAt: utcText(nowSec), visits: own, wayLeft: route.way ?? null, ...clock };
    for (const { visit, arrival, begin } of liveTimes(state, nowSec).stops) arrivals.set(visit.id, { arrival, begin });
  }
  if (arrivals.size === 0) return visits;
  return visits.map((visit) => {
    const live = arrivals.get(visit.id);
    const isTold = isLocationVisit(visit) || visit.type === VisitType.End;
    if (live === undefined || visit.eta === undefined || !isTold) return visit;
    // By the minute, as times are shown.
    const arrival = Math.floor(live.arrival / MIN_SEC) * MIN_SEC;
    if (Math.abs(arrival - visit.eta) < MIN_SEC) return visit;
    const before = known.get(visit);
    if (before?.live === arrival) return before;
    const { lateSec: _planned, ...rest } = visit;
    const late = visit.closes === undefined ? 0 : live.begin - visit.closes;
    const shown: VisitItem = { ...rest, live: arrival, ...(late >= MIN_SEC ? { lateSec: late } : {}) };
    known.set(visit, shown);
    return shown;
  });
}
