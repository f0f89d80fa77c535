import path from "node:path";
import type { Db } from "~/db/client.server";
import { AppError } from "~/lib/errors";
import { buildBaseMap } from "~/services/base-map/build-base-map.server";
import { readOsm } from "~/services/osm/read-osm.server";
import { MAP_FILE, roadsFolder, TILES_FOLDER } from "~/services/roads/regions.server";
import type { RegionManifest } from "~/services/roads/regions.server";
import { utcText } from "~/domain/time/utc-text";
import { loadAddresses } from "./addresses.server";
import { buildTiles } from "./build-tiles.server";
import { fetchExtract, forgetDownload, type Extract } from "./fetch-extract.server";
import { ensureEngine } from "./install-engine.server";
import { RegionFolder, type BuildState } from "./region-folder.server";
import { isAddress } from "./roads-arguments";

interface BuildReport {
  /** a new step begins */
  step(name: string): void;
  /** of the step, 0 to 1 */
  share(share: number): void;
  /** something that whoever runs it should know */
  say(sentence: string): void;
}

interface BuildRequest {
  dataDir: string;
  db: Db;
  source: string;
  name: string;
  signal: AbortSignal;
}

type Bounds = RegionManifest["bounds"];

/**
 * Builds roads, map and addresses of an extract and puts them into use together. The region as it was serves until
 * then. A build that was broken off goes on with the part that it was at.
 * @throws AppError with a sentence that says what to do
 */
export async function buildRegion(build: BuildRequest, report: BuildReport): Promise<RegionManifest> {
  const folder = new RegionFolder(roadsFolder(build.dataDir), build.name);
  const options = { onProgress: (share: number) => report.share(share), signal: build.signal };
  report.step("Extract");
  const extract = await fetchExtract(build.source, folder.work, options);
  return buildOf(extract, folder, build, report, options).catch((error: unknown) => {
    throw error instanceof AppError ? asGiven(error, extract, build.source) : error;
  });
}

/** A downloaded file has a name that nobody gave it: the sentence names its address. */
function asGiven(error: AppError, extract: Extract, source: string): AppError {
  if (!isAddress(source)) return error;
  const message = error.message.replaceAll(`"${path.basename(extract.file)}"`, `"${source}"`);
  return new AppError(error.code, message, { status: error.status, cause: error });
}

async function buildOf(
  extract: Extract,
  folder: RegionFolder,
  { dataDir, db, source, name }: BuildRequest,
  report: BuildReport,
  options: { onProgress(share: number): void; signal: AbortSignal },
): Promise<RegionManifest> {
  let state = folder.state(new Date());
  if (state.identity !== extract.identity) state = folder.fresh(new Date(), extract.identity);
  const header = await readOsm(extract.file, {}).catch((fault: unknown) => {
    if (!options.signal.aborted) forgetDownload(source, folder.work);
    throw fault;
  });
  folder.save(state);

  const part = async (part: string, work: () => Promise<Partial<BuildState>>): Promise<void> => {
    if (state.finished.includes(part)) return;
    report.step(part);
    const made = await work();
    state = { ...state, ...made, finished: [...state.finished, part] };
    folder.save(state);
  };
  await part("Roads", async () => ({
    roads: await roads(extract, path.join(folder.parts(state), TILES_FOLDER), dataDir, options),
  }));
  let bounds: Bounds | null = header.bounds;
  await part("Map", async () => {
    const map = await baseMap(extract, path.join(folder.parts(state), MAP_FILE), options, report);
    bounds ??= map?.bounds ?? null;
    return { map: map === null ? null : { tiles: map.tiles, minZoom: map.minZoom, maxZoom: map.maxZoom } };
  });

  report.step("Addresses");
  const addresses = await loadAddresses(db, { region: name, version: state.version, source: extract.file }, options);
  const manifest: RegionManifest = {
    source: path.basename(source),
    sourceBytes: extract.bytes,
    dataTimestamp: header.timestamp,
    builtAt: utcText(Math.floor(Date.now() / 1000)),
    bounds: bounds ?? (await boundsOf(extract.file)),
    roads: state.roads,
    addresses,
    map: state.map,
  };
  folder.use(state, manifest);
  return manifest;
}

async function roads(
  extract: Extract,
  target: string,
  dataDir: string,
  options: { onProgress(share: number): void; signal: AbortSignal },
): Promise<RegionManifest["roads"]> {
  const packageFolder = await ensureEngine(dataDir, options.signal);
  return buildTiles(packageFolder, extract.file, target, options);
}

/** Larger extracts go without a map of their own; the rest of them is built all the same. */
async function baseMap(
  extract: Extract,
  target: string,
  options: { onProgress(share: number): void; signal: AbortSignal },
  report: BuildReport,
) {
  try {
    return await buildBaseMap(extract.file, target, options);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "base_map.too_large") throw error;
    report.say(error.message);
    return null;
  }
}

/** Of an extract whose header does not say: the rectangle around all its nodes. */
export async function boundsOf(file: string): Promise<Bounds> {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  await readOsm(file, {
    node(_id, lat, lng) {
      bounds.west = Math.min(bounds.west, lng);
      bounds.east = Math.max(bounds.east, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.north = Math.max(bounds.north, lat);
    },
  });
  return bounds;
}
