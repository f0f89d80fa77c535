import { formatNumber } from "~/domain/format-number";
import { isDateText } from "~/domain/time/time-zone";

/** How screens write dates. No Intl and no clock: server and browser must write the same. Numbers and loads: ~/domain/format-number. Times, distances and durations: ~/domain/time. */

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** 'Sat 21 Nov 2026' of '2026-11-21'; text that is no date is returned as it is. */
export function formatDay(date: string): string {
  if (!isDateText(date)) return date;
  const day = new Date(`${date}T00:00:00Z`);
  return `${DAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** '1 visit', '1,018 visits'. */
export const count = (value: number, one: string, many = `${one}s`): string => `${formatNumber(value)} ${value === 1 ? one : many}`;
