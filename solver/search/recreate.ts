import { insertChain } from "../construct/chains";
import type { Instance } from "../model/instance";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import type { Inserter } from "./inserter";
import type { Journal } from "./journal";
import type { Plan } from "./plan";

/** Most tasks that were unassigned before the round and are tried again in it. */
const RETRIED = 12;
/** Share of rounds in which stops without a place are tried several at once, where legs lack a way. */
const CHAINS = 0.2;

/** Where tasks of different priority don't all have room: share of rounds in which high priority goes first. */
const BY_PRIORITY = 0.3;
/** Share of the other rounds in which they come by what they are worth for the room that they take. */
const BY_WORTH = 0.5;
/** Of problems; what is above has to be served. */
const MOST_PRIORITY = 100;

/** Puts tasks back one by one, in an order drawn anew each time. */
export class Recreate {
  private readonly list: Int32Array;
  private readonly key: Float64Array;
  private readonly demand: Float64Array;
  private readonly far: Float64Array;
  private readonly width: Float64Array;
  private readonly worth: Float64Array | null;

  constructor(
    private readonly plan: Plan,
    private readonly inserter: Inserter,
    private readonly random: Random,
    private readonly journal: Journal,
  ) {
    const n = plan.instance.taskCount;
    this.list = new Int32Array(n);
    this.key = new Float64Array(n);
    this.demand = demands(plan.instance);
    this.far = distances(plan.instance);
    this.worth = worths(plan, this.demand);
    this.width = Float64Array.from({ length: n }, (_, t) => plan.instance.windowEnd[t] - plan.instance.windowStart[t]);
  }

  /**
   * Inserts the removed tasks and some that were unassigned before; ends early when the stop flag is raised.
   * @param most what the plan may cost then; false as soon as it is clear that it will cost more
   */
  run(removed: Int32Array, removedCount: number, stop: Stop, most: number): boolean {
    const { plan, list } = this;
    const { paired } = plan.instance;
    let m = 0;
    for (let k = 0; k < removedCount; k++) list[m++] = removed[k];
    const older = plan.openCount - removedCount;
    if (older > 0) {
      const step = older <= 2 * RETRIED ? 1 : Math.ceil(plan.openCount / RETRIED);
      for (let k = step === 1 ? 0 : this.random.below(step); k < plan.openCount; k += step) {
        const unassigned = plan.open[k];
        const task =
          paired[unassigned] >= 0 && paired[unassigned] < unassigned && plan.onlyVehicle[unassigned] < 0
            ? paired[unassigned]
            : unassigned;
        let known = false;
        for (let i = 0; i < m && !known; i++) known = list[i] === task;
        if (!known) list[m++] = task;
      }
    }
    this.sort(m, older > 0);
    for (let k = 0; k < m; k++) {
      const task = list[k];
      if (plan.route[task] >= 0) continue;
      if (stop.raised()) return true;
      if (!this.inserter.find(task, false, most - plan.priced)) {
        if (most !== Infinity) return false;
        continue;
      }
      this.journal.touch(plan.route[this.inserter.after]);
      this.inserter.apply(task);
    }
    if (plan.instance.hasNoWay && plan.openCount > 0 && this.random.real() < CHAINS) this.insertChains(m, stop);
    return true;
  }

  /** What has no place alone may have one together. */
  private insertChains(m: number, stop: Stop): void {
    const { plan, list, journal } = this;
    const open = Array.from(list.subarray(0, m)).filter((task) => plan.route[task] < 0);
    while (
      insertChain(
        plan,
        open,
        () => stop.raised(),
        (v) => journal.touch(v),
      )
    );
  }

  /**
   * Draws an order: random 4, demand 4, far 2, near 1 (as in SISR), and with windows narrow 2, early 2, late 2. High
   * priority goes first, but where not all have room, only in some rounds: one task may take the room of several others
   * that are worth more together.
   */
  private sort(m: number, isShort: boolean): void {
    const { list, key, random, plan } = this;
    const instance = plan.instance;
    const kind = random.below(instance.hasTime ? 17 : 11);
    const worth = isShort && this.worth !== null && random.real() >= BY_PRIORITY ? this.worth : null;
    const byWorth = worth !== null && random.real() < BY_WORTH;
    for (let k = 0; k < m; k++) {
      const task = list[k];
      const priority = instance.priority[task];
      let value: number;
      if (byWorth) value = -worth[task] * (0.5 + random.real());
      else if (kind < 4) value = random.real();
      else if (kind < 8) value = -this.demand[task];
      else if (kind < 10) value = -this.far[task];
      else if (kind < 11) value = this.far[task];
      else if (kind < 13) value = this.width[task];
      else if (kind < 15) value = instance.windowStart[task];
      else value = -instance.windowEnd[task];
      key[k] = value - (worth === null || priority > MOST_PRIORITY ? priority * 1e12 : 0);
    }
    for (let k = 1; k < m; k++) {
      const task = list[k];
      const value = key[k];
      let at = k - 1;
      while (at >= 0 && key[at] > value) {
        key[at + 1] = key[at];
        list[at + 1] = list[at];
        at--;
      }
      key[at + 1] = value;
      list[at + 1] = task;
    }
  }
}

/** Share of the mean capacity that a task takes, summed over the dimensions. */
function demands(instance: Instance): Float64Array {
  const { dimensions, taskCount: n, vehicleCount: V } = instance;
  const result = new Float64Array(n);
  for (let d = 0; d < dimensions; d++) {
    let capacity = 0;
    for (let v = 0; v < V; v++) capacity += instance.capacity[v * dimensions + d];
    if (capacity === 0) continue;
    for (let t = 0; t < n; t++)
      result[t] +=
        ((Math.abs(instance.taken[t * dimensions + d]) + instance.atStart[t * dimensions + d]) * V) / capacity;
  }
  return result;
}

/**
 * What leaving a task out weighs, for the share of a mean vehicle that it takes: of the capacity in all dimensions, the
 * shift, and the number of stops. Null where no priorities differ.
 */
function worths(plan: Plan, demand: Float64Array): Float64Array | null {
  const { instance, weight } = plan;
  const { taskCount: n, vehicleCount: V, priority, paired, service, windowStart, windowEnd, maxTasks } = instance;
  if (priority.every((one) => one === priority[0])) return null;
  let shift = 0;
  let tasks = 0;
  for (let v = 0; v < V; v++) {
    shift += (windowEnd[n + V + v] - windowStart[n + v]) / V;
    tasks += maxTasks[v] / V;
  }
  // by the first type's service; a shift may have no length, and a vehicle no stop
  const room = Float64Array.from(
    demand,
    (share, t) => share + service[t] / Math.max(shift, 1) + 1 / Math.max(tasks, 1) + 1 / (n + 1),
  );
  return Float64Array.from(room, (share, t) => {
    const other = paired[t];
    return other < 0 ? weight[t] / share : (weight[t] + weight[other]) / (share + room[other]);
  });
}

/** Cost from the nearest vehicle start (or end). */
function distances(instance: Instance): Float64Array {
  const { taskCount: n, size, place } = instance;
  const result = new Float64Array(n).fill(Infinity);
  for (let c = 0; c < instance.classCount; c++) {
    const v = instance.classVehicles[c][0];
    const cost = instance.cost[instance.costOf[v]];
    const start = place[n + v] * size;
    const end = place[n + instance.vehicleCount + v];
    for (let t = 0; t < n; t++) result[t] = Math.min(result[t], cost[start + place[t]] + cost[place[t] * size + end]);
  }
  return result;
}
