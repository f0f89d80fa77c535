/** Finds a person's names and contacts in texts of others, and takes them out. */
import { nationalPhone } from "../validation/national-phone";

export interface PersonWords {
  /** e-mails and phones */
  contacts: readonly string[];
  /** full names */
  names: readonly string[];
}

interface Known {
  name: string | null;
  surname: string | null;
  email?: string | null;
  phone?: string | null;
}

/** Shorter ones are in any text by chance. */
const SHORTEST_CONTACT = 5;

const digits = (phone: string): string => phone.replace(/\D/g, "");

/** As people write it: international, as dialled at home, with blanks and without. */
function formsOf(phone: string): string[] {
  const { national } = nationalPhone(phone);
  return [phone, `+${digits(phone)}`, digits(phone), national, digits(national)];
}

/** The words of what is known of a person. A first name alone names nobody: only name and surname together count. */
export function wordsOf(known: readonly Known[]): PersonWords {
  const names = new Set<string>();
  const contacts = new Set<string>();
  for (const { name, surname, email, phone } of known) {
    if (name && surname) {
      names.add(`${name} ${surname}`);
      names.add(`${surname} ${name}`);
      names.add(`${surname}, ${name}`);
    }
    if (email) contacts.add(email);
    if (phone) for (const form of formsOf(phone)) contacts.add(form);
  }
  return {
    names: [...names],
    contacts: [...contacts].filter((one) => one.length >= SHORTEST_CONTACT),
  };
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As the texts hold them: plain, and as JSON writes them. */
export const spellings = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => [word, inJson(word)])),
];

/** A name within a longer word is another name. */
function pattern(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null;
  const longestFirst = spellings(words).sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

export interface PersonFinder {
  /** the text mentions one of the words */
  has(text: string): boolean;
  /** the text with the pseudonym in their place */
  without(text: string): string;
}

export function personFinder(words: PersonWords, pseudonym: string): PersonFinder {
  const one = pattern([...words.contacts, ...words.names]);
  return {
    has: (text) => one !== null && text.search(one) >= 0,
    without: (text) => (one === null ? text : text.replace(one, pseudonym)),
  };
}
