const MINUTE_MS = 60_000;

/**
 * Whether something is to be said now: what goes wrong with every request would fill the log.
 * @returns asked with what it is about, one of a few words: true at most once a minute for each
 */
export function onceAMinute(): (about: string) => boolean {
  const saidAt = new Map<string, number>();
  return (about) => {
    const now = performance.now();
    if (now - (saidAt.get(about) ?? -Infinity) < MINUTE_MS) return false;
    saidAt.set(about, now);
    return true;
  };
}
