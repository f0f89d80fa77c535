/**
 * The keys from one to another in their order, both included, whichever comes first; the second alone where the first
 * is not there any more.
 */
export function keysBetween<Key>(keys: readonly Key[], from: Key, to: Key): Key[] {
  const [first, last] = [keys.indexOf(from), keys.indexOf(to)].sort((a, b) => a - b) as [number, number];
  return first < 0 ? [to] : keys.slice(first, last + 1);
}
