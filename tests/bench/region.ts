/** The base map under the figures of `npm run bench:web`, where the folder with real roads is there. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildBaseMap } from "~/services/base-map/build-base-map.server";
import { layRegion } from "../helpers/regions";

const EXTRACT = path.resolve("../shared/roads/liechtenstein.osm.pbf");

/** Builds the map of Liechtenstein for a server that doesn't run yet. @returns false: no extract, so no map */
export async function layLiechtenstein(dataDir: string): Promise<boolean> {
  if (!existsSync(EXTRACT)) return false;
  const folder = mkdtempSync(path.join(tmpdir(), "bench-map-"));
  try {
    const map = path.join(folder, "map.mbtiles");
    const started = performance.now();
    const { bounds, tiles } = await buildBaseMap(EXTRACT, map);
    console.log(`Base map of Liechtenstein: ${tiles} tiles in ${Math.round(performance.now() - started)} ms`);
    layRegion(dataDir, { name: "liechtenstein", version: "v1", bounds, map });
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
