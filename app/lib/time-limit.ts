/**
 * A signal that is aborted after `ms` with a `TimeoutError`, for what runs on phones: `AbortSignal.timeout` is missing
 * on those of 2020. Who asks for one ends it with its work, so that no clock goes on for nothing. On the server
 * `withinTime` does both.
 */
export function timeLimit(ms: number): { readonly signal: AbortSignal; end(): void } {
  const limit = new AbortController();
  const clock = setTimeout(() => limit.abort(new DOMException(`Not done within ${ms} ms.`, "TimeoutError")), ms);
  return { signal: limit.signal, end: () => clearTimeout(clock) };
}
