import { LEAST_GAIN } from "./linked-routes";
import type { LinkedRoutes } from "./linked-routes";
import type { Moves } from "./moves";

/** Moves where one load alone decides which routes there can be. */
export class LoadMoves implements Moves {
  private readonly turned: number[] = [];

  constructor(private readonly routes: LinkedRoutes) {}

  tryPair(u: number, v: number): boolean {
    const { routes } = this;
    const { next, prev, route, column, load, rate, count, problem } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    const ru = route[u];
    const rv = route[v];
    const x = next[u];
    const y = next[v];
    const beforeU = prev[u];
    const cx = column[x];
    const cv = column[v];
    const cy = column[y];
    const rowU = u * width;
    const rowX = cx * width;
    const rowV = cv * width;
    const rowBeforeU = column[beforeU] * width;
    const same = ru === rv;
    const rateU = rate[ru];
    const rateV = rate[rv];
    const prices = same ? 0 : routes.priceOf(ru, load[ru]) + routes.priceOf(rv, load[rv]);
    // a vehicle more, or one less
    const opened = count[rv] === 0 ? routes.fixed[rv] : 0;
    const closed = same || count[ru] > 2 ? 0 : routes.fixed[ru];
    const loadU = problem.load[u];
    const loadX = problem.load[cx];
    const inU = cost[rowBeforeU + u];
    const ux = cost[rowU + cx];
    const vy = cost[rowV + cy];
    // below this, a change of costs gains unless loads take it back
    const most = prices - LEAST_GAIN;
    // u behind v
    if (u !== y) {
      const change =
        rateU * (cost[rowBeforeU + cx] - inU - ux) +
        rateV * (cost[rowV + u] + cost[rowU + cy] - vy) +
        opened -
        (count[ru] === 1 ? closed : 0);
      if (change < most && change + this.priced(ru, rv, same, loadU, prices) < -LEAST_GAIN) {
        routes.move(u, v);
        return this.changed(ru, rv);
      }
    }
    if (x <= n) {
      const cxx = column[next[x]];
      const xx = cost[rowX + cxx];
      if (u !== y && v !== x) {
        const out = rateU * (cost[rowBeforeU + cxx] - inU - ux - xx) - rateV * vy + opened - closed;
        // u and x behind v
        let change = out + rateV * (cost[rowV + u] + ux + cost[rowX + cy]);
        if (change < most && change + this.priced(ru, rv, same, loadU + loadX, prices) < -LEAST_GAIN) {
          routes.move(u, v);
          routes.move(x, u);
          return this.changed(ru, rv);
        }
        // x and u behind v
        change = out + rateV * (cost[rowV + x] + cost[rowX + u] + cost[rowU + cy]);
        if (change < most && change + this.priced(ru, rv, same, loadU + loadX, prices) < -LEAST_GAIN) {
          routes.move(x, v);
          routes.move(u, x);
          return this.changed(ru, rv);
        }
      }
    }
    if (v <= n) {
      const beforeV = prev[v];
      const rowBeforeV = column[beforeV] * width;
      const inV = cost[rowBeforeV + v];
      const loadV = problem.load[v];
      // u and v exchanged
      if (u < v && u !== beforeV && u !== y) {
        const change =
          rateU * (cost[rowBeforeU + v] + cost[rowV + cx] - inU - ux) +
          rateV * (cost[rowBeforeV + u] + cost[rowU + cy] - inV - vy);
        if (change < most && change + this.priced(ru, rv, same, loadU - loadV, prices) < -LEAST_GAIN) {
          routes.swap(u, v);
          return this.changed(ru, rv);
        }
      }
      if (x <= n && u !== y && u !== beforeV && x !== beforeV && x !== v) {
        const behindX = next[x];
        const cxx = column[behindX];
        const xx = cost[rowX + cxx];
        // u and x exchanged with v
        let change =
          rateU * (cost[rowBeforeU + v] + cost[rowV + cxx] - inU - ux - xx) +
          rateV * (cost[rowBeforeV + u] + ux + cost[rowX + cy] - inV - vy);
        if (change < most && change + this.priced(ru, rv, same, loadU + loadX - loadV, prices) < -LEAST_GAIN) {
          routes.swap(u, v);
          routes.move(x, u);
          return this.changed(ru, rv);
        }
        // u and x exchanged with v and y
        if (u < v && y <= n && y !== beforeU && behindX !== v) {
          const cyy = column[next[y]];
          const rowY = cy * width;
          change =
            rateU * (cost[rowBeforeU + v] + vy + cost[rowY + cxx] - inU - ux - xx) +
            rateV * (cost[rowBeforeV + u] + ux + cost[rowX + cyy] - inV - vy - cost[rowY + cyy]);
          const moved = loadU + loadX - loadV - problem.load[cy];
          if (change < most && change + this.priced(ru, rv, same, moved, prices) < -LEAST_GAIN) {
            routes.swap(u, v);
            routes.swap(x, y);
            return this.changed(ru, rv);
          }
        }
      }
    }
    if (!same) return this.exchangeEnds(u, v, prices);
    // the beginning turned joins the route's first task, which lies near u, to u
    return v > n ? this.turn(v, beforeU) : this.turn(u, v);
  }

  /** What the prices of two routes' loads change by when so much goes from the first to the second. */
  private priced(ru: number, rv: number, same: boolean, moved: number, prices: number): number {
    if (same) return 0;
    return this.routes.pricesAfter(ru, rv, moved) - prices;
  }

  /** Turns the stretch behind u, which may be the route's start, that ends with v. */
  private turn(u: number, v: number): boolean {
    const { routes } = this;
    const { next, position, column, there, back, problem } = routes;
    const { cost, taskCount: n } = problem;
    const x = next[u];
    if (v > n || position[u] >= position[v] || x === v) return false;
    const y = next[v];
    const width = n + 1;
    const change =
      cost[column[u] * width + v] + back[v] - back[x] + cost[x * width + column[y]] - (there[y] - there[u]);
    if (change * routes.rate[routes.route[u]] >= -LEAST_GAIN) return false;
    routes.turn(u, v);
    return this.changed(routes.route[u], routes.route[u]);
  }

  /**
   * Joins u to what is behind v; or turns one of two routes, and joins both beginnings and both ends. Either new route
   * may drive on the vehicle of the other one.
   */
  private exchangeEnds(u: number, v: number, prices: number): boolean {
    const { routes } = this;
    const { next, route, column, there, back, load, loadUpTo, way, kind, rate, fixed, problem } = routes;
    const { cost, taskCount: n } = problem;
    const width = n + 1;
    const ru = route[u];
    const rv = route[v];
    const x = next[u];
    const y = next[v];
    const cv = column[v];
    const cx = column[x];
    const cy = column[y];
    const endU = routes.endOf(ru);
    const row = u * width;
    const rowV = cv * width;
    const whole = way[ru] - there[x];
    const rest = way[rv] - there[y];
    const gone = cost[row + cx] + cost[rowV + cy];
    // between equal vehicles the new legs rule most pairs out
    const areEqual = kind[ru] === kind[rv];
    const rateU = rate[ru];
    const joined = v > n && x > n;
    const ends = cost[row + cy] + cost[rowV + cx] - gone;
    if (!areEqual || rateU * ends < (joined ? prices + fixed[ru] : prices)) {
      const wayU = there[u] + cost[row + cy] + rest;
      const wayV = there[v] + cost[rowV + cx] + whole;
      if (this.gains(ru, rv, wayU, wayV, loadUpTo[u] + load[rv] - loadUpTo[v], joined, prices)) {
        routes.exchangeEnds(u, v);
        return this.changed(ru, rv);
      }
    }
    const wayBack = back[endU] - back[x] + cost[cx * width + cy];
    const turned = cost[row + cv] + back[v] - there[v] + wayBack - whole - gone;
    const joinedTurned = x > n && y > n;
    if (areEqual && rateU * turned >= (joinedTurned ? prices + fixed[ru] : prices)) return false;
    const wayU = there[u] + cost[row + cv] + back[v];
    if (!this.gains(ru, rv, wayU, wayBack + rest, loadUpTo[u] + loadUpTo[v], joinedTurned, prices)) return false;
    this.joinTurned(u, v, endU);
    return this.changed(ru, rv);
  }

  /**
   * Whether two routes cost less with other ways and loads, and if so on each other's vehicles, which they exchange
   * then.
   * @param wayU of the first route, which has stops
   * @param empty whether the second one has no stops
   * @param prices of both loads as they are
   */
  private gains(
    ru: number,
    rv: number,
    wayU: number,
    wayV: number,
    loadU: number,
    empty: boolean,
    prices: number,
  ): boolean {
    const { routes } = this;
    const { rate, fixed, kind, load } = routes;
    const most = routes.costOf(ru) + routes.costOf(rv) + prices - LEAST_GAIN;
    const all = load[ru] + load[rv];
    const asIs = rate[ru] * wayU + fixed[ru] + (empty ? 0 : rate[rv] * wayV + fixed[rv]);
    if (kind[ru] === kind[rv])
      return asIs < most && asIs + routes.priceOf(ru, loadU) + routes.priceOf(rv, all - loadU) < most;
    const exchanged = rate[rv] * wayU + fixed[rv] + (empty ? 0 : rate[ru] * wayV + fixed[ru]);
    if (asIs >= most && exchanged >= most) return false;
    const pricedAsIs = asIs + routes.priceOf(ru, loadU) + routes.priceOf(rv, all - loadU);
    const pricedExchanged = exchanged + routes.priceOf(rv, loadU) + routes.priceOf(ru, all - loadU);
    if (pricedAsIs >= most && pricedExchanged >= most) return false;
    if (pricedExchanged < pricedAsIs) routes.exchangeVehicles(ru, rv);
    return true;
  }

  /** Route of u: up to u, then back from v to its first one; the other one: back from the last to x, then y. */
  private joinTurned(u: number, v: number, endU: number): void {
    const { routes, turned } = this;
    const { next, prev, route, problem } = routes;
    const n = problem.taskCount;
    const y = next[v];
    const x = next[u];
    const startV = routes.startOf(route[v]);
    turned.length = 0;
    for (let i = v; i <= n; i = prev[i]) turned.push(i);
    const fromV = turned.length;
    for (let i = prev[endU]; i !== u; i = prev[i]) turned.push(i);
    let last = u;
    for (let k = 0; k < fromV; k++) {
      routes.join(last, turned[k]);
      last = turned[k];
    }
    routes.join(last, endU);
    last = startV;
    if (x !== endU)
      for (let k = fromV; k < turned.length; k++) {
        routes.join(last, turned[k]);
        last = turned[k];
      }
    routes.join(last, y);
  }

  private changed(ru: number, rv: number): true {
    this.routes.settle(ru, rv);
    return true;
  }
}
