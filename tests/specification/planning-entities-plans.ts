import type { SpecificationRow } from "./row";

/** Section 3 of the planning core: routes, plans, calculations, confirmation and fail reasons. */
export const PLANNING_ENTITIES_PLANS: readonly SpecificationRow[] = [
  {
    id: "PC-3.31",
    kind: "field",
    text:
      "A route has vehicle_id, driver_id, query_id, warehouse_id, plan_id, position, status, is_locked, " +
      "start_location_type, start_location_lng, start_location_lat, start_location_address, end_location_type, " +
      "end_location_lng, end_location_lat, end_location_address, vehicle_settings, statistic_overdue_time, " +
      "statistic_out_of_turn.",
  },
  { id: "PC-3.32", kind: "field", text: "Route query_id is the id of the last calculation." },
  { id: "PC-3.33", kind: "field", text: "Route status is a number and is_locked is 0 or 1." },
  {
    id: "PC-3.34",
    kind: "field",
    text: "Route start_location_type is W warehouse, P parking or C custom, with default W.",
  },
  { id: "PC-3.35", kind: "field", text: "Route end_location_type is N none, W, P or C, with default N." },
  { id: "PC-3.36", kind: "field", text: "Route vehicle_settings is JSON text that overrides the vehicle's settings." },
  { id: "PC-3.37", kind: "field", text: "Route statistic_overdue_time is in seconds." },
  { id: "PC-3.38", kind: "field", text: "Route statistic_out_of_turn is a count." },
  {
    id: "PC-3.39",
    kind: "rule",
    text: "A route's colour comes from a palette of 20 colours, chosen by the route's index in its plan.",
    differs: "decision 014: on pages with routes of several plans, each has a colour of its own.",
    also: ["PC 9"],
  },
  { id: "PC-3.40", kind: "rule", text: "An empty route is grey." },
  {
    id: "PC-3.41",
    kind: "field",
    text:
      "Vehicle settings keys are work_hour_start, work_hour_end, max_distance (km), speed_factor, has_breaks, " +
      "break_start, break_end, break_duration.",
  },
  {
    id: "PC-3.42",
    kind: "rule",
    text: "Vehicle settings merge in the order company, vehicle, plan, route, the later one winning.",
  },
  { id: "PC-3.43", kind: "rule", text: "Empty values are skipped when vehicle settings are merged." },
  {
    id: "PC-3.44",
    kind: "field",
    text:
      "A routing plan has title, company_id, warehouse_id, query_id, squash_duration, avoid_tolls, " +
      "avoid_highways, solving_time, exploration, status, settings, solution, service_date, " +
      "start_location_type, start_location_lng, start_location_lat, start_location_address, end_location_type, " +
      "end_location_lng, end_location_lat, end_location_address, vehicle_settings, visit_balance_coefficient.",
  },
  { id: "PC-3.45", kind: "field", text: "Plan avoid_tolls defaults to 1 and avoid_highways to 0." },
  {
    id: "PC-3.46",
    kind: "field",
    text: "Plan settings and solution are JSON.",
    differs: "decision 032: both stay empty, because each setting has a column and the result is the calculation's.",
  },
  { id: "PC-3.47", kind: "field", text: "Plan start_location_type defaults to W and end_location_type to N." },
  {
    id: "PC-3.48",
    kind: "field",
    text: "Plan vehicle_settings is JSON with has_breaks, work_hour_start, work_hour_end, speed_factor.",
  },
  {
    id: "PC-3.49",
    kind: "field",
    text:
      "A routing query has id, title, company_id, country_id, sheet_id, user_id, plan_id, input, output, " +
      "routific, is_correct_output, type.",
  },
  { id: "PC-3.50", kind: "field", text: "The title of a routing query is a timestamp." },
  { id: "PC-3.51", kind: "field", text: "The input of a routing query is JSON with fleet and start_location." },
  {
    id: "PC-3.52",
    kind: "field",
    text: "The output of a routing query is JSON with routes, steps, summary and unassigned.",
  },
  {
    id: "PC-3.53",
    kind: "field",
    text: "routific of a routing query is an optional JSON comparison result.",
    differs: "decision 032: it stays empty; requests in Routific's format are calls of their own.",
  },
  { id: "PC-3.54", kind: "field", text: "The routing query type is 0 System, 1 API, 2 Web.", also: ["AA 3"] },
  { id: "PC-3.55", kind: "rule", text: "A recalculation stores its routing query with type 2." },
  {
    id: "PC-3.56",
    kind: "field",
    text:
      "The summary of a calculation holds routes, duration, service, waiting_time, setup, distance, cost, " +
      "unassigned, amount, computing_times.",
  },
  {
    id: "PC-3.57",
    kind: "field",
    text:
      "A confirmation template has company_id, title, delivery_confirmation, pickup_confirmation, " +
      "confirmation_settings, deleted_at.",
    also: ["AA 3"],
  },
  {
    id: "PC-3.58",
    kind: "field",
    text: "confirmation_settings is JSON per tag with enabled, photo and signature.",
    also: ["AA 3"],
  },
  {
    id: "PC-3.59",
    kind: "field",
    text:
      "Delivery tags are to_recipient, to_third_party, to_mailbox, to_save_place, to_door, to_pickup_point, " +
      "to_other.",
    also: ["AA 3"],
  },
  { id: "PC-3.60", kind: "field", text: "Pickup tags are from_customer, from_locker, from_other.", also: ["AA 3"] },
  {
    id: "PC-3.61",
    kind: "field",
    text: "The photo and signature levels of a tag are 0 none, 1 optional, 2 required.",
    also: ["AA 3"],
  },
  {
    id: "PC-3.62",
    kind: "field",
    text:
      "Fail reasons are 1 'Not at the address', 2 'No answer to the call', 3 'Incorrect phone number', 4 " +
      "'Incorrect address', 5 'Could not find the address', 6 'Refused', 7 'Other'.",
    also: ["AA 3"],
  },
  { id: "PC-3.63", kind: "field", text: "Each fail reason has id, title and image." },
  { id: "PC-3.64", kind: "rule", text: "Fail reasons are enabled per company as a list of ids.", also: ["AA 3"] },
  { id: "PC-3.65", kind: "field", text: "A routing sheet has title and status." },
  {
    id: "PC-3.66",
    kind: "screen",
    text: "List tables have an id column and commonly filter by country_id and by status (Active or Inactive).",
  },
];
