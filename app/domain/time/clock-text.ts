/**
 * Times of day as people write them. Forms and imports read them alike, except what is incomplete: a field that
 * somebody types in makes 08:05 of '8.5', and they see it; an import refuses it.
 */
import { withLatinDigits } from "../validation/latin-digits";
import { formatHHmm, parseHHmm } from "./hhmm";

/** No time is longer; the patterns take their time for a text that is, and normal forms the square of its length. */
const MAX_CLOCK_CHARS = 80;

const CLOCK_WORD = /\s*(?:uhr|uur|o'clock|hrs?|hod|godz|год|ч)\.?$/i;
/** After a point or a comma both digits: '8.5' may be half past eight. */
const CLOCK = new RegExp(
  "^(\\d{1,2})(?:\\s*(?:[:h]\\s*(\\d{1,2})|[.,]\\s*(\\d{2})))?h?" +
    "(?::\\d{2}(?:\\.\\d+)?)?\\s*(?:([ap])\\.?\\s*m\\.?)?$",
  "i",
);
const DIGITS = /^(\d{1,2})(\d{2})$/;

/**
 * 'HH:mm' from '8:00', '8.30', '8', '0830', '8h', '8:30 Uhr', '8 am', '8:30:00', and from digits of other scripts.
 * Minutes over 59 become 59. Null for anything else.
 */
export function clockOfText(written: string): string | null {
  if (written.length > MAX_CLOCK_CHARS) return null;
  const said = withLatinDigits(written.normalize("NFKC")).trim();
  const text = said.replace(CLOCK_WORD, "");
  const [, hours, minutes] = DIGITS.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined && text.length > 2) return clockOf(Number(hours), minutes);
  const match = CLOCK.exec(text);
  if (match === null) return null;
  let hour = Number(match[1]);
  const half = match[4]?.toLowerCase();
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half === "p" ? 12 : 0);
  }
  // '8.75' alone may be a number of hours; with a word or a colon it is a time.
  const isTime = match[2] !== undefined || half !== undefined || text !== said;
  const minute = match[2] ?? match[3] ?? "0";
  return clockOf(hour, isTime ? String(Math.min(Number(minute), 59)) : minute);
}

/** 'HH:mm', null where a day has no such hour or minute. */
export function clockOf(hour: number, minutes: string): string | null {
  const parsed = parseHHmm(`${hour}:${minutes.padStart(2, "0")}`);
  return parsed === null ? null : formatHHmm(parsed);
}

/** What a time is typed with while it is incomplete: a letter or a minus would make another time of it. */
const TYPED = /^[\d\s.,;:h]*$/i;

/**
 * What a time field makes of typed text: as `clockOfText`, and missing parts become 00. Empty stays empty. Null for
 * what is no time: the specification clamps minutes alone, and 25:00 may be meant as 01:00.
 */
export function normalizeTimeInput(text: string): string | null {
  if (text.trim() === "") return "";
  if (text.length > MAX_CLOCK_CHARS) return null;
  const time = clockOfText(text);
  if (time !== null) return time;
  const typed = withLatinDigits(text.normalize("NFKC"));
  if (!/\d/.test(typed) || !TYPED.test(typed)) return null;
  const cleaned = typed.replace(/\s/g, "").replace(/[.,;h]/gi, ":");
  let [hours = "", minutes = ""] = cleaned.split(":");
  // '830' and '0830' without a colon.
  if (!cleaned.includes(":") && hours.length > 2) {
    minutes = hours.slice(-2);
    hours = hours.slice(0, -2);
  }
  return clockOf(Number(hours), String(Math.min(Number(minutes.slice(0, 2)), 59)));
}
