/** Near pairs of a large day, and later the legs that were driven although nobody had measured them. */
import type { Place, RoadEngine, SparseTravel, TravelMode } from "../engine";
import { uniquePlaces } from "../place-units";
import type { TravelCache } from "../travel-cache.server";
import { askPairs } from "./ask-pairs";
import type { AskedEngine, PairSource } from "./ask-pairs";
import { nearPairs } from "./near-pairs";
import type { AlsoWanted } from "./near-pairs";
import { ascending, PairRows } from "./pair-rows";

/** Of some legs, in the order in which they were asked for; NO_WAY in both where no road leads. */
export interface PairLegs {
  durationsSec: Int32Array;
  distancesM: Int32Array;
  keep(): Promise<void>;
}

export interface MeasuredPairs {
  travel: SparseTravel;
  /**
   * Legs between places of the table, from the engine that made it.
   * @throws AppError `routing.*`: the engine did not answer
   */
  measure(legs: readonly (readonly [from: number, to: number])[], signal?: AbortSignal): Promise<PairLegs>;
  /** Stores what was asked for; call it when nobody waits any more. */
  keep(): Promise<void>;
}

/** Knows nothing, so that everything is an estimate. */
const NO_ENGINE: AskedEngine = {
  covers: () => false,
  cacheKey: async () => "",
  nearOf: () => ({
    others: 1,
    columns: 1,
    parallel: 1,
    snapM: 0,
    block: () => Promise.reject(new Error("Nobody to ask.")),
  }),
};

interface Source {
  /** null: straight lines for all pairs */
  engine: RoadEngine | null;
  mode: TravelMode;
  cache: TravelCache;
  estimate: PairSource["estimate"];
}

/** @throws AppError `routing.*`: the engine did not answer */
export async function measuredPairs(
  { engine, ...rest }: Source,
  { places, signal, ...also }: AlsoWanted & { places: readonly Place[]; signal?: AbortSignal | undefined },
): Promise<MeasuredPairs> {
  const { unique, indexOf } = uniquePlaces(places);
  const source: PairSource = { ...rest, engine: engine ?? NO_ENGINE, places: unique, signal };
  const { travel, keep } = await nearPairs(source, indexOf, also);
  return {
    travel,
    keep,
    async measure(legs, now) {
      const wanted: number[][] = unique.map(() => []);
      for (const [from, to] of legs) wanted[indexOf[from]!]!.push(indexOf[to]!);
      const pairs = new PairRows(wanted.map((list, row) => ascending(list, row)));
      const keepLegs = await askPairs({ ...source, signal: now }, pairs);
      const durationsSec = new Int32Array(legs.length);
      const distancesM = new Int32Array(legs.length);
      legs.forEach(([from, to], leg) => {
        const row = indexOf[from]!;
        const at = pairs.indexOf(row, indexOf[to]!);
        // Two parcels for one door.
        if (at < 0) return;
        durationsSec[leg] = pairs.seconds[row]![at]!;
        distancesM[leg] = pairs.metres[row]![at]!;
      });
      return { durationsSec, distancesM, keep: keepLegs };
    },
  };
}
