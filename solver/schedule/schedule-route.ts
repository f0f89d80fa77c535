import { isBreakDue, legCost, legMetres } from "../contract";
import type { Problem, SolutionRoute, SolutionStep, StepFigures, StepRef, Vehicle, Violation } from "../contract";
import { HUNDREDTHS, elementsOf, forward, latestDeparture } from "./timeline";
import type { Element, TaskIndex, Times } from "./timeline";
import { placeBreaks, unplacedBreaks } from "./place-breaks";
import type { PlacedBreaks } from "./place-breaks";
import { leftOut, routeViolations, stepViolations } from "./violations";

/** Units of cost per reported cost unit: 3600 seconds of 100 hundredths. */
export const COST_UNITS = 3600 * HUNDREDTHS;

/** A step while it is filled in: which fields it has follows from its element's kind. */
type OpenStep = { -readonly [K in keyof StepFigures]: StepFigures[K] } & {
  readonly type: SolutionStep["type"];
  id?: number;
  locationIndex?: number;
};

interface ScheduledRoute extends SolutionRoute {
  /** Exact cost in 1 / COST_UNITS. */
  readonly costUnits: number;
}

/**
 * Best times for a fixed order: nothing later than necessary, then leaving as late as costs no time. `seen` collects
 * the stops of all routes, so that one that is served twice is reported.
 */
export function scheduleRoute(
  problem: Problem,
  vehicle: Vehicle,
  steps: readonly StepRef[],
  index: TaskIndex,
  seen = new Set<string>(),
): ScheduledRoute {
  const startLimit = (vehicle.timeWindow?.[0] ?? 0) * HUNDREDTHS;
  const endLimit =
    vehicle.timeWindow == null
      ? Number.MAX_SAFE_INTEGER
      : (vehicle.timeWindow[1] + (vehicle.overtimeSec ?? 0)) * HUNDREDTHS;
  const given = elementsOf(problem, vehicle, steps, index);
  const { elements, times } = withDueBreaks(vehicle, given, startLimit, endLimit);
  const loads = loadsOf(elements);
  const matrix = problem.matrices[vehicle.profile];
  const costs = vehicle.costs;
  const dimensions = loads[0].length;
  const totals = {
    travel: 0,
    waiting: 0,
    service: 0,
    setup: 0,
    distance: 0,
    priority: 0,
    units: (costs?.fixed ?? 0) * COST_UNITS,
  };
  const delivery = new Array<number>(dimensions).fill(0);
  const pickup = new Array<number>(dimensions).fill(0);
  const violations: Violation[] = leftOut(vehicle, steps, index);
  const out: SolutionStep[] = [];
  let here: number | undefined;
  elements.forEach((element, k) => {
    const arrivalSec = Math.floor(times.arrival[k] / HUNDREDTHS);
    const waitingSec = Math.floor(times.begin[k] / HUNDREDTHS) - arrivalSec;
    if (element.kind !== "break") {
      totals.travel += element.travel;
      if (here !== undefined && element.place !== undefined) {
        const metres = legMetres(matrix, here, element.place);
        totals.distance += metres;
        if (matrix.costs !== undefined) totals.units += COST_UNITS * legCost(matrix, here, element.place);
        else totals.units += (costs?.perHour ?? 3600) * element.travel + 360 * (costs?.perKm ?? 0) * metres;
      }
      if (element.place !== undefined) here = element.place;
      if (element.task !== undefined) totals.units += (costs?.perTaskHour ?? 0) * (element.setup + element.service);
    }
    totals.waiting += waitingSec;
    totals.service += element.service / HUNDREDTHS;
    totals.setup += element.setup / HUNDREDTHS;
    totals.priority += element.job?.priority ?? element.shipment?.priority ?? 0;
    if (element.job !== undefined) {
      addTo(delivery, element.job.delivery);
      addTo(pickup, element.job.pickup);
    } else if (element.kind === "pickup") addTo(pickup, element.shipment?.amount);
    else if (element.kind === "delivery") addTo(delivery, element.shipment?.amount);
    const broken = stepViolations(vehicle, elements, k, times, loads, endLimit, seen);
    for (const one of broken) violations.push(one);
    const description = element.task?.description ?? element.rest?.description;
    const step: OpenStep = {
      type: element.kind,
      arrivalSec,
      waitingSec,
      setupSec: element.setup / HUNDREDTHS,
      serviceSec: element.service / HUNDREDTHS,
      durationSec: Math.floor(totals.travel / HUNDREDTHS),
      load: loads[k],
      violations: broken,
    };
    if (element.step !== undefined) step.id = element.step.id;
    if (description !== undefined) step.description = description;
    if (element.place !== undefined) step.locationIndex = element.place;
    if (matrix.distances !== undefined) step.distanceM = totals.distance;
    out.push(step as SolutionStep);
  });
  for (const one of routeViolations(vehicle, elements, totals.travel, totals.distance)) violations.push(one);
  // an open start or end is no step
  if (vehicle.endIndex === null) out.pop();
  if (vehicle.startIndex === null) out.shift();
  return {
    vehicleId: vehicle.id,
    ...(vehicle.description === undefined ? {} : { description: vehicle.description }),
    cost: Math.round(totals.units / COST_UNITS),
    costUnits: totals.units,
    durationSec: Math.floor(totals.travel / HUNDREDTHS),
    waitingSec: totals.waiting,
    serviceSec: totals.service,
    setupSec: totals.setup,
    ...(matrix.distances === undefined ? {} : { distanceM: totals.distance }),
    priority: totals.priority,
    delivery,
    pickup,
    violations,
    steps: out,
  };
}

/** With its breaks, but for one that is taken only if due and isn't: that is known from the times without it. */
function withDueBreaks(
  vehicle: Vehicle,
  given: readonly Element[],
  startLimit: number,
  endLimit: number,
): { elements: readonly Element[]; times: Times } {
  const rest = vehicle.breaks?.find((one) => one.onlyIfDue === true);
  if (rest !== undefined) {
    const elements = given.filter((element) => element.kind !== "break");
    const isDue = ({ arrival }: Times): boolean => {
      const [leaves, ends] = [arrival[0], arrival[elements.length - 1]].map((at) => Math.floor(at / HUNDREDTHS));
      return isBreakDue(rest, leaves, ends);
    };
    const latest = bestTimes({ ...vehicle, windowReserveSec: 0 }, elements, startLimit);
    if (!isDue(latest)) {
      // Leaving early is no reason for a break that the route otherwise needs none of.
      const times = bestTimes(vehicle, elements, startLimit);
      return { elements, times: isDue(times) ? latest : times };
    }
  }
  const free = unplacedBreaks(vehicle, given).length;
  if (free === 0) return { elements: [...given], times: bestTimes(vehicle, given, startLimit) };
  const loads = loadsOf(given);
  const place = (departure: number): PlacedBreaks => placeBreaks(vehicle, given, departure, endLimit, loads);
  const placed = place(startLimit);
  const times = bestTimes(vehicle, placed.elements, startLimit);
  if (vehicle.strictStart === true || placed.late > 0 || free > MOST_MOVED_BREAKS)
    return { elements: placed.elements, times };
  const elements = placedForLatest(placed, times, place);
  return { elements, times: bestTimes(vehicle, elements, startLimit) };
}

/** With more breaks the tries for a later departure would take longer than making the plan. */
const MOST_MOVED_BREAKS = 10;

/**
 * The breaks where they let the vehicle leave latest, with no lateness and no later end: a break that waiting follows
 * may keep it from leaving later. Neither lateness nor end falls when the vehicle leaves later, so that the last
 * departure is found by halving; it saves no more than the waiting.
 */
function placedForLatest(
  placed: PlacedBreaks,
  times: Times,
  place: (departure: number) => PlacedBreaks,
): readonly Element[] {
  let { elements } = placed;
  const leaves = Math.floor(times.arrival[0] / HUNDREDTHS);
  const waiting = times.begin.reduce((sum, begin, k) => sum + begin - times.arrival[k], 0);
  let least = 0;
  let most = Math.floor(waiting / HUNDREDTHS);
  while (least < most) {
    const later = Math.ceil((least + most) / 2);
    const other = place((leaves + later) * HUNDREDTHS);
    if (other.late > 0 || other.ends > placed.ends) most = later - 1;
    else [least, elements] = [later, other.elements];
  }
  return elements;
}

/** Nothing later than necessary, then leaving as late as costs no time and leaves the reserve of the windows. */
function bestTimes(vehicle: Vehicle, elements: readonly Element[], startLimit: number): Times {
  const times = forward(elements, startLimit);
  if (vehicle.strictStart === true) return times;
  const reserve = (vehicle.windowReserveSec ?? 0) * HUNDREDTHS;
  const latest = Math.floor(latestDeparture(elements, times, reserve) / HUNDREDTHS) * HUNDREDTHS;
  return latest > startLimit && Number.isSafeInteger(latest) ? forward(elements, latest) : times;
}

/** Load after each element. */
function loadsOf(elements: readonly Element[]): number[][] {
  let dimensions = 0;
  for (const { job, shipment } of elements)
    dimensions = Math.max(
      dimensions,
      job?.delivery?.length ?? 0,
      job?.pickup?.length ?? 0,
      shipment?.amount?.length ?? 0,
    );
  const load = new Array<number>(dimensions).fill(0);
  for (const element of elements) addTo(load, element.job?.delivery);
  return elements.map((element) => {
    addTo(load, element.job?.delivery, -1);
    addTo(load, element.job?.pickup);
    if (element.kind === "pickup") addTo(load, element.shipment?.amount);
    if (element.kind === "delivery") addTo(load, element.shipment?.amount, -1);
    return load.slice();
  });
}

function addTo(sum: number[], amounts: readonly number[] | undefined, sign = 1): void {
  if (amounts !== undefined) for (let d = 0; d < amounts.length; d++) sum[d] += sign * amounts[d];
}
