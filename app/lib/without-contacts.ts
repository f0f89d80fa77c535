/** What another server says, for the log: that names nobody, and is kept by others. */

const E_MAIL = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g;
/** Has nothing of a phone: '550 5.7.26', '192.168.0.20:587'. */
const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const TECHNICAL = `\\b[245]\\d\\d[ -][245]\\.\\d{1,3}\\.\\d{1,3}\\b|\\b${OCTET}(?:\\.${OCTET}){3}(?::\\d{1,5})?\\b`;
const TECHNICAL_OR_DIGITS = new RegExp(`(${TECHNICAL})|\\+?\\d[\\d ()./-]{5,}\\d`, "g");
/** The shortest phone with its area. */
const FEWEST_DIGITS = 7;

const isLikePhone = (text: string): boolean => text.replace(/\D/g, "").length >= FEWEST_DIGITS;

/** More says no more, and takes the expressions long. */
const LONGEST = 500;

/** The beginning of the sentence, with "…" in the place of whatever looks like an e-mail address or a phone. */
export const withoutContacts = (sentence: string): string =>
  sentence
    .slice(0, LONGEST)
    .replace(E_MAIL, "…")
    .replace(TECHNICAL_OR_DIGITS, (found: string, technical: string | undefined) =>
      technical === undefined && isLikePhone(found) ? "…" : found,
    );
