import type { Refusal } from "../decision";

type Texts = Readonly<Record<string, string>>;

/** Of long texts the beginning is said. */
const SAID = 80;

/**
 * Why fields are not stored that somebody else has changed since the form showed them; null when there are none. It
 * says what is stored now, so that saving again is a decision.
 * @param changing names of the fields that would get another value
 * @param seen what they showed; nothing is known of a field that is missing
 * @param stored what they show of the stored record
 * @param wordsOf what a field is called, and its stored value in people's words
 */
export function staleFields<Name extends string>(
  changing: readonly Name[],
  seen: Texts,
  stored: Texts,
  wordsOf: (name: Name) => readonly [label: string, value: string],
): Refusal | null {
  const stale = changing.filter(
    (name) => seen[name] !== undefined && stored[name] !== undefined && seen[name] !== stored[name],
  );
  const [first] = stale;
  if (first === undefined) return null;
  const sentence = (name: Name): string => {
    const [label, value] = wordsOf(name);
    return `${label} was ${stored[name] === "" ? "cleared" : `changed to “${value.slice(0, SAID)}”`} in the meantime.`;
  };
  const message = sentence(first);
  return {
    code: "plan.changed",
    message,
    status: 409,
    fields: { [first]: message },
    stale: Object.fromEntries(stale.map((name) => [name, { now: stored[name] ?? "", message: sentence(name) }])),
  };
}
