import type { Place, TravelMode } from "~/services/routing/engine";
import { createRouting } from "~/services/routing/routing.server";
import { straightLine } from "~/services/routing/straight-line";
import type { Routing, RoutingOptions } from "~/services/routing/routing.server";
import { noTravelCache } from "~/services/routing/travel-cache.server";
import type { CachedRow, TravelCache } from "~/services/routing/travel-cache.server";

/** No road engine at all; the folders are never looked at. Changes by hand wait as long as a busy machine takes. */
export const NO_ROADS = {
  detourFactor: 1.3,
  workerDir: "build",
  dataDir: "build/no-data",
  actors: 1,
  waitMs: 20_000,
} as const;

/** A car that takes every road. */
export const CAR: TravelMode = {
  profile: "car",
  widthM: null,
  heightM: null,
  weightT: null,
  avoidTolls: true,
  avoidHighways: false,
};

/** Seconds and metres along the straight line between two places. */
export const straightLeg = (from: Place, to: Place) => straightLine(NO_ROADS.detourFactor).leg(from, to, "car");

/** A server that is not there. */
export const NOBODY = "http://127.0.0.1:65531";

/** Travel times as the product makes them; without other settings along straight lines. */
export const testRouting = (other: Partial<RoutingOptions> = {}): Routing =>
  createRouting({ ...NO_ROADS, regions: { list: () => [] }, cache: () => noTravelCache, ...other });

/** A cache of travel times for one test; its rows by engine, version and place. */
export function memoryCache(): TravelCache & { rows: Map<string, CachedRow> } {
  const rows = new Map<string, CachedRow>();
  return {
    rows,
    read: async (context, origins) =>
      origins.map((origin) => rows.get(`${context} ${origin}`)?.entries ?? new Int32Array(0)),
    write: async (context, next) => next.forEach((row) => rows.set(`${context} ${row.origin}`, row)),
  };
}
