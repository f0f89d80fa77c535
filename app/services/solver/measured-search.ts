/**
 * The search of a large problem takes estimates for long legs. So each part's legs are measured, and the next one
 * begins from its plan with a problem that knows them.
 */
import { routesOf } from "solver/index";
import type { GivenRoute, Problem, Solution } from "solver/index";
import { measureResult } from "./measured-result";
import type { MeasuredResult } from "./measured-result";
import type { MeasuredTravel } from "./measured-travel";

/**
 * Shares of its time after which a large problem's legs are measured. The first part is long, because one that begins
 * from a plan searches near it; the others repair what estimates were wrong about.
 */
const PARTS = [0.8, 0.9, 1] as const;

interface SearchedParts<Result> {
  /** of the last part, with the times that its search knew */
  found: Result;
  /** null: released while it was measured */
  measured: MeasuredResult | null;
  /** whose legs are to be stored */
  kept: MeasuredResult[];
}

export interface Part {
  /** null: from the beginning */
  from: readonly GivenRoute[] | null;
  /** shares of the whole time at which it begins and ends */
  used: number;
  until: number;
}

interface PartsOfSearch<Result> {
  search(problem: Problem, part: Part): Promise<Result>;
  /** no second part, though legs may be measured */
  isOne: boolean;
  /** share of the time that an interrupted search has used */
  used?: number;
  /** no further part */
  isStopped(): boolean;
  /** what was found is enough, measured or not */
  isReleased(): boolean;
  signal: AbortSignal;
}

/** @throws the signal's reason, unless it is released */
export async function searchMeasured<Result extends { solution: Solution }>(
  problem: Problem,
  near: MeasuredTravel["near"],
  { search, isOne, used = 0, isStopped, isReleased, signal }: PartsOfSearch<Result>,
): Promise<SearchedParts<Result>> {
  const kept: MeasuredResult[] = [];
  const isWhole = isOne || near.size === 0;
  const next = async (known: Problem, from: Part["from"], begun: number): Promise<SearchedParts<Result>> => {
    const until = isWhole ? 1 : (PARTS.find((part) => part > begun) ?? 1);
    const found = await search(known, { from, used: begun, until });
    const measured = isReleased()
      ? null
      : await measureResult(known, found.solution, near, signal).catch((error: unknown) => {
          if (!isReleased()) throw error;
          return null;
        });
    if (measured === null) return { found, measured, kept };
    kept.push(measured);
    if (until === 1 || measured.failure !== null || isStopped()) return { found, measured, kept };
    return next(measured.problem, routesOf(measured.solution), until);
  };
  return next(problem, null, used);
}
