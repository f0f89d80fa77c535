import type { RouteView } from "./route-view";
import type { Ways } from "./ways";

/** Where on a route the load of a visit fits, and by how much it is above the capacity elsewhere. */
export class Loads {
  /** A change is tried by widening it. */
  readonly capacity: Float64Array;

  /** @param added what the visit adds to the load before its first stop, behind that, and behind its second stop */
  constructor(
    private readonly view: RouteView,
    private readonly added: readonly (readonly number[])[],
    private readonly ways: Ways,
  ) {
    this.capacity = view.capacity.slice();
  }

  /** Whether the load fits behind a node with so many of the stops in. */
  fits(n: number, layer: number): boolean {
    const { capacity, view } = this;
    const { load } = view;
    const added = this.added[layer];
    const dimensions = capacity.length;
    for (let d = 0; d < dimensions; d++)
      if (load[n * dimensions + d] + (d < added.length ? added[d] : 0) > this.room(n, d)) return false;
    return true;
  }

  /** Least amount above the capacity over all places with ways, in one dimension or in the one that is most over. */
  leastOver(only = -1): number {
    const { count, locked } = this.view;
    const last = this.added.length - 1;
    let [before, between, behind] = [this.over(0, 0, only), Infinity, Infinity];
    for (let n = 0; n <= count; n++) {
      const withFirst = this.over(n, 1, only);
      const withBoth = last === 2 ? this.over(n, 2, only) : 0;
      if (n > 0) {
        before = Math.max(before, this.over(n, 0, only));
        between = Math.max(between, withFirst);
        behind = Math.max(behind, withBoth);
      }
      if (n < locked) continue;
      const first = Math.max(before, withFirst);
      const second = Math.max(between, withBoth);
      const both = Math.max(first, withBoth);
      if (first < between && this.ways.first(n)) between = first;
      if (last === 1) continue;
      if (second < behind && this.ways.second(n)) behind = second;
      if (both < behind && this.ways.both(n)) behind = both;
    }
    return last === 1 ? between : behind;
  }

  private over(n: number, layer: number, only: number): number {
    const { capacity, view } = this;
    const dimensions = capacity.length;
    let most = 0;
    for (let d = only < 0 ? 0 : only; d < (only < 0 ? dimensions : only + 1); d++) {
      const over = view.load[n * dimensions + d] + (this.added[layer][d] ?? 0) - this.room(n, d);
      if (over > most) most = over;
    }
    return most;
  }

  /** What the vehicle may carry behind a node: locked stops may have too much on board. */
  private room(n: number, d: number): number {
    const { capacity, view } = this;
    const ofLocked = view.loadOfLocked[n * capacity.length + d];
    return ofLocked > capacity[d] ? ofLocked : capacity[d];
  }
}
