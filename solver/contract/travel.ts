import { SparseEstimate } from "./sparse-estimate";

/**
 * In place of a duration: no road leads from the one place to the other. Such a leg is forbidden like a broken hard
 * constraint, and what distances and costs say about it is ignored.
 */
export const NO_WAY = -1;

/** Travel between all places of one profile, in one of three forms; `legSec` and its neighbours read each of them. */
export type TravelModel = Matrix | PointsModel | SparseMatrix;

/** Square matrices, value for [from * size + to]. May be backed by SharedArrayBuffer. */
export interface Matrix {
  readonly kind?: "dense";
  readonly size: number;
  /** Seconds; `NO_WAY` where no road leads from the one place to the other. From a place to itself that counts as 0. */
  readonly durations: Int32Array;
  /** Metres. */
  readonly distances?: Int32Array;
  /** Take the place of the travel part of the costs. */
  readonly costs?: Int32Array;
}

/**
 * Points in the plane: the duration between two of them is their distance, rounded to the nearest whole number (EUC_2D
 * of TSPLIB, Reinelt 1991). There are no distances and no costs of its own.
 */
export interface PointsModel {
  readonly kind: "points";
  readonly size: number;
  readonly metric: "euclidean";
  /** x and y of place i in [2 * i] and [2 * i + 1]. */
  readonly points: Float64Array;
  readonly distances?: undefined;
  readonly costs?: undefined;
}

/**
 * Some pairs of places with what a road network says about them, for each place its nearest ones; all other pairs are
 * estimated from the straight line (`sparse-estimate.ts`).
 */
export interface SparseMatrix {
  readonly kind: "sparse";
  readonly size: number;
  /** What is known from place i stands at rowStart[i] .. rowStart[i + 1] - 1; size + 1 entries. */
  readonly rowStart: Int32Array;
  /** Places that legs lead to, ascending in each row. */
  readonly to: Int32Array;
  /** Seconds by entry, or `NO_WAY`. */
  readonly durations: Int32Array;
  /** Metres by entry. */
  readonly distances?: Int32Array;
  readonly costs?: undefined;
  /** Geographic: points are longitudes and latitudes in degrees. Euclidean: x and y in any unit. */
  readonly metric: "euclidean" | "geographic";
  /** Two values per place, in [2 * i] and [2 * i + 1]. */
  readonly points: Float64Array;
  /** Seconds by place: no place that its row leaves out is nearer. Absent: nothing is known about that. */
  readonly beyond?: Int32Array;
}

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

/** Rounded distance of two points. */
export function euclidean(points: Float64Array, a: number, b: number): number {
  const x = points[2 * a] - points[2 * b];
  const y = points[2 * a + 1] - points[2 * b + 1];
  return Math.round(Math.sqrt(x * x + y * y));
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
