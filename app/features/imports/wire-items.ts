/** Sheets, visits and routes as imports tell them to programs: the fields of the specification, by its names. */
import { z } from "zod";
import type { RoutingRouteRow, RoutingVisitRow } from "~/db/tables";
import { pick } from "~/lib/pick";

/** null for none */
const text = z.string().nullable();
const id = z.int();
/** 0 for none */
const noneOrId = z.int();
/** 0 for none */
const degrees = z.number();

export const VisitItem = z
  .object({
    id,
    name: z.string(),
    address: z.string(),
    postcode: z.string(),
    type: z.enum(["D", "P", "B", "S", "E"]),
    status: z.int(),
    position: z.number(),
    label_position: z.int(),
    route_id: noneOrId,
    plan_id: noneOrId,
    warehouse_id: noneOrId,
    company_id: id,
    arrival_time: text,
    completed_at: text,
    start_time: z.string(),
    end_time: z.string(),
    service_time: z.number(),
    package_capacity: z.number(),
    package_load: z.number(),
    lat: degrees,
    lng: degrees,
    distance: z.number(),
    travel_duration: z.number(),
    waiting_time: z.number(),
    recipient_name: z.string(),
    recipient_phone: z.string(),
    recipient_email: z.string(),
    recipient_note: z.string(),
    delivery_note: z.string(),
    confirmation_template_id: noneOrId,
    confirmation_type: z.string(),
    signature_name: z.string(),
    fail_reason_id: noneOrId,
    source: z.int(),
    source_id: z.string(),
    external_id: z.string(),
    external_warehouse_id: z.string(),
    polyline: text,
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "ImportedVisit" });
export type VisitItem = z.input<typeof VisitItem>;

export const RouteItem = z
  .object({
    id,
    vehicle_id: noneOrId,
    driver_id: noneOrId,
    query_id: noneOrId,
    warehouse_id: noneOrId,
    plan_id: id,
    position: z.number(),
    status: z.int(),
    is_locked: z.literal([0, 1]),
    start_location_type: z.enum(["W", "P", "C"]),
    start_location_lng: degrees,
    start_location_lat: degrees,
    start_location_address: z.string(),
    end_location_type: z.enum(["N", "W", "P", "C"]),
    end_location_lng: degrees,
    end_location_lat: degrees,
    end_location_address: z.string(),
    vehicle_settings: text,
    statistic_overdue_time: z.number(),
    statistic_out_of_turn: z.number(),
  })
  .meta({ id: "ImportedRoute" });
export type RouteItem = z.input<typeof RouteItem>;

const names = <Shape extends object>({ shape }: { shape: Shape }) => Object.keys(shape) as (keyof Shape)[];
const VISIT_FIELDS = names(VisitItem);
const ROUTE_FIELDS = names(RouteItem);

/** What a row has as null is told as 0, or as "", as `item` and `list` of the resources tell it. */
const VISIT_NUMBERS = [
  "route_id",
  "plan_id",
  "warehouse_id",
  "confirmation_template_id",
  "fail_reason_id",
  "lat",
  "lng",
] as const;
const VISIT_TEXTS = [
  "start_time",
  "end_time",
  "recipient_note",
  "delivery_note",
  "confirmation_type",
  "source_id",
  "external_id",
  "external_warehouse_id",
] as const;
const ROUTE_NUMBERS = [
  "vehicle_id",
  "driver_id",
  "query_id",
  "warehouse_id",
  "start_location_lng",
  "start_location_lat",
  "end_location_lng",
  "end_location_lat",
] as const;
const ROUTE_TEXTS = ["start_location_address", "end_location_address"] as const;

const orElse = <Name extends string, Value>(
  row: NoInfer<Readonly<Record<Name, Value | null>>>,
  names: readonly Name[],
  none: Value,
): Record<Name, Value> => Object.fromEntries(names.map((name) => [name, row[name] ?? none])) as Record<Name, Value>;

export const visitItem = (row: RoutingVisitRow): VisitItem => ({
  ...pick(row, VISIT_FIELDS),
  ...orElse(row, VISIT_NUMBERS, 0),
  ...orElse(row, VISIT_TEXTS, ""),
});
export const routeItem = (row: RoutingRouteRow): RouteItem => ({
  ...pick(row, ROUTE_FIELDS),
  ...orElse(row, ROUTE_NUMBERS, 0),
  ...orElse(row, ROUTE_TEXTS, ""),
});

const SheetItem = z.object({
  id,
  title: z.string(),
  state: z.string(),
  status: z.literal([0, 1]),
  plan_id: noneOrId,
  rows_total: z.int(),
  rows_applied: z.int(),
});
const progress = { sheet_id: id, finished: z.boolean(), done: z.int(), total: z.int() };

/** What each action answers. */
export const Told = {
  uploaded: z.object({ item: SheetItem }),
  /** the first rows of each sheet by its name */
  outlines: z.record(z.string(), z.array(z.array(z.string()))),
  mapped: SheetItem,
  checked: z.object(progress),
  applied: z.object({ ...progress, visits: z.array(VisitItem), routes: z.array(RouteItem) }),
  visits: z.array(VisitItem),
  plan: z.object({ visits: z.array(VisitItem), routes: z.array(RouteItem) }),
  mended: z.object({ ready: z.int(), left: z.int() }),
} as const;
