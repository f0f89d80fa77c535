/** E-mail addresses and telephone numbers (specification, validation rules). */
import { MAX_EMAIL_LENGTH, PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from "../constants";
import { withLatinDigits } from "./latin-digits";

export const NOT_CORRECT = "is not correct";

/** Local part, at sign, domain, top-level domain of two or more letters. */
const EMAIL = /^[^\s@<>(),;:"[\]\\]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}$/u;

export function isEmail(text: string): boolean {
  const [local = ""] = text.split("@");
  const dots = local.startsWith(".") || local.endsWith(".") || local.includes("..");
  return text.length <= MAX_EMAIL_LENGTH && !dots && EMAIL.test(text);
}

/**
 * Starts with a digit or plus; plus only first and at most once; only digits, plus, hyphen, space, parentheses;
 * no double spaces or double hyphens; 10 to 15 digits.
 */
export function isPhone(text: string): boolean {
  if (!/^[\d+][\d\- ()]*$/.test(text)) return false;
  if (text.includes("  ") || text.includes("--")) return false;
  const digits = text.replace(/\D/g, "").length;
  return digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}

/**
 * A phone as it is stored, of one that was typed or copied: address books and web pages give other spaces and hyphens,
 * and marks of the direction of writing around it. What is no phone all the same stays as it is.
 */
export function plainPhone(text: string): string {
  const plain = withLatinDigits(text)
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\p{Pd}−]/gu, "-")
    .trim();
  return isPhone(plain) ? plain : text;
}

/** Short enough to be a number of the own country, town or firm. */
const FEWEST_DIALLED = 3;

/**
 * What is dialled, for links: '+41 79 123 45 67' is '+41791234567'. Imports keep what they can't read as a phone, so
 * null where the text is more than one number.
 */
export function dialled(text: string): string | null {
  const plain = withLatinDigits(text);
  if (!/^[+(]?\d[\d\-–\s()./]*$/.test(plain.trim())) return null;
  const number = plain.replace(/[^\d+]/g, "");
  const digits = number.replace("+", "").length;
  return digits >= FEWEST_DIALLED && digits <= PHONE_MAX_DIGITS ? number : null;
}
