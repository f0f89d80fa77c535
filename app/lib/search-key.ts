/** Letters that no normal form takes apart, and those of two keyboards that look alike: Persian and Arabic. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ي: "ی",
  ى: "ی",
  ك: "ک",
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * What a search compares: accents, capitals and the language of a keyboard don't matter. "istanbul" finds "İstanbul"
 * and "ISTANBUL", "strasse" finds "Straße". Where something stands in a text is not where it stands in its key.
 */
export const searchKey = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter);
