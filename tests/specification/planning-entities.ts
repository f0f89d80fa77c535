import type { SpecificationRow } from "./row";

/** Section 3 of the planning core: vehicles, warehouses and visits. */
export const PLANNING_ENTITIES: readonly SpecificationRow[] = [
  {
    id: "PC-3.01",
    kind: "field",
    text:
      "A vehicle has id, title, company_id, capacity, max_load, max_quantity, warehouse_id, driver_id, plate, " +
      "status, type, width, height, weight, work_hour_start, work_hour_end, max_distance, overtime, " +
      "speed_factor, break_start, break_end, break_duration, park_location_address, park_location_lat, " +
      "park_location_lng.",
  },
  {
    id: "PC-3.02",
    kind: "field",
    text:
      "Vehicle units: capacity in m3, max_load in kg, max_quantity counts visits, max_distance in km, overtime " +
      "in minutes.",
  },
  { id: "PC-3.03", kind: "field", text: "Vehicle status is 1 active or 0 inactive." },
  { id: "PC-3.04", kind: "field", text: "Vehicle type is auto or truck, with the labels Car and Truck." },
  { id: "PC-3.05", kind: "field", text: "Vehicle type defaults to auto.", also: ["PC 9"] },
  {
    id: "PC-3.06",
    kind: "field",
    text:
      "Vehicle work_hour_start and work_hour_end default to the company default vehicle start and end hour, " +
      "without these to 08:00 and 18:00.",
    also: ["PC 9"],
  },
  {
    id: "PC-3.07",
    kind: "field",
    text: "Vehicle speed_factor is a ratio with default 1, shown as a percent.",
    also: ["PC 9"],
  },
  {
    id: "PC-3.08",
    kind: "rule",
    text: "Park coordinates exist only when both park_location_lat and park_location_lng are non-zero.",
  },
  { id: "PC-3.09", kind: "message", text: "The driver name shows 'No Driver' if a vehicle has none.", also: ["PC 8"] },
  { id: "PC-3.10", kind: "rule", text: "The vehicle option label is the driver name plus the plate." },
  { id: "PC-3.11", kind: "rule", text: "The vehicle option label is the title when there is no plate." },
  {
    id: "PC-3.12",
    kind: "field",
    text:
      "Importable vehicle fields are plate, type, capacity, max_load, max_quantity, work_hour_start, " +
      "work_hour_end, max_distance, overtime, speed_factor, break_start, break_end, break_duration.",
  },
  { id: "PC-3.13", kind: "rule", text: "In a vehicle import plate is required." },
  { id: "PC-3.14", kind: "field", text: "In a vehicle import speed_factor defaults to 1." },
  {
    id: "PC-3.15",
    kind: "field",
    text: "A warehouse has id, external_id, title, address, lat, lng, company_id, country_code, status.",
    also: ["AA 3"],
  },
  {
    id: "PC-3.16",
    kind: "field",
    text: "Warehouse lat defaults to 50.426195 and lng to 30.538123.",
    also: ["AA 3"],
    differs: "decision 026: the columns have this default, but no form or call stores a warehouse without a place.",
  },
  { id: "PC-3.17", kind: "field", text: "Warehouse status 1 means active.", also: ["AA 3", "AA 4"] },
  {
    id: "PC-3.18",
    kind: "field",
    text:
      "A visit has id, name, address, postcode, type, status, position, label_position, route_id, plan_id, " +
      "warehouse_id, company_id, arrival_time, completed_at, start_time, end_time, service_time, " +
      "package_capacity, package_load, lat, lng, distance, travel_duration, waiting_time, recipient_name, " +
      "recipient_phone, recipient_note, delivery_note, confirmation_template_id, confirmation_type, " +
      "signature_name, fail_reason_id, source, source_id, external_id, external_warehouse_id, polyline, " +
      "created_at, updated_at.",
  },
  { id: "PC-3.19", kind: "field", text: "The visit field name holds the visit's title." },
  { id: "PC-3.20", kind: "field", text: "Visit start_time defaults to 08:00 and end_time to 20:00.", also: ["PC 9"] },
  {
    id: "PC-3.21",
    kind: "field",
    text: "Visit service_time is in minutes and defaults to the company default visit duration, without one to 5.",
    also: ["PC 9"],
  },
  { id: "PC-3.22", kind: "field", text: "Visit package_capacity is in m3 and package_load in kg." },
  { id: "PC-3.23", kind: "field", text: "Visit types are D Delivery, P Pickup, B Break, S Start, E End." },
  { id: "PC-3.24", kind: "field", text: "Another view names the visit types start, end, break, location." },
  { id: "PC-3.25", kind: "field", text: "Visit sources are 1 Web, 2 Import, 3 API." },
  {
    id: "PC-3.26",
    kind: "constant",
    text: "A visit takes up to 3 photos as confirmation attachments.",
    also: ["PC 9"],
  },
  {
    id: "PC-3.27",
    kind: "constant",
    text: "A visit takes up to 3 signatures as confirmation attachments.",
    also: ["PC 9"],
  },
  { id: "PC-3.28", kind: "rule", text: "Soft-deleted items (deleted_at set) are hidden." },
  { id: "PC-3.29", kind: "field", text: "A visit attachment has visit_id, path, type." },
  { id: "PC-3.30", kind: "field", text: "The type of a visit attachment is photo or signature." },
];
