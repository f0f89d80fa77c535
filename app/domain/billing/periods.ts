/** Days on which a package begins, is counted anew and ends. Days are 'YYYY-MM-DD' by UTC; ends are not included. */
import { isDateText } from "../time/calendar";

/** How often the visits are counted anew. */
export const VisitsPeriod = { Monthly: "monthly", Yearly: "yearly", AllPeriod: "all_period" } as const;
export type VisitsPeriod = (typeof VisitsPeriod)[keyof typeof VisitsPeriod];

export const VISITS_PERIOD_LABELS: Readonly<Record<VisitsPeriod, string>> = {
  monthly: "per month",
  yearly: "per year",
  all_period: "all period",
};

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

export interface CountedPeriod {
  /** first day whose visits count */
  start: string;
  /** the first day that counts anew; null: never */
  nextReset: string | null;
}

const MONTHS: Readonly<Record<VisitsPeriod, number | null>> = { monthly: 1, yearly: 12, all_period: null };

/** The period of a package in which `today` lies; its first one before it has begun. */
export function periodOn(startDate: string, visitsPeriod: VisitsPeriod, today: string): CountedPeriod {
  const months = MONTHS[visitsPeriod];
  if (months === null) return { start: startDate, nextReset: null };
  const apart = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  let periods = Math.max(0, Math.floor((apart(today) - apart(startDate)) / months));
  // Its day of the month may still be ahead.
  if (periods > 0 && addMonths(startDate, periods * months) > today) periods -= 1;
  return {
    start: addMonths(startDate, periods * months),
    nextReset: addMonths(startDate, (periods + 1) * months),
  };
}
