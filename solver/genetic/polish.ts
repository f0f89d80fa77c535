import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Anneal } from "../search/anneal";
import { geneticProblem, isGenetic, toKinds, toVehicles } from "./genetic-problem";
import { LocalSearch } from "./local-search";

/** Its time, in the unit of `efforts`: a quarter of a millisecond for each task, most of it for code that is new. */
const EFFORTS = 0.01;
const MOST_SHARE = 0.025;

/** Its matrix and its places of SWAP* take some tens of megabytes then. */
const MOST_TASKS = 1500;
const MOST_PLACES = 1_000_000;

/**
 * The share of the time that is left for polishing a plan; 0 where it isn't polished. Plans of mixed fleets gained
 * nothing by it.
 */
export function polishShare(instance: Instance, efforts: number): number {
  const { taskCount, classCount, hasTime } = instance;
  const share = EFFORTS / efforts;
  return !hasTime && classCount === 1 && taskCount <= MOST_TASKS && share <= MOST_SHARE && isGenetic(instance)
    ? share
    : 0;
}

/**
 * The best plan becomes a local optimum of the moves of genetic search too, of which annealing lacks SWAP*. A plan that
 * leaves out tasks stays as it is.
 */
export function polish(search: Anneal, random: Random, isOver: () => boolean): void {
  const { journal, plan, inserter } = search;
  if (search.openInBest() > 0) return;
  const best = journal.bestRoutes();
  const used = best.map((_, v) => v).filter((v) => best[v].length > 0);
  const problem = geneticProblem(plan.instance, inserter.near, used);
  if (problem.routes * problem.taskCount > MOST_PLACES) return;
  const { routes } = new LocalSearch(problem, random).run(toKinds(problem, best), { load: Infinity, time: 0 }, isOver);
  search.adopt(toVehicles(problem, routes, plan.instance.vehicleCount));
}
