/** Times of day, windows and durations as people write them. */
import { clockOf } from "../time/clock-text";
import { formatHHmm } from "../time/hhmm";
import { withLatinDigits } from "../validation/latin-digits";
import { isTyped } from "./cell";
import type { Cell } from "./cell";
import { otherDay, readTimeText } from "./dated-time";
import type { ImportClock, ReadTime } from "./dated-time";
import { parseAmount } from "./parse-number";

/** Days that Excel counts for 1954 to 2119: a number without a format may hold a date and a time. */
const EXCEL_DAYS = { from: 20_000, to: 80_000 };

/**
 * 'HH:mm' from all that `clockOfText` reads, '22.11.2026 08:00', '2026-11-22T08:00:00Z', 8, 830, Excel's fraction of a
 * day.
 */
export const parseTime = (cell: Cell, clock?: ImportClock): string | null => readTime(cell, clock)?.time ?? null;

/** The same, with the date that stands beside it. */
export function readTime(cell: Cell, clock?: ImportClock): ReadTime | null {
  const plain = isTyped(cell) ? cell[1] : cell;
  if (typeof plain === "string") return readTimeText(plain, clock);
  const time = typeof plain === "number" ? timeOfNumber(plain) : null;
  return time === null ? null : { time, day: null };
}

function timeOfNumber(value: number): string | null {
  if (value >= 0 && value < 1) return formatHHmm(value * 24 * 60);
  if (!Number.isInteger(value))
    return value > EXCEL_DAYS.from && value < EXCEL_DAYS.to ? formatHHmm((value % 1) * 24 * 60) : null;
  if (value >= 1 && value <= 24) return formatHHmm(value * 60);
  return value >= 100 && value <= 2400 ? clockOf(Math.floor(value / 100), String(value % 100)) : null;
}

const TOO_MANY_MINUTES = /\d\s*[:h]\s*[6-9]\d(?!\d)/i;

/** Whether a time in the cell was read with fewer minutes than it has. */
export const hasTooManyMinutes = (cell: Cell): boolean =>
  typeof cell === "string" && TOO_MANY_MINUTES.test(cell.replace(/(\d:[0-5]\d):\d{2}/g, "$1"));

interface TimeWindow {
  start: string | null;
  end: string | null;
  /** the day of one of them, where it isn't the plan's */
  otherDay?: string | undefined;
}

/** A slash only behind minutes: elsewhere it is a date's. */
const BETWEEN = new RegExp(
  "\\s*(?:[-–—~]|(?<=:\\d{2}\\s*)/|\\s(?:bis|to|until|till|à|a|al|alle|hasta|tot|do|до|по|às)\\s)\\s*",
  "giu",
);
/** One instant with its distance from UTC, and no window to an hour. */
const INSTANT = /^\d+([-/.])\d+\1\d+(?:T[\d:.]+|\s+\d+:\d{2}:[\d.]+)[+-]\d{2}:?\d{2}$/i;
const FROM_WORDS =
  "von|ab|nach|from|after|since|de|des|dès|après|à partir de|dalle|da|dopo le|dopo|desde|van|vanaf|na|od|po|від|з|с";
const FROM = new RegExp(`^(?:${FROM_WORDS})\\s+`, "iu");
const UNTIL_WORDS =
  "bis|vor|spätestens|until|till|before|by|latest|jusqu'à|avant|entro|fino alle|entro le|hasta|antes de|tot|voor|do|" +
  "před|przed|до";
const UNTIL = new RegExp(`^(?:${UNTIL_WORDS})\\s+`, "iu");

/** No two dates with their times and the words around them are longer. */
const MAX_WINDOW_CHARS = 200;

/** '08:00-12:00', '8–12 Uhr', 'von 8 bis 12', '8-11am', 'ab 10', 'until 16:30'. Null for anything else. */
export function parseWindow(cell: Cell, clock?: ImportClock): TimeWindow | null {
  if (typeof cell !== "string") return null;
  const given = cell.trim();
  if (given.length > MAX_WINDOW_CHARS) return null;
  const text = withLatinDigits(given.normalize("NFKC"));
  if (INSTANT.test(text)) return null;
  if (UNTIL.test(text)) {
    const end = readTimeText(text.replace(UNTIL, ""), clock);
    return end === null ? null : windowOf(null, end, clock);
  }
  const whole = text.replace(FROM, "");
  for (const { index, 0: between } of whole.matchAll(BETWEEN)) {
    const window = windowBetween(whole.slice(0, index), whole.slice(index + between.length), clock);
    if (window !== null) return window;
  }
  const start = FROM.test(text) ? readTimeText(whole, clock) : null;
  return start === null ? null : windowOf(start, null, clock);
}

/** Null where it is no window: the text was parted within a date, for example. One of both may be left out. */
function windowBetween(first: string, second: string, clock?: ImportClock): TimeWindow | null {
  if (first === "" && second === "") return null;
  const end = second === "" ? null : readTimeText(second, clock);
  const start = first === "" ? null : readTimeText(first, clock);
  if ((second !== "" && end === null) || (first !== "" && start === null)) return null;
  // '8-11am': both are in the morning.
  const half = /\d\s*([ap]\.?m\.?)$/i.exec(second)?.[1];
  if (half === undefined || start === null || end === null || /[ap]\.?m/i.test(first))
    return windowOf(start, end, clock);
  const same = readTimeText(`${first} ${half}`, clock);
  return windowOf(same !== null && same.time < end.time ? same : start, end, clock);
}

function windowOf(start: ReadTime | null, end: ReadTime | null, clock: ImportClock | undefined): TimeWindow {
  const other = [start, end].flatMap((read) => (read === null ? [] : (otherDay(read, clock) ?? [])));
  const window = { start: start?.time ?? null, end: end?.time ?? null };
  return other[0] === undefined ? window : { ...window, otherDay: other[0] };
}

const HOURS_AND_MINUTES = /^(\d{1,2})\s*(?:h|hr|hrs|std|год|ч)\.?\s*(\d{1,2})\s*(?:m|min|мин|хв)?\.?$/i;
const MINUTES_AND_SECONDS = /^(\d{1,3})\s*(?:'|min|m)\.?\s*(\d{1,2})\s*(?:''|"|s|sec|sek)\.?$/i;
const COLON = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/**
 * Minutes from '15', '15 min', '1h30', '90 s', '0:15', Excel's time of 00:15.
 * @param headerFactor minutes in the header's unit
 */
export function parseDuration(cell: Cell, headerFactor: number): number | null {
  const plain = parseAmount(cell, { unit: "min", headerFactor });
  if (plain !== null) return plain;
  const text = withLatinDigits(String(isTyped(cell) ? cell[1] : cell)).trim();
  const hours = HOURS_AND_MINUTES.exec(text);
  if (hours !== null) return Number(hours[1]) * 60 + Number(hours[2]);
  const minutes = MINUTES_AND_SECONDS.exec(text);
  if (minutes !== null) return Number(minutes[1]) + Number(minutes[2]) / 60;
  const colon = COLON.exec(text);
  return colon === null || Number(colon[2]) > 59
    ? null
    : Number(colon[1]) * 60 + Number(colon[2]) + Number(colon[3] ?? 0) / 60;
}
