import type { TravelMode } from "~/domain/calculation/travel-mode";
import type { Place } from "~/domain/place";

export type { Place, TravelMode };

/** In a table of travel times: no road leads there. The same number as the solver's `NO_WAY`. */
export const NO_WAY = -1;

export type RoadEngineName = "osrm" | "valhalla";
export type EngineName = RoadEngineName | "straight";

/** Travel times and distances of some pairs: `[from * columns + to]`, whole seconds and metres, or NO_WAY in both. */
export interface TravelBlock {
  durationsSec: Int32Array;
  distancesM: Int32Array;
}

/**
 * Square tables, `[from * size + to]`; whole seconds and whole metres; asymmetric in general; NO_WAY in both where no
 * road leads. Backed by shared memory, so that a worker reads them without a copy.
 */
export interface TravelMatrix extends TravelBlock {
  size: number;
}

/**
 * Travel times of some pairs, as the solver's sparse matrix has them: what is known from place i stands at rowStart[i]
 * .. rowStart[i + 1] - 1, by the places that legs lead to, ascending. Whole seconds and metres, NO_WAY in both where no
 * road leads. Backed by shared memory.
 */
export interface SparseTravel extends TravelBlock {
  size: number;
  rowStart: Int32Array;
  to: Int32Array;
  /** seconds by place: no place that its row leaves out is nearer; 0: nothing is known about that */
  beyondSec: Int32Array;
  /** lng and lat of place i in [2 * i] and [2 * i + 1] */
  points: Float64Array;
}

export interface RoadLeg {
  durationSec: number;
  distanceM: number;
  /** the points of the way, both ends included */
  line: Place[];
}

/** How much of a table an engine answers at once. */
export interface BlockLimits {
  rows: number;
  columns: number;
  /** blocks that may be under way at a time */
  parallel: number;
}

/** A table that is asked for block by block. */
export interface RoadTable {
  limits: BlockLimits;
  block(from: readonly Place[], to: readonly Place[], signal?: AbortSignal): Promise<TravelBlock>;
}

/** Questions from one place to some others, or from some others to one or a few. */
export interface NearTable {
  /** so many others at once */
  others: number;
  /** to so many places at once, where it is from others to them */
  columns: number;
  /** questions that may be under way at a time */
  parallel: number;
  /** metres: a place is never put on a road further away; Infinity: the engine may put it anywhere */
  snapM: number;
  block(from: readonly Place[], to: readonly Place[], signal?: AbortSignal): Promise<TravelBlock>;
}

/**
 * Something that knows roads. All questions throw AppError `routing.unreachable` (no answer in time) or
 * `routing.failed` (an answer that is none), with a sentence that names the engine; they are not repeated here.
 */
export interface RoadEngine {
  readonly name: RoadEngineName;
  /** as users read it */
  readonly label: string;
  /** false: its data has nothing about this place */
  covers(place: Place): boolean;
  /** Equal keys: equal answers. Holds the version of its data and what of the mode the engine heeds. */
  cacheKey(mode: TravelMode, signal?: AbortSignal): Promise<string>;
  /** How a square table of these places is asked for. */
  tableOf(places: readonly Place[], mode: TravelMode): RoadTable;
  /** How single rows and columns are asked for. */
  nearOf(mode: TravelMode): NearTable;
  /** The ways through the places in this order: `places.length - 1` legs, null where no road leads. */
  legs(places: readonly Place[], mode: TravelMode, signal?: AbortSignal): Promise<(RoadLeg | null)[]>;
}

export function emptyMatrix(size: number): TravelMatrix {
  const bytes = size * size * Int32Array.BYTES_PER_ELEMENT;
  return {
    size,
    durationsSec: new Int32Array(new SharedArrayBuffer(bytes)),
    distancesM: new Int32Array(new SharedArrayBuffer(bytes)),
  };
}

/** Writes a block into the table, `columnsOfTarget` wide, of which its rows and columns are a part. */
export function putPart(
  target: TravelBlock,
  columnsOfTarget: number,
  part: TravelBlock,
  rows: readonly number[],
  columns: readonly number[],
): void {
  rows.forEach((i, row) =>
    columns.forEach((j, column) => {
      target.durationsSec[i * columnsOfTarget + j] = part.durationsSec[row * columns.length + column]!;
      target.distancesM[i * columnsOfTarget + j] = part.distancesM[row * columns.length + column]!;
    }),
  );
}

/** A block in which no road joins anything but the part that the engine could answer. */
export function blockWithPart(
  size: { rows: number; columns: number },
  part: TravelBlock | null,
  rows: readonly number[],
  columns: readonly number[],
): TravelBlock {
  const block = emptyBlock(size.rows * size.columns);
  block.durationsSec.fill(NO_WAY);
  block.distancesM.fill(NO_WAY);
  if (part !== null) putPart(block, size.columns, part, rows, columns);
  return block;
}

/** Asks for the legs of a long way piece by piece; each piece begins where the one before ended. */
export async function legsInPieces(
  places: readonly Place[],
  mostPlaces: number,
  ask: (piece: readonly Place[]) => Promise<(RoadLeg | null)[]>,
): Promise<(RoadLeg | null)[]> {
  const legs: (RoadLeg | null)[] = [];
  for (let start = 0; start + 1 < places.length; start += mostPlaces - 1)
    legs.push(...(await ask(places.slice(start, start + mostPlaces))));
  return legs;
}

export const emptyBlock = (pairs: number): TravelBlock => ({
  durationsSec: new Int32Array(pairs),
  distancesM: new Int32Array(pairs),
});
