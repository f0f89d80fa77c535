/** What the server's clock is ahead of this phone's: phones' clocks are wrong, and are put right at any time. */

/** The server's time in a moment, with what the phone's two clocks showed then; milliseconds. */
interface Moment {
  server: number;
  wall: number;
  /** never put right, but may stand still while the phone sleeps */
  steady: number;
}

let known: Moment | undefined;

/** undefined: nothing is known of it yet. */
export function serverAheadMs(): number | undefined {
  if (known === undefined) return undefined;
  // A clock that was put back has gone on for less than the steady one.
  const elapsed = Math.max(Date.now() - known.wall, performance.now() - known.steady);
  return known.server + elapsed - Date.now();
}

/** Takes the time of an answer that has just come from the server. */
export function noteServerTime(answer: Response): void {
  const server = Date.parse(answer.headers.get("Date") ?? "");
  if (!Number.isNaN(server)) known = { server, wall: Date.now(), steady: performance.now() };
}

/** The same of the page itself, as it came from the server. @param made by the server's clock, milliseconds */
export function noteTimeOfPage(made: number): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!(made > 0) || !page) return;
  const since = performance.now() - page.responseStart;
  known = { server: made, wall: Date.now() - since, steady: page.responseStart };
}
