import { z } from "zod";
import { AppError } from "~/lib/errors";
import { emptyMatrix } from "./engine";
import type { Place, RoutingEngine, TravelMatrix } from "./engine";

/**
 * Rows and columns asked for in one table request; OSRM's default `max-table-size` is 100 places, and both sides count.
 */
const BLOCK = 50;
/** Places in one route request; OSRM's default `max-viaroute-size` is 500. */
const ROUTE_CHUNK = 100;
const TIMEOUT_MS = 30_000;

const cell = z.number().nullable();
const TableAnswer = z.object({
  code: z.literal("Ok"),
  durations: z.array(z.array(cell)),
  distances: z.array(z.array(cell)),
});
const RouteAnswer = z.object({
  code: z.literal("Ok"),
  routes: z
    .array(
      z.object({
        legs: z.array(
          z.object({
            steps: z.array(
              z.object({ geometry: z.object({ coordinates: z.array(z.tuple([z.number(), z.number()])) }) }),
            ),
          }),
        ),
      }),
    )
    .min(1),
});

const coordinates = (places: readonly Place[]) =>
  places.map((place) => `${place.lng.toFixed(6)},${place.lat.toFixed(6)}`).join(";");

/**
 * Tables and lines from an OSRM server (HTTP API v1: `table`, `route`). Its one profile serves cars and trucks alike.
 */
export function osrmEngine(baseUrl: string): RoutingEngine {
  const root = baseUrl.replace(/\/$/, "");

  async function ask<T>(path: string, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T> {
    let response: Response;
    try {
      response = await fetch(`${root}${path}`, {
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
      });
    } catch (cause) {
      throw new AppError(
        "routing.unreachable",
        "The routing server (OSRM_URL) does not answer. Nothing was changed; calculate again when it runs.",
        { status: 502, cause },
      );
    }
    const parsed = schema.safeParse(await response.json().catch(() => undefined));
    if (!parsed.success) {
      throw new AppError(
        "routing.failed",
        `The routing server (OSRM_URL) refused the request with status ${response.status}. Nothing was changed.`,
        { status: 502, cause: parsed.error },
      );
    }
    return parsed.data;
  }

  return {
    name: "OSRM",
    followsRoads: true,

    async matrix(places, _profile, _options, signal): Promise<TravelMatrix> {
      const matrix = emptyMatrix(places.length);
      for (let row = 0; row < places.length; row += BLOCK) {
        const from = places.slice(row, row + BLOCK);
        for (let column = 0; column < places.length; column += BLOCK) {
          const to = places.slice(column, column + BLOCK);
          const indices = (start: number, count: number) =>
            Array.from({ length: count }, (_, i) => start + i).join(";");
          const table = await ask(
            `/table/v1/driving/${coordinates([...from, ...to])}?annotations=duration,distance` +
              `&sources=${indices(0, from.length)}&destinations=${indices(from.length, to.length)}`,
            TableAnswer,
            signal,
          );
          from.forEach((_, i) =>
            to.forEach((__, j) => {
              const durationSec = table.durations[i]?.[j];
              const distanceM = table.distances[i]?.[j];
              if (durationSec == null || distanceM == null) throw unreachablePlace(from[i]!, to[j]!);
              matrix.durationsSec[(row + i) * matrix.size + column + j] = Math.round(durationSec);
              matrix.distancesM[(row + i) * matrix.size + column + j] = Math.round(distanceM);
            }),
          );
        }
      }
      return matrix;
    },

    async legs(places, _profile, _options, signal) {
      const legs: Place[][] = [];
      for (let start = 0; start + 1 < places.length; start += ROUTE_CHUNK - 1) {
        const chunk = places.slice(start, start + ROUTE_CHUNK);
        const answer = await ask(
          `/route/v1/driving/${coordinates(chunk)}?overview=false&steps=true&geometries=geojson`,
          RouteAnswer,
          signal,
        );
        for (const leg of answer.routes[0]!.legs) {
          legs.push(leg.steps.flatMap((step) => step.geometry.coordinates).map(([lng, lat]) => ({ lng, lat })));
        }
      }
      return legs;
    },
  };
}

function unreachablePlace(from: Place, to: Place): AppError {
  return new AppError(
    "routing.no_way",
    `There is no road from ${from.lat}, ${from.lng} to ${to.lat}, ${to.lng}. ` +
      "Correct the coordinates of the place that is off the road network.",
    { status: 422, details: { from, to } },
  );
}
