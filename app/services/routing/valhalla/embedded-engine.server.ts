import { statSync } from "node:fs";
import path from "node:path";
import { isInside, TILES_FOLDER } from "../../roads/regions.server";
import type { Region } from "../../roads/regions.server";
import { cacheKeyOf } from "../cache-key.server";
import { legsInPieces } from "../engine";
import type { Place, RoadEngine, RoadTable } from "../engine";
import { askColumns, askRows } from "./one-sided";
import { SEARCH_CUTOFF_M } from "./valhalla-config";
import type { TableAlgorithm } from "./valhalla-config";
import { askMatrix, askRoute } from "./valhalla-engine";
import type { AskValhalla } from "./valhalla-engine";
import type { ValhallaProcess } from "./valhalla-process.server";
import { modeText } from "./valhalla-wire";

/** Places of one way at most. */
const ROUTE_CHUNK = 100;
const LEAST_ROWS = 25;
const MOST_ROWS = 250;
const MOST_COLUMNS = 4000;
/** Beside one place. */
const OTHERS = 1000;
const COLUMNS_AT_ONCE = 40;
/** Part of the keys of known times: those before were wrong where more places were asked from than to. */
const ANSWERS = "2";

/**
 * The embedded Valhalla of a region. Tables are asked for row by row, from one place to all others: a search that
 * spreads from each place (Valhalla's `timedistancematrix`) took 0.8 s for 300 × 300 pairs of a small country where
 * its search from both sides (`costmatrix`) took 8 s. Its cost grows with the roads around, that of the other with the
 * pairs: `algorithmFor` compares them.
 */
export function embeddedEngine(region: Region, valhalla: ValhallaProcess): RoadEngine {
  const ask =
    (algorithm: TableAlgorithm): AskValhalla =>
    (service, question, signal) =>
      valhalla.ask(service, question, { algorithm, signal });
  return {
    name: "valhalla",
    label: "Valhalla",
    covers: (place) => isInside(region, place),
    cacheKey: async (mode) => cacheKeyOf("embedded", ANSWERS, region.name, region.version, modeText(mode)),
    tableOf(places, mode) {
      const bytesOf = (tile: number) => tileBytes(region, tile);
      const algorithm = algorithmFor(places, bytesOf);
      const rowMs = spreadMs(places, bytesOf);
      const [spread, both] = [ask("timedistancematrix"), ask("costmatrix")];
      const block: RoadTable["block"] = (from, to, signal) => {
        if (algorithm === "costmatrix") return askMatrix(both, from, to, mode, signal);
        return from.length > to.length && rowMs > BOTH_SIDES_MS + to.length * BOTH_SIDES_TARGET_MS
          ? askColumns(both, spread, from, to, mode, signal)
          : askRows(spread, from, to, mode, signal);
      };
      const rows = Math.ceil(places.length / (valhalla.actors * 3));
      return {
        limits: {
          rows: Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows)),
          columns: MOST_COLUMNS,
          parallel: valhalla.actors,
        },
        block,
      };
    },
    nearOf: (mode) => ({
      others: OTHERS,
      columns: COLUMNS_AT_ONCE,
      // One waits for each that is being answered.
      parallel: 2 * valhalla.actors,
      snapM: SEARCH_CUTOFF_M,
      // From one place its search spreads until it has found all others: what can't be reached is not asked for.
      block: (from, to, signal) =>
        from.length > to.length
          ? askColumns(ask("costmatrix"), ask("timedistancematrix"), from, to, mode, signal)
          : askMatrix(ask("timedistancematrix"), from, to, mode, signal),
    }),
    legs: (places, mode, signal) =>
      legsInPieces(places, ROUTE_CHUNK, (piece) => askRoute(ask("timedistancematrix"), piece, mode, signal)),
  };
}

/** Milliseconds for one place, per byte of the road tiles around and per pair, as measured on one core. */
const SPREAD_MS_PER_BYTE = 2.9e-6;
const PAIR_MS = 0.075;
/** From many places to a few, for each of the many: the search from both sides, and more for each of the few. */
const BOTH_SIDES_MS = 2.3;
const BOTH_SIDES_TARGET_MS = 1;
/** Local roads are cut into squares of a quarter degree, numbered from the south-west corner of the world. */
const TILE_DEG = 0.25;
const TILES_A_ROW = 1440;

/**
 * Milliseconds that a search from one of these places takes which spreads over the roads around all of them.
 * Beyond the cost of a table by pairs it isn't counted on.
 * @param bytesOf size of a tile of local roads by its number, 0 for none
 */
function spreadMs(places: readonly Place[], bytesOf: (tile: number) => number): number {
  const column = (lng: number) => Math.floor((lng + 180) / TILE_DEG);
  const row = (lat: number) => Math.floor((lat + 90) / TILE_DEG);
  const columns = places.map(({ lng }) => column(lng));
  const rows = places.map(({ lat }) => row(lat));
  const [west, east] = [Math.min(...columns), Math.max(...columns)];
  const [south, north] = [Math.min(...rows), Math.max(...rows)];
  const mostMs = places.length * PAIR_MS;
  let ms = 0;
  for (let y = south; y <= north && ms <= mostMs; y += 1)
    for (let x = west; x <= east && ms <= mostMs; x += 1) ms += bytesOf(y * TILES_A_ROW + x) * SPREAD_MS_PER_BYTE;
  return ms;
}

/** The cheaper way to make a table of these places: both give the same times but for some seconds on a few pairs. */
export const algorithmFor = (places: readonly Place[], bytesOf: (tile: number) => number): TableAlgorithm =>
  spreadMs(places, bytesOf) > places.length * PAIR_MS ? "costmatrix" : "timedistancematrix";

function tileBytes(region: Region, tile: number): number {
  const digits = String(tile).padStart(9, "0");
  const file = path.join(
    region.folder,
    TILES_FOLDER,
    "2",
    digits.slice(0, 3),
    digits.slice(3, 6),
    `${digits.slice(6)}.gph`,
  );
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
