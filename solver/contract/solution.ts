import type { RouteLimit } from "./route-limits";
import type { StepRef, TaskKind } from "./problem";

export type ViolationCode =
  | "lead_time" // begins before its window (amount: seconds)
  | "delay" // begins after its window (seconds)
  | "load" // above capacity (units, worst dimension)
  | "skills" // misses this many skills
  | "no_way" // no road leads there from the place before
  | "precedence" // delivery before its pickup, or one of both missing
  | "missing_break"
  | "needless_break" // taken though it is to be taken only where it is due
  | RouteLimit // by how much the route is above it
  | "max_load" // load above what the break allows
  | "overtime" // ends after working hours (seconds)
  | "locked" // a locked stop is not where it was
  | "duplicate" // a stop occurs twice
  | "lost" // a stop is neither served nor listed as unassigned
  | "unknown" // a stop, break or vehicle that the problem doesn't have
  | "cost" // a reported number differs from the recomputed one
  | "strict_start"; // leaves at another time than the window's start

/** One broken rule. `amount` is in the unit of its code; null where a count makes no sense. */
export interface Violation {
  readonly code: ViolationCode;
  readonly amount: number | null;
  /** With `load` and `max_load`: the dimension of the amount, from 0. */
  readonly index?: number;
  readonly message: string;
  readonly vehicleId?: number;
  readonly step?: StepRef;
}

/** A step of a route: its `type` says whether it has an id and a place. */
export type SolutionStep = EndStep<"start"> | EndStep<"end"> | TaskStep | BreakStep;

/** Where a vehicle starts or ends. An open start or end is no step. */
export interface EndStep<Type extends "start" | "end"> extends StepFigures {
  readonly type: Type;
  /** Always absent; not `undefined` by type, so that comparing it first doesn't rule this kind out. */
  readonly id?: number;
  readonly locationIndex: number;
}

export interface TaskStep extends StepFigures {
  readonly type: TaskKind;
  readonly id: number;
  readonly locationIndex: number;
}

export interface BreakStep extends StepFigures {
  readonly type: "break";
  readonly id: number;
  /** Always absent: a break is taken where the vehicle stands. */
  readonly locationIndex?: number;
}

/** What all steps of a route have. */
export interface StepFigures {
  readonly description?: string;
  readonly arrivalSec: number;
  /** Service (setup first) begins at arrivalSec + waitingSec. */
  readonly waitingSec: number;
  readonly setupSec: number;
  readonly serviceSec: number;
  /** Travel since the start of the route. */
  readonly durationSec: number;
  /** Since the start; absent when the profile has no distances. */
  readonly distanceM?: number;
  /** After the step. */
  readonly load: readonly number[];
  readonly violations: readonly Violation[];
}

export interface Totals {
  /** In the unit of `VehicleCosts`, rounded to a whole number; that of a plan is the rounded sum of exact costs. */
  readonly cost: number;
  /** Travel. */
  readonly durationSec: number;
  readonly waitingSec: number;
  /** Of stops and breaks. */
  readonly serviceSec: number;
  readonly setupSec: number;
  readonly distanceM?: number;
  readonly priority: number;
  /** Sums of what is delivered and picked up, per dimension (a shipment counts in both). */
  readonly delivery: readonly number[];
  readonly pickup: readonly number[];
  readonly violations: readonly Violation[];
}

export interface SolutionRoute extends Totals {
  readonly vehicleId: number;
  readonly description?: string;
  readonly steps: readonly SolutionStep[];
}

export type ReasonCode =
  | "no_way" // no road leads there, or from there to what comes next
  | "skills"
  | "capacity"
  | "time_window"
  | "working_hours"
  | RouteLimit
  | "break"
  | "locked" // the delivery of a shipment whose pickup is settled on another vehicle
  | "change_budget" // possible, but no more stops may change
  | "not_inserted"; // possible, but no better plan with it was found

/** Which way a vehicle's route lacks: one to the stop, or one from there to what comes next. */
export type MissingWay = "there" | "back";

/** The first rule that keeps a stop from a vehicle's route in this plan. */
export interface Reason {
  readonly vehicleId: number;
  readonly code: ReasonCode;
  readonly message: string;
  /**
   * How much of the rule is missing, in its unit (seconds, metres, units, stops). Of a time window: how late the stop
   * would be at its best place, all others on time; absent where lateness alone doesn't help.
   */
  readonly amount?: number;
  /** With `capacity`: its dimension, from 0; absent where at no place of the route the same one is full. */
  readonly index?: number;
  /** With `no_way`; absent where both ways exist, but not between two stops in a row. */
  readonly way?: MissingWay;
}

/** Vehicles that one rule keeps a stop from, where `Unassigned.reasons` doesn't name them. */
export interface OtherVehicles {
  readonly code: ReasonCode;
  readonly way?: MissingWay;
  readonly count: number;
}

/** The cheapest listed single change that would serve the stop, on this vehicle, while all others stay as they are. */
export interface Suggestion {
  readonly vehicleId: number;
  readonly change:
    | "overtime" // seconds
    | "earlier_start" // of the working hours, seconds
    | "capacity" // units
    | RouteLimit // in its unit
    | "skills"
    | "time_window" // the stop's own window ends later, seconds
    | "time_window_earlier" // it begins earlier
    | "break" // the window of a break ends later, seconds
    | "break_earlier"; // it begins earlier
  readonly amount: number;
  /**
   * Dimension for capacity, the missing skill for skills, the number of the window (from 0) where there are several.
   */
  readonly index?: number;
  /** The stop or break whose window is meant. */
  readonly step?: StepRef;
  readonly message: string;
  /** With `Options.alternatives`, for jobs: driving that the stop adds to the route at its cheapest place. */
  readonly added?: { readonly travelSec: number; readonly distanceM: number };
}

export interface Unassigned {
  readonly type: TaskKind;
  readonly id: number;
  readonly locationIndex: number;
  readonly description?: string;
  /**
   * One for each vehicle, in the order of the problem's vehicles. Where that would be more than 100,000 for all stops
   * together, each stop has its share of them, at least one, of as different vehicles as there are.
   */
  readonly reasons: readonly Reason[];
  /** What keeps the stop from the vehicles that `reasons` leaves out then; absent where it has all of them. */
  readonly otherVehicles?: readonly OtherVehicles[];
  readonly suggestion?: Suggestion;
  /**
   * With `Options.alternatives`: the cheapest listed change of another kind (hours, load, the stop's own window, …).
   */
  readonly alternative?: Suggestion;
}

export interface Summary extends Totals {
  readonly routes: number;
  readonly unassigned: number;
}

export interface ComputingTimes {
  /**
   * Until the first complete insertion plan stood: checking the problem, building the model, one insertion of all
   * stops.
   */
  readonly firstSolutionMs: number;
  readonly solvingMs: number;
  /** After the search: times of the routes, and reasons for what is left out. */
  readonly explainingMs?: number;
}

export interface Solution {
  /** Of all routes, rounded to a whole number; `summary.cost` is the same. */
  readonly cost: number;
  /** Used vehicles only, in the order of the problem's vehicles. */
  readonly routes: readonly SolutionRoute[];
  readonly unassigned: readonly Unassigned[];
  readonly summary: Summary;
  readonly iterations: number;
  readonly computingTimes: ComputingTimes;
}
