import { loadRoutes } from "../search/journal";
import type { Inserter } from "../search/inserter";
import type { Plan } from "../search/plan";
import { insertByRegret, insertInOrder } from "./insertion";

/**
 * The first plan: the best of a few insertion orders (each O(n) places per task), then, when there is time for it,
 * regret insertion. `mayGoOn` is called between two attempts, `stopped` before every insertion.
 */
export function construct(plan: Plan, inserter: Inserter, mayGoOn: () => boolean, stopped: () => boolean): void {
  const { instance } = plan;
  const { windowEnd, windowStart } = instance;
  const locked = snapshot(plan);
  const blink = inserter.blink;
  inserter.blink = 0;
  inserter.drawBlink();
  const far = farness(plan);
  const attempts: (() => boolean | void)[] = [
    () => insertInOrder(plan, inserter, (task) => -far[task], stopped),
    () => insertByRegret(plan, inserter, stopped),
    ...(instance.hasTime
      ? [
          () => insertInOrder(plan, inserter, (task) => windowEnd[task], stopped),
          () => insertInOrder(plan, inserter, (task) => windowEnd[task] - windowStart[task], stopped),
        ]
      : []),
    () => insertInOrder(plan, inserter, (task) => far[task], stopped),
  ];
  let best: { missing: number; cost: number; routes: number[][] } | null = null;
  for (const attempt of attempts) {
    if (best !== null) {
      if (!mayGoOn() || stopped()) break;
      loadRoutes(plan, locked);
    }
    if (attempt() === false) continue;
    if (best === null || plan.missing < best.missing || (plan.missing === best.missing && plan.cost < best.cost)) {
      best = { missing: plan.missing, cost: plan.cost, routes: snapshot(plan) };
    }
  }
  if (best !== null) loadRoutes(plan, best.routes);
  inserter.blink = blink;
  inserter.drawBlink();
}

/** Tasks per vehicle. */
export function snapshot(plan: Plan): number[][] {
  return Array.from({ length: plan.instance.vehicleCount }, (_, v) => {
    const tasks: number[] = [];
    const end = plan.endOf(v);
    for (let i = plan.next[plan.startOf(v)]; i !== end; i = plan.next[i]) tasks.push(i);
    return tasks;
  });
}

function farness(plan: Plan): Float64Array {
  const { taskCount: n, vehicleCount: V, classVehicles, cost, costOf, place, size } = plan.instance;
  const result = new Float64Array(n).fill(Infinity);
  for (const members of classVehicles) {
    const v = members[0];
    const matrix = cost[costOf[v]];
    for (let t = 0; t < n; t++) {
      const there = matrix[place[n + v] * size + place[t]];
      const back = matrix[place[t] * size + place[n + V + v]];
      result[t] = Math.min(result[t], Math.max(there, back));
    }
  }
  return result;
}
