const MINUTE_MS = 60_000;
/** Of more different things in a minute nothing is said. */
const MOST = 100;

/**
 * Whether something is to be said now: what goes wrong with every request would fill the log.
 * @returns asked with what it is about: true at most once a minute for each
 */
export function onceAMinute(): (about: string) => boolean {
  const saidAt = new Map<string, number>();
  return (about) => {
    const now = performance.now();
    for (const [one, at] of saidAt) if (now - at >= MINUTE_MS) saidAt.delete(one);
    if (saidAt.has(about) || saidAt.size >= MOST) return false;
    saidAt.set(about, now);
    return true;
  };
}
