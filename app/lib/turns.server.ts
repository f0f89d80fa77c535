import type { Pieces } from "./pieces";

/** How long work may hold the event loop before others have their turn. */
const TURN_MS = 8;

/** When this turn of the event loop began, as far as anybody has asked; null: nobody has since the last one. */
let since: number | null = null;

function begin(): void {
  since = performance.now();
  setImmediate(() => {
    since = null;
  });
}

/**
 * Lets the event loop turn if the work at hand has held it for some milliseconds. Call it between small pieces of long
 * work; it costs next to nothing when the time is not up.
 */
export async function yieldToOthers(): Promise<void> {
  if (since === null) return begin();
  if (performance.now() - since <= TURN_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  begin();
}

/** Long work by and by, for the web process. */
export async function inTurns<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
    await yieldToOthers();
  }
}
