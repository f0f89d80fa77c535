import { refusalError } from "../decision";
import type { Refusal } from "../decision";

/** What fields of a form show, by their names. */
export type FieldTexts<Name extends string = string> = Readonly<Record<Name, string>>;

/** What a field is called, and its stored value in people's words; or the whole sentence, where more is to be said. */
export type StaleWords = readonly [label: string, value: string] | string;

/** Of long texts the beginning is said. */
const SAID = 80;

interface Compared<Name extends string> {
  /** what the form showed; nothing is known of a field that is missing */
  seen: FieldTexts;
  /** what the form shows of the stored record */
  stored: Partial<FieldTexts>;
  /** the same of the record once it is changed; a field that is missing stays */
  next: Partial<FieldTexts<Name>>;
}

/**
 * Why fields are not stored that somebody else has changed to another value since the form showed them; null when there
 * are none. It says what is stored now, so that saving again is a decision.
 * @param code of the refusal: 'vehicle.changed'
 */
export function staleFields<Name extends string>(
  code: string,
  { seen, stored, next }: Compared<Name>,
  wordsOf: (name: Name) => StaleWords,
): Refusal | null {
  const stale = (Object.keys(next) as Name[]).filter(
    (name) =>
      next[name] !== undefined &&
      stored[name] !== undefined &&
      !isSame(next[name], stored[name]) &&
      isChangedSince(name, seen, stored),
  );
  const [first] = stale;
  if (first === undefined) return null;
  const sentence = (name: Name): string => {
    const words = wordsOf(name);
    if (typeof words === "string") return words;
    const [label, value] = words;
    // In quotes, because some labels are half sentences: "Routes end at".
    const change = stored[name] === "" ? "cleared" : `changed to “${value.slice(0, SAID)}”`;
    return `“${label}” was ${change} in the meantime.`;
  };
  const message = sentence(first);
  return {
    code,
    message,
    status: 409,
    fields: { [first]: message },
    stale: Object.fromEntries(stale.map((name) => [name, { now: stored[name] ?? "", message: sentence(name) }])),
  };
}

/** @throws AppError 409 for such fields, as `staleFields` says them */
export function refuseStaleFields<Name extends string>(
  code: string,
  compared: Compared<Name>,
  wordsOf: (name: Name) => StaleWords,
): void {
  const stale = staleFields(code, compared, wordsOf);
  if (stale !== null) throw refusalError(stale);
}

/** Whether somebody else has changed the field since the form showed it. */
export const isChangedSince = (name: string, seen: FieldTexts, stored: Partial<FieldTexts>): boolean =>
  seen[name] !== undefined && !isSame(seen[name], stored[name] ?? "");

/** Forms post line ends of their own. */
const isSame = (one: string, other: string): boolean => one.replaceAll("\r\n", "\n") === other.replaceAll("\r\n", "\n");
