/** What a visit shows: status, times, delay. */
import { RouteStatus } from "../route/route-status";
import { wholeMinute } from "../time/format";
import { parseHHmm } from "../time/hhmm";
import { addSeconds, parseUtcText } from "../time/utc-text";
import { CONFIRMATION_TAG_LABELS } from "./confirmation";
import { failReasonText } from "./fail-reasons";
import { VisitStatus } from "./visit-status";
import { isPast } from "./visit-order";
import { serviceSecOf } from "./visit-times";
import { VisitType } from "./visit-type";
import type { Route } from "../route/route";
import type { Visit } from "./visit";
import type { UtcText } from "../time/utc-text";

/**
 * The status to show. Without a route always Unscheduled; Scheduled and On Route follow the route: Scheduled
 * until the vehicle starts, On Route from then on. Unscheduled, done and failed show what is stored.
 */
export function displayedVisitStatus(
  visit: Pick<Visit, "status" | "routeId">,
  route: Pick<Route, "status"> | null,
): VisitStatus {
  if (visit.routeId === null) return VisitStatus.Unscheduled;
  if (visit.status !== VisitStatus.Scheduled && visit.status !== VisitStatus.OnRoute) return visit.status;
  if (route === null) return visit.status;
  return route.status === RouteStatus.OnRoute || route.status === RouteStatus.Completed
    ? VisitStatus.OnRoute
    : VisitStatus.Scheduled;
}

/** Its name on screens: a break's stored name is a description for calculations. */
export const shownName = ({ type, name }: Pick<Visit, "type" | "name">): string =>
  type === VisitType.Break ? "Break" : name;

/** When service at the visit is planned to end: arrival, waiting, service. Null before a calculation. */
export function plannedFinish(
  visit: Pick<Visit, "arrivalTime" | "waitingTime" | "serviceTime" | "serviceDuration">,
): UtcText | null {
  if (visit.arrivalTime === null) return null;
  return addSeconds(visit.arrivalTime, visit.waitingTime + serviceSecOf(visit));
}

/** When the vehicle was free again at a past visit: really, if known, else as planned. */
export function finishTime(
  visit: Pick<Visit, "completedAt" | "arrivalTime" | "waitingTime" | "serviceTime" | "serviceDuration">,
): UtcText | null {
  return visit.completedAt ?? plannedFinish(visit);
}

/**
 * Seconds that a past visit ended after (negative: before) its planned finish, between the minutes that clocks show;
 * null when either is unknown.
 */
export function deviationSec(
  visit: Pick<Visit, "status" | "completedAt" | "arrivalTime" | "waitingTime" | "serviceTime" | "serviceDuration">,
): number | null {
  const [planned, at] = [parseUtcText(plannedFinish(visit)), parseUtcText(visit.completedAt)];
  return isPast(visit) && planned !== null && at !== null ? wholeMinute(at) - wholeMinute(planned) : null;
}

/** Whole minutes that `now` is after the planned finish, as seconds; 0 when in time or unknown. */
export function overdueSec(
  visit: Pick<Visit, "arrivalTime" | "waitingTime" | "serviceTime" | "serviceDuration">,
  now: UtcText,
): number {
  const finish = parseUtcText(plannedFinish(visit));
  const at = parseUtcText(now);
  if (finish === null || at === null) return 0;
  return Math.max(0, Math.floor((at - finish) / 60)) * 60;
}

/**
 * Is the start of service inside the visit's window (both ends inclusive)? Minutes of the warehouse's day.
 * An empty window means any time; an empty end alone leaves the window open.
 */
export function isInTimeWindow(visit: Pick<Visit, "startTime" | "endTime">, startsAt: string): boolean {
  const at = parseHHmm(startsAt);
  if (at === null) return true;
  const from = parseHHmm(visit.startTime);
  const to = parseHHmm(visit.endTime);
  return (from === null || at >= from) && (to === null || at <= to);
}

/** How it was handed over, with what the driver wrote: 'To door: behind the bin'. */
const handoverText = ({ confirmationType: tag, doneNote }: Pick<Visit, "confirmationType" | "doneNote">) =>
  [tag === null ? "" : CONFIRMATION_TAG_LABELS[tag], doneNote].filter(Boolean).join(": ") || null;

/** The status panel of a past visit. `date` is the completed time as the caller formats it. */
export function pastPanel(
  visit: Pick<Visit, "status" | "confirmationType" | "doneNote" | "failReasonId" | "failNote">,
  date: string,
): { when: string; title: "Done!" | "Failed!"; detail: string | null } | null {
  if (visit.status === VisitStatus.Delivered) {
    return { when: `Delivered on: ${date}`, title: "Done!", detail: handoverText(visit) };
  }
  if (visit.status === VisitStatus.Failed) {
    return { when: `Failed on: ${date}`, title: "Failed!", detail: failReasonText(visit) };
  }
  return null;
}
