/**
 * Valhalla's `timedistancematrix` searches from the places that are fewer, sources or targets. From targets its ways
 * are wrong (3.6.1): in Liechtenstein, asked from 30 places to 3, 76 of 90 pairs took up to three minutes longer than
 * the way that it finds from the sources, and that its `route` takes. So it is never asked from more places than to.
 */
import { emptyBlock, NO_WAY, putPart } from "../engine";
import type { Place, TravelBlock, TravelMode } from "../engine";
import { askMatrix } from "./valhalla-engine";
import type { AskValhalla } from "./valhalla-engine";

/** A place to which more others lack a way than this share is cut off: an island, or a depot beyond the roads. */
const MOST_DOUBTED = 0.1;

/** Each search from both sides keeps its tree until all have ended. */
const MOST_AT_ONCE = 250;

const upTo = (end: number): number[] => Array.from({ length: end }, (_, index) => index);

/** A block by searches from its sources: of those as many at once as there are targets. */
export async function askRows(
  ask: AskValhalla,
  from: readonly Place[],
  to: readonly Place[],
  mode: TravelMode,
  signal?: AbortSignal,
): Promise<TravelBlock> {
  if (from.length <= to.length) return askMatrix(ask, from, to, mode, signal);
  const block = emptyBlock(from.length * to.length);
  for (let at = 0; at < from.length; at += to.length) {
    const some = from.slice(at, at + to.length);
    const part = await askMatrix(ask, some, to, mode, signal);
    putPart(
      block,
      to.length,
      part,
      some.map((_, row) => at + row),
      upTo(to.length),
    );
  }
  return block;
}

/**
 * From many places to a few, which may be far: searches from both sides (`askBoth`, by `costmatrix`), each of which
 * ends in the middle. It finds no way from some places that have one: those are asked for once more, from the place.
 */
export async function askColumns(
  askBoth: AskValhalla,
  askSpread: AskValhalla,
  from: readonly Place[],
  to: readonly Place[],
  mode: TravelMode,
  signal?: AbortSignal,
): Promise<TravelBlock> {
  const block = emptyBlock(from.length * to.length);
  const put = (part: TravelBlock, rows: readonly number[], columns: readonly number[]) =>
    putPart(block, to.length, part, rows, columns);
  for (let at = 0; at < from.length; at += MOST_AT_ONCE) {
    const some = from.slice(at, at + MOST_AT_ONCE);
    const rows = some.map((_, row) => at + row);
    put(await askMatrix(askBoth, some, to, mode, signal), rows, upTo(to.length));
  }
  const lacks = (row: number, column: number) => block.durationsSec[row * to.length + column] === NO_WAY;
  const reached = upTo(to.length).filter((column) => {
    const lacking = upTo(from.length).filter((row) => lacks(row, column)).length;
    return lacking > 0 && lacking <= Math.max(1, from.length * MOST_DOUBTED);
  });
  for (const row of upTo(from.length)) {
    const columns = reached.filter((column) => lacks(row, column));
    if (columns.length === 0) continue;
    const places = columns.map((column) => to[column]!);
    put(await askMatrix(askSpread, [from[row]!], places, mode, signal), [row], columns);
  }
  return block;
}
