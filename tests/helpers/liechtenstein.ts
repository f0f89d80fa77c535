/** Real roads and a real base map under a server, where ../shared is there. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildBaseMap } from "~/services/base-map/build-base-map.server";
import { buildTiles } from "~/boot/roads/build-tiles.server";
import { roadsFolder } from "~/services/roads/regions.server";
import { KEPT_ENGINE, testEngine } from "./roads";
import { layRegion } from "./regions";

const NAME = "liechtenstein";
const EXTRACT = path.resolve("../shared/roads/liechtenstein.osm.pbf");

export interface LaidLiechtenstein {
  /** false: the engine could not be installed */
  hasRoads: boolean;
  remove(): void;
}

/** Builds map and roads of Liechtenstein for a server. @returns null: no extract */
export async function layLiechtenstein(dataDir: string): Promise<LaidLiechtenstein | null> {
  if (!existsSync(EXTRACT)) return null;
  const folder = mkdtempSync(path.join(tmpdir(), "bench-map-"));
  try {
    const map = path.join(folder, "map.mbtiles");
    const { bounds } = await buildBaseMap(EXTRACT, map);
    const engine = await testEngine();
    const roads = path.join(folder, "valhalla");
    if (engine !== null) {
      await buildTiles(engine, EXTRACT, roads, { onProgress: () => undefined, signal: new AbortController().signal });
      mkdirSync(roadsFolder(dataDir), { recursive: true });
      const link = path.join(roadsFolder(dataDir), ".engine");
      if (!existsSync(link)) symlinkSync(KEPT_ENGINE, link);
    }
    layRegion(dataDir, { name: NAME, version: "v1", bounds, map, ...(engine === null ? {} : { roads }) });
    return {
      hasRoads: engine !== null,
      remove: () => rmSync(path.join(roadsFolder(dataDir), NAME), { recursive: true, force: true }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
