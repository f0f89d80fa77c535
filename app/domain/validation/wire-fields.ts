/**
 * Pieces of the schemas of actions. A schema takes JSON types: a number is a number, none is null, and what is left out
 * takes the field's empty value. Each field also knows how a form's text is read (`field-reader.ts`); what a form is
 * forgiven, such as 120 minutes where 99.9 are the most, is a fault of a program. Every message names the field, so
 * that it can stand alone in a list of errors.
 */
import { z } from "zod";
import { MAX_TEXT_LENGTH } from "../constants";
import { normalizeTimeInput } from "../time/clock-text";
import { faultMessage, readNumber } from "./clean-number";
import { normalizeLat, normalizeLng } from "./coordinates";
import { FieldFault, numberOf, readAs } from "./field-reader";
import type { FieldReader } from "./field-reader";
import { withLatinDigits } from "./latin-digits";
import {
  cleanText,
  ENTER_TITLE,
  noNumberMessage,
  noTimeMessage,
  oneLine,
  requiredMessage,
  tooLongMessage,
} from "./text";

/** What an action takes that needs no input. */
export const NoInput = z.strictObject({});

/** Said of a field that is not there; a value of another type is said to be not correct. */
const missing = (message: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? message : undefined),
});
const trimmed: FieldReader = (text) => text.trim();

/** One line. */
export const requiredText = (label: string, max: number = MAX_TEXT_LENGTH, required = requiredMessage(label)) =>
  readAs(
    z.string(missing(required)).overwrite(oneLine).trim().min(1, required).max(max, tooLongMessage(label, max)),
    trimmed,
  );

/** The title of what is there already: a dialog that changes it has other words than one that makes it. */
export const changedTitle = () => requiredText("Title", undefined, ENTER_TITLE);

/** A password or a code of whoever makes the change; whoever has shown lately who they are needs neither. */
export const proofText = () => readAs(z.string().max(255).overwrite(cleanText), (text) => text).default("");

/** Not trimmed: blanks at the ends belong to a password. */
export const passwordText = (label: string) =>
  readAs(z.string().overwrite(cleanText).max(MAX_TEXT_LENGTH, tooLongMessage(label)), (text) => text).default("");

/** One line; "" for none. */
export const optionalText = (label: string, max: number = MAX_TEXT_LENGTH) =>
  readAs(z.string().overwrite(oneLine).trim().max(max, tooLongMessage(label, max)), trimmed).default("");

/** Lines, as a text area takes them; "" for none. */
export const optionalLines = (label: string, max: number) =>
  readAs(z.string().overwrite(cleanText).trim().max(max, tooLongMessage(label, max)), trimmed).default("");

/** A decimal number as people write it, a comma for the point included; null for '0x10', '1e9', 'abc'. */
export function plainNumber(text: string): number | null {
  const plain = withLatinDigits(text).trim().replace(",", ".");
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

interface NumberRule {
  min?: number;
  max?: number;
  whole?: boolean;
}

function numberIn(label: string, { min = 0, max = Infinity, whole = false }: NumberRule) {
  let number = z.number();
  if (whole) number = number.int(`${label} must be a whole number`);
  if (min !== -Infinity)
    number = number.min(min, min === 0 ? `${label} must not be negative` : `${label} must be at least ${min}`);
  return max === Infinity ? number : number.max(max, `${label} must be at most ${max}`);
}

const DECIMALS = 6;

/** Typed numbers are read as the browser reads them (specification, section 5): commas become dots, … */
const typedNumber =
  (
    label: string,
    empty: number | null,
    { max, whole }: NumberRule,
    shape = (number: number): number => number,
  ): FieldReader =>
  (typed) => {
    if (typed.trim() === "") return empty;
    const read = readNumber(typed, { max, whole });
    if (!("value" in read)) throw new FieldFault(faultMessage(label, typed, read));
    return shape(Number(read.value.toFixed(DECIMALS)));
  };

/** A number, or null for none. Out of range is refused; `clampedField` is for limits that clamp what is typed. */
export const numberField = (label: string, rule: NumberRule = {}) =>
  readAs(numberIn(label, rule).nullable(), typedNumber(label, null, rule)).default(null);

/**
 * A number that has a value of its own where the field is empty.
 * @throws Error where the field is defined, when the field itself refuses that value
 */
export function countedField(label: string, { empty = 0, ...rule }: NumberRule & { empty?: number } = {}) {
  const number = numberIn(label, rule);
  if (!number.safeParse(empty).success)
    throw new Error(`${label}: an empty field becomes ${empty}, which the field itself refuses.`);
  return readAs(number, typedNumber(label, empty, rule)).default(empty);
}

interface ClampRule extends NumberRule {
  max: number;
}

const clampTo =
  ({ min = 0, max, whole = false }: ClampRule) =>
  (number: number): number => {
    const clamped = Math.min(max, Math.max(min, number));
    return whole ? Math.round(clamped) : clamped;
  };

/** What is typed is kept within the limits (specification, section 5): 120 minutes become 99.9, -1 becomes 0. */
export const clampedField = (label: string, { empty, ...rule }: ClampRule & { empty: number }) =>
  readAs(numberIn(label, rule), typedNumber(label, empty, rule, clampTo(rule))).default(empty);

/** The same, null for none. */
export const clampedOrNone = (label: string, rule: ClampRule) =>
  readAs(numberIn(label, rule).nullable(), typedNumber(label, null, rule, clampTo(rule))).default(null);

/** Degrees: one number and nothing else, because a second one in the field is another coordinate. */
const degreesField = (label: string, limit: number, normal: (degrees: number) => number) =>
  readAs(numberIn(label, { min: -limit, max: limit }).overwrite(normal).nullable(), (typed) => {
    const text = typed.trim();
    if (text === "") return null;
    const number = plainNumber(text);
    if (number === null) throw new FieldFault(noNumberMessage(label, text));
    return normal(number);
  }).default(null);

/** Bent to what the globe has and rounded to six decimals (specification, section 5); null for none. */
export const latitudeField = (label = "Latitude") => degreesField(label, 90, normalizeLat);
export const longitudeField = (label = "Longitude") => degreesField(label, 180, normalizeLng);

const HHMM = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)?$/;

/** 'HH:mm'; null or "" for none, which becomes "". '8' and '8:5' are read as the time field reads them. */
export const timeField = (label: string) =>
  readAs(
    z
      .string()
      .refine((time) => HHMM.test(time), { error: ({ input }) => noTimeMessage(label, String(input)) })
      .nullable()
      .transform((time) => time ?? ""),
    (typed) => {
      const text = typed.trim();
      if (text === "") return "";
      const time = normalizeTimeInput(text);
      if (time === null) throw new FieldFault(noTimeMessage(label, text));
      return time;
    },
  ).default("");

const MAX_ID = 999_999_999_999_999;
const id = (message: string) => z.number({ error: message }).int(message).positive(message).max(MAX_ID, message);

/** The record that an action is about. */
export const itemId = () => readAs(id("Id is not correct"), numberOf);

/** Id of another record that has to be named. */
export const requiredId = (label: string) =>
  readAs(
    z
      .number(missing(requiredMessage(label)))
      .int()
      .positive()
      .max(MAX_ID),
    (text) => {
      if (text === "" || text === "0") return undefined;
      const number = numberOf(text);
      if (Number.isNaN(number)) throw new FieldFault(requiredMessage(label));
      return number;
    },
  );

/** Id of another record, null for none. */
export const idField = (label: string) =>
  readAs(id(`${label} is not correct`).nullable(), (typed) => {
    const text = typed.trim();
    if (text === "" || text === "0") return null;
    if (!/^\d{1,15}$/.test(text)) throw new FieldFault(`${label} is not correct`);
    return Number(text);
  }).default(null);

/** An id in a list. */
export const listedId = () => z.number().int().positive().max(MAX_ID);

/**
 * Ids of chosen records in their order, each once: repeated fields of a form, or one with commas.
 * @param one what one of them is called
 */
export const chosenIds = (one: string, max: number) =>
  readAs(
    z
      .array(id(`The id of a ${one} is not correct`), { error: `Choose at least one ${one}` })
      .min(1, `Choose at least one ${one}`)
      .max(max, `Choose at most ${max} ${one}s at once`)
      .transform((ids) => [...new Set(ids)]),
    (_text, all) => all.flatMap((text) => text.split(",").filter(Boolean).map(numberOf)),
  );

/** A number of an address, in digits alone and without zeros before it: each record has one address. */
export const wholeInText = (range: z.ZodNumber = z.number().positive()) =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,14})$/)
    .transform(Number)
    .pipe(range);

/** A switch. @param absent what it is where nothing is sent */
export const switchField = (absent: boolean) => z.boolean().default(absent);

const MAX_SEEN = 10_000;

/** What the fields showed when the user began to change them. */
export const seenFields = () =>
  readAs(z.record(z.string().max(MAX_TEXT_LENGTH), z.string().max(MAX_SEEN)), (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return {};
    }
  }).default({});

type Shape = Readonly<Record<string, z.ZodType>>;
type WithoutDefault<Field> = Field extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Field;
type Optional<Fields extends Shape> = {
  [Name in keyof Fields]: WithoutDefault<Fields[Name]> extends infer Inner extends z.ZodType
    ? z.ZodOptional<Inner>
    : never;
};

/** Without its default, and with the checks that were added after that. */
function withoutDefault(field: z.ZodDefault): z.ZodType {
  const bare = field.removeDefault() as z.ZodType;
  return field.def.checks === undefined ? bare : bare.check(...(field.def.checks as z.core.$ZodCheck<unknown>[]));
}

/** The same fields where one that is left out stays as it is. */
export const asTheyAre = <Fields extends Shape>(fields: Fields): Optional<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (field instanceof z.ZodDefault ? withoutDefault(field) : field).optional(),
    ]),
  ) as Optional<Fields>;
