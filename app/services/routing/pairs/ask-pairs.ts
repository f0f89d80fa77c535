/** Times of some pairs from a road engine: nothing that is known is asked again, and nothing that isn't wanted. */
import { inBatches } from "~/lib/in-batches";
import type { Place, RoadEngine, TravelMode } from "../engine";
import { readPairs, writePairs } from "../cached-rows";
import { inParallel } from "../in-parallel";
import type { TravelCache } from "../travel-cache.server";
import { UNKNOWN } from "./pair-rows";
import type { PairRows } from "./pair-rows";

/** From fewer places than this a column isn't worth a question of its own. */
const LEAST_OF_COLUMN = 8;

/** As far as pairs are asked for. */
export type AskedEngine = Pick<RoadEngine, "covers" | "cacheKey" | "nearOf">;

export interface PairSource {
  engine: AskedEngine;
  /** within a metre of each other: none */
  places: readonly Place[];
  mode: TravelMode;
  cache: TravelCache;
  signal?: AbortSignal | undefined;
  /** Seconds and metres where the engine knows nothing about one of both places. */
  estimate(from: Place, to: Place): { durationSec: number; distanceM: number };
}

/** One question: from one place to some, or from some to one or a few. */
interface Question {
  from: readonly number[];
  to: readonly number[];
}

/**
 * Fills in the pairs that are unknown. Columns that are wanted from many places are asked for as such, several at once
 * where the engine's searches serve them together.
 * @returns what stores the new ones in the cache: call it when nobody waits any more
 * @throws AppError `routing.*`: the engine did not answer
 */
export async function askPairs(
  { engine, places, mode, cache, signal, estimate }: PairSource,
  pairs: PairRows,
  columns: readonly number[] = [],
): Promise<() => Promise<void>> {
  const covered = places.map((place) => engine.covers(place));
  const rows = pairs.to.flatMap((_, row) => (pairs.unknownOf(row).length > 0 ? [row] : []));
  if (rows.length === 0) return async () => undefined;
  for (const row of rows)
    for (const place of pairs.unknownOf(row)) {
      if (covered[row] && covered[place]) continue;
      const { durationSec, distanceM } = estimate(places[row]!, places[place]!);
      pairs.set(row, place, durationSec, distanceM);
    }
  const context = await engine.cacheKey(mode, signal);
  const inside = rows.filter((row) => covered[row]);
  await readPairs(cache, context, places, inside, (row, place, seconds, metres) =>
    pairs.set(row, place, seconds, metres),
  );
  signal?.throwIfAborted();
  const asked = new Set<number>();
  const { others, columns: together, parallel, block } = engine.nearOf(mode);
  const ask = (questions: readonly Question[]) =>
    inParallel(questions, parallel, async ({ from, to }) => {
      signal?.throwIfAborted();
      const answer = await block(
        from.map((place) => places[place]!),
        to.map((place) => places[place]!),
        signal,
      );
      from.forEach((row, i) => {
        asked.add(row);
        to.forEach((place, j) => {
          const at = i * to.length + j;
          // What is known stays: columns that are asked for together lack different ones.
          if (pairs.secondsOf(row, place) === UNKNOWN)
            pairs.set(row, place, answer.durationsSec[at]!, answer.distancesM[at]!);
        });
      });
    });
  await ask(inBatches(columns, together).flatMap((some) => questionsOfColumns(pairs, inside, some, others)));
  await ask(inside.flatMap((row) => inBatches(pairs.unknownOf(row), others).map((to) => ({ from: [row], to }))));
  return () =>
    writePairs(cache, context, places, [...asked], (row, add) => {
      pairs.to[row]!.forEach((place, at) => {
        const seconds = pairs.seconds[row]![at]!;
        if (covered[place] && seconds !== UNKNOWN) add(place, seconds, pairs.metres[row]![at]!);
      });
    });
}

/** From the places that lack the way to one of these columns, to those columns that enough of them lack. */
function questionsOfColumns(
  pairs: PairRows,
  rows: readonly number[],
  columns: readonly number[],
  others: number,
): Question[] {
  const lacks = (row: number, place: number) => {
    const at = pairs.indexOf(row, place);
    return at >= 0 && pairs.seconds[row]![at] === UNKNOWN;
  };
  const to = columns.filter((place) => rows.filter((row) => lacks(row, place)).length >= LEAST_OF_COLUMN);
  const from = rows.filter((row) => to.some((place) => lacks(row, place)));
  return to.length === 0 ? [] : inBatches(from, others).map((some) => ({ from: some, to }));
}
