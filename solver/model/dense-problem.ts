import type { Matrix, Problem } from "../contract";
import { siteOf, startSiteOf, tasksOf } from "../contract/tasks";
import { largest } from "../contract/largest";
import { isDense } from "./dense";
import { Renumbered } from "./renumbered";

/** A problem whose travel models are square matrices: what the model of the search is built from. */
export interface DenseProblem extends Problem {
  readonly matrices: Readonly<Record<string, Matrix>>;
}

/** The problem with a square matrix per profile, of the places in it: itself where it has no other ones. */
export function denseProblem(problem: Problem, checkpoint: () => void): DenseProblem {
  return hasDenseMatrices(problem) ? problem : renumberPlaces(problem, checkpoint);
}

/** The same problem with a square matrix per profile, of the places in it alone and in the order of its stops. */
export function renumberPlaces(problem: Problem, checkpoint: () => void): DenseProblem {
  const numbers = new Renumbered();
  const jobs = problem.jobs.map((job) => numbers.job(job));
  const shipments = problem.shipments.map((shipment) => numbers.shipment(shipment));
  const vehicles = problem.vehicles.map((vehicle) => numbers.vehicle(vehicle));
  return { ...problem, vehicles, jobs, shipments, matrices: numbers.matrices(problem.matrices, vehicles, checkpoint) };
}

/** With more places, another copy of the matrices takes too long and too much memory. */
const COPIED_TO = 2000;

/** The same problem without places where no stop is and no vehicle starts or ends. */
export function withoutUnusedPlaces(problem: DenseProblem, checkpoint: () => void): DenseProblem {
  const { vehicles, matrices } = problem;
  const used = new Set([
    ...tasksOf(problem).flatMap((task) => [task.locationIndex, siteOf(task)]),
    ...vehicles.flatMap((vehicle) => [vehicle.startIndex ?? [], startSiteOf(vehicle) ?? [], vehicle.endIndex ?? []]),
  ]);
  const size = largest(vehicles.map(({ profile }) => matrices[profile].size));
  return used.size === size || used.size > COPIED_TO ? problem : renumberPlaces(problem, checkpoint);
}

const hasDenseMatrices = (problem: Problem): problem is DenseProblem => Object.values(problem.matrices).every(isDense);
