import { schedule } from "solver/index";
import type { GivenRoute, Problem, Solution, StepRef, Suggestion, TimeWindow, Vehicle, Violation } from "solver/index";

/** What is widened: everything of a suggestion but its words. */
export type Widening = Omit<Suggestion, "message">;

/** The price list of the explanations, written down a second time. */
export function priceOf({ change, amount, index, vehicleId }: Widening, problem: Problem): number {
  if (change === "max_distance") return 0.09 * amount;
  if (change === "max_tasks") return 900 * amount;
  if (change === "skills") return 43_200;
  if (change === "capacity")
    return (28_800 * amount) / Math.max(1, vehicleOf(problem, vehicleId).capacity?.[index!] ?? 0);
  return amount;
}

/** The problem with one thing changed. */
export function applyChange(problem: Problem, widening: Widening): Problem {
  const { change, vehicleId, amount, index = 0, step } = widening;
  if (change === "time_window" || change === "time_window_earlier") {
    const widen = <T extends { id: number; timeWindows?: readonly TimeWindow[] }>(type: string, task: T): T =>
      step?.type === type && step.id === task.id
        ? { ...task, timeWindows: wider(task.timeWindows!, change === "time_window", amount, index) }
        : task;
    return {
      ...problem,
      jobs: problem.jobs.map((job) => widen("job", job)),
      shipments: problem.shipments.map((one) => ({
        ...one,
        pickup: widen("pickup", one.pickup),
        delivery: widen("delivery", one.delivery),
      })),
    };
  }
  return {
    ...problem,
    vehicles: problem.vehicles.map((vehicle) => (vehicle.id === vehicleId ? widerVehicle(vehicle, widening) : vehicle)),
  };
}

function widerVehicle(from: Vehicle, { change, amount, index = 0, step }: Widening): Vehicle {
  switch (change) {
    case "overtime":
      return { ...from, overtimeSec: (from.overtimeSec ?? 0) + amount };
    case "earlier_start":
      return { ...from, timeWindow: [from.timeWindow![0] - amount, from.timeWindow![1]] };
    case "capacity":
      return {
        ...from,
        capacity: Array.from(
          { length: Math.max(from.capacity?.length ?? 0, index + 1) },
          (_, d) => (from.capacity?.[d] ?? 0) + (d === index ? amount : 0),
        ),
      };
    case "max_tasks":
      return { ...from, maxTasks: (from.maxTasks ?? 0) + amount };
    case "max_distance":
      return { ...from, maxDistanceM: (from.maxDistanceM ?? 0) + amount };
    case "max_travel_time":
      return { ...from, maxTravelTimeSec: (from.maxTravelTimeSec ?? 0) + amount };
    case "skills":
      return { ...from, skills: [...(from.skills ?? []), index] };
    default:
      return {
        ...from,
        breaks: from.breaks!.map((rest) =>
          rest.id === step!.id
            ? { ...rest, timeWindows: wider(rest.timeWindows!, change === "break", amount, index) }
            : rest,
        ),
      };
  }
}

/** The problem in which a visit may be late in all of its windows. */
export function mayBeLate(problem: Problem, visit: readonly StepRef[], amount: number): Problem {
  const lasting = <T extends { id: number; timeWindows?: readonly TimeWindow[] }>(type: string, task: T): T =>
    task.timeWindows !== undefined && visit.some((step) => step.type === type && step.id === task.id)
      ? { ...task, timeWindows: merged(task.timeWindows.map(([from, to]): TimeWindow => [from, to + amount])) }
      : task;
  return {
    ...problem,
    jobs: problem.jobs.map((job) => lasting("job", job)),
    shipments: problem.shipments.map((one) => ({
      ...one,
      pickup: lasting("pickup", one.pickup),
      delivery: lasting("delivery", one.delivery),
    })),
  };
}

/** One window wider on one side. */
const wider = (windows: readonly TimeWindow[], later: boolean, amount: number, index: number): TimeWindow[] =>
  merged(
    windows.map(([from, to], k): TimeWindow =>
      k !== index ? [from, to] : later ? [from, to + amount] : [from - amount, to],
    ),
  );

/** Windows that meet become one. */
function merged(changed: readonly TimeWindow[]): TimeWindow[] {
  const found: [number, number][] = [];
  for (const [from, to] of changed) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1])
      found[found.length - 1] = [Math.min(last[0], from), Math.max(last[1], to)];
    else found.push([from, to]);
  }
  return found;
}

export const stepsOf = (solution: Solution, vehicleId: number): StepRef[] =>
  solution.routes
    .find((route) => route.vehicleId === vehicleId)
    ?.steps.flatMap((step) =>
      step.type === "start" || step.type === "end" || step.type === "break" ? [] : [{ type: step.type, id: step.id! }],
    ) ?? [];

export const givenOf = (solution: Solution): GivenRoute[] =>
  solution.routes.map(({ vehicleId }) => ({ vehicleId, steps: stepsOf(solution, vehicleId) }));

const vehicleOf = (problem: Problem, id: number): Vehicle => problem.vehicles.find((vehicle) => vehicle.id === id)!;

/** The stops that have to be placed together with an unassigned one. */
export function visitOf(problem: Problem, stop: StepRef, solution: Solution): { steps: StepRef[]; only?: number } {
  if (stop.type === "job") return { steps: [{ type: "job", id: stop.id }] };
  const shipment = problem.shipments.find(
    (one) => (stop.type === "pickup" ? one.pickup.id : one.delivery.id) === stop.id,
  )!;
  const pickup: StepRef = { type: "pickup", id: shipment.pickup.id };
  const delivery: StepRef = { type: "delivery", id: shipment.delivery.id };
  const on = solution.routes.find(({ steps }) => steps.some((step) => step.type === "pickup" && step.id === pickup.id));
  return on === undefined ? { steps: [pickup, delivery] } : { steps: [delivery], only: on.vehicleId };
}

/**
 * A place for the visit in the route without a broken rule, by trying all of them in plan mode; null when there is
 * none.
 * `may` says what is tolerated.
 */
export function placeFor(
  problem: Problem,
  vehicleId: number,
  route: readonly StepRef[],
  visit: readonly StepRef[],
  may: (violations: readonly Violation[]) => boolean = (violations) => violations.length === 0,
): StepRef[] | null {
  const locked = (vehicleOf(problem, vehicleId).lockedPrefix ?? []).filter((step) => step.type !== "break").length;
  const [first, second] = visit;
  for (let i = locked; i <= route.length; i++) {
    for (let j = i; j <= (second === undefined ? i : route.length); j++) {
      const steps = [
        ...route.slice(0, i),
        first!,
        ...route.slice(i, j),
        ...(second === undefined ? [] : [second]),
        ...route.slice(j),
      ];
      if (may(schedule(problem, [{ vehicleId, steps }])[0]!.violations)) return steps;
    }
  }
  return null;
}

/** Every single change of the list with the least amount that lets the visit in somewhere, found by trying amounts. */
export function allChanges(problem: Problem, solution: Solution, stop: StepRef): Widening[] {
  const visit = visitOf(problem, stop, solution);
  const found: Widening[] = [];
  for (const vehicle of problem.vehicles) {
    if (visit.only !== undefined && visit.only !== vehicle.id) continue;
    const route = stepsOf(solution, vehicle.id);
    for (const [kind, most] of widenings(problem, vehicle, visit.steps)) {
      const fits = (amount: number): boolean =>
        placeFor(applyChange(problem, { ...kind, amount }), vehicle.id, route, visit.steps) !== null;
      if (most < 1 || !fits(most)) continue;
      let low = 0;
      let high = most;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (fits(middle)) high = middle;
        else low = middle;
      }
      found.push({ ...kind, amount: high });
    }
  }
  return found;
}

/** The kinds of change with the largest amount each. */
function widenings(
  problem: Problem,
  vehicle: Vehicle,
  visit: readonly StepRef[],
): [Omit<Widening, "amount">, number][] {
  const vehicleId = vehicle.id;
  const list: [Omit<Widening, "amount">, number][] = [];
  const add = (change: Suggestion["change"], most: number, more: { index?: number; step?: StepRef } = {}): void =>
    void list.push([{ vehicleId, change, ...more }, most]);
  const day = 86_400;
  if (vehicle.timeWindow != null) {
    add("overtime", day);
    if ((vehicle.lockedPrefix?.length ?? 0) === 0 && vehicle.strictStart !== true)
      add("earlier_start", Math.min(day, vehicle.timeWindow[0]));
  }
  if (vehicle.maxTasks !== undefined) add("max_tasks", 2);
  if (vehicle.maxTravelTimeSec !== undefined) add("max_travel_time", day);
  if (vehicle.maxDistanceM !== undefined) add("max_distance", 1_000_000);
  const dimensions = Math.max(
    0,
    ...problem.jobs.map((job) => Math.max(job.delivery?.length ?? 0, job.pickup?.length ?? 0)),
    ...problem.shipments.map((one) => one.amount?.length ?? 0),
  );
  for (let d = 0; d < dimensions; d++) add("capacity", 1_000, { index: d });
  const need =
    problem.jobs.find((job) => visit[0]!.type === "job" && job.id === visit[0]!.id) ??
    problem.shipments.find((one) => one[visit[0]!.type === "pickup" ? "pickup" : "delivery"].id === visit[0]!.id);
  for (const skill of need?.skills ?? [])
    if (vehicle.skills?.includes(skill) !== true) add("skills", 1, { index: skill });
  const windows = (
    later: Suggestion["change"],
    earlier: Suggestion["change"],
    given: readonly TimeWindow[] | undefined,
    step: StepRef,
  ): void =>
    given?.forEach(([from], index) => {
      add(later, day, { step, index });
      add(earlier, Math.min(day, from), { step, index });
    });
  for (const step of visit) {
    const task =
      step.type === "job"
        ? problem.jobs.find((job) => job.id === step.id)
        : problem.shipments
            .map((one) => one[step.type === "pickup" ? "pickup" : "delivery"])
            .find((half) => half.id === step.id);
    windows("time_window", "time_window_earlier", task?.timeWindows, step);
  }
  for (const rest of vehicle.breaks ?? [])
    windows("break", "break_earlier", rest.timeWindows, { type: "break", id: rest.id });
  return list;
}
