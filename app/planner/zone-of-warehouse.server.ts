import type { WarehouseRow } from "~/db/tables";
import { isTimeZone } from "~/domain/time/time-zone";
import { warehouseTimeZone } from "~/domain/time/time-zone-of-place";
import { timeZoneOf } from "~/services/time-zone.server";

/** IANA name of the clock that a plan follows: its warehouse's, UTC without one. */
export const zoneOfWarehouse = (warehouse: Pick<WarehouseRow, "time_zone" | "lat" | "lng"> | undefined): string =>
  warehouse === undefined ? "UTC" : warehouseTimeZone({ timeZone: warehouse.time_zone, lat: warehouse.lat, lng: warehouse.lng }, timeZoneOf, isTimeZone);
