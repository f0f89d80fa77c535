import { parseAddressQuery } from "~/domain/address/address-query";
import type { Candidate, Geocoded, Verdict } from "~/domain/address/candidate";
import { countryAtEnd } from "~/domain/address/countries";
import { houseNumberOf } from "~/domain/address/house-number";
import { postcodeWord, searchWords } from "~/domain/address/words";
import { normalizeLat, normalizeLng } from "~/domain/validation/coordinates";
import type { AddressIndex, IndexAddress, IndexEntry } from "./address-index";
import { judge, rank } from "./rank";
import { resolveQuery } from "./resolve-query";

/** What a service found. */
export interface OutsideResult {
  kind: Candidate["kind"];
  displayName: string;
  /** of a place or a point */
  name: string;
  street: string;
  number: string;
  postcode: string;
  city: string;
  areas: string[];
  countryCode: string;
  lat: number;
  lng: number;
}

/** Metres; a service doesn't say how far a town reaches. */
const TOWN_M = 5000;

const toEntry = (one: OutsideResult, id: number): IndexEntry => ({
  id,
  kind: one.kind === "address" ? "street" : one.kind,
  names: [one.kind === "address" || one.kind === "street" ? one.street : one.name].filter((name) => name !== ""),
  city: one.city,
  areas: one.areas,
  postcodes: one.postcode === "" ? [] : [one.postcode],
  countryCode: one.countryCode,
  lat: one.lat,
  lng: one.lng,
  radiusM: one.kind === "place" ? TOWN_M : 500,
  // The service's own order decides between equals.
  weight: 50 - id,
  line: one.kind === "point" ? [one.street, one.number].join(" ").trim() : "",
});

/** The results as an index, so that they are judged as those of the embedded search are. */
function indexOf(results: readonly OutsideResult[], entries: readonly IndexEntry[]): AddressIndex {
  const words = new Set(
    entries.flatMap(({ names, city, areas, postcodes, line }) => [
      ...searchWords([...names, city, ...areas, line]),
      ...postcodes.map(postcodeWord),
    ]),
  );
  const addresses = results.flatMap((one, entryId): IndexAddress[] => {
    const number = one.kind === "address" ? houseNumberOf(one.number) : null;
    return number ? [{ entryId, number, text: one.number, postcode: one.postcode, lat: one.lat, lng: one.lng }] : [];
  });
  return {
    isLoaded: () => Promise.resolve(true),
    words: () => Promise.resolve([...words].map((word) => ({ word, entries: 1 }))),
    entries: (_match, { kinds }) => Promise.resolve(entries.filter(({ kind }) => kinds?.includes(kind) ?? true)),
    addresses: (ids) => Promise.resolve(addresses.filter(({ entryId }) => ids.includes(entryId))),
    addressesAround: () => Promise.resolve([]),
    spotsAround: () => Promise.resolve([]),
  };
}

export const toCandidate = (one: OutsideResult, confidence: number): Candidate => ({
  kind: one.kind,
  displayName: one.displayName,
  countryCode: one.countryCode,
  ...(one.postcode === "" ? {} : { postcode: one.postcode }),
  lat: normalizeLat(one.lat),
  lng: normalizeLng(one.lng),
  confidence: Math.round(confidence * 1000) / 1000,
});

/** What is found only where the company doesn't work is a question. */
export const unsure = (verdict: Verdict): Verdict => (verdict === "sure" ? "ambiguous" : verdict);

/**
 * How well a service's results fit the text. Services guess: a street without its number, or the same street in another
 * town, is an answer for them and a question for us.
 */
export async function judgeResults(text: string, results: readonly OutsideResult[]): Promise<Geocoded> {
  const end = countryAtEnd(text);
  const query = parseAddressQuery(end ? text.slice(0, end.from) : text);
  const entries = results.map(toEntry);
  const index = indexOf(results, entries);
  const ranked = await rank(index, await resolveQuery(index, query, end?.code ?? ""), entries, {});
  const seen = new Set(ranked.map(({ entry }) => entry.id));
  return {
    verdict: results.length === 0 ? "unknown" : ranked.length === 0 ? "ambiguous" : judge(ranked),
    candidates: [
      ...ranked.map(({ entry, confidence }) => toCandidate(results[entry.id]!, confidence)),
      // What shares no word with the text comes last: it may be a name in another language.
      ...results.filter((_, id) => !seen.has(id)).map((one) => toCandidate(one, 0.2)),
    ],
  };
}
