import { snapshot } from "../construct/construct";
import { balanceCost } from "../model/balance";
import type { Routes } from "./journal";
import type { Plan } from "./plan";

/** A route of a plan. */
interface Piece {
  readonly v: number;
  readonly tasks: readonly number[];
  readonly cost: number;
}

/** Pieces of two plans that serve the same tasks. */
interface Exchange {
  readonly mine: Piece[];
  readonly theirs: Piece[];
  /** What the exchange costs; below 0 it saves. */
  cost: number;
}

/**
 * The best plan that can be pieced together from plans seen one after the other: where some routes of two plans serve
 * the same tasks, the cheaper ones are taken, group by group (partition crossover: Whitley, Hains & Howe, "Tunneling
 * between optima: partition crossover for the traveling salesman problem", 2009). While a large plan is annealed, some
 * of its regions are at their best while others are not; no plan on the way is as good as this one.
 */
export class Mosaic {
  private pieces: readonly Piece[] | null = null;
  private readonly pieceOf: Int32Array;
  cost = Infinity;

  constructor(private readonly plan: Plan) {
    this.pieceOf = new Int32Array(plan.instance.taskCount);
  }

  /** Forgets everything. */
  clear(): void {
    this.pieces = null;
    this.cost = Infinity;
  }

  /** Takes over what the present plan has better. Plans that leave out tasks are passed over. */
  take(): void {
    const { openCount, overload, routeCost } = this.plan;
    if (openCount > 0 || (this.pieces === null && overload.routes > 0)) return;
    // an overloaded route is never the better one
    this.merge(piecesOf(snapshot(this.plan), (v) => (overload.ofRoute[v] > 0 ? Infinity : routeCost[v])));
  }

  /** The same from the routes of a plan that keeps all rules and leaves out nothing, by vehicle. */
  takeRoutes(routes: Routes): void {
    this.merge(piecesOf(routes, (v, tasks) => costOf(this.plan, v, tasks)));
  }

  /** The tasks of each vehicle; routes without a locked beginning may have changed to an equal vehicle. */
  routes(): number[][] {
    const { vehicleCount, vehicleClass, classVehicles } = this.plan.instance;
    const routes: number[][] = Array.from({ length: vehicleCount }, () => []);
    const homeless: Piece[] = [];
    for (const piece of this.pieces ?? []) {
      if (routes[piece.v].length === 0) routes[piece.v] = [...piece.tasks];
      else homeless.push(piece);
    }
    for (const { v, tasks } of homeless) {
      const free = classVehicles[vehicleClass[v]].find((w) => routes[w].length === 0);
      if (free === undefined) throw new Error("A class has fewer vehicles than routes.");
      routes[free] = [...tasks];
    }
    return routes;
  }

  private merge(theirs: readonly Piece[]): void {
    if (this.pieces === null) {
      this.keep(theirs);
      return;
    }
    const better = this.exchanges(this.pieces, theirs).filter((one) => one.cost < -1e-6);
    if (better.length === 0) return;
    this.dropUntilVehiclesSuffice(better);
    const gone = new Set(better.flatMap((one) => one.mine));
    const pieces = [...this.pieces.filter((piece) => !gone.has(piece)), ...better.flatMap((one) => one.theirs)];
    // without those that were dropped, the other plan as a whole can be the better one
    this.keep(sumOf(theirs) < sumOf(pieces) ? theirs : pieces);
  }

  /** Leaves out the exchanges that save least among those that need more vehicles of a class than there are. */
  private dropUntilVehiclesSuffice(exchanges: Exchange[]): void {
    const { vehicleClass, classVehicles, classCount } = this.plan.instance;
    const used = new Int32Array(classCount);
    const count = (pieces: readonly Piece[], sign: number): void => {
      for (const { v } of pieces) used[vehicleClass[v]] += sign;
    };
    count(this.pieces ?? [], 1);
    for (const { mine, theirs } of exchanges) {
      count(mine, -1);
      count(theirs, 1);
    }
    exchanges.sort((a, b) => a.cost - b.cost);
    for (;;) {
      const c = used.findIndex((vehicles, k) => vehicles > classVehicles[k].length);
      if (c < 0) return;
      const uses = (pieces: readonly Piece[]): number => pieces.filter(({ v }) => vehicleClass[v] === c).length;
      const [dropped] = exchanges.splice(
        exchanges.findLastIndex(({ mine, theirs }) => uses(theirs) > uses(mine)),
        1,
      );
      count(dropped.theirs, -1);
      count(dropped.mine, 1);
    }
  }

  private keep(pieces: readonly Piece[]): void {
    this.pieces = pieces;
    this.cost = sumOf(pieces);
    pieces.forEach((piece, k) => {
      for (const task of piece.tasks) this.pieceOf[task] = k;
    });
  }

  /** The smallest groups of pieces that serve the same tasks in both plans. */
  private exchanges(mine: readonly Piece[], theirs: readonly Piece[]): Exchange[] {
    const parent = Int32Array.from({ length: mine.length + theirs.length }, (_, k) => k);
    const rootOf = (k: number): number => {
      while (parent[k] !== k) k = parent[k] = parent[parent[k]];
      return k;
    };
    theirs.forEach((piece, k) => {
      for (const task of piece.tasks) parent[rootOf(this.pieceOf[task])] = rootOf(mine.length + k);
    });
    const groups = new Map<number, Exchange>();
    const groupOf = (k: number): Exchange => {
      const root = rootOf(k);
      let group = groups.get(root);
      if (group === undefined) groups.set(root, (group = { mine: [], theirs: [], cost: 0 }));
      return group;
    };
    mine.forEach((piece, k) => {
      const group = groupOf(k);
      group.mine.push(piece);
      group.cost -= piece.cost;
    });
    theirs.forEach((piece, k) => {
      const group = groupOf(mine.length + k);
      group.theirs.push(piece);
      group.cost += piece.cost;
    });
    return [...groups.values()];
  }
}

/** The routes that are used, with their costs. */
function piecesOf(routes: Routes, cost: (v: number, tasks: readonly number[]) => number): Piece[] {
  return routes.flatMap((tasks, v) => (tasks.length > 0 ? [{ v, tasks, cost: cost(v, tasks) }] : []));
}

const sumOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + piece.cost, 0);

/** What tasks in this order cost on a vehicle, as the plan counts it. */
function costOf(plan: Plan, v: number, tasks: readonly number[]): number {
  const { instance } = plan;
  const { place, size, fixedCost, taskTimeCost, hasTaskTimeCost } = instance;
  const costs = instance.cost[instance.costOf[v]];
  let cost = fixedCost[v] + balanceCost(instance, tasks.length);
  let from = plan.startOf(v);
  for (const task of tasks) {
    cost += costs[place[from] * size + place[task]];
    if (hasTaskTimeCost) cost += plan.action(v, from, task) * taskTimeCost[v];
    from = task;
  }
  return cost + costs[place[from] * size + place[plan.endOf(v)]];
}
