/** Finds the time zone of a place: IANA name, for latitude and longitude in degrees. */
export type TimeZoneFromCoordinates = (lat: number, lng: number) => string;

/**
 * The nautical zone of a longitude ('Etc/GMT-1' is one hour ahead of UTC). It is right at sea and off by an
 * hour or more on land, with no summer time: a last resort where no map of zones is at hand, never stored
 * without saying so.
 */
export const nauticalTimeZone: TimeZoneFromCoordinates = (_lat, lng) => {
  const hours = Math.max(-12, Math.min(12, Math.round(lng / 15)));
  if (hours === 0) return "Etc/GMT";
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
};

/**
 * Zone of a warehouse: the stored one when Intl knows it, else the one found from the coordinates, else UTC.
 */
export function warehouseTimeZone(
  warehouse: { timeZone: string | null; lat: number | null; lng: number | null },
  find: TimeZoneFromCoordinates,
  isKnown: (timeZone: string) => boolean,
): string {
  if (warehouse.timeZone !== null && isKnown(warehouse.timeZone)) return warehouse.timeZone;
  if (warehouse.lat === null || warehouse.lng === null) return "UTC";
  const found = find(warehouse.lat, warehouse.lng);
  return isKnown(found) ? found : "UTC";
}
