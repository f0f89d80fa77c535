/**
 * The times of a stop, for every view alike: arrival (the vehicle is there), begin and end of the service. A view that
 * lists one of them shows `shown`, and names it with its label.
 */
import { parseUtcText } from "../time/utc-text";
import { secOf } from "../time/format";
import { isPastStatus } from "./visit-status";
import { VisitType } from "./visit-type";
import type { Visit } from "./visit";
import { isStartOrEnd } from "./visit-order";

/** What the times follow from; instants are epoch seconds. */
interface TimedStop {
  type: VisitType;
  /** planned; null before a calculation */
  arrival: number | null;
  /** when it was reported done or failed; null for a stop that is not past */
  completed: number | null;
  /** planned, before the service may begin */
  waitSec: number;
  serviceSec: number;
}

export interface VisitTimes {
  arrival: number;
  begin: number;
  end: number;
  /**
   * the time that lists show: ETA is the planned arrival, ATA when the stop was completed; a break has no arrival, and
   * a route sets off from its start without arriving there
   */
  label: "ETA" | "ATA" | "Begin" | "Departure";
  shown: number;
  /** the planned begin is a minute or more after the arrival: both are worth showing */
  waits: boolean;
}

/** Less than a minute is not shown. */
const NOTICED_SEC = 60;

/** Whether a wait is worth showing. */
export const isNoticed = (waitSec: number): boolean => waitSec >= NOTICED_SEC;

/**
 * Of a past stop only the completion is known: its service ended then, and began its planned duration earlier. How
 * long the vehicle waited is unknown. Null for a stop without any time.
 */
export function timesOf({ type, arrival, completed, waitSec, serviceSec }: TimedStop): VisitTimes | null {
  const onSite = isStartOrEnd({ type }) ? 0 : serviceSec;
  if (completed !== null)
    return {
      arrival: completed - onSite,
      begin: completed - onSite,
      end: completed,
      label: type === VisitType.Start ? "Departure" : "ATA",
      shown: completed,
      waits: false,
    };
  if (arrival === null) return null;
  const begin = arrival + waitSec;
  const end = begin + onSite;
  if (type === VisitType.Break) return { arrival, begin, end, label: "Begin", shown: begin, waits: false };
  const label = type === VisitType.Start ? "Departure" : "ETA";
  return { arrival, begin, end, label, shown: arrival, waits: isNoticed(waitSec) };
}

/** Seconds on site: as planned, with what a calculation saved at places that are served together. */
export const serviceSecOf = (visit: Pick<Visit, "serviceTime" | "serviceDuration">): number =>
  visit.serviceDuration ?? secOf(visit.serviceTime);

/** Seconds of a route's breaks, which are no time on site. A route's own sum of service counts them. */
export const breakSecOf = (visits: readonly Pick<Visit, "type" | "serviceTime" | "serviceDuration">[]): number =>
  visits.reduce((sum, visit) => sum + (visit.type === VisitType.Break ? serviceSecOf(visit) : 0), 0);

/**
 * Seconds of waiting, as far as is known: as planned, and of a past stop no more than there were between its planned
 * arrival and its service. Who delivers before the window opens hasn't waited for it.
 */
export function waitedSec(
  visit: Pick<Visit, "status" | "arrivalTime" | "completedAt" | "waitingTime" | "serviceTime" | "serviceDuration">,
): number {
  const [arrival, completed] = [parseUtcText(visit.arrivalTime), parseUtcText(visit.completedAt)];
  if (!isPastStatus(visit.status) || arrival === null || completed === null) return visit.waitingTime;
  return Math.min(visit.waitingTime, Math.max(0, completed - serviceSecOf(visit) - arrival));
}

type Timed = Pick<
  Visit,
  "type" | "status" | "arrivalTime" | "completedAt" | "waitingTime" | "serviceTime" | "serviceDuration"
>;

/**
 * A past visit shows ATA (the completed time), any other with an arrival time ETA, also a past one without a completed
 * time.
 */
export const visitTimes = (visit: Timed): VisitTimes | null =>
  timesOf({
    type: visit.type,
    arrival: parseUtcText(visit.arrivalTime),
    completed: isPastStatus(visit.status) ? parseUtcText(visit.completedAt) : null,
    waitSec: visit.waitingTime,
    serviceSec: serviceSecOf(visit),
  });

/**
 * Seconds that the service at a visit begins after its window closes: at a past visit by when it was completed, at any
 * other as planned. Null where it is in time, or where nothing tells.
 * @param closes epoch seconds; null for an open end
 */
export function lateSec(visit: Timed, closes: number | null): number | null {
  const times = visitTimes(visit);
  return times === null ? null : lateFrom(times.begin, closes);
}

/** The same from a begin that is known, such as one that is expected now. Both are epoch seconds. */
export const lateFrom = (begin: number, closes: number | null): number | null =>
  closes === null || begin - closes < NOTICED_SEC ? null : begin - closes;
