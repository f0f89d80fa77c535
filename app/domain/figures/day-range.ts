/** Which days figures are about: one of the usual ranges, or one's own. */
import { addDays, daysBetween, isDateText } from "../time/calendar";

export const DAY_RANGES = [
  ["today", "Today"],
  ["yesterday", "Yesterday"],
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["month", "This month"],
  ["last-month", "Last month"],
] as const;
type DayRangeName = (typeof DAY_RANGES)[number][0] | "own";

/** Two years. */
export const MOST_DAYS = 731;

export interface ChosenDays {
  name: DayRangeName;
  /** both included */
  from: string;
  to: string;
  /** more days were asked for: these are the last of them */
  isCut: boolean;
}

const monthStart = (date: string): string => `${date.slice(0, 8)}01`;

function usual(name: (typeof DAY_RANGES)[number][0], today: string): [from: string, to: string] {
  switch (name) {
    case "today":
      return [today, today];
    case "yesterday":
      return [addDays(today, -1), addDays(today, -1)];
    case "month":
      return [monthStart(today), today];
    case "last-month": {
      const last = addDays(monthStart(today), -1);
      return [monthStart(last), last];
    }
    default:
      return [addDays(today, 1 - Number(name)), today];
  }
}

/** The days that an address asks for; what can't be read is 7 days. The two ends may come in either order. */
export function chosenDays(params: URLSearchParams, today: string): ChosenDays {
  const ends = [params.get("from") ?? "", params.get("to") ?? ""].filter(isDateText).sort();
  const [from, to] = [ends[0], ends.at(-1)];
  const asked = DAY_RANGES.find(([name]) => name === params.get("range"))?.[0];
  if (asked === undefined && from !== undefined && to !== undefined) {
    const isCut = daysBetween(from, to) >= MOST_DAYS;
    return { name: "own", from: isCut ? addDays(to, 1 - MOST_DAYS) : from, to, isCut };
  }
  const name = asked ?? "7";
  const [first, last] = usual(name, today);
  return { name, from: first, to: last, isCut: false };
}
