import type { Pieces } from "~/lib/pieces";

/** Runs work that production does in turns, and gives its result. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
