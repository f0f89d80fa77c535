/** Days of a calendar, written 'YYYY-MM-DD', without a zone; ./time-zone finds the day of a zone. */
export const DAY_SEC = 86_400;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for an existing day written 'YYYY-MM-DD'. */
export function isDateText(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return date.toISOString().slice(0, 10) === text;
}

/** Epoch seconds of the day's midnight, as if its zone were UTC. Throws RangeError on a bad date. */
export function utcMidnight(date: string): number {
  if (!isDateText(date)) throw new RangeError(`'${date}' is no date 'YYYY-MM-DD'`);
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}

/** Later days are not written with ten characters. */
const LAST_DAY = "9999-12-31";

/** The day so many days later (earlier when negative), at the latest the last that has a text. */
export const addDays = (date: string, days: number): string =>
  new Date(Math.min(utcMidnight(date) + days * DAY_SEC, utcMidnight(LAST_DAY)) * 1000).toISOString().slice(0, 10);

/**
 * The day so many months later: the same day of the month, or the month's last one where it is shorter. Counted from
 * the first day each time, so that a package that begins on the 31st comes back to the 31st.
 */
export function addMonths(date: string, months: number): string {
  if (!isDateText(date)) throw new RangeError(`'${date}' is no date 'YYYY-MM-DD'`);
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const index = year * 12 + (month - 1) + months;
  const lastDay = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  const at = new Date(Date.UTC(Math.floor(index / 12), index % 12, Math.min(day, lastDay)));
  return at.toISOString().slice(0, 10);
}

/** How many days `date` is after `other`; negative before it. */
export const daysBetween = (other: string, date: string): number =>
  Math.round((utcMidnight(date) - utcMidnight(other)) / DAY_SEC);
