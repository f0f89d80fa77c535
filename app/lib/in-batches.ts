/** What one statement takes: SQLite 32,766 values at most, MySQL 16 MB. */
const BATCH = 200;

/** A list in parts of at most `size`, in its order. */
export function inBatches<T>(list: readonly T[], size = BATCH): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < list.length; from += size) batches.push(list.slice(from, from + size));
  return batches;
}
