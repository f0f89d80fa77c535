import type { SparseMatrix } from "./travel-models";

/** Metres of a degree of latitude, on a sphere of the mean radius of the earth. */
const METRES_PER_DEGREE = (Math.PI * 6_371_009) / 180;

/** The largest value of a leg. */
const MOST = 100_000_000;

/**
 * The search drives to just those places of which an estimate thinks too well. With the plain pace one of forty legs of
 * a mountain day was an estimate, and took a quarter of an hour more on the road; with twice the pace hardly any is.
 */
const CAUTION = 2;

/** Landmarks at most: each is looked at for every pair. */
const MOST_LANDMARKS = 8;

/** What one array of values, seconds or metres, says about unlisted pairs. -1: no way, or not listed. */
interface Known {
  /** Per place and unit of straight line. */
  readonly pace: Float64Array;
  /** From a place to a landmark and back, in [place * landmarks + landmark]. */
  readonly there: Int32Array;
  readonly back: Int32Array;
}

/**
 * What a sparse matrix says about pairs that it doesn't list, cautiously, and the same for seconds and for metres:
 *
 *     estimate(i, j) = max(min(2 · line(i, j) · max(pace(i), pace(j)), detour(i, j)), bound(i, j))
 *     bound(i, j)    = max over landmarks h of  d(i, h) − d(j, h)  and  d(h, j) − d(h, i)
 *     detour(i, j)   = min over landmarks h of  d(i, h) + d(h, j)
 *
 * and for seconds not less than `beyond(i)`. `line` is the straight line. `pace(i)` is the sum of the known legs from i
 * over the sum of their lines, without legs to landmarks, which may be far away. Landmarks are the first eight places
 * whose rows list all others, as those of depots do. `bound` and `detour` are the triangle inequality (ALT, Goldberg &
 * Harrelson 2005): a place that is an hour from the depot and one that is ten minutes from it are 50 minutes apart,
 * however near they lie.
 */
export class SparseEstimate {
  private readonly landmarks: Int32Array;
  private readonly seconds: Known;
  private readonly metres: Known | null;

  constructor(private readonly matrix: SparseMatrix) {
    this.landmarks = landmarksOf(matrix);
    this.seconds = this.known(matrix.durations);
    this.metres = matrix.distances === undefined ? null : this.known(matrix.distances);
  }

  duration(from: number, to: number): number {
    return from === to ? 0 : this.durationAlong(this.straight(from, to), from, to);
  }

  distance(from: number, to: number): number {
    return this.metres === null || from === to ? 0 : this.estimate(this.metres, this.straight(from, to), from, to);
  }

  /** Estimates from one place to some, written from `start` on. */
  fillRow(
    from: number,
    places: Int32Array,
    start: number,
    durations: Int32Array,
    distances: Int32Array | undefined,
  ): void {
    for (let j = 0; j < places.length; j++) {
      const to = places[j];
      const line = from === to ? 0 : this.straight(from, to);
      durations[start + j] = from === to ? 0 : this.durationAlong(line, from, to);
      if (distances !== undefined)
        distances[start + j] = this.metres === null || from === to ? 0 : this.estimate(this.metres, line, from, to);
    }
  }

  private durationAlong(line: number, from: number, to: number): number {
    const { beyond } = this.matrix;
    const value = this.estimate(this.seconds, line, from, to);
    return beyond !== undefined && beyond[from] > value ? beyond[from] : value;
  }

  private estimate({ pace, there, back }: Known, line: number, from: number, to: number): number {
    let value = CAUTION * line * Math.max(pace[from], pace[to]);
    let bound = 0;
    if (value > MOST) value = MOST;
    const count = this.landmarks.length;
    for (let i = from * count, j = to * count, end = i + count; i < end; i++, j++) {
      if (there[i] >= 0 && there[j] >= 0 && there[i] - there[j] > bound) bound = there[i] - there[j];
      if (back[i] >= 0 && back[j] >= 0 && back[j] - back[i] > bound) bound = back[j] - back[i];
      if (there[i] >= 0 && back[j] >= 0 && there[i] + back[j] < value) value = there[i] + back[j];
    }
    return Math.round(value > bound ? value : bound);
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

  /** A place without a known leg has the pace of all legs together. */
  private known(values: Int32Array): Known {
    const { size, rowStart, to, durations } = this.matrix;
    const count = this.landmarks.length;
    const pace = new Float64Array(size).fill(-1);
    const there = new Int32Array(size * count).fill(-1);
    const back = new Int32Array(size * count).fill(-1);
    const landmark = new Int32Array(size).fill(-1);
    this.landmarks.forEach((place, h) => {
      landmark[place] = h;
      there[place * count + h] = back[place * count + h] = 0;
    });
    let all = 0;
    let allLines = 0;
    for (let i = 0; i < size; i++) {
      let sum = 0;
      let lines = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const j = to[k];
        if (durations[k] < 0 || j === i) continue;
        if (landmark[i] >= 0) back[j * count + landmark[i]] = values[k];
        if (landmark[j] >= 0) {
          there[i * count + landmark[j]] = values[k];
          continue;
        }
        sum += values[k];
        lines += this.straight(i, j);
      }
      all += sum;
      allLines += lines;
      if (lines > 0) pace[i] = sum / lines;
    }
    const mean = allLines > 0 ? all / allLines : 0;
    for (let i = 0; i < size; i++) if (pace[i] < 0) pace[i] = mean;
    return { pace, there, back };
  }
}

/** The first places whose rows list all others. */
function landmarksOf({ size, rowStart, to }: SparseMatrix): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < size && found.length < MOST_LANDMARKS; i++) {
    if (rowStart[i + 1] - rowStart[i] < size - 1) continue;
    let others = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (to[k] !== i) others++;
    if (others === size - 1) found.push(i);
  }
  return Int32Array.from(found);
}
