import type { Problem, StepRef, Task, TimeWindow } from "../contract";
import { largest } from "../contract/largest";
import { HUNDREDTHS } from "../schedule/timeline";

/** One stop as explanations need it: jobs first, then pickup and delivery of each shipment. */
export interface FlatTask {
  readonly step: StepRef;
  readonly task: Task;
  /** Pairs of hundredths of a second; null: any time. */
  readonly windows: Float64Array | null;
  readonly skills: readonly number[];
  /** On board from the start / taken on board (negative for deliveries of shipments). */
  readonly atStart: readonly number[];
  readonly taken: readonly number[];
  /** The other half of a shipment, -1 for jobs. */
  readonly partner: number;
}

/** All stops of a problem, by number and by name. */
export class Tasks {
  readonly list: readonly FlatTask[];
  readonly dimensions: number;
  private readonly numbers = new Map<string, number>();

  constructor(problem: Problem) {
    const list: FlatTask[] = problem.jobs.map((job) => ({
      step: { type: "job", id: job.id },
      task: job,
      windows: flatWindows(job.timeWindows),
      skills: job.skills ?? [],
      atStart: job.delivery ?? [],
      taken: job.pickup ?? [],
      partner: -1,
    }));
    for (const { pickup, delivery, amount = [], skills = [] } of problem.shipments) {
      const t = list.length;
      list.push({
        step: { type: "pickup", id: pickup.id },
        task: pickup,
        windows: flatWindows(pickup.timeWindows),
        skills,
        atStart: [],
        taken: amount,
        partner: t + 1,
      });
      list.push({
        step: { type: "delivery", id: delivery.id },
        task: delivery,
        windows: flatWindows(delivery.timeWindows),
        skills,
        atStart: [],
        taken: amount.map((value) => -value),
        partner: t,
      });
    }
    list.forEach(({ step }, t) => this.numbers.set(`${step.type} ${step.id}`, t));
    this.list = list;
    this.dimensions = Math.max(
      largest(problem.vehicles.map((vehicle) => vehicle.capacity?.length ?? 0)),
      largest(list.map((task) => Math.max(task.atStart.length, task.taken.length))),
    );
  }

  numberOf(step: { readonly type: string; readonly id?: number }): number {
    return this.numbers.get(`${step.type} ${step.id}`) ?? -1;
  }
}

export function flatWindows(windows: readonly TimeWindow[] | undefined): Float64Array | null {
  return windows === undefined ? null : Float64Array.from(windows.flat(), (sec) => sec * HUNDREDTHS);
}
