import { setMaxListeners } from "node:events";

/**
 * Work with a signal that is aborted with a `TimeoutError` after `ms`, or with the caller's reason when the caller's
 * signal is. `AbortSignal.any` can't do this: it holds the signals that it is made of by weak references, so that the
 * runtime may let go of an `AbortSignal.timeout` before its time is up, and then nothing is ever aborted.
 * @param work heeds the signal; `renew` lets the time begin anew
 */
export async function withinTime<T>(
  ms: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal, renew: () => void) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const clock = setTimeout(() => limit.abort(new DOMException(`Not done within ${ms} ms.`, "TimeoutError")), ms);
  const follow = (): void => limit.abort(caller?.reason);
  if (caller !== undefined) {
    // Many questions of one caller listen at the same time; each removes its listener, so Node needs no warning.
    setMaxListeners(0, caller);
    caller.addEventListener("abort", follow);
    if (caller.aborted) follow();
  }
  try {
    return await work(limit.signal, () => void clock.refresh());
  } finally {
    clearTimeout(clock);
    caller?.removeEventListener("abort", follow);
  }
}

/** What becomes of it in that time; undefined where it takes longer, and goes on by itself. */
export const orLeft = <T>(work: Promise<T>, limitMs: number): Promise<T | undefined> =>
  withinTime(limitMs, undefined, (signal) => {
    const left = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    return Promise.race([work, left]);
  });
