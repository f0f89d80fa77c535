/** One form for all ways of writing a word, so that texts of people and names of maps can be compared. */
/** Letters that no normal form takes apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "a",
  œ: "o",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
};

/**
 * Lower case without accents. Umlauts are written as ä, ae or a: all of them become a; likewise å and aa.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþıħ]/g, (letter) => LETTERS[letter]!)
    .replace(/([aou])e/g, "$1")
    .replace(/aa/g, "a");
}
