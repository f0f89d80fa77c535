const MOST = 500;
/** The first half of a character that takes two places. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** Its beginning, without half of a character at the end. @param most its length */
export const beginning = (text: string, most: number): string => text.slice(0, most).replace(HALF_CHARACTER, "");

/** A text that may hold what somebody sent: never all of something long. @param most its length, without the mark */
export const shortened = (text: string, most: number = MOST): string =>
  text.length > most ? `${beginning(text, most)}…` : text;
