import type { Plan } from "./plan";
import { restoreSums, saveSums, setLeg, sumsOfRoute } from "./plan-sums";
import { clearRoute, linkAll } from "./take-route";

/** Tasks vehicle by vehicle. */
export type Routes = readonly (readonly number[])[];

/** Saves routes before they change, so that a round can be undone, and keeps the best plan seen. */
export class Journal {
  /** Vehicles touched in this round. */
  readonly touched: Int32Array;
  touchedCount = 0;
  private readonly round: Int32Array;
  private current = 0;
  private saved: Int32Array;
  private readonly savedFrom: Int32Array;
  private savedCount = 0;
  /** Sums of the touched routes, in the order of `touched`. */
  private readonly savedSums: Float64Array;
  private readonly sums: number;
  private openAtBegin = 0;

  private readonly bestRoute: Int32Array;
  private readonly bestNext: Int32Array;
  private readonly dirty: Uint8Array;
  private readonly dirtyList: Int32Array;
  private dirtyCount = 0;
  bestCost = Infinity;
  bestMissing = Infinity;

  constructor(private readonly plan: Plan) {
    const { vehicleCount: V, nodeCount } = plan.instance;
    this.touched = new Int32Array(V);
    this.round = new Int32Array(V);
    this.saved = new Int32Array(nodeCount + V);
    this.savedFrom = new Int32Array(V + 1);
    this.sums = sumsOfRoute(plan.instance);
    this.savedSums = new Float64Array(V * this.sums);
    this.bestRoute = new Int32Array(nodeCount).fill(-1);
    this.bestNext = new Int32Array(nodeCount).fill(-1);
    this.dirty = new Uint8Array(V);
    this.dirtyList = new Int32Array(V);
    this.markAllDirty();
  }

  begin(): void {
    this.current++;
    this.touchedCount = 0;
    this.savedCount = 0;
    this.openAtBegin = this.plan.openCount;
  }

  /** To be called before a route changes; later calls in the same round do nothing. */
  touch(v: number): void {
    if (this.round[v] === this.current) return;
    this.round[v] = this.current;
    const { next } = this.plan;
    const saved = this.saved;
    saveSums(this.plan, v, this.savedSums, this.touchedCount * this.sums);
    let at = this.savedCount;
    this.savedFrom[this.touchedCount] = at;
    this.touched[this.touchedCount++] = v;
    const end = this.plan.endOf(v);
    for (let i = next[this.plan.startOf(v)]; i !== end; i = next[i]) saved[at++] = i;
    this.savedFrom[this.touchedCount] = at;
    this.savedCount = at;
  }

  isTouched(v: number): boolean {
    return this.round[v] === this.current;
  }

  /** Back to the state at `begin`; routes that were touched must be up to date. */
  undo(): void {
    const { plan, touched } = this;
    // what was in no route before must be told from what was taken out
    if (this.openAtBegin > 0) for (let k = 0; k < this.touchedCount; k++) clearRoute(plan, touched[k]);
    for (let k = 0; k < this.touchedCount; k++) {
      const v = touched[k];
      this.relink(v, this.savedFrom[k], this.savedFrom[k + 1]);
      restoreSums(plan, v, this.savedSums, k * this.sums);
    }
    if (this.openAtBegin === 0) plan.emptyOpen();
    for (let k = 0; k < this.touchedCount; k++) plan.settle(touched[k]);
  }

  /** Gives a route the saved stops from one place to another again; most legs are as they were. */
  private relink(v: number, from: number, to: number): void {
    const { plan, saved } = this;
    const { next, prev, route, instance } = plan;
    const { place, size, costOf } = instance;
    const kind = costOf[v];
    const costs = instance.cost[kind];
    const hadOpen = this.openAtBegin > 0;
    let i = plan.startOf(v);
    let kindOfLeg = kind;
    for (let at = from; at <= to; at++) {
      const j = at < to ? saved[at] : plan.endOf(v);
      if (next[i] !== j || kindOfLeg !== kind) {
        next[i] = j;
        setLeg(plan, i, j, costs[place[i] * size + place[j]]);
      }
      prev[j] = i;
      if (at === to) return;
      kindOfLeg = route[j] < 0 ? -1 : costOf[route[j]];
      route[j] = v;
      if (hadOpen) plan.takeOpen(j);
      i = j;
    }
  }

  /**
   * Whether all touched routes keep every rule. Insertions are checked one by one, but where a matrix has detours
   * that are shorter than the direct leg (or setup is due after a removal) taking a task out can break a rule.
   */
  holds(): boolean {
    for (let k = 0; k < this.touchedCount; k++) if (!this.plan.isFeasible(this.touched[k])) return false;
    return true;
  }

  /** The changes of this round stay. */
  accept(): void {
    for (let k = 0; k < this.touchedCount; k++) this.markDirty(this.touched[k]);
  }

  markAllDirty(): void {
    for (let v = 0; v < this.dirty.length; v++) this.markDirty(v);
  }

  private markDirty(v: number): void {
    if (this.dirty[v] === 1) return;
    this.dirty[v] = 1;
    this.dirtyList[this.dirtyCount++] = v;
  }

  isBetterThanBest(): boolean {
    const plan = this.plan;
    if (plan.overload.routes > 0) return false;
    return plan.missing < this.bestMissing || (plan.missing === this.bestMissing && plan.cost < this.bestCost - 1e-6);
  }

  /** Keeps the plan as the best one. */
  keepBest(): void {
    const { plan, bestNext, bestRoute } = this;
    for (let k = 0; k < this.dirtyCount; k++) {
      const v = this.dirtyList[k];
      this.dirty[v] = 0;
      const end = plan.endOf(v);
      for (let i = plan.startOf(v); i !== end; i = plan.next[i]) {
        bestNext[i] = plan.next[i];
        bestRoute[i] = v;
      }
    }
    this.dirtyCount = 0;
    for (let k = 0; k < plan.openCount; k++) bestRoute[plan.open[k]] = -1;
    this.bestCost = plan.cost;
    this.bestMissing = plan.missing;
  }

  /** Tasks of the best plan per vehicle. */
  bestRoutes(): number[][] {
    const { plan, bestNext } = this;
    return Array.from({ length: plan.instance.vehicleCount }, (_, v) => {
      const tasks: number[] = [];
      const end = plan.endOf(v);
      for (let i = bestNext[plan.startOf(v)]; i !== end; i = bestNext[i]) tasks.push(i);
      return tasks;
    });
  }
}

/** Replaces all routes of a plan; the given ones must be feasible. */
export function loadRoutes(plan: Plan, routes: Routes): void {
  for (let v = 0; v < plan.instance.vehicleCount; v++) clearRoute(plan, v);
  routes.forEach((tasks, v) => {
    linkAll(plan, v, tasks);
    plan.refresh(v);
  });
}
