import { formatNumber } from "~/domain/format-number";
import { isDateText, localParts } from "~/domain/time/time-zone";

/**
 * How screens write dates. No Intl and no clock: server and browser must write the same. Numbers and loads:
 * ~/domain/format-number. Times, distances and durations: ~/domain/time.
 */

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 'Sat 21 Nov 2026' of '2026-11-21'; text that is no date is returned as it is. */
export function formatDay(date: string): string {
  if (!isDateText(date)) return date;
  const day = new Date(`${date}T00:00:00Z`);
  return `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** 'Today 14:05', 'Yesterday 09:12', 'Sat 21 Nov 2026 09:12'. */
export function whenWords(epoch: number, now: number, timeZone: string): string {
  const { date, time } = localParts(epoch, timeZone);
  const day =
    date === localParts(now, timeZone).date
      ? "Today"
      : date === localParts(now - 86_400, timeZone).date
        ? "Yesterday"
        : formatDay(date);
  return `${day} ${time}`;
}

/** '1 visit', '1,018 visits'. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;
