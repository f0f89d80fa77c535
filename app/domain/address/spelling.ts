/** How alike two words are, for words with a slip of the hand in them. */

/** How much of a word is kept under its keys: what comes later is compared, not looked up. */
const KEYED = 7;

/** FNV-1a, 31 bits: fits the integer column of every database. Two texts of one key are told apart by comparing. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 1;
}

/**
 * Keys of a word: of its beginning, and of that with any one letter left out. Words that differ by one letter too many,
 * too few, another one or two that changed places have a key in common.
 * Symmetric deletion: W. Garbe, SymSpell, https://github.com/wolfgarbe/SymSpell
 */
export function spellingKeys(word: string): number[] {
  const start = word.slice(0, KEYED);
  const keys = new Set([hash(start)]);
  for (let index = 0; index < start.length; index += 1) keys.add(hash(start.slice(0, index) + start.slice(index + 1)));
  return [...keys];
}

/** Slips that a word of this length may have. */
const slipsAllowed = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);

/**
 * Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other (optimal string
 * alignment); anything above `most` is `most + 1`.
 */
export function slipsBetween(a: string, b: string, most: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let slips = Math.min(old[j]! + 1, row[j - 1]! + 1, old[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) slips = Math.min(slips, older[j - 2]! + 1);
      row[j] = slips;
      least = Math.min(least, slips);
    }
    if (least > most) return most + 1;
    older = old;
    old = row;
  }
  return Math.min(old[b.length]!, most + 1);
}

/** 1 for the same word, less for one with slips, 0 for another word. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  if (/\d/.test(a + b)) return 0;
  const most = slipsAllowed(Math.min(a.length, b.length));
  if (most === 0) return 0;
  const slips = slipsBetween(a, b, most);
  return slips > most ? 0 : 1 - (slips * 1.2) / Math.max(a.length, b.length);
}
