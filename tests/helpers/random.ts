/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** 0 ≤ x < below, whole */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** true so many times in a hundred */
  percent(share: number): boolean;
}

/** @param seed any text: each operation and each of its cases has numbers of its own */
export function randomOf(seed: string): Random {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.codePointAt(0)!, 16777619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)]!, percent: (share) => below(100) < share };
}
