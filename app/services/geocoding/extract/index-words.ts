/** What entries and addresses are found by. */
import { numbersOf } from "~/domain/address/house-number";
import { spellingKeys } from "~/domain/address/spelling";
import { postcodeWord, searchWords, wordsOf } from "~/domain/address/words";
import type { NewAddress, NewEntry } from "./extract-types";

const MOST_WORD = 60;
const SHORTEST_MISSPELT = 4;

/** The words of an entry: of its names, of the towns it may be looked for in, and of its postcodes. */
export function indexedWords({ kind, names, city, areas, postcodes, line }: NewEntry): string[] {
  const found = new Set(kind === "postcode" ? [] : searchWords(names));
  for (const word of searchWords([city, ...areas])) found.add(word);
  for (const word of wordsOf(line)) found.add(word);
  for (const code of postcodes) found.add(postcodeWord(code));
  return [...found].filter((word) => word.length <= MOST_WORD);
}

/** Words with digits are asked for as they are. */
export const spellingKeysToLoad = (word: string): number[] =>
  word.length < SHORTEST_MISSPELT || /\d/.test(word) ? [] : spellingKeys(word);

/** A house of two numbers is found by each of them; a number that can't be read is found by none. */
export const houseNumbersToLoad = (addresses: readonly NewAddress[]) =>
  addresses.flatMap(({ number: text, postcode, lat, lng }) =>
    numbersOf(text).map(({ number, isSecond }) => ({
      number_from: number.from,
      number_to: number.to,
      suffix: number.suffix.slice(0, 20),
      number: text.slice(0, 50),
      postcode: postcode.slice(0, 20),
      lat,
      lng,
      isSecond,
    })),
  );
