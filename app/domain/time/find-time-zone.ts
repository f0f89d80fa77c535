import { ZONE_PLACES } from "./zone-places";
import { nauticalTimeZone } from "./time-zone-of-place";
import { isTimeZone } from "./time-zone";

interface ZonePlace {
  country: string;
  lat: number;
  lng: number;
  zone: string;
}

let places: ZonePlace[] | undefined;

function zonePlaces(): ZonePlace[] {
  places ??= ZONE_PLACES.split(";").map((text) => text.trim()).filter((text) => text !== "").map((text) => {
    const [country = "", lat, lng, zone = ""] = text.split(" ");
    return { country, lat: Number(lat), lng: Number(lng), zone };
  });
  return places;
}

/** A country's zones lie beside each other from east to west, so a difference in latitude says less about the zone. */
const LATITUDE_WEIGHT_IN_COUNTRY = 0.15;

/** Degrees of the great circle, nearly; `latitudeWeight` 1 for the true distance. */
function nearness(place: ZonePlace, lat: number, lng: number, latitudeWeight: number): number {
  const east = Math.abs(((place.lng - lng + 540) % 360) - 180) * Math.cos((lat * Math.PI) / 180);
  return Math.hypot(east, (place.lat - lat) * latitudeWeight);
}

/** Farther than this from any zone's place, a point without a country is taken to lie at sea. */
const AT_SEA_DEGREES = 15;

/**
 * The time zone (IANA name) of a place: that of its country, and where the country has several, the one whose
 * principal place lies nearest. Near a border between zones of one country it may be the neighbour's, so a user can
 * choose another one.
 * @param countryCode ISO 3166 alpha-2, or null when it is not known
 */
export function findTimeZone(lat: number, lng: number, countryCode: string | null): string {
  const inCountry = zonePlaces().filter((place) => place.country === countryCode?.toUpperCase());
  const candidates = inCountry.length > 0 ? inCountry : zonePlaces();
  const latitudeWeight = inCountry.length > 0 ? LATITUDE_WEIGHT_IN_COUNTRY : 1;
  let best: ZonePlace | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const place of candidates) {
    const distance = nearness(place, lat, lng, latitudeWeight);
    if (distance < least) [best, least] = [place, distance];
  }
  if (best === undefined || !isTimeZone(best.zone) || (inCountry.length === 0 && least > AT_SEA_DEGREES)) return nauticalTimeZone(lat, lng);
  return best.zone;
}

/** All zones that a user may choose from, in alphabetical order. */
export const allTimeZones = (): string[] => [...new Set(zonePlaces().map((place) => place.zone))].sort();
