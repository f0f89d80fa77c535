/** Things by what they have in common, in their order. */
export function grouped<T, Key>(items: Iterable<T>, keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

/** One more thing in its group, of groups that are read while they grow. */
export function addTo<T, Key>(groups: Map<Key, T[]>, key: Key, item: T): void {
  const own = groups.get(key);
  if (own === undefined) groups.set(key, [item]);
  else own.push(item);
}
