/**
 * When the service at a visit really began, as far as anything tells: what predictions are measured by. A report says
 * when a stop was over, if the driver makes it there; some report at the next stop, or in the evening.
 */
import { parseUtcText } from "../time/utc-text";
import type { Place } from "../place";
import { distanceMeters } from "../validation/coordinates";
import { serviceSecOf } from "./visit-times";
import { VisitStatus } from "./visit-status";
import type { Visit } from "./visit";

/** A vehicle within so many metres of a stop is there: parking and a phone's error included. */
const AT_STOP_M = 100;

/** Legs shorter than this say nothing about when reports were made. */
const TELLING_LEG_SEC = 120;
/** Nobody drives a leg in less than this share of its planned time. */
const FASTEST = 0.5;

export type ReportedStop = Pick<
  Visit,
  "id" | "status" | "completedAt" | "travelDuration" | "serviceTime" | "serviceDuration" | "lat" | "lng"
>;

export interface SeenAt extends Place {
  /** epoch seconds */
  sec: number;
}

export interface Began {
  sec: number;
  /** a position near the stop, or the time of its report */
  by: "position" | "report";
}

export interface AroundStop {
  /** the past stop before it; null at the start */
  before: ReportedStop | null;
  /** the past stop after it; null behind the last one */
  after: ReportedStop | null;
  /** epoch seconds: it was not served before, because the stop before it was */
  sinceSec: number;
  /** epoch seconds: the service can't have begun before */
  opensSec: number | null;
}

/**
 * @param stop past
 * @param trail where the vehicle was seen, oldest first
 * @returns null: nothing tells
 */
export function beganAt(
  stop: ReportedStop,
  { before, after, sinceSec, opensSec }: AroundStop,
  trail: readonly SeenAt[],
): Began | null {
  const completed = parseUtcText(stop.completedAt);
  if (completed === null) return null;
  const seen = trail.find((at) => at.sec > sinceSec && at.sec <= completed && isAt(stop, at));
  if (seen !== undefined) return { sec: Math.max(seen.sec, opensSec ?? seen.sec), by: "position" };
  // A failed visit may have been given up from afar.
  if (stop.status !== VisitStatus.Delivered) return null;
  const isTold = isDrivenBetween(before, stop) && isDrivenBetween(stop, after);
  return isTold ? { sec: completed - serviceSecOf(stop), by: "report" } : null;
}

export const isAt = (stop: Pick<Visit, "lat" | "lng">, place: Place): boolean =>
  stop.lat !== null && stop.lng !== null && distanceMeters({ lat: stop.lat, lng: stop.lng }, place) <= AT_STOP_M;

/** False when both were reported in less time than the way between them takes: one of the reports came late. */
function isDrivenBetween(first: ReportedStop | null, second: ReportedStop | null): boolean {
  const [from, to] = [parseUtcText(first?.completedAt), parseUtcText(second?.completedAt)];
  if (from === null || to === null || second!.travelDuration < TELLING_LEG_SEC) return true;
  return to - from >= second!.travelDuration * FASTEST;
}
