/**
 * The search of a large problem takes estimates for long legs. So the first part's legs are measured, and the rest of
 * the time is spent on a problem that knows them.
 */
import type { GivenRoute, Problem, Solution } from "solver/index";
import { measureResult } from "./measured-result";
import type { MeasuredResult } from "./measured-result";
import type { MeasuredTravel } from "./measured-travel";

/** Share of its time after which a large problem's legs are measured for the first time. */
export const FIRST_PART = 0.6;

export interface SearchedParts<Result> {
  /** of the last part, with the times that its search knew */
  found: Result;
  /** null: released while it was measured */
  measured: MeasuredResult | null;
  /** whose legs are to be stored */
  kept: MeasuredResult[];
}

export interface PartsOfSearch<Result> {
  /** @param from null: from the beginning @param until share of the whole time after which it ends */
  search(problem: Problem, from: readonly GivenRoute[] | null, until: number): Promise<Result>;
  /** no second part, though legs may be measured */
  isOne: boolean;
  /** no second part any more */
  isStopped(): boolean;
  /** what was found is enough, measured or not */
  isReleased(): boolean;
  signal: AbortSignal;
}

/** @throws the signal's reason, unless it is released */
export async function searchMeasured<Result extends { solution: Solution }>(
  problem: Problem,
  near: MeasuredTravel["near"],
  { search, isOne, isStopped, isReleased, signal }: PartsOfSearch<Result>,
): Promise<SearchedParts<Result>> {
  const measure = (of: Problem, { solution }: Result): Promise<MeasuredResult | null> =>
    measureResult(of, solution, near, signal).catch((error: unknown) => {
      if (!isReleased()) throw error;
      return null;
    });
  const isWhole = isOne || near.size === 0;
  const first = await search(problem, null, isWhole ? 1 : FIRST_PART);
  const measured = isReleased() ? null : await measure(problem, first);
  const kept = measured === null ? [] : [measured];
  const isDone = isWhole || measured === null || measured.legs === 0 || measured.failure !== null;
  if (isDone || isStopped()) return { found: first, measured, kept };
  const second = await search(measured.problem, routesOf(measured.solution), 1);
  const again = isReleased() ? null : await measure(measured.problem, second);
  return { found: second, measured: again, kept: again === null ? kept : [...kept, again] };
}

/** As the solver takes them to go on from. */
export function routesOf({ routes }: Solution): GivenRoute[] {
  return routes.map(({ vehicleId, steps }) => ({
    vehicleId,
    steps: steps.flatMap((step) =>
      step.type === "start" || step.type === "end" || step.id === undefined ? [] : [{ type: step.type, id: step.id }],
    ),
  }));
}
