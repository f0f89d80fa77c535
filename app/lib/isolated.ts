/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const [FIRST_STRONG, END] = ["\u2068", "\u2069"];

/**
 * A name within a label that is one text: names that are written from right to left turn the words and numbers around
 * them otherwise. Elements have `<bdi>` for it.
 */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG}${name}${END}` : name);
