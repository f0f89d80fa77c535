import { parseAddressQuery } from "~/domain/address/address-query";
import { addressLine, addressText } from "~/domain/address/candidate";
import type { AddressParts, Candidate, Geocoded, NearestAddress } from "~/domain/address/candidate";
import { countryAtEnd } from "~/domain/address/countries";
import { distanceMeters, normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import { addressIndex } from "./address-index";
import type { AddressIndex, IndexAddress, IndexEntry } from "./address-index";
import { atPlace } from "./at-place";
import { findEntries } from "./find-entries";
import { DEFAULT_LIMIT, EMBEDDED_PAUSE_MS } from "./geocoder";
import type { Geocoder, SearchOptions } from "./geocoder";
import { judge, rank } from "./rank";
import type { Ranked } from "./rank";
import { resolveQuery } from "./resolve-query";

/** Next to an address somebody is at it; further away they are on the street. */
const AT_ADDRESS_M = 60;
const ON_STREET_M = 250;
const MOST_CANDIDATES = 8;

const postcodeOf = (entry: IndexEntry, address: IndexAddress | null): string =>
  address?.postcode || (entry.postcodes.length === 1 || entry.kind === "point" ? (entry.postcodes[0] ?? "") : "");

const lineOf = (entry: IndexEntry, address: IndexAddress | null, missingNumber = ""): string => {
  const { city, countryCode } = entry;
  const postcode = postcodeOf(entry, address);
  const [name = ""] = entry.names;
  if (entry.kind === "place")
    return addressLine({ city: name, postcode: entry.postcodes.length === 1 ? postcode : "", countryCode });
  if (entry.kind === "postcode") return addressLine({ postcode, city, countryCode });
  if (entry.kind === "point") return addressLine({ name, street: entry.line, postcode, city, countryCode });
  return addressLine({ street: name, number: missingNumber || address?.text || "", postcode, city, countryCode });
};

const kindOf = (entry: IndexEntry, address: IndexAddress | null): Candidate["kind"] =>
  address ? "address" : entry.kind === "postcode" ? "place" : entry.kind;

/** @param keepsNumber in the name, where the map lacks it; the kind says that no more than the street was found */
const toCandidate = (keepsNumber: boolean, { entry, address, lat, lng, confidence, ...one }: Ranked): Candidate => ({
  kind: kindOf(entry, address),
  displayName: lineOf(entry, address, keepsNumber ? one.missingNumber : ""),
  countryCode: entry.countryCode,
  ...(postcodeOf(entry, address) === "" ? {} : { postcode: postcodeOf(entry, address) }),
  lat: normalizeLat(lat),
  lng: normalizeLng(lng),
  confidence: Math.round(confidence * 1000) / 1000,
});

/** Looks addresses up in the index of the map extracts that were loaded: no other service is asked. */
export function embeddedGeocoder(index: () => AddressIndex = addressIndex): Geocoder {
  async function ranked(text: string, isUnfinished: boolean, options: SearchOptions): Promise<Ranked[]> {
    const end = countryAtEnd(text);
    const country = end?.code ?? "";
    const query = parseAddressQuery(end ? text.slice(0, end.from) : text, { isUnfinished: isUnfinished && !end });
    if (query.words.length === 0) return [];
    const resolved = await resolveQuery(index(), query, country);
    options.signal?.throwIfAborted();
    const found = await findEntries(index(), resolved, options.near);
    return rank(index(), resolved, found, options);
  }

  async function candidates(
    text: string,
    isUnfinished: boolean,
    options: SearchOptions,
  ): Promise<Ranked[] | Candidate> {
    const { place } = parseAddressQuery(text);
    if (place) return atPlace(geocoder, place);
    return ranked(text, isUnfinished, options);
  }

  const geocoder: Geocoder = {
    name: "OpenStreetMap",
    attribution: "© OpenStreetMap contributors",
    suggestsWhileTyping: true,
    typingPauseMs: EMBEDDED_PAUSE_MS,
    isReady: () => index().isLoaded(),

    async search(text, options = {}) {
      const found = await candidates(text, true, options);
      const list = Array.isArray(found) ? found.map((one) => toCandidate(true, one)) : [found];
      return unlike(list)
        .slice(0, options.limit ?? DEFAULT_LIMIT)
        .map((one) => ({ ...one, id: "" }));
    },

    details: () => Promise.resolve(null),

    async geocode(address: string | AddressParts, options = {}): Promise<Geocoded> {
      const text = typeof address === "string" ? address : addressText(address);
      const found = await candidates(text, false, options);
      if (!Array.isArray(found)) return { verdict: "sure", candidates: [found] };
      return {
        verdict: judge(found),
        candidates: unlike(found.map((one) => toCandidate(options.replacesText === true, one))).slice(
          0,
          options.limit ?? MOST_CANDIDATES,
        ),
      };
    },

    async reverse(lat, lng): Promise<NearestAddress | null> {
      const place = { lat, lng };
      const to = (
        entry: IndexEntry,
        address: IndexAddress | null,
        at: { lat: number; lng: number },
      ): NearestAddress => ({
        kind: kindOf(entry, address),
        displayName: lineOf(entry, address),
        countryCode: entry.countryCode,
        lat: normalizeLat(at.lat),
        lng: normalizeLng(at.lng),
        distanceM: Math.round(distanceMeters(place, at)),
      });
      const [nearest] = (await index().addressesAround(place))
        .map(({ address, entry }) => to(entry, address, address))
        .sort((a, b) => a.distanceM - b.distanceM);
      if (nearest && nearest.distanceM <= AT_ADDRESS_M) return nearest;
      const spots = (await index().spotsAround(place)).map(({ entry, ...spot }) => to(entry, null, spot));
      spots.sort((a, b) => a.distanceM - b.distanceM);
      const street = spots.find(({ kind, distanceM }) => kind === "street" && distanceM <= ON_STREET_M);
      const near = [nearest, street].flatMap((one) => one ?? []).sort((a, b) => a.distanceM - b.distanceM)[0];
      if (near && near.distanceM <= ON_STREET_M) return near;
      return spots.find(({ kind }) => kind === "place") ?? spots[0] ?? nearest ?? null;
    },
  };
  return geocoder;
}

/** A shop and the house it is in have the same line: people see it once. */
function unlike(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ displayName, lat, lng }) => {
    const key = `${displayName} ${lat.toFixed(2)} ${lng.toFixed(2)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
