/** What is counted of one route, visit by visit. */
import { departedAt } from "../route/departed";
import { Aim } from "../calculation/aim";
import type { Plan } from "../plan/plan";
import { driveOrder } from "../route/drive-order";
import { plannedTotals } from "../route/planned-totals";
import { RouteStatus } from "../route/route-status";
import type { Route } from "../route/route";
import type { DayClock } from "../time/service-clock";
import { parseUtcText } from "../time/utc-text";
import { mostOnBoard } from "../vehicle/most-on-board";
import type { Vehicle } from "../vehicle/vehicle";
import { overdueSec } from "../visit/visit-display";
import { isLocationVisit, isPast, isUnscheduled } from "../visit/visit-order";
import { lateFrom, serviceSecOf } from "../visit/visit-times";
import { VisitStatus } from "../visit/visit-status";
import type { Visit } from "../visit/visit";
import { addFigures, failedFigure, noFigures } from "./figures";
import type { Figures } from "./figures";

/** When a visit began, as far as anything tells, and the window that its recipient was promised; epoch seconds. */
export interface KnownBegin {
  began: number;
  from: number;
  to: number;
}

export interface CountedRoute {
  plan: Pick<Plan, "aim">;
  route: Pick<Route, "status" | "cost"> & Parameters<typeof plannedTotals>[0];
  /** start, end and break included */
  visits: readonly Visit[];
  vehicle: Pick<Vehicle, "maxLoad" | "capacity"> | null;
  /** by the visit's id */
  begins: ReadonlyMap<number, KnownBegin>;
  /** metres along the positions of its phone; null: it shared none */
  drivenM: number | null;
  /** of the warehouse, on the plan's day */
  clock: DayClock;
}

/** Counted on a route's account: a visit that its route serves. */
const isCounted = (visit: Pick<Visit, "type" | "status">): boolean => isLocationVisit(visit) && !isUnscheduled(visit);

/**
 * One visit's part of its route's figures. Whether it was on time is told by when its service began: as seen, else its
 * report less the time on site. A vehicle that comes early waits, so that only the window's end counts.
 */
export function visitFigures(visit: Visit, { begins, clock }: Pick<CountedRoute, "begins" | "clock">): Figures {
  const counts = noFigures();
  if (!isCounted(visit)) return counts;
  counts.visits = 1;
  if (!isPast(visit)) return counts;
  if (visit.isOutOfTurn) counts.out_of_turn = 1;
  const known = begins.get(visit.id);
  if (known !== undefined) {
    counts.promised = 1;
    if (known.began >= known.from && known.began <= known.to) counts.kept = 1;
  }
  if (visit.status === VisitStatus.Failed) {
    counts.failed = 1;
    counts[failedFigure(visit.failReasonId)] = 1;
    return counts;
  }
  counts.delivered = 1;
  const completed = parseUtcText(visit.completedAt);
  const closes = clock(visit.endTime);
  if (completed !== null && closes !== null) {
    counts.judged = 1;
    if (lateFrom(known?.began ?? completed - serviceSecOf(visit), closes) === null) counts.on_time = 1;
  }
  const late = visit.completedAt === null || visit.isOutOfTurn ? 0 : overdueSec(visit, visit.completedAt);
  if (late > 0) {
    counts.overdue = 1;
    counts.overdue_sec = late;
  }
  return counts;
}

/** How full its vehicle is at most, of 10,000: by weight or volume, whichever is nearer to its limit. */
function loadShare(visits: readonly Visit[], { maxLoad, capacity }: Pick<Vehicle, "maxLoad" | "capacity">): number {
  const stops = driveOrder(visits);
  const used = [
    maxLoad > 0 ? mostOnBoard(stops, (stop) => stop.packageLoad) / maxLoad : 0,
    capacity > 0 ? mostOnBoard(stops, (stop) => stop.packageCapacity) / capacity : 0,
  ];
  return Math.round(Math.max(...used) * 10_000);
}

/** Seconds from the start's report, or the first one, to the last one; null where they are not two. */
function drivenSec(visits: readonly Visit[]): number | null {
  const reported = visits.flatMap((visit) => (isPast(visit) ? (parseUtcText(visit.completedAt) ?? []) : []));
  const from = parseUtcText(departedAt(visits)) ?? Math.min(...reported);
  const to = Math.max(...reported);
  return reported.length > 1 && to > from ? to - from : null;
}

/** A route without visits counts nothing. */
export function routeFigures(counted: CountedRoute): Figures {
  const { plan, route, visits, vehicle } = counted;
  const sums = addFigures(visits.map((visit) => visitFigures(visit, counted)));
  if (sums.visits === 0) return sums;
  const planned = plannedTotals(route);
  sums.planned_m = planned.distanceM;
  sums.planned_sec = planned.workSec;
  if (route.status === RouteStatus.Completed) {
    if (counted.drivenM !== null) {
      sums.tracked_m = sums.planned_m;
      sums.driven_m = Math.round(counted.drivenM);
    }
    const driven = drivenSec(visits);
    if (driven !== null) {
      sums.timed_sec = sums.planned_sec;
      sums.driven_sec = driven;
      sums.timed_visits = sums.delivered + sums.failed;
    }
  }
  if (vehicle !== null && (vehicle.maxLoad > 0 || vehicle.capacity > 0)) {
    sums.loaded = 1;
    sums.load_share = loadShare(visits, vehicle);
  }
  if (plan.aim === Aim.Cost) {
    sums.cost = Math.round(route.cost);
    sums.priced_visits = sums.visits;
  }
  return sums;
}
