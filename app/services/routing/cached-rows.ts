/** Rows of the cache of travel times, read and written in pieces. */
import { ENTRY, MAX_ENTRIES } from "~/domain/travel-entries";
import { inBatches } from "~/lib/in-batches";
import type { Place } from "./engine";
import { numberOf, originOf, unitsOf } from "./place-units";
import type { CachedRow, TravelCache } from "./travel-cache.server";

/** Rows that are read or written at once: up to 64 kB each. */
const CACHE_PIECE = 50;

/** Calls `found` for every known pair of these places, row by row; pairs with other places are left out. */
export async function readPairs(
  cache: TravelCache,
  context: string,
  places: readonly Place[],
  rows: readonly number[],
  found: (row: number, column: number, seconds: number, metres: number) => void,
): Promise<void> {
  const indexOf = new Map(places.map((place, index) => [numberOf(...unitsOf(place)), index]));
  for (const piece of inBatches(rows, CACHE_PIECE)) {
    const known = await cache.read(
      context,
      piece.map((row) => originOf(places[row]!)),
    );
    known.forEach((entries, k) => {
      const row = piece[k]!;
      for (let at = 0; at + ENTRY <= entries.length; at += ENTRY) {
        const column = indexOf.get(numberOf(entries[at]!, entries[at + 1]!));
        if (column !== undefined && column !== row) found(row, column, entries[at + 2]!, entries[at + 3]!);
      }
    });
  }
}

/**
 * Adds pairs to rows of the cache, which keep what they had.
 * @param pairsOf every pair of a row
 */
export async function writePairs(
  cache: TravelCache,
  context: string,
  places: readonly Place[],
  rows: readonly number[],
  pairsOf: (row: number, add: (column: number, seconds: number, metres: number) => void) => void,
): Promise<void> {
  for (const piece of inBatches(rows, CACHE_PIECE)) {
    const known = await cache.read(
      context,
      piece.map((row) => originOf(places[row]!)),
    );
    await cache.write(
      context,
      piece.map((row, k): CachedRow => ({
        origin: originOf(places[row]!),
        entries: merged(places, known[k] ?? new Int32Array(0), (add) => pairsOf(row, add)),
      })),
    );
  }
}

/** New pairs last, so that the oldest are the first to go. */
function merged(
  places: readonly Place[],
  known: Int32Array,
  pairs: (add: (column: number, seconds: number, metres: number) => void) => void,
): Int32Array {
  const added: number[] = [];
  const own = new Set<number>();
  pairs((column, seconds, metres) => {
    const [lat, lng] = unitsOf(places[column]!);
    own.add(numberOf(lat, lng));
    added.push(lat, lng, seconds, metres);
  });
  const kept: number[] = [];
  for (let at = 0; at + ENTRY <= known.length; at += ENTRY)
    if (!own.has(numberOf(known[at]!, known[at + 1]!)))
      kept.push(known[at]!, known[at + 1]!, known[at + 2]!, known[at + 3]!);
  const entries = [...kept, ...added];
  return Int32Array.from(entries.slice(Math.max(0, entries.length - MAX_ENTRIES * ENTRY)));
}
