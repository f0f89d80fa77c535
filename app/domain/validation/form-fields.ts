import { z } from "zod";
import { MAX_TEXT_LENGTH } from "../constants";
import { noNumberMessage, noTimeMessage, requiredMessage, tooLongMessage } from "./text";
import { cleanNumber, isNoNumber } from "./clean-number";
import { normalizeLat, normalizeLng, withSplitPairs } from "./coordinates";
import { parseHHmm, normalizeTimeInput } from "../time/hhmm";

/**
 * Pieces of the schemas of this area: what a form posts is text, a program may also give numbers.
 * Every message names the field, so that it can stand alone in a list of errors.
 */

/**
 * The fields of a form, pasted pairs of coordinates taken apart. Of a name that comes twice the last counts: a switch
 * posts "0" and, when on, "1" after it.
 */
export function lastValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form.entries()) if (typeof value === "string") values[name] = value;
  return withSplitPairs(values);
}

const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

export const requiredText = (label: string, max: number = MAX_TEXT_LENGTH) =>
  z.preprocess(asText, z.string().min(1, requiredMessage(label)).max(max, tooLongMessage(label, max)));

/** Empty becomes "". */
export const optionalText = (label: string, max: number = MAX_TEXT_LENGTH) =>
  z.preprocess(asText, z.string().max(max, tooLongMessage(label, max)));

/** A decimal number as people write it, a comma for the point included; null for '0x10', '1e9', 'abc'. */
export function plainNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

interface NumberRule {
  min?: number;
  max?: number;
  whole?: boolean;
  /** What an empty field becomes; default 0. */
  empty?: number | null;
  /** Only a number and nothing else: degrees, where a second number in the field is another coordinate. */
  exact?: boolean;
}

/**
 * The number in a form's field, cleaned as the browser cleans it (specification, section 5): commas become dots, what
 * is no number is removed. Null where no digit is left.
 */
function typedNumber(value: unknown, exact: boolean): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  const text = asText(value);
  if (exact) return plainNumber(text);
  return isNoNumber(text) ? null : Number(cleanNumber(text));
}

/**
 * A number from text. Out of range is refused; `clampedField` is for limits that clamp.
 * @throws Error where the field is defined, when what an empty one becomes is out of range itself
 */
export const numberField = (
  label: string,
  { min = 0, max, whole = false, empty = 0, exact = false }: NumberRule = {},
) => {
  if (empty !== null && (empty < min || (max !== undefined && empty > max)))
    throw new Error(`${label}: an empty field becomes ${empty}, which the field itself refuses.`);
  return z
    .unknown()
    .optional()
    .transform((value, context): number | null => {
      const text = asText(value);
      if (text === "") return empty;
      const fail = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      const number = typedNumber(value, exact);
      if (number === null) return fail(noNumberMessage(label, text));
      if (whole && !Number.isInteger(number)) return fail(`${label} must be a whole number`);
      if (number < min) return fail(min === 0 ? `${label} must not be negative` : `${label} must be at least ${min}`);
      if (max !== undefined && number > max) return fail(`${label} must be at most ${max}`);
      return number;
    });
};

/** The same where an empty field has a value of its own. */
export const countedField = (label: string, rule: Omit<NumberRule, "empty"> = {}) =>
  numberField(label, rule).transform((value) => value ?? 0);

interface ClampRule<Empty extends number | null> {
  min?: number;
  max: number;
  whole?: boolean;
  empty: Empty;
}

/** A number that is kept within its limits (specification, section 5): 120 minutes become 99.9, -1 becomes 0. */
export const clampedField = <Empty extends number | null>(
  label: string,
  { min = 0, max, whole = false, empty }: ClampRule<Empty>,
) =>
  z
    .unknown()
    .optional()
    .transform((value, context): number | Empty => {
      const text = asText(value);
      if (text === "") return empty;
      const number = typedNumber(value, false);
      if (number === null) {
        context.addIssue({ code: "custom", message: noNumberMessage(label, text) });
        return z.NEVER;
      }
      const clamped = Math.min(max, Math.max(min, number));
      return whole ? Math.round(clamped) : clamped;
    });

/** Degrees, bent to what the globe has and rounded to six decimals (specification, section 5); null when empty. */
export const latitudeField = (label = "Latitude") =>
  numberField(label, { min: -Infinity, empty: null, exact: true }).transform((value) =>
    value === null ? null : normalizeLat(value),
  );
export const longitudeField = (label = "Longitude") =>
  numberField(label, { min: -Infinity, empty: null, exact: true }).transform((value) =>
    value === null ? null : normalizeLng(value),
  );

/** 'HH:mm'; "" when empty. '8' and '8:5' are read as the time field reads them. */
export const timeField = (label: string) =>
  z
    .unknown()
    .optional()
    .transform((value, context): string => {
      const text = asText(value);
      if (text === "") return "";
      const time =
        parseHHmm(text) !== null ? (text.length === 4 ? `0${text}` : text.slice(0, 5)) : normalizeTimeInput(text);
      if (parseHHmm(time) === null) {
        context.addIssue({ code: "custom", message: noTimeMessage(label, text) });
        return z.NEVER;
      }
      return time;
    });

/** Id of another record, null for none. */
export const idField = (label: string) =>
  z
    .unknown()
    .optional()
    .transform((value, context): number | null => {
      const text = asText(value);
      if (text === "" || text === "0") return null;
      if (!/^\d{1,15}$/.test(text)) {
        context.addIssue({ code: "custom", message: `${label} is not correct` });
        return z.NEVER;
      }
      return Number(text);
    });

/**
 * Ids of chosen records in their order, each once: repeated fields of a form, or one with commas.
 * @param one what one of them is called
 */
export const chosenIdsField = (one: string, max: number) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value : typeof value === "string" ? value.split(",").filter(Boolean) : value),
    z
      .array(
        z.coerce
          .number({ error: `The id of a ${one} is not correct` })
          .int()
          .positive(),
        { error: `Choose at least one ${one}` },
      )
      .min(1, `Choose at least one ${one}`)
      .max(max, `Choose at most ${max} ${one}s at once`)
      .transform((ids) => [...new Set(ids)]),
  );

/** A switch: "1", "on", true are on; absent keeps `absent`. */
export const switchField = (absent: 0 | 1) =>
  z
    .unknown()
    .optional()
    .transform((value): 0 | 1 => (value === undefined ? absent : ["1", "on", "true"].includes(String(value)) ? 1 : 0));

/** What the fields showed when the user began to change them. */
export const SeenFields = z.preprocess(
  (value) => {
    try {
      return JSON.parse(String(value ?? "{}")) as unknown;
    } catch {
      return {};
    }
  },
  z.record(z.string(), z.string()),
);
