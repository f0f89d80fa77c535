/** The rows of the plan list, and the headings that divide it by day. */
import type { PlanStatus } from "~/domain/plan/plan-status";
import { dayHeading, longDay } from "~/domain/time/day-words";

export interface PlanListRow {
  id: number;
  title: string;
  warehouse: string | null;
  serviceDate: string;
  /** its night isn't over, though its date is, and somebody drives it, or is to: a route was approved */
  goesOn: boolean;
  status: PlanStatus;
  /** in the plan's order: the dots' colours */
  routes: { isEmpty: boolean }[];
  all: number;
  unscheduled: number;
  delivered: number;
}

/** The days that a list begins with. */
export interface ListDays {
  /** null: it is not the same day at all warehouses, and "today" would be another day than at some of them */
  today: string | null;
  /** the first that isn't past */
  firstDay: string;
}

type DayOfRow = Pick<PlanListRow, "serviceDate" | "goesOn">;

const headingOf = ({ serviceDate, goesOn }: DayOfRow, { today, firstDay }: ListDays): string => {
  if (goesOn) return "Still under way";
  return today === null && serviceDate >= firstDay ? longDay(serviceDate) : dayHeading(serviceDate, firstDay);
};

/** The heading before a row, or null when it is the same as for the previous row. */
export function headingBefore(row: DayOfRow, previous: DayOfRow | undefined, days: ListDays): string | null {
  const heading = headingOf(row, days);
  return previous !== undefined && headingOf(previous, days) === heading ? null : heading;
}
