import type { TravelModel } from "./travel-models";

/**
 * The problem as the solver takes it: plain serialisable objects plus typed matrices.
 * Times are whole seconds on one clock (relative or absolute), distances whole metres,
 * amounts whole numbers in any unit that the caller keeps the same everywhere.
 */

/** Inclusive window [startSec, endSec] in which something may begin. */
export type TimeWindow = readonly [startSec: number, endSec: number];

export type TaskKind = "job" | "pickup" | "delivery";

/** Names one stop of a route. A shipment's two stops are named by the ids of its pickup and of its delivery. */
export interface StepRef {
  readonly type: TaskKind | "break";
  readonly id: number;
  /**
   * Plan mode only (`solve` refuses all three): begin exactly then, not before, not after. The first one stands above
   * the step's windows, the others bound them.
   */
  readonly serviceAtSec?: number;
  readonly serviceAfterSec?: number;
  readonly serviceBeforeSec?: number;
}

export interface Break {
  readonly id: number;
  readonly description?: string;
  /** The break begins inside one of them; any time when absent. */
  readonly timeWindows?: readonly TimeWindow[];
  /** How long it takes, in seconds; default 0. */
  readonly serviceSec?: number;
  /** The break is only possible while the load is not above this, per dimension. */
  readonly maxLoad?: readonly number[];
  /**
   * Taken only where it is due: where the route without it leaves before the break's windows are over, ends after they
   * begin, and either ends after their end or is longer than `dueAfterSec`. Absent: on every used vehicle. A vehicle
   * with such a break has no other one.
   */
  readonly onlyIfDue?: boolean;
  /**
   * With `onlyIfDue`, and refused without it: a route that is longer than this, from leaving to its end, has to take
   * it; absent: length doesn't count.
   */
  readonly dueAfterSec?: number;
}

export interface VehicleCosts {
  /** Paid once when the vehicle is used; default 0. */
  readonly fixed?: number;
  /** Per hour of travel; default 3600, which makes the cost of a route its travel seconds. */
  readonly perHour?: number;
  /** Per kilometre; default 0. Needs a distance matrix when above 0. */
  readonly perKm?: number;
  /** Per hour of setup and service; default 0. */
  readonly perTaskHour?: number;
}

export interface Vehicle {
  readonly id: number;
  readonly description?: string;
  /** Key of `Problem.matrices`. */
  readonly profile: string;
  /** Chooses `serviceSecPerType` and `setupSecPerType` of tasks. */
  readonly type?: string;
  /** Rows of the matrix; null: the route begins (ends) at its first (last) stop. */
  readonly startIndex: number | null;
  readonly endIndex: number | null;
  /** Of the start, as of tasks: a vehicle that goes on from a stop pays no setup for a further one at its site. */
  readonly startSiteIndex?: number;
  /** Same number of dimensions as all amounts; missing dimensions are 0. */
  readonly capacity?: readonly number[];
  /** Numbers of your own. It serves only stops all of whose skills are among them; absent: those without any. */
  readonly skills?: readonly number[];
  /** Working hours; null or absent: no end, and it leaves at second 0 or later. */
  readonly timeWindow?: TimeWindow | null;
  /** The vehicle may end this much after its window's end; default 0. Without a window there is nothing to exceed. */
  readonly overtimeSec?: number;
  /** Leave exactly at the window's start, without a window at 0. Default false: leave as late as costs no time. */
  readonly strictStart?: boolean;
  /**
   * A vehicle that leaves later than it could leaves each stop this much of its window, or as much as leaving first
   * would: whoever waits later anyway is not late by a red light. Default 0. It costs nothing, and rules out no plan.
   */
  readonly windowReserveSec?: number;
  /** At most 100; a vehicle that is used takes each of them once (but see `onlyIfDue`), one that isn't takes none. */
  readonly breaks?: readonly Break[];
  /** 0.1 to 10, default 1. With 1.1 it is faster: travel is round(100 / speedFactor) hundredths of the matrix. */
  readonly speedFactor?: number;
  /** Most stops (a shipment counts two). */
  readonly maxTasks?: number;
  /** Most seconds of driving, without waiting, service and breaks. */
  readonly maxTravelTimeSec?: number;
  /** Most metres of driving. Needs a distance matrix. */
  readonly maxDistanceM?: number;
  /**
   * In any currency, the same everywhere. Absent: a route costs its travel seconds. Costs in a solution are whole
   * numbers: give rates in cents where a route costs a few euros.
   */
  readonly costs?: VehicleCosts;
  /**
   * Stops that were served or frozen: they stay first, in this order, on this vehicle, whatever they break, which is
   * listed as violations. Behind them every rule holds, and no stop is added that breaks one further: what they have on
   * board above the capacity has room until it is delivered, and no other load has. The way from the last one to the
   * end may break working hours or limits on travel time and distance as far as it does without further stops, or have
   * no road while none stands behind it.
   */
  readonly lockedPrefix?: readonly StepRef[];
  /** A given sequence: start of the search, or the order to time in plan mode (`schedule`). */
  readonly steps?: readonly StepRef[];
}

/** What jobs, pickups and deliveries share. */
export interface Task {
  readonly id: number;
  readonly description?: string;
  /** Row of the matrix. */
  readonly locationIndex: number;
  /**
   * Row of the place that stands for the task's site; default `locationIndex`. Stops at doors beside each other are at
   * one site, though the way between them may be long by road: travel is between places, setup is due between sites.
   */
  readonly siteIndex?: number;
  /** Paid on arrival from another site (at the site that the vehicle starts from never); default 0. */
  readonly setupSec?: number;
  /** Seconds of work at the stop; default 0. */
  readonly serviceSec?: number;
  /** Take the place of setupSec and serviceSec for vehicles of the named type. */
  readonly setupSecPerType?: Readonly<Record<string, number>>;
  readonly serviceSecPerType?: Readonly<Record<string, number>>;
  /** Service (setup included) begins inside one of them; any time when absent. Sorted, not overlapping. */
  readonly timeWindows?: readonly TimeWindow[];
}

export interface Job extends Task {
  /** On board from the start of the route. */
  readonly delivery?: readonly number[];
  /** On board until the end of the route. */
  readonly pickup?: readonly number[];
  /** The vehicle must have all of them. */
  readonly skills?: readonly number[];
  /**
   * 0 (default) to 100. Before all else counts the sum of the priorities of what is served: two jobs with 6 each come
   * before one with 10.
   */
  readonly priority?: number;
}

/** Something that one vehicle fetches at one place and brings to another, in this order; both or neither are served. */
export interface Shipment {
  readonly pickup: Task;
  readonly delivery: Task;
  /** On board from the pickup to the delivery, per dimension. */
  readonly amount?: readonly number[];
  /** The vehicle must have all of them. */
  readonly skills?: readonly number[];
  /** 0 (default) to 100, as of jobs; it counts for both stops, so twice. */
  readonly priority?: number;
}

export interface Problem {
  readonly vehicles: readonly Vehicle[];
  readonly jobs: readonly Job[];
  readonly shipments: readonly Shipment[];
  readonly matrices: Readonly<Record<string, TravelModel>>;
  /** Visit balance: 0 (default) none, 1 as even a number of stops per vehicle as the constraints allow. */
  readonly balance?: number;
}
