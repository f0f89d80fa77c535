import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schedule } from "solver/index";
import type { Problem } from "solver/index";
import { stepOf } from "solver/model/given-routes";
import type { Plan } from "solver/search/plan";
import { takeRoute } from "solver/search/take-route";
import { filledPlan, planCost, wholes } from "./helpers/plan-state";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });

/** The judge: plan mode, which shares no code with the search and has nothing to say against this order. */
function allowed(problem: Problem, plan: Plan, v: number): boolean {
  const { instance } = plan;
  const steps = [];
  for (let i = plan.next[plan.startOf(v)]!; i !== plan.endOf(v); i = plan.next[i]!) steps.push(stepOf(instance, i));
  return schedule(problem, [{ vehicleId: problem.vehicles[v]!.id, steps }])[0]!.violations.length === 0;
}

/** What a task (with its delivery) costs at one place; Infinity where the judge objects. */
function tried(problem: Problem, plan: Plan, v: number, task: number, after: number, deliveryAfter: number): number {
  const partner = plan.instance.paired[task]!;
  const before = planCost(plan);
  plan.link(task, after);
  if (partner >= 0) plan.link(partner, deliveryAfter);
  const delta = allowed(problem, plan, v) ? planCost(plan) - before : Infinity;
  if (partner >= 0) plan.unlink(partner);
  plan.unlink(task);
  return delta;
}

function placesOf(plan: Plan, v: number): number[] {
  const places: number[] = [];
  for (let i = plan.startOf(v); i !== plan.endOf(v); i = plan.next[i]!) places.push(i);
  return places;
}

/** Cheapest allowed cost in one route, over all places one by one. */
function cheapest(problem: Problem, plan: Plan, v: number, task: number): number {
  const places = placesOf(plan, v);
  let best = Infinity;
  places.forEach((after, k) => {
    if (plan.instance.paired[task]! < 0) best = Math.min(best, tried(problem, plan, v, task, after, -1));
    else
      for (const deliveryAfter of [task, ...places.slice(k + 1)])
        best = Math.min(best, tried(problem, plan, v, task, after, deliveryAfter));
  });
  return best;
}

/**
 * What leaves a vehicle one clock per stop, as most fleets have it: the search then has a shorter way to look at
 * windows.
 */
const PLAIN = ["windows", "hours", "load", "asymmetric", "costs", "max-tasks", "equal-vehicles", "open", "gaps"];

/**
 * A plan from which some stops were taken out again, and those stops and what had no place. Every second one has plain
 * windows.
 */
function withOpen(
  seed: number,
  tasks: number,
): { problem: Problem; plan: Plan; search: ReturnType<typeof filledPlan>["search"]; open: number[] } {
  const { problem, plan, search, random } = filledPlan(seed, tasks, seed % 2 === 0 ? PLAIN : undefined);
  const { paired } = plan.instance;
  search.inserter.blink = 0;
  search.inserter.drawBlink();
  for (const task of wholes(plan)) {
    const v = plan.route[task]!;
    if (v < 0 || random.real() < 0.7) continue;
    plan.unlink(task);
    if (paired[task]! >= 0) plan.unlink(paired[task]!);
    plan.refresh(v);
    if (plan.noWays[v] === 0) continue;
    // what is left has no way from one stop to the next
    takeRoute(plan, v, new Int32Array(plan.count[v]!), 0);
    plan.refresh(v);
  }
  return { problem, plan, search, open: wholes(plan).filter((task) => plan.route[task]! < 0) };
}

describe("places: what the search takes is exactly what the rules allow", () => {
  it("a stop fits at a place when plan mode has nothing against it, and only then", () => {
    let yes = 0;
    let no = 0;
    const plain = { yes: 0, no: 0 };
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 14 }), (seed, tasks) => {
        const { problem, plan, search, open } = withOpen(seed, tasks);
        for (const task of open) {
          if (plan.instance.paired[task]! >= 0) continue;
          for (let v = 0; v < plan.instance.vehicleCount; v++) {
            for (const after of placesOf(plan, v)) {
              const fits = search.inserter.takes(v, task) && search.inserter.fits(v, after, task, plan.next[after]!);
              const right = tried(problem, plan, v, task, after, -1) < Infinity;
              if (right) yes++;
              else no++;
              if (plan.plainTimes && plan.instance.hasTime) plain[right ? "yes" : "no"]++;
              expect(fits, `task ${task} behind ${after} of vehicle ${v}`).toBe(right);
            }
          }
        }
      }),
      { numRuns: 120 },
    );
    expect(Math.min(yes, no)).toBeGreaterThan(50);
    expect(Math.min(plain.yes, plain.no)).toBeGreaterThan(50);
  });

  it("the place found in a route is the cheapest that the rules allow, for jobs and for shipments", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 12 }), (seed, tasks) => {
        const { problem, plan, search, open } = withOpen(seed, tasks);
        for (const task of open.slice(0, 3)) {
          for (let v = 0; v < plan.instance.vehicleCount; v++) {
            const best = cheapest(problem, plan, v, task);
            const found = search.inserter.findIn(task, v);
            if (best === Infinity) expect(found).toBe(Infinity);
            else expect(found).toBeCloseTo(best, 4);
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  it("looking everywhere finds the cheapest place of all vehicles, and none only where there is none", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 10 }), (seed, tasks) => {
        const { problem, plan, search, open } = withOpen(seed, tasks);
        for (const task of open.slice(0, 3)) {
          let best = Infinity;
          for (let v = 0; v < plan.instance.vehicleCount; v++) best = Math.min(best, cheapest(problem, plan, v, task));
          expect(search.inserter.find(task)).toBe(best < Infinity);
          const found = search.inserter.find(task, true);
          expect(found).toBe(best < Infinity);
          if (found) expect(search.inserter.delta).toBeCloseTo(best, 4);
        }
      }),
      { numRuns: 100 },
    );
  });
});
