/** The rows of the plan list, and the headings that divide it by day. */
import type { PlanStatus } from "~/domain/plan/plan-status";
import { dayHeading } from "~/domain/time/day-words";

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

/** The heading before a row, or null when it is the same as for the previous row. */
export function headingBefore(
  row: Pick<PlanListRow, "serviceDate">,
  previous: Pick<PlanListRow, "serviceDate"> | undefined,
  today: string,
): string | null {
  const heading = dayHeading(row.serviceDate, today);
  return previous !== undefined && dayHeading(previous.serviceDate, today) === heading ? null : heading;
}
