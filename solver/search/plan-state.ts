import { columnsOf } from "../model/columns";
import type { Instance } from "../model/instance";
import { missingWeight } from "../model/missing-weight";
import { Overload } from "./overload";

/** In place of the cost of a leg that bounds nothing: more than a detour can cost. */
export const OUTER = 0x7fffffff;

/**
 * What is stored about routes: arrays by node (a task, or the start or end of a vehicle), by vehicle and by class of
 * vehicles. Routes are linked lists of nodes. `Plan` changes them; after its `refresh(v)` all of a route's arrays agree
 * with its list.
 */
export class PlanState {
  // The lists, per node.
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Vehicle of a node, -1 for an unassigned task. */
  readonly route: Int32Array;

  // Costs. Invariant: legCost[i] is the cost of the leg i → next[i]; cost is the sum of routeCost.
  readonly legCost: Int32Array;
  /**
   * Costs of the legs that leave [2 * node] and enter [2 * node + 1] a node, OUTER for those from the start and to the
   * end.
   */
  readonly innerLegs: Int32Array;
  readonly routeCost: Float64Array; // legs, fixed, task time and balance
  cost = 0;

  /**
   * Legs without a way per vehicle. While a round goes on there may be some; not counted are those within a locked
   * beginning, which may be history.
   */
  readonly noWays: Int32Array;

  // Times. Invariant: a route is on time where depart <= latest in one layer of its start.
  /** Number of breaks that may be taken, and none: layers per node. */
  readonly layers: number;
  /** Earliest and latest departure per [node * layers + breaks taken]. */
  readonly depart: Int32Array;
  readonly latest: Int32Array;
  readonly windowEnd: Int32Array;
  /** Single windows, no breaks, no setup: one clock per node and no dependence on the place before. */
  readonly plainTimes: boolean;

  // Loads. Invariant: sums are always known, loads along a route only after `followLoads`.
  readonly routeLoad: Float64Array; // sum of all amounts per [vehicle * dimensions + d]
  readonly routeAtStart: Float64Array; // of these, what is on board at the start
  /**
   * Load after a node and its largest value up to and from there, per [node * dimensions + d]; less what locked stops
   * have on board above the capacity.
   */
  readonly loadAfter: Int32Array;
  readonly maxBefore: Int32Array;
  readonly maxAfter: Int32Array;
  protected readonly loadsFollowed: Uint8Array; // 1 per vehicle whose loads along the route are up to date
  readonly overload: Overload;

  // Limits of a vehicle.
  readonly count: Int32Array; // stops
  readonly routeTravel: Float64Array; // seconds
  readonly routeDistance: Float64Array; // metres

  // Locked stops.
  readonly isLocked: Uint8Array; // 1 per node that stays where it is
  /** 1 per vehicle whose locked stops alone are above its capacity, which then depends on the place. */
  readonly carriesTooMuch: Uint8Array;
  /** Of such routes, per [node * dimensions + d]: what `loadAfter` leaves out, which is on board all the same. */
  readonly excused: Int32Array;
  /** The vehicle that alone may serve a task (its pickup is locked there), else -1. */
  readonly onlyVehicle: Int32Array;

  // Unassigned tasks. Invariant: open[openAt[t]] = t for each of the first openCount, openAt = -1 for all others.
  readonly open: Int32Array;
  readonly openAt: Int32Array;
  openCount = 0;
  /** Weight of an unassigned task: priority first, then number. */
  readonly weight: Float64Array;
  /** Sum of the weights of unassigned tasks. */
  missing = 0;

  // Columns of the matrices: [to * size + from], per kind of cost and of travel.
  readonly costIn: Int32Array[];
  readonly travelIn: Int32Array[];

  constructor(
    readonly instance: Instance,
    checkpoint: () => void,
  ) {
    const { taskCount: n, vehicleCount: V, nodeCount, dimensions } = instance;
    const int = (length: number): Int32Array => new Int32Array(length);
    this.next = int(nodeCount).fill(-1);
    this.prev = int(nodeCount).fill(-1);
    this.route = int(nodeCount).fill(-1);
    this.legCost = int(nodeCount);
    this.innerLegs = int(2 * nodeCount).fill(OUTER);
    this.routeCost = new Float64Array(V);
    this.noWays = int(V);
    this.layers = instance.mostBreakStates;
    this.depart = int(nodeCount * this.layers);
    this.latest = int(nodeCount * this.layers);
    this.windowEnd = instance.windowEnd;
    this.plainTimes = this.layers === 1 && !instance.hasMoreWindows && !instance.hasSetup;
    this.routeLoad = new Float64Array(V * dimensions);
    this.routeAtStart = new Float64Array(V * dimensions);
    this.loadAfter = int(nodeCount * dimensions);
    this.maxBefore = int(nodeCount * dimensions);
    this.maxAfter = int(nodeCount * dimensions);
    this.loadsFollowed = new Uint8Array(V);
    this.overload = new Overload(instance, this.routeLoad);
    this.count = int(V);
    this.routeTravel = new Float64Array(V);
    this.routeDistance = new Float64Array(V);
    this.isLocked = new Uint8Array(nodeCount);
    this.carriesTooMuch = new Uint8Array(V);
    this.excused = int(nodeCount * dimensions);
    this.onlyVehicle = int(nodeCount).fill(-1);
    this.open = int(n);
    this.openAt = int(n).fill(-1);
    this.weight = Float64Array.from(instance.priority, (priority) => missingWeight(priority, n));
    this.costIn = instance.cost.map((matrix) => columnsOf(matrix, instance, checkpoint));
    this.travelIn = instance.travel.map((matrix) =>
      instance.hasTime ? columnsOf(matrix, instance, checkpoint) : matrix,
    );
  }

  startOf(v: number): number {
    return this.instance.taskCount + v;
  }

  endOf(v: number): number {
    return this.instance.taskCount + this.instance.vehicleCount + v;
  }

  /** Setup and service at a node reached from another one. */
  action(v: number, from: number, node: number): number {
    const instance = this.instance;
    if (node >= instance.taskCount) return 0;
    const k = instance.typeOf[v] * instance.taskCount + node;
    return instance.setup[k] > 0 && instance.site[from] !== instance.site[node]
      ? instance.service[k] + instance.setup[k]
      : instance.service[k];
  }
}
