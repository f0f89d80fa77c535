import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildNeighbours } from "solver/model/neighbours";
import { MOVES } from "solver/search/moves";
import { expectUpToDate, filledPlan, planCost } from "./helpers/plan-state";

const USUAL = [
  "asymmetric",
  "load",
  "windows",
  "costs",
  "task-cost",
  "setup",
  "breaks",
  "multi-windows",
  "equal-vehicles",
];

/** No direction matters. */
const PLAIN = ["load", "equal-vehicles"];

describe("moves of the annealing", () => {
  it.each(MOVES.map((move) => [move.name, move] as const))(
    "%s: costs what was evaluated, keeps every rule, and leaves all as it was when it isn't kept",
    (_, Move) => {
      let kept = 0;
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 4, max: 24 }), (seed, tasks) => {
          const { problem, plan, search, random } = filledPlan(seed, tasks, [undefined, USUAL, PLAIN][seed % 3]);
          const move = new Move(
            plan,
            buildNeighbours(plan.instance, 40, plan.instance.hasTime),
            random,
            search.journal,
          );
          if (!move.usable) return;
          for (let round = 0; round < 40; round++) {
            const before = planCost(plan);
            if (move.run(round % 2 === 0 ? 0 : 1e9)) {
              kept++;
              expect(planCost(plan) - before).toBeCloseTo(move.delta, 4);
              for (let v = 0; v < plan.instance.vehicleCount; v++) expect(plan.isFeasible(v)).toBe(true);
            } else expect(planCost(plan)).toBeCloseTo(before, 4);
            expect(plan.cost).toBeCloseTo(planCost(plan), 4);
          }
          expectUpToDate(problem, plan);
        }),
        { numRuns: 200 },
      );
      expect(kept).toBeGreaterThan(20);
    },
  );
});
