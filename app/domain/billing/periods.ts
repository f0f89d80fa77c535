/** Days on which a package begins, is counted anew and ends. Days are 'YYYY-MM-DD' by UTC; ends are not included. */
import { addMonths } from "../time/calendar";

/** How often the visits are counted anew. */
export const VisitsPeriod = { Monthly: "monthly", Yearly: "yearly", AllPeriod: "all_period" } as const;
export type VisitsPeriod = (typeof VisitsPeriod)[keyof typeof VisitsPeriod];

export const VISITS_PERIOD_LABELS: Readonly<Record<VisitsPeriod, string>> = {
  monthly: "per month",
  yearly: "per year",
  all_period: "all period",
};

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
