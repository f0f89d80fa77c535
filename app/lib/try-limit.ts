/**
 * Counts tries and says how long to wait, in the memory of this process: for what is asked at every key stroke. What
 * all processes have to count together: services/limits.
 */
interface TryLimit {
  /** Counts a try, before anything is done for it. @returns seconds to wait; 0: go on */
  take(key: string, nowMs: number): number;
}

/**
 * @param tries that are let through within `windowMs`; one that is refused isn't counted, so that waiting always helps
 * @param maxKeys remembered at most; the oldest are forgotten first, so that a flood of names can't fill the memory
 */
export function tryLimit(tries: number, windowMs: number, maxKeys: number): TryLimit {
  const taken = new Map<string, number[]>();
  return {
    take(key, nowMs) {
      const recent = (taken.get(key) ?? []).filter((at) => nowMs - at < windowMs);
      if (recent.length >= tries) return Math.max(1, Math.ceil((recent[0]! + windowMs - nowMs) / 1000));
      taken.delete(key);
      taken.set(key, [...recent, nowMs]);
      if (taken.size > maxKeys) taken.delete(taken.keys().next().value!);
      return 0;
    },
  };
}
