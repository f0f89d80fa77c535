import type { Job, Matrix, Shipment, Task, TimeWindow, Vehicle } from "../contract";
import { lockedSteps } from "../contract/tasks";
import { speedPercent } from "../contract/time-span";
import { perType } from "../schedule/timeline";
import type { DenseProblem } from "./dense-problem";

/** A way to a place and on from it, in seconds; bounds where it may lead over other places. */
interface Ways {
  readonly there: number;
  readonly back: number;
}

/**
 * The problem without what no vehicle could serve even alone, for its skills, load or hours. Every round of the search
 * would try it again in all places, and much is only done with plans that leave out nothing. What is locked stays; so
 * does whatever might be served over a detour that is shorter than the direct leg.
 */
export function servableAlone(problem: DenseProblem, checkpoint: () => void): DenseProblem {
  const locked = lockedSteps(problem);
  const vehicles = unlike(problem.vehicles);
  const isServable = (
    visit: Job | Shipment,
    tasks: readonly Task[],
    amounts: readonly (readonly number[])[],
  ): boolean =>
    vehicles.some((vehicle) => {
      const matrix = problem.matrices[vehicle.profile];
      return (
        visit.skills?.every((skill) => vehicle.skills?.includes(skill) === true) !== false &&
        amounts.every((amount) => amount.every((value, d) => value <= (vehicle.capacity?.[d] ?? 0))) &&
        tasks.every(
          (task) =>
            isInTime(vehicle, task, direct(vehicle, matrix, task)) ||
            isInTime(vehicle, task, shortest(vehicle, matrix, task)),
        )
      );
    });
  const jobs = problem.jobs.filter((job) => {
    checkpoint();
    return locked.has(`job ${job.id}`) || isServable(job, [job], [job.delivery ?? [], job.pickup ?? []]);
  });
  const shipments = problem.shipments.filter((shipment) => {
    checkpoint();
    const { pickup, delivery } = shipment;
    const isLocked = locked.has(`pickup ${pickup.id}`) || locked.has(`delivery ${delivery.id}`);
    return isLocked || isServable(shipment, [pickup, delivery], [shipment.amount ?? []]);
  });
  const isWhole = jobs.length === problem.jobs.length && shipments.length === problem.shipments.length;
  return isWhole ? problem : { ...problem, jobs, shipments };
}

/** One of each kind, as far as this rule tells them apart. */
function unlike(vehicles: readonly Vehicle[]): Vehicle[] {
  const kinds = new Map<string, Vehicle>();
  for (const vehicle of vehicles) {
    const { profile, type, startIndex, endIndex, capacity, skills, timeWindow, overtimeSec, speedFactor } = vehicle;
    const rules = [profile, type, startIndex, endIndex, capacity, skills, timeWindow, overtimeSec, speedFactor];
    const key = JSON.stringify(rules);
    if (!kinds.has(key)) kinds.set(key, vehicle);
  }
  return [...kinds.values()];
}

/** Whether the task can be begun in a window and the shift still be ended in time. */
function isInTime(vehicle: Vehicle, task: Task, { there, back }: Ways): boolean {
  const [start, end] = vehicle.timeWindow ?? [0, Infinity];
  const service = perType(task.serviceSecPerType, vehicle, task.serviceSec);
  const earliest = start + there;
  const latest = end + (vehicle.overtimeSec ?? 0) - service - back;
  const always: readonly TimeWindow[] = [[0, Number.MAX_SAFE_INTEGER]];
  return (task.timeWindows ?? always).some(([opens, closes]) => Math.max(opens, earliest) <= Math.min(closes, latest));
}

/** Straight from the start and straight to the end. */
function direct(vehicle: Vehicle, { durations, size }: Matrix, { locationIndex: at }: Task): Ways {
  const { startIndex, endIndex } = vehicle;
  const sec = (from: number, to: number): number => {
    const value = durations[from * size + to];
    return value < 0 ? Infinity : (value * speedPercent(vehicle)) / 100;
  };
  return {
    there: startIndex === null ? 0 : sec(startIndex, at),
    back: endIndex === null ? 0 : sec(at, endIndex),
  };
}

/** The shortest last leg to the place and the shortest first one from it, wherever they come from and lead to. */
function shortest(vehicle: Vehicle, { durations, size }: Matrix, { locationIndex: at }: Task): Ways {
  const { startIndex, endIndex } = vehicle;
  let there = startIndex === null || startIndex === at ? 0 : Infinity;
  let back = endIndex === null || endIndex === at ? 0 : Infinity;
  const pace = speedPercent(vehicle) / 100;
  for (let i = 0; i < size; i++) {
    if (i === at) continue;
    const to = durations[i * size + at];
    const from = durations[at * size + i];
    if (to >= 0 && to * pace < there) there = to * pace;
    if (from >= 0 && from * pace < back) back = from * pace;
  }
  return { there, back };
}
