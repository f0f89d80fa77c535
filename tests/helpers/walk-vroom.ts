import { expect } from "vitest";
import { straightLeg } from "./routing";

/** VROOM's request and answer, as far as the walk reads them. */
interface Task {
  id: number;
  location?: [number, number];
  location_index?: number;
  setup?: number;
  service?: number;
  service_per_type?: Record<string, number>;
  time_windows?: [number, number][];
  delivery?: number[];
  pickup?: number[];
  amount?: number[];
  skills?: number[];
  priority?: number;
}
interface Vehicle {
  id: number;
  profile?: string;
  type?: string;
  start?: [number, number];
  end?: [number, number];
  start_index?: number;
  end_index?: number;
  capacity?: number[];
  skills?: number[];
  time_window?: [number, number];
  speed_factor?: number;
  costs?: { fixed?: number; per_hour?: number; per_km?: number; per_task_hour?: number };
  breaks?: { id: number; service?: number; time_windows?: [number, number][]; max_load?: number[] }[];
  max_tasks?: number;
  max_travel_time?: number;
  max_distance?: number;
}
interface Table {
  durations: number[][];
  distances?: number[][];
  costs?: number[][];
}
export interface VroomProblem {
  vehicles: Vehicle[];
  jobs?: Task[];
  shipments?: { pickup: Task; delivery: Task; amount?: number[]; skills?: number[]; priority?: number }[];
  matrices?: Record<string, Table>;
  matrix?: number[][];
}
interface Totals {
  cost: number;
  delivery?: number[];
  pickup?: number[];
  setup: number;
  service: number;
  duration: number;
  waiting_time: number;
  priority: number;
  distance?: number;
}
interface Step {
  type: string;
  id?: number;
  job?: number;
  location?: [number, number];
  location_index?: number;
  setup: number;
  service: number;
  waiting_time: number;
  load?: number[];
  arrival: number;
  duration: number;
  distance?: number;
}
export interface VroomSolution {
  code: number;
  summary: Totals & { routes: number; unassigned: number };
  unassigned: { id: number; type: string }[];
  routes: (Totals & { vehicle: number; steps: Step[]; geometry?: string })[];
}

type Place = Pick<Task, "location" | "location_index">;
const within = (windows: [number, number][] | undefined, time: number): boolean =>
  windows === undefined || windows.some(([from, to]) => from <= time && time <= to);

/** One off for rounding, as a speed makes it. */
const near = (found: number, meant: number, what: string): void => {
  if (Math.abs(found - meant) > 1) expect([what, found]).toEqual([what, meant]);
};

/** Walks over an answer with arithmetic of its own: times, loads, limits, sums, and who is served how often. */
export function walkVroom(problem: VroomProblem, answer: VroomSolution): void {
  const jobs = problem.jobs ?? [];
  const shipments = problem.shipments ?? [];
  const due = new Set([
    ...jobs.map(({ id }) => `job ${id}`),
    ...shipments.flatMap(({ pickup, delivery }) => [`pickup ${pickup.id}`, `delivery ${delivery.id}`]),
  ]);
  const served: string[] = answer.unassigned.map(({ type, id }) => `${type} ${id}`);
  for (const route of answer.routes) served.push(...walkRoute(problem, route));
  expect(served.sort()).toEqual([...due].sort());

  const sum = (pick: (route: Totals) => number): number =>
    answer.routes.reduce((total, route) => total + pick(route), 0);
  const { summary } = answer;
  expect(summary).toMatchObject({ routes: answer.routes.length, unassigned: answer.unassigned.length });
  for (const key of ["setup", "service", "duration", "waiting_time", "priority"] as const)
    expect([key, summary[key]]).toEqual([key, sum((route) => route[key])]);
  // Each is rounded by itself: half a unit for each route, and for the sum.
  expect(Math.abs(summary.cost - sum((route) => route.cost))).toBeLessThanOrEqual((answer.routes.length + 1) / 2);
}

function walkRoute(problem: VroomProblem, route: VroomSolution["routes"][number]): string[] {
  const vehicle = problem.vehicles.find(({ id }) => id === route.vehicle)!;
  const { steps } = route;
  const tasks = steps.map((step) => taskOf(problem, step));
  const dimensions = vehicle.capacity?.length ?? 0;
  const load = Array.from({ length: dimensions }, (_, d) =>
    tasks.reduce((all, task, at) => all + (steps[at]!.type === "job" ? (deliveryOf(task)[d] ?? 0) : 0), 0),
  );
  const expectLoad = (step: Step): void => {
    if (dimensions > 0) expect(step.load).toEqual(load);
    load.forEach((one, d) => expect(one).toBeLessThanOrEqual(vehicle.capacity![d]!));
  };
  const sums = { setup: 0, service: 0, waiting: 0, priority: 0, metres: 0, cost: 0, travel: 0 };
  const served: string[] = [];
  let place: Place | null = null;
  let before: Step | null = null;
  let sinceDuration = 0;
  for (const [at, step] of steps.entries()) {
    const task = tasks[at];
    const here = placeOf(vehicle, step, task);
    if (before !== null) {
      const left = before.arrival + before.waiting_time + before.setup + before.service;
      near(step.arrival - left, step.duration - before.duration, `the time on the way to step ${at}`);
    }
    if (here !== null && place !== null) {
      const leg = legOf(problem, vehicle, place, here);
      near(step.duration - sinceDuration, leg.seconds, `the way to step ${at}`);
      sums.travel += leg.seconds;
      sums.metres += leg.metres ?? 0;
      sums.cost += leg.cost;
      if (step.distance !== undefined) near(step.distance, sums.metres, `the distance to step ${at}`);
    }
    const begin = step.arrival + step.waiting_time;
    if (task !== undefined) {
      const isNew = place === null || keyOf(here!) !== keyOf(place);
      const meant = task.service_per_type?.[vehicle.type ?? ""] ?? task.service ?? 0;
      expect([step.setup, step.service]).toEqual([isNew ? (task.setup ?? 0) : 0, meant]);
      expect(within(task.time_windows, begin)).toBe(true);
      for (const skill of skillsOf(problem, step, task)) expect(vehicle.skills ?? []).toContain(skill);
      served.push(`${step.type} ${step.id}`);
      const [taken, given] = changeOf(problem, step, task);
      load.forEach((one, d) => (load[d] = one + (taken[d] ?? 0) - (given[d] ?? 0)));
      sums.priority += step.type === "delivery" ? 0 : priorityOf(problem, step, task);
    } else if (step.type === "break") {
      const rest = vehicle.breaks!.find(({ id }) => id === step.id)!;
      expect(step.service).toBe(rest.service ?? 0);
      expect(within(rest.time_windows, begin)).toBe(true);
      rest.max_load?.forEach((most, d) => expect(load[d]).toBeLessThanOrEqual(most));
    }
    expectLoad(step);
    if (step.type !== "break") sums.service += step.service;
    sums.setup += step.setup;
    sums.waiting += step.waiting_time;
    if (here !== null) [place, sinceDuration] = [here, step.duration];
    before = step;
  }
  for (const { pickup, delivery } of problem.shipments ?? []) {
    const [from, to] = [served.indexOf(`pickup ${pickup.id}`), served.indexOf(`delivery ${delivery.id}`)];
    expect(from === -1 ? to === -1 : from < to).toBe(true);
  }
  const breaks = steps.filter(({ type }) => type === "break").map(({ id }) => id);
  expect(breaks.sort()).toEqual((vehicle.breaks ?? []).map(({ id }) => id).sort());
  const [first, last] = [steps[0]!, steps.at(-1)!];
  if (vehicle.time_window !== undefined) {
    expect(first.arrival).toBeGreaterThanOrEqual(vehicle.time_window[0]);
    expect(last.arrival + last.waiting_time + last.setup + last.service).toBeLessThanOrEqual(vehicle.time_window[1]);
  }
  expect(served.length).toBeLessThanOrEqual(vehicle.max_tasks ?? Infinity);
  expect(sums.travel).toBeLessThanOrEqual((vehicle.max_travel_time ?? Infinity) + 1);
  expect(sums.metres).toBeLessThanOrEqual(vehicle.max_distance ?? Infinity);
  const { costs } = vehicle;
  const work = ((costs?.per_task_hour ?? 0) * (sums.setup + sums.service)) / 3600;
  near(route.cost, (costs?.fixed ?? 0) + sums.cost + work, "the cost");
  near(route.duration, sums.travel, "the travel");
  const { setup, service, waiting: waiting_time, priority } = sums;
  // A break's service belongs to the route's, as VROOM adds it up.
  const rests = steps.reduce((all, step) => all + (step.type === "break" ? step.service : 0), 0);
  expect(route).toMatchObject({ setup, waiting_time, priority });
  expect(route.service).toBe(service + rests);
  return served;
}

const keyOf = ({ location, location_index }: Place): string => String(location_index ?? location);
const deliveryOf = (task: Task | undefined): number[] => task?.delivery ?? task?.amount ?? [];

function taskOf({ jobs = [], shipments = [] }: VroomProblem, { type, id }: Step): Task | undefined {
  if (type === "job") return jobs.find((job) => job.id === id)!;
  if (type === "pickup" || type === "delivery") return shipments.map((one) => one[type]).find((one) => one.id === id)!;
  return undefined;
}

const shipmentOf = ({ shipments = [] }: VroomProblem, { type, id }: Step) =>
  type === "pickup" || type === "delivery" ? shipments.find((one) => one[type].id === id) : undefined;
const skillsOf = (problem: VroomProblem, step: Step, task: Task): number[] =>
  (shipmentOf(problem, step) ?? task).skills ?? [];
const priorityOf = (problem: VroomProblem, step: Step, task: Task): number =>
  (shipmentOf(problem, step) ?? task).priority ?? 0;

/** What comes on board and what leaves it. */
function changeOf(problem: VroomProblem, step: Step, task: Task): [number[], number[]] {
  const amount = shipmentOf(problem, step)?.amount ?? [];
  if (step.type === "pickup") return [amount, []];
  return step.type === "delivery" ? [[], amount] : [task.pickup ?? [], deliveryOf(task)];
}

function placeOf(vehicle: Vehicle, step: Step, task: Task | undefined): Place | null {
  const pick = (location?: [number, number], index?: number): Place =>
    index === undefined ? { location: location! } : { location_index: index };
  if (task !== undefined) return pick(task.location, task.location_index);
  if (step.type === "start") return pick(vehicle.start, vehicle.start_index);
  return step.type === "end" ? pick(vehicle.end, vehicle.end_index) : null;
}

/** Roads are straight lines in these tests. */
function legOf({ matrices, matrix }: VroomProblem, vehicle: Vehicle, from: Place, to: Place) {
  const table: Table | undefined = matrix ? { durations: matrix } : matrices?.[vehicle.profile ?? "car"];
  let seconds: number;
  let metres: number | undefined;
  let own: number | undefined;
  if (table !== undefined) {
    const at = (values: number[][] | undefined) => values?.[from.location_index!]![to.location_index!];
    [seconds, metres, own] = [at(table.durations)!, at(table.distances), at(table.costs)];
  } else {
    const [a, b] = [from.location!, to.location!];
    const leg = straightLeg({ lat: a[1], lng: a[0] }, { lat: b[1], lng: b[0] });
    [seconds, metres] = keyOf(from) === keyOf(to) ? [0, 0] : [leg.durationSec, leg.distanceM];
  }
  seconds = (seconds * Math.round(100 / (vehicle.speed_factor ?? 1))) / 100;
  const { per_hour = 3600, per_km = 0 } = vehicle.costs ?? {};
  return { seconds, metres, cost: own ?? (seconds * per_hour) / 3600 + ((metres ?? 0) * per_km) / 1000 };
}
