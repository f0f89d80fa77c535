import type { MissingWay, OtherVehicles, SolutionStep, Suggestion, TaskKind } from "../../contract";

/** VROOM's answer; what goes beyond its format is said so. */
export interface VroomSolution {
  readonly code: 0;
  readonly summary: VroomTotals & {
    readonly routes: number;
    readonly unassigned: number;
    /** Milliseconds. */
    readonly computing_times: {
      readonly loading: number;
      readonly solving: number;
      /** Times of the routes, and reasons; beyond VROOM. */
      readonly explaining?: number;
      readonly routing?: number;
    };
  };
  readonly unassigned: readonly VroomUnassigned[];
  readonly routes: readonly VroomRoute[];
}

export interface VroomTotals {
  readonly cost: number;
  /** Per dimension; absent in problems without loads. */
  readonly delivery?: readonly number[];
  /** The same under its old name. */
  readonly amount?: readonly number[];
  readonly pickup?: readonly number[];
  readonly setup: number;
  readonly service: number;
  readonly duration: number;
  readonly waiting_time: number;
  readonly priority: number;
  readonly distance?: number;
  readonly violations: readonly VroomViolation[];
}

export interface VroomRoute extends VroomTotals {
  readonly vehicle: number;
  readonly description?: string;
  /** Encoded line on the map, where the writer got one. */
  readonly geometry?: string;
  readonly steps: readonly VroomStep[];
}

export interface VroomPlace {
  readonly location?: readonly [lon: number, lat: number];
  readonly location_index?: number;
}

export interface VroomStep extends VroomPlace {
  readonly type: SolutionStep["type"];
  readonly id?: number;
  /** The id once more, of jobs. */
  readonly job?: number;
  readonly description?: string;
  readonly setup: number;
  readonly service: number;
  readonly waiting_time: number;
  readonly load?: readonly number[];
  readonly arrival: number;
  readonly duration: number;
  readonly distance?: number;
  readonly violations: readonly VroomViolation[];
}

export interface VroomViolation {
  readonly cause: string;
  /** Seconds, of rules about time. */
  readonly duration?: number;
  /** Units, metres or stops, of other rules; beyond VROOM. */
  readonly amount?: number;
  /** The dimension of a load that is too much, from 0; beyond VROOM. */
  readonly index?: number;
  /** Beyond VROOM. */
  readonly message: string;
}

export interface VroomUnassigned extends VroomPlace {
  readonly id: number;
  readonly type: TaskKind;
  readonly description?: string;
  /** Beyond VROOM: per vehicle the first rule that keeps the stop out of its route, at most 100,000 for all stops. */
  readonly reasons?: readonly VroomReason[];
  /** Beyond VROOM: how many vehicles are not among the reasons, by what keeps the stop out. */
  readonly other_vehicles?: readonly OtherVehicles[];
  /** Beyond VROOM. */
  readonly suggestion?: VroomSuggestion;
}

export interface VroomSuggestion extends Suggestion {
  readonly vehicle: number;
  /** The same; it goes with the next major version. */
  readonly vehicleId: number;
}

export interface VroomReason {
  readonly vehicle: number;
  readonly code: string;
  readonly message: string;
  /** Seconds, metres, units or stops. */
  readonly amount?: number;
  /** The load that is too much, from 0. */
  readonly index?: number;
  /** Of `no_way`: which way there isn't. */
  readonly way?: MissingWay;
}

/** A refusal in VROOM's form. */
export interface VroomError {
  /** 2 input error, 3 routing error. */
  readonly code: number;
  readonly error: string;
  /** Beyond VROOM: what is wrong, and `SolverError.code`. */
  readonly field: string;
  readonly number: number;
}
