/** Texts that a spreadsheet program would take for formulas, in formats without types of cells. */

/** '+423 232 11 22': a plus and one number can be no formula that does anything, and people want to dial it. */
const PHONE = /^\+\d[\d ]*$/;

/**
 * What programs skip before they look for a formula: characters that show nothing, and then `=`, `+`, `-`, `@`, wide or
 * not.
 */
const FORMULA = /^(?:[\p{C}\p{Z}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** What looks like a formula is marked as text. (OWASP, "CSV Injection".) */
export const safeText = (text: string): string => (FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text);

/** The text as it was before `safeText`. Any other apostrophe stays: 's-Hertogenbosch. */
export const withoutMark = (text: string): string =>
  text.startsWith("'") && safeText(text.slice(1)) === text ? text.slice(1) : text;
