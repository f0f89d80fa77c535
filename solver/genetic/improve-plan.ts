import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Anneal } from "../search/anneal";
import type { Routes } from "../search/journal";
import type { Stop } from "../stop/stop";
import { geneticProblem } from "./genetic-problem";
import { GeneticSearch } from "./genetic-search";

/** Share of the time for the cooling before. */
export const COOLED_BEFORE = 0.1;

/** With less time for each of so many tasks, in the unit of `efforts`, plans are better cooled. */
const FROM = 7.5;
const FROM_TASKS = 300;

/** Number of times that threads compare their best plans. */
const EXCHANGES = 20;

/**
 * How much time of a thread, in the unit of `efforts`, makes genetic search pay. Beyond some number of tasks a
 * population needs the more children, the more tasks there are, and each child takes longer.
 */
export const geneticFrom = ({ taskCount }: Instance): number => FROM * Math.max(1, taskCount / FROM_TASKS) ** 2;

export interface GeneticPhase {
  readonly search: Anneal;
  readonly stop: Stop;
  readonly random: Random;
  readonly report: () => void;
  /** Publishes the best plan to the other threads and returns a better one of another thread. */
  readonly meet: () => Routes | null;
}

/**
 * Improves the best plan by genetic search for the rest of the time.
 * @returns false, at once, where that plan leaves out tasks: other routes for the rest gain nothing then
 */
export function improvePlan({ search, stop, random, report, meet }: GeneticPhase): boolean {
  const { journal, plan } = search;
  const first = meet();
  if (first !== null) search.adopt(first);
  if (search.openInBest() > 0) return false;
  const used = journal.bestRoutes().filter((route) => route.length > 0).length;
  const routes = Math.min(plan.instance.vehicleCount, used + 1 + Math.ceil(used / 10));
  const problem = geneticProblem(plan.instance, search.inserter.near, routes);
  const genetic = new GeneticSearch(problem, random);
  // tasks are numbered from 1 on there
  const take = (routes: Routes): void =>
    genetic.take(routes.filter((route) => route.length > 0).map((route) => route.map((task) => task + 1)));
  take(journal.bestRoutes());
  const begin = stop.share;
  for (let k = 1; k <= EXCHANGES && !stop.reached(search.iterations); k++) {
    const until = begin + ((1 - begin) * k) / EXCHANGES;
    genetic.run(() => {
      // a child takes about as long as so many rounds
      search.iterations += problem.taskCount;
      stop.look(search.iterations);
      report();
      return stop.reached(search.iterations) || stop.share >= until;
    });
    const found = genetic.best?.routes ?? [];
    search.adopt(journal.bestRoutes().map((_, v) => (found[v] ?? []).map((task) => task - 1)));
    const theirs = meet();
    if (theirs === null) continue;
    search.adopt(theirs);
    take(theirs);
  }
  return true;
}
