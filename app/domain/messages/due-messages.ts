/**
 * What recipients have to be told now, from how the route stands and from nothing else: a report that comes late, comes
 * twice or is taken back leaves the route as it leaves it, and what is due follows.
 */
import { failReasonTitle } from "../visit/fail-reasons";
import { DAY_SEC } from "../time/calendar";
import { isLongOver } from "../route/route-day";
import { midnightEpoch } from "../time/time-zone";
import { epochSec } from "../time/utc-text";
import type { UtcText } from "../time/utc-text";
import { RouteStatus } from "../route/route-status";
import { isLocationVisit, isPast, isToServe, isUnscheduled, nextVehicleVisit } from "../visit/visit-order";
import { VisitStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import type { Route } from "../route/route";
import type { Visit } from "../visit/visit";
import { MessageKind } from "./message-kind";

export type StopToTell = Pick<Visit, "id" | "type" | "status" | "position" | "completedAt" | "travelDuration">;

export interface RouteToTell {
  route: Pick<Route, "status">;
  /** all visits of the route, start, end and breaks included */
  visits: readonly StopToTell[];
  serviceDate: string;
  /** of the warehouse */
  timeZone: string;
  /** since when each kind is switched on by the way that is asked about; what was reported before is not told */
  onSince?: Readonly<Partial<Record<MessageKind, UtcText>>>;
}

export interface DueMessage {
  visitId: number;
  kind: MessageKind;
  /** sent in place of this one, where both are switched on */
  insteadOf?: MessageKind;
}

/** A report that is older, and the way to the next stop, have passed: the vehicle was there or is somewhere else. */
const STALE_SEC = 15 * 60;

const MESSAGE_OF_STATUS: Readonly<Partial<Record<number, (visit: StopToTell) => MessageKind>>> = {
  [VisitStatus.Delivered]: ({ type }) => (type === VisitType.Pickup ? MessageKind.PickedUp : MessageKind.Delivered),
  [VisitStatus.Failed]: () => MessageKind.Failed,
};

/** @param nowSec epoch seconds */
export function dueMessages(
  { route, visits, serviceDate, timeZone, onSince = {} }: RouteToTell,
  nowSec: number,
): DueMessage[] {
  const due: DueMessage[] = [];
  for (const visit of visits.filter(isLocationVisit)) {
    const kind = MESSAGE_OF_STATUS[visit.status]?.(visit);
    if (kind !== undefined && isLately(visit.completedAt, nowSec) && (visit.completedAt ?? "") >= (onSince[kind] ?? ""))
      due.push({ visitId: visit.id, kind });
  }
  const hasBegun = nowSec >= midnightEpoch(serviceDate, timeZone);
  if (route.status !== RouteStatus.OnRoute || !hasBegun || isLongOver(serviceDate, timeZone, nowSec)) return due;
  const next = nextVehicleVisit(route, visits);
  for (const visit of visits) {
    if (!isToServe(visit) || isUnscheduled(visit)) continue;
    if (visit.id === next?.id && isFresh(visit, visits, nowSec))
      due.push({ visitId: visit.id, kind: MessageKind.Next, insteadOf: MessageKind.OutForDelivery });
    due.push({ visitId: visit.id, kind: MessageKind.OutForDelivery });
  }
  return due;
}

/** Within a day: what was reported later is told, and what is older is no news. */
const isLately = (completedAt: string | null, nowSec: number): boolean =>
  completedAt !== null && nowSec - epochSec(completedAt) < DAY_SEC;

/** Whether the vehicle can still be on its way there, by the last report or the start of the route. */
function isFresh(visit: StopToTell, visits: readonly StopToTell[], nowSec: number): boolean {
  const reports = visits
    .filter(isPast)
    .flatMap(({ completedAt }) => (completedAt === null ? [] : [epochSec(completedAt)]));
  return reports.length === 0 || nowSec - Math.max(...reports) <= visit.travelDuration + STALE_SEC;
}

/** Longest that a report may be old when its message, which was held back, goes out after all. */
const HELD_SEC = 3 * 3600;

/**
 * Whether what was held back still makes sense: that the vehicle comes is so now, and a report is news for as long as a
 * carrier is tried.
 */
export const isStillNews = ({ completedAt }: Pick<StopToTell, "completedAt">, nowSec: number): boolean =>
  completedAt === null || nowSec - epochSec(completedAt) < HELD_SEC;

/** The fail reason in the recipient's language; what the driver wrote is for the company alone. */
export const reasonFor = (failReasonId: number | null, reasons: Readonly<Record<number, string>>): string =>
  failReasonTitle(failReasonId) === null ? "" : (reasons[failReasonId ?? 0] ?? "");
