import type { SparseMatrix } from "solver/index";
import type { PairLegs } from "../routing/pairs/measured-pairs";

/** The matrix with more pairs, none of which it has; NO_WAY where no road leads. */
export function withPairs(
  matrix: SparseMatrix,
  legs: readonly (readonly [from: number, to: number])[],
  { durationsSec, distancesM }: Pick<PairLegs, "durationsSec" | "distancesM">,
): SparseMatrix {
  const { size } = matrix;
  const added: { to: number; duration: number; distance: number }[][] = Array.from({ length: size }, () => []);
  legs.forEach(([from, to], leg) =>
    added[from]!.push({ to, duration: durationsSec[leg]!, distance: distancesM[leg]! }),
  );
  const length = matrix.to.length + legs.length;
  const rowStart = new Int32Array(size + 1);
  const [to, durations, distances] = [new Int32Array(length), new Int32Array(length), new Int32Array(length)];
  let at = 0;
  for (let row = 0; row < size; row += 1) {
    const more = added[row]!.sort((a, b) => a.to - b.to);
    let next = 0;
    const put = (place: number, duration: number, distance: number) => {
      to[at] = place;
      durations[at] = duration;
      distances[at] = distance;
      at += 1;
    };
    for (let entry = matrix.rowStart[row]!; entry < matrix.rowStart[row + 1]!; entry += 1) {
      for (; next < more.length && more[next]!.to < matrix.to[entry]!; next += 1)
        put(more[next]!.to, more[next]!.duration, more[next]!.distance);
      put(matrix.to[entry]!, matrix.durations[entry]!, matrix.distances?.[entry] ?? 0);
    }
    for (; next < more.length; next += 1) put(more[next]!.to, more[next]!.duration, more[next]!.distance);
    rowStart[row + 1] = at;
  }
  return { ...matrix, rowStart, to, durations, ...(matrix.distances === undefined ? {} : { distances }) };
}
