import type { Neighbours } from "../model/neighbours";
import type { Random } from "../random";
import type { Journal } from "./journal";
import type { Plan } from "./plan";

const Change = { None: 0, Removals: 1, Any: 2 } as const;

/** What a ruin operator works on: it takes tasks out of the plan through `remove`. */
export class Ruin {
  /** Tasks taken out in this round; of a pair the pickup alone. */
  readonly removed: Int32Array;
  removedCount = 0;
  /** Room for stops that an operator holds between taking and putting them. */
  readonly held: Int32Array;
  private readonly toRefresh: Int32Array;
  private toRefreshCount = 0;
  /** Per vehicle: whether stops were only taken out of its route, or it changed in another way. */
  private readonly changes: Uint8Array;

  constructor(
    readonly plan: Plan,
    readonly close: Neighbours,
    readonly random: Random,
    readonly journal: Journal,
  ) {
    this.removed = new Int32Array(plan.instance.taskCount);
    this.held = new Int32Array(plan.instance.taskCount);
    this.toRefresh = new Int32Array(plan.instance.vehicleCount);
    this.changes = new Uint8Array(plan.instance.vehicleCount);
  }

  begin(): void {
    this.removedCount = 0;
    this.toRefreshCount = 0;
  }

  canRemove(task: number): boolean {
    return this.plan.route[task] >= 0 && this.plan.isLocked[task] === 0;
  }

  /** To be called before a route changes in another way than by `remove`. */
  change(v: number): void {
    this.mark(v, Change.Any);
  }

  private mark(v: number, change: number): void {
    this.journal.touch(v);
    if (this.changes[v] === Change.None) this.toRefresh[this.toRefreshCount++] = v;
    if (this.changes[v] < change) this.changes[v] = change;
  }

  /** Takes a task and its partner out. Locked tasks stay. */
  remove(task: number): void {
    const { plan } = this;
    const v = plan.route[task];
    if (v < 0 || plan.isLocked[task] === 1) return;
    this.mark(v, Change.Removals);
    plan.remove(task);
    const partner = plan.instance.paired[task];
    if (partner >= 0 && plan.isLocked[partner] === 0) plan.remove(partner);
    this.removed[this.removedCount++] = partner >= 0 && partner < task && plan.isLocked[partner] === 0 ? partner : task;
  }

  /** Puts a task that was just taken out (with its partner) on an empty vehicle. */
  startRoute(task: number, v: number): void {
    const { plan, removed } = this;
    const partner = plan.instance.paired[task];
    if (plan.onlyVehicle[task] >= 0 || (partner >= 0 && (plan.route[partner] >= 0 || plan.onlyVehicle[partner] >= 0)))
      return;
    const first = partner >= 0 && partner < task ? partner : task;
    for (let k = 0; k < this.removedCount; k++) {
      if (removed[k] !== first) continue;
      removed[k] = removed[--this.removedCount];
      this.change(v);
      plan.link(first, plan.startOf(v));
      if (partner >= 0) plan.link(first === task ? partner : task, first);
      return;
    }
  }

  /** Brings the changed routes up to date. */
  finish(): void {
    const { plan, changes, toRefresh } = this;
    for (let k = 0; k < this.toRefreshCount; k++) {
      const v = toRefresh[k];
      if (changes[v] === Change.Removals) plan.settle(v);
      else plan.refresh(v);
      changes[v] = Change.None;
    }
  }
}
