import { buildProblem, givenRoutes } from "~/domain/calculation/build-problem";
import type { TravelTables } from "~/domain/calculation/build-problem";
import { collectPlaces, profilesOf } from "~/domain/calculation/places";
import type { QueryBody } from "~/domain/calculation/query-body";
import { AppError } from "~/lib/errors";
import type { Services } from "~/services/container.server";
import type { RunningSolve, SolveAnswer, SolveProgress } from "~/services/solver/solver-pool.server";

/** Routes to begin the search with: those of an interrupted run, else the plan as it stands. */
export type Checkpoint = NonNullable<SolveProgress["routes"]>;

/** The same question always gets the same dice. */
const SEED = 1;

/** Least share of its time that a calculation gets after an interruption, so that the best plan is still polished. */
const LEAST_REST = 0.1;

/** Where an interrupted calculation goes on. */
export interface Resume {
  routes: Checkpoint;
  /** share of the time that was used before, 0..1 */
  used: number;
}

/**
 * Travel tables, then the search in a worker.
 * @param signal gives up while the tables are fetched; the search itself is ended by `RunningSolve.stop`
 * @throws AppError `routing.*` when there are no travel times
 */
export async function startSolve(
  query: QueryBody,
  resume: Resume | null,
  { routing, solver }: Pick<Services, "routing" | "solver">,
  onProgress: (progress: SolveProgress) => void,
  signal: AbortSignal,
): Promise<RunningSolve> {
  const places = collectPlaces(query);
  const tables: TravelTables = {};
  const avoid = { avoidTolls: query.options.avoid_tolls, avoidHighways: query.options.avoid_highways };
  for (const profile of profilesOf(query)) tables[profile] = await routing.matrix(places.places, profile, avoid, signal);
  const { solving_time: seconds, exploration, change_budget: changeBudget } = query.options;
  // A budget counts from the plan as it stands, so an interrupted search begins again from there.
  const from = changeBudget === undefined ? resume : null;
  return solver.solve(
    buildProblem(query, places, tables),
    {
      timeLimitMs: Math.round(seconds * 1000 * (from ? Math.max(LEAST_REST, 1 - from.used) : 1)),
      exploration,
      seed: SEED,
      warmStart: from?.routes ?? givenRoutes(query),
      ...(changeBudget === undefined ? {} : { changeBudget }),
    },
    onProgress,
  );
}

/** The independent checker has the last word: what it objects to is never applied. */
export function assertClean({ violations }: SolveAnswer): void {
  const [first] = violations;
  if (first) {
    throw new AppError("calculation.check_failed", `The calculated plan broke a rule (${first.message}) and was not applied. Your plan is as it was.`, { status: 500, details: violations });
  }
}
