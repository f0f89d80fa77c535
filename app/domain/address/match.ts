/** How well an entry of the index fits a query: pure, and the same for every database. */
import { distanceMeters } from "../validation/coordinates";
import type { AddressQuery, QueryNumber } from "./address-query";
import { wordWeight } from "./street-words";
import { foldPostcode, wordsOf } from "./words";

interface Matchable {
  kind: "street" | "place" | "postcode" | "point";
  names: readonly string[];
  city: string;
  areas: readonly string[];
  postcodes: readonly string[];
  countryCode: string;
  lat: number;
  lng: number;
  line: string;
}

/** Forms of a word in the index, each with how alike it is. */
export interface WordForms {
  forms: ReadonlyMap<string, number>;
  /** of this word and the next one, written as one */
  joined: ReadonlyMap<string, number>;
  /** beginnings, of an unfinished word */
  begun: readonly string[];
}

/**
 * Which entries of the index: one of the lists, and of that list each word in one of its forms. A form that ends with
 * "*" is the beginning of a word.
 */
export type WordMatch = readonly (readonly (readonly string[])[])[];

/** A town or a postcode that the query names. */
export interface NamedPlace {
  words: readonly number[];
  lat: number;
  lng: number;
  radiusM: number;
  kind: "town" | "part" | "postcode";
}

export interface ResolvedQuery extends AddressQuery {
  forms: readonly WordForms[];
  /** those that the index knows */
  knownPostcodes: ReadonlySet<string>;
  named: readonly NamedPlace[];
  /** two letters; "" when none is named */
  country: string;
}

export interface Match {
  /** how much of the query the entry explains, and of its name the query: 0 to 1 each */
  textFit: number;
  nameFit: number;
  /** what is left as house number; null: none is asked for */
  number: QueryNumber | null;
  /** the query names a town, a postcode or a country that is somewhere else */
  isElsewhere: boolean;
  /** the query names its own town, and not only one around */
  isInTown: boolean;
  /** the query names another town or postcode next to it: it may be meant, and may be not */
  isBeside: boolean;
  /** words of weight that nothing explains */
  unexplained: number;
}

/** How alike a word is that was begun. */
export const BEGUN = 0.9;
/** A town or quarter around counts for less than the town itself. */
const AROUND = 0.75;
const BESIDE = 0.7;
/** "Burg." for "Burgemeester" */
const SHORTENED = 0.96;
/** A town's own edge isn't known, and neither is the postal one. */
const EDGE_M = 1000;

function likenessTo(query: ResolvedQuery, index: number, word: string): number {
  const { forms, begun } = query.forms[index]!;
  const whole = forms.get(word);
  if (whole !== undefined) return whole;
  const { start } = query.words[index]!;
  if (start !== null && word.length > start.length && word.startsWith(start)) return SHORTENED;
  return begun.some((start) => word.startsWith(start)) ? BEGUN : 0;
}

interface NameMatch {
  fit: number;
  used: Map<number, number>;
}

function matchName(query: ResolvedQuery, name: string): NameMatch {
  const words = wordsOf(name);
  const used = new Map<number, number>();
  let total = 0;
  let found = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1];
    let best = { likeness: 0, uses: [] as number[], covers: 1 };
    query.words.forEach((_, index) => {
      if (used.has(index)) return;
      const offer = (likeness: number, uses: number[], covers: number) => {
        if (likeness > best.likeness || (likeness === best.likeness && covers > best.covers && likeness > 0))
          best = { likeness, uses, covers };
      };
      offer(likenessTo(query, index, word), [index], 1);
      if (next !== undefined) offer(query.forms[index]!.forms.get(word + next) ?? 0, [index], 2);
      if (!used.has(index + 1)) offer(query.forms[index]!.joined.get(word) ?? 0, [index, index + 1], 1);
    });
    const weight = wordWeight(word) + (best.covers === 2 ? wordWeight(next!) : 0);
    total += weight;
    found += weight * best.likeness;
    for (const index of best.uses) used.set(index, best.likeness);
    if (best.covers === 2) at += 1;
  }
  return { fit: total === 0 ? 0 : found / total, used };
}

function bestName(query: ResolvedQuery, names: readonly string[]): NameMatch {
  let best: NameMatch = { fit: 0, used: new Map() };
  for (const name of names) {
    const match = matchName(query, name);
    if (match.fit > best.fit) best = match;
  }
  return best;
}

/** The first number that is neither part of the name nor a postcode. */
function numberOf(query: ResolvedQuery, isTaken: (index: number) => boolean): QueryNumber | null {
  const free = query.numbers.filter(({ words }) => !words.some(isTaken));
  if (free.length === 0) return null;
  const first = Math.min(...free.map(({ words }) => words[0]!));
  // "12 a" before "12", when the letter isn't needed elsewhere.
  const at = free.filter(({ words }) => words[0] === first);
  return at.find(({ words }) => words.length > 1) ?? at[0]!;
}

export function matchEntry(query: ResolvedQuery, entry: Matchable): Match {
  const own = entry.kind === "postcode" ? { fit: 0, used: new Map<number, number>() } : bestName(query, entry.names);
  const explained = new Map(own.used);
  const explain = (index: number, likeness: number) => {
    if (likeness > (explained.get(index) ?? 0)) explained.set(index, likeness);
  };
  let isElsewhere = query.country !== "" && entry.countryCode !== "" && query.country !== entry.countryCode;

  const explainBy = (texts: readonly string[], share: number): boolean => {
    const words = new Set(texts.flatMap(wordsOf));
    let isNamed = false;
    query.words.forEach((_, index) => {
      for (const word of words) {
        const joined = query.forms[index]!.joined.get(word) ?? 0;
        const likeness = Math.max(likenessTo(query, index, word), joined);
        if (likeness === 0) continue;
        isNamed ||= !own.used.has(index);
        explain(index, likeness * share);
        if (joined > 0) explain(index + 1, joined * share);
      }
    });
    return isNamed;
  };
  const isInTown = explainBy([entry.city], 1);
  explainBy([entry.line], 1);
  explainBy(entry.areas, AROUND);

  const postcodes = new Set(entry.postcodes.map(foldPostcode));
  const taken = new Set<number>();
  let nameFit = own.fit;
  for (const { code, words } of query.postcodes) {
    if (words.some((index) => own.used.has(index))) continue;
    const begun = query.isUnfinished && words.includes(query.words.length - 1) && code.length >= 3;
    const fits = postcodes.has(code) || (begun && [...postcodes].some((one) => one.startsWith(code)));
    if (!fits) continue;
    for (const index of words) {
      explain(index, 1);
      taken.add(index);
    }
    if (entry.kind === "postcode") nameFit = 1;
  }
  let isBeside = false;
  const open = query.named.filter(({ words }) => words.some((index) => !explained.has(index)));
  for (const place of open) {
    if (distanceMeters(place, entry) > place.radiusM + EDGE_M) continue;
    for (const index of place.words) explain(index, BESIDE);
    isBeside ||= place.kind === "town" || (place.kind === "postcode" && !isInTown);
  }
  for (const { words } of query.named)
    if (!words.every((index) => explained.has(index))) isElsewhere ||= isOnlyReading(query, words, explained);
  for (const { code, words } of query.postcodes)
    if (query.knownPostcodes.has(code)) for (const index of words) taken.add(index);

  const number = numberOf(query, (index) => own.used.has(index) || taken.has(index));
  const numberWords = new Set(number?.words);
  let total = 0;
  let found = 0;
  let unexplained = 0;
  query.words.forEach(({ weight: given, hasDigits }, index) => {
    if (numberWords.has(index)) return;
    const weight = hasDigits && !taken.has(index) && !own.used.has(index) ? given * 0.4 : given;
    const isOpen = query.isUnfinished && index === query.words.length - 1;
    total += isOpen && !explained.has(index) ? weight * 0.6 : weight;
    found += weight * (explained.get(index) ?? 0);
    if (!explained.has(index) && weight > 0.3) unexplained += 1;
  });
  return { textFit: total === 0 ? 0 : found / total, nameFit, number, isElsewhere, isInTown, isBeside, unexplained };
}

/** A word may name several towns, and one of them may be right: elsewhere is what no reading of it explains. */
const isOnlyReading = (
  { named }: ResolvedQuery,
  words: readonly number[],
  explained: ReadonlyMap<number, number>,
): boolean =>
  words.some(
    (index) =>
      !explained.has(index) &&
      !named.some((other) => other.words.includes(index) && other.words.every((one) => explained.has(one))),
  );
