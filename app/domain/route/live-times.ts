/**
 * When the vehicle of a route reaches the stops ahead, between two reports. The plan's times stand as long as nothing
 * is known that speaks against them: the way that is left from where the vehicle is, or the clock, which has passed a
 * planned arrival without a report. What follows is carried through all stops by the rules of every other retiming.
 */
import { epochSec, parseUtcText, utcText } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import { isLocationVisit, isToServe } from "../visit/visit-order";
import { serviceSecOf, timesOf } from "../visit/visit-times";
import type { VisitTimes } from "../visit/visit-times";
import { VisitType } from "../visit/visit-type";
import type { EtaBasis } from "../visit/eta-window";
import type { Visit } from "../visit/visit";
import { lastReport } from "./departed";
import { driveOrder } from "./drive-order";
import { driveTimes } from "./drive-times";
import type { StopAhead, StopTimes } from "./drive-times";
import { RouteStatus } from "./route-status";
import type { Route } from "./route";
import { stopAhead, stopsToReach } from "./stops-ahead";

/** What the times of a stop follow from. */
export type StopOnRoad = Pick<
  Visit,
  | "id"
  | "routeId"
  | "type"
  | "status"
  | "position"
  | "arrivalTime"
  | "completedAt"
  | "startTime"
  | "endTime"
  | "serviceTime"
  | "serviceDuration"
  | "travelDuration"
  | "waitingTime"
  | "lat"
  | "lng"
>;

/** The way from where the vehicle was to its next stop. Instants are epoch seconds. */
export interface WayLeft {
  visitId: number;
  /** when the vehicle was there */
  sinceSec: number;
  durationSec: number;
  /** when it was first seen at the stop; null: not yet */
  arrivedSec: number | null;
}

export interface RouteOnRoad {
  route: Pick<Route, "status">;
  /** UTC text: when the plan's times were made */
  plannedAt: UtcText;
  serviceDate: string;
  timeZone: string;
  /** all visits of the route */
  visits: readonly StopOnRoad[];
  /** left out of account unless it leads to the next stop and is newer than the last report */
  wayLeft: WayLeft | null;
}

export interface LiveStop {
  visit: StopOnRoad;
  arrival: number;
  begin: number;
  end: number;
  /** the same by the plan as the last report left it */
  plannedEnd: number;
  /** deliveries and pickups that are served first */
  stopsBefore: number;
}

export interface LiveTimes {
  basis: EtaBasis;
  madeAt: UtcText;
  /** what is left of the route in driving order, breaks and its end included; stops without any time are left out */
  stops: LiveStop[];
}

/** @param nowSec epoch seconds */
export function liveTimes(state: RouteOnRoad, nowSec: number): LiveTimes {
  const { route, visits, plannedAt } = state;
  const order = driveOrder(visits);
  const ahead = stopsToReach(order);
  if (route.status !== RouteStatus.OnRoute) return { basis: "plan", madeAt: plannedAt, stops: asPlanned(ahead) };
  const reportedAt = lastReport(order);
  const wayLeft = validWay(state.wayLeft, ahead, reportedAt);
  const stops = carriedOn(state, ahead, wayLeft, nowSec) ?? asPlanned(ahead);
  if (wayLeft !== null) return { basis: "position", madeAt: utcText(wayLeft.sinceSec), stops };
  return reportedAt === null
    ? { basis: "plan", madeAt: plannedAt, stops }
    : { basis: "report", madeAt: reportedAt, stops };
}

/**
 * The clock has passed a planned arrival without a report: the vehicle is there now, at the earliest. Nobody is told
 * such a time as one to expect. Both are epoch seconds.
 */
export const isOvertaken = (arrivalSec: number | null, nowSec: number): boolean =>
  arrivalSec !== null && arrivalSec < nowSec;

/** The delivery or pickup that the vehicle is heading to, behind a break too. */
export const nextToServe = <V extends Pick<Visit, "type" | "status">>(ahead: readonly V[]): V | null =>
  ahead.find(isToServe) ?? null;

function validWay(way: WayLeft | null, ahead: readonly StopOnRoad[], reportedAt: UtcText | null): WayLeft | null {
  if (way === null || nextToServe(ahead)?.id !== way.visitId) return null;
  return reportedAt !== null && epochSec(reportedAt) > way.sinceSec ? null : way;
}

const asPlanned = (ahead: readonly StopOnRoad[]): LiveStop[] =>
  numbered(ahead.map((visit) => ({ visit, times: plannedTimes(visit) })));

const plannedTimes = (visit: StopOnRoad): VisitTimes | null =>
  timesOf({
    type: visit.type,
    arrival: parseUtcText(visit.arrivalTime),
    completed: null,
    waitSec: visit.waitingTime,
    serviceSec: serviceSecOf(visit),
  });

interface Timed {
  visit: StopOnRoad;
  times: Pick<StopTimes, "arrival" | "begin" | "end"> | null;
}

function numbered(timed: readonly Timed[]): LiveStop[] {
  let stopsBefore = 0;
  return timed.flatMap(({ visit, times }) => {
    const own = stopsBefore;
    if (isLocationVisit(visit)) stopsBefore += 1;
    if (times === null) return [];
    const { arrival, begin, end } = times;
    return [{ visit, arrival, begin, end, plannedEnd: plannedTimes(visit)?.end ?? end, stopsBefore: own }];
  });
}

/**
 * New times from the next stop on; null where the plan's still stand: nothing is known of the way, and the clock has
 * not overtaken them.
 */
function carriedOn(
  state: RouteOnRoad,
  ahead: readonly StopOnRoad[],
  way: WayLeft | null,
  nowSec: number,
): LiveStop[] | null {
  const at = ahead.findIndex(isToServe);
  const next = ahead[at];
  if (next === undefined) return null;
  const planned = parseUtcText(next.arrivalTime);
  if (way === null && !isOvertaken(planned, nowSec)) return null;

  const isOver = (pause: StopAhead, sec: number) => sec >= (pause.opens ?? sec) + pause.serviceSec;
  const seen = way === null ? planned! : (way.arrivedSec ?? way.sinceSec);
  // Breaks are often not reported: one that can be over by now is.
  const pending = way === null ? [] : ahead.slice(0, at).filter((visit) => !isOver(stopAhead(visit, state), seen));
  const after = ahead.slice(at + 1);
  const own = stopAhead(next, state);

  const isThere = way === null || way.arrivedSec !== null;
  const before = isThere ? [] : pending;
  const later = isThere ? [...pending, ...after] : after;
  const stops = [
    ...before.map((visit) => stopAhead(visit, state)),
    { ...own, travelSec: isThere ? 0 : way.durationSec },
  ];
  const times = driveTimes(seen, stops);
  const there = times.at(-1)!;
  // Until somebody says otherwise it is now: the vehicle arrives, the service begins, or it is just over.
  const arrival = way?.arrivedSec ?? Math.max(there.arrival, nowSec);
  const begin = way?.arrivedSec == null ? Math.max(there.begin, nowSec) : there.begin;
  const end = Math.max(there.end, nowSec);
  const rest = driveTimes(
    end,
    later.map((visit) => stopAhead(visit, state)),
  );
  return numbered([
    ...before.map((visit, index) => ({ visit, times: times[index]! })),
    { visit: next, times: { arrival, begin, end } },
    ...later.map((visit, index) => ({ visit, times: rest[index]! })),
  ]);
}

/** Breaks aside: what recipients and dispatchers ask about. */
export const servedStops = ({ stops }: LiveTimes): LiveStop[] =>
  stops.filter(({ visit }) => visit.type !== VisitType.Break && visit.type !== VisitType.End);
