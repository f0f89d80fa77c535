import { z } from "zod";
import { parseAddressQuery } from "~/domain/address/address-query";
import { addressText } from "~/domain/address/candidate";
import type { Candidate, Geocoded, NearestAddress } from "~/domain/address/candidate";
import { countriesToAsk } from "~/domain/address/search-area";
import { distanceMeters, normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { askOnce, askService, refusedBy } from "./ask-service.server";
import type { AskService } from "./ask-service.server";
import { atPlace, withoutSearch } from "./at-place";
import { DEFAULT_LIMIT, SERVICE_PAUSE_MS } from "./geocoder";
import type { Geocoder, SearchOptions, Suggestion } from "./geocoder";
import { judgeResults, toCandidate, unsure } from "./judge-results";
import type { OutsideResult } from "./judge-results";

/** Country codes of one request (specification, section 9). */
const COUNTRIES_EACH = 15;
/** What Places (New) lists at most. Each request is billed: a list that is full needs no further countries. */
const FULL_LIST = 5;

const LatLng = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });
const Components = z.array(z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }));
const Geocode = z.object({
  status: z.string(),
  error_message: z.string().optional(),
  results: z
    .array(
      z.object({
        formatted_address: z.string().max(1000),
        geometry: z.object({ location: LatLng }),
        types: z.array(z.string()),
        address_components: Components,
      }),
    )
    .max(100)
    .default([]),
});
const Autocomplete = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({
            placeId: z.string().max(512),
            text: z.object({ text: z.string().max(1000) }),
            types: z.array(z.string()).default([]),
          })
          .optional(),
      }),
    )
    .max(100)
    .default([]),
});
const Details = z.object({
  formattedAddress: z.string().max(1000),
  displayName: z.object({ text: z.string() }).optional(),
  location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  types: z.array(z.string()).default([]),
  addressComponents: z
    .array(z.object({ longText: z.string(), shortText: z.string().default(""), types: z.array(z.string()) }))
    .default([]),
});

const KINDS: readonly [Candidate["kind"], readonly string[]][] = [
  ["address", ["street_address", "premise", "subpremise"]],
  ["street", ["route", "intersection"]],
  ["place", ["locality", "sublocality", "postal_code", "neighborhood", "country", "political"]],
];
const kindOf = (types: readonly string[]): Candidate["kind"] =>
  KINDS.find(([, known]) => known.some((type) => types.includes(type)))?.[0] ?? "point";

type Result = z.infer<typeof Geocode>["results"][number];

function toResult({ formatted_address, geometry, types, address_components }: Result): OutsideResult {
  const part = (...wanted: string[]) =>
    address_components.find((one) => wanted.some((type) => one.types.includes(type)));
  const number = part("street_number")?.long_name ?? "";
  const kind = kindOf(types);
  return {
    kind: kind === "address" && number === "" ? "point" : kind,
    displayName: formatted_address,
    name: formatted_address.split(",")[0] ?? "",
    street: part("route")?.long_name ?? part("sublocality", "neighborhood")?.long_name ?? "",
    number,
    postcode: part("postal_code")?.long_name ?? "",
    city: part("locality", "postal_town")?.long_name ?? "",
    areas: address_components.filter((one) => one.types.includes("political")).map((one) => one.long_name),
    countryCode: part("country")?.short_name.toUpperCase().slice(0, 2) ?? "",
    ...geometry.location,
  };
}

/** Google's word for a region is its internet domain: ISO's, but for the United Kingdom. */
const regionOf = (country: string): string => (country === "GB" ? "uk" : country.toLowerCase());

interface GoogleOptions extends Pick<AskService, "pauseMs" | "timeoutMs"> {
  placesUrl?: string;
  mapsUrl?: string;
}

function inChunks<T>(list: readonly T[], size: number): T[][] {
  if (list.length === 0) return [[]];
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/**
 * Google: Places (New) for lists while somebody types, in sessions that end with a choice; Geocoding for whole
 * addresses and for places on the map.
 */
export function googleGeocoder(key: string, options: GoogleOptions = {}): Geocoder {
  const { placesUrl = "https://places.googleapis.com", mapsUrl = "https://maps.googleapis.com", ...rest } = options;
  const service: AskService = { name: "Google", setting: "GOOGLE_MAPS_API_KEY", ...rest };

  async function geocoding(fields: Record<string, string>, signal?: AbortSignal): Promise<OutsideResult[]> {
    const query = new URLSearchParams(fields).toString();
    const answer = await askOnce(`google ${query}`, Geocode, async () => {
      const url = `${mapsUrl}/maps/api/geocode/json?${query}&key=${encodeURIComponent(key)}`;
      const found = await askService(service, { url, signal }, Geocode);
      if (found.status === "OK" || found.status === "ZERO_RESULTS") return found;
      throw refusedBy(service, found.status.toLowerCase().replaceAll("_", " "));
    });
    return answer.results.map(toResult);
  }

  async function look(
    text: string,
    { countries = [], area = [], limit = DEFAULT_LIMIT, signal }: SearchOptions,
  ): Promise<Geocoded> {
    const known = await withoutSearch(geocoder, text, signal);
    if (known) return known;
    const asked = countriesToAsk(text, { countries, area });
    const isAsked = ({ countryCode }: OutsideResult): boolean => asked.length === 0 || asked.includes(countryCode);
    const found = await geocoding(
      { address: text.trim(), ...(asked[0] ? { region: regionOf(asked[0]) } : {}) },
      signal,
    );
    const within = found.filter(isAsked);
    const isElsewhere = within.length === 0 && countries.length === 0;
    const { verdict, candidates } = await judgeResults(text, isElsewhere ? found : within);
    return { verdict: isElsewhere ? unsure(verdict) : verdict, candidates: candidates.slice(0, limit) };
  }

  async function complete(text: string, countries: readonly string[], { session, near, signal }: SearchOptions) {
    const body = {
      input: text,
      ...(countries.length > 0 ? { includedRegionCodes: countries.map((code) => code.toLowerCase()) } : {}),
      ...(session ? { sessionToken: session } : {}),
      ...(near
        ? { locationBias: { circle: { center: { latitude: near.lat, longitude: near.lng }, radius: 50_000 } } }
        : {}),
    };
    const init = {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Goog-Api-Key": key },
      body: JSON.stringify(body),
    };
    return askService(service, { url: `${placesUrl}/v1/places:autocomplete`, init, signal }, Autocomplete);
  }

  const geocoder: Geocoder = {
    name: "Google",
    attribution: "Powered by Google",
    suggestsWhileTyping: true,
    typingPauseMs: SERVICE_PAUSE_MS,
    isReady: () => Promise.resolve(true),

    async search(text, searched = {}): Promise<Suggestion[]> {
      const { limit = DEFAULT_LIMIT } = searched;
      const place = parseAddressQuery(text).place;
      if (place) return [{ ...(await atPlace(geocoder, place, searched.signal)), id: "" }];
      if (text.trim() === "") return [];
      const [nearest = [], ...others] = inChunks(countriesToAsk(text, searched), COUNTRIES_EACH);
      const ask = (chunk: readonly string[]) => complete(text.trim(), chunk, searched);
      const first = await ask(nearest);
      const isFull = first.suggestions.length >= FULL_LIST;
      const answers = [first, ...(isFull ? [] : await Promise.all(others.map(ask)))];
      // The first of each part of the countries before the second of any.
      const lists = answers.map(({ suggestions }) =>
        suggestions.flatMap(({ placePrediction }) => placePrediction ?? []),
      );
      const longest = Math.max(...lists.map((list) => list.length));
      const merged = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
      return merged.slice(0, limit).map(({ placeId, text: shown, types }, at) => ({
        kind: kindOf(types),
        displayName: shown.text,
        countryCode: "",
        lat: null,
        lng: null,
        confidence: Math.max(0.1, 1 - at * 0.1),
        id: placeId,
      }));
    },

    async details(id, { session, signal } = {}): Promise<Candidate | null> {
      if (!/^[\w-]+$/.test(id)) return null;
      const query = session ? `?sessionToken=${encodeURIComponent(session)}` : "";
      const fields = "formattedAddress,displayName,location,types,addressComponents";
      const init = { headers: { "X-Goog-Api-Key": key, "X-Goog-FieldMask": fields } };
      const found = await askService(service, { url: `${placesUrl}/v1/places/${id}${query}`, init, signal }, Details);
      const country = found.addressComponents.find(({ types }) => types.includes("country"));
      const kind = kindOf(found.types);
      const name = kind === "point" && found.displayName ? `${found.displayName.text}, ` : "";
      return {
        kind,
        displayName: name + found.formattedAddress,
        countryCode: country?.shortText.toUpperCase() ?? "",
        lat: normalizeLat(found.location.latitude),
        lng: normalizeLng(found.location.longitude),
        confidence: 1,
      };
    },

    geocode: (address, asked = {}) => look(typeof address === "string" ? address : addressText(address), asked),

    async reverse(lat, lng, { signal } = {}): Promise<NearestAddress | null> {
      const latlng = `${normalizeLat(lat)},${normalizeLng(lng)}`;
      const [first] = await geocoding({ latlng }, signal);
      if (!first) return null;
      const { confidence: _, ...one } = toCandidate(first, 1);
      return { ...one, distanceM: Math.round(distanceMeters({ lat, lng }, one)) };
    },
  };
  return geocoder;
}
