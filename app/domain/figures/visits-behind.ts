/** The visits behind a figure, as the address of their list names them. */
import { FAIL_REASONS } from "../visit/fail-reasons";

export const BEHIND_LABELS: Readonly<Record<string, string>> = {
  visits: "Served by a route",
  delivered: "Done",
  failed: "Failed",
  ...Object.fromEntries(FAIL_REASONS.map(({ id, title }) => [`failed_${id}`, `Failed: ${title}`])),
  failed_none: "Failed without a reason",
  judged: "Done, with a window that ends",
  on_time: "On time",
  late: "Late",
  out_of_turn: "Out of turn",
  overdue: "Behind plan",
  promised: "With a promised window",
  kept: "Promised window kept",
  broken: "Promised window missed",
};

/** A figure that the list knows; null for anything else. */
export const behindOf = (text: string | null): string | null =>
  text !== null && Object.hasOwn(BEHIND_LABELS, text) ? text : null;
