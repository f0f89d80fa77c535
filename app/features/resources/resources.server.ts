/** Vehicles and warehouses as the API tells them. */
import type { VehicleRow, WarehouseRow } from "~/db/tables";
import { speedPercent } from "~/domain/vehicle/vehicle";
import { degrees, field, flag, moment, number, oneOf, ownId, reference, text, whole } from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import { RESOURCE_ACTIONS } from "./actions.server";
import { z } from "zod";

const act = performAction.bind(null, RESOURCE_ACTIONS);
const own = { write: true } as const;
const found = { write: true, filter: true } as const;
const sorted = { write: true, filter: true, sort: true } as const;

const VEHICLE = resource<VehicleRow>({
  name: "vehicle",
  label: "Vehicle",
  table: "vehicles",
  permission: "vehicle.list",
  search: ["title", "plate"],
  example: { title: "Van 3", plate: "FL 1234", max_load: 900, work_hour_start: "08:00", work_hour_end: "17:00" },
  fields: {
    id: ownId(),
    title: text("title", sorted),
    company_id: reference("company_id"),
    /** m³, 0 for no limit */
    capacity: number("capacity", own),
    max_load: number("max_load", own),
    max_quantity: whole("max_quantity", own),
    warehouse_id: reference("warehouse_id", found),
    driver_id: reference("driver_id", found),
    plate: text("plate", sorted),
    status: flag("status", found),
    type: oneOf("type", ["auto", "truck"], found),
    width: number("width", own),
    height: number("height", own),
    weight: number("weight", own),
    work_hour_start: text("work_hour_start", own),
    work_hour_end: text("work_hour_end", own),
    max_distance: number("max_distance", own),
    overtime: whole("overtime", own),
    speed_factor: field(
      "speed_factor",
      z.number(),
      { write: "speed" },
      {
        toAction: (ratio) => speedPercent(ratio as number),
      },
    ),
    break_start: text("break_start", own),
    break_end: text("break_end", own),
    break_duration: whole("break_duration", own),
    cost_per_km: number("cost_per_km", own),
    cost_per_hour: number("cost_per_hour", own),
    fixed_cost: number("fixed_cost", own),
    park_location_address: text("park_location_address", own),
    park_location_lat: degrees("park_location_lat", own),
    park_location_lng: degrees("park_location_lng", own),
    created_at: moment("created_at", { sort: true }),
    updated_at: moment("updated_at", { sort: true }),
  },
  store: {
    permission: "vehicle.create",
    run: async (session, values, options) => (await act(session, "vehicle.create", values, options)) as number,
  },
  update: {
    permission: "vehicle.update",
    keepsRest: true,
    run: (session, id, values, options) => act(session, "vehicle.update", { id, ...values }, options),
  },
  destroy: {
    permission: "vehicle.remove",
    run: (session, id, options) => act(session, "vehicle.remove", { id }, options),
  },
});

const WAREHOUSE = resource<WarehouseRow>({
  name: "warehouse",
  label: "Warehouse",
  table: "warehouses",
  permission: "warehouse.list",
  search: ["title", "address"],
  example: { title: "Depot", address: "Landstrasse 1, Vaduz", lat: 47.141, lng: 9.521, external_id: "D-1" },
  fields: {
    id: ownId(),
    external_id: text("external_id", found),
    title: text("title", sorted),
    address: text("address", own),
    lat: degrees("lat", own),
    lng: degrees("lng", own),
    company_id: reference("company_id"),
    country_code: text("country_code", found),
    time_zone: text("time_zone", own),
    status: flag("status", found),
    created_at: moment("created_at", { sort: true }),
    updated_at: moment("updated_at", { sort: true }),
  },
  store: {
    permission: "warehouse.create",
    run: async (session, values, options) => (await act(session, "warehouse.create", values, options)) as number,
  },
  update: {
    permission: "warehouse.update",
    keepsRest: true,
    run: (session, id, values, options) => act(session, "warehouse.update", { id, ...values }, options),
  },
  destroy: {
    permission: "warehouse.remove",
    run: (session, id, options) => act(session, "warehouse.remove", { id }, options),
  },
});

export const RESOURCE_RESOURCES = [VEHICLE, WAREHOUSE];
