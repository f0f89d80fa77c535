/** A bar on the last line of a terminal. Logs and pipes never see it: they get whole lines alone. */

const WIDTH = 24;
const EVERY_MS = 200;
/** The bar waits here until the work really ends. */
const MOST = 0.97;

/**
 * How far work is that can only be guessed from its usual time: quick at first, and never quite there.
 * @param {number} elapsedMs @param {number} expectedMs @returns {number} 0 to 1
 */
export const estimatedShare = (elapsedMs, expectedMs) => 1 - Math.exp((-1.6 * elapsedMs) / expectedMs);

/**
 * @param {string} what @param {number} share 0 to 1 @param {number} elapsedMs @param {number} columns of the terminal
 * @returns {string} one line that never wraps
 */
export function progressLine(what, share, elapsedMs, columns) {
  const done = Math.round(Math.min(Math.max(share, 0), 1) * WIDTH);
  const end = ` [${"#".repeat(done)}${"-".repeat(WIDTH - done)}] ${Math.round(elapsedMs / 1000)} s`;
  const room = columns - 1 - end.length;
  if (room < 1) return end.slice(0, Math.max(columns - 1, 0));
  return `${what.length > room ? `${what.slice(0, room - 1)}…` : what}${end}`;
}

/**
 * Draws a bar until it is stopped; nothing where nobody looks.
 * @param {string} what
 * @param {{ expectedMs: number, share?: (() => number) | undefined }} how the usual time, and a better way to tell
 * where there is one
 * @param {NodeJS.WritableStream & { isTTY?: boolean, columns?: number }} target
 * @returns {() => void} stops it and leaves the line empty; more than once does no harm
 */
export function showProgress(what, { expectedMs, share }, target) {
  if (target.isTTY !== true) return () => undefined;
  const start = performance.now();
  const draw = () => {
    const elapsed = performance.now() - start;
    const part = Math.min(share ? share() : estimatedShare(elapsed, expectedMs), MOST);
    target.write(`\r\x1b[2K${progressLine(what, part, elapsed, target.columns ?? 80)}`);
  };
  draw();
  const timer = setInterval(draw, EVERY_MS);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    target.write("\r\x1b[2K");
  };
}
