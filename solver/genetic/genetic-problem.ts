import { NO_WAY_COST } from "../model/gaps";
import type { Instance } from "../model/instance";
import { nearestOf } from "../model/neighbours";
import type { Neighbours } from "../model/neighbours";

/** Tasks near each task, among which moves are sought. */
const NEIGHBOURS = 20;

/**
 * What genetic search looks at: tasks are numbered 1 to n, one more than in the instance, and 0 stands for where routes
 * start and end. Costs are those of the instance; whoever leaves the depot pays for the vehicle.
 */
export interface GeneticProblem {
  readonly taskCount: number;
  /** Cost of the leg from i to j in [i * (n + 1) + j]. */
  readonly cost: Int32Array;
  readonly load: Int32Array;
  readonly capacity: number;
  /** Routes at most. */
  readonly routes: number;
  /** Tasks near task i, in either sense: near[nearFrom[i]] .. near[nearFrom[i + 1] - 1]. */
  readonly near: Int32Array;
  readonly nearFrom: Int32Array;
}

/**
 * Whether plans of this instance can be searched so: jobs without any times on equal vehicles, where one load alone
 * rules routes out.
 */
export function isGenetic(instance: Instance): boolean {
  const { classCount, dimensions, sumDecidesLoad, mostBreakStates, balanceWeight, fixedCost } = instance;
  const limited = instance.hasTime || instance.hasTravelLimit || instance.hasDistanceLimit || instance.hasTaskLimit;
  const special = instance.hasShipments || instance.hasLocked || instance.hasBans || instance.hasNoWay;
  return (
    !limited &&
    !special &&
    !(instance.hasSetup && instance.hasTaskTimeCost) &&
    classCount === 1 &&
    dimensions === 1 &&
    sumDecidesLoad &&
    mostBreakStates <= 1 &&
    balanceWeight === 0 &&
    // the sum of both has 32 bits
    fixedCost[0] <= NO_WAY_COST
  );
}

/** @param routes routes at most */
export function geneticProblem(instance: Instance, near: Neighbours, routes: number): GeneticProblem {
  const { place, size, vehicleCount, taskCount: n, fixedCost, costOf, capacity, atStart, taken } = instance;
  const costs = instance.cost[costOf[0]];
  const fixed = Math.round(fixedCost[0]);
  const width = n + 1;
  const cost = new Int32Array(width * width);
  const rowOf = (i: number): number => place[i === 0 ? n : i - 1] * size;
  for (let i = 0; i <= n; i++) {
    for (let j = 1; j <= n; j++) cost[i * width + j] = costs[rowOf(i) + place[j - 1]] + (i === 0 ? fixed : 0);
    if (i > 0) cost[i * width] = costs[rowOf(i) + place[n + vehicleCount]];
  }
  const load = Int32Array.from({ length: width }, (_, i) => (i === 0 ? 0 : atStart[i - 1] + Math.max(0, taken[i - 1])));
  return { taskCount: n, cost, load, capacity: capacity[0], routes, ...bothWays(nearestOf(near, NEIGHBOURS), n) };
}

/** Each task's nearest ones, and those to which it is one of the nearest. */
function bothWays(
  { list, width }: Neighbours,
  n: number,
): { readonly near: Int32Array; readonly nearFrom: Int32Array } {
  const lists = Array.from({ length: n + 1 }, () => new Set<number>());
  for (let i = 1; i <= n; i++)
    for (let k = (i - 1) * width; k < i * width; k++) {
      const j = list[k] + 1;
      lists[i].add(j);
      lists[j].add(i);
    }
  const nearFrom = new Int32Array(n + 2);
  lists.forEach((tasks, i) => (nearFrom[i + 1] = nearFrom[i] + tasks.size));
  return { near: Int32Array.from(lists.flatMap((tasks) => [...tasks])), nearFrom };
}
