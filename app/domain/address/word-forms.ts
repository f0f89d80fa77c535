/** The forms under which a typed word may stand in the index. */
import { slipsBetween } from "./spelling";
import { CANONICAL } from "./street-words";

/** Ends of compounds that are shortened in the common form, as they are written in full. */
const LONG_ENDS: readonly [end: string, short: string][] = [
  ["strasse", "str"],
  ["strase", "str"],
  ["strat", "str"],
  ["gasse", "g"],
  ["platz", "pl"],
  ["gatan", "gt"],
  ["vagen", "vg"],
  ["veien", "vg"],
];
const LONG_KINDS = [...CANONICAL.keys()].filter((word) => word.length >= 5);

/**
 * The common form would hide a slip in "strasse": "bahnhofstrsse" is no compound with a known end. This finds the
 * common forms of words with one slip there.
 */
export function formsWithSlips(word: string): string[] {
  const found = new Set<string>();
  for (const [end, short] of LONG_ENDS) {
    for (const length of [end.length, end.length - 1, end.length + 1]) {
      const stem = word.slice(0, -length);
      if (stem.length >= 3 && slipsBetween(word.slice(-length), end, 1) <= 1) found.add(stem + short);
    }
  }
  if (word.length >= 4)
    for (const kind of LONG_KINDS) if (slipsBetween(word, kind, 1) <= 1) found.add(CANONICAL.get(kind)!);
  found.delete(word);
  return [...found];
}

/** Ends that are being typed: "bahnhofstra" goes on as "bahnhofstr" does in the index. */
const BEGUN_ENDS: readonly [RegExp, string][] = [
  [/(\p{L}{3,})str(?:a|as|ass)$/u, "$1str"],
  [/(\p{L}{3,})g(?:a|as|ass)$/u, "$1g"],
  [/(\p{L}{3,})pl(?:a|at)$/u, "$1pl"],
  [/(\p{L}{3,})g(?:a|at|ata)$/u, "$1gt"],
  [/(\p{L}{3,})v(?:a|ag|age|e|ei|eie)$/u, "$1vg"],
];

/** Beginnings of the words that an unfinished word may become, and whole words. */
export function unfinishedForms(word: string): string[] {
  const found = new Set([`${word}*`]);
  for (const [end, short] of BEGUN_ENDS) if (end.test(word)) found.add(word.replace(end, short));
  if (word.length >= 3) for (const kind of LONG_KINDS) if (kind.startsWith(word)) found.add(CANONICAL.get(kind)!);
  return [...found];
}
