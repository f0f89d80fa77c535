/**
 * Valhalla's `timedistancematrix` searches from the places that are fewer, sources or targets. From targets its ways
 * are wrong (3.6.1): in Liechtenstein, asked from 30 places to 3, 76 of 90 pairs took up to three minutes longer than
 * the way that it finds from the sources, and that its `route` takes. So it is never asked from more places than to.
 */
import { emptyBlock, NO_WAY, putPart } from "../engine";
import type { Place, TravelBlock, TravelMode } from "../engine";
import { askMatrix } from "./valhalla-engine";
import type { AskValhalla } from "./valhalla-engine";

/** Where more places than this share lack a way, there is none: an island, or a depot beyond the roads. */
const MOST_DOUBTED = 0.1;

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
  const block = await askMatrix(askBoth, from, to, mode, signal);
  const doubted = upTo(from.length).filter((row) =>
    to.some((_, column) => block.durationsSec[row * to.length + column] === NO_WAY),
  );
  if (doubted.length > Math.max(1, from.length * MOST_DOUBTED)) return block;
  for (const row of doubted)
    putPart(block, to.length, await askMatrix(askSpread, [from[row]!], to, mode, signal), [row], upTo(to.length));
  return block;
}
