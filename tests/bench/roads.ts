/**
 * Travel tables of the embedded Valhalla: `npm run bench:roads [-- region.osm.pbf]` prints how long tables of 100, 300
 * and 1,000 real addresses take from nothing, with one more place, and again. Without a file it takes
 * ../shared/roads/liechtenstein.osm.pbf, else the made-up town.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { regionsIn } from "~/services/roads/regions.server";
import type { Place } from "~/services/routing/engine";
import { roadMatrix } from "~/services/routing/road-matrix";
import { ensureWorkerBundles } from "../../scripts/lib/bundles.mjs";
import { builtRegion, hasLiechtenstein, LIECHTENSTEIN, testEngine } from "../helpers/roads";
import { CAR, memoryCache, testRouting } from "../helpers/routing";
import { houses } from "./houses";

const RUNS = 3;
const SIZES = [100, 300, 1000];

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 3 : 2)} s`;

async function main(): Promise<void> {
  await ensureWorkerBundles();
  const engine = await testEngine();
  if (engine === null) return;
  const given = process.argv[2];
  const extract = given === undefined ? (hasLiechtenstein ? LIECHTENSTEIN : undefined) : path.resolve(given);
  if (extract !== undefined && !existsSync(extract)) throw new Error(`There is no file ${extract}.`);
  const start = performance.now();
  const built = await builtRegion(engine, { name: "bench", ...(extract === undefined ? {} : { extract }) });
  console.info(
    `Roads of ${path.basename(extract ?? "the made-up town")} built in ${seconds(performance.now() - start)}`,
  );
  const places = await houses(extract ?? path.join(built.dataDir, "town.osm.pbf"));
  const routing = testRouting({ dataDir: built.dataDir, regions: regionsIn(built.dataDir), actors: 2 });
  try {
    const [road] = routing.roadEngines(places.slice(0, 2));
    if (road === undefined) throw new Error("The region has no roads.");
    await roadMatrix(road, places.slice(0, 10), CAR);
    for (const size of SIZES.filter((count) => count < places.length)) {
      const figures = { whole: [] as number[], added: [] as number[], again: [] as number[] };
      let noWay = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const cache = memoryCache();
        const timed = async (list: readonly Place[]) => {
          const before = performance.now();
          const { matrix, keep } = await roadMatrix(road, list, CAR, { cache });
          const took = performance.now() - before;
          await keep();
          noWay = matrix.durationsSec.filter((value) => value < 0).length;
          return took;
        };
        figures.whole.push(await timed(places.slice(0, size)));
        figures.added.push(await timed(places.slice(0, size + 1)));
        figures.again.push(await timed(places.slice(0, size + 1)));
      }
      console.info(
        `${size} × ${size}: ${seconds(median(figures.whole))}; one place more ${seconds(median(figures.added))}; ` +
          `again ${seconds(median(figures.again))}; ${noWay} pairs without a way`,
      );
    }
  } finally {
    await routing.close();
    built.remove();
  }
}

await main();
