import { hasWay, legCost, legMetres, legSec } from "../contract";
import type { Problem, TravelModel, Vehicle } from "../contract";
import { siteOf, startSiteOf } from "../contract/tasks";
import { breakOrders, freeBreakOrders } from "../schedule/break-orders";
import type { BreakOrders } from "../schedule/break-orders";
import { HUNDREDTHS, perType } from "../schedule/timeline";
import { flatWindows } from "./tasks";
import type { FlatTask, Tasks } from "./tasks";

/**
 * A vehicle's route as it stands, flat: node 0 is the start, 1..count the stops, count + 1 the end. Times are
 * hundredths of a second. What a locked beginning breaks already (it may be history) is not held against a further
 * stop: its windows, loads and limits count as wide as it needs.
 */
export class RouteView {
  readonly matrix: TravelModel;
  readonly factor: number;
  readonly count: number;
  /** First node behind which a stop may be put. */
  readonly locked: number;
  /** Matrix row per node, -1 for an open start or end. */
  readonly place: Int32Array;
  /** The same of what stands for its site. */
  readonly sites: Int32Array;
  readonly windows: (Float64Array | null)[];
  readonly service: Float64Array;
  readonly setup: Float64Array;
  /** Travel from node n to the next (0 where there is no way, which only a locked beginning can have). */
  readonly legs: Float64Array;
  /** Setup and service at node n. */
  readonly actions: Float64Array;
  /** Load after node n, per [n * dimensions + d]. */
  readonly load: Float64Array;
  /** Of it what comes from locked stops: where that alone is above the capacity, there is room for it. */
  readonly loadOfLocked: Float64Array;
  readonly capacity: Float64Array;
  readonly start: number;
  readonly end: number;
  readonly maxTasks: number;
  /** Hundredths of a second and metres. */
  readonly maxTravel: number;
  readonly maxDistance: number;
  readonly travel: number;
  readonly metres: number;
  readonly breakWindows: readonly (Float64Array | null)[];
  readonly breakService: Float64Array;
  readonly breakLoads: readonly (readonly number[] | null)[];
  readonly orders: BreakOrders;
  private anyOrder: BreakOrders | undefined;

  constructor(
    problem: Problem,
    readonly vehicle: Vehicle,
    readonly tasks: Tasks,
    readonly route: readonly number[],
  ) {
    this.matrix = problem.matrices[vehicle.profile];
    this.factor = Math.round(HUNDREDTHS / (vehicle.speedFactor ?? 1));
    const stops = route.map((t) => tasks.list[t]);
    this.count = stops.length;
    this.locked = (vehicle.lockedPrefix ?? []).filter((step) => step.type !== "break").length;
    this.place = Int32Array.from([
      vehicle.startIndex ?? -1,
      ...stops.map(({ task }) => task.locationIndex),
      vehicle.endIndex ?? -1,
    ]);
    this.sites = Int32Array.from([startSiteOf(vehicle) ?? -1, ...stops.map(({ task }) => siteOf(task)), -1]);
    this.windows = [null, ...stops.map(({ windows }) => windows), null];
    this.service = Float64Array.from([0, ...stops.map((stop) => this.serviceOf(stop)), 0]);
    this.setup = Float64Array.from([0, ...stops.map((stop) => this.setupOf(stop)), 0]);
    this.start = (vehicle.timeWindow?.[0] ?? 0) * HUNDREDTHS;
    this.end =
      vehicle.timeWindow == null ? Infinity : (vehicle.timeWindow[1] + (vehicle.overtimeSec ?? 0)) * HUNDREDTHS;
    const rests = vehicle.breaks ?? [];
    this.breakWindows = rests.map((rest) => flatWindows(rest.timeWindows));
    this.breakService = Float64Array.from(rests, (rest) => (rest.serviceSec ?? 0) * HUNDREDTHS);
    this.breakLoads = rests.map((rest) =>
      rest.maxLoad === undefined || rest.maxLoad.length === 0 ? null : rest.maxLoad,
    );
    this.orders = breakOrders(rests);
    this.load = this.loadsOf(stops);
    this.capacity = Float64Array.from({ length: tasks.dimensions }, (_, d) => vehicle.capacity?.[d] ?? 0);
    // with what is delivered of it behind them
    const ofLocked = new Set(route.slice(0, this.locked).flatMap((t) => [t, tasks.list[t].partner]));
    this.loadOfLocked = this.loadsOf(route.map((t) => (ofLocked.has(t) ? tasks.list[t] : { atStart: [], taken: [] })));
    this.legs = Float64Array.from({ length: this.count + 1 }, (_, n) => this.driven(this.place[n], this.place[n + 1]));
    this.actions = Float64Array.from({ length: this.count + 2 }, (_, n) =>
      n === 0 ? 0 : this.actionFrom(n, this.sites[n - 1]),
    );
    this.relaxLockedWindows();
    const length = (last: number): { travel: number; metres: number } => {
      let travel = 0;
      let metres = 0;
      for (let n = 0; n <= last; n++) {
        const to = n === last ? this.count + 1 : n + 1;
        const there = this.place[to];
        if (!this.hasWay(this.place[n], there)) continue;
        travel += this.leg(this.place[n], there);
        metres += this.distance(this.place[n], there);
      }
      return { travel, metres };
    };
    const all = this.count === 0 ? { travel: 0, metres: 0 } : length(this.count);
    const past = this.locked === 0 || this.count === 0 ? { travel: 0, metres: 0 } : length(this.locked);
    this.travel = all.travel;
    this.metres = all.metres;
    this.maxTasks = Math.max(vehicle.maxTasks ?? Infinity, this.locked);
    this.maxTravel = Math.max((vehicle.maxTravelTimeSec ?? Infinity) * HUNDREDTHS, past.travel);
    this.maxDistance = Math.max(vehicle.maxDistanceM ?? Infinity, past.metres);
  }

  /** Orders of the breaks when their windows are other ones. */
  freeOrders(): BreakOrders {
    this.anyOrder ??= freeBreakOrders(this.vehicle.breaks ?? []);
    return this.anyOrder;
  }

  /** Setup and service at a node that is reached from a site. */
  actionFrom(n: number, from: number): number {
    return from === this.sites[n] ? this.service[n] : this.service[n] + this.setup[n];
  }

  /** Room for clocks, kept from walk to walk. */
  readonly scratch = (k: number, length: number): Float64Array => {
    if ((this.clocks[k]?.length ?? 0) !== length) this.clocks[k] = new Float64Array(length);
    return this.clocks[k];
  };
  private readonly clocks: Float64Array[] = [];

  serviceOf({ task }: FlatTask): number {
    return HUNDREDTHS * perType(task.serviceSecPerType, this.vehicle, task.serviceSec);
  }

  setupOf({ task }: FlatTask): number {
    return HUNDREDTHS * perType(task.setupSecPerType, this.vehicle, task.setupSec);
  }

  /** Whether a road leads from one place to another. */
  hasWay(from: number, to: number): boolean {
    return from < 0 || to < 0 || hasWay(this.matrix, from, to);
  }

  /** Travel of a leg; Infinity without a way, as its distance and its cost. */
  leg(from: number, to: number): number {
    return this.hasWay(from, to) ? this.driven(from, to) : Infinity;
  }

  private driven(from: number, to: number): number {
    return from < 0 || to < 0 ? 0 : legSec(this.matrix, from, to) * this.factor;
  }

  distance(from: number, to: number): number {
    if (!this.hasWay(from, to)) return Infinity;
    return from < 0 || to < 0 ? 0 : legMetres(this.matrix, from, to);
  }

  /** Cost of a leg, in the unit of the plan's cost. */
  cost(from: number, to: number): number {
    if (!this.hasWay(from, to)) return Infinity;
    if (from < 0 || to < 0) return 0;
    if (this.matrix.costs !== undefined) return legCost(this.matrix, from, to);
    const { costs } = this.vehicle;
    return (
      ((costs?.perHour ?? 3600) * this.leg(from, to)) / (3600 * HUNDREDTHS) +
      ((costs?.perKm ?? 0) * this.distance(from, to)) / 1000
    );
  }

  private loadsOf(stops: readonly Pick<FlatTask, "atStart" | "taken">[]): Float64Array {
    const { dimensions } = this.tasks;
    const load = new Float64Array((stops.length + 1) * dimensions);
    for (let d = 0; d < dimensions; d++) {
      for (const stop of stops) load[d] += stop.atStart[d] ?? 0;
      stops.forEach(
        (stop, k) =>
          (load[(k + 1) * dimensions + d] = load[k * dimensions + d] - (stop.atStart[d] ?? 0) + (stop.taken[d] ?? 0)),
      );
    }
    return load;
  }

  /** A locked stop that comes too late may come as late as it does. */
  private relaxLockedWindows(): void {
    let clock = this.start;
    for (let n = 1; n <= Math.min(this.locked, this.count); n++) {
      clock += this.legs[n - 1];
      const windows = this.windows[n];
      if (windows !== null) {
        if (clock > windows[windows.length - 1]) {
          this.windows[n] = windows.slice();
          this.windows[n]![windows.length - 1] = clock;
        } else clock = beginIn(windows, clock);
      }
      clock += this.actions[n];
    }
  }
}

/** Earliest begin at or after `time` inside windows; Infinity when all are over. */
export function beginIn(windows: Float64Array | null, time: number): number {
  if (windows === null) return time;
  for (let k = 0; k < windows.length; k += 2) if (time <= windows[k + 1]) return time < windows[k] ? windows[k] : time;
  return Infinity;
}

/** Windows that begin `early` earlier and end `late` later; all of them, or one alone. */
export function widened(windows: Float64Array, early: number, late: number, only = -1): Float64Array {
  return windows.map((value, k) => (only >= 0 && k >> 1 !== only ? value : k % 2 === 0 ? value - early : value + late));
}
