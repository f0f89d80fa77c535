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
  /**
   * Seconds; `NO_WAY` where no road leads from the one place to the other. From a place to itself that counts as 0.
   * `Int32Array.from` makes 0 of Infinity, NaN and fractions below 1: a road that takes no time.
   */
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
 * Some pairs of places with what a road network says about them, for each place its nearest ones, and all pairs of a
 * few places that vehicles start and end at; other pairs are estimated.
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
