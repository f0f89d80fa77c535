import type { MissingWay } from "../contract";
import type { RouteView } from "./route-view";

/** Between which nodes of a route the legs to and from a visit's stops have a way. */
export class Ways {
  constructor(
    private readonly view: RouteView,
    private readonly at: readonly number[],
  ) {}

  /** The first stop alone behind node n. */
  first(n: number): boolean {
    return this.leads(n, this.at[0], this.at[0]);
  }

  /** The second stop alone behind node n. */
  second(n: number): boolean {
    return this.leads(n, this.at[1], this.at[1]);
  }

  /** Both, one after the other. */
  both(n: number): boolean {
    return this.leads(n, this.at[0], this.at[1]) && this.view.hasWay(this.at[0], this.at[1]);
  }

  private leads(n: number, into: number, out: number): boolean {
    const { view } = this;
    return view.hasWay(view.place[n], into) && view.hasWay(out, view.place[n + 1]);
  }

  /** Whether the visit has a place as far as roads go. */
  anywhere(): boolean {
    const { count, locked } = this.view;
    const single = this.at.length === 1;
    let isFirstIn = false;
    for (let n = locked; n <= count; n++) {
      if (single ? this.first(n) : this.both(n) || (isFirstIn && this.second(n))) return true;
      if (!single && !isFirstIn) isFirstIn = this.first(n);
    }
    return false;
  }

  /** Of a visit without a place: which way is missing; undefined where both are there, but not at one place. */
  missing(): MissingWay | undefined {
    const { count, locked, place } = this.view;
    const nodes = Array.from({ length: count + 1 - locked }, (_, k) => locked + k);
    if (this.at.some((stop) => !nodes.some((n) => this.view.hasWay(place[n], stop)))) return "there";
    if (this.at.some((stop) => !nodes.some((n) => this.view.hasWay(stop, place[n + 1])))) return "back";
    return undefined;
  }
}
