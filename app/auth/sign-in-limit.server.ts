/** Failed tries per account within the window, before further ones are refused unseen. */
const MAX_FAILURES = 10;
const WINDOW_MS = 5 * 60_000;
/** Accounts remembered at most; the oldest are forgotten first, so that a flood of names cannot fill the memory. */
const MAX_ACCOUNTS = 10_000;

const failures = new Map<string, number[]>();

const recentFailures = (account: string, nowMs: number): number[] => (failures.get(account) ?? []).filter((at) => nowMs - at < WINDOW_MS);

/** @param nowMs any clock that only goes forward, milliseconds */
export const tooManyFailures = (account: string, nowMs: number): boolean => recentFailures(account, nowMs).length >= MAX_FAILURES;

export function countFailure(account: string, nowMs: number): void {
  const recent = [...recentFailures(account, nowMs), nowMs].slice(-MAX_FAILURES);
  failures.delete(account);
  failures.set(account, recent);
  if (failures.size > MAX_ACCOUNTS) failures.delete(failures.keys().next().value!);
}
