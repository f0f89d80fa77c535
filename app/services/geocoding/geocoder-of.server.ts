import type { Env } from "~/env.server";
import { embeddedGeocoder } from "./embedded.server";
import type { Geocoder } from "./geocoder";
import { googleGeocoder } from "./google.server";
import { nominatimGeocoder } from "./nominatim.server";

/** The service that GEOCODER names; else the one that is set up; else the regions that were loaded. */
export function geocoderOf(settings: Pick<Env, "GEOCODER" | "GOOGLE_MAPS_API_KEY" | "NOMINATIM_URL">): Geocoder {
  const { GEOCODER, GOOGLE_MAPS_API_KEY, NOMINATIM_URL } = settings;
  const chosen = GEOCODER ?? (GOOGLE_MAPS_API_KEY ? "google" : NOMINATIM_URL ? "nominatim" : "embedded");
  if (chosen === "google" && GOOGLE_MAPS_API_KEY) return googleGeocoder(GOOGLE_MAPS_API_KEY);
  if (chosen === "nominatim" && NOMINATIM_URL) return nominatimGeocoder(NOMINATIM_URL);
  return embeddedGeocoder();
}
