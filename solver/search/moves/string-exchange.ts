import { balanceRise } from "../../model/balance";
import { NEVER } from "../../model/instance";
import type { Neighbours } from "../../model/neighbours";
import type { Random } from "../../random";
import type { Journal } from "../journal";
import { PARAMETERS } from "../parameters";
import type { Plan } from "../plan";
import { departsInLayers, followsInLayers } from "../plan-layers";
import { departureFrom, staysOnTime } from "../plan-times";
import { countHolds, mayServe } from "../route-rules";
import type { Move } from "./move";

/** Number of nearest stops among which partners are drawn. */
const PARTNERS = 20;
/** Longest piece of a route that is exchanged. */
const LONGEST = 3;

/** A piece of a route and the nodes around it; `tasks` in the order in which they will be visited. */
interface Piece {
  vehicle: number;
  before: number;
  after: number;
  readonly tasks: Int32Array;
  count: number;
}

/**
 * CROSS exchange (Taillard et al. 1997) as a move of the annealing: two routes exchange pieces of up to three stops,
 * one of which may be empty, and one may be reversed. A stop is moved beside one of its nearest ones.
 * Where vehicles are nearly full a stop has no room on any other, but two stops can still change places: without this
 * the loads of such fleets hardly move. Also between vehicles of different classes; without shipments.
 */
export class StringExchange implements Move {
  readonly name = "string-exchange";
  readonly usable: boolean;
  delta = 0;
  private readonly first: Piece = { vehicle: 0, before: 0, after: 0, tasks: new Int32Array(LONGEST), count: 0 };
  private readonly second: Piece = { vehicle: 0, before: 0, after: 0, tasks: new Int32Array(LONGEST), count: 0 };

  /** Earliest departures of each stop of a piece. */
  private readonly layers: readonly Int32Array[];

  constructor(
    private readonly plan: Plan,
    private readonly near: Neighbours,
    private readonly random: Random,
    private readonly journal: Journal,
  ) {
    const { instance } = plan;
    this.layers = Array.from({ length: LONGEST }, () => new Int32Array(plan.layers));
    this.usable = !instance.hasShipments && instance.vehicleCount > 1 && near.width > 0;
  }

  /** The more often, the shorter the routes are: long ones are better served by strings, and cost more to refresh. */
  timesPerRound(stopsPerRoute: number): number {
    return Math.floor(Math.min(PARAMETERS.mostStringExchanges, PARAMETERS.stringExchanges / stopsPerRoute ** 2));
  }

  run(allowance: number): boolean {
    const { plan, first, second } = this;
    const { instance } = plan;
    if (!this.draw()) return false;
    const v = first.vehicle;
    const w = second.vehicle;
    let delta = this.legs(w, second, first) - this.present(w, second);
    if (second.count === 0 && first.count === plan.count[v]) delta -= plan.routeCost[v];
    else
      delta += this.legs(v, first, second) - this.present(v, first) + this.balanceCost(v, second.count - first.count);
    delta += this.balanceCost(w, first.count - second.count);
    this.delta = delta;
    // an overload that ends is the most that a price can give back
    if (delta - plan.overload.costOf(v) - plan.overload.costOf(w) >= allowance) return false;
    if (!this.loadsHold()) return false;
    if (instance.hasBans && !(this.mayServePiece(w, first) && this.mayServePiece(v, second))) return false;
    if (instance.hasTime && !(this.onTime(w, second, first) && this.onTime(v, first, second))) return false;
    return this.tryIt(allowance);
  }

  /**
   * Draws a stop x and a near one y on another route: x and up to two stops on its far side go right behind y
   * (or before it).
   */
  private draw(): boolean {
    const { plan, near, random, first, second } = this;
    const n = plan.instance.taskCount;
    const x = random.below(n);
    const v = plan.route[x];
    if (v < 0) return false;
    const y = near.list[x * near.width + random.below(near.width < PARTNERS ? near.width : PARTNERS)];
    const w = plan.route[y];
    if (w < 0 || w === v) return false;
    const bits = random.below(4 * LONGEST * (LONGEST + 1));
    const behind = (bits & 1) === 0;
    // pieces are taken and put behind the last locked stop
    if (plan.isLocked[x] === 1 || plan.isLocked[behind ? plan.next[y] : y] === 1) return false;
    first.vehicle = v;
    second.vehicle = w;
    this.take(first, x, behind ? plan.prev[x] : plan.next[x], 1 + ((bits >> 2) % LONGEST), behind);
    this.take(second, behind ? plan.next[y] : plan.prev[y], y, Math.floor((bits >> 2) / LONGEST), behind);
    if ((bits & 2) !== 0) turn(second);
    return true;
  }

  /** A piece of at most `most` stops from `first` on, forwards or backwards; `edge` is the node on its other side. */
  private take(piece: Piece, first: number, edge: number, most: number, forwards: boolean): void {
    const { next, prev, isLocked, instance } = this.plan;
    let node = first;
    piece.count = 0;
    while (piece.count < most && node < instance.taskCount && isLocked[node] === 0) {
      piece.tasks[piece.count++] = node;
      node = forwards ? next[node] : prev[node];
    }
    piece.before = forwards ? edge : node;
    piece.after = forwards ? node : edge;
    if (!forwards) turn(piece);
  }

  /** What the legs (and setups and services) of a place cost now. */
  private present(v: number, place: Piece): number {
    const { plan } = this;
    const { instance, legCost, next } = plan;
    let sum = 0;
    for (let i = place.before; i !== place.after; i = next[i]) {
      sum += legCost[i];
      if (instance.hasTaskTimeCost) sum += plan.action(v, i, next[i]) * instance.taskTimeCost[v];
    }
    return sum;
  }

  /** The same with another piece in it. */
  private legs(v: number, at: Piece, piece: Piece): number {
    const { plan } = this;
    const { instance } = plan;
    const { place, size } = instance;
    const costs = instance.cost[instance.costOf[v]];
    let here = at.before;
    let sum = 0;
    for (let k = 0; k <= piece.count; k++) {
      const there = k < piece.count ? piece.tasks[k] : at.after;
      sum += costs[place[here] * size + place[there]];
      if (instance.hasTaskTimeCost) sum += plan.action(v, here, there) * instance.taskTimeCost[v];
      here = there;
    }
    return sum;
  }

  private balanceCost(v: number, more: number): number {
    return balanceRise(this.plan.instance, this.plan.count[v], more);
  }

  private loadsHold(): boolean {
    const { plan, first, second } = this;
    const { instance } = plan;
    const { dimensions, atStart, taken } = instance;
    const { most } = plan.overload;
    const v = first.vehicle;
    const w = second.vehicle;
    const stops = first.count - second.count;
    if (!countHolds(instance, v, plan.count[v] - stops) || !countHolds(instance, w, plan.count[w] + stops))
      return false;
    if (!instance.sumDecidesLoad) return true;
    for (let d = 0; d < dimensions; d++) {
      let more = 0;
      for (let k = 0; k < first.count; k++)
        more += atStart[first.tasks[k] * dimensions + d] + taken[first.tasks[k] * dimensions + d];
      for (let k = 0; k < second.count; k++)
        more -= atStart[second.tasks[k] * dimensions + d] + taken[second.tasks[k] * dimensions + d];
      if (plan.routeLoad[w * dimensions + d] + more > most[w * dimensions + d]) return false;
      if (plan.routeLoad[v * dimensions + d] - more > most[v * dimensions + d]) return false;
    }
    return true;
  }

  private mayServePiece(v: number, piece: Piece): boolean {
    const { instance } = this.plan;
    for (let k = 0; k < piece.count; k++) if (!mayServe(instance, v, piece.tasks[k])) return false;
    return true;
  }

  /** Whether a piece and everything behind its new place stay on time. Loads at breaks are left to the attempt. */
  private onTime(v: number, at: Piece, piece: Piece): boolean {
    const { plan } = this;
    const { instance } = plan;
    if (!plan.plainTimes) return instance.hasBreakLoads || this.onTimeInLayers(v, at, piece);
    const { place, size, taskCount: n } = instance;
    const travel = instance.travel[instance.travelOf[v]];
    const row = instance.typeOf[v] * n;
    let time = plan.depart[at.before];
    let here = place[at.before];
    for (let k = 0; k < piece.count; k++) {
      const task = piece.tasks[k];
      time = departureFrom(instance, row, task, time + travel[here * size + place[task]]);
      if (time === NEVER) return false;
      here = place[task];
    }
    return staysOnTime(plan, row, at.after, time + travel[here * size + place[at.after]]);
  }

  private onTimeInLayers(v: number, at: Piece, piece: Piece): boolean {
    const { plan } = this;
    let departs = plan.depart;
    let from = at.before;
    let offset = from * plan.layers;
    for (let k = 0; k < piece.count; k++) {
      const result = this.layers[k];
      if (!departsInLayers(plan, v, from, departs, offset, piece.tasks[k], result)) return false;
      departs = result;
      offset = 0;
      from = piece.tasks[k];
    }
    return followsInLayers(plan, v, from, departs, offset, at.after);
  }

  private tryIt(allowance: number): boolean {
    const { plan, journal, first, second } = this;
    const cost = plan.priced;
    journal.begin();
    journal.touch(first.vehicle);
    journal.touch(second.vehicle);
    this.put(second, first);
    this.put(first, second);
    plan.refresh(first.vehicle);
    plan.refresh(second.vehicle);
    if (plan.priced - cost < allowance && journal.holds()) {
      journal.accept();
      return true;
    }
    journal.undo();
    return false;
  }

  private put(at: Piece, piece: Piece): void {
    const { next, prev, route } = this.plan;
    let last = at.before;
    for (let k = 0; k < piece.count; k++) {
      const task = piece.tasks[k];
      next[last] = task;
      prev[task] = last;
      route[task] = at.vehicle;
      last = task;
    }
    next[last] = at.after;
    prev[at.after] = last;
  }
}

function turn(piece: Piece): void {
  const { tasks, count } = piece;
  for (let i = 0, j = count - 1; i < j; i++, j--) {
    const swap = tasks[i];
    tasks[i] = tasks[j];
    tasks[j] = swap;
  }
}
