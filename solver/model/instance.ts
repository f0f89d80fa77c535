import type { Problem, Vehicle } from "../contract";

/** Times above it are out of reach. */
export { HORIZON } from "../contract/time-span";
/** Marks an impossible time. */
export const NEVER = 2_000_000_000;

export const TaskType = { Job: 0, Pickup: 1, Delivery: 2 } as const;

/** When a vehicle can be in each layer: departures before `from` don't occur, those after `until` lead nowhere. */
export interface LayerSpans {
  readonly from: Int32Array;
  readonly until: Int32Array;
  /** Time that the breaks before a layer take at least, summed from the first one on. */
  readonly rests: Int32Array;
}

/**
 * The problem as flat arrays. Nodes: tasks 0..n-1 (jobs, then pickup and delivery of each shipment), start of vehicle v
 * = n + v, end of vehicle v = n + V + v. Times are counted from timeBaseSec in 1/timeScale seconds; costs in
 * 1/costScale units of the reported cost.
 */
export interface Instance {
  /** Without the stops that no vehicle can reach. */
  readonly problem: Problem;
  readonly taskCount: number;
  readonly vehicleCount: number;
  readonly nodeCount: number;
  readonly timeScale: 1 | 100;
  readonly timeBaseSec: number;
  readonly costScale: number;
  /** Rows of the matrices; the last row and column are zeros when a vehicle has no start or no end. */
  readonly size: number;

  // per node
  readonly place: Int32Array; // matrix row
  readonly site: Int32Array; // setup is due between different ones; -1 of ends and open starts
  readonly windowStart: Int32Array; // of the first window
  readonly windowEnd: Int32Array; // of the last window

  // per task
  readonly taskType: Uint8Array;
  readonly paired: Int32Array; // pickup <-> delivery, -1 for jobs
  readonly source: Int32Array; // index in problem.jobs or problem.shipments
  readonly priority: Int32Array;
  /**
   * More than one window: windows of task t are moreWindows[2k], [2k+1] for k in moreFrom[t] .. moreFrom[t+1]-1; no
   * entry for a single one.
   */
  readonly moreFrom: Int32Array;
  readonly moreWindows: Int32Array;
  /** setup and service per [type * n + task], scaled time. */
  readonly setup: Int32Array;
  readonly service: Int32Array;
  /** Load dimensions. */
  readonly dimensions: number;
  /** Per [task * dimensions + d]: on board from the start (deliveries of jobs) / taken on board (may be negative). */
  readonly atStart: Int32Array;
  readonly taken: Int32Array;

  // per vehicle
  readonly vehicleClass: Int32Array; // equal vehicles share one
  readonly travelOf: Int32Array; // index into travel and distance
  readonly costOf: Int32Array; // index into cost
  readonly typeOf: Int32Array; // row of setup and service
  readonly capacity: Int32Array; // [v * dimensions + d]
  readonly fixedCost: Float64Array; // scaled cost
  readonly taskTimeCost: Float64Array; // scaled cost per scaled time unit of setup and service
  readonly maxTasks: Int32Array;
  readonly maxTravel: Float64Array; // scaled time
  readonly maxDistance: Float64Array; // metres
  /** Breaks of vehicle v, in order of their windows: breakFrom[v] .. breakFrom[v+1]-1. */
  readonly breakFrom: Int32Array;
  readonly breakService: Int32Array; // scaled time
  readonly breakWindows: readonly Int32Array[]; // pairs, scaled
  readonly breakMaxLoad: readonly (Int32Array | null)[];
  readonly breakSource: Int32Array; // index in vehicle.breaks
  /**
   * Number of layers of vehicle v: sets of breaks taken, 0 for none, the last one for all. With null in
   * `breakOrders[v]` layer k says that the first k breaks are taken; else the orders of the breaks (counted from
   * breakFrom[v]) that lead from layer a to b stand in [a * breakStates[v] + b], none where b isn't reached from a.
   */
  readonly breakStates: Int32Array;
  readonly breakOrders: readonly ((readonly Int32Array[])[] | null)[];
  readonly mostBreakStates: number;
  /** Earliest and latest departure of vehicle v in each of its layers that can be part of a whole route, scaled. */
  readonly layerSpans: readonly LayerSpans[];
  /**
   * Latest end (scaled) of vehicle v without its break, where that is taken only if due; -1 where breaks are always
   * taken.
   */
  readonly endWithoutBreak: Int32Array;

  // per class
  readonly classCount: number;
  readonly classVehicles: readonly Int32Array[];
  /** 1 where the vehicle's class may serve the task (skills, and ways there and back), per [class * n + task]. */
  readonly allowed: Uint8Array;

  // matrices
  readonly travel: readonly Int32Array[]; // scaled time
  readonly cost: readonly Int32Array[]; // scaled cost; NO_WAY_COST where there is no way
  readonly distance: readonly (Int32Array | null)[]; // metres
  /** Matrices by columns, as far as `columnsOf` was asked for them. */
  readonly columns: Map<Int32Array, Int32Array>;

  // what has to be looked at
  readonly hasTime: boolean;
  readonly hasMoreWindows: boolean;
  readonly hasSetup: boolean;
  readonly hasTaskTimeCost: boolean;
  readonly hasTravelLimit: boolean;
  readonly hasDistanceLimit: boolean;
  readonly hasTaskLimit: boolean;
  readonly hasShipments: boolean;
  readonly hasBreakLoads: boolean;
  /** Some class may not serve some task. */
  readonly hasBans: boolean;
  /** Some leg has no way. */
  readonly hasNoWay: boolean;
  /** Loads only shrink or only grow along every route, so that the sum decides. */
  readonly sumDecidesLoad: boolean;
  /** Locked stops per vehicle, as tasks. */
  readonly locked: readonly Int32Array[];
  readonly hasLocked: boolean;
  /** Cost of n stops on one vehicle is balanceWeight * n * n (scaled cost). */
  readonly balanceWeight: number;
}

export const perHour = (vehicle: Vehicle): number => vehicle.costs?.perHour ?? 3600;
