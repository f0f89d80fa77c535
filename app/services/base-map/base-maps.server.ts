import { statSync } from "node:fs";
import path from "node:path";
import type { BaseMap } from "~/domain/base-map";
import type { UserSettings } from "~/domain/access/user-settings";
import type { Env } from "~/env.server";
import { absolute, paths } from "~/paths";
import { MAP_FILE, type Regions } from "../roads/regions.server";
import { mbtilesSource } from "./mbtiles-source.server";
import { pmtilesSource } from "./pmtiles-source.server";
import type { TileSource } from "./tile-source";

interface ServedTiles {
  /** in use now; the one that was asked for may be older */
  version: string;
  source: TileSource;
}

/** What is drawn under routes: chosen by the environment, else the maps of the built regions. */
export interface BaseMaps {
  /** for a page that has a map; @param wanted what the user prefers, where Google's tiles can be had */
  current(wanted?: UserSettings["map"]): BaseMap;
  /** for recipients, whose phones ask this platform alone: none where the tiles are a third party's */
  own(): BaseMap;
  /** the tiles of that name; null: there are none */
  named(name: string): ServedTiles | null;
}

type Settings = Pick<Env, "MAP_PMTILES" | "MAP_TILES_URL" | "MAP_ATTRIBUTION" | "GOOGLE_MAPS_BROWSER_KEY">;

const ARCHIVE = "archive";
const MOST_RASTER_ZOOM = 19;
const MOST_GOOGLE_ZOOM = 22;

export function baseMapsOf(settings: Settings, regions: Regions): BaseMaps {
  const own = ownMaps(settings, regions);
  const key = settings.GOOGLE_MAPS_BROWSER_KEY;
  if (key === undefined) return own;
  const google: BaseMap = [
    { kind: "google", url: key, minZoom: 0, maxZoom: MOST_GOOGLE_ZOOM, bounds: null, attribution: "Google" },
  ];
  return { ...own, current: (wanted = "google") => (wanted === "google" ? google : own.current()) };
}

function ownMaps(settings: Settings, regions: Regions): BaseMaps {
  if (settings.MAP_PMTILES !== undefined) return ofArchive(settings.MAP_PMTILES, settings.MAP_ATTRIBUTION);
  if (settings.MAP_TILES_URL !== undefined) return ofAddress(settings.MAP_TILES_URL, settings.MAP_ATTRIBUTION);
  return ofRegions(regions);
}

function ofAddress(url: string, attribution: string): BaseMaps {
  const map: BaseMap = [{ kind: "raster", url, minZoom: 0, maxZoom: MOST_RASTER_ZOOM, bounds: null, attribution }];
  return { current: () => map, own: () => [], named: () => null };
}

function ofArchive(file: string, attribution: string): BaseMaps {
  // Another file at the same path is another version after the next start.
  const { mtimeMs, size } = statSync(file);
  const version = `${Math.floor(mtimeMs).toString(36)}-${size.toString(36)}`;
  const served: ServedTiles = { version, source: pmtilesSource(file, attribution) };
  const map: BaseMap = [layerOf(ARCHIVE, served)];
  return { current: () => map, own: () => map, named: (name) => (name === ARCHIVE ? served : null) };
}

const layerOf = (name: string, { version, source }: ServedTiles): BaseMap[number] => ({
  kind: "vector",
  url: absolute(paths.mapTiles(name, version)),
  minZoom: source.minZoom,
  maxZoom: source.maxZoom,
  bounds: source.bounds,
  attribution: source.attribution,
});

/** Files are opened when their region comes into use, and closed when another version takes its place. */
function ofRegions(regions: Regions): BaseMaps {
  let seen: ReturnType<Regions["list"]> | null = null;
  let open = new Map<string, ServedTiles>();
  const refresh = (): Map<string, ServedTiles> => {
    const listed = regions.list();
    if (listed === seen) return open;
    seen = listed;
    const before = open;
    open = new Map();
    for (const { name, version, folder, map } of listed) {
      if (map === null) continue;
      const known = before.get(name);
      const served = known?.version === version ? known : opened(path.join(folder, MAP_FILE), version);
      if (served) open.set(name, served);
    }
    for (const [name, served] of before) if (open.get(name) !== served) served.source.close();
    return open;
  };
  const current = (): BaseMap => [...refresh()].map(([name, served]) => layerOf(name, served));
  return {
    current,
    own: current,
    named: (name) => refresh().get(name) ?? null,
  };
}

/** A map that can't be opened is left out, and said in the log: the plan goes on without it. */
function opened(file: string, version: string): ServedTiles | null {
  try {
    return { version, source: mbtilesSource(file) };
  } catch (error) {
    console.warn(`The map ${file} can't be opened: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
