/**
 * Travel tables of real places for the city days of `npm run bench:city`. Run by
 * `npm run bench:city-roads [-- region.osm.pbf]`, this draws places from the extract's houses and crossings, asks the
 * embedded Valhalla for the way between all of them, and writes .cache/bench-city/<region>-<seed>.json. Without a file
 * it takes ../shared/roads/liechtenstein.osm.pbf.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROAD_DAYS, TABLES_FOLDER } from "solver/bench/city/days";
import { Random } from "solver/random";
import { readOsm } from "~/services/osm/read-osm.server";
import { regionsIn } from "~/services/roads/regions.server";
import type { Place } from "~/services/routing/engine";
import { roadMatrix } from "~/services/routing/road-matrix";
import { ensureWorkerBundles } from "../../scripts/lib/bundles.mjs";
import { builtRegion, LIECHTENSTEIN, testEngine } from "../helpers/roads";
import { CAR, testRouting } from "../helpers/routing";

/** Of crossings one in so many is a place. */
const ONE_CROSSING_IN = 17;

async function placesIn(file: string): Promise<Place[]> {
  const found: Place[] = [];
  await readOsm(file, {
    node(id, lat, lng, tags) {
      if (tags?.["addr:housenumber"] !== undefined || id % ONE_CROSSING_IN === 0) found.push({ lat, lng });
    },
  });
  return found;
}

/** Places within a few kilometres of a random one, nearer ones more often; some have no way to others. */
function drawn(places: readonly Place[], count: number, seed: number): Place[] {
  const random = new Random(seed);
  const any = (): Place => places[random.below(places.length)]!;
  const centres = Array.from({ length: 3 }, any);
  const near = (centre: Place): Place => {
    const off = (place: Place) => Math.hypot(place.lat - centre.lat, (place.lng - centre.lng) * 0.68);
    return Array.from({ length: 12 }, any).reduce((best, other) => (off(other) < off(best) ? other : best));
  };
  return Array.from({ length: count }, () => near(centres[random.below(centres.length)]!));
}

async function main(): Promise<void> {
  const given = process.argv[2];
  const extract = given === undefined ? LIECHTENSTEIN : path.resolve(given);
  if (!existsSync(extract)) throw new Error(`There is no file ${extract}. Name an extract (.osm.pbf).`);
  await ensureWorkerBundles();
  const engine = await testEngine();
  if (engine === null) return;
  const built = await builtRegion(engine, { name: "bench", extract });
  const places = await placesIn(extract);
  const routing = testRouting({ dataDir: built.dataDir, regions: regionsIn(built.dataDir), actors: 2 });
  try {
    const [road] = routing.roadEngines(places.slice(0, 2));
    if (road === undefined) throw new Error("The region has no roads.");
    mkdirSync(TABLES_FOLDER, { recursive: true });
    for (const { kind } of ROAD_DAYS) {
      // more than needed: those without a way to or from most others are left out
      const list = drawn(places, Math.round(kind.stops * 1.3) + 10, kind.seed);
      const { matrix } = await roadMatrix(road, list, CAR);
      const size = list.length;
      const kept = connected(matrix.durationsSec, size).slice(0, kind.stops + 1);
      const part = (values: ArrayLike<number>) => kept.flatMap((from) => kept.map((to) => values[from * size + to]!));
      const file = path.join(TABLES_FOLDER, `${path.basename(extract).replace(/\..*/, "")}-${kind.seed}.json`);
      writeFileSync(
        file,
        JSON.stringify({
          size: kept.length,
          durations: part(matrix.durationsSec),
          distances: part(matrix.distancesM),
        }),
      );
      console.info(`${kept.length} of ${size} places: ${path.relative(process.cwd(), file)}`);
    }
  } finally {
    await routing.close();
    built.remove();
  }
}

/** Places with a way to and from each other, taken in their order. */
function connected(durations: ArrayLike<number>, size: number): number[] {
  const kept: number[] = [];
  const joins = (a: number, b: number) => durations[a * size + b]! >= 0 && durations[b * size + a]! >= 0;
  const reach = (a: number) => Array.from({ length: size }, (_, b) => b).filter((b) => joins(a, b)).length;
  for (let k = 0; k < size; k++) if (reach(k) > 0.8 * size && kept.every((other) => joins(k, other))) kept.push(k);
  return kept;
}

await main();
