/**
 * New times for a route whose order is fixed (recalculation by position): a chain of travel, waiting and service
 * from where the vehicle is now. Ways are the stored ones, except those that were measured anew.
 */
import { SAME_PLACE_METERS } from "../constants";
import { planningChanges } from "../changes";
import { routeProgress } from "../calculation/progress";
import { formatDuration } from "../time/format";
import { localTimeToUtc, midnightEpoch } from "../time/time-zone";
import { epochSec, parseUtcText, utcText } from "../time/utc-text";
import { distanceMeters, hasCoordinates } from "../validation/coordinates";
import { isLocationVisit, isPast } from "../visit/visit-order";
import { VisitType } from "../visit/visit-type";
import { bestDeparture, keptDeparture } from "./departure";
import { driveOrder } from "./drive-order";
import { driveTimes } from "./drive-times";
import { renumberLabels } from "./route-labels";
import { brokenRules } from "./route-rules";
import { RouteStatus, isApprovedStatus } from "./route-status";
import type { RouteRules } from "./route-rules";
import type { RuleViolation } from "../calculation/reasons";
import type { PlanningChanges, Patch } from "../changes";
import type { UtcText } from "../time/utc-text";
import type { Visit } from "../visit/visit";
import type { StopAhead, StopTimes } from "./drive-times";
import type { LegToMeasure } from "./drive-order";
import type { Route } from "./route";

/** A way that was measured because the order changed: seconds with the vehicle's speed, metres, encoded line. */
export interface MeasuredLeg extends LegToMeasure {
  durationSec: number;
  distanceM: number;
  polyline: string | null;
}

export interface RetimeInput {
  route: Pick<Route, "id" | "status" | "startTime" | "finishTime">;
  /** all visits of the route, with the changes that made new times necessary */
  visits: readonly Visit[];
  legs: readonly MeasuredLeg[];
  /** 'YYYY-MM-DD' and IANA name: the windows are times of that day on that clock */
  serviceDate: string;
  timeZone: string;
  now: UtcText;
  /** minutes, of the plan */
  squashDuration: number;
  /** what the route has to keep as a whole; left out, its violations stay as they are */
  rules?: RouteRules | undefined;
  /** UTC text: the shift's start, before which a vehicle doesn't leave; left out, the planned departure stays */
  earliest?: UtcText | null | undefined;
  /** an approved departure is found anew too, because hours, vehicle or start are not those that it was planned for */
  leavesAnew?: boolean | undefined;
}

/** The code of the solver's plan mode for a stop that begins after its window. */
const DELAY = "delay";

/** Positions, times, totals and labels of the route as patches; stops that were reached already keep their times. */
export function retimeRoute(input: RetimeInput): PlanningChanges {
  const breaks = breakFields(input);
  const order = driveOrder(input.visits).map((visit) => ({ ...visit, ...breaks.get(visit.id) }));
  const measured = new Map(input.legs.map((leg) => [leg.visitId, leg]));
  const sets = new Map<number, Patch<Visit>["set"]>();
  const prepared = order.map((visit, index) => ({ ...visit, ...measuredFields(visit, order[index - 1] ?? null, measured.get(visit.id), input.squashDuration) }));
  const leaves = departure(input, prepared);
  const open = prepared.filter((visit) => !isPast(visit) && visit.type !== VisitType.Start);
  const times = driveTimes(leaves, open.map((visit) => ahead(visit, input)));
  const timesOf = new Map(open.map((visit, index) => [visit.id, times[index]!]));
  let position = 0;
  const timed = prepared.map((visit, index) => {
    const set: Patch<Visit>["set"] = { ...breaks.get(visit.id), ...measuredFields(order[index]!, order[index - 1] ?? null, measured.get(visit.id), input.squashDuration) };
    if (visit.type === VisitType.Start && !order.some(isPast)) set.arrivalTime = utcText(leaves);
    if (visit.type !== VisitType.Start && visit.type !== VisitType.End) {
      position += 1;
      set.position = position;
    }
    const reached = timesOf.get(visit.id);
    if (reached !== undefined) Object.assign(set, reachedFields(visit, reached, input));
    sets.set(visit.id, set);
    return { ...visit, ...set };
  });
  const all = input.visits.map((visit) => timed.find((one) => one.id === visit.id) ?? visit);
  for (const label of renumberLabels(all)) sets.set(label.id, { ...sets.get(label.id), ...label.set });

  const byId = new Map(input.visits.map((visit) => [visit.id, visit]));
  const visits = [...sets].flatMap(([id, set]) => {
    const changed = onlyChanged(byId.get(id), set);
    return changed === null ? [] : [{ id, set: changed }];
  });
  return planningChanges({ visits, routes: [{ id: input.route.id, set: totals(timed, leaves, times.at(-1)?.end ?? leaves, input) }] });
}

/** Breaks that are still to be taken follow the settings: between which hours they begin, and how long they are. */
function breakFields({ visits, rules }: Pick<RetimeInput, "visits" | "rules">): Map<number, Patch<Visit>["set"]> {
  const pause = rules?.pause ?? null;
  if (pause === null) return new Map();
  const ahead = visits.filter((visit) => visit.type === VisitType.Break && !isPast(visit));
  return new Map(ahead.map((visit) => [visit.id, { ...pause, serviceDuration: Math.round(pause.serviceTime * 60) }]));
}

/** What a newly measured way or a new service time says about a stop; nothing where both are as they were. */
function measuredFields(visit: Visit, previous: Visit | null, leg: MeasuredLeg | undefined, squashMin: number): Patch<Visit>["set"] {
  const fields = leg === undefined ? {} : { travelDuration: leg.durationSec, distance: leg.distanceM, polyline: leg.polyline };
  const isServed = !isPast(visit) && visit.type !== VisitType.Start && visit.type !== VisitType.End;
  return isServed && (leg !== undefined || visit.serviceDuration === null) ? { ...fields, serviceDuration: serviceSec(visit, previous, squashMin) } : fields;
}

/** Epoch seconds at which the vehicle leaves for the first stop that is still to be reached. */
function departure(input: RetimeInput, order: readonly Visit[]): number {
  const { route, visits, serviceDate, timeZone, now, rules } = input;
  const start = visits.find((visit) => visit.type === VisitType.Start);
  const planned = parseUtcText(route.startTime) ?? parseUtcText(start?.arrivalTime);
  const progress = routeProgress(route, visits, now);
  if (progress !== null) {
    const leaves = epochSec(progress.leavesAt);
    // A route of a later day that is tried out today still begins as planned.
    return leaves < midnightEpoch(serviceDate, timeZone) ? Math.max(leaves, planned ?? leaves) : leaves;
  }
  const earliest = parseUtcText(input.earliest);
  if (earliest === null) return planned ?? epochSec(now);
  const stops = order.filter((visit) => visit.type !== VisitType.Start).map((visit) => ahead(visit, input));
  // An approved departure is a promise to the driver; until then it is whatever suits the route best.
  if (planned === null || input.leavesAnew || !isApprovedStatus(route.status)) return bestDeparture(earliest, stops);
  return keptDeparture(planned, earliest, stops, parseUtcText(rules?.shiftEnd));
}

/** The window and the time on site of a stop; an end has neither. */
function ahead(visit: Visit, { serviceDate, timeZone }: Pick<RetimeInput, "serviceDate" | "timeZone">): StopAhead {
  const timeless = visit.type === VisitType.End;
  const instant = (hhmm: string | null) => (timeless ? null : parseUtcText(localTimeToUtc(serviceDate, hhmm ?? "", timeZone)));
  return {
    travelSec: visit.travelDuration,
    serviceSec: timeless ? 0 : visit.serviceDuration ?? Math.round(visit.serviceTime * 60),
    opens: instant(visit.startTime),
    closes: instant(visit.endTime),
    isBreak: visit.type === VisitType.Break,
  };
}

/** Arrival, waiting and lateness of one stop. */
function reachedFields(visit: Visit, { arrival, begin }: StopTimes, input: RetimeInput): Patch<Visit>["set"] {
  const { closes } = ahead(visit, input);
  return { arrivalTime: utcText(arrival), waitingTime: begin - arrival, violations: withDelay(visit.violations, closes === null ? 0 : begin - closes) };
}

/** On site: only the squash duration right after another stop at the same place, if that is shorter. */
function serviceSec(visit: Visit, previous: Visit | null, squashMin: number): number {
  const whole = Math.round(visit.serviceTime * 60);
  if (previous === null || !isLocationVisit(visit) || !isLocationVisit(previous) || !hasCoordinates(visit) || !hasCoordinates(previous)) return whole;
  const apart = distanceMeters({ lat: visit.lat ?? 0, lng: visit.lng ?? 0 }, { lat: previous.lat ?? 0, lng: previous.lng ?? 0 });
  return apart <= SAME_PLACE_METERS ? Math.min(whole, Math.round(squashMin * 60)) : whole;
}

function withDelay(violations: readonly RuleViolation[], lateSec: number): readonly RuleViolation[] {
  const others = violations.filter((violation) => violation.code !== DELAY);
  if (lateSec <= 0) return others;
  return [...others, { code: DELAY, amount: lateSec, message: `Late by ${formatDuration(Math.max(60, lateSec))}` }];
}

function totals(order: readonly Visit[], leaves: number, clock: number, { route, visits, rules }: RetimeInput): Patch<Route>["set"] {
  const sum = (value: (visit: Visit) => number) => order.reduce((total, visit) => total + value(visit), 0);
  const open = visits.some((visit) => !isPast(visit) && visit.type !== VisitType.Start);
  const driving = sum((visit) => visit.travelDuration);
  const planned = utcText(leaves);
  return {
    // With times it is planned again: Empty is what has none.
    ...(route.status === RouteStatus.Empty ? { status: RouteStatus.Planning } : {}),
    // Once on the way, the departure is history.
    ...(order.some(isPast) || planned === route.startTime ? {} : { startTime: planned }),
    // With nothing left to reach, the route ends when its last stop was really completed.
    finishTime: open ? utcText(clock) : order.reduce<string | null>((last, visit) => (visit.completedAt !== null && (last === null || visit.completedAt > last) ? visit.completedAt : last), null) ?? route.finishTime,
    distance: sum((visit) => visit.distance),
    duration: driving,
    // Without prices a route costs its driving seconds, as in a calculation.
    cost: driving,
    // Breaks count, as they do in what a calculation stores: otherwise the first change by hand would seem to save one.
    serviceDuration: sum((visit) => (visit.type === VisitType.Start || visit.type === VisitType.End ? 0 : visit.serviceDuration ?? Math.round(visit.serviceTime * 60))),
    waitingDuration: sum((visit) => visit.waitingTime),
    ...(rules === undefined ? {} : { violations: brokenRules(order, rules) }),
  };
}

/** The fields that differ from what is stored, or null when none does. */
function onlyChanged(visit: Visit | undefined, set: Patch<Visit>["set"]): Patch<Visit>["set"] | null {
  if (visit === undefined) return null;
  const differing = (Object.keys(set) as (keyof typeof set)[]).filter((field) => JSON.stringify(visit[field]) !== JSON.stringify(set[field]));
  return differing.length === 0 ? null : Object.fromEntries(differing.map((field) => [field, set[field]]));
}
