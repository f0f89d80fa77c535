import type { Job, Matrix, Problem, Shipment, Vehicle } from "solver/index";

/** Places on a line at the given seconds: travel between two is the difference. Metres are ten times that. */
export function line(...at: number[]): Matrix {
  const size = at.length;
  const durations = new Int32Array(size * size);
  const distances = new Int32Array(size * size);
  at.forEach((a, i) =>
    at.forEach((b, j) => {
      durations[i * size + j] = Math.abs(a - b);
      distances[i * size + j] = 10 * Math.abs(a - b);
    }),
  );
  return { size, durations, distances };
}

/** The matrix of a profile that has one. */
export function denseOf({ matrices }: Problem, profile = "car"): Matrix {
  const model = matrices[profile];
  if (model === undefined || model.kind === "points" || model.kind === "sparse")
    throw new Error(`The profile ${profile} has no square matrix.`);
  return model;
}

export const vehicle = (id: number, more: Partial<Vehicle> = {}): Vehicle => ({
  id,
  profile: "car",
  startIndex: 0,
  endIndex: 0,
  ...more,
});
export const job = (id: number, locationIndex: number, more: Partial<Job> = {}): Job => ({
  id,
  locationIndex,
  ...more,
});
export const shipment = (id: number, from: number, to: number, more: Partial<Shipment> = {}): Shipment => ({
  pickup: { id, locationIndex: from },
  delivery: { id, locationIndex: to },
  ...more,
});

export function problem(
  matrix: Matrix,
  vehicles: readonly Vehicle[],
  jobs: readonly Job[],
  shipments: readonly Shipment[] = [],
  more: Partial<Problem> = {},
): Problem {
  return { vehicles, jobs, shipments, matrices: { car: matrix }, ...more };
}
