import type { LargeTasks } from "./tasks";
import type { WholePlan } from "./whole-plan";

/** The best whole plan seen: an annealing passes through worse ones, and may be ended among them. */
export class BestPlan {
  plan: WholePlan = { routes: [], open: [] };
  cost = Infinity;
  private missing = Infinity;

  constructor(private readonly tasks: LargeTasks) {}

  /** Keeps a plan where it leaves out less than the best one so far, or as much and costs less. @returns whether */
  see({ routes, open }: WholePlan, cost: number): boolean {
    const missing = open.reduce((sum, task) => sum + this.tasks.weight(task), 0);
    if (missing > this.missing || (missing === this.missing && cost >= this.cost)) return false;
    this.missing = missing;
    this.cost = cost;
    this.plan = { routes: [...routes], open };
    return true;
  }
}
