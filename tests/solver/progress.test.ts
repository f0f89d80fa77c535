import { describe, expect, it } from "vitest";
import { solve } from "solver/index";
import type { Options, Problem, Progress, Solution } from "solver/index";
import { costOf } from "solver/schedule/schedule";
import { inParts, plane } from "./helpers/large";

type Search = (problem: Problem, options: Options) => Solution;
const LIMIT = { iterationLimit: 400, seed: 3 };
const searches: [string, Search][] = [
  ["the whole", (problem, options) => solve(problem, options)],
  ["parts", (problem, options) => inParts(problem, options)],
];

/** Each report, with what its routes cost. */
function reports(search: Search, problem: Problem, options: Options = LIMIT): { told: Progress; cost: number }[] {
  const seen: { told: Progress; cost: number }[] = [];
  const onProgress = (told: Progress): void => void seen.push({ told, cost: costOf(problem, told.bestRoutes()) });
  search(problem, { ...options, onProgress });
  return seen;
}

describe.each(searches)("progress of a search of %s", (_, search) => {
  it.each([0, 0.5, 1])("costs what its routes cost, whatever evenness is worth: balance %d", (balance) => {
    const seen = reports(search, { ...plane(4, 30, 6, 10), balance });
    expect(seen.length).toBeGreaterThan(0);
    for (const { told, cost } of seen) expect(told.cost).toBe(Math.round(cost));
  });
});

it("progress counts what no vehicle can serve as left out", () => {
  const base = plane(4, 30, 6, 10);
  const jobs = base.jobs.map((one) => (one.id <= 3 ? { ...one, skills: [7] } : one));
  const seen = reports(searches[0]![1], { ...base, jobs });
  expect(seen.length).toBeGreaterThan(0);
  for (const { told } of seen) expect(told.unassigned).toBe(3);
});
