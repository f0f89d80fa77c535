import { hasWay } from "../contract";
import type { Task, Vehicle } from "../contract";
import { lockedSteps, tasksOf } from "../contract/tasks";
import type { DenseProblem } from "./dense-problem";

/**
 * Which stops a vehicle may serve as far as roads go: some way leads from its start, directly or over other stops, and
 * some way on to its end. Necessary, not sufficient. Remembered for equal starts and ends.
 */
export class Reach {
  private readonly stops: readonly Task[];
  private readonly locked: ReadonlySet<string>;
  private readonly known = new Map<string, Uint8Array>();

  constructor(
    private readonly problem: DenseProblem,
    private readonly checkpoint: () => void,
  ) {
    this.stops = tasksOf(problem);
    this.locked = lockedSteps(problem);
  }

  /** 1 per stop that may be served. */
  of(vehicle: Vehicle): Uint8Array {
    const { profile, startIndex, endIndex, lockedPrefix } = vehicle;
    const key = JSON.stringify([profile, startIndex, endIndex, lockedPrefix]);
    let reach = this.known.get(key);
    if (reach === undefined) {
      reach = this.between(vehicle);
      this.known.set(key, reach);
    }
    return reach;
  }

  /** The problem without the stops that no vehicle may serve; locked ones stay. */
  servable(): DenseProblem {
    const { problem, locked } = this;
    const served = new Uint8Array(this.stops.length);
    for (const vehicle of problem.vehicles) this.of(vehicle).forEach((one, t) => (served[t] |= one));
    const isLocked = (type: string, { id }: Task): boolean => locked.has(`${type} ${id}`);
    const jobs = problem.jobs.filter((job, t) => served[t] === 1 || isLocked("job", job));
    const shipments = problem.shipments.filter(
      ({ pickup, delivery }, s) =>
        served[problem.jobs.length + 2 * s] === 1 || isLocked("pickup", pickup) || isLocked("delivery", delivery),
    );
    return { ...problem, jobs, shipments };
  }

  private between(vehicle: Vehicle): Uint8Array {
    const { problem, stops } = this;
    const matrix = problem.matrices[vehicle.profile];
    const begins = (vehicle.lockedPrefix ?? []).flatMap(({ type, id }) => {
      if (type === "job") return problem.jobs.find((job) => job.id === id)!.locationIndex;
      if (type === "break") return [];
      return problem.shipments.find((shipment) => shipment[type].id === id)![type].locationIndex;
    });
    const { startIndex, endIndex } = vehicle;
    const there = startIndex === null ? null : this.closure([startIndex, ...begins], (a, b) => hasWay(matrix, a, b));
    const back = endIndex === null ? null : this.closure([endIndex], (a, b) => hasWay(matrix, b, a));
    const reach = Uint8Array.from(stops, (_, t) =>
      (there === null || there[t] === 1) && (back === null || back[t] === 1) ? 1 : 0,
    );
    for (let t = problem.jobs.length; t < reach.length; t += 2) reach[t] = reach[t + 1] = reach[t] & reach[t + 1];
    return reach;
  }

  /** 1 per stop to which `leads` leads from one of these places, over other stops or not. */
  private closure(from: readonly number[], leads: (a: number, b: number) => boolean): Uint8Array {
    const { stops } = this;
    const reached = new Uint8Array(stops.length);
    let left = stops.map((_, t) => t);
    const queue = [...from];
    for (let at = 0; at < queue.length && left.length > 0; at++) {
      this.checkpoint();
      left = left.filter((t) => {
        if (!leads(queue[at], stops[t].locationIndex)) return true;
        reached[t] = 1;
        queue.push(stops[t].locationIndex);
        return false;
      });
    }
    return reached;
  }
}
