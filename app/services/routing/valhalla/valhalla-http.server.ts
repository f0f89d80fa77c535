import { z } from "zod";
import { askJson, rememberedVersion, routingFailed } from "../ask-json.server";
import type { RoutingServer } from "../ask-json.server";
import { cacheKeyOf } from "../cache-key.server";
import { legsInPieces } from "../engine";
import type { RoadEngine } from "../engine";
import { askMatrix, askRoute } from "./valhalla-engine";
import type { AskValhalla } from "./valhalla-engine";
import { modeText } from "./valhalla-wire";

/** Rows and columns of one request; a server's default limit is 2,500 pairs. */
const BLOCK = 50;
const PARALLEL = 4;
/** Beside one place: a server's default limit of pairs allows more, that of other programs in front of it may not. */
const OTHERS = 100;
/** Places of one way; a server's default limit is 20. */
const ROUTE_CHUNK = 20;

const PATHS = { matrix: "/sources_to_targets", route: "/route", locate: "/locate" } as const;
const Refusal = z.object({ error_code: z.number().optional(), error: z.string() });
const Status = z.object({ tileset_last_modified: z.number() });

/** Times and lines from a Valhalla server (HTTP API: `sources_to_targets`, `route`, `locate`, `status`). */
export function valhallaHttpEngine(baseUrl: string): RoadEngine {
  const server: RoutingServer = { label: "Valhalla", variable: "VALHALLA_URL", baseUrl };
  const ask: AskValhalla = async (service, question, signal) => {
    const { status, body } = await askJson(server, PATHS[service], { body: question, signal });
    if (status < 400) return { answer: body };
    const refusal = Refusal.safeParse(body);
    if (!refusal.success) throw routingFailed(`Valhalla (VALHALLA_URL) refused the request with status ${status}.`);
    return { refused: refusal.data.error };
  };
  const version = rememberedVersion(async (signal) => {
    const { body } = await askJson(server, "/status", { signal });
    const parsed = Status.safeParse(body);
    if (!parsed.success) throw routingFailed("Valhalla (VALHALLA_URL) does not say which data it has.");
    return String(parsed.data.tileset_last_modified);
  });
  return {
    name: "valhalla",
    label: "Valhalla",
    covers: () => true,
    cacheKey: async (mode, signal) => cacheKeyOf("valhalla", baseUrl, await version(signal), modeText(mode)),
    tableOf: (_places, mode) => ({
      limits: { rows: BLOCK, columns: BLOCK, parallel: PARALLEL },
      block: (from, to, signal) => askMatrix(ask, from, to, mode, signal),
    }),
    nearOf: (mode) => ({
      others: OTHERS,
      columns: 1,
      parallel: PARALLEL,
      // By default a server looks for roads within 35 km, and it does not say where it found one.
      snapM: Infinity,
      block: (from, to, signal) => askMatrix(ask, from, to, mode, signal),
    }),
    legs: (places, mode, signal) => legsInPieces(places, ROUTE_CHUNK, (piece) => askRoute(ask, piece, mode, signal)),
  };
}
