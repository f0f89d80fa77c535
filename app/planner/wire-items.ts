/** Visits and routes as programs get them: the fields that the specification lists, by its names. */
import type { RoutingRouteRow, RoutingVisitRow } from "~/db/tables";
import { pick } from "~/lib/pick";

const VISIT_FIELDS = [
  ...["id", "name", "address", "postcode", "type", "status", "position", "label_position"],
  ...["route_id", "plan_id", "warehouse_id", "company_id", "arrival_time", "completed_at", "start_time", "end_time"],
  ...["service_time", "package_capacity", "package_load", "lat", "lng", "distance", "travel_duration", "waiting_time"],
  ...["recipient_name", "recipient_phone", "recipient_note", "delivery_note", "confirmation_template_id"],
  ...["confirmation_type", "signature_name", "fail_reason_id", "source", "source_id", "external_id"],
  ...["external_warehouse_id", "polyline", "created_at", "updated_at"],
] as const;
const ROUTE_FIELDS = [
  ...["id", "vehicle_id", "driver_id", "query_id", "warehouse_id", "plan_id", "position", "status", "is_locked"],
  ...["start_location_type", "start_location_lng", "start_location_lat", "start_location_address"],
  ...["end_location_type", "end_location_lng", "end_location_lat", "end_location_address"],
  ...["vehicle_settings", "statistic_overdue_time", "statistic_out_of_turn"],
] as const;

export type VisitItem = Pick<RoutingVisitRow, (typeof VISIT_FIELDS)[number]>;
export type RouteItem = Pick<RoutingRouteRow, (typeof ROUTE_FIELDS)[number]>;

export const visitItem = (row: RoutingVisitRow): VisitItem => pick(row, VISIT_FIELDS);
export const routeItem = (row: RoutingRouteRow): RouteItem => pick(row, ROUTE_FIELDS);
