import type { GeneticProblem, Hours } from "./genetic-problem";
import { LinkedRoutes } from "./linked-routes";

/**
 * Routes with windows. A vehicle that comes too late goes back in time to the end of the window, and each unit of that
 * time has a price, so that no plan is ruled out (Nagata, Bräysy & Dullaert, "A penalty-based edge assembly memetic
 * algorithm for the vehicle routing problem with time windows", 2010). Vehicles leave as early as they may: waiting is
 * free. Sums up to each node and from it on say how late a route becomes whose pieces are joined anew (Vidal et al., "A
 * hybrid genetic algorithm with adaptive diversity management for a large class of vehicle routing problems with time
 * windows", 2013).
 */
export class TimedRoutes extends LinkedRoutes {
  /** When the vehicle leaves a node, and its lateness up to there. */
  private readonly leaves: Float64Array;
  private readonly lateUpTo: Float64Array;
  /**
   * Lateness from a node on if the vehicle arrives at the node by `latest`; what it arrives later, it is later in all.
   */
  private readonly lateFrom: Float64Array;
  private readonly latest: Float64Array;

  // the vehicle between `begin` and `end`
  private clock = 0;
  private lost = 0;
  private at = 0;

  private readonly earliest: Int32Array;
  private readonly close: Int32Array;
  private readonly service: Int32Array;
  private readonly travel: Int32Array;
  private readonly width: number;

  constructor(problem: GeneticProblem, hours: Hours) {
    super(problem);
    const nodes = this.next.length;
    this.leaves = new Float64Array(nodes);
    this.lateUpTo = new Float64Array(nodes);
    this.lateFrom = new Float64Array(nodes);
    this.latest = new Float64Array(nodes);
    this.earliest = hours.earliest;
    this.close = hours.latest;
    this.service = hours.service;
    this.travel = hours.travel;
    this.width = problem.taskCount + 1;
  }

  override refresh(r: number): void {
    super.refresh(r);
    const { next, prev, column, leaves, lateUpTo, lateFrom, latest, earliest, close, service, travel, width } = this;
    const start = this.startOf(r);
    const end = this.endOf(r);
    let clock = earliest[0];
    let lost = 0;
    leaves[start] = clock;
    lateUpTo[start] = 0;
    for (let i = start; i !== end;) {
      const j = next[i];
      const b = column[j];
      clock += travel[column[i] * width + b];
      if (clock > close[b]) {
        lost += clock - close[b];
        clock = close[b];
      } else if (clock < earliest[b]) clock = earliest[b];
      clock += service[b];
      leaves[j] = clock;
      lateUpTo[j] = lost;
      i = j;
    }
    this.late[r] = lost;
    latest[end] = close[0];
    lateFrom[end] = 0;
    for (let j = end; j !== start;) {
      const i = prev[j];
      const a = column[i];
      const wanted = latest[j] - travel[a * width + column[j]] - service[a];
      latest[i] = Math.max(earliest[a], Math.min(close[a], wanted));
      lateFrom[i] = lateFrom[j] + Math.max(0, earliest[a] - wanted);
      j = i;
    }
  }

  /** A vehicle comes as far as a node on its present route, and then visits others. */
  begin(node: number): void {
    this.clock = this.leaves[node];
    this.lost = this.lateUpTo[node];
    this.at = this.column[node];
  }

  /** The tasks of a piece of a route in their order. */
  pass(first: number, last: number): void {
    this.walk(first, last, this.next);
  }

  /** The tasks of a piece of a route against their order, from its last one on. */
  passBack(last: number, first: number): void {
    this.walk(last, first, this.prev);
  }

  private walk(from: number, to: number, step: Int32Array): void {
    const { earliest, close, service, travel, width } = this;
    let { clock, lost, at } = this;
    for (let j = from; ; j = step[j]) {
      clock += travel[at * width + j];
      if (clock > close[j]) {
        lost += clock - close[j];
        clock = close[j];
      } else if (clock < earliest[j]) clock = earliest[j];
      clock += service[j];
      at = j;
      if (j === to) break;
    }
    this.clock = clock;
    this.lost = lost;
    this.at = at;
  }

  /** Lateness of the whole route if the vehicle goes on as from this node on. */
  end(node: number): number {
    const over = this.clock + this.travel[this.at * this.width + this.column[node]] - this.latest[node];
    return this.lost + this.lateFrom[node] + (over > 0 ? over : 0);
  }

  /** Price of a route's load and lateness as it is. */
  penaltyOf(r: number): number {
    return this.priceOf(r, this.load[r]) + this.timePrice * this.late[r];
  }
}
