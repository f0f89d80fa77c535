import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snapshot } from "solver/construct/construct";
import { buildNeighbours } from "solver/model/neighbours";
import { crossover } from "solver/search/crossover";
import { MOVES } from "solver/search/moves";
import { Reversal } from "solver/search/moves/reversal";
import { OPERATORS } from "solver/search/operators";
import type { Plan } from "solver/search/plan";
import { Recreate } from "solver/search/recreate";
import { tryFewerRoutes } from "solver/search/fewer-routes";
import { Ruin } from "solver/search/ruin";
import { Stop } from "solver/stop/stop";
import type { Vehicle } from "solver/index";
import { withLocks } from "./helpers/locked";
import { emptyPlan, emptyPlanOf, expectUpToDate, fill, planCost, wholes } from "./helpers/plan-state";
import type { Filled } from "./helpers/plan-state";
import { job, line, problem as problemOf, vehicle } from "./helpers/problems";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });
const never = new Stop(() => 0, Infinity, Infinity, undefined, 0);

/** No direction matters, vehicles are alike, and no shipment keeps the moves from anything. */
const KINDS = [["load", "equal-vehicles"], ["load", "costs", "windows"], undefined];

function lockedPlan(seed: number, tasks: number): Filled {
  return fill(emptyPlanOf(withLocks(emptyPlan(seed, tasks, KINDS[seed % 3]).problem, seed), seed));
}

const lockedIn = ({ instance }: Plan): number[] => instance.locked.flatMap((tasks) => [...tasks]);

function expectLocked(plan: Plan): void {
  const routes = snapshot(plan);
  plan.instance.locked.forEach((tasks, v) => expect(routes[v]!.slice(0, tasks.length)).toEqual([...tasks]));
}

describe("with locked stops", () => {
  it.each(MOVES.map((move) => [move.name, move] as const))(
    "%s works behind them, costs what was evaluated and leaves them where they are",
    (_, Move) => {
      let kept = 0;
      fc.assert(
        fc.property(seeds, fc.integer({ min: 6, max: 24 }), (seed, tasks) => {
          const { problem, plan, search, random } = lockedPlan(seed, tasks);
          const near = buildNeighbours(plan.instance, 40, plan.instance.hasTime);
          const move = new Move(plan, near, random, search.journal);
          if (!move.usable) return;
          const locking = plan.instance.locked.map((tasks) => tasks.length > 0);
          for (let round = 0; round < 80; round++) {
            const before = planCost(plan);
            if (!move.run(round % 2 === 0 ? 0 : 1e9)) continue;
            expect(planCost(plan) - before).toBeCloseTo(move.delta, 4);
            const { touched, touchedCount } = search.journal;
            if (touched.subarray(0, touchedCount).some((v) => locking[v]!)) kept++;
            expectLocked(plan);
          }
          expectUpToDate(problem, plan);
        }),
        { numRuns: 400, seed: 7 },
      );
      expect(kept).toBeGreaterThan(20);
    },
  );

  it.each(OPERATORS.map((operator) => [operator.name, operator] as const))(
    "%s changes their routes and leaves them where they are",
    (_, operator) => {
      let changed = 0;
      fc.assert(
        fc.property(seeds, fc.integer({ min: 6, max: 24 }), (seed, tasks) => {
          const { problem, plan, search, random } = lockedPlan(seed, tasks);
          if (operator.weight(plan.instance) === 0 || lockedIn(plan).length === 0) return;
          const { journal, inserter } = search;
          const ruin = new Ruin(plan, buildNeighbours(plan.instance, 100, false), random, journal);
          const recreate = new Recreate(plan, inserter, random, journal);
          for (let round = 0; round < 10; round++) {
            journal.begin();
            ruin.begin();
            operator.ruin(ruin);
            ruin.finish();
            expectLocked(plan);
            recreate.run(ruin.removed, ruin.removedCount, never, Infinity);
            if (journal.holds()) {
              changed++;
              journal.accept();
            } else journal.undo();
            expectLocked(plan);
          }
          expectUpToDate(problem, plan);
        }),
        { numRuns: 60, seed: 7 },
      );
      expect(changed).toBeGreaterThan(20);
    },
  );

  it("a plan takes over routes of another one, and each vehicle keeps its own", () => {
    let crossed = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 8, max: 24 }), (seed, tasks) => {
        const json = emptyPlan(3 * Math.ceil(seed / 3), tasks, KINDS[0]).problem;
        const problem = withLocks(json, seed);
        const [base, donor] = [0, 1].map((more) => {
          const { plan, search, random } = emptyPlanOf(problem, seed + more);
          const open = wholes(plan).filter((task) => plan.route[task]! < 0);
          for (const task of open.sort(() => random.real() - 0.5))
            if (search.inserter.find(task)) search.inserter.apply(task);
          return snapshot(plan);
        });
        const { plan, search, random } = emptyPlanOf(problem, seed);
        if (plan.instance.classCount > 1) return;
        search.adopt(base!);
        if (crossover(search, base!, donor!, random, () => false) && lockedIn(plan).length > 0) crossed++;
        expectLocked(plan);
        expectUpToDate(problem, plan);
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(crossed).toBeGreaterThan(20);
  });

  it("a route that breaks a rule without what another route took over loses all but its own", () => {
    // from 1 to 3 the way by 2 is short, and the direct one is longer than a day's limit
    const durations = Int32Array.from({ length: 25 }, (_, k) => (k % 6 === 0 ? 0 : 10));
    durations[1 * 5 + 3] = 500;
    const van = (id: number): Vehicle => vehicle(id, { maxTravelTimeSec: 200 });
    const vehicles = [{ ...van(1), lockedPrefix: [{ type: "job" as const, id: 1 }] }, van(2)];
    const given = problemOf(
      { size: 5, durations },
      vehicles,
      [1, 2, 3, 4].map((id) => job(id, id)),
    );
    let crossed = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const { plan, search, random } = emptyPlanOf(given, seed);
      const base = [[0, 1, 2], [3]];
      search.adopt(base);
      if (
        crossover(
          search,
          base,
          [
            [0, 2],
            [1, 3],
          ],
          random,
          () => true,
        )
      )
        crossed++;
      expectLocked(plan);
    }
    expect(crossed).toBeGreaterThan(5);
  });

  it("reversal: of two routes the beginnings are joined behind the locked stops alone", () => {
    const locked = [1, 2, 3].map((id) => ({ type: "job" as const, id }));
    const vehicles = [vehicle(1, { lockedPrefix: locked }), vehicle(2)];
    const jobs = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => job(id, id));
    const { plan, search, random } = emptyPlanOf(problemOf(line(0, 1, 2, 3, 4, 5, 6, 7, 8), vehicles, jobs), 1);
    search.adopt([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    const move = new Reversal(plan, buildNeighbours(plan.instance, 40, false), random, search.journal);
    let crossed = 0;
    for (let round = 0; round < 500; round++) {
      if (move.run(1e9) && search.journal.touchedCount === 2) crossed++;
      expectLocked(plan);
    }
    expect(crossed).toBeGreaterThan(20);
  });

  it("one route less: those without locked stops are given up alone", () => {
    const jobs = Array.from({ length: 10 }, (_, k) => job(k + 1, 1 + (k % 4), { delivery: [1] }));
    const vehicles = [1, 2, 3].map((id) =>
      vehicle(id, { capacity: [5], ...(id === 1 ? { lockedPrefix: [{ type: "job" as const, id: 1 }] } : {}) }),
    );
    const given = problemOf(line(0, 10, 20, 30, 40), vehicles, jobs);
    for (let seed = 1; seed <= 10; seed++) {
      const { plan, search, random } = emptyPlanOf(given, seed);
      expect(plan.instance.classCount).toBe(1);
      search.adopt([[0], [1, 2, 3, 4], [5, 6, 7, 8, 9]]);
      search.keepAsBest();
      const stop = new Stop(() => 0, Infinity, 2000, undefined, 0);
      expect(tryFewerRoutes(search, stop, 1, random, () => undefined)).toBe(true);
      expectLocked(plan);
    }
  });
});
