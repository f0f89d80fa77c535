import type { Matrix } from "../contract";

const VALUES_AT_ONCE = 1_000_000;

/** Cost of a leg without a way in the model: above every other entry (`MAX_ENTRY`), and within 32 bits. */
export const NO_WAY_COST = 1_000_000_000;

interface Extremes {
  readonly largest: number;
  readonly hasGaps: boolean;
}

/** The legs without a way, and the largest values of all others; every list is looked through once. */
export class Gaps {
  private readonly known = new Map<Int32Array, Extremes>();

  constructor(private readonly checkpoint: () => void) {}

  /** Whether some leg of a matrix has no way. */
  in(matrix: Matrix): boolean {
    return this.extremes(matrix, matrix.durations).hasGaps;
  }

  largest(matrix: Matrix, values: Int32Array): number {
    return this.extremes(matrix, values).largest;
  }

  private extremes({ durations }: Matrix, values: Int32Array): Extremes {
    let known = this.known.get(values);
    if (known === undefined) {
      let largest = 0;
      let hasGaps = false;
      for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
        this.checkpoint();
        const end = Math.min(values.length, from + VALUES_AT_ONCE);
        for (let k = from; k < end; k++) {
          if (values[k] > largest && durations[k] >= 0) largest = values[k];
          else if (values[k] < 0) hasGaps = true;
        }
      }
      known = { largest, hasGaps };
      this.known.set(values, known);
    }
    return known;
  }
}
