import path from "node:path";
import { AppError } from "~/lib/errors";
import { TILES_FOLDER } from "../roads/regions.server";
import type { Regions, Region } from "../roads/regions.server";
import { tellOfEngine } from "./ask-json.server";
import { emptyMatrix, putPart } from "./engine";
import type { EngineName, Place, RoadEngine, RoadEngineName, RoadLeg, TravelMatrix, TravelMode } from "./engine";
import { osrmEngine } from "./osrm.server";
import { measuredPairs } from "./pairs/measured-pairs";
import type { AlsoWanted } from "./pairs/near-pairs";
import type { MeasuredPairs } from "./pairs/measured-pairs";
import { roadMatrix } from "./road-matrix";
import { fillWithStraightLines, straightLine } from "./straight-line";
import type { TravelCache } from "./travel-cache.server";
import { embeddedEngine } from "./valhalla/embedded-engine.server";
import { enginePackage } from "./valhalla/engine-package.server";
import { valhallaHttpEngine } from "./valhalla/valhalla-http.server";
import { ValhallaProcess } from "./valhalla/valhalla-process.server";

/** Who made travel times, and what had to stand in. */
export interface TravelSource {
  engine: EngineName;
  /** as users read it */
  label: string;
  /** why another engine, or none, was asked: sentences that name it; null: nothing to say */
  note: string | null;
}

export interface MeasuredMatrix extends TravelSource {
  matrix: TravelMatrix;
  /** false: times from and to this place are estimates along the straight line */
  covers(place: Place): boolean;
  /** Stores what was asked for; call it when nobody waits any more. */
  keep(): Promise<void>;
}

export interface MeasuredNear extends TravelSource, MeasuredPairs {
  /** false: times from and to this place are estimates along the straight line */
  covers(place: Place): boolean;
}

/** One leg; `line` is null for a straight one. */
export interface TravelLeg {
  durationSec: number;
  distanceM: number;
  line: Place[] | null;
  isEstimate: boolean;
}

interface MeasuredLegs extends TravelSource {
  legs: TravelLeg[];
}

export interface AskOptions {
  /** which road engine is asked first; the other one follows */
  router?: RoadEngineName | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Travel times, distances and lines from the best source there is: the preferred road engine, the other one, and where
 * neither answers or knows the place, estimates along the straight line. Only an abort makes it fail.
 */
export interface Routing {
  /** A change by hand waits this long for a road engine; what is not there by then is measured afterwards. */
  readonly waitMs: number;
  /** For a look into the cache, once an engine was too slow. */
  readonly lookupMs: number;
  /** whoever has many asks so many of them at the same time */
  readonly questionsAtOnce: number;
  matrix(places: readonly Place[], mode: TravelMode, options?: AskOptions): Promise<MeasuredMatrix>;
  /** Of a table that is too large only what is near, and what else is wanted: see `nearPairs`. */
  near(places: readonly Place[], mode: TravelMode, options: AskOptions & AlsoWanted): Promise<MeasuredNear>;
  /** The ways through the places in this order: `places.length - 1` legs. */
  legs(places: readonly Place[], mode: TravelMode, options?: AskOptions): Promise<MeasuredLegs>;
  /** The same along straight lines, at once. */
  estimates(places: readonly Place[], mode: TravelMode): TravelLeg[];
  /** The road engines that know some of these places, preferred first; none: all times are estimates. */
  roadEngines(places: readonly Place[], router?: RoadEngineName): RoadEngine[];
  close(): Promise<void>;
}

export interface RoutingOptions {
  osrmUrl?: string | undefined;
  valhallaUrl?: string | undefined;
  regions: Regions;
  detourFactor: number;
  /** folder of the bundles */
  workerDir: string;
  dataDir: string;
  /** questions that a road engine is asked at the same time; the embedded Valhalla has a thread for each */
  actors: number;
  cache: () => TravelCache;
  /** see `Routing.waitMs`; left out: so long that a drop is answered within 150 ms */
  waitMs?: number;
  /** see `Routing.lookupMs` */
  lookupMs?: number;
}

const WAIT_MS = 80;
const LOOKUP_MS = 40;

const ESTIMATES = { engine: "straight", label: "estimates along straight lines" } as const;
/** With fewer places inside, a region has nothing to say. */
const LEAST_COVERED = 2;

export function createRouting(options: RoutingOptions): Routing {
  const line = straightLine(options.detourFactor);
  const servers: RoadEngine[] = [
    ...(options.osrmUrl === undefined ? [] : [osrmEngine(options.osrmUrl)]),
    ...(options.valhallaUrl === undefined ? [] : [valhallaHttpEngine(options.valhallaUrl)]),
  ];
  const embedded = new Map<Region, { engine: RoadEngine; process: ValhallaProcess }>();

  /** One process for each region in use; those of replaced versions end when their last question is answered. */
  function embeddedEngines(): RoadEngine[] {
    const regions = options.regions.list().filter((region) => region.roads !== null);
    for (const [region, { process }] of embedded) {
      if (regions.includes(region)) continue;
      embedded.delete(region);
      process.retire();
    }
    const packageFolder = regions.length === 0 ? null : enginePackage(options.dataDir);
    if (packageFolder === null) return [];
    return regions.map((region) => {
      const known = embedded.get(region);
      if (known !== undefined) return known.engine;
      const process = new ValhallaProcess({
        workerFile: path.resolve(options.workerDir, "valhalla.worker.js"),
        packageFolder,
        tileDir: path.join(region.folder, TILES_FOLDER),
        actors: options.actors,
      });
      const engine = embeddedEngine(region, process);
      embedded.set(region, { engine, process });
      return engine;
    });
  }

  function roadEngines(places: readonly Place[], router: RoadEngineName = "osrm"): RoadEngine[] {
    const covered = (engine: RoadEngine) => places.reduce((sum, place) => sum + Number(engine.covers(place)), 0);
    // Of several regions the one that has most of the places.
    const [best] = embeddedEngines()
      .map((engine) => ({ engine, count: covered(engine) }))
      .filter(({ count }) => count >= Math.min(LEAST_COVERED, places.length))
      .sort((a, b) => b.count - a.count);
    const all = best === undefined ? servers : [...servers, best.engine];
    return [...all.filter(({ name }) => name === router), ...all.filter(({ name }) => name !== router)];
  }

  /** Asks one engine after the other; what they say when they fail is kept for the user. */
  async function firstAnswer<T>(
    places: readonly Place[],
    { router, signal }: AskOptions,
    ask: (engine: RoadEngine) => Promise<T>,
  ): Promise<{ engine: RoadEngine | null; answer: T | null; note: string | null }> {
    const notes: string[] = [];
    const noteOf = () => (notes.length === 0 ? null : notes.join(" "));
    for (const engine of roadEngines(places, router)) {
      try {
        return { engine, answer: await ask(engine), note: noteOf() };
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof AppError)) throw error;
        tellOfEngine(error);
        notes.push(error.message);
      }
    }
    return { engine: null, answer: null, note: noteOf() };
  }

  const estimates = (places: readonly Place[], mode: TravelMode): TravelLeg[] =>
    places.slice(1).map((to, index) => ({
      ...line.leg(places[index]!, to, mode.profile),
      line: null,
      isEstimate: true,
    }));

  return {
    waitMs: options.waitMs ?? WAIT_MS,
    lookupMs: options.lookupMs ?? LOOKUP_MS,
    questionsAtOnce: options.actors,
    roadEngines,
    estimates,

    async matrix(places, mode, ask = {}) {
      const { engine, answer, note } = await firstAnswer(places, ask, (asked) => {
        const inside = places.filter((place) => asked.covers(place));
        return roadMatrix(asked, inside, mode, { cache: options.cache(), signal: ask.signal });
      });
      if (engine === null || answer === null) {
        const matrix = emptyMatrix(places.length);
        await fillWithStraightLines(matrix, places, line, mode.profile, { signal: ask.signal });
        return { ...ESTIMATES, note, matrix, covers: () => false, keep: async () => undefined };
      }
      const { matrix, keep } = answer;
      const result = { engine: engine.name, label: engine.label, note, covers: engine.covers, keep };
      if (matrix.size === places.length) return { ...result, matrix };
      const whole = withUncovered(matrix, places, engine);
      await fillWithStraightLines(whole.matrix, places, line, mode.profile, {
        isWanted: (from, to) => !whole.covered[from] || !whole.covered[to],
        signal: ask.signal,
      });
      return { ...result, matrix: whole.matrix };
    },

    async near(places, mode, { whole, legs, ...ask }) {
      const pairsOf = (engine: RoadEngine | null) =>
        measuredPairs(
          { engine, mode, cache: options.cache(), estimate: (from, to) => line.leg(from, to, mode.profile) },
          { places, whole, legs, signal: ask.signal },
        );
      const { engine, answer, note } = await firstAnswer(places, ask, pairsOf);
      if (engine === null || answer === null)
        return { ...ESTIMATES, note, covers: () => false, ...(await pairsOf(null)) };
      return { engine: engine.name, label: engine.label, note, covers: engine.covers, ...answer };
    },

    async legs(places, mode, ask = {}) {
      const { engine, answer, note } = await firstAnswer(places, ask, (asked) =>
        legsOfCovered(asked, places, mode, ask.signal),
      );
      const legs = estimates(places, mode).map((estimate, index): TravelLeg => {
        const leg = answer?.[index] ?? null;
        return leg === null ? estimate : { ...leg, isEstimate: false };
      });
      return engine === null ? { ...ESTIMATES, note, legs } : { engine: engine.name, label: engine.label, note, legs };
    },

    async close() {
      await Promise.all([...embedded.values()].map(({ process }) => process.close()));
    },
  };
}

/** The table of the covered places inside one of all places. */
function withUncovered(small: TravelMatrix, places: readonly Place[], engine: RoadEngine) {
  const covered = places.map((place) => engine.covers(place));
  const indices = covered.flatMap((isCovered, index) => (isCovered ? [index] : []));
  const matrix = emptyMatrix(places.length);
  putPart(matrix, matrix.size, small, indices, indices);
  return { matrix, covered };
}

/** Null for a leg that begins or ends where the engine knows nothing, or that no road joins. */
async function legsOfCovered(
  engine: RoadEngine,
  places: readonly Place[],
  mode: TravelMode,
  signal: AbortSignal | undefined,
): Promise<(RoadLeg | null)[]> {
  const legs: (RoadLeg | null)[] = [];
  let run: Place[] = [];
  const endRun = async () => {
    if (run.length > 1) legs.push(...(await engine.legs(run, mode, signal)));
    run = [];
  };
  for (const [index, place] of places.entries()) {
    const isCovered = engine.covers(place);
    if (!isCovered) await endRun();
    if (index > 0 && (!isCovered || run.length === 0)) legs.push(null);
    if (isCovered) run.push(place);
  }
  await endRun();
  return legs;
}
