import type { BreakOrders } from "../schedule/break-orders";
import { beginIn } from "./route-view";
import type { RouteView } from "./route-view";

/** What is asked to fit: one stop, or pickup and delivery of a shipment. */
export interface Visit {
  readonly tasks: readonly number[];
  /** What it adds to the load before its first stop, behind that, and behind its second stop. */
  readonly added: readonly (readonly number[])[];
}

/**
 * Whether and when a route ends with a visit put in at its best place behind the locked beginning, all other stops
 * staying in their order. Waiting is free, so that of all ways to a node the earliest is never worse: one walk over
 * the route, with a clock per number of the visit's stops already in and per set of breaks taken, tries all places
 * at once. The fields are the rules; widening one asks what a change would do.
 */
export class Placing {
  start: number;
  breaks = true;
  readonly capacity: Float64Array;
  maxTravel: number;
  maxDistance: number;
  /** Every window of a stop may be missed by so much. */
  late = 0;
  /** Windows of the visit's stops and of the breaks. */
  readonly stopWindows: (Float64Array | null)[];
  readonly breakWindows: (Float64Array | null)[];
  /** Nodes walked over so far, times the ways to take breaks. */
  work = 0;
  private orders: BreakOrders;
  private rows: readonly Float64Array[] = [];
  private inserted: readonly Float64Array[] = [];
  private readonly tasks: readonly number[];
  private readonly added: readonly (readonly number[])[];

  constructor(private readonly view: RouteView, readonly visit: Visit) {
    this.tasks = visit.tasks;
    this.added = visit.added;
    this.stopWindows = visit.tasks.map((t) => view.tasks.list[t].windows);
    this.breakWindows = [...view.breakWindows];
    this.capacity = view.capacity.slice();
    this.start = view.start;
    this.maxTravel = view.maxTravel;
    this.maxDistance = view.maxDistance;
    this.orders = view.orders;
    this.allot();
  }

  /** From now on the breaks may be taken in any order, because their windows change. */
  freeBreaks(): void {
    this.orders = this.view.freeOrders();
    this.allot();
  }

  private allot(): void {
    const { states } = this.orders;
    this.rows = [new Float64Array(3 * states), new Float64Array(3 * states)];
    this.inserted = [new Float64Array(states), new Float64Array(states)];
  }

  /** Whether the visit has a place from which the route ends within the working hours. */
  fits(): boolean {
    const end = this.earliestEnd();
    return end < Infinity && end <= this.view.end;
  }

  /** Earliest arrival at the end; Infinity when there is no place. */
  earliestEnd(): number {
    if (this.maxTravel === Infinity && this.maxDistance === Infinity) return this.walk(-1);
    if (this.tasks.length === 1) return this.walk(-1, (n) => this.withinLimits(n, n));
    let best = Infinity;
    for (let n = this.view.locked; n <= this.view.count; n++) best = Math.min(best, this.walk(n, (k) => this.withinLimits(n, k)));
    return best;
  }

  /** Least amount above the limits on travel (hundredths) or distance over all places where the load fits. */
  leastExcess(which: "travel" | "metres"): number {
    const { view } = this;
    const most = which === "travel" ? this.maxTravel : this.maxDistance;
    const final = this.tasks.length;
    let fitsFrom = view.count + 1;
    while (fitsFrom > 0 && this.loadFits(fitsFrom - 1, final)) fitsFrom--;
    let best = Infinity;
    for (let n = 0; n <= view.count && this.loadFits(n, 0); n++) {
      if (n < view.locked) continue;
      for (let k = n; k <= (final === 1 ? n : view.count) && this.loadFits(k, 1); k++) {
        if (k < fitsFrom || (which === "travel" && view.metres + this.detour(n, k, "metres") > this.maxDistance)) continue;
        best = Math.min(best, view[which] + this.detour(n, k, which) - most);
      }
    }
    return best;
  }

  /** Largest detour that any place makes. */
  mostDetour(which: "travel" | "metres"): number {
    const { count, locked } = this.view;
    let most = 0;
    for (let n = locked; n <= count; n++) for (let k = n; k <= (this.tasks.length === 1 ? n : count); k++) most = Math.max(most, this.detour(n, k, which));
    return most;
  }

  /** Least that any place, possible or not, adds to the cost of driving: how near the visit lies to the route. */
  leastCost(): number {
    const { view, tasks } = this;
    const { place, count, locked, vehicle } = view;
    const at = tasks.map((t) => view.tasks.list[t].task.locationIndex);
    const detour = (n: number, ...stops: number[]): number => {
      const way = [place[n], ...stops, place[n + 1]];
      let sum = count === 0 ? 0 : -view.cost(place[n], place[n + 1]);
      for (let k = 1; k < way.length; k++) sum += view.cost(way[k - 1], way[k]);
      return sum;
    };
    let best = Infinity;
    let behind = Infinity;
    for (let n = count; n >= locked; n--) {
      best = Math.min(best, detour(n, ...at), at.length === 1 ? Infinity : detour(n, at[0]) + behind);
      if (at.length > 1) behind = Math.min(behind, detour(n, at[1]));
    }
    return best + (count === 0 ? (vehicle.costs?.fixed ?? 0) : 0);
  }

  /** Least amount above the capacity in the dimension that is over by most, over all places. */
  leastOverload(): number {
    const { view } = this;
    const last = this.tasks.length;
    const best = [this.overload(0, 0), Infinity, Infinity];
    for (let n = 0; n <= view.count; n++) {
      if (n > 0) for (let a = 0; a <= last; a++) best[a] = Math.max(best[a], this.overload(n, a));
      if (n >= view.locked) for (let a = 0; a < last; a++) best[a + 1] = Math.min(best[a + 1], Math.max(best[a], this.overload(n, a + 1)));
    }
    return best[last];
  }

  private overload(n: number, layer: number): number {
    let most = 0;
    for (let d = 0; d < this.capacity.length; d++) most = Math.max(most, this.view.load[n * this.capacity.length + d] + (this.added[layer][d] ?? 0) - this.capacity[d]);
    return most;
  }

  private loadFits(n: number, layer: number): boolean {
    const { capacity, view } = this;
    const added = this.added[layer];
    for (let d = 0; d < capacity.length; d++) if (view.load[n * capacity.length + d] + (added[d] ?? 0) > capacity[d]) return false;
    return true;
  }

  /** Travel or metres that the visit adds with its stops behind nodes n and k. */
  private detour(n: number, k: number, which: "travel" | "metres"): number {
    const { view, tasks } = this;
    const { place } = view;
    const way = (a: number, b: number): number => (which === "travel" ? view.leg(a, b) : view.distance(a, b));
    const at = tasks.map((t) => view.tasks.list[t].task.locationIndex);
    const direct = (node: number): number => (view.count === 0 ? 0 : way(place[node], place[node + 1]));
    if (at.length === 1) return way(place[n], at[0]) + way(at[0], place[n + 1]) - direct(n);
    if (k === n) return way(place[n], at[0]) + way(at[0], at[1]) + way(at[1], place[n + 1]) - direct(n);
    return way(place[n], at[0]) + way(at[0], place[n + 1]) - direct(n) + way(place[k], at[1]) + way(at[1], place[k + 1]) - direct(k);
  }

  private withinLimits(n: number, k: number): boolean {
    const { view } = this;
    if (k < n) return false;
    return (this.maxTravel === Infinity || view.travel + this.detour(n, k, "travel") <= this.maxTravel) && (this.maxDistance === Infinity || view.metres + this.detour(n, k, "metres") <= this.maxDistance);
  }

  /** `first`: the only place of the first stop, -1 for any. `allowed`: places of the last stop. */
  private walk(first: number, allowed?: (n: number) => boolean): number {
    const { view, tasks } = this;
    const { count, place, windows, locked } = view;
    const states = this.breaks ? this.orders.states : 1;
    const last = tasks.length;
    let [now, then] = this.rows;
    now.fill(Infinity);
    if (this.loadFits(0, 0)) now[0] = this.start;
    const [one, two] = this.inserted;
    this.work += (count + 1) * Math.max(1, this.orders.moves.length);
    const at = tasks.map((t) => view.tasks.list[t].task.locationIndex);
    const stops = tasks.map((t) => view.tasks.list[t]);
    const action = (k: number, from: number): number => view.serviceOf(stops[k]) + (from === at[k] ? 0 : view.setupOf(stops[k]));
    for (let n = 0; n <= count; n++) {
      then.fill(Infinity);
      const to = n + 1;
      const here = place[n];
      const there = place[to];
      const arrive = (from: Float64Array, fromAt: number, layer: number, origin: number, next: number): void => {
        if (to <= count && !this.loadFits(to, next)) return;
        this.push(from, fromAt, then, next * states, view.leg(origin, there), windows[to], this.late, view.service[to] + (origin === there ? 0 : view.setup[to]), n, layer);
      };
      for (let a = 0; a <= last; a++) {
        if (!anyFinite(now, a * states, states)) continue;
        if (count > 0) arrive(now, a * states, a, here, a);
        if (a === last || n < locked || (a === 0 && first >= 0 && n !== first) || !this.loadFits(n, a + 1)) continue;
        const final = a === last - 1;
        if (final && allowed !== undefined && !allowed(n)) continue;
        one.fill(Infinity);
        this.push(now, a * states, one, 0, view.leg(here, at[a]), this.stopWindows[a], this.late, action(a, here), n, a);
        if (!anyFinite(one, 0, states)) continue;
        arrive(one, 0, a + 1, at[a], a + 1);
        if (final || (allowed !== undefined && !allowed(n)) || !this.loadFits(n, last)) continue;
        two.fill(Infinity);
        this.push(one, 0, two, 0, view.leg(at[0], at[1]), this.stopWindows[1], this.late, action(1, at[0]), n, 1);
        if (anyFinite(two, 0, states)) arrive(two, 0, last, at[1], last);
      }
      [now, then] = [then, now];
    }
    return now[last * states + states - 1];
  }

  /** Moves the clocks over one leg and the action at its end, with the breaks that may be taken on the way. */
  private push(from: Float64Array, fromAt: number, to: Float64Array, toAt: number, leg: number, windows: Float64Array | null, late: number, action: number, node: number, layer: number): void {
    const { moves, states } = this.orders;
    if (!this.breaks || states === 1) {
      const value = beginIn(windows, from[fromAt] + leg, late) + action;
      if (value < to[toAt]) to[toAt] = value;
      return;
    }
    for (let k = 0; k < moves.length; k++) {
      const move = moves[k];
      const time = from[fromAt + move.from];
      if (time === Infinity) continue;
      const value = beginIn(windows, move.order.length === 0 ? time + leg : this.withBreaks(time, leg, move.order, node, layer), late) + action;
      if (value < to[toAt + move.to]) to[toAt + move.to] = value;
    }
  }

  /** Driving goes on while a break's window isn't open yet. */
  private withBreaks(time: number, leg: number, order: readonly number[], node: number, layer: number): number {
    const { view } = this;
    let clock = time;
    let left = leg;
    for (const b of order) {
      const most = view.breakLoads[b];
      if (most !== null) {
        for (let d = 0; d < this.capacity.length; d++) if (view.load[node * this.capacity.length + d] + (this.added[layer][d] ?? 0) > (most[d] ?? 0)) return Infinity;
      }
      const begin = beginIn(this.breakWindows[b], clock, 0);
      left = Math.max(0, left - (begin - clock));
      clock = begin + view.breakService[b];
    }
    return clock + left;
  }
}

function anyFinite(values: Float64Array, from: number, length: number): boolean {
  for (let k = from; k < from + length; k++) if (values[k] < Infinity) return true;
  return false;
}
