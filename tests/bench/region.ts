/** Roads and base map under the figures of `npm run bench:web`, where the folder with real roads is there. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildBaseMap } from "~/services/base-map/build-base-map.server";
import { buildTiles } from "~/boot/roads/build-tiles.server";
import { roadsFolder } from "~/services/roads/regions.server";
import { KEPT_ENGINE, testEngine } from "../helpers/roads";
import { layRegion } from "../helpers/regions";

const EXTRACT = path.resolve("../shared/roads/liechtenstein.osm.pbf");

/** Builds map and roads of Liechtenstein for a server that doesn't run yet. @returns false: no extract, so no map */
export async function layLiechtenstein(dataDir: string): Promise<boolean> {
  if (!existsSync(EXTRACT)) return false;
  const folder = mkdtempSync(path.join(tmpdir(), "bench-map-"));
  try {
    const map = path.join(folder, "map.mbtiles");
    const started = performance.now();
    const { bounds, tiles } = await buildBaseMap(EXTRACT, map);
    console.log(`Base map of Liechtenstein: ${tiles} tiles in ${Math.round(performance.now() - started)} ms`);
    const engine = await testEngine();
    const roads = path.join(folder, "valhalla");
    if (engine !== null) {
      await buildTiles(engine, EXTRACT, roads, { onProgress: () => undefined, signal: new AbortController().signal });
      mkdirSync(roadsFolder(dataDir), { recursive: true });
      symlinkSync(KEPT_ENGINE, path.join(roadsFolder(dataDir), ".engine"));
    }
    layRegion(dataDir, { name: "liechtenstein", version: "v1", bounds, map, ...(engine === null ? {} : { roads }) });
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
