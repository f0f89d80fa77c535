import { statSync } from "node:fs";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { AppError } from "~/lib/errors";
import { TileCutter } from "./cut-tiles";
import { BUCKET_ZOOM, FeatureStore, OVERVIEW } from "./feature-store.server";
import { gatherFeatures } from "./gather.server";
import { tilesOf, type Box } from "./geometry";
import { MAX_ZOOM, MIN_ZOOM } from "./map-feature";
import { MbtilesWriter } from "./mbtiles-writer.server";

/** Larger extracts are tiled elsewhere: a build here would take more than ten minutes. */
const MOST_EXTRACT_MB = 200;

interface BuildOptions {
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

export interface BuiltBaseMap {
  tiles: number;
  minZoom: number;
  maxZoom: number;
  bounds: Box;
}

/** Share of the time that reading takes; the rest is cutting tiles. */
const READING = 0.4;

/**
 * Makes vector tiles of an OpenStreetMap extract and writes them to `target` (MBTiles). Nothing is at `target` before
 * all is done; what an earlier build left beside it is thrown away. AppError for a file that is no extract, is damaged
 * or too large.
 */
export async function buildBaseMap(source: string, target: string, options: BuildOptions = {}): Promise<BuiltBaseMap> {
  const megabytes = sizeMb(source);
  if (megabytes > MOST_EXTRACT_MB)
    throw new AppError(
      "base_map.too_large",
      `The file "${path.basename(source)}" has ${Math.ceil(megabytes)} MB. Maps are made of extracts up to ` +
        `${MOST_EXTRACT_MB} MB; for a larger region set MAP_PMTILES to a PMTiles archive.`,
    );
  const store = new FeatureStore(`${target}.features`);
  let writer: MbtilesWriter | null = null;
  try {
    const bounds = await gatherFeatures(source, store, {
      ...(options.signal ? { signal: options.signal } : {}),
      onProgress: (share) => options.onProgress?.(share * READING),
    });
    if (!bounds)
      throw new AppError("base_map.empty", `The file "${path.basename(source)}" holds no places to draw on a map.`);
    writer = new MbtilesWriter(target);
    const buckets = store.finish();
    for (const [index, bucket] of buckets.entries()) {
      options.signal?.throwIfAborted();
      cutBucket(bucket, bounds, store, writer);
      options.onProgress?.(READING + ((index + 1) / buckets.length) * (1 - READING));
      await turn();
    }
    const { tiles } = writer;
    writer.finish(bounds, path.basename(source).replace(/\.osm\.pbf$/, ""));
    writer = null;
    return { tiles, minZoom: MIN_ZOOM, maxZoom: MAX_ZOOM, bounds };
  } finally {
    writer?.discard();
    store.remove();
  }
}

function sizeMb(source: string): number {
  try {
    return statSync(source).size / 1e6;
  } catch {
    // Reading says what is wrong.
    return 0;
  }
}

function cutBucket(bucket: number, bounds: Box, store: FeatureStore, writer: MbtilesWriter): void {
  const isOverview = bucket === OVERVIEW;
  const [fromZoom, toZoom] = isOverview ? [MIN_ZOOM, BUCKET_ZOOM - 1] : [BUCKET_ZOOM, MAX_ZOOM];
  const features = store.featuresOf(bucket);
  const cutter = new TileCutter(features);
  const column = bucket % 2 ** BUCKET_ZOOM;
  const row = Math.floor(bucket / 2 ** BUCKET_ZOOM);
  writer.together(() => {
    for (let zoom = fromZoom; zoom <= toZoom; zoom += 1) {
      // Borders and woods may reach beyond what the extract is about; the map ends with it.
      const covered = tilesOf(bounds, zoom);
      const steps = 2 ** (zoom - BUCKET_ZOOM);
      const left = isOverview ? covered.left : Math.max(covered.left, column * steps);
      const right = isOverview ? covered.right : Math.min(covered.right, (column + 1) * steps - 1);
      const top = isOverview ? covered.top : Math.max(covered.top, row * steps);
      const bottom = isOverview ? covered.bottom : Math.min(covered.bottom, (row + 1) * steps - 1);
      for (let x = left; x <= right; x += 1)
        for (let y = top; y <= bottom; y += 1) {
          const tile = cutter.tile(zoom, x, y);
          if (tile) writer.tile(zoom, x, y, tile);
        }
    }
  });
}
