import { NO_WAY } from "../contract";
import type { Problem } from "../contract";
import { denseProblem, renumberPlaces } from "./dense-problem";
import type { DenseProblem } from "./dense-problem";

/** With fewer tasks all that the search reads lies in the fast cache anyway. */
const ORDERED_FROM = 200;
/** With more, another copy of the matrices takes too long and too much memory. */
const ORDERED_TO = 2000;

/**
 * The same problem with its stops and places numbered in such an order that near ones stand near each other in memory:
 * each is the nearest one to the one before. The search mostly reads legs between near stops, and finds them in the
 * fast cache then (`bench/measured.md`). Ids stay.
 */
export function inNearOrder(problem: Problem, checkpoint: () => void): Problem {
  const tasks = problem.jobs.length + 2 * problem.shipments.length;
  if (problem.vehicles.length === 0 || tasks < ORDERED_FROM || tasks > ORDERED_TO) return problem;
  // other travel models become square matrices first: reading them pair by pair would take longer
  const dense = denseProblem(problem, checkpoint);
  const { jobs, shipments } = dense;
  const places = [...jobs.map((job) => job.locationIndex), ...shipments.map(({ pickup }) => pickup.locationIndex)];
  const order = nearestEach(dense, places, checkpoint);
  const ordered = {
    ...dense,
    jobs: order.filter((k) => k < jobs.length).map((k) => jobs[k]),
    shipments: order.filter((k) => k >= jobs.length).map((k) => shipments[k - jobs.length]),
  };
  return renumberPlaces(ordered, checkpoint);
}

/** From where the first vehicle starts, or ends, to the nearest place that is left, and so on. */
function nearestEach(
  { vehicles, matrices }: DenseProblem,
  places: readonly number[],
  checkpoint: () => void,
): readonly number[] {
  const { profile, startIndex, endIndex } = vehicles[0];
  const { durations, size } = matrices[profile];
  const left = Int32Array.from(places.keys());
  const order: number[] = [];
  let at = startIndex ?? endIndex ?? places[0];
  for (let count = left.length; count > 0; count--) {
    checkpoint();
    let nearest = 0;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      const place = places[left[i]];
      const sec = place === at ? 0 : durations[at * size + place];
      if (sec !== NO_WAY && sec < least) [nearest, least] = [i, sec];
    }
    const next = left[nearest];
    left[nearest] = left[count - 1];
    order.push(next);
    at = places[next];
  }
  return order;
}
