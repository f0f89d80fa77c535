import { expect } from "vitest";
import { readVroom } from "solver/formats/vroom/read";
import { buildInstance } from "solver/model/build";
import { buildNeighbours } from "solver/model/neighbours";
import { Random } from "solver/random";
import { Anneal } from "solver/search/anneal";
import { Inserter } from "solver/search/inserter";
import { snapshot } from "solver/construct/construct";
import { loadRoutes } from "solver/search/journal";
import { Plan } from "solver/search/plan";
import type { Problem } from "solver/index";
import { randomProblem } from "./random-problem";

export interface Filled {
  readonly problem: Problem;
  readonly plan: Plan;
  readonly search: Anneal;
  readonly random: Random;
}

/** An empty plan of a random problem, now and then with balance, which VROOM's format doesn't have. */
export function emptyPlan(seed: number, tasks: number, only?: readonly string[]): Filled {
  const gaps = seed % 5 < 2 && only?.includes("gaps") !== false;
  const json = randomProblem(seed, { tasks, gaps, ...(only === undefined ? {} : { only }) });
  return emptyPlanOf(
    readVroom(seed % 4 === 0 && only === undefined ? { ...json, balance: (seed % 40) / 40 } : json).problem,
    seed,
  );
}

export function emptyPlanOf(problem: Problem, seed: number): Filled {
  const instance = buildInstance(problem);
  const random = new Random(seed);
  const plan = new Plan(instance);
  return {
    problem,
    plan,
    random,
    search: new Anneal(
      plan,
      new Inserter(plan, buildNeighbours(instance, 40, instance.hasTime), random),
      buildNeighbours(instance, 100, false),
      random,
    ),
  };
}

/** The same with as many tasks placed as insertion finds room for. */
export function filledPlan(seed: number, tasks: number, only?: readonly string[]): Filled {
  return fill(emptyPlan(seed, tasks, only));
}

export function fill(filled: Filled): Filled {
  const { plan, search } = filled;
  for (const task of wholes(plan)) if (plan.route[task]! < 0 && search.inserter.find(task)) search.inserter.apply(task);
  return filled;
}

/** Jobs and pickups: a delivery goes with its pickup, but where that is locked. */
export function wholes(plan: Plan): number[] {
  const { paired, taskCount } = plan.instance;
  return Array.from({ length: taskCount }, (_, t) => t).filter(
    (t) => paired[t]! < 0 || paired[t]! > t || plan.isLocked[t - 1] === 1,
  );
}

/** Cost of a route, added up anew from the matrices and not from anything that the plan stores. */
export function routeCost(plan: Plan, v: number): number {
  const { instance } = plan;
  const end = plan.endOf(v);
  if (plan.next[plan.startOf(v)] === end) return 0;
  const costs = instance.cost[instance.costOf[v]!]!;
  let sum = instance.fixedCost[v]!;
  let work = 0;
  let count = 0;
  for (let i = plan.startOf(v); i !== end; i = plan.next[i]!) {
    const j = plan.next[i]!;
    sum += costs[instance.place[i]! * instance.size + instance.place[j]!]!;
    if (j >= instance.taskCount) continue;
    const k = instance.typeOf[v]! * instance.taskCount + j;
    work += instance.service[k]! + (instance.place[i] === instance.place[j] ? 0 : instance.setup[k]!);
    count++;
  }
  return sum + work * instance.taskTimeCost[v]! + instance.balanceWeight * count * count;
}

export function planCost(plan: Plan): number {
  let sum = 0;
  for (let v = 0; v < plan.instance.vehicleCount; v++) sum += routeCost(plan, v);
  return sum;
}

/** Everything that a plan stores about its routes equals what a new plan with the same routes computes from scratch. */
export function expectUpToDate(problem: Problem, plan: Plan): void {
  const instance = buildInstance(problem);
  const fresh = new Plan(instance);
  loadRoutes(fresh, snapshot(plan));
  const stateOf = (one: Plan): unknown => {
    const { layers } = one;
    for (let v = 0; v < instance.vehicleCount; v++) one.followLoads(v);
    const { vehicleCount: V, dimensions } = instance;
    const slice = (values: ArrayLike<number>, at: number, width: number): number[] =>
      Array.from({ length: width }, (_, k) => values[at * width + k]!);
    const nodeState = (i: number): object => ({
      node: i,
      route: one.route[i],
      next: one.next[i],
      prev: one.prev[i],
      innerLegs: slice(one.innerLegs, i, 2),
      depart: slice(one.depart, i, layers),
      latest: slice(one.latest, i, layers),
      loadAfter: slice(one.loadAfter, i, dimensions),
      maxBefore: slice(one.maxBefore, i, dimensions),
      maxAfter: slice(one.maxAfter, i, dimensions),
    });
    return {
      missing: one.missing,
      open: [...one.open.subarray(0, one.openCount)].sort((a, b) => a - b),
      routes: Array.from({ length: V }, (_, v) => {
        const nodes: object[] = [];
        let last = -1;
        for (let i = one.startOf(v); i !== one.endOf(v); i = one.next[i]!) {
          nodes.push({
            ...nodeState(i),
            legCost: one.next[i] === one.endOf(v) && one.count[v] === 0 ? 0 : one.legCost[i],
          });
          last = i;
        }
        expect(one.prev[one.endOf(v)]).toBe(last);
        return {
          count: one.count[v],
          load: slice(one.routeLoad, v, dimensions),
          noWays: one.noWays[v],
          travel: one.routeTravel[v],
          distance: one.routeDistance[v],
          nodes,
          end: { ...nodeState(one.endOf(v)), next: -1 },
        };
      }),
      empty: Array.from({ length: instance.classCount }, (_, c) =>
        [...one.emptyOf[c]!.subarray(0, one.emptyCount[c])].sort((a, b) => a - b),
      ),
    };
  };
  expect(stateOf(plan)).toEqual(stateOf(fresh));
  for (let v = 0; v < instance.vehicleCount; v++) expect(plan.routeCost[v]).toBeCloseTo(routeCost(plan, v), 4);
  expect(plan.cost).toBeCloseTo(planCost(plan), 4);
}
