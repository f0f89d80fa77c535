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

/** Of Latin, Greek, Cyrillic, Hebrew and Arabic letters: those of India, Thailand and Japan make another letter. */
const ACCENTS = /[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g;

/**
 * What a search compares: accents, capitals and the language of a keyboard don't matter. "istanbul" finds "İstanbul"
 * and "ISTANBUL", "strasse" finds "Straße". Where something stands in a text is not where it stands in its key.
 */
export const searchKey = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(ACCENTS, "")
    .toLowerCase()
    .replace(OTHER_LETTERS, (letter) => LETTERS[letter] ?? letter);
