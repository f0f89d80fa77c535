import lookup from "@photostructure/tz-lookup";

/** IANA zone of a place on land or at sea, from a table inside the package (no network). Degrees, WGS 84. */
export function timeZoneOf(lat: number, lng: number): string {
  return lookup(lat, lng);
}
