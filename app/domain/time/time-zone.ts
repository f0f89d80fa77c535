/**
 * Warehouse-local time and UTC, through the time zones that Intl knows. A service date is a day of the
 * warehouse's calendar; 'HH:mm' is what the clock on its wall shows.
 */
import { DAY_SEC, utcMidnight } from "./calendar";
import { parseHHmm } from "./hhmm";
import { utcText } from "./utc-text";
import type { UtcText } from "./utc-text";

/**
 * By names in lower case: Intl knows a zone in any spelling. Each takes some 35 kB outside of the heap for as long as
 * it is kept, and names come from requests too.
 */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 500;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, format);
  }
  return format;
}

/** True when Intl knows the zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** What the wall clock shows, as if it were UTC: epoch seconds of that reading. */
function wallSec(epoch: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const part of formatOf(timeZone).formatToParts(new Date(epoch * 1000))) {
    parts[part.type] = Number(part.value);
  }
  return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) / 1000;
}

/** Seconds that the zone is ahead of UTC at an instant. */
export const offsetSec = (epoch: number, timeZone: string): number => wallSec(epoch, timeZone) - Math.floor(epoch);

/** Readings of a day repeat for every visit of a plan, and Intl is slow: kept until there are too many. */
const known = new Map<string, number>();
const MAX_KNOWN = 5_000;

/**
 * The instant (epoch seconds) at which the wall clock shows `secOfDay` on `date`.
 * A reading that the clock skips in spring counts from before the jump (02:30 becomes 03:30); of a reading
 * that occurs twice in autumn the first is meant. Throws RangeError on a bad date.
 */
export function localToEpoch(date: string, secOfDay: number, timeZone: string): number {
  const key = `${date} ${secOfDay} ${timeZone}`;
  let epoch = known.get(key);
  if (epoch === undefined) {
    epoch = findEpoch(date, secOfDay, timeZone);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, epoch);
  }
  return epoch;
}

function findEpoch(date: string, secOfDay: number, timeZone: string): number {
  const wall = utcMidnight(date) + secOfDay;
  // The offsets a day before and after enclose any single change of the clock.
  const before = offsetSec(wall - DAY_SEC, timeZone);
  const after = offsetSec(wall + DAY_SEC, timeZone);
  for (const offset of [before, after]) {
    if (offsetSec(wall - offset, timeZone) === offset) return wall - offset;
  }
  return wall - before;
}

/** The instant at which a service date begins in the zone. */
export const midnightEpoch = (date: string, timeZone: string): number => localToEpoch(date, 0, timeZone);

/** Service date and 'HH:mm' on the wall to epoch seconds; null when the text is no time. */
export function localTimeToEpoch(date: string, hhmm: string | null, timeZone: string): number | null {
  const minutes = parseHHmm(hhmm);
  return minutes === null ? null : localToEpoch(date, minutes * 60, timeZone);
}

/** The same as UTC text. */
export function localTimeToUtc(date: string, hhmm: string, timeZone: string): UtcText | null {
  const epoch = localTimeToEpoch(date, hhmm, timeZone);
  return epoch === null ? null : utcText(epoch);
}

/**
 * Seconds that have really passed between the service date's midnight and 'HH:mm' on the wall. On a day with a
 * clock change that differs from hours × 3600; it is the clock that the solver calculates with.
 */
export function secondsSinceMidnight(date: string, hhmm: string, timeZone: string): number | null {
  const epoch = localTimeToEpoch(date, hhmm, timeZone);
  return epoch === null ? null : epoch - midnightEpoch(date, timeZone);
}

/** What the calendar and the clock show at an instant: { date: 'YYYY-MM-DD', time: 'HH:mm', second: 0..59 }. */
export function localParts(epoch: number, timeZone: string): { date: string; time: string; second: number } {
  const text = new Date(wallSec(epoch, timeZone) * 1000).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16), second: Number(text.slice(17, 19)) };
}

/** 'HH:mm' on the wall, 24 hours. */
export const localTime = (epoch: number, timeZone: string): string => localParts(epoch, timeZone).time;

/** The same of an instant that may be missing. @param none what stands for it then */
export const localTimeOr = (epoch: number | null | undefined, timeZone: string, none: string): string =>
  epoch === null || epoch === undefined ? none : localTime(epoch, timeZone);

/** The day that the zone's calendar shows. */
export const todayIn = (timeZone: string, nowEpoch: number): string => localParts(nowEpoch, timeZone).date;

/** The earliest day that some zone on earth still calls today: no zone is more than a day behind UTC. */
export const earliestToday = (nowEpoch: number): string => todayIn("UTC", nowEpoch - DAY_SEC);

/** All zones to choose from, with the one that is chosen already: places have zones by names that Intl doesn't list. */
export function zonesWith(own: string | null | undefined): string[] {
  const listed = Intl.supportedValuesOf("timeZone");
  return !own || listed.includes(own) ? listed : [...listed, own].sort();
}
