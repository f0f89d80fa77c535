import type { AddressQuery } from "~/domain/address/address-query";
import { BEGUN } from "~/domain/address/match";
import type { NamedPlace, ResolvedQuery, WordForms } from "~/domain/address/match";
import { likeness, spellingKeys } from "~/domain/address/spelling";
import { foldPostcode, postcodeWord, wordsOf } from "~/domain/address/words";
import { formsWithSlips, unfinishedForms } from "~/domain/address/word-forms";
import type { AddressIndex, IndexEntry, IndexWord } from "./address-index";

/** Words shorter than that are taken as they are. */
const SHORTEST_MISSPELT = 4;
/** A word is taken for another one only when it is that alike. */
const ALIKE = 0.7;
const MOST_FORMS = 12;
const NAMED_LIMIT = 60;
/** Weights of villages and above (`extract/make-entries.ts`); quarters and hamlets belong to one of them. */
const LEAST_TOWN = 60;

const joinedAt = (query: AddressQuery, index: number): string | null => {
  const [here, next] = [query.words[index]!, query.words[index + 1]];
  if (next === undefined || here.hasDigits || next.hasDigits || here.part !== next.part) return null;
  return here.word + next.word;
};

/** All that the index has to be asked about the words of a query, in one question. */
function questions(query: AddressQuery): { exact: Set<string>; keys: Set<number>; slips: string[][] } {
  const exact = new Set<string>();
  const keys = new Set<number>();
  const slips = query.words.map(({ word, hasDigits }, index) => {
    exact.add(word);
    const joined = joinedAt(query, index);
    if (joined !== null) exact.add(joined);
    if (hasDigits) return [];
    const forms = formsWithSlips(word);
    for (const form of [word, ...forms]) {
      exact.add(form);
      if (form.length >= SHORTEST_MISSPELT) for (const key of spellingKeys(form)) keys.add(key);
    }
    return forms;
  });
  for (const { code } of query.postcodes) exact.add(postcodeWord(code));
  return { exact, keys, slips };
}

/** The words of the index that a typed one may stand for, the likest first. */
function formsOf(word: string, slips: readonly string[], known: readonly IndexWord[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { word: other } of known) {
    let best = other === word ? 1 : word.length < SHORTEST_MISSPELT ? 0 : likeness(word, other);
    for (const form of slips) best = Math.max(best, likeness(form, other) * 0.92);
    if (best >= ALIKE) found.set(other, best);
  }
  const sorted = [...found].sort((a, b) => b[1] - a[1]).slice(0, MOST_FORMS);
  return new Map(sorted);
}

export async function resolveQuery(index: AddressIndex, query: AddressQuery, country: string): Promise<ResolvedQuery> {
  const { exact, keys, slips } = questions(query);
  const known = await index.words([...exact], [...keys]);
  const there = new Set(known.map(({ word }) => word));
  const words = known.filter(({ word }) => !/^pc.*\d/.test(word));
  const last = query.words.length - 1;
  const forms = query.words.map(({ word, typed, hasDigits }, at): WordForms => {
    const joined = joinedAt(query, at);
    const forms = hasDigits ? new Map(there.has(word) ? [[word, 1]] : []) : formsOf(word, slips[at]!, words);
    const unfinished = query.isUnfinished && at === last && !hasDigits ? unfinishedForms(typed) : [];
    // "platz" stands as "pl" in the index, which is no beginning of it: "Planken" is none of its forms.
    for (const form of unfinished) if (!form.endsWith("*") && !forms.has(form)) forms.set(form, BEGUN);
    return {
      forms,
      joined: new Map(joined !== null && there.has(joined) ? [[joined, 1]] : []),
      begun: unfinished.filter((form) => form.endsWith("*")).map((form) => form.replace("*", "")),
    };
  });
  const knownPostcodes = new Set(query.postcodes.flatMap(({ code }) => (there.has(postcodeWord(code)) ? [code] : [])));
  const resolved = { ...query, forms, knownPostcodes, named: [], country };
  return { ...resolved, named: await namedPlaces(index, resolved) };
}

/** What a word may be in the index, for one place of a `WordMatch`. */
export function alternativesAt(query: ResolvedQuery, index: number): string[] {
  const { forms, joined, begun } = query.forms[index]!;
  const before = query.forms[index - 1]?.joined.keys() ?? [];
  const { start } = query.words[index]!;
  const starts = start !== null && start.length > 1 ? [...begun, start] : begun;
  return [...new Set([...forms.keys(), ...joined.keys(), ...before, ...starts.map((one) => `${one}*`)])];
}

/** The towns and postcodes of the text, so that what is found can be compared with where they are. */
async function namedPlaces(index: AddressIndex, query: ResolvedQuery): Promise<NamedPlace[]> {
  const asked = query.words
    .flatMap(({ weight, hasDigits }, at) => (weight >= 0.3 && !hasDigits ? alternativesAt(query, at) : []))
    .filter((form) => !form.endsWith("*"));
  asked.push(...[...query.knownPostcodes].map(postcodeWord));
  if (asked.length === 0) return [];
  const entries = await index.entries([[asked]], { limit: NAMED_LIMIT, kinds: ["place", "postcode"] });
  return entries.flatMap((entry) => {
    const words = entry.kind === "postcode" ? postcodeWords(query, entry) : nameWords(query, entry);
    const kind = entry.kind === "postcode" ? "postcode" : entry.weight >= LEAST_TOWN ? "town" : "part";
    return words === null ? [] : [{ words, lat: entry.lat, lng: entry.lng, radiusM: entry.radiusM, kind }];
  });
}

function postcodeWords(query: ResolvedQuery, entry: IndexEntry): number[] | null {
  const codes = entry.postcodes.map(foldPostcode);
  return query.postcodes.find(({ code }) => codes.includes(code))?.words ?? null;
}

/** The words of the query that are the whole of one of the town's names. */
function nameWords(query: ResolvedQuery, entry: IndexEntry): number[] | null {
  for (const name of entry.names) {
    const used: number[] = [];
    const fits = wordsOf(name).every((word) => {
      const at = query.forms.findIndex(
        ({ forms, joined }, index) => !used.includes(index) && ((forms.get(word) ?? 0) >= 0.75 || joined.has(word)),
      );
      if (at < 0) return false;
      used.push(at);
      if (query.forms[at]!.joined.has(word)) used.push(at + 1);
      return true;
    });
    if (fits && used.length > 0) return used;
  }
  return null;
}
