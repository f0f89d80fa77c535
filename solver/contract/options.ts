import type { StepRef } from "./problem";

/** A plan given from outside: for warm start, plan mode (there one route per vehicle) and the change budget. */
export interface GivenRoute {
  readonly vehicleId: number;
  readonly steps: readonly StepRef[];
}

export interface Progress {
  /** Cost of the best plan so far, in the unit of `Solution.cost`. */
  readonly cost: number;
  /** Number of stops that it leaves out. */
  readonly unassigned: number;
  /** Share of the time (or iterations) that is used, 0..1. */
  readonly share: number;
  readonly iterations: number;
  /** The best routes so far, computed on call: a place to resume from after an interruption. */
  readonly bestRoutes: () => readonly GivenRoute[];
}

export interface Options {
  /**
   * Upper bound on solving time, but for a first plan, which is always made. 0 counts as absent: chosen by size and
   * exploration, or none with an `iterationLimit`.
   */
  readonly timeLimitMs?: number;
  /** Stops after this number of iterations; with one thread the same seed then gives the same answer. */
  readonly iterationLimit?: number;
  /** Of the random numbers, any whole number, default 1: the same one gives the same plan with an iteration limit. */
  readonly seed?: number;
  /** Effort when no time limit is given, 0 (construction and a short descent) to 5 (default 5). */
  readonly exploration?: number;
  /** Number of threads, 1 (default) to 64; always 1 in browsers, with an iteration limit and with a change budget. */
  readonly threads?: number;
  /**
   * Int32Array over a SharedArrayBuffer; the search returns its best soon after [0] is not 0. Other memory is accepted
   * only where there is no SharedArrayBuffer.
   */
  readonly stopFlag?: Int32Array;
  /** Called at most 5 times per second. */
  readonly onProgress?: (progress: Progress) => void;
  /** The search starts from these routes where they are possible. `Vehicle.steps` is used when absent. */
  readonly warmStart?: readonly GivenRoute[];
  /**
   * The most stops that may change route or order against the warm start (or Vehicle.steps): in each route those
   * outside a longest common subsequence with the given one, and those that are in no route any more. Stops that were
   * in no route count when they are put into one. 0 only leaves out what breaks a rule. Absent: no limit.
   */
  readonly changeBudget?: number;
  /**
   * Also says what each suggestion adds to its route, and the cheapest change of another kind. Default false: it takes
   * up to twice the time for reasons.
   */
  readonly alternatives?: boolean;
  /**
   * A clock in milliseconds, for tests, with one thread. Default `performance.timeOrigin + performance.now()`. It is
   * called by itself: give `() => performance.now()`, not `performance.now`.
   */
  readonly now?: () => number;
}
