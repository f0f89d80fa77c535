import type { RouteView } from "./route-view";

type LegValue = (from: number, to: number) => number;

/**
 * What a visit's stops add to a sum over legs (travel, metres, cost), for every place behind a node; Infinity where one
 * of the new legs has no way.
 */
export class Detours {
  /** The first stop alone, the second alone, both one after the other, behind node n. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly both: Float64Array;

  constructor(
    view: RouteView,
    at: readonly number[],
    valueOf: LegValue,
    readonly base: number,
  ) {
    const { count, place } = view;
    this.first = new Float64Array(count + 1);
    this.second = new Float64Array(at.length > 1 ? count + 1 : 0);
    this.both = at.length > 1 ? new Float64Array(count + 1) : this.first;
    const between = at.length > 1 ? valueOf(at[0], at[1]) : 0;
    for (let n = 0; n <= count; n++) {
      // the legs of a route have a way, except in a locked beginning
      const direct = count === 0 || !view.hasWay(place[n], place[n + 1]) ? 0 : valueOf(place[n], place[n + 1]);
      const into = valueOf(place[n], at[0]);
      this.first[n] = into + valueOf(at[0], place[n + 1]) - direct;
      if (at.length === 1) continue;
      const out = valueOf(at[1], place[n + 1]);
      this.second[n] = valueOf(place[n], at[1]) + out - direct;
      this.both[n] = into + between + out - direct;
    }
  }

  /** The whole sum with the first stop behind node n and the last one behind node k. */
  total(n: number, k: number): number {
    return this.base + (n === k ? this.both[n] : this.first[n] + this.second[k]);
  }

  /** The least and the largest total over all places with ways from a node on; Infinity and -Infinity for none. */
  least(from: number): number {
    return this.base + this.extreme(from, Math.min, Infinity);
  }

  most(from: number): number {
    return this.base + this.extreme(from, Math.max, -Infinity);
  }

  private extreme(from: number, choose: (a: number, b: number) => number, none: number): number {
    let result = none;
    let behind = none;
    for (let n = this.first.length - 1; n >= from; n--) {
      if (this.both[n] < Infinity) result = choose(result, this.both[n]);
      if (this.second.length === 0) continue;
      if (behind !== none && this.first[n] < Infinity) result = choose(result, this.first[n] + behind);
      if (this.second[n] < Infinity) behind = choose(behind, this.second[n]);
    }
    return result;
  }
}
