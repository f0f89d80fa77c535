import { NO_WAY } from "../contract";
import type { Problem, Vehicle } from "../contract";
import { siteOf, startSiteOf } from "../contract/tasks";
import type { CheckedStep } from "./checked-step";
import { duration } from "./duration";
import { legsOf } from "./travel";

/** What a step adds up to with those before it, and what it takes itself. */
interface StepSums {
  /** Row of the matrix; undefined for breaks, which are taken where the vehicle stands, and where an end is open. */
  readonly place: number | undefined;
  /** Driven before it since the start of the route: hundredths of a second, and metres. */
  readonly travel: number;
  readonly metres: number;
  /** Seconds. */
  readonly setup: number;
  readonly service: number;
}

/** What a route adds up to, from the problem and the order of its steps alone. */
export interface RouteSums {
  /** One for each step. */
  readonly steps: readonly StepSums[];
  /** Of the whole route: hundredths of a second, metres, and what its legs cost where the profile says that. */
  readonly travel: number;
  readonly metres: number;
  readonly ownCost: number;
  /** Seconds; service with breaks, work (setup and service) without. */
  readonly setup: number;
  readonly service: number;
  readonly work: number;
  /** Of its stops; a shipment has two. */
  readonly priority: number;
  readonly delivery: readonly number[];
  readonly pickup: readonly number[];
}

/** Adds the steps of a route up, in their order. */
export function sumsOf(problem: Problem, vehicle: Vehicle, steps: readonly CheckedStep[]): RouteSums {
  const legTo = legsOf(problem, vehicle);
  const percent = Math.round(100 / (vehicle.speedFactor ?? 1));
  const rests = new Map((vehicle.breaks ?? []).map((rest) => [rest.id, rest.serviceSec ?? 0]));
  const sums = { travel: 0, metres: 0, ownCost: 0, setup: 0, service: 0, work: 0, priority: 0 };
  const delivery: number[] = [];
  const pickup: number[] = [];
  let here = vehicle.startIndex;
  let site = startSiteOf(vehicle);
  const drive = (to: number): void => {
    const leg = here === null ? undefined : legTo(here, to);
    here = to;
    // without a way (`ways.ts`) it has no length
    if (leg === undefined || leg.seconds === NO_WAY) return;
    sums.travel += leg.seconds * percent;
    sums.metres += leg.metres;
    sums.ownCost += leg.cost;
  };
  const each = steps.map(({ step, task, job, shipment }): StepSums => {
    let place: number | undefined;
    let setup = 0;
    let service = 0;
    if (step.type === "start") place = vehicle.startIndex ?? undefined;
    else if (step.type === "end") {
      place = vehicle.endIndex ?? undefined;
      if (place !== undefined) drive(place);
    } else if (step.type === "break") service = rests.get(step.id) ?? 0;
    else if (task !== undefined) {
      place = task.locationIndex;
      setup = site === siteOf(task) ? 0 : duration(task, vehicle, "setup");
      site = siteOf(task);
      service = duration(task, vehicle, "service");
      drive(place);
      sums.work += setup + service;
    }
    sums.setup += setup;
    sums.service += service;
    sums.priority += (job ?? shipment)?.priority ?? 0;
    addTo(delivery, step.type === "delivery" ? shipment?.amount : job?.delivery);
    addTo(pickup, step.type === "pickup" ? shipment?.amount : job?.pickup);
    return { place, travel: sums.travel, metres: sums.metres, setup, service };
  });
  // an end that the route doesn't name (`times.ts`) is driven to all the same
  if (vehicle.endIndex !== null && steps[steps.length - 1]?.step.type !== "end") drive(vehicle.endIndex);
  return { ...sums, steps: each, delivery, pickup };
}

/** Adds amounts to a sum, which has as many dimensions as the longest of them. */
export function addTo(sum: number[], amounts: readonly number[] | undefined, sign = 1): void {
  amounts?.forEach((amount, d) => (sum[d] = (sum[d] ?? 0) + sign * amount));
}
