import { z } from "zod";
import { addressText } from "~/domain/address/candidate";
import type { Candidate, Geocoded, NearestAddress } from "~/domain/address/candidate";
import { countriesToAsk } from "~/domain/address/search-area";
import { distanceMeters, normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { pause } from "~/lib/pause";
import { askOnce, askService } from "./ask-service.server";
import type { AskService } from "./ask-service.server";
import { withoutSearch } from "./at-place";
import { DEFAULT_LIMIT, SERVICE_PAUSE_MS } from "./geocoder";
import type { Geocoder, SearchOptions } from "./geocoder";
import { judgeResults, unsure } from "./judge-results";
import type { OutsideResult } from "./judge-results";

const PUBLIC_HOST = "nominatim.openstreetmap.org";
/** https://operations.osmfoundation.org/policies/nominatim/: one request a second, a name, no list while typing */
const PUBLIC_EVERY_MS = 1000;
const USER_AGENT = "Route-platform/0.1 (route planning; geocodes addresses of visits)";

const degrees = z
  .union([z.string(), z.number()])
  .transform(Number)
  .refine((value) => Number.isFinite(value) && Math.abs(value) <= 180);
const NominatimPlace = z.object({
  lat: degrees,
  lon: degrees,
  display_name: z.string().max(1000),
  name: z.string().nullish(),
  category: z.string().nullish(),
  addresstype: z.string().nullish(),
  address: z.record(z.string(), z.string()).optional(),
});
type NominatimPlace = z.infer<typeof NominatimPlace>;
const Found = z.array(NominatimPlace).max(50);
const Reversed = z.union([NominatimPlace, z.object({ error: z.unknown() })]);

const TOWN_KEYS = ["city", "town", "village", "municipality", "hamlet"];
const AREA_KEYS = [...TOWN_KEYS, "suburb", "quarter", "neighbourhood", "city_district", "county", "state", "country"];
const POINTS = new Set([
  "amenity",
  "shop",
  "office",
  "tourism",
  "leisure",
  "craft",
  "healthcare",
  "building",
  "railway",
]);

function toResult({
  lat,
  lon,
  display_name,
  name,
  category,
  addresstype,
  address = {},
}: NominatimPlace): OutsideResult {
  const street = address.road ?? address.pedestrian ?? address.footway ?? address.hamlet ?? "";
  const number = address.house_number ?? "";
  const isPoint = POINTS.has(category ?? "") && (name ?? "") !== "" && category !== "building";
  const isStreet = category === "highway" || addresstype === "road";
  return {
    kind: number !== "" && !isPoint ? "address" : isStreet ? "street" : isPoint ? "point" : "place",
    displayName: display_name,
    name: name ?? display_name.split(",")[0] ?? "",
    street,
    number,
    postcode: address.postcode ?? "",
    city: TOWN_KEYS.map((key) => address[key]).find((town) => town !== undefined) ?? "",
    areas: AREA_KEYS.flatMap((key) => address[key] ?? []),
    countryCode: (address.country_code ?? "").toUpperCase().slice(0, 2),
    lat,
    lng: lon,
  };
}

/** One after the other, and none sooner than so many milliseconds after the one before it. */
function inTurn(everyMs: number, wait: (ms: number) => Promise<void>): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next = 0;
  return (work) => {
    const turn = last.then(async () => {
      const waitMs = next - performance.now();
      if (waitMs > 0) await wait(waitMs);
      next = performance.now() + everyMs;
      return work();
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

interface NominatimOptions extends Pick<AskService, "pauseMs" | "timeoutMs"> {
  /** whether its operators' rules for everybody hold; left out: by its address */
  isPublic?: boolean;
  /** tests don't wait */
  wait?: (ms: number) => Promise<void>;
}

/** A Nominatim server: https://nominatim.org/release-docs/latest/api/Overview/ */
export function nominatimGeocoder(baseUrl: string, options: NominatimOptions = {}): Geocoder {
  const root = baseUrl.replace(/\/+$/, "");
  const isPublic = options.isPublic ?? new URL(baseUrl).hostname.endsWith(PUBLIC_HOST);
  const turn = inTurn(isPublic ? PUBLIC_EVERY_MS : 0, options.wait ?? pause);
  const service: AskService = { name: "Nominatim", setting: "NOMINATIM_URL", ...options };

  function ask<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    const question = { url: root + path, init: { headers: { "User-Agent": USER_AGENT } }, signal };
    const send = () => askService(service, question, schema);
    return askOnce(`nominatim ${root} ${path}`, schema, () => (isPublic ? turn(send) : send()));
  }

  async function look(
    text: string,
    { countries = [], area = [], limit = DEFAULT_LIMIT, signal }: SearchOptions,
  ): Promise<Geocoded> {
    const known = await withoutSearch(geocoder, text, signal);
    if (known) return known;
    const search = async (codes: readonly string[]): Promise<Geocoded> => {
      const asked = { q: text.trim(), format: "jsonv2", addressdetails: "1", limit: String(limit) };
      const query = new URLSearchParams(asked);
      if (codes.length > 0) query.set("countrycodes", codes.join(",").toLowerCase());
      const found = await ask(`/search?${query.toString()}`, Found, signal);
      return judgeResults(text, found.map(toResult));
    };
    const within = await search(countriesToAsk(text, { countries, area }));
    if (within.candidates.length > 0 || countries.length > 0 || area.length === 0) return within;
    const elsewhere = await search([]);
    return { ...elsewhere, verdict: unsure(elsewhere.verdict) };
  }

  const geocoder: Geocoder = {
    name: "Nominatim",
    attribution: "© OpenStreetMap contributors",
    suggestsWhileTyping: !isPublic,
    typingPauseMs: SERVICE_PAUSE_MS,
    isReady: () => Promise.resolve(true),
    async search(text, searched = {}) {
      const { candidates } = await look(text, searched);
      return candidates.map((one: Candidate) => ({ ...one, id: "" }));
    },
    details: () => Promise.resolve(null),
    geocode: (address, asked = {}) => look(typeof address === "string" ? address : addressText(address), asked),
    async reverse(lat, lng, { signal } = {}): Promise<NearestAddress | null> {
      const query = new URLSearchParams({
        lat: String(normalizeLat(lat)),
        lon: String(normalizeLng(lng)),
        format: "jsonv2",
        addressdetails: "1",
      });
      const found = await ask(`/reverse?${query.toString()}`, Reversed, signal);
      if (!("display_name" in found)) return null;
      const one = toResult(found);
      const { kind, displayName, countryCode } = one;
      const at = { lat: normalizeLat(one.lat), lng: normalizeLng(one.lng) };
      return { kind, displayName, countryCode, ...at, distanceM: Math.round(distanceMeters({ lat, lng }, at)) };
    },
  };
  return geocoder;
}
