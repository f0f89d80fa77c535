import type { Neighbours } from "../model/neighbours";
import type { Random } from "../random";
import type { Stop } from "../stop/stop";
import { Inserter } from "./inserter";
import { Journal, loadRoutes } from "./journal";
import { OPERATORS } from "./operators";
import type { Plan } from "./plan";
import { Recreate } from "./recreate";
import { Ruin } from "./ruin";

/** Temperatures as multiples of the mean leg cost. */
export interface Temperatures {
  readonly first: number;
  readonly last: number;
}

/** Ruin and recreate with simulated annealing; every plan on the way is feasible. */
export class Anneal {
  iterations = 0;
  readonly journal: Journal;
  readonly inserter: Inserter;
  private readonly ruin: Ruin;
  private readonly recreate: Recreate;
  private readonly missingCost: number;

  constructor(readonly plan: Plan, near: Neighbours, close: Neighbours, private readonly random: Random) {
    this.journal = new Journal(plan);
    this.inserter = new Inserter(plan, near, random);
    this.ruin = new Ruin(plan, close, random, this.journal);
    this.recreate = new Recreate(plan, this.inserter, random, this.journal);
    this.missingCost = missingCost(plan);
  }

  /** Cost of the mean leg of the present plan. */
  meanLeg(): number {
    const { plan } = this;
    let legs = 0;
    let cost = 0;
    for (let v = 0; v < plan.instance.vehicleCount; v++) {
      if (plan.count[v] === 0) continue;
      const end = plan.endOf(v);
      for (let i = plan.startOf(v); i !== end; i = plan.next[i]) {
        legs++;
        cost += plan.legCost[i];
      }
    }
    return legs === 0 ? 1 : Math.max(cost / legs, 1e-3);
  }

  /** Number of tasks that the best plan leaves out. */
  openInBest(): number {
    return this.bestOpen;
  }

  private bestOpen = 0;

  private keepBest(onBest: () => void): void {
    this.journal.keepBest();
    this.bestOpen = this.plan.openCount;
    onBest();
  }

  /** Goes on from another plan. */
  adopt(routes: readonly (readonly number[])[]): void {
    loadRoutes(this.plan, routes);
    this.journal.markAllDirty();
    if (this.journal.isBetterThanBest()) this.keepBest(() => undefined);
  }

  run(stop: Stop, temperatures: Temperatures, onBest: () => void, onRound: () => void): void {
    const { plan, journal, ruin, recreate, random } = this;
    if (journal.isBetterThanBest()) {
      this.keepBest(onBest);
    }
    if (plan.instance.taskCount === 0) return;
    const leg = this.meanLeg();
    const first = leg * temperatures.first;
    const ratio = Math.log(temperatures.last / temperatures.first);
    let temperature = first;
    let share = -1;
    while (!stop.reached(this.iterations)) {
      this.iterations++;
      if (stop.share !== share) {
        share = stop.share;
        temperature = first * Math.exp(ratio * share);
        onRound();
      }
      const cost = plan.cost;
      const missing = plan.missing;
      journal.begin();
      ruin.begin();
      OPERATORS[0].ruin(ruin);
      if (ruin.removedCount === 0 && plan.openCount === 0) continue;
      ruin.finish();
      recreate.run(ruin.removed, ruin.removedCount);
      const worse = plan.cost - cost + (plan.missing - missing) * this.missingCost;
      if (worse < -temperature * Math.log(random.real())) {
        journal.accept();
        if (journal.isBetterThanBest()) {
          this.keepBest(onBest);
        }
      } else {
        journal.undo();
      }
    }
  }
}

/** More than serving any one task can cost. */
function missingCost(plan: Plan): number {
  const { instance } = plan;
  let largest = 0;
  for (const matrix of instance.cost) for (let k = 0; k < matrix.length; k += matrix.length > 1e6 ? 101 : 1) if (matrix[k] > largest) largest = matrix[k];
  let fixed = 0;
  for (const value of instance.fixedCost) if (value > fixed) fixed = value;
  return 3 * largest + fixed + 1 + instance.balanceWeight * 2 * instance.taskCount;
}
