import { largest } from "../contract/largest";
import { NO_WAY_COST } from "./gaps";
import type { Instance } from "./instance";

/*
 * Balance: a vehicle with n stops costs w * n² more, which spreads stops evenly. Everything about that term is
 * in this file.
 */

/**
 * The weight w for a coefficient. One stop moved from a vehicle with a + 1 stops to one with b saves 2 w (a - b): with
 * coefficient 1 that outweighs any detour, below it c / (1 - c) mean legs per stop of difference.
 */
export function balanceWeight(
  of: Pick<Instance, "cost" | "costOf" | "size" | "taskCount" | "place" | "fixedCost">,
  coefficient: number,
): number {
  if (coefficient <= 0) return 0;
  const { cost, size, taskCount, place, fixedCost } = of;
  let sum = 0;
  let dearest = 0;
  let count = 0;
  for (let i = 0; i < taskCount; i++) {
    const row = place[i] * size;
    const step = taskCount > 500 ? 7 : 1;
    for (let j = 0; j < taskCount; j += step) {
      const value = cost[0][row + place[j]];
      if (value >= NO_WAY_COST) continue;
      sum += value;
      count++;
      if (value > dearest) dearest = value;
    }
  }
  const mean = count === 0 ? 0 : sum / count;
  const most = 4 * Math.max(dearest, largestAtEnds(of)) + largest(fixedCost) + 1;
  return Math.min(most, coefficient >= 1 ? most : (mean * coefficient) / (1 - coefficient) / 2);
}

/** The costliest leg from a start to a stop or from a stop to an end: a further vehicle needs one of both. */
function largestAtEnds({
  cost,
  costOf,
  size,
  taskCount,
  place,
}: Pick<Instance, "cost" | "costOf" | "size" | "taskCount" | "place">): number {
  const vehicleCount = costOf.length;
  let most = 0;
  const seen = new Set<string>();
  for (let v = 0; v < vehicleCount; v++) {
    const start = place[taskCount + v];
    const end = place[taskCount + vehicleCount + v];
    // equal for most vehicles of a fleet
    const key = `${costOf[v]} ${start} ${end}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = cost[costOf[v]];
    for (let t = 0; t < taskCount; t++) {
      const out = own[start * size + place[t]];
      const back = own[place[t] * size + end];
      if (out < NO_WAY_COST && out > most) most = out;
      if (back < NO_WAY_COST && back > most) most = back;
    }
  }
  return most;
}

/** Cost of `count` stops on one vehicle. */
export function balanceCost(instance: Instance, count: number): number {
  return instance.balanceWeight * count * count;
}

/** Of a whole plan: what its cost has above that of its routes. */
export const balanceOf = (instance: Instance, routes: readonly (readonly number[])[]): number =>
  routes.reduce((sum, tasks) => sum + balanceCost(instance, tasks.length), 0);

/** By how much that rises when a vehicle with `count` stops gets `more` of them (fewer below 0). */
export function balanceRise(instance: Instance, count: number, more: number): number {
  return instance.balanceWeight * (more * (2 * count + more));
}
