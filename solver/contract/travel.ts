import { SparseEstimate } from "./sparse-estimate";
import { NO_WAY } from "./travel-models";
import type { Matrix, SparseMatrix, TravelModel } from "./travel-models";

const estimates = new WeakMap<SparseMatrix, SparseEstimate>();

/** The estimate of a sparse matrix, made once. */
export function estimateOf(matrix: SparseMatrix): SparseEstimate {
  let estimate = estimates.get(matrix);
  if (estimate === undefined) {
    estimate = new SparseEstimate(matrix);
    estimates.set(matrix, estimate);
  }
  return estimate;
}

/** Seconds of a leg; one without a way counts as 0. */
export function legSec(model: TravelModel, from: number, to: number): number {
  switch (model.kind) {
    case undefined:
    case "dense":
      return Math.max(0, model.durations[from * model.size + to]);
    case "points":
      return euclidean(model.points, from, to);
    case "sparse": {
      const entry = entryOf(model, from, to);
      return entry < 0 ? estimateOf(model).duration(from, to) : Math.max(0, model.durations[entry]);
    }
  }
}

/** Metres of a leg; 0 for one without a way and where the profile has no distances. */
export function legMetres(model: TravelModel, from: number, to: number): number {
  if (model.distances === undefined) return 0;
  if (model.kind !== "sparse") return valueOf(model, model.distances, from, to);
  const entry = entryOf(model, from, to);
  if (entry < 0) return estimateOf(model).distance(from, to);
  return model.durations[entry] === NO_WAY ? 0 : model.distances[entry];
}

/** A leg's own cost; 0 for one without a way and where the profile has no costs. */
export function legCost(model: TravelModel, from: number, to: number): number {
  return model.costs === undefined ? 0 : valueOf(model, model.costs, from, to);
}

/** Whether a road leads from one place to another. A place is always reached from itself, whatever the matrix says. */
export function hasWay(model: TravelModel, from: number, to: number): boolean {
  if (from === to || model.kind === "points") return true;
  if (model.kind !== "sparse") return model.durations[from * model.size + to] !== NO_WAY;
  const entry = entryOf(model, from, to);
  return entry < 0 || model.durations[entry] !== NO_WAY;
}

/** A distance this near to a half (for each unit of it) is computed again, exactly. */
const NEAR_A_HALF = 1e-12;

/** Rounded distance of two points. */
export function euclidean(points: Float64Array, a: number, b: number): number {
  const x = points[2 * a] - points[2 * b];
  const y = points[2 * a + 1] - points[2 * b + 1];
  const distance = Math.sqrt(x * x + y * y);
  const rounded = Math.round(distance);
  // the last bit decides there, and Math.hypot has it right; everywhere else the root is as good and much faster
  if (Math.abs(distance - rounded) > 0.5 - NEAR_A_HALF * (1 + distance)) return Math.round(Math.hypot(x, y));
  return rounded;
}

function valueOf(matrix: Matrix, values: Int32Array, from: number, to: number): number {
  const k = from * matrix.size + to;
  return matrix.durations[k] === NO_WAY ? 0 : values[k];
}

/** The number of a known pair's entry, -1 for an unknown pair. */
export function entryOf({ rowStart, to }: SparseMatrix, from: number, place: number): number {
  let low = rowStart[from];
  let high = rowStart[from + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (to[middle] === place) return middle;
    if (to[middle] < place) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
