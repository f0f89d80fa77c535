import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { boundsOf } from "~/boot/roads/build-region.server";
import { buildTiles } from "~/boot/roads/build-tiles.server";
import { ensureEngine } from "~/boot/roads/install-engine.server";
import { readRegions, roadsFolder, TILES_FOLDER } from "~/services/roads/regions.server";
import type { Region, RegionManifest } from "~/services/roads/regions.server";
import { makeExtract } from "../fixtures/roads/make-extract";

/** Where tests keep the engine that they have installed once. */
const KEPT = path.resolve(".cache", "roads");
/** The engine as all data folders of tests share it. */
export const KEPT_ENGINE = path.join(roadsFolder(KEPT), ".engine");
const never = new AbortController().signal;

/** The engine's package, installed when it is missing; null where it cannot be had (no network). */
export async function testEngine(): Promise<string | null> {
  mkdirSync(KEPT, { recursive: true });
  try {
    return await ensureEngine(KEPT, never);
  } catch (error) {
    console.warn("The embedded Valhalla cannot be installed; its cases are left out.", error);
    return null;
  }
}

export interface BuiltRegion {
  dataDir: string;
  region: Region;
  remove(): void;
}

/** A data folder with the roads of one region: of the made-up town, or of an extract. */
export async function builtRegion(
  engine: string,
  { name = "auental", extract }: { name?: string; extract?: string } = {},
): Promise<BuiltRegion> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "route-platform-roads-"));
  const folder = path.join(roadsFolder(dataDir), name, "v1");
  mkdirSync(folder, { recursive: true });
  const source = extract ?? path.join(dataDir, "town.osm.pbf");
  if (extract === undefined) await makeExtract(source);
  const roads = await buildTiles(engine, source, path.join(folder, TILES_FOLDER), {
    onProgress: () => undefined,
    signal: never,
  });
  const manifest: RegionManifest = {
    source: path.basename(source),
    sourceBytes: 1,
    dataTimestamp: null,
    builtAt: "2026-11-22 10:00:00",
    // Wider than the town, so that there is land without roads.
    bounds: extract === undefined ? { west: 8.9, south: 48.2, east: 9.1, north: 48.4 } : await boundsOf(source),
    roads,
    addresses: null,
    map: null,
  };
  writeFileSync(path.join(folder, "region.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "..", "current"), "v1");
  symlinkSync(KEPT_ENGINE, path.join(roadsFolder(dataDir), ".engine"));
  return {
    dataDir,
    region: readRegions(roadsFolder(dataDir))[0]!,
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** Not part of the project: see the README. */
export const LIECHTENSTEIN = path.resolve("..", "shared", "roads", "liechtenstein.osm.pbf");
export const hasLiechtenstein = existsSync(LIECHTENSTEIN);
