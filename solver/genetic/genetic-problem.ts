import { NO_WAY_COST } from "../model/gaps";
import type { Instance } from "../model/instance";
import { nearestOf } from "../model/neighbours";
import type { Neighbours } from "../model/neighbours";
import type { Routes } from "../search/journal";
import { kindsOf } from "../search/vehicle-kinds";

/** Tasks near each task, among which moves are sought: with windows the nearest ones are often no use. */
const NEIGHBOURS = 20;
const TIMED_NEIGHBOURS = 30;

/** Vehicles that have the same room and cost the same on every way. */
interface Kind {
  readonly capacity: number;
  /** Cost of a leg for each unit of the problem's matrix. */
  readonly rate: number;
  /** Cost of a vehicle that leaves the depot. */
  readonly fixed: number;
  /** Vehicles of the instance. */
  readonly vehicles: readonly number[];
  /** Routes at most. */
  readonly most: number;
}

/** A route, and the kind of vehicle that drives it. */
export interface KindRoute {
  readonly kind: number;
  readonly tasks: readonly number[];
}

/** When tasks may begin, numbered as in the problem; 0 stands for the vehicles' working hours. Scaled times. */
export interface Hours {
  readonly earliest: Int32Array;
  readonly latest: Int32Array;
  readonly service: Int32Array;
  /** Of the leg from i to j in [i * (n + 1) + j]. */
  readonly travel: Int32Array;
}

/**
 * What genetic search looks at: tasks are numbered 1 to n, one more than in the instance, and 0 stands for where routes
 * start and end. Costs are those of the instance, for kinds whose rate isn't 1 but for rounding.
 */
export interface GeneticProblem {
  readonly taskCount: number;
  /** Cost of the leg from i to j in [i * (n + 1) + j], of a vehicle whose rate is 1. */
  readonly cost: Int32Array;
  readonly load: Int32Array;
  /** Null where there are no windows; with them all vehicles are equal. */
  readonly hours: Hours | null;
  readonly kinds: readonly Kind[];
  /** Routes of all kinds at most. */
  readonly routes: number;
  /** Tasks near task i, in either sense: near[nearFrom[i]] .. near[nearFrom[i + 1] - 1]. */
  readonly near: Int32Array;
  readonly nearFrom: Int32Array;
}

/**
 * Whether plans of this instance can be searched so: jobs without any times, where one load at most rules routes out,
 * on vehicles of one depot whose costs are in proportion to each other's; or jobs with at most one window each, on
 * equal vehicles.
 */
export function isGenetic(instance: Instance): boolean {
  const { classCount, dimensions, sumDecidesLoad, mostBreakStates, balanceWeight, fixedCost } = instance;
  const limited = instance.hasTravelLimit || instance.hasDistanceLimit || instance.hasTaskLimit;
  const special = instance.hasShipments || instance.hasLocked || instance.hasBans || instance.hasNoWay;
  return (
    // without tasks there would be endless time for each of them
    instance.taskCount > 0 &&
    !limited &&
    !special &&
    (!instance.hasTime || (!instance.hasMoreWindows && !instance.hasSetup && classCount === 1)) &&
    !(instance.hasTaskTimeCost && (instance.hasSetup || classCount > 1)) &&
    dimensions <= 1 &&
    sumDecidesLoad &&
    mostBreakStates <= 1 &&
    balanceWeight === 0 &&
    fixedCost.every((fixed) => fixed <= NO_WAY_COST) &&
    haveOneDepot(instance) &&
    ratesOf(instance) !== null
  );
}

function haveOneDepot({ place, taskCount: n, vehicleCount: V }: Instance): boolean {
  const isOne = (from: number): boolean => place.subarray(from, from + V).every((at) => at === place[from]);
  return isOne(n) && isOne(n + V);
}

/**
 * What vehicles with each cost matrix pay for a unit of the dearest one; null where a matrix isn't in proportion to it,
 * but for rounding.
 */
function ratesOf({ cost, costOf }: Instance): Float64Array | null {
  const used = [...new Set(costOf)];
  const sum = cost.map((matrix) => matrix.reduce((all, one) => all + one, 0));
  const base = dearest(sum, used);
  const rates = new Float64Array(cost.length);
  for (const c of used) {
    rates[c] = sum[base] === 0 ? 1 : sum[c] / sum[base];
    if (c !== base && cost[c].some((one, k) => Math.abs(one - rates[c] * cost[base][k]) > 1)) return null;
  }
  return rates;
}

const dearest = (sum: readonly number[], used: readonly number[]): number =>
  used.reduce((best, c) => (sum[c] > sum[best] ? c : best), used[0]);

/** @param used vehicles of a plan, by their numbers: the problem has routes for more of each kind, but not for all */
export function geneticProblem(instance: Instance, near: Neighbours, used: readonly number[]): GeneticProblem {
  const { place, size, vehicleCount, taskCount: n, costOf, atStart, taken } = instance;
  const rates = ratesOf(instance);
  if (rates === null) throw new Error("These vehicles' costs are not in proportion to each other.");
  const costs = instance.cost[rates.findIndex((rate, c) => rate === 1 && costOf.includes(c))];
  const width = n + 1;
  const legs = (matrix: Int32Array): Int32Array => {
    const found = new Int32Array(width * width);
    const rowOf = (i: number): number => place[i === 0 ? n : i - 1] * size;
    for (let i = 0; i <= n; i++) {
      for (let j = 1; j <= n; j++) found[i * width + j] = matrix[rowOf(i) + place[j - 1]];
      if (i > 0) found[i * width] = matrix[rowOf(i) + place[n + vehicleCount]];
    }
    return found;
  };
  const load = new Int32Array(width);
  if (instance.dimensions > 0) for (let i = 1; i <= n; i++) load[i] = atStart[i - 1] + Math.max(0, taken[i - 1]);
  const kinds = withRoutes(instance, rates, load, used);
  const routes = kinds.reduce((sum, { most }) => sum + most, 0);
  const cost = legs(costs);
  // one matrix for both where cost is time, as it often is: they are large
  const travel = instance.travel[instance.travelOf[0]];
  const hours = instance.hasTime ? hoursOf(instance, travel === costs ? cost : legs(travel)) : null;
  const around = bothWays(nearestOf(near, hours === null ? NEIGHBOURS : TIMED_NEIGHBOURS), n);
  return { taskCount: n, cost, load, hours, kinds, routes, ...around };
}

/** Of equal vehicles. */
function hoursOf(instance: Instance, travel: Int32Array): Hours {
  const { taskCount: n, vehicleCount, windowStart, windowEnd, service, typeOf } = instance;
  const ofType = typeOf[0] * n;
  return {
    earliest: Int32Array.from({ length: n + 1 }, (_, i) => windowStart[i === 0 ? n : i - 1]),
    latest: Int32Array.from({ length: n + 1 }, (_, i) => windowEnd[i === 0 ? n + vehicleCount : i - 1]),
    service: Int32Array.from({ length: n + 1 }, (_, i) => (i === 0 ? 0 : service[ofType + i - 1])),
    travel,
  };
}

/**
 * Each kind with a tenth and a few more routes than are in use, as far as there are vehicles; of several kinds each one
 * with so many more than all loads need alone. With windows the best plan can have a few more routes than one that is
 * nearly as good.
 */
function withRoutes(instance: Instance, rates: Float64Array, load: Int32Array, used: readonly number[]): Kind[] {
  const { costOf, fixedCost, hasTime, dimensions } = instance;
  const capacity = dimensions > 0 ? instance.capacity : new Int32Array(instance.vehicleCount);
  const sum = load.reduce((all, one) => all + one, 0);
  return kindsOf(instance).map((vehicles, _, { length }) => {
    const [first] = vehicles;
    const inUse = used.filter((v) => vehicles.includes(v)).length;
    // of vehicles that are all equal, more than a few beyond those in use are no use
    const enough = length === 1 ? inUse : Math.max(inUse, Math.ceil(sum / Math.max(1, capacity[first])));
    return {
      capacity: capacity[first],
      rate: rates[costOf[first]],
      fixed: Math.round(fixedCost[first]),
      vehicles,
      most: Math.min(vehicles.length, enough + (hasTime ? 3 : 1) + Math.ceil(enough / 10)),
    };
  });
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

/** Tasks are numbered from 1 on in genetic search. */
export function toKinds({ kinds }: GeneticProblem, routes: Routes): KindRoute[] {
  return kinds.flatMap(({ vehicles }, kind) =>
    vehicles.filter((v) => routes[v].length > 0).map((v) => ({ kind, tasks: routes[v].map((task) => task + 1) })),
  );
}

export function toVehicles({ kinds }: GeneticProblem, found: readonly KindRoute[], vehicleCount: number): Routes {
  const routes: number[][] = Array.from({ length: vehicleCount }, () => []);
  kinds.forEach(({ vehicles }, k) =>
    found
      .filter(({ kind }) => kind === k)
      .forEach(({ tasks }, at) => (routes[vehicles[at]] = tasks.map((task) => task - 1))),
  );
  return routes;
}
