import { getCurrentTest } from "vitest/suite";

declare module "vitest" {
  interface TaskMeta {
    /** How often the test tried something of which the run's summary tells the sum. */
    swept?: Record<string, number>;
  }
}

/**
 * Adds to what the summary of `npm test` tells of a sweep: a sweep that has become empty is seen there.
 *
 * @param what in the plural: "pages, by visitor"
 */
export function swept(what: string, times = 1): void {
  const meta = getCurrentTest()?.meta;
  if (meta === undefined) throw new Error("Sweeps are counted in a test");
  meta.swept ??= {};
  meta.swept[what] = (meta.swept[what] ?? 0) + times;
}
