/**
 * New times for a route whose order is fixed (recalculation by position): a chain of travel, waiting and service
 * from where the vehicle is now. Legs are the stored ones, except those that were measured anew.
 */
import { planningChanges } from "../changes";
import { routeCost } from "../calculation/cost";
import { delaySentence } from "../calculation/delay-words";
import { utcText } from "../time/utc-text";
import { isPast, isStartOrEnd } from "../visit/visit-order";
import { lateFrom, lateSec, serviceSecOf, waitedSec } from "../visit/visit-times";
import { plannedStatus } from "../visit/visit-status";
import { VisitType } from "../visit/visit-type";
import { endedAt } from "./departed";
import { driveOrder } from "./drive-order";
import { driveTimes } from "./drive-times";
import { withDueBreak } from "./route-breaks";
import { renumberLabels } from "./route-labels";
import { brokenRules } from "./route-rules";
import { RouteStatus } from "./route-status";
import { violationsAtVisit } from "./route-warnings";
import { departure, measuredOrder, stopAhead, stopsToReach } from "./stops-ahead";
import type { RuleViolation } from "../calculation/reasons";
import type { PlanningChanges, Patch } from "../changes";
import type { Visit } from "../visit/visit";
import type { StopTimes } from "./drive-times";
import type { Route } from "./route";
import type { RetimeInput } from "./stops-ahead";

/** The code of the solver's plan mode for a stop that begins after its window. */
const DELAY = "delay";

/**
 * Statuses, positions, times, totals and labels of the route as patches; stops that were reached keep their times and
 * are late by these. A break that is due is created or reused, any other is removed.
 */
export function retimeRoute(input: RetimeInput): PlanningChanges {
  const { visits: own, removeVisitIds, made } = withDueBreak(input);
  const order = driveOrder(own);
  const legs = measuredOrder(order, input);
  const prepared = order.map((visit, index) => ({ ...visit, ...legs[index] }));
  const leaves = departure(input, prepared);
  const stopsAhead = stopsToReach(prepared);
  const times = driveTimes(
    leaves,
    stopsAhead.map((visit) => stopAhead(visit, input)),
  );
  const timesOf = new Map(stopsAhead.map((visit, index) => [visit.id, times[index]!]));
  let position = 0;
  const timed = prepared.map((visit) => {
    const next = { ...visit };
    if (visit.type === VisitType.Start && !order.some(isPast)) next.arrivalTime = utcText(leaves);
    if (!isStartOrEnd(visit)) {
      position += 1;
      next.position = position;
    }
    const reached = timesOf.get(visit.id);
    if (reached !== undefined) Object.assign(next, reachedFields(visit, reached, input));
    if (!isPast(visit)) next.status = plannedStatus(input.route);
    else if (!isStartOrEnd(visit)) next.violations = withDelay(visit, reallyLateSec(visit, input));
    return next;
  });
  const timedById = new Map(timed.map((visit) => [visit.id, visit]));
  const all = own.map((visit) => timedById.get(visit.id) ?? visit);
  const labels = new Map(renumberLabels(all).map(({ id, set }) => [id, set]));

  const byId = new Map(input.visits.map((visit) => [visit.id, visit]));
  const visits = all.flatMap((visit) => {
    const set = changedFields(byId.get(visit.id), { ...visit, ...labels.get(visit.id) });
    return set === null ? [] : [{ id: visit.id, set }];
  });
  const createVisits = timed
    .filter((visit) => visit.id === made)
    .map(({ id: _id, createdAt: _made, updatedAt: _changed, ...draft }) => draft);
  const ends = times.at(-1)?.end ?? leaves;
  return planningChanges({
    visits,
    createVisits,
    removeVisitIds,
    routes: [{ id: input.route.id, set: totals(timed, leaves, ends, input) }],
  });
}

/** Arrival, waiting and lateness of one stop. */
function reachedFields(visit: Visit, { arrival, begin }: StopTimes, input: RetimeInput): Patch<Visit>["set"] {
  const { closes } = stopAhead(visit, input);
  return {
    arrivalTime: utcText(arrival),
    waitingTime: begin - arrival,
    violations: withDelay(visit, lateFrom(begin, closes)),
  };
}

/** What was planned for a stop says nothing about when it was really served, least of all out of turn. */
const reallyLateSec = (visit: Visit, input: RetimeInput): number | null =>
  lateSec(visit, stopAhead(visit, input).closes);

function withDelay(visit: Visit, lateSec: number | null): readonly RuleViolation[] {
  const others = violationsAtVisit(visit).filter((violation) => violation.code !== DELAY);
  if (lateSec === null) return others;
  return [...others, { code: DELAY, amount: lateSec, message: delaySentence(lateSec) }];
}

function totals(
  order: readonly Visit[],
  leaves: number,
  clock: number,
  { route, visits, rules, prices }: RetimeInput,
): Patch<Route>["set"] {
  const sum = (value: (visit: Visit) => number) => order.reduce((total, visit) => total + value(visit), 0);
  const hasOpenStops = visits.some((visit) => !isPast(visit) && visit.type !== VisitType.Start);
  const driving = sum((visit) => visit.travelDuration);
  const distance = sum((visit) => visit.distance);
  const planned = utcText(leaves);
  return {
    // With times it is planned again: only a route without times is Empty.
    ...(route.status === RouteStatus.Empty ? { status: RouteStatus.Planning } : {}),
    // Once the route is on the road, its departure is history.
    ...(order.some(isPast) || planned === route.startTime ? {} : { startTime: planned }),
    // With no stop left, the route ends when its last stop was really completed.
    finishTime: hasOpenStops ? utcText(clock) : (endedAt(order) ?? route.finishTime),
    distance,
    duration: driving,
    cost: routeCost(prices, driving, distance),
    // Breaks count, as in a calculation's totals; otherwise the first change by hand would seem to save one.
    serviceDuration: sum((visit) => (isStartOrEnd(visit) ? 0 : serviceSecOf(visit))),
    waitingDuration: sum(waitedSec),
    ...(rules === undefined ? {} : { violations: brokenRules(order, rules) }),
  };
}

/** The fields that differ from what is stored; null when none does, or when nothing is stored yet. */
function changedFields(stored: Visit | undefined, visit: Visit): Patch<Visit>["set"] | null {
  if (stored === undefined || stored === visit) return null;
  const fields = Object.keys(visit) as (keyof Visit)[];
  const differing = fields.filter(
    (field) => visit[field] !== stored[field] && JSON.stringify(visit[field]) !== JSON.stringify(stored[field]),
  );
  return differing.length === 0 ? null : Object.fromEntries(differing.map((field) => [field, visit[field]]));
}
