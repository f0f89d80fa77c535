/** What the plan list shows, and the headings that divide it by day. */
import type { PlanStatus } from "~/domain/plan/plan-status";

export interface PlanListRow {
  id: number;
  title: string;
  warehouse: string | null;
  serviceDate: string;
  status: PlanStatus;
  /** in the plan's order: the dots' colours */
  routes: { isEmpty: boolean }[];
  all: number;
  unscheduled: number;
  delivered: number;
}

const DAY_MS = 86_400_000;
const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

const LONG = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const SHORT = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** 'Sat 21 Nov 2026' of 'YYYY-MM-DD'. */
export const shortDate = (date: string): string => SHORT.format(Date.parse(`${date}T00:00:00Z`)).replace(",", "");

/** 'Today', 'Tomorrow', the day's name, or 'Past days'. */
export function dayHeading(serviceDate: string, today: string): string {
  const days = dayNumber(serviceDate) - dayNumber(today);
  if (days < 0) return "Past days";
  if (days === 0) return "Today";
  if (days === 1) return "Tomorrow";
  return LONG.format(Date.parse(`${serviceDate}T00:00:00Z`));
}

/** The heading before a row, or null when it stands under the one before. */
export function headingBefore(
  row: Pick<PlanListRow, "serviceDate">,
  previous: Pick<PlanListRow, "serviceDate"> | undefined,
  today: string,
): string | null {
  const heading = dayHeading(row.serviceDate, today);
  return previous !== undefined && dayHeading(previous.serviceDate, today) === heading ? null : heading;
}
