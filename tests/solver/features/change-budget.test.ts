import { describe, expect, it } from "vitest";
import { check, solve } from "solver/index";
import { readVroom } from "solver/formats/vroom/read";
import { randomProblem } from "../helpers/random-problem";

describe("change budget", () => {
  it.each([0, 1, 2, 4])("%i: no more stops change route or order, and the plan never gets worse", (budget) => {
    for (let seed = 1; seed <= 25; seed++) {
      const { problem } = readVroom(randomProblem(seed, { tasks: 14 }));
      const given = solve(problem, { iterationLimit: 2, seed });
      const names = (solution: typeof given) => new Map(solution.routes.map((route) => [route.vehicleId, route.steps.flatMap((step) => (step.id === undefined || step.type === "break" ? [] : [`${step.type} ${step.id}`]))]));
      const warmStart = given.routes.map((route) => ({ vehicleId: route.vehicleId, steps: route.steps.flatMap((step) => (step.type === "job" || step.type === "pickup" || step.type === "delivery" ? [{ type: step.type, id: step.id! }] : [])) }));
      const solution = solve(problem, { warmStart, changeBudget: budget, timeLimitMs: 10_000 });
      expect(check(problem, solution)).toEqual([]);
      const before = names(given);
      const after = names(solution);
      let kept = 0;
      for (const [vehicle, order] of after) kept += longestCommon(before.get(vehicle) ?? [], order);
      const served = [...after.values()].flat().length;
      expect(served - kept).toBeLessThanOrEqual(budget);
      if (budget === 0) expect(after).toEqual(before);
      expect(solution.summary.priority).toBeGreaterThanOrEqual(given.summary.priority);
      if (solution.unassigned.length === given.unassigned.length) expect(solution.cost).toBeLessThanOrEqual(given.cost + 1);
    }
  });
});

/** Length of the longest common subsequence. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++) for (let j = 1; j <= b.length; j++) table[i]![j] = a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
  return table[a.length]![b.length]!;
}
