/** Second lines of the questions before a route is started or reset. */
import { daysBetween } from "../time/calendar";
import type { Route } from "./route";
import { isBeforeRoad } from "./route-status";

/**
 * How many days after today the plan's day is; 0 for today and the past. Both are dates of the warehouse's calendar.
 */
export const daysAhead = (serviceDate: string, today: string): number => Math.max(0, daysBetween(today, serviceDate));

/**
 * Under the question, where the plan's day has not come. @param day the plan's day in words. @param daysAhead 0 for
 * today
 */
export const startsEarly = (day: string, daysAhead: number, routes = 1): string | null =>
  daysAhead <= 0
    ? null
    : `This plan is for ${day}, ${daysAhead === 1 ? "tomorrow" : `${daysAhead} days from today`}. ` +
      `The ${routes === 1 ? "route" : "routes"} would start now.`;

/**
 * A reset that takes something back from the road asks first; any other is done at once, and undone as any change.
 */
export const asksBeforeReset = (route: Pick<Route, "status"> & { done: number; failed: number }): boolean =>
  !isBeforeRoad(route.status) || route.done + route.failed > 0;

/** The reports that a reset erases, in words; null where nothing was reported. */
export function erasedReports({ done, failed }: { done: number; failed: number }): string | null {
  if (done + failed === 0) return null;
  const kinds = [done > 0 ? `${done} done` : "", failed > 0 ? `${failed} failed` : ""]
    .filter((part) => part !== "")
    .join(", ");
  return `${done + failed === 1 ? "1 report" : `${done + failed} reports`} from the road will be erased: ${kinds}.`;
}
