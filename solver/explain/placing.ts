import { latestEndWithout } from "../contract";
import { siteOf } from "../contract/tasks";
import type { BreakOrders } from "../schedule/break-orders";
import { HUNDREDTHS } from "../schedule/timeline";
import { Detours } from "./detours";
import { Loads } from "./loads";
import { beginIn } from "./route-view";
import type { RouteView } from "./route-view";
import { Ways } from "./ways";

/** What has to fit: one stop, or pickup and delivery of a shipment. */
export interface Visit {
  readonly tasks: readonly number[];
  /** What it adds to the load before its first stop, behind that, and behind its second stop. */
  readonly added: readonly (readonly number[])[];
}

/**
 * Whether and when a route ends with a visit inserted at its best place behind the locked beginning, all other stops
 * staying in their order. Waiting is free, so the earliest arrival at a node is never worse: one walk over
 * the route, with a clock per number of the visit's stops already in and per set of breaks taken, tries all places
 * at once. The fields and the capacity of `loads` are the rules; a change is tried by widening one. `mayGoOn` is asked
 * before every walk: once it is false there is no place any more, and answers mean nothing.
 */
export class Placing {
  start: number;
  breaks = true;
  maxTravel: number;
  maxDistance: number;
  /** Windows of the visit's stops and of the breaks. */
  readonly stopWindows: (Float64Array | null)[];
  readonly breakWindows: (Float64Array | null)[];
  private orders: BreakOrders;
  /** Nodes passed so far, times the moves between sets of breaks: the work that the explanation of a visit took. */
  work = 0;
  /** Travel and metres, where there is a limit on them. */
  readonly travel: Detours | null;
  readonly metres: Detours | null;
  private readonly at: readonly number[];
  private readonly site: readonly number[];
  private readonly service: readonly number[];
  private readonly setup: readonly number[];
  readonly ways: Ways;
  readonly loads: Loads;

  constructor(
    private readonly view: RouteView,
    readonly visit: Visit,
    private readonly mayGoOn: () => boolean,
  ) {
    const { tasks } = view;
    const stops = visit.tasks.map((t) => tasks.list[t]);
    this.at = stops.map(({ task }) => task.locationIndex);
    this.site = stops.map(({ task }) => siteOf(task));
    this.service = stops.map((stop) => view.serviceOf(stop));
    this.setup = stops.map((stop) => view.setupOf(stop));
    this.stopWindows = stops.map(({ windows }) => windows);
    this.breakWindows = [...view.breakWindows];
    this.start = view.start;
    this.maxTravel = view.maxTravel;
    this.maxDistance = view.maxDistance;
    this.travel =
      view.maxTravel === Infinity ? null : new Detours(view, this.at, (a, b) => view.leg(a, b), view.travel);
    this.metres =
      view.maxDistance === Infinity ? null : new Detours(view, this.at, (a, b) => view.distance(a, b), view.metres);
    this.orders = view.orders;
    this.ways = new Ways(view, this.at);
    this.loads = new Loads(view, visit.added, this.ways);
  }

  /** From now on the breaks may be taken in any order, because their windows change. */
  freeBreaks(): void {
    this.orders = this.view.freeOrders();
  }

  /** Whether the visit has a place from which the route ends within the working hours. */
  fits(): boolean {
    const end = this.earliestEnd();
    return end < Infinity && end <= this.view.end;
  }

  /** Earliest arrival at the end; Infinity when there is no place. */
  earliestEnd(): number {
    const { count, locked } = this.view;
    if ((this.travel === null && this.metres === null) || this.at.length === 1) return this.endAt(-1);
    let best = Infinity;
    for (let n = locked; n <= count; n++) {
      let k = n;
      while (k <= count && !this.withinLimits(n, k)) k++;
      if (k <= count) best = Math.min(best, this.endAt(n));
    }
    return best;
  }

  /** When the route ends with the visit's first stop behind a node (-1: any); Infinity where it has no place there. */
  endAt(n: number): number {
    return this.mayGoOn() ? this.walk(n) : Infinity;
  }

  /** Least that any place, possible or not, adds to the cost of driving: how near the visit lies to the route. */
  leastCost(): number {
    const { view } = this;
    return new Detours(
      view,
      this.at,
      (a, b) => view.cost(a, b),
      view.count === 0 ? (view.vehicle.costs?.fixed ?? 0) : 0,
    ).least(view.locked);
  }

  /**
   * Least amount above the limit on distance (or travel, where the distance fits) over all places where the load fits.
   */
  leastExcess(of: Detours, limit: number, metres: Detours | null): number {
    const { loads } = this;
    const { count, locked } = this.view;
    const final = this.at.length;
    let fitsFrom = count + 1;
    while (fitsFrom > 0 && loads.fits(fitsFrom - 1, final)) fitsFrom--;
    let best = Infinity;
    for (let n = 0; n <= count && loads.fits(n, 0); n++) {
      if (n < locked) continue;
      if (!this.mayGoOn()) return best;
      for (let k = n; k <= (final === 1 ? n : count) && loads.fits(k, 1); k++) {
        if (k < fitsFrom || (metres !== null && metres.total(n, k) > this.maxDistance)) continue;
        best = Math.min(best, of.total(n, k) - limit);
      }
    }
    return best;
  }

  private withinLimits(n: number, k: number): boolean {
    return (
      (this.travel === null || this.travel.total(n, k) <= this.maxTravel) &&
      (this.metres === null || this.metres.total(n, k) <= this.maxDistance)
    );
  }

  /** `first`: the only place of the first stop, -1 for any. */
  private walk(first: number): number {
    const { view, at, site, service, setup, stopWindows, loads } = this;
    const { count, place, sites, windows, locked, legs, actions, scratch } = view;
    const { states, moves } = this.orders;
    this.work += (count + 1) * at.length * moves.length;
    if (states === 1 || !this.breaks) return this.walkPlain(first);
    const last = at.length;
    const limited = this.travel !== null || this.metres !== null;
    let now = scratch(0, 3 * states);
    let next = scratch(1, 3 * states);
    const atFirst = scratch(2, states);
    const atSecond = scratch(3, states);
    now.fill(Infinity);
    if (loads.fits(0, 0)) now[0] = this.start;
    for (let n = 0; n <= count; n++) {
      next.fill(Infinity);
      const here = place[n];
      const there = place[n + 1];
      const ending = n === count;
      const follows = windows[n + 1];
      let alive = false;
      for (let a = 0; a <= last; a++) {
        if (!reached(now, a * states, states)) continue;
        alive = true;
        // on to the next node
        if (count > 0 && (ending || loads.fits(n + 1, a)))
          this.push(now, a * states, next, a * states, legs[n], follows, actions[n + 1], n, a);
        // or to the next stop of the visit
        if (a === last || n < locked || (a === 0 && first >= 0 && n !== first) || !loads.fits(n, a + 1)) continue;
        const final = a === last - 1;
        const allowed = !limited || this.withinLimits(final && first >= 0 ? first : n, n);
        if (final && !allowed) continue;
        atFirst.fill(Infinity);
        this.push(
          now,
          a * states,
          atFirst,
          0,
          view.leg(here, at[a]),
          stopWindows[a],
          sites[n] === site[a] ? service[a] : service[a] + setup[a],
          n,
          a,
        );
        if (!reached(atFirst, 0, states)) continue;
        if (ending || loads.fits(n + 1, a + 1))
          this.push(
            atFirst,
            0,
            next,
            (a + 1) * states,
            view.leg(at[a], there),
            follows,
            view.actionFrom(n + 1, site[a]),
            n,
            a + 1,
          );
        if (final || !allowed || !loads.fits(n, 2) || !(ending || loads.fits(n + 1, 2))) continue;
        atSecond.fill(Infinity);
        this.push(
          atFirst,
          0,
          atSecond,
          0,
          view.leg(at[0], at[1]),
          stopWindows[1],
          site[0] === site[1] ? service[1] : service[1] + setup[1],
          n,
          1,
        );
        this.push(
          atSecond,
          0,
          next,
          2 * states,
          view.leg(at[1], there),
          follows,
          view.actionFrom(n + 1, site[1]),
          n,
          2,
        );
      }
      if (!alive) return Infinity;
      [now, next] = [next, now];
    }
    const end = now[last * states + states - 1];
    const without = now[last * states];
    return without <= this.endWithoutBreak() ? Math.min(end, without) : end;
  }

  /** Latest end without a break that is taken only if due; -Infinity where all breaks are taken. */
  private endWithoutBreak(): number {
    const rest = this.view.vehicle.breaks?.[0];
    if (rest?.onlyIfDue !== true) return -Infinity;
    const windows = this.breakWindows[0];
    const timeWindows =
      windows === null
        ? rest.timeWindows
        : [[windows[0] / HUNDREDTHS, windows[windows.length - 1] / HUNDREDTHS] as const];
    return HUNDREDTHS * latestEndWithout({ ...rest, timeWindows }, this.start / HUNDREDTHS);
  }

  /** The same without breaks: one clock per number of stops in. */
  private walkPlain(first: number): number {
    const { view, at, site, service, setup, stopWindows, loads } = this;
    const { count, place, sites, windows, locked, legs, actions } = view;
    const single = at.length === 1;
    const limited = this.travel !== null || this.metres !== null;
    const [x, y] = at;
    const [siteX, siteY] = site;
    let before = loads.fits(0, 0) ? this.start : Infinity;
    let between = Infinity;
    let behind = Infinity;
    for (let n = 0; n <= count; n++) {
      const here = place[n];
      const there = place[n + 1];
      const ending = n === count;
      const follows = windows[n + 1];
      const leg = legs[n];
      const action = actions[n + 1];
      let nextBefore = Infinity;
      let nextBetween = Infinity;
      let nextBehind = Infinity;
      if (count > 0) {
        if (before < Infinity && (ending || loads.fits(n + 1, 0))) nextBefore = beginIn(follows, before + leg) + action;
        if (between < Infinity && (ending || loads.fits(n + 1, 1)))
          nextBetween = beginIn(follows, between + leg) + action;
        if (behind < Infinity && (ending || loads.fits(n + 1, 2))) nextBehind = beginIn(follows, behind + leg) + action;
      }
      if (n >= locked) {
        const allowed = !limited || this.withinLimits(first >= 0 ? first : n, n);
        if (before < Infinity && (first < 0 || n === first) && (allowed || !single) && loads.fits(n, 1)) {
          const done =
            beginIn(stopWindows[0], before + view.leg(here, x)) +
            (sites[n] === siteX ? service[0] : service[0] + setup[0]);
          if (done < Infinity) {
            if (ending || loads.fits(n + 1, 1))
              nextBetween = Math.min(
                nextBetween,
                beginIn(follows, done + view.leg(x, there)) + view.actionFrom(n + 1, siteX),
              );
            if (!single && allowed && loads.fits(n, 2) && (ending || loads.fits(n + 1, 2))) {
              const both =
                beginIn(stopWindows[1], done + view.leg(x, y)) + (siteX === siteY ? service[1] : service[1] + setup[1]);
              nextBehind = Math.min(
                nextBehind,
                beginIn(follows, both + view.leg(y, there)) + view.actionFrom(n + 1, siteY),
              );
            }
          }
        }
        if (!single && allowed && between < Infinity && loads.fits(n, 2) && (ending || loads.fits(n + 1, 2))) {
          const done =
            beginIn(stopWindows[1], between + view.leg(here, y)) +
            (sites[n] === siteY ? service[1] : service[1] + setup[1]);
          nextBehind = Math.min(
            nextBehind,
            beginIn(follows, done + view.leg(y, there)) + view.actionFrom(n + 1, siteY),
          );
        }
      }
      before = nextBefore;
      between = nextBetween;
      behind = nextBehind;
      if (before === Infinity && between === Infinity && behind === Infinity) return Infinity;
    }
    return single ? between : behind;
  }

  /** Moves the clocks over one leg and the action at its end, with the breaks that may be taken on the way. */
  private push(
    from: Float64Array,
    fromAt: number,
    to: Float64Array,
    toAt: number,
    leg: number,
    windows: Float64Array | null,
    action: number,
    node: number,
    layer: number,
  ): void {
    const { moves } = this.orders;
    for (let k = 0; k < moves.length; k++) {
      const move = moves[k];
      const time = from[fromAt + move.from];
      if (time === Infinity) continue;
      const value =
        beginIn(windows, move.order.length === 0 ? time + leg : this.withBreaks(time, leg, move.order, node, layer)) +
        action;
      if (value < to[toAt + move.to]) to[toAt + move.to] = value;
    }
  }

  /** The vehicle drives on while a break's window isn't open yet. */
  private withBreaks(time: number, leg: number, order: readonly number[], node: number, layer: number): number {
    const { view, breakWindows } = this;
    const dimensions = this.loads.capacity.length;
    let clock = time;
    let left = leg;
    for (let k = 0; k < order.length; k++) {
      const b = order[k];
      const most = view.breakLoads[b];
      if (most !== null) {
        for (let d = 0; d < dimensions; d++)
          if (view.load[node * dimensions + d] + (this.visit.added[layer][d] ?? 0) > (most[d] ?? 0)) return Infinity;
      }
      const begin = beginIn(breakWindows[b], clock);
      if (begin === Infinity) return Infinity;
      left = Math.max(0, left - (begin - clock));
      clock = begin + view.breakService[b];
    }
    return clock + left;
  }
}

function reached(clocks: Float64Array, from: number, length: number): boolean {
  for (let k = from; k < from + length; k++) if (clocks[k] < Infinity) return true;
  return false;
}
