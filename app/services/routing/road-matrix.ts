/** A whole travel table from a road engine: nothing that is known is asked again, the rest in blocks, in parallel. */
import { emptyMatrix, putPart } from "./engine";
import type { BlockLimits, Place, RoadEngine, TravelBlock, TravelMatrix, TravelMode } from "./engine";
import { ENTRY, MAX_ENTRIES } from "~/domain/travel-entries";
import { noTravelCache } from "./travel-cache.server";
import type { CachedRow, TravelCache } from "./travel-cache.server";

/** Larger tables would push everything else out of the cache. */
const MOST_CACHED_PLACES = 2000;
/** Rows that are read or written at once. */
const CACHE_PIECE = 50;
const UNKNOWN = -2;

export interface MatrixOptions {
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
  const known = isCached ? await readCache(cache, context, unique, matrix) : [];
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
    keep: () => (isCached ? writeCache(cache, context, unique, matrix, changedRows, known) : Promise.resolve()),
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

const unitsOf = ({ lat, lng }: Place): [number, number] => [Math.round(lat * 1e5), Math.round(lng * 1e5)];
const originOf = (place: Place): string => unitsOf(place).join(",");
/** One number for a pair of units: quicker to look up than text. */
const numberOf = (lat: number, lng: number): number => (lat + 9_000_000) * 36_000_001 + lng + 18_000_000;

/** Places within about a metre are one: a depot that is also an end, parcels for one door. */
function uniquePlaces(places: readonly Place[]): { unique: Place[]; indexOf: number[] } {
  const unique: Place[] = [];
  const seen = new Map<string, number>();
  const indexOf = places.map((place) => {
    const key = originOf(place);
    const index = seen.get(key) ?? unique.push(place) - 1;
    seen.set(key, index);
    return index;
  });
  return { unique, indexOf };
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

function putBlock(matrix: TravelMatrix, rows: readonly number[], columns: readonly number[], block: TravelBlock): void {
  putPart(matrix, matrix.size, block, rows, columns);
  for (const row of rows) matrix.durationsSec[row * matrix.size + row] = matrix.distancesM[row * matrix.size + row] = 0;
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
export function blocksToAsk(matrix: TravelMatrix, limits: BlockLimits): WantedBlock[] {
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
  const blocks: WantedBlock[] = [];
  for (let row = 0; row < rows.length; row += limits.rows)
    for (let column = 0; column < columns.length; column += limits.columns)
      blocks.push({
        rows: rows.slice(row, row + limits.rows),
        columns: columns.slice(column, column + limits.columns),
      });
  return blocks;
}

/** The first failure ends it; what is under way then is left to itself. */
async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      try {
        await work(items[next++]!);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

/** Fills in what is known. @returns the cached entries of each place, to which new ones are added */
async function readCache(
  cache: TravelCache,
  context: string,
  places: readonly Place[],
  matrix: TravelMatrix,
): Promise<Int32Array[]> {
  const indexOf = new Map(places.map((place, index) => [numberOf(...unitsOf(place)), index]));
  const known: Int32Array[] = [];
  for (let start = 0; start < places.length; start += CACHE_PIECE) {
    const rows = await cache.read(context, places.slice(start, start + CACHE_PIECE).map(originOf));
    known.push(...rows);
  }
  known.forEach((entries, row) => {
    for (let at = 0; at + ENTRY <= entries.length; at += ENTRY) {
      const column = indexOf.get(numberOf(entries[at]!, entries[at + 1]!));
      if (column === undefined || column === row) continue;
      matrix.durationsSec[row * matrix.size + column] = entries[at + 2]!;
      matrix.distancesM[row * matrix.size + column] = entries[at + 3]!;
    }
  });
  return known;
}

async function writeCache(
  cache: TravelCache,
  context: string,
  places: readonly Place[],
  matrix: TravelMatrix,
  changed: ReadonlySet<number>,
  known: readonly Int32Array[],
): Promise<void> {
  const rows = [...changed];
  const units = Int32Array.from(places.flatMap(unitsOf));
  const own = new Set(places.map((place) => numberOf(...unitsOf(place))));
  for (let start = 0; start < rows.length; start += CACHE_PIECE) {
    const piece = rows.slice(start, start + CACHE_PIECE).map((row): CachedRow => ({
      origin: originOf(places[row]!),
      entries: rowEntries(units, own, matrix, row, known[row] ?? new Int32Array(0)),
    }));
    await cache.write(context, piece);
  }
}

/** All pairs of a row, those of this table last, so that the oldest are the first to go. */
function rowEntries(
  units: Int32Array,
  own: ReadonlySet<number>,
  matrix: TravelMatrix,
  row: number,
  known: Int32Array,
): Int32Array {
  const { size, durationsSec, distancesM } = matrix;
  const entries = new Int32Array(known.length + size * ENTRY);
  let length = 0;
  const add = (lat: number, lng: number, seconds: number, metres: number) => {
    entries[length] = lat;
    entries[length + 1] = lng;
    entries[length + 2] = seconds;
    entries[length + 3] = metres;
    length += ENTRY;
  };
  for (let at = 0; at + ENTRY <= known.length; at += ENTRY)
    if (!own.has(numberOf(known[at]!, known[at + 1]!))) add(known[at]!, known[at + 1]!, known[at + 2]!, known[at + 3]!);
  for (let column = 0; column < size; column += 1)
    if (column !== row)
      add(
        units[2 * column]!,
        units[2 * column + 1]!,
        durationsSec[row * size + column]!,
        distancesM[row * size + column]!,
      );
  return entries.slice(Math.max(0, length - MAX_ENTRIES * ENTRY), length);
}
