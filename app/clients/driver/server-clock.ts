/** What the server's clock is ahead of this phone's: phones' clocks are wrong, and are put right at any time. */
import { elapsedSince, thisMoment } from "~/lib/elapsed";
import type { Moment } from "~/lib/elapsed";

/** The server's time in a moment, milliseconds, with what the phone's two clocks showed then. */
let known: (Moment & { server: number }) | undefined;

/** undefined: nothing is known of it yet. */
export function serverAheadMs(): number | undefined {
  return known && known.server + elapsedSince(known) - Date.now();
}

/** Takes the time of an answer that has just come from the server. */
export function noteServerTime(answer: Response): void {
  const server = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(server)) known = { server, ...thisMoment() };
}

/** The same of the page itself, as it came from the server. @param made by the server's clock, milliseconds */
export function noteTimeOfPage(made: number): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!(made > 0) || !page) return;
  const since = performance.now() - page.responseStart;
  known = { server: made, wall: Date.now() - since, steady: page.responseStart };
}
