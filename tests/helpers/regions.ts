import { copyFileSync, cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CURRENT_FILE, MANIFEST_FILE, MAP_FILE, roadsFolder, TILES_FOLDER } from "~/services/roads/regions.server";
import type { Bounds } from "~/domain/base-map";

export interface LaidRegion {
  name: string;
  version: string;
  bounds: Bounds;
  /** a file that `buildBaseMap` has made; null: a region without a map */
  map: string | null;
  /** a folder that `buildTiles` has made; left out: a region without roads */
  roads?: string;
}

/** As `npm run roads` leaves a region: the version's folder first, then the name of the version in one step. */
export function layRegion(dataDir: string, { name, version, bounds, map, roads }: LaidRegion): void {
  const region = path.join(roadsFolder(dataDir), name);
  const own = path.join(region, version);
  mkdirSync(own, { recursive: true });
  if (map !== null) copyFileSync(map, path.join(own, MAP_FILE));
  if (roads !== undefined) cpSync(roads, path.join(own, TILES_FOLDER), { recursive: true });
  const manifest = {
    ...{ source: "town.osm.pbf", sourceBytes: 1, dataTimestamp: null, builtAt: "2026-01-01 00:00:00", bounds },
    ...{
      roads: roads === undefined ? null : { tiles: 1, bytes: 1 },
      addresses: null,
      map: map === null ? null : { tiles: 1, minZoom: 0, maxZoom: 14 },
    },
  };
  writeFileSync(path.join(own, MANIFEST_FILE), JSON.stringify(manifest));
  const next = path.join(region, "current.next");
  writeFileSync(next, version);
  renameSync(next, path.join(region, CURRENT_FILE));
}
