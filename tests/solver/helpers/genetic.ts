import fc from "fast-check";
import { expect } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { geneticProblem, isGenetic } from "solver/genetic/genetic-problem";
import type { GeneticProblem, KindRoute } from "solver/genetic/genetic-problem";
import type { Prices } from "solver/genetic/linked-routes";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { Random } from "solver/random";

export const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

export interface Made {
  readonly tasks: number;
  readonly vehicles: number;
  /** Room of all vehicles over what is asked for. */
  readonly room?: number;
  readonly oneWay?: boolean;
  readonly fixed?: number;
  /** Every second vehicle is half as large again, dearer on every way, and costs twice as much. */
  readonly mixed?: boolean;
  /** Working hours, and windows that every task alone can be served in. */
  readonly windows?: boolean;
  /** Routes end with their last job. */
  readonly openEnd?: boolean;
}

const SHIFT_SEC = 6000;

/** Jobs in a square around a depot. */
export function made(seed: number, options: Made): Record<string, unknown> {
  const { tasks, vehicles, room = 1.2, oneWay = false, fixed = 0, mixed = false, windows = false } = options;
  const ends = options.openEnd === true ? {} : { end_index: 0 };
  const random = new Random(seed);
  const points = Array.from({ length: tasks + 1 }, () => [random.below(1000), random.below(1000)]);
  const loads = points.map(() => 1 + random.below(9));
  const sum = loads.slice(1).reduce((all, load) => all + load, 0);
  const capacity = Math.max(Math.ceil((room * sum) / vehicles), ...loads);
  const durations = points.map(([x, y]) =>
    points.map(([u, w]) => Math.round(Math.hypot(x - u, y - w) * (oneWay ? 1 + random.real() / 2 : 1))),
  );
  return {
    vehicles: Array.from({ length: vehicles }, (_, v) => {
      const isLarge = mixed && v % 2 === 1;
      const costs = { fixed: isLarge ? 2 * fixed : fixed, per_hour: isLarge ? 4000 : 3600 };
      return {
        id: v + 1,
        start_index: 0,
        ...ends,
        capacity: [isLarge ? Math.ceil(1.5 * capacity) : capacity],
        ...(fixed > 0 || mixed ? { costs } : {}),
        ...(windows ? { time_window: [100, SHIFT_SEC] } : {}),
      };
    }),
    jobs: loads.slice(1).map((load, k) => ({
      id: k + 1,
      location_index: k + 1,
      delivery: [load],
      ...(windows ? windowOf(durations[0][k + 1], random) : {}),
    })),
    matrices: { car: { durations } },
  };
}

function windowOf(fromDepotSec: number, random: Random): Record<string, unknown> {
  const from = random.below(3000);
  const until = Math.max(from + 200 + random.below(1200), 100 + fromDepotSec);
  return { service: random.below(200), time_windows: [[from, until]] };
}

export function madeProblem(seed: number, options: Made): GeneticProblem {
  const instance = buildInstance(readVroom(made(seed, options)).problem);
  expect(isGenetic(instance)).toBe(true);
  const all = Array.from({ length: options.vehicles }, (_, v) => v);
  return geneticProblem(instance, buildNeighbours(instance, 40, instance.hasTime), all);
}

/** Routes of one kind of vehicle. */
export const ofKind = (kind: number, routes: readonly (readonly number[])[]): KindRoute[] =>
  routes.map((tasks) => ({ kind, tasks }));

export function costOf({ cost, taskCount, kinds }: GeneticProblem, routes: readonly KindRoute[]): number {
  let sum = 0;
  for (const { kind, tasks } of routes) {
    if (tasks.length === 0) continue;
    sum += kinds[kind].fixed;
    let last = 0;
    for (const task of [...tasks, 0]) {
      sum += kinds[kind].rate * cost[last * (taskCount + 1) + task];
      last = task;
    }
  }
  return sum;
}

export const loadOf = ({ load }: GeneticProblem, tasks: readonly number[]): number =>
  tasks.reduce((sum, task) => sum + load[task], 0);

export const excessOf = (problem: GeneticProblem, routes: readonly KindRoute[]): number =>
  routes.reduce((sum, { kind, tasks }) => sum + Math.max(0, loadOf(problem, tasks) - problem.kinds[kind].capacity), 0);

/** Time that a vehicle would have to go back in all, so that it meets every window. */
export function latenessOf({ hours, taskCount }: GeneticProblem, tasks: readonly number[]): number {
  const { earliest, latest, service, travel } = hours!;
  let clock = earliest[0];
  let late = 0;
  let last = 0;
  for (const task of [...tasks, 0]) {
    clock = Math.max(clock + service[last] + travel[last * (taskCount + 1) + task], earliest[task]);
    late += Math.max(0, clock - latest[task]);
    clock = Math.min(clock, latest[task]);
    last = task;
  }
  return late;
}

export const lateOf = (problem: GeneticProblem, routes: readonly KindRoute[]): number =>
  routes.reduce((sum, { tasks }) => sum + (tasks.length === 0 ? 0 : latenessOf(problem, tasks)), 0);

/** Prices where there are no windows. */
export const loadPrice = (load: number): Prices => ({ load, time: 0 });

export const pricedAt =
  (problem: GeneticProblem, price: number, timePrice = 0) =>
  (routes: readonly KindRoute[]): number =>
    costOf(problem, routes) +
    price * excessOf(problem, routes) +
    (timePrice > 0 ? timePrice * lateOf(problem, routes) : 0);

/** Costs are counted in finer units where vehicles differ: the price of a load that weighs as much as it does there. */
export const finely = ({ cost }: GeneticProblem, price: number): number =>
  Math.round((price * Math.max(...cost)) / 1200);

/** Whether there are enough vehicles of each kind. */
export const areThere = ({ kinds }: GeneticProblem, routes: readonly KindRoute[]): boolean =>
  kinds.every(({ most }, k) => routes.filter(({ kind, tasks }) => kind === k && tasks.length > 0).length <= most);

export const tasksOf = (routes: readonly KindRoute[]): number[] => routes.flatMap(({ tasks }) => tasks);

export const everyTask = ({ taskCount }: GeneticProblem): number[] =>
  Array.from({ length: taskCount }, (_, k) => k + 1);

export function shuffled(problem: GeneticProblem, random: Random): number[] {
  const tour = everyTask(problem);
  random.shuffle(tour);
  return tour;
}

/** Every way to cut a tour into routes, at most so many. */
export function* cuts(tour: readonly number[], most: number): Generator<number[][]> {
  if (tour.length === 0) yield [];
  else if (most > 0)
    for (let k = 1; k <= tour.length; k++)
      for (const rest of cuts(tour.slice(k), most - 1)) yield [tour.slice(0, k), ...rest];
}

/** Every way to give routes vehicles that there are. */
export function* onVehicles(problem: GeneticProblem, routes: readonly (readonly number[])[]): Generator<KindRoute[]> {
  const withKinds = function* (k: number): Generator<KindRoute[]> {
    if (k === routes.length) yield [];
    else
      for (const rest of withKinds(k + 1))
        for (let kind = 0; kind < problem.kinds.length; kind++) yield [{ kind, tasks: routes[k] }, ...rest];
  };
  for (const plan of withKinds(0)) if (areThere(problem, plan)) yield plan;
}

export function* orders(tasks: readonly number[]): Generator<number[]> {
  if (tasks.length === 0) yield [];
  for (const task of tasks) for (const rest of orders(tasks.filter((other) => other !== task))) yield [task, ...rest];
}
