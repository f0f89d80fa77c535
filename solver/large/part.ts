import type { Job, Problem, Shipment, Vehicle } from "../contract";
import type { Instance } from "../model/instance";
import { Renumbered } from "../model/renumbered";
import type { LargeTasks } from "./tasks";

/** Vehicles with their routes and open tasks that are planned together, by numbers of the whole problem. */
export interface Part {
  /** Used and empty ones. */
  readonly vehicles: readonly number[];
  /** Tasks per vehicle. */
  readonly routes: readonly (readonly number[])[];
  /** Unassigned tasks, both of a pair. */
  readonly open: readonly number[];
}

/** A part as a problem of its own, with square matrices of its places alone. */
export class PartProblem {
  readonly problem: Problem;
  private readonly numbers = new Map<Job | Shipment, number>();

  constructor(
    whole: Problem,
    tasks: LargeTasks,
    readonly part: Part,
    checkpoint: () => void,
  ) {
    const renumbered = new Renumbered();
    const jobs: Job[] = [];
    const shipments: Shipment[] = [];
    const add = (task: number): void => {
      if (tasks.isJob(task)) {
        const job = renumbered.job(tasks.job(task));
        this.numbers.set(job, task);
        jobs.push(job);
      } else if (tasks.isPickup(task)) {
        const shipment = renumbered.shipment(tasks.shipment(task));
        this.numbers.set(shipment, task);
        shipments.push(shipment);
      }
    };
    part.routes.forEach((route) => route.forEach(add));
    part.open.forEach(add);
    const vehicles = part.vehicles.map((v): Vehicle => {
      const { steps: _steps, ...vehicle } = renumbered.vehicle(whole.vehicles[v]);
      return vehicle;
    });
    this.problem = {
      vehicles,
      jobs,
      shipments,
      matrices: renumbered.matrices(whole.matrices, vehicles, checkpoint),
      ...(whole.balance === undefined ? {} : { balance: whole.balance }),
    };
  }

  /** Numbers of the whole problem by task of the part's instance (which leaves out stops that nobody can reach). */
  numbersOf({ problem, taskCount }: Instance): Int32Array {
    const result = new Int32Array(taskCount);
    problem.jobs.forEach((job, t) => (result[t] = this.numbers.get(job)!));
    problem.shipments.forEach((shipment, s) => {
      const t = problem.jobs.length + 2 * s;
      result[t] = this.numbers.get(shipment)!;
      result[t + 1] = result[t] + 1;
    });
    return result;
  }

  /** Routes of the part as those of an instance of it. */
  routesIn(numbers: Int32Array): number[][] {
    const own = new Map<number, number>();
    numbers.forEach((task, t) => own.set(task, t));
    return this.part.routes.map((route) => route.flatMap((task) => own.get(task) ?? []));
  }
}
