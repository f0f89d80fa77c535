import { Random } from "solver/random";
import type { Matrix, PointsModel, Problem, SparseMatrix } from "solver/index";
import { denseOf } from "./problems";

/** Random places on whole coordinates. */
export function randomPoints(random: Random, size: number, extent = 600): Float64Array {
  return Float64Array.from({ length: 2 * size }, () => random.below(extent));
}

export const pointsModel = (points: Float64Array): PointsModel => ({
  kind: "points",
  size: points.length / 2,
  metric: "euclidean",
  points,
});

/**
 * A square matrix as a sparse one that knows the pairs that `isKnown` says, on the given points; what a row leaves out
 * is bounded by its nearest unknown place.
 */
export function sparseOf(
  matrix: Matrix,
  points: Float64Array,
  isKnown: (from: number, to: number) => boolean,
): SparseMatrix {
  const { size, durations, distances } = matrix;
  const rowStart = [0];
  const to: number[] = [];
  const beyond = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    let nearest = Infinity;
    for (let j = 0; j < size; j++) {
      if (isKnown(i, j)) to.push(j);
      else if (durations[i * size + j]! >= 0) nearest = Math.min(nearest, durations[i * size + j]!);
    }
    beyond[i] = nearest === Infinity ? 0 : nearest;
    rowStart.push(to.length);
  }
  const entries = (values: Int32Array): Int32Array =>
    Int32Array.from(to, (j, k) => values[(rowStart.findIndex((end) => end > k) - 1) * size + j]!);
  return {
    kind: "sparse",
    size,
    metric: "euclidean",
    points,
    rowStart: Int32Array.from(rowStart),
    to: Int32Array.from(to),
    durations: entries(durations),
    ...(distances && { distances: entries(distances) }),
    beyond,
  };
}

/** A problem with sparse matrices in place of its square ones; about this share of all pairs is known. */
export function withSparse(problem: Problem, seed: number, share: number): Problem {
  const random = new Random(seed);
  const matrices = Object.keys(problem.matrices).map((profile) => {
    const matrix = denseOf(problem, profile);
    return [profile, sparseOf(matrix, randomPoints(random, matrix.size), () => random.real() < share)] as const;
  });
  return { ...problem, matrices: Object.fromEntries(matrices) };
}
