import type { Matrix } from "../contract";
import { MAX_ENTRY, speedPercent } from "../contract/time-span";
import type { DenseProblem } from "./dense-problem";
import { NO_WAY_COST } from "./gaps";
import type { Gaps } from "./gaps";
import { perHour } from "./instance";

/** What the dearest leg costs at least where costs have decimals: the others are known to that fraction of it. */
const LEAST_OF_DEAREST = 100_000;

interface ModelMatrices {
  readonly size: number;
  readonly costScale: number;
  readonly travel: Int32Array[];
  readonly cost: Int32Array[];
  readonly distance: (Int32Array | null)[];
  readonly travelOf: Int32Array;
  readonly costOf: Int32Array;
  readonly hasNoWay: boolean;
}

/**
 * One travel matrix per (profile, speed) and one cost matrix per (profile, speed, rates).
 * Matrices of the problem are used as they are wherever the numbers are the same. A leg without a way takes no time and
 * costs `NO_WAY_COST`: the cost alone says that it is forbidden, so that clocks and lengths can't overflow.
 */
export function buildMatrices(
  problem: DenseProblem,
  timeScale: number,
  gaps: Gaps,
  checkpoint: () => void,
): ModelMatrices {
  const hasOpenEnds = problem.vehicles.some((vehicle) => vehicle.startIndex === null || vehicle.endIndex === null);
  let rows = 0;
  for (const vehicle of problem.vehicles) rows = Math.max(rows, problem.matrices[vehicle.profile].size);
  const size = hasOpenEnds ? rows + 1 : rows;
  const costScale = chooseCostScale(problem, gaps);
  const travel: Int32Array[] = [];
  const cost: Int32Array[] = [];
  const distance: (Int32Array | null)[] = [];
  const travelKeys = new Map<string, number>();
  const costKeys = new Map<string, number>();
  const travelOf = new Int32Array(problem.vehicles.length);
  const costOf = new Int32Array(problem.vehicles.length);
  const mapped = (
    matrix: Matrix,
    values: Int32Array,
    noWay: number,
    map: (value: number, k: number) => number,
  ): Int32Array => mapMatrix(matrix, values, size, noWay, map, checkpoint);
  const limitsDistance = problem.vehicles.some(({ maxDistanceM }) => maxDistanceM !== undefined);
  let hasNoWay = false;

  problem.vehicles.forEach((vehicle, v) => {
    const matrix = problem.matrices[vehicle.profile];
    const hasGaps = gaps.in(matrix);
    if (hasGaps) hasNoWay = true;
    const asIs = size === matrix.size && !hasGaps;
    const percent = speedPercent(vehicle);
    const travelKey = JSON.stringify([vehicle.profile, percent]);
    let t = travelKeys.get(travelKey);
    if (t === undefined) {
      t = travel.length;
      travelKeys.set(travelKey, t);
      const factor = timeScale === 1 ? 1 : percent;
      travel.push(
        factor === 1 && asIs ? matrix.durations : mapped(matrix, matrix.durations, 0, (value) => value * factor),
      );
      const distances = matrix.distances;
      // read for limits alone
      const isRight = asIs || (size === matrix.size && !limitsDistance);
      distance.push(
        distances === undefined || isRight ? (distances ?? null) : mapped(matrix, distances, 0, (value) => value),
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
        cost.push(costScale === 1 && asIs ? own : mapped(matrix, own, NO_WAY_COST, (value) => value * costScale));
      } else {
        const rate = (perHour(vehicle) * percent * costScale) / 360_000;
        const kmRate = ((vehicle.costs?.perKm ?? 0) * costScale) / 1000;
        const distances = matrix.distances;
        if (rate === 1 && kmRate === 0 && timeScale === 1 && !hasGaps) cost.push(travel[t]);
        else if (kmRate === 0 || distances === undefined)
          cost.push(mapped(matrix, matrix.durations, NO_WAY_COST, (value) => value * rate));
        else
          cost.push(mapped(matrix, matrix.durations, NO_WAY_COST, (value, k) => value * rate + distances[k] * kmRate));
      }
    }
    costOf[v] = c;
  });
  return { size, costScale, travel, cost, distance, travelOf, costOf, hasNoWay };
}

/**
 * 1 when all travel costs are whole numbers, else at least two decimals, and as many as tell apart legs that differ by
 * little where rates are small and vehicles cost little beside them. Less where 32 bits would not hold the dearest leg.
 */
function chooseCostScale(problem: DenseProblem, gaps: Gaps): number {
  let whole = true;
  let largest = 0;
  let fixed = 0;
  const seen = new Set<string>();
  for (const vehicle of problem.vehicles) {
    const matrix = problem.matrices[vehicle.profile];
    const key = JSON.stringify([vehicle.profile, speedPercent(vehicle), vehicle.costs]);
    if (seen.has(key)) continue;
    seen.add(key);
    fixed = Math.max(fixed, vehicle.costs?.fixed ?? 0);
    if (!Number.isInteger(vehicle.costs?.fixed ?? 0) || (vehicle.costs?.perTaskHour ?? 0) > 0) whole = false;
    if (matrix.costs !== undefined) {
      largest = Math.max(largest, gaps.largest(matrix, matrix.costs));
      continue;
    }
    const rate = (perHour(vehicle) * speedPercent(vehicle)) / 360_000;
    const kmRate = (vehicle.costs?.perKm ?? 0) / 1000;
    if (!Number.isInteger(rate) || !Number.isInteger(kmRate)) whole = false;
    largest = Math.max(
      largest,
      gaps.largest(matrix, matrix.durations) * rate +
        (matrix.distances && kmRate > 0 ? gaps.largest(matrix, matrix.distances) * kmRate : 0),
    );
  }
  let decimals = whole ? 0 : 2;
  if (!whole && largest > 0)
    while (largest * 10 ** decimals < LEAST_OF_DEAREST && fixed * 10 ** (decimals + 1) <= NO_WAY_COST) decimals++;
  while (largest * 10 ** decimals > MAX_ENTRY) decimals--;
  return 10 ** decimals;
}

/** Values of a matrix in one with at least as many rows; `noWay` where a leg has none. */
function mapMatrix(
  { durations, size: from }: Matrix,
  values: Int32Array,
  to: number,
  noWay: number,
  map: (value: number, k: number) => number,
  checkpoint: () => void,
): Int32Array {
  const result = new Int32Array(new SharedArrayBuffer(4 * to * to));
  for (let i = 0; i < from; i++) {
    checkpoint();
    for (let j = 0; j < from; j++) {
      const k = i * from + j;
      if (durations[k] < 0) {
        result[i * to + j] = i === j ? 0 : noWay;
        continue;
      }
      const value = map(values[k], k);
      result[i * to + j] = value > MAX_ENTRY ? MAX_ENTRY : Math.round(value);
    }
  }
  return result;
}
