/** E-mail addresses and telephone numbers (specification, validation rules). */
import { MAX_EMAIL_LENGTH, PHONE_MAX_DIGITS, PHONE_MIN_DIGITS } from "../constants";

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
