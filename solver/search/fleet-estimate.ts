import type { Instance } from "../model/instance";
import { NO_WAY_COST } from "../model/gaps";
import type { Plan } from "./plan";

/** Share of a plan's inner travel that a good plan still has. */
const ACHIEVABLE = 0.9;

/** What stops and routes cost on average, by a plan. */
export interface Averages {
  /** Share of all stops that a vehicle could take if they were all alike. */
  readonly room: Float64Array;
  /** The same by numbers, by working time and by each load alone, per [vehicle * resources + resource]. */
  readonly shares: Float64Array;
  readonly resources: number;
  /** Cost of a used vehicle without stops: fixed cost and the ways from and to the depot, per vehicle. */
  readonly perRoute: Float64Array;
  /** Cost of a further stop, per vehicle. */
  readonly perStop: Float64Array;
}

/**
 * What a plan says about other fleets: routes lead as far from the depot as its routes do, and stops are as far from
 * each other. A relaxation in which stops are all alike and divisible, so that a fleet's cost is found by filling its
 * vehicles, cheapest first.
 */
export function averagesOf(plan: Plan): Averages {
  const { instance } = plan;
  const { vehicleCount: V, taskCount: n, dimensions, costOf, travelOf, typeOf, fixedCost, taskTimeCost } = instance;
  const costRate = ratesOf(instance, instance.cost);
  const travelRate = ratesOf(instance, instance.travel);
  let routes = 0;
  let outer = 0;
  let inner = 0;
  for (let v = 0; v < V; v++) {
    if (plan.count[v] === 0) continue;
    routes++;
    const end = plan.endOf(v);
    for (let i = plan.startOf(v); i !== end; i = plan.next[i]) {
      const leg = plan.legCost[i] >= NO_WAY_COST ? 0 : plan.legCost[i] / costRate[costOf[v]];
      if (i < n && plan.next[i] < n) inner += leg;
      else outer += leg;
    }
  }
  const served = Math.max(1, n - plan.openCount);
  const perRoute = outer / Math.max(1, routes);
  const perStop = (ACHIEVABLE * inner) / served;
  const onSite = meanTimeOnSite(instance);
  const load = meanLoads(instance);
  // costs and times of a leg, each as a multiple of the same mean leg
  const time = meanLeg(instance, instance.travel[0]) / meanLeg(instance, instance.cost[0]);
  const resources = 2 + dimensions;
  const shares = new Float64Array(V * resources).fill(1);
  const room = new Float64Array(V);
  for (let v = 0; v < V; v++) {
    const rate = time * travelRate[travelOf[v]];
    const span = instance.windowEnd[n + V + v] - instance.windowStart[n + v] - breakTime(instance, v);
    const at = v * resources;
    shares[at] = instance.maxTasks[v] / n;
    if (instance.hasTime)
      shares[at + 1] = Math.max(0, span - rate * perRoute) / (n * Math.max(1, onSite[typeOf[v]] + rate * perStop));
    for (let d = 0; d < dimensions; d++)
      if (load[d] > 0) shares[at + 2 + d] = instance.capacity[v * dimensions + d] / (n * load[d]);
    room[v] = Math.min(1, ...shares.subarray(at, at + resources));
  }
  return {
    room,
    shares,
    resources,
    perRoute: Float64Array.from({ length: V }, (_, v) => fixedCost[v] + costRate[costOf[v]] * perRoute),
    perStop: Float64Array.from(
      { length: V },
      (_, v) => costRate[costOf[v]] * perStop + onSite[typeOf[v]] * taskTimeCost[v],
    ),
  };
}

/**
 * Estimated cost of a fleet: what its cheapest vehicles can't take of stops that are all alike goes to all of them,
 * because heavy stops may go where there is room for loads, and many light ones to the others.
 */
export function estimateFleet({ room, perRoute, perStop }: Averages, fleet: readonly number[], stops: number): number {
  let cost = 0;
  let left = 1;
  let mean = 0;
  for (const v of [...fleet].sort((a, b) => perStop[a] - perStop[b])) {
    const taken = Math.min(left, room[v]);
    cost += perRoute[v] + taken * stops * perStop[v];
    mean += perStop[v] / fleet.length;
    left -= taken;
  }
  return cost + left * stops * mean;
}

/** Means of matrices as multiples of the first one's. */
function ratesOf(instance: Instance, matrices: readonly Int32Array[]): number[] {
  const first = meanLeg(instance, matrices[0]);
  return matrices.map((matrix) => meanLeg(instance, matrix) / first);
}

/** Mean over some legs of a matrix, at least a small positive number. */
function meanLeg({ size }: Instance, matrix: Int32Array): number {
  const step = Math.max(1, Math.floor(matrix.length / 5000) | 1);
  let sum = 0;
  let count = 0;
  for (let k = 0; k < size * size; k += step) {
    if (matrix[k] >= NO_WAY_COST) continue;
    sum += matrix[k];
    count++;
  }
  return Math.max(1e-3, sum / Math.max(1, count));
}

/** Service and setup of a stop, per type of vehicle. */
function meanTimeOnSite({ service, setup, taskCount: n }: Instance): Float64Array {
  const types = service.length / n;
  return Float64Array.from({ length: types }, (_, type) => {
    let sum = 0;
    for (let t = type * n; t < (type + 1) * n; t++) sum += service[t] + setup[t];
    return sum / n;
  });
}

/** Loads of a stop, per dimension: what leaves with a vehicle or comes back, whichever is more; pairs don't count. */
function meanLoads({ dimensions, taskCount: n, paired, atStart, taken }: Instance): number[] {
  return Array.from({ length: dimensions }, (_, d) => {
    let delivered = 0;
    let back = 0;
    for (let t = 0; t < n; t++) {
      if (paired[t] >= 0) continue;
      delivered += atStart[t * dimensions + d];
      back += taken[t * dimensions + d];
    }
    return Math.max(delivered, back) / n;
  });
}

function breakTime({ breakFrom, breakService }: Instance, v: number): number {
  let sum = 0;
  for (let b = breakFrom[v]; b < breakFrom[v + 1]; b++) sum += breakService[b];
  return sum;
}
