import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildNeighbours } from "solver/model/neighbours";
import { loadRoutes } from "solver/search/journal";
import { OPERATORS } from "solver/search/operators";
import { Recreate } from "solver/search/recreate";
import { Ruin } from "solver/search/ruin";
import { VehicleChange } from "solver/search/vehicle-change";
import { Stop } from "solver/stop/stop";
import { snapshot } from "solver/construct/construct";
import { emptyPlan, expectUpToDate, filledPlan, planCost, wholes } from "./helpers/plan-state";

const seeds = fc.integer({ min: 1, max: 1_000_000_000 });
const never = new Stop(() => 0, Infinity, Infinity, undefined, 0);

describe("moves: the evaluated delta is the recomputed one", () => {
  it("an insertion costs what was evaluated, and the plan stays up to date", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 2, max: 24 }), (seed, tasks) => {
        const { problem, plan, search } = emptyPlan(seed, tasks);
        for (const task of wholes(plan)) {
          if (!search.inserter.find(task)) continue;
          const before = planCost(plan);
          const { delta } = search.inserter;
          search.inserter.apply(task);
          expect(planCost(plan) - before).toBeCloseTo(delta, 4);
          for (let v = 0; v < plan.instance.vehicleCount; v++) expect(plan.isFeasible(v)).toBe(true);
        }
        expectUpToDate(problem, plan);
      }),
      { numRuns: 150 },
    );
  });

  it("no cheaper place is overlooked: what is found near equals the cheapest of all routes", () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 3, max: 24 }), (seed, tasks) => {
        const { plan, search, random } = filledPlan(seed, tasks);
        const { inserter } = search;
        inserter.blink = 0;
        inserter.drawBlink();
        const placed = wholes(plan).filter(
          (task) => plan.route[task]! >= 0 && plan.isLocked[task] === 0 && plan.instance.paired[task]! < 0,
        );
        if (placed.length === 0) return;
        const task = placed[random.below(placed.length)]!;
        const from = plan.route[task]!;
        plan.unlink(task);
        plan.refresh(from);
        const cheapest = Math.min(
          ...Array.from({ length: plan.instance.vehicleCount }, (_, v) => inserter.findIn(task, v)),
        );
        expect(inserter.find(task) ? inserter.delta : Infinity).toBeCloseTo(cheapest, 4);
        compared++;
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it.each(OPERATORS.map((operator) => [operator.name, operator] as const))(
    "%s: what it takes out is open, the rest is up to date, and undo restores all",
    (_, operator) => {
      let ruined = 0;
      fc.assert(
        fc.property(seeds, fc.integer({ min: 3, max: 24 }), (seed, tasks) => {
          const { problem, plan, search, random } = filledPlan(seed, tasks);
          if (operator.weight(plan.instance) === 0 || plan.instance.taskCount === 0) return;
          const { journal } = search;
          const before = { routes: snapshot(plan), cost: plan.cost, missing: plan.missing };
          const ruin = new Ruin(plan, buildNeighbours(plan.instance, 100, false), random, journal);
          journal.begin();
          ruin.begin();
          operator.ruin(ruin);
          ruin.finish();
          if (ruin.removedCount > 0) ruined++;
          for (let k = 0; k < ruin.removedCount; k++) expect(plan.route[ruin.removed[k]!]).toBe(-1);
          expectUpToDate(problem, plan);
          journal.undo();
          expect({ routes: snapshot(plan), missing: plan.missing }).toEqual({
            routes: before.routes,
            missing: before.missing,
          });
          expect(plan.cost).toBeCloseTo(before.cost, 4);
          expectUpToDate(problem, plan);
        }),
        { numRuns: 60 },
      );
      expect(ruined).toBeGreaterThan(5);
    },
  );

  it("a change of vehicles saves something and keeps every rule, or changes nothing", () => {
    let changed = 0;
    fc.assert(
      fc.property(seeds, fc.integer({ min: 3, max: 24 }), (seed, tasks) => {
        const { problem, plan, search, random } = filledPlan(
          seed,
          tasks,
          seed % 2 === 0 ? undefined : ["asymmetric", "costs", "speed", "open", "profiles"],
        );
        // insertion has chosen the right vehicles already: where nothing forbids it, each takes over the route of the
        // next
        if (seed % 2 === 1) {
          const routes = snapshot(plan);
          loadRoutes(plan, [...routes.slice(1), routes[0]!]);
        }
        const change = new VehicleChange(plan, search.journal, random);
        for (let round = 0; round < 5; round++) {
          search.journal.begin();
          for (let v = 0; v < plan.instance.vehicleCount; v++) search.journal.touch(v);
          const before = { cost: planCost(plan), routes: JSON.stringify(snapshot(plan)) };
          change.run();
          if (JSON.stringify(snapshot(plan)) !== before.routes) {
            changed++;
            expect(planCost(plan)).toBeLessThan(before.cost);
          }
          expect(search.journal.holds()).toBe(true);
        }
        expectUpToDate(problem, plan);
      }),
      { numRuns: 100 },
    );
    expect(changed).toBeGreaterThan(3);
  });

  it("after any moves, kept and undone, everything that the plan stores equals a computation from scratch", () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 3, max: 26 }),
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 3, maxLength: 12 }),
        (seed, tasks, moves) => {
          const { problem, plan, search, random } = filledPlan(seed, tasks);
          // no vehicle reaches any stop
          if (plan.instance.taskCount === 0) return;
          const { journal, inserter } = search;
          const close = buildNeighbours(plan.instance, 100, false);
          const ruin = new Ruin(plan, close, random, journal);
          const recreate = new Recreate(plan, inserter, random, journal);
          const operators = OPERATORS.filter((operator) => operator.weight(plan.instance) > 0);
          for (const [kind, undone] of moves) {
            journal.begin();
            ruin.begin();
            operators[kind % operators.length]!.ruin(ruin);
            ruin.finish();
            recreate.run(ruin.removed, ruin.removedCount, never, Infinity);
            if (undone || !journal.holds()) journal.undo();
            else journal.accept();
          }
          expectUpToDate(problem, plan);
        },
      ),
      { numRuns: 150 },
    );
  });
});
