const MOST = 500;
/** The first half of a character that takes two places. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** A text that may hold what somebody sent: never all of something long. @param most its length, without the mark */
export const shortened = (text: string, most: number = MOST): string =>
  text.length > most ? `${text.slice(0, most).replace(HALF_CHARACTER, "")}…` : text;
