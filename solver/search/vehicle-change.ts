import { balanceCost } from "../model/balance";
import type { Random } from "../random";
import type { Journal } from "./journal";
import type { Plan } from "./plan";
import { countHolds, mayServe } from "./route-rules";
import { takeRoute } from "./take-route";

/**
 * Gives a route to another vehicle: to an empty one of each class, or in exchange with another used vehicle.
 * For fleets of different vehicles; takes the first change that saves something and is feasible.
 */
export class VehicleChange {
  private readonly tasks: Int32Array;
  private readonly others: Int32Array;

  constructor(
    private readonly plan: Plan,
    private readonly journal: Journal,
    private readonly random: Random,
  ) {
    this.tasks = new Int32Array(plan.instance.taskCount);
    this.others = new Int32Array(plan.instance.taskCount);
  }

  /** Looks at one route touched in this round. */
  run(): void {
    const { plan, journal, random } = this;
    const { instance } = plan;
    if (journal.touchedCount === 0) return;
    const v = journal.touched[random.below(journal.touchedCount)];
    if (plan.count[v] === 0 || instance.locked[v].length > 0) return;
    for (let c = 0; c < instance.classCount; c++) {
      if (c === instance.vehicleClass[v] || plan.emptyCount[c] === 0) continue;
      if (this.tryPair(v, plan.emptyOf[c][plan.emptyCount[c] - 1])) return;
    }
    const w = random.below(instance.vehicleCount);
    if (
      w !== v &&
      plan.count[w] > 0 &&
      instance.vehicleClass[v] !== instance.vehicleClass[w] &&
      instance.locked[w].length === 0
    )
      this.tryPair(v, w);
  }

  private tryPair(v: number, w: number): boolean {
    const { plan } = this;
    const now = this.priced(v) + this.priced(w);
    if (this.costOn(w, v) + this.costOn(v, w) >= now - 1e-6) return false;
    if (!this.mayTake(w, v) || !this.mayTake(v, w)) return false;
    this.journal.touch(v);
    this.journal.touch(w);
    this.exchange(v, w);
    if (plan.isFeasible(v) && plan.isFeasible(w) && this.priced(v) + this.priced(w) < now - 1e-6) return true;
    this.exchange(v, w);
    return false;
  }

  private priced(v: number): number {
    return this.plan.routeCost[v] + this.plan.overload.costOf(v);
  }

  /** Cost of the stops of `from` on vehicle `v`, without task time (that is added when it is tried). */
  private costOn(v: number, from: number): number {
    const { plan } = this;
    const { instance } = plan;
    const count = plan.count[from];
    if (count === 0) return 0;
    const { place, size } = instance;
    const costs = instance.cost[instance.costOf[v]];
    const end = plan.endOf(from);
    let here = place[plan.startOf(v)];
    let sum = instance.fixedCost[v] + balanceCost(instance, count) + plan.overload.costOn(v, from);
    for (let i = plan.next[plan.startOf(from)]; i !== end; i = plan.next[i]) {
      sum += costs[here * size + place[i]];
      here = place[i];
    }
    return sum + costs[here * size + place[plan.endOf(v)]];
  }

  private mayTake(v: number, from: number): boolean {
    const { plan } = this;
    const { instance } = plan;
    if (!countHolds(instance, v, plan.count[from]) || !plan.loadsHold(from, v)) return false;
    const end = plan.endOf(from);
    for (let i = plan.next[plan.startOf(from)]; i !== end; i = plan.next[i])
      if (!mayServe(instance, v, i)) return false;
    return true;
  }

  private exchange(v: number, w: number): void {
    const { plan } = this;
    const atV = takeRoute(plan, v, this.tasks, 0);
    const atW = takeRoute(plan, w, this.others, 0);
    this.put(v, this.others, atW);
    this.put(w, this.tasks, atV);
    plan.refresh(v);
    plan.refresh(w);
  }

  private put(v: number, tasks: Int32Array, count: number): void {
    let after = this.plan.startOf(v);
    for (let k = 0; k < count; k++) {
      this.plan.link(tasks[k], after);
      after = tasks[k];
    }
  }
}
