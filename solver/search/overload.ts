import type { Instance } from "../model/instance";

/** Share of its capacity by which a vehicle may be overloaded while loads are priced. */
const ALLOWED = 0.03;
/** Share of rounds that should begin with a plan without overload; the price adapts every WATCHED rounds. */
const WANTED = 0.7;
const WATCHED = 500;
const STEP = 1.25;

/**
 * Loads above capacity, for a price, during the search: in nearly full vehicles of different sizes no stop can move if
 * every plan in between has to be feasible. The price rises while too few plans are feasible, and falls while too many
 * are (Vidal et al. 2012, "A hybrid genetic algorithm for multidepot and periodic VRPs", section 4.5). Only where
 * sums decide about loads. An overloaded plan is never kept as the best one.
 */
export class Overload {
  /** What a vehicle may carry now, per [vehicle * dimensions + d]. */
  readonly most: Float64Array;
  /** Amounts above capacity by vehicle, in mean amounts of a task, summed over the dimensions. */
  readonly ofRoute: Float64Array;
  sum = 0;
  /** Number of overloaded routes: whether there are any must not depend on rounding. */
  routes = 0;
  /** Cost of one mean amount. */
  price = 0;
  isPriced = false;
  private readonly unit: Float64Array;
  private rounds = 0;
  private held = 0;

  constructor(
    private readonly instance: Instance,
    private readonly routeLoad: Float64Array,
  ) {
    const { dimensions, taskCount, atStart, taken } = instance;
    this.most = Float64Array.from(instance.capacity);
    this.ofRoute = new Float64Array(instance.vehicleCount);
    this.unit = new Float64Array(dimensions);
    for (let d = 0; d < dimensions; d++) {
      let amounts = 0;
      for (let t = 0; t < taskCount; t++) amounts += atStart[t * dimensions + d] + taken[t * dimensions + d];
      this.unit[d] = amounts > 0 ? taskCount / amounts : 0;
    }
  }

  /** From now on loads are priced, at first with `price`. */
  begin(price: number): void {
    if (this.price === 0) this.price = price;
    this.isPriced = true;
    this.allow(1 + ALLOWED);
  }

  /** From now on capacities hold again; no route may be overloaded. */
  end(): void {
    this.isPriced = false;
    this.allow(1);
  }

  private allow(factor: number): void {
    const { capacity } = this.instance;
    for (let k = 0; k < capacity.length; k++) this.most[k] = Math.floor(capacity[k] * factor);
  }

  /** To be called in every round. */
  watch(): void {
    if (this.routes === 0) this.held++;
    if (++this.rounds < WATCHED) return;
    this.price *= this.held > WANTED * WATCHED ? 1 / STEP : STEP;
    this.rounds = this.held = 0;
  }

  /** Brings a vehicle up to date after its loads have changed. */
  refresh(v: number): void {
    const amount = this.amountOn(v, v, -1);
    const before = this.ofRoute[v];
    if (amount === before) return;
    this.ofRoute[v] = amount;
    this.sum += amount - before;
    if (amount > 0 !== before > 0) this.routes += amount > 0 ? 1 : -1;
  }

  /** Price of all overloads. */
  get cost(): number {
    return this.sum * this.price;
  }

  /** Price of a vehicle's overload; 0 while none is allowed. */
  costOf(v: number): number {
    return this.ofRoute[v] * this.price;
  }

  /** What it would be with the load of a route. */
  costOn(v: number, ofRoute: number): number {
    return this.isPriced ? this.amountOn(v, ofRoute, -1) * this.price : 0;
  }

  /** What a task adds to the price. */
  costOfTask(v: number, task: number): number {
    return (this.amountOn(v, v, task) - this.ofRoute[v]) * this.price;
  }

  private amountOn(v: number, ofRoute: number, task: number): number {
    const { dimensions, capacity, atStart, taken } = this.instance;
    let amount = 0;
    for (let d = 0; d < dimensions; d++) {
      let load = this.routeLoad[ofRoute * dimensions + d] - capacity[v * dimensions + d];
      if (task >= 0) load += atStart[task * dimensions + d] + taken[task * dimensions + d];
      if (load > 0) amount += load * this.unit[d];
    }
    return amount;
  }
}
