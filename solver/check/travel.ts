import type { PointsModel, Problem, SparseMatrix, Vehicle } from "../contract";

/** What the checker reads about a leg: seconds (-1 where there is no way), metres and the leg's own cost. */
interface Leg {
  readonly seconds: number;
  readonly metres: number;
  readonly cost: number;
}

/** Legs of a vehicle's profile, read anew from the problem whichever form it has. */
export function legsOf(problem: Problem, vehicle: Vehicle): (from: number, to: number) => Leg {
  const model = problem.matrices[vehicle.profile];
  if (model.kind === "points") {
    return (from, to) => ({ seconds: Math.round(straightLine(model, from, to)), metres: 0, cost: 0 });
  }
  if (model.kind === "sparse") return (from, to) => sparseLeg(model, from, to);
  const { size, durations, distances, costs } = model;
  return (from, to) => {
    const k = from * size + to;
    return { seconds: durations[k], metres: distances?.[k] ?? 0, cost: costs?.[k] ?? 0 };
  };
}

function sparseLeg(model: SparseMatrix, from: number, to: number): Leg {
  const { durations, distances } = model;
  const entry = entryOf(model, from, to);
  if (entry >= 0) return { seconds: durations[entry], metres: distances?.[entry] ?? 0, cost: 0 };
  if (from === to) return { seconds: 0, metres: 0, cost: 0 };
  return {
    seconds: Math.max(model.beyond?.[from] ?? 0, estimate(model, durations, from, to)),
    metres: distances === undefined ? 0 : estimate(model, distances, from, to),
    cost: 0,
  };
}

const MOST = 100_000_000;
const MOST_LANDMARKS = 8;

function entryOf({ rowStart, to: places }: SparseMatrix, from: number, to: number): number {
  for (let k = rowStart[from]; k < rowStart[from + 1]; k++) if (places[k] === to) return k;
  return -1;
}

/**
 * Of a pair that the matrix doesn't list: twice its line at the larger pace, at most the way over a landmark, and
 * anyhow at least what a landmark is nearer to one of both than to the other.
 */
function estimate(model: SparseMatrix, values: Int32Array, from: number, to: number): number {
  const ways = landmarks(model).map((h) => ({
    before: [known(model, values, from, h), known(model, values, h, from)],
    after: [known(model, values, to, h), known(model, values, h, to)],
  }));
  const least = ways.flatMap(({ before, after }) => [before[0] - after[0], after[1] - before[1]]);
  const most = ways.map(({ before, after }) => before[0] + after[1]);
  const line = straightLine(model, from, to);
  const cautious = 2 * line * Math.max(pace(model, from, values), pace(model, to, values));
  const value = Math.min(MOST, cautious, ...most.filter((detour) => !Number.isNaN(detour)));
  return Math.round(Math.max(value, ...least.filter((bound) => !Number.isNaN(bound))));
}

/** NaN where there is no way, or it isn't listed. */
function known(model: SparseMatrix, values: Int32Array, from: number, to: number): number {
  if (from === to) return 0;
  const entry = entryOf(model, from, to);
  return entry < 0 || model.durations[entry] === -1 ? NaN : values[entry];
}

const landmarksOf = new WeakMap<SparseMatrix, readonly number[]>();

/** The first places whose rows list all others. */
function landmarks(model: SparseMatrix): readonly number[] {
  const found = landmarksOf.get(model);
  if (found !== undefined) return found;
  const places = Array.from({ length: model.size }, (_, place) => place);
  const whole = places.filter((place) => {
    const row = model.to.subarray(model.rowStart[place], model.rowStart[place + 1]);
    return row.length - Number(row.includes(place)) === model.size - 1;
  });
  landmarksOf.set(model, whole.slice(0, MOST_LANDMARKS));
  return landmarks(model);
}

/** Paces of all places, by the values that they are of. */
const means = new WeakMap<Int32Array, number>();

/**
 * Sum of the known legs from a place over the sum of their straight lines, without legs to landmarks; of all places
 * together where it has none.
 */
function pace(model: SparseMatrix, place: number, values: Int32Array): number {
  const far = new Set(landmarks(model));
  const over = (first: number, last: number): number => {
    let sum = 0;
    let lines = 0;
    for (let from = first; from <= last; from++)
      for (let k = model.rowStart[from]; k < model.rowStart[from + 1]; k++) {
        if (model.durations[k] === -1 || model.to[k] === from || far.has(model.to[k])) continue;
        sum += values[k];
        lines += straightLine(model, from, model.to[k]);
      }
    return lines === 0 ? NaN : sum / lines;
  };
  const own = over(place, place);
  if (!Number.isNaN(own)) return own;
  let mean = means.get(values);
  if (mean === undefined) {
    mean = over(0, model.size - 1);
    means.set(values, mean);
  }
  return Number.isNaN(mean) ? 0 : mean;
}

function straightLine({ metric, points }: PointsModel | SparseMatrix, a: number, b: number): number {
  const [x, y] = [0, 1].map((k) => points[2 * a + k] - points[2 * b + k]);
  if (metric === "euclidean") return Math.hypot(x, y);
  const degree = (6_371_009 * Math.PI) / 180;
  const latitude = ((points[2 * a + 1] + points[2 * b + 1]) / 2 / 180) * Math.PI;
  return degree * Math.hypot((((x + 540) % 360) - 180) * Math.cos(latitude), y);
}
