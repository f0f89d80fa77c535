import type { SparseMatrix } from "./travel-models";

/** Metres of a degree of latitude, on a sphere of the mean radius of the earth. */
const METRES_PER_DEGREE = (Math.PI * 6_371_009) / 180;

/** The largest value of a leg. */
const MOST = 100_000_000;

/**
 * What a sparse matrix says about pairs that it doesn't list: the straight line between the two places, times the mean
 * of what a unit of straight line takes around each of them (the sum of the known legs from there, divided by the sum
 * of their straight lines), and never less than what is known about all places that a row leaves out.
 */
export class SparseEstimate {
  /** Per place and unit of straight line. */
  private readonly seconds: Float64Array;
  private readonly metres: Float64Array | null;

  constructor(private readonly matrix: SparseMatrix) {
    this.seconds = this.ratios(matrix.durations);
    this.metres = matrix.distances === undefined ? null : this.ratios(matrix.distances);
  }

  duration(from: number, to: number): number {
    if (from === to) return 0;
    const { beyond } = this.matrix;
    const value = this.scaled(from, to, this.seconds);
    return beyond !== undefined && beyond[from] > value ? beyond[from] : value;
  }

  distance(from: number, to: number): number {
    return this.metres === null || from === to ? 0 : this.scaled(from, to, this.metres);
  }

  private scaled(from: number, to: number, ratios: Float64Array): number {
    return Math.min(MOST, Math.round((this.straight(from, to) * (ratios[from] + ratios[to])) / 2));
  }

  /** Metres for geographic points (equirectangular: exact enough for what is scaled anyway), else their unit. */
  straight(a: number, b: number): number {
    const { points, metric } = this.matrix;
    let x = points[2 * a] - points[2 * b];
    let y = points[2 * a + 1] - points[2 * b + 1];
    if (metric === "geographic") {
      if (x > 180) x -= 360;
      else if (x < -180) x += 360;
      x *= METRES_PER_DEGREE * Math.cos(((points[2 * a + 1] + points[2 * b + 1]) * Math.PI) / 360);
      y *= METRES_PER_DEGREE;
    }
    return Math.sqrt(x * x + y * y);
  }

  /** By place; a place without a known leg has the mean of all. */
  private ratios(values: Int32Array): Float64Array {
    const { size, rowStart, to, durations } = this.matrix;
    const result = new Float64Array(size).fill(-1);
    let all = 0;
    let allStraight = 0;
    for (let i = 0; i < size; i++) {
      let sum = 0;
      let straight = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        if (durations[k] < 0 || to[k] === i) continue;
        sum += values[k];
        straight += this.straight(i, to[k]);
      }
      all += sum;
      allStraight += straight;
      if (straight > 0) result[i] = sum / straight;
    }
    const mean = allStraight > 0 ? all / allStraight : 0;
    for (let i = 0; i < size; i++) if (result[i] < 0) result[i] = mean;
    return result;
  }
}
