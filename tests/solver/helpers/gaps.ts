import { NO_WAY } from "solver/index";
import type { Matrix } from "solver/index";

/** A matrix without the ways for which `lacks` is true; what distances say there is nonsense. */
export function withoutWays(matrix: Matrix, lacks: (from: number, to: number) => boolean): Matrix {
  const durations = matrix.durations.slice();
  const distances = matrix.distances?.slice();
  for (let from = 0; from < matrix.size; from++)
    for (let to = 0; to < matrix.size; to++)
      if (from !== to && lacks(from, to)) {
        durations[from * matrix.size + to] = NO_WAY;
        if (distances !== undefined) distances[from * matrix.size + to] = -7;
      }
  return { ...matrix, durations, ...(distances === undefined ? {} : { distances }) };
}
