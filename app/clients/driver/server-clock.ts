/** What the server's clock is ahead of this phone's: phones' clocks are wrong, and are put right at any time. */

let aheadMs: number | undefined;

export const serverAheadMs = (): number | undefined => aheadMs;

/** Takes the time of an answer that has just come from the server. */
export function noteServerTime(answer: Response): void {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(date)) aheadMs = date - Date.now();
}

/** The same of the page itself, as it came from the server. @param made by the server's clock, milliseconds */
export function noteTimeOfPage(made: number): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (made > 0 && page) aheadMs = made - (Date.now() - (performance.now() - page.responseStart));
}
