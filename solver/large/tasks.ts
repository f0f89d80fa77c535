import type { Job, Problem, Shipment, StepRef, TravelModel } from "../contract";
import { missingWeight } from "../model/missing-weight";

/** Tasks of a problem by number, as `Instance` counts them: jobs, then pickup and delivery of each shipment. */
export class LargeTasks {
  readonly count: number;
  /** Row of the matrix by task. */
  readonly place: Int32Array;
  private readonly jobs: readonly Job[];
  private readonly shipments: readonly Shipment[];

  constructor({ jobs, shipments }: Problem) {
    this.jobs = jobs;
    this.shipments = shipments;
    this.count = jobs.length + 2 * shipments.length;
    this.place = new Int32Array(this.count);
    jobs.forEach((job, t) => (this.place[t] = job.locationIndex));
    shipments.forEach(({ pickup, delivery }, s) => {
      this.place[jobs.length + 2 * s] = pickup.locationIndex;
      this.place[jobs.length + 2 * s + 1] = delivery.locationIndex;
    });
  }

  isJob(task: number): boolean {
    return task < this.jobs.length;
  }

  job(task: number): Job {
    return this.jobs[task];
  }

  /** Of a pickup or a delivery. */
  shipment(task: number): Shipment {
    return this.shipments[(task - this.jobs.length) >> 1];
  }

  isPickup(task: number): boolean {
    return task >= this.jobs.length && (task - this.jobs.length) % 2 === 0;
  }

  step(task: number): StepRef {
    if (this.isJob(task)) return { type: "job", id: this.jobs[task].id };
    const { pickup, delivery } = this.shipment(task);
    return this.isPickup(task) ? { type: "pickup", id: pickup.id } : { type: "delivery", id: delivery.id };
  }

  weight(task: number): number {
    const { priority } = this.isJob(task) ? this.jobs[task] : this.shipment(task);
    return missingWeight(priority ?? 0, this.count);
  }

  partner(task: number): number {
    return task < this.jobs.length ? -1 : this.jobs.length + ((task - this.jobs.length) ^ 1);
  }
}

/** Where places lie, as x and y in [2 * place] and [2 * place + 1]; null for a square matrix, which doesn't say it. */
function pointsOf(model: TravelModel): Float64Array | null {
  if (model.kind === "points") return model.points;
  if (model.kind !== "sparse") return null;
  if (model.metric === "euclidean") return model.points;
  const { points, size } = model;
  let latitude = 0;
  for (let i = 0; i < size; i++) latitude += points[2 * i + 1];
  const narrow = Math.cos(((latitude / size) * Math.PI) / 180);
  return points.map((value, k) => (k % 2 === 0 ? value * narrow : value));
}

/** Where the places of a problem lie: of the first profile that says so. */
export function placesOf(problem: Problem): Float64Array | null {
  for (const { profile } of problem.vehicles) {
    const points = pointsOf(problem.matrices[profile]);
    if (points !== null) return points;
  }
  return null;
}
