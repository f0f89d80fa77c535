/** One cell as a field's value. A value that can't be read gives the fault instead. */
import {
  MAX_DURATION_MIN,
  MAX_EMAIL_LENGTH,
  MAX_TEXT_LENGTH,
  SPEED_PERCENT_MAX,
  SPEED_PERCENT_MIN,
  SPEED_PERCENT_STEP,
} from "../constants";
import { formatDay } from "../time/day-words";
import { isEmail, isPhone, NOT_CORRECT, plainPhone } from "../validation/contact";
import { steppedSpeed } from "../vehicle/vehicle";
import { withoutMark } from "../validation/formula-text";
import { withLatinDigits } from "../validation/latin-digits";
import { cleanText, oneLine } from "../validation/text";
import { cellValue, isEmptyCell, isTyped, NO_RESULT, shownText } from "./cell";
import type { Cell, TypedCell } from "./cell";
import { otherDay } from "./dated-time";
import type { ImportClock } from "./dated-time";
import { otherMark } from "./decimal-mark";
import type { DecimalMark } from "./decimal-mark";
import type { FieldKind, Unit } from "./import-fields";
import type { CompletePhone } from "./imported";
import { openMarkOf, parseAmount, parseDecimal, parseDegrees } from "./parse-number";
import { hasTooManyMinutes, parseDuration, readTime } from "./parse-time";
import { vehicleTypeOf, visitTypeOf } from "./value-words";

/** What is wrong with a value; for programs and filters. */
export type CellCode =
  | "error_cell"
  | "too_long"
  | "phone"
  | "email"
  | "phone_completed"
  | "digits_lost"
  | "not_number"
  | "not_whole"
  | "two_readings"
  | "out_of_range"
  | "not_time"
  | "other_day"
  | "not_window"
  | "not_place"
  | "type"
  | "rounded";

/** `value: null` for an empty cell. A fault with a value is listed, and the value is used. */
export type ParsedCell =
  | { ok: true; value: string | number | null }
  | {
      ok: false;
      code: CellCode;
      fault: string;
      value?: string | number;
      remedy?: string;
      kept?: true;
      completed?: true;
    };

/** The kinds that fill one field; the others are parts of two. */
export type SingleKind = Exclude<FieldKind, "window" | "coordinates">;

export interface CellOptions {
  /** most characters of a text, or the largest number; the same as in the field's form */
  max?: number;
  unit?: Unit;
  /** what one of the header's unit is in the field's */
  headerFactor?: number;
  /** the column's mark before decimals; null where nothing tells */
  decimal?: DecimalMark | null;
  completePhone?: CompletePhone | undefined;
  clock?: ImportClock | undefined;
  /** a text of several lines */
  lines?: true | undefined;
}

const good = (value: string | number | null): ParsedCell => ({ ok: true, value });
const bad = (code: CellCode, fault: string): ParsedCell => ({ ok: false, code, fault });

/** 1.5 times the usual speed is the most; a larger number is no ratio. */
const MAX_SPEED_RATIO = 10;

/** The longest text of any column; most fields have a limit of their own. */
const LARGEST_NUMBER = 1e7;

const UNSAVED = "has a formula whose result is not in the file. Open it in your spreadsheet program and save it";

/** What is wrong with a cell of an error. */
export const errorFault = (cell: TypedCell): string =>
  cell[1] === NO_RESULT ? UNSAVED : "is an error in the spreadsheet";

export function parseCell(kind: SingleKind, given: Cell | undefined, options: CellOptions = {}): ParsedCell {
  // Exported text files mark what looks like a formula.
  const cell = typeof given === "string" ? withoutMark(given) : given;
  if (cell === undefined || isEmptyCell(cell) || cell === null) return good(null);
  if (isTyped(cell) && cell[0] === "e") return bad("error_cell", errorFault(cell));
  switch (kind) {
    case "text":
      return textOf(cell, options);
    case "phone":
      return phoneOf(cell, options);
    case "email":
      return emailOf(cell, options);
    case "minutes":
      return minutesOf(cell, options);
    case "number":
      return amountInColumn(cell, options);
    case "whole": {
      const parsed = amountInColumn(cell, options, true);
      return parsed.ok && typeof parsed.value === "number" && !Number.isInteger(parsed.value)
        ? bad("not_whole", "is no whole number")
        : parsed;
    }
    case "speed":
      return speedOf(cell);
    case "lat":
      return within(parseDegrees(cell), -90, 90, "is outside -90 to 90");
    case "lng":
      return within(parseDegrees(cell), -180, 180, "is outside -180 to 180");
    case "time": {
      const read = readTime(cell, options.clock);
      if (read === null) return bad("not_time", "is no time (HH:mm)");
      if (hasTooManyMinutes(cell)) return fewerMinutes(read.time);
      const day = otherDay(read, options.clock);
      return day === null ? good(read.time) : ofOtherDay(read.time, day, options.clock);
    }
    case "visitType": {
      const type = visitTypeOf(shownText(cell));
      return type === undefined ? bad("type", "is neither Delivery nor Pickup") : good(type);
    }
    case "vehicleType": {
      const type = vehicleTypeOf(shownText(cell));
      return type === undefined ? bad("type", "is neither Car nor Truck") : good(type);
    }
  }
}

/** As the form has it, but not without a word. */
export const fewerMinutes = (used: string): Extract<ParsedCell, { ok: false }> => ({
  ok: false,
  code: "out_of_range",
  fault: "has more than 59 minutes",
  value: used,
  remedy: `${used} is used.`,
});

/** It is used all the same: most lists have the date for no other reason than that their program writes it. */
export const ofOtherDay = (
  used: string,
  day: string,
  clock: ImportClock | undefined,
): Extract<ParsedCell, { ok: false }> => ({
  ok: false,
  code: "other_day",
  fault: `is of ${formatDay(day)}, and the plan of ${formatDay(clock?.serviceDate ?? "")}`,
  value: used,
  remedy: `${used} is used.`,
});

function textOf(cell: Cell, { max = MAX_TEXT_LENGTH, lines }: CellOptions): ParsedCell {
  const text = (lines ? cleanText : oneLine)(shownText(cell)).trim();
  if (text === "") return good(null);
  return text.length > max ? tooLong(text, max) : good(text);
}

const tooLong = (text: string, max: number): ParsedCell => ({
  ok: false,
  code: "too_long",
  fault: `is longer than ${max} characters`,
  // Half of a character that takes two goes, too.
  value: cleanText(text.slice(0, max)).trim(),
  remedy: "It was cut.",
});

const SHORTENED_NUMBER = /^\d([.,]\d+)?E\+?\d+$/i;

function phoneOf(cell: Cell, { max = MAX_TEXT_LENGTH, completePhone }: CellOptions): ParsedCell {
  const text = cleanText(typeof cellValue(cell) === "number" ? String(cellValue(cell)) : shownText(cell)).trim();
  if (text === "") return good(null);
  if (SHORTENED_NUMBER.test(text))
    return {
      ...bad("digits_lost", "has lost its digits in the spreadsheet"),
      remedy: "It was left empty.",
    } as ParsedCell;
  if (isPhone(plainPhone(text))) return good(plainPhone(text));
  const tidy = withLatinDigits(text)
    .replace(/^(?:tel|phone|fon|mobile?)\.?:?\s*/i, "")
    .replace(/^\((\+?\d+)\)/, "$1")
    .replace(/[–—‑−]/g, "-")
    .replace(/[./\\\s]+/g, " ")
    .replace(/\s*-+\s*/g, "-")
    .trim();
  if (isPhone(tidy)) return good(tidy);
  const whole = completePhone?.(tidy) ?? null;
  if (whole !== null) {
    const remedy = `It was completed to ${whole}.`;
    return { ok: false, code: "phone_completed", fault: "has no country code", value: whole, remedy, completed: true };
  }
  if (text.length > max) return tooLong(text, max);
  // A short number may be right locally; without it the driver has no number to call.
  return { ok: false, code: "phone", fault: NOT_CORRECT, value: text, remedy: "It was kept as it is.", kept: true };
}

/** What spreadsheets make of an address that was typed: a link, with its name around it. */
const LINKED = /^(?:mailto:)?(?:[^<>]*<)?([^<>]+?)>?$/i;

function emailOf(cell: Cell, { max = MAX_EMAIL_LENGTH }: CellOptions): ParsedCell {
  const text = oneLine(shownText(cell)).trim();
  if (text === "") return good(null);
  const address = (LINKED.exec(text)?.[1] ?? text).trim().toLowerCase();
  if (address.length <= max && isEmail(address)) return good(address);
  // Unlike a number that is right locally, it can't be of use.
  return bad("email", NOT_CORRECT);
}

function within(value: number | null, min: number, max: number, outside: string): ParsedCell {
  if (value === null) return bad("not_number", "is no number");
  return value < min || value > max ? bad("out_of_range", outside) : good(value);
}

function amountOf(cell: Cell, { max = LARGEST_NUMBER, unit, headerFactor = 1, decimal }: CellOptions): ParsedCell {
  const value = unit === "min" ? parseDuration(cell, headerFactor) : parseAmount(cell, { unit, headerFactor, decimal });
  return within(value, 0, max, `must be between 0 and ${max}`);
}

/**
 * An amount like '1,200' is 1200 or 1.2. Where the column doesn't tell, it is read as in forms (`clean-number.ts`): a
 * comma stands between thousands, where the field has them, and a point before decimals; a whole number has none. What
 * may be wrong is told.
 */
function amountInColumn(cell: Cell, options: CellOptions, isWhole = false): ParsedCell {
  const mark = options.decimal != null || options.unit === "min" ? null : openMarkOf(cell);
  if (mark === null) return amountOf(cell, options);
  const decimals = amountOf(cell, { ...options, decimal: mark });
  const thousands = amountOf(cell, { ...options, decimal: otherMark(mark) });
  if (!thousands.ok || !decimals.ok) return decimals;
  if (isWhole) return thousands;
  const value = (mark === "," ? thousands : decimals).value!;
  const fault = `can be read in two ways: ${thousands.value} or ${decimals.value}`;
  return { ok: false, code: "two_readings", fault, value, remedy: `${value} is used.` };
}

function minutesOf(cell: Cell, { headerFactor = 1 }: CellOptions): ParsedCell {
  const parsed = within(parseDuration(cell, headerFactor), 0, Number.MAX_VALUE, "is less than 0");
  if (!parsed.ok || typeof parsed.value !== "number" || parsed.value <= MAX_DURATION_MIN) return parsed;
  return {
    ok: false,
    code: "out_of_range",
    fault: `is longer than ${MAX_DURATION_MIN} minutes`,
    value: MAX_DURATION_MIN,
    remedy: `${MAX_DURATION_MIN} is used.`,
  };
}

function speedOf(cell: Cell): ParsedCell {
  const text = cellValue(cell);
  const trimmed = typeof text === "string" ? text.trim() : "";
  const signed = trimmed.endsWith("%");
  const value = parseDecimal(signed ? trimmed.slice(0, -1) : cell);
  if (value === null) return bad("not_number", "is no number");
  // A percentage has its sign, or is larger than any ratio: 0.8, 80 and '80 %' are the same speed; 45 and 5 are no
  // speeds.
  const percent = signed || value > MAX_SPEED_RATIO ? value : value * 100;
  if (percent < SPEED_PERCENT_MIN || percent > SPEED_PERCENT_MAX)
    return bad("out_of_range", `must be between ${SPEED_PERCENT_MIN}% and ${SPEED_PERCENT_MAX}%`);
  const stepped = steppedSpeed(percent);
  if (Math.abs(stepped * 100 - percent) < 1e-6) return good(stepped);
  return {
    ok: false,
    code: "rounded",
    fault: `is not in steps of ${SPEED_PERCENT_STEP}%`,
    value: stepped,
    remedy: `${Math.round(stepped * 100)}% is used.`,
  };
}
