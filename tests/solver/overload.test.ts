import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildNeighbours } from "solver/model/neighbours";
import { StringExchange } from "solver/search/moves/string-exchange";
import { TailExchange } from "solver/search/moves/tail-exchange";
import type { Plan } from "solver/search/plan";
import { Stop } from "solver/stop/stop";
import { emptyPlanOf, expectUpToDate, fill, filledPlan, planCost } from "./helpers/plan-state";
import { spread } from "./helpers/spread";

/** Deliveries alone, so that sums decide about loads; vehicles differ. */
const DELIVERIES = ["asymmetric", "load", "windows", "costs"];
const seeds = fc.integer({ min: 1, max: 1_000_000_000 });
const sizes = fc.integer({ min: 6, max: 24 });

/** Amounts above capacity, in mean amounts, added up from the routes alone. */
function overloads(plan: Plan): number[] {
  const { dimensions, taskCount, vehicleCount, atStart, taken, capacity } = plan.instance;
  const amount = (task: number, d: number): number => atStart[task * dimensions + d]! + taken[task * dimensions + d]!;
  return Array.from({ length: vehicleCount }, (_, v) => {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      let all = 0;
      for (let t = 0; t < taskCount; t++) all += amount(t, d);
      let load = 0;
      for (let i = plan.next[plan.startOf(v)]!; i < taskCount; i = plan.next[i]!) load += amount(i, d);
      if (load > capacity[v * dimensions + d]!) sum += ((load - capacity[v * dimensions + d]!) * taskCount) / all;
    }
    return sum;
  });
}

function expectOverloadKnown(plan: Plan): void {
  const expected = overloads(plan);
  expected.forEach((amount, v) => expect(plan.overload.ofRoute[v]).toBeCloseTo(amount, 6));
  expect(plan.overload.sum).toBeCloseTo(
    expected.reduce((a, b) => a + b, 0),
    6,
  );
  expect(plan.overload.routes).toBe(expected.filter((amount) => amount > 0).length);
}

/**
 * Room for a third more in all vehicles: small problems have no capacity of which three in a hundred are a whole unit.
 */
function widen(plan: Plan): void {
  plan.overload.begin(1);
  plan.overload.most.forEach((most, k) => (plan.overload.most[k] = Math.ceil(most * 1.3)));
}

describe("loads above capacity, for a price", () => {
  it("insertions and moves count them exactly, and pay for them", () => {
    let overloaded = 0;
    let kept = 0;
    fc.assert(
      fc.property(seeds, sizes, (seed, tasks) => {
        const { problem, plan, search, random } = filledPlan(seed, tasks, DELIVERIES);
        if (!plan.instance.sumDecidesLoad || plan.instance.dimensions === 0) return;
        widen(plan);
        for (const task of [...plan.open.subarray(0, plan.openCount)]) {
          const before = plan.priced;
          if (!search.inserter.find(task)) continue;
          search.inserter.apply(task);
          expect(plan.priced - before).toBeCloseTo(search.inserter.delta, 4);
          expectOverloadKnown(plan);
        }
        const near = buildNeighbours(plan.instance, 40, plan.instance.hasTime);
        for (const Move of [TailExchange, StringExchange]) {
          const move = new Move(plan, near, random, search.journal);
          if (!move.usable) continue;
          for (let round = 0; round < 40; round++) {
            const before = plan.priced;
            const allowance = round % 2 === 0 ? 0 : 300;
            if (move.run(allowance)) {
              kept++;
              expect(plan.priced - before).toBeLessThan(allowance);
            } else expect(plan.priced).toBeCloseTo(before, 4);
            expectOverloadKnown(plan);
            if (plan.overload.routes > 0) {
              overloaded++;
              expect(search.journal.isBetterThanBest()).toBe(false);
            }
          }
        }
        expect(plan.cost).toBeCloseTo(planCost(plan), 4);
        expectUpToDate(problem, plan);
      }),
      { numRuns: 150 },
    );
    expect(overloaded).toBeGreaterThan(100);
    expect(kept).toBeGreaterThan(40);
  });

  it("a cooling ends without any, with all capacities as they are", () => {
    let priced = 0;
    fc.assert(
      fc.property(seeds, sizes, (seed, tasks) => {
        const { problem, plan, search } = filledPlan(seed, tasks, DELIVERIES);
        const limit = search.iterations + 1500;
        const stop = new Stop(() => 0, Infinity, limit, undefined, 0);
        search.keepAsBest();
        search.run(
          stop,
          { first: 1, last: 0.05 },
          0,
          1,
          () => expect(plan.overload.routes).toBe(0),
          () => {
            if (plan.overload.isPriced) priced++;
          },
        );
        expect(plan.overload.isPriced).toBe(false);
        expect([...plan.overload.most]).toEqual([...plan.instance.capacity]);
        expect(overloads(plan).every((amount) => amount === 0)).toBe(true);
        for (let v = 0; v < plan.instance.vehicleCount; v++) expect(plan.isFeasible(v)).toBe(true);
        expectUpToDate(problem, plan);
      }),
      { numRuns: 60 },
    );
    expect(priced).toBeGreaterThan(0);
  });

  it("with equal vehicles they have one where these are nearly full, in a cooling that asks for it", () => {
    const pricedIn = (perVehicle: number, asks: boolean): boolean => {
      const { plan, search, problem } = fill(emptyPlanOf(spread(3, 40, perVehicle), 3));
      search.pricesFullVehicles = asks;
      search.keepAsBest();
      let priced = false;
      const stop = new Stop(() => 0, Infinity, 2000, undefined, 0);
      const onRound = (): void => void (priced ||= plan.overload.isPriced);
      search.run(stop, { first: 1, last: 0.05 }, 0, 1, () => expect(plan.overload.routes).toBe(0), onRound);
      expect(plan.overload.isPriced).toBe(false);
      expect(overloads(plan).every((amount) => amount === 0)).toBe(true);
      expectUpToDate(problem, plan);
      return priced;
    };
    // eight full vehicles; two of which the second is a third full
    expect(pricedIn(5, true)).toBe(true);
    expect(pricedIn(5, false)).toBe(false);
    expect(pricedIn(30, true)).toBe(false);
  });

  it("the price rises while plans are overloaded, and falls while they hold", () => {
    const { plan } = filledPlan(7, 12, DELIVERIES);
    const { overload } = plan;
    overload.begin(100);
    for (let round = 0; round < 2000; round++) overload.watch();
    expect(overload.price).toBeLessThan(100);
    const low = overload.price;
    overload.routes = 1;
    for (let round = 0; round < 2000; round++) overload.watch();
    expect(overload.price).toBeGreaterThan(low);
  });
});
