import type { PointsModel, Problem, SparseMatrix, Vehicle } from "../contract";

/** What the checker reads about a leg: seconds (-1 where there is no way), metres and the leg's own cost. */
export interface Leg {
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
  for (let k = model.rowStart[from]; k < model.rowStart[from + 1]; k++)
    if (model.to[k] === to) return { seconds: model.durations[k], metres: model.distances?.[k] ?? 0, cost: 0 };
  if (from === to) return { seconds: 0, metres: 0, cost: 0 };
  const line = straightLine(model, from, to);
  const estimate = (values: Int32Array): number =>
    Math.min(MOST, Math.round((line * (pace(model, from, values) + pace(model, to, values))) / 2));
  return {
    seconds: Math.max(model.beyond?.[from] ?? 0, estimate(model.durations)),
    metres: model.distances === undefined ? 0 : estimate(model.distances),
    cost: 0,
  };
}

const MOST = 100_000_000;

/** Paces of all places, by the values that they are of. */
const means = new WeakMap<Int32Array, number>();

/** Sum of the known legs from a place over the sum of their straight lines, of all places where it has none. */
function pace(model: SparseMatrix, place: number, values: Int32Array): number {
  const over = (first: number, last: number): number => {
    let sum = 0;
    let lines = 0;
    for (let from = first; from <= last; from++)
      for (let k = model.rowStart[from]; k < model.rowStart[from + 1]; k++) {
        if (model.durations[k] === -1 || model.to[k] === from) continue;
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
