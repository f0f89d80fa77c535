import { isTimeZone } from "./time-zone";

/** Finds the time zone of a place: IANA name, for latitude and longitude in degrees. */
type TimeZoneFromCoordinates = (lat: number, lng: number) => string;

/**
 * Zone of a warehouse: the stored one when Intl knows it, else the one found from the coordinates, else UTC.
 */
export function warehouseTimeZone(
  warehouse: { timeZone: string | null; lat: number | null; lng: number | null },
  find: TimeZoneFromCoordinates,
): string {
  if (warehouse.timeZone !== null && isTimeZone(warehouse.timeZone)) return warehouse.timeZone;
  if (warehouse.lat === null || warehouse.lng === null) return "UTC";
  const found = find(warehouse.lat, warehouse.lng);
  return isTimeZone(found) ? found : "UTC";
}
