import type { Verdict } from "~/domain/address/candidate";
import type { QueryNumber } from "~/domain/address/address-query";
import { beginning } from "~/domain/address/beginning";
import { NUMBER_FOUND, numberFit } from "~/domain/address/house-number";
import { matchEntry } from "~/domain/address/match";
import type { Match, ResolvedQuery } from "~/domain/address/match";
import { foldPostcode } from "~/domain/address/words";
import { distanceMeters } from "~/domain/validation/coordinates";
import type { AddressIndex, IndexAddress, IndexEntry } from "./address-index";
import type { SearchOptions } from "./geocoder";

export interface Ranked {
  entry: IndexEntry;
  address: IndexAddress | null;
  match: Match;
  lat: number;
  lng: number;
  confidence: number;
  /** 1 the number that is asked for, or none is; 0 it isn't there */
  numberFit: number;
  /** the number that is asked for, as it was typed, where the street has none that is it; "" otherwise */
  missingNumber: string;
}

/** Entries whose addresses are looked up. */
const LOOKED_UP = 60;
const MOST = 20;
const WORST = 0.25;
/** Below that nothing fits. */
const FITS = 0.4;
const SURE = 0.84;
/** What is less better than that isn't better. */
const MARGIN = 0.04;
/** Two entrances of one house are one place. */
const SAME_PLACE_M = 150;
/** A street that isn't longer is a place by itself. */
const SHORT_STREET_M = 200;

const textScore = ({ textFit, nameFit, isElsewhere }: Match): number =>
  (0.55 * textFit + 0.45 * nameFit) * (isElsewhere ? 0.75 : 1);

/** A town by itself explains a text that goes on about a street only in part. */
const kindFactor = ({ kind }: IndexEntry, { number }: Match): number =>
  number === null || kind === "street" ? 1 : kind === "point" ? 0.7 : 0.6;

/**
 * What somebody types is most likely the beginning of a street or a town; a shop or a name that only resembles it comes
 * behind. Of a finished text only what fits better counts.
 */
const typedBonus = (query: ResolvedQuery, { kind, names }: IndexEntry): number =>
  query.isUnfinished ? 0.15 * beginning(query.text, names) - (kind === "point" ? 0.1 : 0) : 0;

/** How well the best of them fits, before house numbers are looked at. */
export const bestOf = (query: ResolvedQuery, entries: readonly IndexEntry[]): number =>
  entries.reduce((best, entry) => {
    const match = matchEntry(query, entry);
    return Math.max(best, match.nameFit === 0 ? 0 : textScore(match) * kindFactor(entry, match));
  }, 0);

export async function rank(
  index: AddressIndex,
  query: ResolvedQuery,
  entries: readonly IndexEntry[],
  { near, countries = [] }: SearchOptions,
): Promise<Ranked[]> {
  const matched = entries
    .filter(({ countryCode }) => countries.length === 0 || countryCode === "" || countries.includes(countryCode))
    .map((entry) => ({ entry, match: matchEntry(query, entry) }))
    .filter(({ match }) => match.nameFit > 0)
    .map((one) => ({ ...one, score: textScore(one.match) * kindFactor(one.entry, one.match) }))
    .filter(({ score }) => score >= WORST)
    .map((one) => ({ ...one, bonus: typedBonus(query, one.entry) }))
    .sort((a, b) => b.score + b.bonus - a.score - a.bonus || b.entry.weight - a.entry.weight)
    .slice(0, LOOKED_UP);
  const addresses = await addressesOf(index, matched);
  const ranked = matched.map(({ entry, match, score }): Ranked => {
    const none = { entry, address: null, match, lat: entry.lat, lng: entry.lng, missingNumber: "" };
    if (match.number === null || entry.kind !== "street")
      return { ...none, confidence: score, numberFit: match.number ? 0 : 1 };
    const best = bestAddress(query, match, addresses.get(entry.id) ?? []);
    const missingNumber = best && best.fit >= NUMBER_FOUND ? "" : typedNumber(query, match.number);
    if (!best) return { ...none, missingNumber, confidence: score * 0.7, numberFit: 0 };
    const { address, fit } = best;
    const confidence = score * (fit >= NUMBER_FOUND ? 1 - (1 - fit) * 0.5 : 0.75 + (fit - 0.6) * 0.2);
    return { entry, address, match, lat: address.lat, lng: address.lng, confidence, numberFit: fit, missingNumber };
  });
  const order = ({ entry, lat, lng, confidence }: Ranked): number =>
    confidence +
    typedBonus(query, entry) +
    entry.weight / 10_000 +
    (near ? 0.05 / (1 + distanceMeters(near, { lat, lng }) / 5000) : 0);
  return ranked
    .filter(({ confidence }) => confidence >= WORST)
    .sort((a, b) => order(b) - order(a))
    .slice(0, MOST);
}

async function addressesOf(
  index: AddressIndex,
  matched: readonly { entry: IndexEntry; match: Match }[],
): Promise<Map<number, IndexAddress[]>> {
  const asked = matched.flatMap(({ entry, match }) =>
    match.number && entry.kind === "street" ? [{ id: entry.id, number: match.number.number }] : [],
  );
  const numbers = new Map(asked.map(({ number }) => [`${number.from} ${number.to}`, number]));
  const found = new Map<number, IndexAddress[]>();
  if (asked.length === 0) return found;
  const ids = asked.map(({ id }) => id);
  for (const address of await index.addresses(ids, [...numbers.values()])) {
    const list = found.get(address.entryId);
    if (list) list.push(address);
    else found.set(address.entryId, [address]);
  }
  return found;
}

/** The number that fits best; of equal ones that with the postcode of the text. */
function bestAddress(
  query: ResolvedQuery,
  { number }: Match,
  addresses: readonly IndexAddress[],
): { address: IndexAddress; fit: number } | null {
  let best: { address: IndexAddress; fit: number; score: number } | null = null;
  for (const address of addresses) {
    const fit = numberFit(number!.number, address.number);
    if (fit === 0) continue;
    const hasPostcode = query.postcodes.some(({ code }) => code === foldPostcode(address.postcode));
    const score = fit + (hasPostcode ? 0.02 : 0);
    if (!best || score > best.score) best = { address, fit, score };
  }
  return best;
}

/** "" for what may be the beginning of a postcode: digits behind a comma, or more of them than houses have. */
function typedNumber({ words }: ResolvedQuery, { words: at }: QueryNumber): string {
  const text = at.map((index) => words[index]!.typed).join("");
  const part = words[at[0]!]!.part;
  const isBesideWords = words.some((word) => word.part === part && !word.hasDigits && word.weight > 0);
  return isBesideWords && !/\d{5}/.test(text) ? text : "";
}

/** Whether the first of them is the one that is meant. */
export function judge(ranked: readonly Ranked[]): Verdict {
  const [first, ...others] = ranked;
  if (!first || first.confidence < FITS) return "unknown";
  const { match, entry, confidence } = first;
  const isPrecise =
    first.numberFit >= NUMBER_FOUND &&
    (match.number !== null || entry.kind === "point" || (entry.kind === "street" && entry.radiusM <= SHORT_STREET_M));
  if (!isPrecise || match.isElsewhere || match.isBeside || match.unexplained > 0 || confidence < SURE)
    return "ambiguous";
  const hasRival = others.some((other) => {
    if (distanceMeters(first, other) <= SAME_PLACE_M) return false;
    // A street of that name in the very town, be it without the number, before one in a town around.
    const isNearer = !match.isInTown && other.match.isInTown && other.match.nameFit > match.nameFit - MARGIN;
    const isFurther = match.isInTown && !other.match.isInTown;
    return isNearer || (!isFurther && confidence - other.confidence < MARGIN);
  });
  return hasRival ? "ambiguous" : "sure";
}
