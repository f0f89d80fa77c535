import type { GivenRoute, Problem, StepRef } from "solver/index";

export const nameOf = (step: StepRef): string => `${step.type} ${step.id}`;
const namesOf = (routes: readonly GivenRoute[], vehicleId: number): string[] =>
  routes.find((route) => route.vehicleId === vehicleId)?.steps.map(nameOf) ?? [];

/** Stops outside a longest common subsequence with their given route, and stops that are in no route any more. */
export function changedStops(problem: Problem, before: readonly GivenRoute[], after: readonly GivenRoute[]): number {
  let changed = 0;
  const served = new Set(after.flatMap(({ steps }) => steps.map(nameOf)));
  for (const { id } of problem.vehicles) {
    const [was, is] = [namesOf(before, id), namesOf(after, id)];
    changed += is.length - longestCommon(was, is) + was.filter((name) => !served.has(name)).length;
  }
  return changed;
}

/** Length of the longest common subsequence. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i]![j] = a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!);
  return table[a.length]![b.length]!;
}
