/**
 * A signal that is aborted after `ms` with a `TimeoutError`, for what runs on phones: `AbortSignal.timeout` is missing
 * on those of 2020. Callers end it when their work is done, so that no timer keeps running. On the server
 * `withinTime` does both.
 */
export function timeLimit(ms: number): { readonly signal: AbortSignal; end(): void } {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`Not done within ${ms} ms.`, "TimeoutError")), ms);
  return { signal: limit.signal, end: () => clearTimeout(timer) };
}
