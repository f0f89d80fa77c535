/** What somebody typed or a spreadsheet holds, taken apart. */
import { coordinatePair } from "../validation/coordinates";
import { MAX_TEXT_LENGTH } from "../constants";
import type { Place } from "../place";
import { houseNumberOf } from "./house-number";
import type { HouseNumber } from "./house-number";
import { canonicalWord, NUMBER_WORDS, UNIT_WORDS, wordWeight } from "./street-words";
import { foldJoined, foldPostcode } from "./words";

interface QueryWord {
  /** in its common form */
  word: string;
  /** folded, as it was typed */
  typed: string;
  /** how much it says, 0 to 1; 0: nothing, such as "no." and "2nd floor" */
  weight: number;
  /** which part between commas it stands in */
  part: number;
  hasDigits: boolean;
  /** "burg" of "Burg.", "g" of "G.": the beginning of a word; null for a whole one */
  start: string | null;
}

/** A house number as some of the words can be read. */
export interface QueryNumber {
  number: HouseNumber;
  /** indices of its words */
  words: number[];
}

/** What may be a postcode; whether it is one, the index knows. */
interface QueryPostcode {
  /** folded */
  code: string;
  words: number[];
}

export interface AddressQuery {
  /** as it was typed */
  text: string;
  words: QueryWord[];
  numbers: QueryNumber[];
  postcodes: QueryPostcode[];
  /** The last word may go on: somebody is typing. */
  isUnfinished: boolean;
  /** coordinates in the text: nothing has to be looked up */
  place: Place | null;
}

/** A pair of coordinates with something before it, as chats and maps paste it. */
const PASTED = /(?:^|[^\d.])(-?\d{1,2}\.\d{2,})(?:\s*[,;]\s*|\s+)(-?\d{1,3}\.\d{2,})(?![\d.])/;

function pastedPlace(text: string): Place | null {
  const whole = coordinatePair(text);
  if (whole) return whole;
  const found = PASTED.exec(text);
  return found ? coordinatePair(`${found[1]}, ${found[2]}`) : null;
}

interface Piece {
  raw: string;
  part: number;
  /** whether a space, and nothing else, stands between it and the piece before */
  isNext: boolean;
  hasDot: boolean;
}

/** Words, and numbers with what hangs on them: "12-14", "12/3". */
const PIECE = /\d+(?:\s?[-–]\s?\d+\p{L}?(?!\p{L}))?(?:\/[\p{L}\d]+)*\p{L}*|[\p{L}\p{N}]+/gu;

/** "40 - 44" is a row of houses, "12 - 86990" a number and a postcode. */
const range = (from: number, to: number): string =>
  to > from && to - from <= 100 ? `${from}-${to}` : `${from}, ${to}`;

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  foldJoined(text)
    .replace(/(\d+)\s+[-–—]\s+(\d+)/g, (_, from: string, to: string) => range(Number(from), Number(to)))
    .split(/[,;\n\t|]|\s[-–—]\s/)
    .forEach((part, index) => {
      let end = -1;
      // The country before a postcode: "CH-9490". A space that was left out: "Landstrasse12".
      const plain = part
        .replace(/(^|\s)[a-z]{1,3}\s?-\s?(?=\d{3,})/g, "$1")
        .replace(/(\p{L}{4,})(?=\d)/gu, "$1 ")
        .replace(/(\d)(?=\p{L}{4,})/gu, "$1 ");
      for (const found of plain.matchAll(PIECE)) {
        const between = end < 0 ? "" : plain.slice(end, found.index);
        const isNext = end >= 0 && /^[\s-]{0,2}$/.test(between);
        end = found.index + found[0].length;
        pieces.push({ raw: found[0], part: index, isNext, hasDot: plain[end] === "." });
      }
    });
  return pieces;
}

const isOneLetter = (text: string | undefined): boolean => text !== undefined && /^\p{L}$/u.test(text);
const SUFFIX_WORDS = new Set(["bis", "ter", "quater"]);

/** Words of a flat, floor or door, with the number beside them. */
function unitWords(pieces: readonly Piece[]): Set<number> {
  const found = new Set<number>();
  pieces.forEach(({ raw }, index) => {
    if (NUMBER_WORDS.has(raw)) {
      if (/^\d/.test(pieces[index + 1]?.raw ?? "")) found.add(index);
      return;
    }
    // Not where a street may be named like it: beside a unit there is a house number.
    const after = pieces[index + 1];
    const hasNumber = [...pieces.slice(0, index), ...pieces.slice(index + 2)].some((piece) => /^\d/.test(piece.raw));
    if (!UNIT_WORDS.has(raw) || !hasNumber) return;
    const before = pieces[index - 1];
    if (after && /^\d{1,3}\p{L}?$/u.test(after.raw) && after.part === pieces[index]!.part)
      found.add(index).add(index + 1);
    else if (
      before &&
      /^\d{1,2}$/.test(before.raw) &&
      pieces.slice(0, index - 1).some((piece) => /^\d/.test(piece.raw))
    )
      found.add(index).add(index - 1);
  });
  return found;
}

export function parseAddressQuery(text: string, { isUnfinished = false } = {}): AddressQuery {
  const cut = text.slice(0, MAX_TEXT_LENGTH);
  const place = pastedPlace(cut);
  if (place) return { text: cut, words: [], numbers: [], postcodes: [], isUnfinished: false, place };
  const pieces = piecesOf(cut);
  const units = unitWords(pieces);
  const numbers: QueryNumber[] = [];
  const postcodes: QueryPostcode[] = [];
  pieces.forEach(({ raw }, index) => {
    if (units.has(index) || !/\d/.test(raw)) return;
    const after = pieces[index + 1];
    const follows = after?.isNext === true && !units.has(index + 1);
    const letter = follows && (isOneLetter(after.raw) || SUFFIX_WORDS.has(after.raw)) ? after.raw : "";
    const withLetter = letter === "" ? null : houseNumberOf(raw + letter);
    if (withLetter) numbers.push({ number: withLetter, words: [index, index + 1] });
    // "Landstrass e12": the space slipped into the word.
    const number = houseNumberOf(/^\p{L}\d{1,4}\p{L}?$/u.test(raw) ? raw.slice(1) : raw);
    if (number && !/^0/.test(raw)) numbers.push({ number, words: [index] });
    postcodes.push(...postcodesAt(pieces, index));
  });
  const words = pieces.map(({ raw, part, hasDot }, index): QueryWord => {
    const word = canonicalWord(raw);
    const hasDigits = /\d/.test(raw);
    const isInitial = isOneLetter(raw);
    const start = !hasDigits && (isInitial || (hasDot && raw.length <= 6)) ? raw : null;
    const weight = units.has(index) ? 0 : Math.min(wordWeight(word), isInitial ? 0.3 : 1);
    return { word, typed: raw, weight, part, hasDigits, start };
  });
  const last = pieces.at(-1);
  const goesOn = isUnfinished && last !== undefined && /[\p{L}\p{N}]$/u.test(cut);
  return { text: cut, words, numbers, postcodes, isUnfinished: goesOn, place: null };
}

/** One word, or two that belong together: "SW1A 1AA", "1234 AB", "110 00". */
function postcodesAt(pieces: readonly Piece[], index: number): QueryPostcode[] {
  const found: QueryPostcode[] = [];
  const here = pieces[index]!;
  if (here.raw.length >= 3) found.push({ code: foldPostcode(here.raw), words: [index] });
  for (const [first, second] of [
    [index - 1, index],
    [index, index + 1],
  ] as const) {
    const [a, b] = [pieces[first], pieces[second]];
    if (!a || !b?.isNext || a.raw.length > 4 || b.raw.length > 4 || (first < index && /\d/.test(a.raw))) continue;
    const code = foldPostcode(a.raw + b.raw);
    if (code.length >= 5) found.push({ code, words: [first, second] });
  }
  return found;
}
