import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/**
 * Regions that `npm run roads` has built, as they lie in `<DATA_DIR>/roads`:
 *
 *     <region>/current             the name of the version that is in use; replaced in one step
 *     <region>/<version>/          region.json  valhalla/  map.mbtiles
 *     .work/ .engine/              a build under way; the embedded Valhalla
 */
const ROADS_FOLDER = "roads";
export const CURRENT_FILE = "current";
export const MANIFEST_FILE = "region.json";
export const TILES_FOLDER = "valhalla";
export const MAP_FILE = "map.mbtiles";

/** A name of a region or a version that is safe as a folder's name and in a URL. */
export const REGION_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const Manifest = z.object({
  /** what the region was built from: a file's name or an address */
  source: z.string(),
  sourceBytes: z.number(),
  /** of the map's data, ISO; null: the extract doesn't say */
  dataTimestamp: z.string().nullable(),
  /** UTC text */
  builtAt: z.string(),
  /** degrees; the rectangle that the extract covers */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  /** null: the region was built without this part */
  roads: z.object({ tiles: z.number(), bytes: z.number() }).nullable(),
  addresses: z.object({ addresses: z.number(), streets: z.number(), places: z.number() }).nullable(),
  map: z.object({ tiles: z.number(), minZoom: z.number(), maxZoom: z.number() }).nullable(),
});

export type RegionManifest = z.infer<typeof Manifest>;

export interface Region extends RegionManifest {
  name: string;
  version: string;
  /** of this version */
  folder: string;
}

export interface Regions {
  /** The regions in use now, by name. Costs nothing between two looks at the folder. */
  list(): readonly Region[];
}

/** A region that was just built or removed is noticed within this time. */
const LOOK_MS = 2000;

export const roadsFolder = (dataDir: string): string => path.join(dataDir, ROADS_FOLDER);

/** Looks again at most every two seconds, and reads the manifests of what has changed. */
export function regionsIn(dataDir: string, nowMs: () => number = Date.now): Regions {
  let lookedAt = -Infinity;
  let known: readonly Region[] = [];
  return {
    list() {
      if (nowMs() - lookedAt < LOOK_MS) return known;
      lookedAt = nowMs();
      known = readRegions(roadsFolder(dataDir), known);
      return known;
    },
  };
}

/** As they are in the folder now; what is unreadable is left out. */
export function readRegions(folder: string, known: readonly Region[] = []): readonly Region[] {
  const found = namesIn(folder).flatMap((name): Region[] => {
    const version = currentVersion(path.join(folder, name));
    if (version === null) return [];
    const same = known.find((one) => one.name === name && one.version === version);
    return same === undefined ? readRegion(folder, name, version) : [same];
  });
  return found.length === known.length && found.every((one, index) => one === known[index]) ? known : found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => REGION_NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}

export function currentVersion(regionFolder: string): string | null {
  try {
    const version = readFileSync(path.join(regionFolder, CURRENT_FILE), "utf8").trim();
    return REGION_NAME.test(version) ? version : null;
  } catch {
    return null;
  }
}

function readRegion(folder: string, name: string, version: string): Region[] {
  const own = path.join(folder, name, version);
  try {
    const parsed = Manifest.safeParse(JSON.parse(readFileSync(path.join(own, MANIFEST_FILE), "utf8")));
    return parsed.success ? [{ ...parsed.data, name, version, folder: own }] : [];
  } catch {
    return [];
  }
}

export const isInside = ({ bounds }: Pick<Region, "bounds">, { lat, lng }: { lat: number; lng: number }): boolean =>
  lat >= bounds.south && lat <= bounds.north && lng >= bounds.west && lng <= bounds.east;
