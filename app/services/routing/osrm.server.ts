import { z } from "zod";
import { askJson, rememberedVersion, routingFailed } from "./ask-json.server";
import type { JsonAnswer, RoutingServer } from "./ask-json.server";
import { cacheKeyOf } from "./cache-key.server";
import { blockWithPart, emptyBlock, legsInPieces, NO_WAY } from "./engine";
import type { Place, RoadEngine, RoadLeg, TravelBlock } from "./engine";

/**
 * Rows and columns asked for in one table request; OSRM's default `max-table-size` is 100 places, and both sides count.
 */
const BLOCK = 50;
const PARALLEL = 4;
/** Beside one place; see `BLOCK`. */
const OTHERS = 99;
/** Places in one route request; OSRM's default `max-viaroute-size` is 500. */
const ROUTE_CHUNK = 100;
/** A place further than this from the road it was put on is off the network. */
const OFF_NETWORK_M = 2000;

const cell = z.number().nullable();
const snapped = z.object({ distance: z.number().optional() }).nullable();
const Versioned = z.object({ data_version: z.string().optional() });
const TableAnswer = z.object({
  code: z.literal("Ok"),
  durations: z.array(z.array(cell)),
  distances: z.array(z.array(cell)),
  sources: z.array(snapped).optional(),
  destinations: z.array(snapped).optional(),
});
const RouteAnswer = z.object({
  code: z.literal("Ok"),
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({
            duration: z.number(),
            distance: z.number(),
            steps: z.array(
              z.object({ geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }) }),
            ),
          }),
        ),
      }),
    )
    .min(1),
});
const Refusal = z.object({ code: z.string(), message: z.string().optional() });

/** The engine's words for "these places are on no road" and "no road joins them". */
const NO_SEGMENT = "NoSegment";
const NO_ROUTE = "NoRoute";

const coordinates = (places: readonly Place[]) =>
  places.map((place) => `${place.lng.toFixed(6)},${place.lat.toFixed(6)}`).join(";");
const indices = (start: number, count: number) => Array.from({ length: count }, (_, i) => start + i).join(";");

/**
 * Tables and lines from an OSRM server (HTTP API v1: `table`, `route`, `nearest`). It was prepared for one profile,
 * which serves cars and trucks alike, and knows nothing of tolls to avoid.
 */
export function osrmEngine(baseUrl: string): RoadEngine {
  const server: RoutingServer = { label: "OSRM", variable: "OSRM_URL", baseUrl };

  async function table(from: readonly Place[], to: readonly Place[], signal?: AbortSignal): Promise<TravelBlock> {
    const path =
      `/table/v1/driving/${coordinates([...from, ...to])}?annotations=duration,distance` +
      `&sources=${indices(0, from.length)}&destinations=${indices(from.length, to.length)}`;
    const answer = await askJson(server, path, { signal });
    if (codeOf(answer) === NO_SEGMENT) return tableOfOnNetwork(from, to, signal);
    const { durations, distances, sources, destinations } = understood(answer, TableAnswer);
    const block = emptyBlock(from.length * to.length);
    const isOff = (one: z.infer<typeof snapped> | undefined) => (one?.distance ?? 0) > OFF_NETWORK_M;
    from.forEach((_, i) =>
      to.forEach((__, j) => {
        const durationSec = durations[i]?.[j];
        const distanceM = distances[i]?.[j];
        if (durationSec === undefined || distanceM === undefined)
          throw routingFailed("OSRM (OSRM_URL) answered with a table of another size.");
        const noWay = durationSec === null || distanceM === null || isOff(sources?.[i]) || isOff(destinations?.[j]);
        block.durationsSec[i * to.length + j] = noWay ? NO_WAY : Math.round(durationSec);
        block.distancesM[i * to.length + j] = noWay ? NO_WAY : Math.round(distanceM);
      }),
    );
    return block;
  }

  /** One place without a road makes the engine refuse the whole block: the others are asked for without it. */
  async function tableOfOnNetwork(
    from: readonly Place[],
    to: readonly Place[],
    signal?: AbortSignal,
  ): Promise<TravelBlock> {
    const [rows, columns] = await Promise.all([onNetwork(from, signal), onNetwork(to, signal)]);
    const size = { rows: from.length, columns: to.length };
    if (rows.length === 0 || columns.length === 0) return blockWithPart(size, null, rows, columns);
    if (rows.length === from.length && columns.length === to.length)
      throw routingFailed("OSRM (OSRM_URL) finds no road near a place that it found a road for.");
    const part = await table(
      rows.map((i) => from[i]!),
      columns.map((j) => to[j]!),
      signal,
    );
    return blockWithPart(size, part, rows, columns);
  }

  async function onNetwork(places: readonly Place[], signal?: AbortSignal): Promise<number[]> {
    const found: number[] = [];
    for (const [index, place] of places.entries()) {
      const answer = await askJson(server, `/nearest/v1/driving/${coordinates([place])}`, { signal });
      if (codeOf(answer) === "Ok") found.push(index);
    }
    return found;
  }

  const version = rememberedVersion(async (signal) => {
    // Any point will do: every answer names the data's version where the server was given one.
    const { body } = await askJson(server, "/nearest/v1/driving/0,0", { signal });
    const named = Versioned.safeParse(body).data?.data_version;
    return named === undefined || named === "" ? `week ${Math.floor(Date.now() / WEEK_MS)}` : named;
  });

  return {
    name: "osrm",
    label: "OSRM",
    covers: () => true,

    // One profile for all modes.
    cacheKey: async (_mode, signal) => cacheKeyOf("osrm", baseUrl, await version(signal)),

    tableOf: () => ({ limits: { rows: BLOCK, columns: BLOCK, parallel: PARALLEL }, block: table }),
    nearOf: () => ({ others: OTHERS, columns: 1, parallel: PARALLEL, snapM: OFF_NETWORK_M, block: table }),
    legs: (places, _mode, signal) => legsInPieces(places, ROUTE_CHUNK, (piece) => legsOf(server, piece, signal)),
  };
}

/** Without a version of its data, a server's answers are trusted for a week. */
const WEEK_MS = 7 * 24 * 3600_000;

async function legsOf(
  server: RoutingServer,
  places: readonly Place[],
  signal?: AbortSignal,
): Promise<(RoadLeg | null)[]> {
  const path = `/route/v1/driving/${coordinates(places)}?overview=false&steps=true&geometries=geojson`;
  const answer = await askJson(server, path, { signal });
  const code = codeOf(answer);
  if (code === NO_ROUTE || code === NO_SEGMENT) {
    // One leg without a way makes the engine refuse all of them.
    if (places.length === 2) return [null];
    const legs: (RoadLeg | null)[] = [];
    for (let at = 0; at + 1 < places.length; at += 1)
      legs.push(...(await legsOf(server, places.slice(at, at + 2), signal)));
    return legs;
  }
  const { legs } = understood(answer, RouteAnswer).routes[0]!;
  if (legs.length !== places.length - 1) throw routingFailed("OSRM (OSRM_URL) answered with another number of legs.");
  return legs.map(({ duration, distance, steps }) => ({
    durationSec: Math.round(duration),
    distanceM: Math.round(distance),
    line: steps.flatMap((step) => step.geometry.coordinates).map(([lng, lat]) => ({ lng, lat })),
  }));
}

const codeOf = ({ body }: JsonAnswer): string | undefined => Refusal.safeParse(body).data?.code;

function understood<T>(answer: JsonAnswer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const said = Refusal.safeParse(answer.body).data;
  throw routingFailed(
    `OSRM (OSRM_URL) refused the request with status ${answer.status}` +
      `${said === undefined || said.code === "Ok" ? "" : ` (${said.code})`}.`,
    parsed.error,
  );
}
