/**
 * How screens, prints and the driver's page write days. No Intl and no clock: server and browser must write the same.
 * Times of day: ./time-zone and ./hhmm. Durations and distances: ./format. Numbers and counts: ../format-number.
 */
import { daysBetween, isDateText, utcMidnight } from "./calendar";
import { localParts } from "./time-zone";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

interface DayParts {
  weekday: string;
  day: number;
  month: string;
  year: number;
}

/** Null for text that is no date. */
function partsOf(date: string): DayParts | null {
  if (!isDateText(date)) return null;
  const day = new Date(utcMidnight(date) * 1000);
  return {
    weekday: DAYS[day.getUTCDay()] ?? "",
    day: day.getUTCDate(),
    month: MONTHS[day.getUTCMonth()] ?? "",
    year: day.getUTCFullYear(),
  };
}

const short = (name: string): string => name.slice(0, 3);

/** A date in the given words; text that is no date is returned as it is. */
function written(date: string, words: (parts: DayParts) => string): string {
  const parts = partsOf(date);
  return parts === null ? date : words(parts);
}

/** 'Sat 21 Nov 2026' of '2026-11-21': the one form of a date with its year. */
export const formatDay = (date: string): string =>
  written(date, ({ weekday, day, month, year }) => `${short(weekday)} ${day} ${short(month)} ${year}`);

/** 'Mon 23 Nov': where the year is clear. */
export const shortDay = (date: string): string =>
  written(date, ({ weekday, day, month }) => `${short(weekday)} ${day} ${short(month)}`);

/** 'Today', 'Tomorrow', 'Yesterday', else 'Mon 23 Nov': the driver's page, where the year is clear. */
export function dayNear(date: string, today: string): string {
  const near: Readonly<Record<number, string>> = { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" };
  const name = near[daysBetween(today, date)];
  return name ?? shortDay(date);
}

/** 'Today', 'Tomorrow', 'Monday, 23 November 2026', or 'Past days': headings of a list of days to come. */
export function dayHeading(date: string, today: string): string {
  const days = daysBetween(today, date);
  if (days < 0) return "Past days";
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return longDay(date);
}

/** 'Monday, 23 November 2026'. */
export const longDay = (date: string): string =>
  written(date, ({ weekday, day, month, year }) => `${weekday}, ${day} ${month} ${year}`);

/** 'Today 14:05', 'Yesterday 09:12', 'Sat 21 Nov 2026 09:12': when something happened, on the zone's clock. */
export function whenWords(epoch: number, now: number, timeZone: string): string {
  const { date, time } = localParts(epoch, timeZone);
  const days = daysBetween(localParts(now, timeZone).date, date);
  return `${days === 0 ? "Today" : days === -1 ? "Yesterday" : formatDay(date)} ${time}`;
}

/** 'Sat 21 Nov 2026 09:12' of an instant, on the zone's clock. */
export function formatDayTime(epoch: number, timeZone: string): string {
  const { date, time } = localParts(epoch, timeZone);
  return `${formatDay(date)} ${time}`;
}
