import { orLeft } from "./within-time.server";

/**
 * One question at a time for all who ask, and each waits only so long: questions to what hangs would pile up.
 * @returns asked with milliseconds: the answer, or undefined where there is none by then
 */
export function sharedQuestion<T>(ask: () => Promise<T>): (limitMs: number) => Promise<T | undefined> {
  let asking: Promise<T> | undefined;
  return async (limitMs) => {
    asking ??= ask().finally(() => (asking = undefined));
    return orLeft(asking, limitMs);
  };
}
