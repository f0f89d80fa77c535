import type { Random } from "../random";
import type { Breeding } from "./breeding";
import type { GeneticProblem, KindRoute } from "./genetic-problem";
import type { Prices } from "./linked-routes";
import type { LocalOptimum } from "./local-search";
import { randomTour } from "./random-tour";
import { Split } from "./split";

/** Without windows: a stretch of one plan's tour, filled up in the order of the other's, is cut into routes. */
export class TourBreeding implements Breeding {
  private readonly split: Split;

  constructor(
    private readonly problem: GeneticProblem,
    private readonly random: Random,
  ) {
    this.split = new Split(problem);
  }

  first(prices: Prices): KindRoute[] {
    return this.split.run(randomTour(this.problem.taskCount, this.random), prices.load);
  }

  child(a: LocalOptimum, b: LocalOptimum, prices: Prices): KindRoute[] {
    return this.split.run(crossed(a, b, this.random), prices.load);
  }
}

/** Order crossover: a stretch of the first tour, then what is missing in the order of the second one behind it. */
function crossed(a: LocalOptimum, b: LocalOptimum, random: Random): Int32Array {
  const [first, second] = [a, b].map(({ routes }) => routes.flatMap(({ tasks }) => tasks));
  const n = first.length;
  const tour = new Int32Array(n);
  const taken = new Uint8Array(n + 1);
  const from = random.below(n);
  const length = 1 + random.below(n);
  let at = from;
  for (let k = 0; k < length; k++, at = (at + 1) % n) {
    tour[at] = first[at];
    taken[first[at]] = 1;
  }
  for (let k = 0, look = at; k < n; k++, look = (look + 1) % n) {
    const task = second[look];
    if (taken[task] === 1) continue;
    tour[at] = task;
    at = (at + 1) % n;
  }
  return tour;
}
