/**
 * A large problem is searched with estimates for pairs of places that are not near each other. The legs of the result
 * that were estimates are measured, and its routes timed again, before anybody sees it.
 */
import { check, entryOf, routesOf, timeRoutes } from "solver/index";
import type { Problem, Solution, SolutionRoute, SparseMatrix, Violation } from "solver/index";
import { AppError } from "~/lib/errors";
import { tellOfEngine } from "../routing/ask-json.server";
import type { MeasuredPairs, PairLegs } from "../routing/pairs/measured-pairs";
import { keepAll } from "./measured-travel";
import { withPairs } from "./with-pairs";

type Leg = readonly [from: number, to: number];

export interface MeasuredResult {
  /** with the measured legs in its matrices */
  problem: Problem;
  /** by measured times, with what is then broken */
  solution: Solution;
  /** what the independent checker finds in it beyond what the solution says of itself: a fault of the program */
  violations: Violation[];
  /** legs that were estimates during the search */
  legs: number;
  /** steps of each route, by vehicle, whose leg from the stop before is an estimate still */
  estimated: ReadonlyMap<number, ReadonlySet<number>>;
  /** why some are; null: none is */
  failure: string | null;
  /** Stores what was asked for; call it when nobody waits any more. */
  keep(): Promise<void>;
}

/** @throws the signal's reason */
export async function measureResult(
  problem: Problem,
  solution: Solution,
  near: ReadonlyMap<string, Pick<MeasuredPairs, "measure">>,
  signal?: AbortSignal,
): Promise<MeasuredResult> {
  const profileOf = new Map(problem.vehicles.map(({ id, profile }) => [id, profile]));
  const matrices = { ...problem.matrices };
  const kept: PairLegs[] = [];
  const failures = new Map<string, string>();
  let legs = 0;
  for (const [profile, { measure }] of near) {
    const model = matrices[profile];
    if (model?.kind !== "sparse") continue;
    const routes = solution.routes.filter(({ vehicleId }) => profileOf.get(vehicleId) === profile);
    const unknown = unknownLegs(model, routes);
    legs += unknown.length;
    if (unknown.length === 0) continue;
    try {
      const measured = await measure(unknown, signal);
      kept.push(measured);
      matrices[profile] = withPairs(model, unknown, measured);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      tellOfEngine(error);
      failures.set(profile, error.message);
    }
  }
  const known = kept.length === 0 ? problem : { ...problem, matrices };
  const timed = kept.length === 0 ? solution : timedAgain(known, solution);
  return {
    problem: known,
    solution: timed,
    violations: kept.length === 0 ? [] : untold(known, timed),
    legs,
    estimated: new Map(
      solution.routes
        .filter(({ vehicleId }) => failures.has(profileOf.get(vehicleId) ?? ""))
        .map((route) => {
          const model = matrices[profileOf.get(route.vehicleId)!] as SparseMatrix;
          return [route.vehicleId, new Set(unknownSteps(model, route).map(({ step }) => step))];
        }),
    ),
    failure: failures.size === 0 ? null : [...new Set(failures.values())].join(" "),
    keep: () => keepAll(kept),
  };
}

/** Legs between different places that the matrix only estimates, each once. */
function unknownLegs(model: SparseMatrix, routes: readonly SolutionRoute[]): Leg[] {
  const legs = new Map<number, Leg>();
  for (const route of routes)
    for (const { from, to } of unknownSteps(model, route)) legs.set(from * model.size + to, [from, to]);
  return [...legs.values()];
}

function unknownSteps(model: SparseMatrix, { steps }: SolutionRoute): { step: number; from: number; to: number }[] {
  const unknown: { step: number; from: number; to: number }[] = [];
  let from: number | undefined;
  steps.forEach(({ locationIndex: to }, step) => {
    // Breaks are taken where the vehicle stands.
    if (to === undefined) return;
    if (from !== undefined && from !== to && entryOf(model, from, to) < 0) unknown.push({ step, from, to });
    from = to;
  });
  return unknown;
}

function untold(problem: Problem, solution: Solution): Violation[] {
  const told = new Set(
    solution.routes.flatMap(({ vehicleId, violations }) => violations.map(({ code }) => `${vehicleId} ${code}`)),
  );
  return check(problem, solution).filter(({ vehicleId, code }) => !told.has(`${vehicleId} ${code}`));
}

/** The same stops in the same order; breaks where the new times want them. */
function timedAgain(problem: Problem, solution: Solution): Solution {
  const routes = routesOf(solution).map(({ vehicleId, steps }) => ({
    vehicleId,
    steps: steps.filter(({ type }) => type !== "break"),
  }));
  const { iterations, computingTimes, unassigned } = solution;
  return { ...timeRoutes(problem, routes), iterations, computingTimes, unassigned };
}
