/** What retiming a route starts from: its legs, times on site and windows, and when its vehicle leaves. */
import { SAME_PLACE_METERS } from "../constants";
import { routeProgress } from "../calculation/progress";
import { localTimeToEpoch, midnightEpoch } from "../time/time-zone";
import { epochSec, parseUtcText } from "../time/utc-text";
import { distanceMeters, hasCoordinates } from "../validation/coordinates";
import { isLocationVisit, isPast, isStartOrEnd } from "../visit/visit-order";
import { serviceSecOf } from "../visit/visit-times";
import { VisitType } from "../visit/visit-type";
import { breakIsDue } from "./break-rule";
import { bestDeparture, keptDeparture } from "./departure";
import { driveTimes } from "./drive-times";
import { isApprovedStatus } from "./route-status";
import type { Prices } from "../calculation/cost";
import type { Patch } from "../changes";
import type { UtcText } from "../time/utc-text";
import { secOf } from "../time/format";
import type { LegEstimate, Visit } from "../visit/visit";
import type { StopAhead } from "./drive-times";
import type { LegToMeasure } from "./drive-order";
import type { Route } from "./route";
import type { RouteRules } from "./route-rules";

/** A leg that was measured because the order changed: seconds with the vehicle's speed, metres, encoded line. */
export interface MeasuredLeg extends LegToMeasure {
  durationSec: number;
  distanceM: number;
  polyline: string | null;
  estimate: LegEstimate;
}

export interface RetimeInput {
  route: Pick<Route, "id" | "companyId" | "planId" | "warehouseId" | "status" | "startTime" | "finishTime">;
  /** all visits of the route, with the changes that made new times necessary */
  visits: readonly Visit[];
  legs: readonly MeasuredLeg[];
  /** 'YYYY-MM-DD' and IANA name: the windows are times of that day on that clock */
  serviceDate: string;
  timeZone: string;
  now: UtcText;
  /** minutes, of the plan */
  squashDuration: number;
  /** the rules of the whole route; left out, its violations stay as they are */
  rules?: RouteRules | undefined;
  /** what the vehicle costs, where the plan aims at the least cost */
  prices: Prices | null;
  /** UTC text: a vehicle doesn't leave before it, such as its shift's start; left out, the planned departure stays */
  earliest?: UtcText | null | undefined;
  /** UTC text: this moment has passed, so that the vehicle leaves after it, whatever was planned (under-way.ts) */
  notBefore?: UtcText | null | undefined;
  /** an approved departure is found again too, because hours, vehicle or start have changed */
  newDeparture?: boolean | undefined;
}

/** The stops that the vehicle has still to reach, in the given order, its end included. */
export const stopsToReach = <V extends Pick<Visit, "status" | "type">>(order: readonly V[]): V[] =>
  order.filter((visit) => !isPast(visit) && visit.type !== VisitType.Start);

/** What each visit of the order gets from newly measured legs and new service times. */
export function measuredOrder(
  order: readonly Visit[],
  { legs, squashDuration }: Pick<RetimeInput, "legs" | "squashDuration">,
): Patch<Visit>["set"][] {
  const measured = new Map(legs.map((leg) => [leg.visitId, leg]));
  let before: Visit | null = null;
  return order.map((visit) => {
    const fields = measuredFields(visit, before, measured.get(visit.id), squashDuration);
    // A break is taken where the vehicle stands: behind it, it is still at the place of before.
    if (visit.type !== VisitType.Break) before = visit;
    return fields;
  });
}

/** What a newly measured leg or a new service time changes at a stop; nothing where both are as they were. */
function measuredFields(
  visit: Visit,
  previous: Visit | null,
  leg: MeasuredLeg | undefined,
  squashMin: number,
): Patch<Visit>["set"] {
  const fields =
    leg === undefined
      ? {}
      : {
          travelDuration: leg.durationSec,
          distance: leg.distanceM,
          polyline: leg.polyline,
          legEstimate: leg.estimate,
        };
  const isServed = !isPast(visit) && !isStartOrEnd(visit);
  return isServed && (leg !== undefined || visit.serviceDuration === null)
    ? { ...fields, serviceDuration: serviceSec(visit, previous, squashMin) }
    : fields;
}

/** On site: only the squash duration right after another stop at the same place, if that is shorter. */
function serviceSec(visit: Visit, previous: Visit | null, squashMin: number): number {
  const whole = secOf(visit.serviceTime);
  if (
    previous === null ||
    !isLocationVisit(visit) ||
    !isLocationVisit(previous) ||
    !hasCoordinates(visit) ||
    !hasCoordinates(previous)
  )
    return whole;
  const apart = distanceMeters(
    { lat: visit.lat ?? 0, lng: visit.lng ?? 0 },
    { lat: previous.lat ?? 0, lng: previous.lng ?? 0 },
  );
  return apart <= SAME_PLACE_METERS ? Math.min(whole, secOf(squashMin)) : whole;
}

/** Epoch seconds at which the vehicle leaves for the first stop that is still to be reached. */
export function departure(input: RetimeInput, order: readonly Visit[]): number {
  const { route, visits, serviceDate, timeZone, now, rules } = input;
  const start = visits.find((visit) => visit.type === VisitType.Start);
  const planned = parseUtcText(route.startTime) ?? parseUtcText(start?.arrivalTime);
  const progress = routeProgress(route, visits, now);
  if (progress !== null) {
    const leaves = epochSec(progress.leavesAt);
    // A route of a later day that is started today as a test still begins as planned.
    return leaves < midnightEpoch(serviceDate, timeZone) ? Math.max(leaves, planned ?? leaves) : leaves;
  }
  const earliest = parseUtcText(input.earliest);
  const possible = Math.max(planned ?? epochSec(now), parseUtcText(input.notBefore) ?? -Infinity);
  if (earliest === null) return possible;
  const stops = stopsToReach(order).map((visit) => stopAhead(visit, input));
  const withReserve = bestDeparture(earliest, stops);
  // Leaving early is no reason for a break that the route otherwise needs none of.
  const best = takesNoBreak(input, stops, withReserve) ? withReserve : bestDeparture(earliest, stops, 0);
  // An approved departure is kept for the driver; before that it is whatever suits the route best.
  if (planned === null || input.newDeparture || !isApprovedStatus(route.status)) return best;
  return keptDeparture(possible, best, stops, parseUtcText(rules?.shiftEnd));
}

/** Whether stops without a break need none, or they have one. */
function takesNoBreak({ rules }: RetimeInput, stops: readonly StopAhead[], leaves: number): boolean {
  const ends = driveTimes(leaves, stops).at(-1)?.end;
  const pause = rules?.dueBreak ?? null;
  return (
    pause === null || ends === undefined || stops.some(({ isBreak }) => isBreak) || !breakIsDue(pause, leaves, ends)
  );
}

/** The window and the time on site of a stop; an end has neither. */
export function stopAhead(
  visit: Pick<Visit, "type" | "travelDuration" | "startTime" | "endTime" | "serviceTime" | "serviceDuration">,
  { serviceDate, timeZone }: Pick<RetimeInput, "serviceDate" | "timeZone">,
): StopAhead {
  const timeless = visit.type === VisitType.End;
  const instant = (hhmm: string | null) => (timeless ? null : localTimeToEpoch(serviceDate, hhmm, timeZone));
  return {
    travelSec: visit.travelDuration,
    serviceSec: timeless ? 0 : serviceSecOf(visit),
    opens: instant(visit.startTime),
    closes: instant(visit.endTime),
    isBreak: visit.type === VisitType.Break,
  };
}
