import { parseAddressQuery } from "~/domain/address/address-query";
import type { Candidate, Geocoded } from "~/domain/address/candidate";
import type { Place } from "~/domain/place";
import type { Geocoder } from "./geocoder";

/** Coordinates that somebody pasted are the place; what stands there is only its name. */
export async function atPlace(geocoder: Geocoder, { lat, lng }: Place, signal?: AbortSignal): Promise<Candidate> {
  const nearest = await geocoder.reverse(lat, lng, signal ? { signal } : {});
  const displayName = nearest?.displayName ?? `${lat}, ${lng}`;
  return { kind: "point", displayName, countryCode: nearest?.countryCode ?? "", lat, lng, confidence: 1 };
}

/** Pasted coordinates and empty texts need no search; null: everything else does. */
export async function withoutSearch(
  geocoder: Geocoder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Geocoded | null> {
  const { place } = parseAddressQuery(text);
  if (place) return { verdict: "sure", candidates: [await atPlace(geocoder, place, signal)] };
  return text.trim() === "" ? { verdict: "unknown", candidates: [] } : null;
}
