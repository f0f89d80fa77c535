import { insertInOrder } from "../construct/insertion";
import type { Neighbours } from "../model/neighbours";
import type { Random } from "../random";
import type { Anneal } from "./anneal";
import { loadRoutes } from "./journal";
import type { Routes } from "./journal";
import { clearRoute, linkAll } from "./take-route";

/**
 * Selective route exchange (Nagata & Kobayashi: A memetic algorithm for the pickup and delivery problem with time
 * windows using selective route exchange crossover, 2010): the plan becomes `base` with a group of neighbouring routes
 * of `donor` in place of the base's routes that serve most of the same tasks. Tasks that lose their route are inserted
 * at their cheapest place. For vehicles of one class, because a route without locked stops may move to another
 * vehicle. False, and the plan
 * unchanged, when the base has all routes of the group already.
 */
export function crossover(
  search: Anneal,
  base: Routes,
  donor: Routes,
  random: Random,
  stopped: () => boolean,
): boolean {
  const { plan, inserter, journal } = search;
  const n = plan.instance.taskCount;
  const baseRoutes = new Set(base.map((tasks) => tasks.join()));
  const group = neighbouringRoutes(donor, n, inserter.near, random);
  if (group.every((v) => baseRoutes.has(donor[v].join()))) return false;
  // a route with locked stops takes the place of the one with the same
  const { locked } = plan.instance;
  const staying = group.filter((v) => locked[v].length > 0);
  const moving = group.filter((v) => locked[v].length === 0);
  const comes = new Uint8Array(n);
  for (const v of group) for (const task of donor[v]) comes[task] = 1;
  const share = base.map((tasks) =>
    tasks.length === 0 ? 0 : tasks.filter((task) => comes[task] === 1).length / tasks.length,
  );
  const dropped = base
    .map((_, v) => v)
    .filter((v) => share[v] > 0 && locked[v].length === 0)
    .sort((a, b) => share[b] - share[a] || a - b)
    .slice(0, moving.length);
  const child = base.map((tasks, v) => (dropped.includes(v) ? [] : tasks.filter((task) => comes[task] === 0)));
  for (const v of staying) child[v] = [...donor[v]];
  const free = child.map((_, v) => v).filter((v) => child[v].length === 0);
  // where fewer routes were dropped than come and no vehicle is free, tasks of the last ones are inserted one by one
  moving.slice(0, free.length).forEach((v, k) => (child[free[k]] = [...donor[v]]));
  loadRoutes(plan, child);
  // where a detour is shorter than the direct leg, a route can break a rule because of what was taken out
  for (let v = 0; v < child.length; v++) {
    if (plan.isFeasible(v)) continue;
    clearRoute(plan, v);
    linkAll(plan, v, locked[v]);
    plan.refresh(v);
  }
  journal.markAllDirty();
  insertInOrder(plan, inserter, () => random.real(), stopped);
  return true;
}

/** Up to half of the used routes: that of a random task, then repeatedly those near one of their stops. */
function neighbouringRoutes(routes: Routes, taskCount: number, near: Neighbours, random: Random): number[] {
  const routeOf = new Int32Array(taskCount).fill(-1);
  routes.forEach((tasks, v) => tasks.forEach((task) => (routeOf[task] = v)));
  const used = routes.filter((tasks) => tasks.length > 0).length;
  if (used === 0) return [];
  const wanted = 1 + random.below(Math.max(1, used >> 1));
  const group = new Set<number>();
  let task = random.below(taskCount);
  // where tasks are unserved or far from all others, fewer routes come together
  for (let attempt = 0; attempt < 2 * wanted && group.size < wanted; attempt++) {
    if (routeOf[task] >= 0) group.add(routeOf[task]);
    for (let k = task * near.width; k < (task + 1) * near.width && group.size < wanted; k++) {
      if (routeOf[near.list[k]] >= 0) group.add(routeOf[near.list[k]]);
    }
    const from = [...group];
    const tasks = from.length === 0 ? [] : routes[from[random.below(from.length)]];
    task = tasks.length === 0 ? random.below(taskCount) : tasks[random.below(tasks.length)];
  }
  return [...group];
}
