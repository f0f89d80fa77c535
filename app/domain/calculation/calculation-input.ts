/**
 * The input of a calculation: the optimisation query body (specification, section 7), stored as
 * `routing_queries.input`. Wire names, so snake_case. Times are whole seconds since the service date's local midnight,
 * distances metres.
 */
import type { Place } from "../place";
import type { Aim } from "./aim";
import type { Prices } from "./cost";

export interface CalculationOptions {
  /** whether the lines on the map are wanted */
  polylines: boolean;
  /** seconds, 0: the solver chooses */
  solving_time: number;
  exploration: number;
  avoid_tolls: boolean;
  avoid_highways: boolean;
  /** minutes */
  squash_duration: number;
  visit_balance_coefficient: number;
  /** absent in old calculations: least driving time */
  aim?: Aim;
  need_steps: boolean;
  /** which road engine is asked first; absent: osrm */
  router?: "osrm" | "valhalla";
  /** at most so many stops may change route or order; absent: as many as it takes */
  change_budget?: number;
}

export type TravelProfile = "car" | "truck";

export interface BreakEntry {
  /** the break begins between start and end */
  start: number;
  end: number;
  /** seconds */
  duration: number;
  description: string;
  /** seconds: a longer route has to take it in any case; absent: only the hours count */
  due_after?: number;
}

export interface FleetEntry {
  vehicle_id: number;
  /** the vehicle's name: plate, else title */
  title: string;
  shift_start: number;
  /** overtime included; absent while the route is on route */
  shift_end?: number;
  max_distance?: number;
  speed_factor: number;
  /** metres */
  width: number | null;
  height: number | null;
  /** tonnes */
  weight: number | null;
  profile: TravelProfile;
  start_location: Place;
  /** absent: the route ends at its last visit */
  end_location?: Place;
  breaks: BreakEntry[];
  /** where the least cost is wanted */
  prices?: Prices;
  visits_max?: number;
  /** m³; absent: no limit */
  capacity?: number;
  /** kg; absent: no limit */
  load?: number;
  /** leave exactly at shift_start */
  strict_start: boolean;
  /** the route starts where this visit was served last */
  start_visit_id?: number;
  /** on the road already: that it goes out costs nothing more */
  is_out?: true;
  /** its shift has begun while others are on the road: shift_start is now */
  from_now?: true;
}

export interface VisitEntry {
  type: "D" | "P";
  name: string;
  lat: number;
  lng: number;
  /** window in which service begins; absent: any time */
  start?: number;
  end?: number;
  /** seconds on site */
  duration: number;
  /** m³ */
  capacity: number;
  /** kg */
  load: number;
  /** route that it stood on when the input was built */
  route_id: number | null;
}

/** `position` keeps the order and finds times; `full` searches. */
export type CalculationMode = "full" | "position";

interface CalculationBase {
  plan_id: number;
  warehouse_id: number | null;
  /** 'YYYY-MM-DD' */
  service_date: string;
  /** IANA name of the warehouse's zone */
  time_zone: string;
  mode: CalculationMode;
  /** only these routes were asked for; absent: all that are neither locked nor completed */
  route_ids?: number[];
}

/** One place of a given order: a visit by id, or the route's break. */
export type OrderEntry = number | "break";

export interface CalculationInput {
  options: CalculationOptions;
  company_id: number;
  country_id: number | null;
  /** by route id */
  fleet: Record<string, FleetEntry>;
  /** by visit id */
  visits: Record<string, VisitEntry>;
  base: CalculationBase;
  /** the present order by route id: kept in mode `position`, a place to start from in mode `full` */
  solution: Record<string, OrderEntry[]>;
}
