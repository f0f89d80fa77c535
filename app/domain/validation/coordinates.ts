/** Latitudes and longitudes: degrees, WGS 84. */
import { sixDecimals } from "../six-decimals";
import { withLatinDigits } from "./latin-digits";

const clamp = (value: number, limit: number): number => Math.min(Math.max(value, -limit), limit);

/** Kept within -90..90 and rounded to 6 decimals. */
export const normalizeLat = (lat: number): number => sixDecimals(clamp(lat, 90));
/** Kept within -180..180 and rounded to 6 decimals. */
export const normalizeLng = (lng: number): number => sixDecimals(clamp(lng, 180));

/** Valid coordinates: both given, finite and non-zero. */
export function hasCoordinates(place: { lat: number | null | undefined; lng: number | null | undefined }): boolean {
  const { lat, lng } = place;
  return (
    typeof lat === "number" &&
    typeof lng === "number" &&
    Number.isFinite(lat) &&
    Number.isFinite(lng) &&
    lat !== 0 &&
    lng !== 0
  );
}

/** Also within the ranges of the globe. */
export const isOnGlobe = (place: { lat: number; lng: number }): boolean =>
  hasCoordinates(place) && Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180;

const EARTH_RADIUS_M = 6_371_008.8;

/** Metres between two places along the great circle (haversine, mean earth radius of IUGG). */
export function distanceMeters(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180;
  const dLat = (b.lat - a.lat) * rad;
  const dLng = (b.lng - a.lng) * rad;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** No pair is longer; the patterns take their time for a text that is. */
const MAX_PAIR_CHARS = 100;

const DEGREES = "[+-]?\\d{1,3}(?:[.,]\\d+)?";
/** Between the two: a semicolon, white space, or a comma that is no decimal one. */
const PAIR = new RegExp(`^\\(?\\s*(${DEGREES})\\s*(?:;\\s*|,\\s+|\\s+)(${DEGREES})\\s*\\)?$`);
const TIGHT_PAIR = /^([+-]?\d{1,3}\.\d+),([+-]?\d{1,3}(?:\.\d+)?)$/;

/**
 * Latitude and longitude in one text, as maps copy them: '42.5078, 1.5211', '42,5078; 1,5211'. Null for anything else.
 */
export function coordinatePair(text: string): { lat: number; lng: number } | null {
  if (text.length > MAX_PAIR_CHARS) return null;
  const plain = withLatinDigits(text).trim();
  const found = PAIR.exec(plain) ?? TIGHT_PAIR.exec(plain);
  if (found === null) return null;
  const [lat, lng] = [Number(found[1]!.replace(",", ".")), Number(found[2]!.replace(",", "."))];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat: normalizeLat(lat), lng: normalizeLng(lng) } : null;
}

/**
 * A pair in the field of the latitude, or of the longitude, fills both: `lat`/`lng`,
 * `startLocationLat`/`startLocationLng`, …
 */
export function withSplitPairs(values: Record<string, string>): Record<string, string> {
  for (const name of Object.keys(values)) {
    const ending = /(lat|lng)$/i.exec(name)?.[0];
    const pair = ending === undefined ? null : coordinatePair(values[name] ?? "");
    if (ending === undefined || pair === null) continue;
    const stem = name.slice(0, -ending.length);
    const [lat, lng] = ending.startsWith("L") ? ["Lat", "Lng"] : ["lat", "lng"];
    values[stem + lat] = String(pair.lat);
    values[stem + lng] = String(pair.lng);
  }
  return values;
}
