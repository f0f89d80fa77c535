/** Texts and names as words that can be compared and looked up. */
import { fold } from "./fold";
import { canonicalWord } from "./street-words";

/** "c/", "p.zza" and such are one word each and no two. */
const JOINED: readonly [RegExp, string][] = [
  [/\bc\/\s*/g, "calle "],
  [/\bp\.\s?z{1,2}a\b\.?/g, "piazza "],
  [/\bp\.za\b\.?/g, "piazza "],
  [/\bv\.\s?le\b\.?/g, "viale "],
  [/\bc\.\s?so\b\.?/g, "corso "],
  [/\bl\.\s?go\b\.?/g, "largo "],
  [/\bc\.\s?p\.?(?=\s*\d)/g, " "],
  [/\bpr-t\b/g, "prospekt "],
];

/** Words in their common form, in the order of the text: "Bahnhof-Straße" is ["bahnhof", "str"]. */
export function wordsOf(text: string): string[] {
  return (foldJoined(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(canonicalWord);
}

export function foldJoined(text: string): string {
  let folded = fold(text);
  for (const [form, word] of JOINED) folded = folded.replace(form, word);
  return folded;
}

/** The words of names, and two that follow each other as one: some write "Bahnhof Strasse", some "Bahnhofstrasse". */
export function searchWords(names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const words = wordsOf(name);
    words.forEach((word, index) => {
      found.add(word);
      const next = words[index + 1];
      if (next !== undefined && isLetters(word) && isLetters(next)) found.add(word + next);
    });
  }
  return [...found];
}

const isLetters = (word: string): boolean => /^\p{L}+$/u.test(word);

/** A postcode without spaces and dashes and without the country before it: "CH-9490" is "9490". */
export const foldPostcode = (text: string): string =>
  fold(text)
    .replace(/^\s*[a-z]{1,3}\s*-\s*(?=\d)/, "")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** How postcodes stand among the words of the index, so that no house number is taken for one. */
export const postcodeWord = (postcode: string): string => `pc${foldPostcode(postcode)}`;
