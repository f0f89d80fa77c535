/** Longer than a quarter, days are too many to be compared one by one: they are added up to weeks. */
import { addDays, daysBetween } from "../time/calendar";
import { formatDay, shortDay } from "../time/day-words";
import { grouped } from "~/lib/grouped";
import { addFigures } from "./figures";
import type { Figures } from "./figures";

export type Period = "day" | "week";

/** More than the longest of the usual ranges. */
const MOST_SINGLE_DAYS = 92;

interface Range {
  /** both included */
  from: string;
  to: string;
}

export const periodOf = ({ from, to }: Range): Period => (daysBetween(from, to) < MOST_SINGLE_DAYS ? "day" : "week");

/** A Monday from which weeks are counted. */
const SOME_MONDAY = "2001-01-01";

const mondayOf = (day: string): string => addDays(day, -(((daysBetween(SOME_MONDAY, day) % 7) + 7) % 7));

export interface PeriodFigures {
  /** its first day */
  key: string;
  /** its last day, within the chosen ones */
  to: string;
  title: string;
  routes: number;
  sums: Figures;
}

const weekTitle = (from: string, to: string): string =>
  from === to ? formatDay(from) : `${shortDay(from)} – ${formatDay(to)}`;

/** Figures of days as those of the periods that are shown for the range, in their order. */
export function byPeriod(
  days: readonly { key: string; routes: number; sums: Figures }[],
  range: Range,
): PeriodFigures[] {
  if (periodOf(range) === "day") return days.map((day) => ({ ...day, to: day.key, title: formatDay(day.key) }));
  const weeks = grouped(days, ({ key }) => mondayOf(key));
  return [...weeks].map(([monday, own]) => {
    const sunday = addDays(monday, 6);
    const key = monday < range.from ? range.from : monday;
    const to = sunday > range.to ? range.to : sunday;
    return {
      key,
      to,
      title: weekTitle(key, to),
      routes: own.reduce((sum, { routes }) => sum + routes, 0),
      sums: addFigures(own.map(({ sums }) => sums)),
    };
  });
}
