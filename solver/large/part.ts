import type { Job, Problem, Shipment, Vehicle } from "../contract";
import { denseMatrix } from "../model/dense";
import type { Instance } from "../model/instance";
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
    const rows = new Map<number, number>();
    const places: number[] = [];
    const row = (place: number): number => {
      let known = rows.get(place);
      if (known === undefined) {
        known = places.push(place) - 1;
        rows.set(place, known);
      }
      return known;
    };
    const jobs: Job[] = [];
    const shipments: Shipment[] = [];
    const add = (task: number): void => {
      if (tasks.isJob(task)) {
        const job = { ...tasks.job(task), locationIndex: row(tasks.place[task]) };
        this.numbers.set(job, task);
        jobs.push(job);
      } else if (tasks.isPickup(task)) {
        const { pickup, delivery, ...shared } = tasks.shipment(task);
        const shipment = {
          ...shared,
          pickup: { ...pickup, locationIndex: row(pickup.locationIndex) },
          delivery: { ...delivery, locationIndex: row(delivery.locationIndex) },
        };
        this.numbers.set(shipment, task);
        shipments.push(shipment);
      }
    };
    part.routes.forEach((route) => route.forEach(add));
    part.open.forEach(add);
    const vehicles = part.vehicles.map((v): Vehicle => {
      const { steps: _steps, ...vehicle } = whole.vehicles[v];
      return {
        ...vehicle,
        startIndex: vehicle.startIndex === null ? null : row(vehicle.startIndex),
        endIndex: vehicle.endIndex === null ? null : row(vehicle.endIndex),
      };
    });
    const listed = Int32Array.from(places);
    const profiles = new Set(vehicles.map(({ profile }) => profile));
    this.problem = {
      vehicles,
      jobs,
      shipments,
      matrices: Object.fromEntries(
        [...profiles].map((profile) => [profile, denseMatrix(whole.matrices[profile], listed, checkpoint)]),
      ),
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
