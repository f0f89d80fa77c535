/**
 * A signal that is aborted after `ms` with a `TimeoutError`, for what runs on phones: `AbortSignal.timeout` is missing
 * on those of 2020. On the server `withinTime` does it, and lets go of its clock when the work is done.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException(`Not done within ${ms} ms.`, "TimeoutError")), ms);
  return limit.signal;
}
