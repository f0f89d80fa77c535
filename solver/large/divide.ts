import type { Problem } from "../contract";
import type { Random } from "../random";
import { cut } from "./cut";
import type { Scattered } from "./cut";
import type { Part } from "./part";
import type { LargeTasks } from "./tasks";
import type { WholePlan } from "./whole-plan";

/** Stops of a part: as many as this number of routes has, within bounds. */
export interface PartSize {
  readonly least: number;
  readonly routes: number;
  readonly most: number;
}

/** Enough for routes to exchange stops freely; more borders would cost more than a matrix beyond the fast cache. */
const PART_SIZE: PartSize = { least: 1000, routes: 10, most: 1500 };
/** Parts are smaller where there would be fewer than threads, down to this number of stops. */
const FEWEST_STOPS = 250;
/** Empty vehicles of a part without unassigned stops. */
const SPARE = 3;

/** How large parts are when so many threads work on so many stops. */
export function partSizeFor(stops: number, threads: number): PartSize {
  const share = Math.max(FEWEST_STOPS, Math.ceil(stops / threads));
  return { ...PART_SIZE, least: Math.min(PART_SIZE.least, share), most: Math.min(PART_SIZE.most, share) };
}

/**
 * Cuts a plan into parts that share nothing: routes by the centres of their stops (barycentre clustering, Santini et
 * al. 2023) together with unassigned stops, and empty vehicles where they may be needed.
 */
export function divide(
  problem: Problem,
  tasks: LargeTasks,
  points: Float64Array,
  plan: WholePlan,
  random: Random,
  size: PartSize,
): Part[] {
  const used = plan.routes.flatMap((route, v) => (route.length > 0 ? [v] : []));
  const vehicleOf = new Int32Array(tasks.count).fill(-1);
  for (const v of used) for (const task of plan.routes[v]) vehicleOf[task] = v;
  // the delivery of a locked pickup goes with its vehicle, that of an unassigned one with its pickup
  const bound = new Map<number, number[]>();
  const free: number[] = [];
  for (const task of plan.open) {
    const partner = tasks.partner(task);
    if (partner >= 0 && vehicleOf[partner] >= 0) push(bound, vehicleOf[partner], task);
    else if (partner < 0 || partner > task) free.push(task);
  }
  const things = scatter(plan, tasks, points, used, free);
  const stops = used.length === 0 ? 0 : used.reduce((sum, v) => sum + plan.routes[v].length, 0) / used.length;
  const most = Math.max(size.least, Math.min(size.most, Math.round(size.routes * stops)));
  const groups = cut(things, Int32Array.from(things.x.keys()), most, random);
  const spare = spares(problem, plan, points, things, groups, used.length, random);
  return groups.map((group, g): Part => {
    const vehicles = [...group].filter((i) => i < used.length).map((i) => used[i]);
    const open = [...group]
      .filter((i) => i >= used.length)
      .flatMap((i) => {
        const task = free[i - used.length];
        return tasks.isJob(task) ? [task] : [task, tasks.partner(task)];
      });
    return {
      vehicles: [...vehicles, ...spare[g]],
      routes: [...vehicles.map((v) => plan.routes[v]), ...spare[g].map(() => [])],
      open: [...open, ...vehicles.flatMap((v) => bound.get(v) ?? [])],
    };
  });
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The used routes, then the free tasks. */
function scatter(
  plan: WholePlan,
  tasks: LargeTasks,
  points: Float64Array,
  used: readonly number[],
  free: readonly number[],
): Scattered {
  const count = used.length + free.length;
  const things = { x: new Float64Array(count), y: new Float64Array(count), weight: new Float64Array(count) };
  used.forEach((v, i) => {
    const route = plan.routes[v];
    for (const task of route) {
      things.x[i] += points[2 * tasks.place[task]] / route.length;
      things.y[i] += points[2 * tasks.place[task] + 1] / route.length;
    }
    things.weight[i] = route.length;
  });
  free.forEach((task, k) => {
    things.x[used.length + k] = points[2 * tasks.place[task]];
    things.y[used.length + k] = points[2 * tasks.place[task] + 1];
    things.weight[used.length + k] = tasks.isJob(task) ? 1 : 2;
  });
  return things;
}

/**
 * Empty vehicles by group: a few everywhere, and the others where unassigned stops are, as many as these weigh, those
 * that stand nearest. Vehicles of different kinds are mixed by chance.
 */
function spares(
  problem: Problem,
  plan: WholePlan,
  points: Float64Array,
  things: Scattered,
  groups: readonly Int32Array[],
  used: number,
  random: Random,
): number[][] {
  let empty = plan.routes.flatMap((route, v) => (route.length === 0 ? [v] : []));
  random.shuffle(empty);
  const wanted = groups.map((group) => group.reduce((sum, i) => (i < used ? sum : sum + things.weight[i]), 0));
  const all = wanted.reduce((sum, weight) => sum + weight, 0);
  const count = empty.length;
  let given = 0;
  let weight = 0;
  return groups.map((group, g) => {
    weight += wanted[g];
    const fair = all === 0 ? Math.floor((count * (g + 1)) / groups.length) : Math.round((count * weight) / all);
    const share = Math.max(0, fair - given);
    const taken = all === 0 ? Math.min(SPARE, share) : share;
    given += share;
    const x = group.reduce((sum, i) => sum + things.x[i], 0) / group.length;
    const y = group.reduce((sum, i) => sum + things.y[i], 0) / group.length;
    const far = (v: number): number => {
      const place = problem.vehicles[v].startIndex ?? problem.vehicles[v].endIndex!;
      return (points[2 * place] - x) ** 2 + (points[2 * place + 1] - y) ** 2;
    };
    const order = new Map(empty.map((v) => [v, far(v)]));
    empty.sort((a, b) => order.get(a)! - order.get(b)!);
    const mine = empty.slice(0, taken);
    empty = empty.slice(share);
    return mine;
  });
}
