import type { DateText, Flag, HourText, JsonText, Stamps, UtcText } from "./basics";

/** Start and end of plans and routes. Coordinates and address count for type C only. */
export interface RouteEndsColumns {
  start_location_type: "W" | "P" | "C";
  start_location_lat: number | null;
  start_location_lng: number | null;
  start_location_address: string | null;
  end_location_type: "N" | "W" | "P" | "C";
  end_location_lat: number | null;
  end_location_lng: number | null;
  end_location_address: string | null;
}

export interface RoutingPlanRow extends Stamps, RouteEndsColumns {
  id: number;
  company_id: number;
  title: string;
  warehouse_id: number | null;
  /** the last calculation */
  query_id: number | null;
  service_date: DateText;
  /** 1 created, 2 planning, 3 scheduled, 4 dispatching, 5 completed */
  status: number;
  /** minutes */
  squash_duration: number;
  avoid_tolls: Flag;
  avoid_highways: Flag;
  /** seconds, 0: the solver chooses */
  solving_time: number;
  exploration: number;
  visit_balance_coefficient: number;
  /** what a calculation aims at */
  aim: "time" | "vehicles" | "cost";
  settings: JsonText | null;
  solution: JsonText | null;
  /** JSON: has_breaks, work_hour_start, work_hour_end, speed_factor */
  vehicle_settings: JsonText | null;
  /** who made the times of the last calculation: osrm, valhalla, straight; null: none yet */
  travel_engine: "osrm" | "valhalla" | "straight" | null;
  /** why another engine than the preferred one was asked */
  travel_note: string | null;
  /** raised by every change of the plan, its routes or its visits */
  version: number;
  deleted_at: UtcText | null;
}

export interface RoutingRouteRow extends Stamps, RouteEndsColumns {
  id: number;
  company_id: number;
  plan_id: number;
  vehicle_id: number | null;
  /** company_members.id */
  driver_id: number | null;
  warehouse_id: number | null;
  query_id: number | null;
  position: number;
  /** 1 empty, 2 planning, 3 scheduled, 4 on route, 5 completed */
  status: number;
  is_locked: Flag;
  /** JSON override, keys of the specification */
  vehicle_settings: JsonText | null;
  /** seconds */
  statistic_overdue_time: number;
  statistic_out_of_turn: number;
  /** planned; null while nothing is planned */
  start_time: UtcText | null;
  finish_time: UtcText | null;
  /** metres */
  distance: number;
  /** seconds of travel */
  duration: number;
  /** seconds on site and of breaks */
  service_duration: number;
  /** seconds */
  waiting_duration: number;
  /** metres as planned when it left; null: it has not, or had no plan */
  planned_distance: number | null;
  /** the same, seconds of driving, on site and waiting */
  planned_work_duration: number | null;
  /** solver's units, hundredths for display */
  cost: number;
  /** JSON list of the rules that the route breaks, null for none */
  violations: JsonText | null;
  /** its times have to follow a vehicle or a warehouse that was changed; null: they do */
  retime: RetimeDepth | null;
  version: number;
  deleted_at: UtcText | null;
}

/** 1: by the rules; 2: with new legs and a new departure. */
export type RetimeDepth = 1 | 2;

export interface RoutingVisitRow extends Stamps {
  id: number;
  /** given by the client or made at random; unique over the platform; finds the row after a bulk insert */
  uid: string;
  company_id: number;
  plan_id: number | null;
  route_id: number | null;
  warehouse_id: number | null;
  name: string;
  address: string;
  postcode: string;
  /** D delivery, P pickup, B break, S start, E end */
  type: "D" | "P" | "B" | "S" | "E";
  /** 1 unscheduled, 2 scheduled, 3 on route, 4 delivered, 5 failed */
  status: number;
  position: number;
  label_position: number;
  arrival_time: UtcText | null;
  completed_at: UtcText | null;
  start_time: HourText | null;
  end_time: HourText | null;
  /** minutes */
  service_time: number;
  /** seconds on site as planned (squash applied); null while not planned */
  service_duration: number | null;
  /** m³ */
  package_capacity: number;
  /** kg */
  package_load: number;
  lat: number | null;
  lng: number | null;
  /** metres from the place before */
  distance: number;
  /** seconds from the place before */
  travel_duration: number;
  /** seconds */
  waiting_time: number;
  recipient_name: string;
  recipient_phone: string;
  /** lower case; empty for none */
  recipient_email: string;
  recipient_note: string | null;
  delivery_note: string | null;
  confirmation_template_id: number | null;
  confirmation_type: string | null;
  signature_name: string;
  fail_reason_id: number | null;
  fail_note: string;
  /** what the driver wrote when it was done; empty for nothing */
  done_note: string;
  /** reported although another stop was next */
  is_out_of_turn: Flag;
  /** when it was reported the last time, also as on route again; null where it was not, or before there was this */
  reported_at: UtcText | null;
  /** where the phone was when it was reported as done or failed; null where it did not say */
  reported_lat: number | null;
  reported_lng: number | null;
  /** metres */
  reported_accuracy: number | null;
  /** 1 web, 2 import, 3 API */
  source: number;
  source_id: string | null;
  external_id: string | null;
  external_warehouse_id: string | null;
  polyline: string | null;
  /** of the leg to this stop: 0 measured on roads, 1 an estimate, 2 an estimate that waits to be measured */
  leg_estimate: number;
  /** JSON: why the last calculation left it out, per vehicle; null when it is served */
  unserved_reason: JsonText | null;
  /** JSON list of the rules that break at this stop, null for none */
  violations: JsonText | null;
  deleted_at: UtcText | null;
}

export interface RoutingVisitAttachmentRow {
  id: number;
  company_id: number;
  visit_id: number;
  path: string;
  type: "photo" | "signature";
  created_at: UtcText;
  /** when the report was made that it proved and that was taken back; null: none was */
  taken_back_of: UtcText | null;
}

/** A position of a vehicle on its way. */
interface PositionRow {
  id: number;
  company_id: number;
  route_id: number;
  /** whose phone it was */
  member_id: number | null;
  taken_at: UtcText;
  lat: number;
  lng: number;
  /** metres */
  accuracy: number | null;
  /** degrees from north, clockwise */
  heading: number | null;
  /** km/h */
  speed: number | null;
}

/** The public link of a route or of a visit, once it was revoked. */
export interface TrackingLinkRow extends Stamps {
  id: number;
  company_id: number;
  /** 'route:12', 'visit:7' */
  subject: string;
  route_id: number | null;
  visit_id: number | null;
  /** part of the link's hash: links of other revisions are unknown */
  revision: number;
}

/** The trail of a route's vehicle, thinned (`domain/position/trail`). */
export interface VehiclePositionRow extends PositionRow {
  /** whether positions between the one before and this one were left out */
  thinned: Flag;
}

/** The newest position of a route's vehicle, one for each route. */
export interface LatestPositionRow extends PositionRow {
  /** JSON, `OpenLine` of `domain/position/trail`; null: the trail begins here */
  line: string | null;
}

/** What the recipient of a visit said on the page of its link. */
export interface RecipientReplyRow extends Stamps {
  id: number;
  company_id: number;
  visit_id: number;
  note: string;
  safe_place: string;
  /** 1 to 5; null: not rated */
  stars: number | null;
  comment: string;
  /** when they rated first */
  rated_at: UtcText | null;
}
