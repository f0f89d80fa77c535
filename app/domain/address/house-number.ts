/** House numbers as they are written: 12, 12a, 12 A, 12-14, 12/3, 12bis, and several in one text. */

export interface HouseNumber {
  from: number;
  /** the same but for a range */
  to: number;
  /** what follows, folded and without spaces: "a", "bis", "/3"; "" for nothing */
  suffix: string;
}

const ONE = /^(\d{1,6})\s*(\p{L}{1,3})?(?:\s*[-–—]\s*(\d{1,6})\s*(\p{L}{1,3})?)?(?:\s*\/\s*([\p{L}\d/.-]{1,12}))?\W*$/u;

/** @returns null for what doesn't begin with a number */
export function houseNumberOf(text: string): HouseNumber | null {
  const found = ONE.exec(text.trim().toLowerCase());
  if (!found) return null;
  const from = Number(found[1]);
  const to = found[3] === undefined ? from : Number(found[3]);
  const letter = found[2] ?? "";
  const inner = found[5] === undefined ? "" : `/${found[5].replace(/[^\p{L}\d]+/gu, "")}`;
  // "12-3" is no range but a number within 12.
  if (to < from) return { from, to: from, suffix: `${letter}/${to}` };
  // Beyond that it is two numbers (an old and a new one) and no row of houses.
  if (to - from > 100) return { from, to: from, suffix: `${letter}/${to}` };
  return { from, to, suffix: letter + inner };
}

/**
 * What one address is found by: "12, 12a" is two numbers; "1234/56" is found by 56 as well, because countries that
 * write two numbers (one of the village, one of the street) are asked for either.
 */
export function numbersOf(text: string): { number: HouseNumber; isSecond: boolean }[] {
  const found: { number: HouseNumber; isSecond: boolean }[] = [];
  text.split(/[,;]|\s+(?:und|and|et|e|y)\s+/).forEach((part) => {
    const number = houseNumberOf(part);
    if (number === null) return;
    found.push({ number, isSecond: found.length > 0 });
    const second = /\/(\d{1,5})(\p{L}?)$/u.exec(number.suffix);
    if (second && /\/\s*\d/.test(part)) {
      const other = { from: Number(second[1]), to: Number(second[1]), suffix: second[2] ?? "" };
      found.push({ number: other, isSecond: true });
    }
  });
  return found;
}

/** How well an address fits the number that is asked for: 1 the very one, 0 another. */
export function numberFit(asked: HouseNumber, there: HouseNumber): number {
  const sameStart = asked.from === there.from;
  if (sameStart && asked.to === there.to && asked.suffix === there.suffix) return 1;
  const isRange = there.to > there.from;
  const even = (asked.from - there.from) % 2 === 0;
  if (asked.to > asked.from) {
    if (sameStart && there.suffix === "") return 0.96;
    return there.from >= asked.from && there.to <= asked.to && even ? 0.9 : 0;
  }
  if (sameStart && isRange && (asked.suffix === "" || asked.suffix === there.suffix)) return 0.95;
  if (isRange && asked.from > there.from && asked.from <= there.to) return even ? 0.94 : 0.6;
  if (!sameStart) return 0;
  // A number within the house isn't on the map.
  if (asked.suffix.startsWith("/") && there.suffix === "") return 0.95;
  if (asked.suffix.includes("/") && asked.suffix.split("/")[0] === there.suffix) return 0.95;
  if (asked.suffix === "") return there.suffix.startsWith("/") ? 0.94 : 0.8;
  return there.suffix === "" ? 0.8 : 0.7;
}

/** From here on it is the address and no neighbour of it. */
export const NUMBER_FOUND = 0.93;
