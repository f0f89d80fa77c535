import type { Matrix, Problem } from "../contract";
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

/** A problem without the places of stops that another one has and it hasn't. */
export function withoutUnusedPlaces(problem: DenseProblem, before: Problem, checkpoint: () => void): DenseProblem {
  const isWhole = problem.jobs.length === before.jobs.length && problem.shipments.length === before.shipments.length;
  const size = Math.max(0, ...Object.values(problem.matrices).map((matrix) => matrix.size));
  return isWhole || size > COPIED_TO ? problem : renumberPlaces(problem, checkpoint);
}

const hasDenseMatrices = (problem: Problem): problem is DenseProblem => Object.values(problem.matrices).every(isDense);
