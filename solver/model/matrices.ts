import type { Problem } from "../contract";
import { perHour, speedPercent } from "./instance";

const MAX_ENTRY = 500_000_000;
const VALUES_AT_ONCE = 1_000_000;

export interface ModelMatrices {
  readonly size: number;
  readonly costScale: number;
  readonly travel: Int32Array[];
  readonly cost: Int32Array[];
  readonly distance: (Int32Array | null)[];
  readonly travelOf: Int32Array;
  readonly costOf: Int32Array;
}

/**
 * One travel matrix per (profile, speed) and one cost matrix per (profile, speed, rates).
 * Matrices of the problem are used as they are wherever the numbers are the same.
 */
export function buildMatrices(problem: Problem, timeScale: number, checkpoint: () => void): ModelMatrices {
  const hasOpenEnds = problem.vehicles.some((vehicle) => vehicle.startIndex === null || vehicle.endIndex === null);
  let rows = 0;
  for (const vehicle of problem.vehicles) rows = Math.max(rows, problem.matrices[vehicle.profile].size);
  const size = hasOpenEnds ? rows + 1 : rows;
  const costScale = chooseCostScale(problem, checkpoint);
  const travel: Int32Array[] = [];
  const cost: Int32Array[] = [];
  const distance: (Int32Array | null)[] = [];
  const travelKeys = new Map<string, number>();
  const costKeys = new Map<string, number>();
  const travelOf = new Int32Array(problem.vehicles.length);
  const costOf = new Int32Array(problem.vehicles.length);
  const mapped = (values: Int32Array, from: number, map: (value: number, k: number) => number): Int32Array =>
    mapMatrix(values, from, size, map, checkpoint);

  problem.vehicles.forEach((vehicle, v) => {
    const matrix = problem.matrices[vehicle.profile];
    const percent = speedPercent(vehicle);
    const travelKey = JSON.stringify([vehicle.profile, percent]);
    let t = travelKeys.get(travelKey);
    if (t === undefined) {
      t = travel.length;
      travelKeys.set(travelKey, t);
      const factor = timeScale === 1 ? 1 : percent;
      travel.push(
        factor === 1 && size === matrix.size
          ? matrix.durations
          : mapped(matrix.durations, matrix.size, (value) => value * factor),
      );
      const distances = matrix.distances;
      distance.push(
        distances === undefined
          ? null
          : size === matrix.size
            ? distances
            : mapped(distances, matrix.size, (value) => value),
      );
    }
    travelOf[v] = t;
    const ownCosts = matrix.costs !== undefined;
    const costKey = JSON.stringify(
      ownCosts ? [vehicle.profile] : [vehicle.profile, percent, perHour(vehicle), vehicle.costs?.perKm ?? 0],
    );
    let c = costKeys.get(costKey);
    if (c === undefined) {
      c = cost.length;
      costKeys.set(costKey, c);
      if (matrix.costs !== undefined) {
        const own = matrix.costs;
        cost.push(
          costScale === 1 && size === matrix.size ? own : mapped(own, matrix.size, (value) => value * costScale),
        );
      } else {
        const rate = (perHour(vehicle) * percent * costScale) / 360_000;
        const kmRate = ((vehicle.costs?.perKm ?? 0) * costScale) / 1000;
        const distances = matrix.distances;
        if (rate === 1 && kmRate === 0 && timeScale === 1) cost.push(travel[t]);
        else if (kmRate === 0 || distances === undefined)
          cost.push(mapped(matrix.durations, matrix.size, (value) => value * rate));
        else cost.push(mapped(matrix.durations, matrix.size, (value, k) => value * rate + distances[k] * kmRate));
      }
    }
    costOf[v] = c;
  });
  return { size, costScale, travel, cost, distance, travelOf, costOf };
}

/** 1 when all travel costs are whole numbers, else as many decimals as 32 bits allow, at most two. */
function chooseCostScale(problem: Problem, checkpoint: () => void): number {
  let whole = true;
  let largest = 0;
  const seen = new Set<string>();
  const peaks = new Map<Int32Array, number>();
  const peak = (values: Int32Array): number => {
    let known = peaks.get(values);
    if (known === undefined) {
      known = 0;
      for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
        checkpoint();
        const end = Math.min(values.length, from + VALUES_AT_ONCE);
        for (let k = from; k < end; k++) if (values[k] > known) known = values[k];
      }
      peaks.set(values, known);
    }
    return known;
  };
  for (const vehicle of problem.vehicles) {
    const matrix = problem.matrices[vehicle.profile];
    const key = JSON.stringify([vehicle.profile, speedPercent(vehicle), vehicle.costs]);
    if (seen.has(key)) continue;
    seen.add(key);
    if (!Number.isInteger(vehicle.costs?.fixed ?? 0) || (vehicle.costs?.perTaskHour ?? 0) > 0) whole = false;
    if (matrix.costs !== undefined) {
      largest = Math.max(largest, peak(matrix.costs));
      continue;
    }
    const rate = (perHour(vehicle) * speedPercent(vehicle)) / 360_000;
    const kmRate = (vehicle.costs?.perKm ?? 0) / 1000;
    if (!Number.isInteger(rate) || !Number.isInteger(kmRate)) whole = false;
    largest = Math.max(
      largest,
      peak(matrix.durations) * rate + (matrix.distances && kmRate > 0 ? peak(matrix.distances) * kmRate : 0),
    );
  }
  if (whole) return 1;
  for (const scale of [100, 10]) if (largest * scale <= MAX_ENTRY) return scale;
  return 1;
}

function mapMatrix(
  values: Int32Array,
  from: number,
  to: number,
  map: (value: number, k: number) => number,
  checkpoint: () => void,
): Int32Array {
  const result = new Int32Array(new SharedArrayBuffer(4 * to * to));
  for (let i = 0; i < from; i++) {
    checkpoint();
    for (let j = 0; j < from; j++) {
      const value = map(values[i * from + j], i * from + j);
      result[i * to + j] = value > MAX_ENTRY ? MAX_ENTRY : Math.round(value);
    }
  }
  return result;
}
