import { ARABIC_POINT, withLatinDigits } from "./latin-digits";
import { noNumberMessage, twoNumbersMessage } from "./text";

/**
 * Numbers as people type them into forms (specification, section 5: commas become dots, what is no number is removed).
 *
 * The product writes '1,234.5' (`format-number.ts`), and what it shows can be typed or pasted again: a comma before
 * exactly three digits stands between thousands, any other single comma is a decimal mark ('1,5', '0,125'). A dot is a
 * decimal mark, because fields show '1.234' for what is stored. Two kinds of marks, or one mark several times, are read
 * by their places: '1.234,5' and '1,234.5' are the same number.
 *
 * Two readings are left: in a field below 1,000 a comma is always a decimal mark, since nothing of a thousand may stand
 * there; and '1.200' is refused, because people who write thousands with dots mean 1200, and no field shows 1.2 so. A
 * whole number has no decimals, so that its dots stand between thousands too. What is no number at all is refused
 * rather than made 0 or joined from its digits: 0 means "no limit" in half of the fields, and '1e3' is not 13.
 */
interface NumberRule {
  /** the field's largest value */
  max?: number | undefined;
  whole?: boolean | undefined;
}

/** What a text means; `two` where it can be read in two ways: without the dot, and with it. */
type ReadNumber = { value: number } | NumberFault;
type NumberFault = { fault: "none" } | { fault: "two"; without: string; with: string };

/** No number is longer, with the words around it; the patterns take their time for a text that is. */
const MAX_NUMBER_CHARS = 200;

const NONE: NumberFault = { fault: "none" };

/** Words and signs may stand around a number, never inside it. */
const AROUND = /^[^\d.,+-]*([+-]?[\d.,\s'’]*\d[.,]?)\D*$/;
/** The digit of a unit: "12 m3" means 12, not 123. */
const DIGIT_OF_UNIT = /\s*m[23]$/i;
const SPACE_OF_THOUSANDS = /(\d)[\s'’](?=\d{3}(?!\d))/g;
const PLAIN = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
const BETWEEN_COMMAS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const BETWEEN_DOTS = /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/;
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** What a field that may hold thousands makes of the text of a number without a sign; null for none. */
function plainDigits(text: string, { max = Infinity, whole = false }: NumberRule): string | "two" | null {
  const hasThousands = whole || max >= 1000;
  if (ONE_GROUP.test(text)) {
    const joined = text.replace(/[.,]/, "");
    if (!hasThousands) return text.replace(",", ".");
    if (whole || text.includes(",")) return joined;
    return text.endsWith("0") ? "two" : text;
  }
  const commas = text.split(",").length - 1;
  const dots = text.split(".").length - 1;
  if (commas + dots < 2) return text.replace(",", ".");
  if (BETWEEN_COMMAS.test(text)) return text.replaceAll(",", "");
  if (BETWEEN_DOTS.test(text)) return text.replaceAll(".", "").replace(",", ".");
  return null;
}

/** Reads what is not empty. */
export function readNumber(text: string, rule: NumberRule = {}): ReadNumber {
  if (text.length > MAX_NUMBER_CHARS) return NONE;
  const typed = withLatinDigits(text).trim().replaceAll("−", "-").replace(DIGIT_OF_UNIT, "");
  const number = AROUND.exec(typed)?.[1]?.trim().replace(SPACE_OF_THOUSANDS, "$1");
  if (number === undefined) return NONE;
  const [, sign = "", bare = ""] = /^([+-]?)(.*)$/s.exec(number) ?? [];
  const digits = text.includes(ARABIC_POINT) ? bare.replaceAll(",", "") : plainDigits(bare, rule);
  if (digits === "two")
    return { fault: "two", without: sign + bare.replace(".", ""), with: String(Number(sign + bare)) };
  if (digits === null || !PLAIN.test(digits)) return NONE;
  const value = Number(sign + digits);
  return Number.isFinite(value) ? { value } : NONE;
}

/** The sentence about a text that can't be read. */
export const faultMessage = (label: string, text: string, read: NumberFault): string =>
  read.fault === "none" ? noNumberMessage(label, text) : twoNumbersMessage(label, text, read);

/** Why a field refuses a text, undefined for a number and for an empty field. The text stays as it was typed. */
export function numberFault(label: string, text: string, rule: NumberRule = {}): string | undefined {
  if (text.trim() === "") return undefined;
  const read = readNumber(text, rule);
  return "value" in read ? undefined : faultMessage(label, text, read);
}

/**
 * What a number field shows when it is left, so that everybody sees how it was understood: the number within the
 * field's limits, "" for an empty field, and a text that is refused as it was typed.
 */
export function cleanNumber(text: string, limits: NumberLimits = {}): string {
  const { min, max, decimals = 6 } = limits;
  if (text.trim() === "") return "";
  const read = readNumber(text, { max, whole: decimals === 0 });
  if (!("value" in read)) return text;
  let { value } = read;
  if (min !== undefined) value = Math.max(min, value);
  if (max !== undefined) value = Math.min(max, value);
  return String(Number(value.toFixed(decimals)));
}

export interface NumberLimits {
  min?: number;
  max?: number;
  /** Digits after the dot; 0 for whole numbers, default 6. */
  decimals?: number;
}

/** Latitude within ±90 and longitude within ±180, 6 decimals (specification, section 5). */
export const cleanLatitude = (text: string): string => cleanNumber(text, { min: -90, max: 90, decimals: 6 });
export const cleanLongitude = (text: string): string => cleanNumber(text, { min: -180, max: 180, decimals: 6 });
