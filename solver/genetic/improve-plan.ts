import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Anneal } from "../search/anneal";
import type { Routes } from "../search/journal";
import type { Stop } from "../stop/stop";
import { geneticProblem, toKinds, toVehicles } from "./genetic-problem";
import { GeneticSearch } from "./genetic-search";

/** Share of the time for the cooling before: with windows, plans made by chance take longer to become good. */
const COOLED_BEFORE = 0.1;
const COOLED_BEFORE_TIMED = 0.3;

export const cooledBefore = ({ hasTime }: Instance): number => (hasTime ? COOLED_BEFORE_TIMED : COOLED_BEFORE);

/**
 * With less time for each task, in the unit of `efforts`, plans are better cooled; so many tasks need no more than
 * that, and more of them need more, by that power of their number. Mixed fleets gain sooner, because annealing rarely
 * changes the vehicles, but only those of few tasks: with 200 it was still ahead after a minute. With windows coolings
 * of long routes tend to end in the same plan, however long they are.
 */
const EQUAL = { from: 7.5, tasks: 300, power: 2 };
const MIXED = { from: 3, tasks: 100, power: 3 };
const TIMED = { from: 2, tasks: 100, power: 1 };

/** Number of times that threads compare their best plans. */
const EXCHANGES = 20;

/**
 * How much time of a thread, in the unit of `efforts`, makes genetic search pay. Beyond some number of tasks a
 * population needs the more children, the more tasks there are, and each child takes longer.
 */
export function geneticFrom({ taskCount, classCount, hasTime }: Instance): number {
  const { from, tasks, power } = hasTime ? TIMED : classCount > 1 ? MIXED : EQUAL;
  return from * Math.max(1, taskCount / tasks) ** power;
}

interface GeneticPhase {
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
  const best = journal.bestRoutes();
  const problem = geneticProblem(
    plan.instance,
    search.inserter.near,
    best.map((_, v) => v).filter((v) => best[v].length > 0),
  );
  const genetic = new GeneticSearch(problem, random, () => stop.raised());
  genetic.take(toKinds(problem, best));
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
    search.adopt(toVehicles(problem, genetic.best?.routes ?? [], plan.instance.vehicleCount));
    const theirs = meet();
    if (theirs === null) continue;
    search.adopt(theirs);
    genetic.take(toKinds(problem, theirs));
  }
  return true;
}
