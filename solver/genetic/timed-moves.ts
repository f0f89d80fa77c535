import { LEAST_GAIN } from "./linked-routes";
import type { Moves } from "./moves";
import type { TimedRoutes } from "./timed-routes";

/** Tasks at most that move or are exchanged together. */
const LONGEST = 3;

/** More than the share of them that large prices lose when they are added up. */
const ROUNDING = 1e-12;

/**
 * Moves where windows count, on vehicles that are all equal: up to three tasks in a row moved or exchanged, stretches
 * turned, ends of two routes exchanged. What they cost in load and in ways rules most of them out before times are
 * looked at.
 */
export class TimedMoves implements Moves {
  /** Prices of what the routes of the present pair may not have and could lose by a move. */
  private prices = 0;
  /** A move gains if it changes the sum of costs and prices by less than this. */
  private bound = 0;

  constructor(private readonly routes: TimedRoutes) {}

  tryPair(u: number, v: number): boolean {
    const { routes } = this;
    const { route, prev, position, count, problem } = routes;
    const isTask = v <= problem.taskCount;
    const ru = route[u];
    const rv = route[v];
    this.prices = ru === rv ? routes.timePrice * routes.late[ru] : routes.penaltyOf(ru) + routes.penaltyOf(rv);
    this.bound = -LEAST_GAIN - ROUNDING * this.prices;
    for (let length = 1; length <= LONGEST; length++) {
      if (this.insert(u, length, v, false)) return true;
      if (length === 2 && this.insert(u, length, v, true)) return true;
    }
    if (isTask)
      for (let a = 1; a <= LONGEST; a++)
        for (let b = 1; b <= a; b++) if ((a > b || u < v) && this.exchange(u, a, v, b)) return true;
    if (ru !== rv) {
      // either task's turn would try the same, as would that of the first task behind a start
      if ((isTask ? u < v : count[rv] === 0) && this.exchangeEnds(u, v)) return true;
      return isTask && this.exchangeEnds(prev[u], v);
    }
    if (isTask) return position[u] < position[v] && this.turn(u, v);
    // the beginning turned joins the route's first task, which lies near u, to u
    return this.turn(v, prev[u]);
  }

  /**
   * Moves u and the tasks behind it, `count` in all, behind v.
   * @param isTurned of two tasks: the second one first
   */
  private insert(u: number, count: number, v: number, isTurned: boolean): boolean {
    const { routes } = this;
    const { next, prev, route, position, column, load, problem } = routes;
    const { cost, taskCount: n } = problem;
    const last = this.lastOf(u, count);
    if (last < 0) return false;
    const ru = route[u];
    const rv = route[v];
    const same = ru === rv;
    if (same && position[v] >= position[u] - 1 && position[v] < position[u] + count) return false;
    const before = prev[u];
    const x = next[last];
    const y = next[v];
    const width = n + 1;
    const first = isTurned ? last : u;
    const then = isTurned ? u : last;
    const change =
      cost[column[before] * width + column[x]] -
      cost[column[before] * width + u] -
      cost[last * width + column[x]] +
      cost[column[v] * width + first] +
      cost[then * width + column[y]] -
      cost[column[v] * width + column[y]] +
      (isTurned ? cost[last * width + u] - cost[u * width + last] : 0);
    if (same) {
      if (change - this.prices >= this.bound) return false;
      const isForward = position[v] > position[u];
      routes.begin(isForward ? before : v);
      if (isForward) routes.pass(x, v);
      this.passPiece(u, last, isTurned);
      if (!isForward) routes.pass(y, before);
      if (!this.gains(change, routes.end(isForward ? y : x))) return false;
    } else {
      const opened = routes.count[rv] === 0 ? routes.fixed[rv] : 0;
      const closed = routes.count[ru] === count ? routes.fixed[ru] : 0;
      let sum = change + opened - closed - this.prices;
      if (sum >= this.bound) return false;
      const moved = this.loadOf(u, last);
      sum += routes.priceOf(ru, load[ru] - moved) + routes.priceOf(rv, load[rv] + moved);
      if (sum >= this.bound) return false;
      routes.begin(before);
      sum += routes.timePrice * routes.end(x);
      if (sum >= this.bound) return false;
      routes.begin(v);
      this.passPiece(u, last, isTurned);
      if (sum + routes.timePrice * routes.end(y) >= this.bound) return false;
    }
    routes.join(before, x);
    routes.join(v, first);
    if (isTurned) routes.join(first, then);
    routes.join(then, y);
    return this.changed(ru, rv);
  }

  /** Exchanges `a` tasks from u on with `b` tasks from v on; they may not touch. */
  private exchange(u: number, a: number, v: number, b: number): boolean {
    const { routes } = this;
    const { next, prev, route, position, column, load, problem } = routes;
    const { cost, taskCount: n } = problem;
    const lastU = this.lastOf(u, a);
    const lastV = this.lastOf(v, b);
    if (lastU < 0 || lastV < 0) return false;
    const ru = route[u];
    const rv = route[v];
    if (ru === rv && position[u] + a >= position[v] && position[v] + b >= position[u]) return false;
    const beforeU = prev[u];
    const beforeV = prev[v];
    const x = next[lastU];
    const y = next[lastV];
    const width = n + 1;
    const rowU = column[beforeU] * width;
    const rowV = column[beforeV] * width;
    const change =
      cost[rowU + v] +
      cost[lastV * width + column[x]] -
      cost[rowU + u] -
      cost[lastU * width + column[x]] +
      cost[rowV + u] +
      cost[lastU * width + column[y]] -
      cost[rowV + v] -
      cost[lastV * width + column[y]];
    if (ru === rv) {
      if (change - this.prices >= this.bound) return false;
      if (position[u] < position[v]) {
        routes.begin(beforeU);
        routes.pass(v, lastV);
        routes.pass(x, beforeV);
        routes.pass(u, lastU);
        if (!this.gains(change, routes.end(y))) return false;
      } else {
        routes.begin(beforeV);
        routes.pass(u, lastU);
        routes.pass(y, beforeU);
        routes.pass(v, lastV);
        if (!this.gains(change, routes.end(x))) return false;
      }
    } else {
      let sum = change - this.prices;
      if (sum >= this.bound) return false;
      const moved = this.loadOf(u, lastU) - this.loadOf(v, lastV);
      sum += routes.priceOf(ru, load[ru] - moved) + routes.priceOf(rv, load[rv] + moved);
      if (sum >= this.bound) return false;
      routes.begin(beforeU);
      routes.pass(v, lastV);
      sum += routes.timePrice * routes.end(x);
      if (sum >= this.bound) return false;
      routes.begin(beforeV);
      routes.pass(u, lastU);
      if (sum + routes.timePrice * routes.end(y) >= this.bound) return false;
    }
    routes.join(beforeU, v);
    routes.join(lastV, x);
    routes.join(beforeV, u);
    routes.join(lastU, y);
    return this.changed(ru, rv);
  }

  /** Two routes exchange what is behind u and v, either of which may be a start. */
  private exchangeEnds(u: number, v: number): boolean {
    const { routes } = this;
    const { next, route, position, column, count, load, loadUpTo, fixed, problem } = routes;
    const { cost, taskCount: n } = problem;
    const ru = route[u];
    const rv = route[v];
    const x = next[u];
    const y = next[v];
    const width = n + 1;
    const rowU = column[u] * width;
    const rowV = column[v] * width;
    const countU = position[u] + count[rv] - position[v];
    const both = count[ru] + count[rv];
    const used = (countU > 0 ? 1 : 0) + (countU < both ? 1 : 0) - (count[ru] > 0 ? 1 : 0) - (count[rv] > 0 ? 1 : 0);
    const change =
      cost[rowU + column[y]] +
      cost[rowV + column[x]] -
      cost[rowU + column[x]] -
      cost[rowV + column[y]] +
      used * fixed[ru];
    let sum = change - this.prices;
    if (sum >= this.bound) return false;
    const loadU = loadUpTo[u] + load[rv] - loadUpTo[v];
    sum += routes.priceOf(ru, loadU) + routes.priceOf(rv, load[ru] + load[rv] - loadU);
    if (sum >= this.bound) return false;
    routes.begin(u);
    sum += routes.timePrice * routes.end(y);
    if (sum >= this.bound) return false;
    routes.begin(v);
    if (sum + routes.timePrice * routes.end(x) >= this.bound) return false;
    routes.exchangeEnds(u, v);
    return this.changed(ru, rv);
  }

  /** Turns the stretch behind u, which may be the route's start, that ends with v. */
  private turn(u: number, v: number): boolean {
    const { routes } = this;
    const { next, position, column, there, back, route, problem } = routes;
    const { cost, taskCount: n } = problem;
    if (position[u] + 1 >= position[v]) return false;
    const x = next[u];
    const y = next[v];
    const width = n + 1;
    const change =
      cost[column[u] * width + v] + back[v] - back[x] + cost[x * width + column[y]] - (there[y] - there[u]);
    const r = route[u];
    if (change - this.prices >= this.bound) return false;
    routes.begin(u);
    routes.passBack(v, x);
    if (!this.gains(change, routes.end(y))) return false;
    routes.turn(u, v);
    return this.changed(r, r);
  }

  private passPiece(first: number, last: number, isTurned: boolean): void {
    if (isTurned) this.routes.passBack(last, first);
    else this.routes.pass(first, last);
  }

  /** Whether a change within a route gains that then has this lateness. */
  private gains(change: number, late: number): boolean {
    return change - this.prices + this.routes.timePrice * late < this.bound;
  }

  /** The last one of so many tasks from u on, -1 where the route ends before. */
  private lastOf(u: number, count: number): number {
    const { next, problem } = this.routes;
    let last = u;
    for (let k = 1; k < count; k++) if ((last = next[last]) > problem.taskCount) return -1;
    return last;
  }

  private loadOf(first: number, last: number): number {
    const { next, problem } = this.routes;
    let sum = problem.load[last];
    for (let i = first; i !== last; i = next[i]) sum += problem.load[i];
    return sum;
  }

  private changed(ru: number, rv: number): true {
    this.routes.settle(ru, rv);
    return true;
  }
}
