/** Text without a digit is a typing mistake: it stays as it was typed, and its field shows the error. */
export const isNoNumber = (text: string): boolean => text.trim() !== "" && !/\d/.test(text);

/** Whole numbers are written with commas between thousands, as the product itself shows them: '10,000'. */
export const withoutThousands = (text: string): string =>
  /^\s*-?\d{1,3}(?:,\d{3})+\s*$/.test(text) ? text.replaceAll(",", "") : text;

/**
 * What a number field makes of typed text (specification, section 5): commas become dots, what is no number
 * is removed, and the result is kept within the limits. Empty stays empty, so that an optional field may be cleared;
 * 'abc' stays too: as 0 it would mean "no limit" in half of the fields.
 */
export function cleanNumber(text: string, limits: NumberLimits = {}): string {
  // "12 m3" means 12, not 123.
  if (isNoNumber(text)) return text;
  const trimmed = (limits.decimals === 0 ? withoutThousands(text) : text).trim().replace(/\s*m[23]$/i, "");
  if (trimmed === "") return "";
  const digits = trimmed
    .replace(/,/g, ".")
    .replace(/[^\d.-]/g, "")
    .replace(/(?!^)-/g, "");
  // Of several dots the first counts: '1.2.3' is 1.23.
  const [whole = "", ...fraction] = digits.split(".");
  const parsed = Number(fraction.length === 0 ? whole : `${whole}.${fraction.join("")}`);
  let value = Number.isFinite(parsed) ? parsed : 0;
  if (limits.min !== undefined) value = Math.max(limits.min, value);
  if (limits.max !== undefined) value = Math.min(limits.max, value);
  const decimals = limits.decimals ?? 6;
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
