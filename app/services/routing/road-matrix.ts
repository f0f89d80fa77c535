/** A whole travel table from a road engine: nothing that is known is asked again, the rest in blocks, in parallel. */
import { emptyMatrix } from "./engine";
import type { BlockLimits, Place, RoadEngine, TravelBlock, TravelMatrix, TravelMode } from "./engine";
import { ENTRY } from "~/domain/travel-entries";
import { inBatches } from "~/lib/in-batches";
import { readPairs, writePairs } from "./cached-rows";
import { inParallel } from "./in-parallel";
import { originOf, uniquePlaces, unitsOf } from "./place-units";
import { noTravelCache } from "./travel-cache.server";
import type { TravelCache } from "./travel-cache.server";

/** Larger tables would push everything else out of the cache. */
const MOST_CACHED_PLACES = 2000;
const UNKNOWN = -2;

interface MatrixOptions {
  cache?: TravelCache;
  signal?: AbortSignal | undefined;
}

/**
 * @returns the table, and what stores its new rows in the cache: call it when nobody waits any more
 * @throws AppError `routing.*`: the engine did not answer
 */
export async function roadMatrix(
  engine: RoadEngine,
  places: readonly Place[],
  mode: TravelMode,
  { cache = noTravelCache, signal }: MatrixOptions = {},
): Promise<{ matrix: TravelMatrix; keep: () => Promise<void> }> {
  const { unique, indexOf } = uniquePlaces(places);
  const matrix = emptyMatrix(unique.length);
  matrix.durationsSec.fill(UNKNOWN);
  for (let at = 0; at < unique.length; at += 1) matrix.durationsSec[at * unique.length + at] = 0;

  const isCached = cache !== noTravelCache && unique.length <= MOST_CACHED_PLACES;
  const context = isCached ? await engine.cacheKey(mode, signal) : "";
  const all = Array.from({ length: unique.length }, (_, index) => index);
  const put = (at: number, seconds: number, metres: number) => {
    matrix.durationsSec[at] = seconds;
    matrix.distancesM[at] = metres;
  };
  if (isCached)
    await readPairs(cache, context, unique, all, (row, column, seconds, metres) =>
      put(row * unique.length + column, seconds, metres),
    );
  const { limits, block: ask } = engine.tableOf(unique, mode);
  const wanted = isCached ? blocksToAsk(matrix, limits) : allBlocks(unique.length, limits);
  const changedRows = new Set(wanted.flatMap(({ rows }) => rows));
  await inParallel(wanted, limits.parallel, async ({ rows, columns }) => {
    signal?.throwIfAborted();
    const block = await ask(
      rows.map((row) => unique[row]!),
      columns.map((column) => unique[column]!),
      signal,
    );
    putBlock(matrix, rows, columns, block);
  });
  return {
    matrix: unique.length === places.length ? matrix : expanded(matrix, indexOf),
    keep: async () => {
      if (!isCached) return;
      await writePairs(cache, context, unique, [...changedRows], (row, add) => {
        for (let at = row * unique.length, column = 0; column < unique.length; at += 1, column += 1)
          if (column !== row) add(column, matrix.durationsSec[at]!, matrix.distancesM[at]!);
      });
    },
  };
}

/** The legs through the places that the cache has; null for the others. Their lines are not kept. */
export async function knownLegs(
  engine: RoadEngine,
  places: readonly Place[],
  mode: TravelMode,
  cache: TravelCache,
): Promise<({ durationSec: number; distanceM: number } | null)[]> {
  const rows = await cache.read(await engine.cacheKey(mode), places.slice(0, -1).map(originOf));
  return rows.map((entries, index) => {
    const [lat, lng] = unitsOf(places[index + 1]!);
    for (let at = 0; at + ENTRY <= entries.length; at += ENTRY) {
      if (entries[at] !== lat || entries[at + 1] !== lng || entries[at + 2]! < 0) continue;
      return { durationSec: entries[at + 2]!, distanceM: entries[at + 3]! };
    }
    return null;
  });
}

function expanded(small: TravelMatrix, indexOf: readonly number[]): TravelMatrix {
  const matrix = emptyMatrix(indexOf.length);
  indexOf.forEach((from, row) =>
    indexOf.forEach((to, column) => {
      matrix.durationsSec[row * matrix.size + column] = small.durationsSec[from * small.size + to]!;
      matrix.distancesM[row * matrix.size + column] = small.distancesM[from * small.size + to]!;
    }),
  );
  return matrix;
}

/** What is known stays: another question may have found the same way a few seconds longer. */
function putBlock(
  { size, durationsSec, distancesM }: TravelMatrix,
  rows: readonly number[],
  columns: readonly number[],
  block: TravelBlock,
): void {
  rows.forEach((row, i) =>
    columns.forEach((column, j) => {
      const at = row * size + column;
      if (durationsSec[at] !== UNKNOWN) return;
      durationsSec[at] = block.durationsSec[i * columns.length + j]!;
      distancesM[at] = block.distancesM[i * columns.length + j]!;
    }),
  );
}

function allBlocks(size: number, limits: BlockLimits): WantedBlock[] {
  const all = Array.from({ length: size }, (_, index) => index);
  return size < 2 ? [] : tiles(all, all, limits);
}

interface WantedBlock {
  rows: number[];
  columns: number[];
}

/**
 * The unknown pairs as blocks: whole rows of the places that are mostly new, and of the other rows the columns in
 * which something is missing. One new place among many asks for its row and its column.
 */
function blocksToAsk(matrix: TravelMatrix, limits: BlockLimits): WantedBlock[] {
  const { size, durationsSec } = matrix;
  const missing = Array.from({ length: size }, (_, row) => {
    const columns: number[] = [];
    for (let column = 0; column < size; column += 1)
      if (durationsSec[row * size + column] === UNKNOWN) columns.push(column);
    return columns;
  });
  const isNew = missing.map((columns) => columns.length * 2 > size);
  const newRows = missing.flatMap((_, row) => (isNew[row] ? [row] : []));
  const otherRows = missing.flatMap((columns, row) => (!isNew[row] && columns.length > 0 ? [row] : []));
  const columnsOf = (rows: readonly number[]) =>
    [...new Set(rows.flatMap((row) => missing[row]!))].sort((a, b) => a - b);
  return [...tiles(newRows, columnsOf(newRows), limits), ...tiles(otherRows, columnsOf(otherRows), limits)];
}

function tiles(rows: readonly number[], columns: readonly number[], limits: BlockLimits): WantedBlock[] {
  const parts = inBatches(columns, limits.columns);
  return inBatches(rows, limits.rows).flatMap((some) => parts.map((part) => ({ rows: some, columns: part })));
}
