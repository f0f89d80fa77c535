/** Routific's format: always the roads of this installation. */
import type { Matrix, Solution } from "solver/index";
import type { JobFormat, JobInput } from "~/domain/calculation/job-format";
import { travelModeOf } from "~/domain/calculation/travel-mode";
import { routificAnswer } from "~/domain/routific/answer";
import {
  buildRoutificProblem,
  impossibleVisits,
  leewayOf,
  NO_LEEWAY,
  PROFILE,
  placesOf,
} from "~/domain/routific/build-problem";
import type { RoutificRequest } from "~/domain/routific/request";
import { encodePolyline } from "~/lib/polyline";
import { inParallel } from "../../routing/in-parallel";
import type { AskOptions, MeasuredMatrix } from "../../routing/routing.server";
import { threadsWithin } from "../search-time";
import { searchChecked, searchMs, threadsFor } from "./format-tools";
import type { FormatTools } from "./format-tools";

const EXPLORATION = { vrp: 3, "vrp-long": 5 } as const;

const modeOf = ({ options = {} }: RoutificRequest) =>
  travelModeOf(
    { type: "auto", width: null, height: null, weight: null },
    { avoidTolls: options.avoid_tolls === true, avoidHighways: false },
  );

export async function solveRoutific(
  { request: given, router }: JobInput,
  format: Exclude<JobFormat, "vroom">,
  tools: FormatTools,
): Promise<object> {
  const request = given as RoutificRequest;
  const places = placesOf(request);
  const threads = threadsFor(sizeOf(request, places.places.length), tools);
  const ask: AskOptions = { router, signal: tools.signal };
  const measured = await tools.roads.matrix(places.places, modeOf(request), ask);
  // While the search goes on in its thread.
  const kept = measured.keep().catch((error: unknown) => console.warn("Travel times were not kept:", error));
  const { size, durationsSec, distancesM } = measured.matrix;
  const matrix: Matrix = { size, durations: durationsSec, distances: distancesM };

  const exploration = EXPLORATION[format];
  const tasks = Object.keys(request.visits).length;
  const timeLimitMs = searchMs(tasks, exploration, { isLong: format === "vrp-long" });
  const search = (leeway: typeof NO_LEEWAY) =>
    searchChecked(tools, buildRoutificProblem(request, places, matrix, leeway), {
      timeLimitMs,
      exploration,
      threads: threadsWithin(timeLimitMs, threads),
      seed: 1,
    });
  let solution = await search(NO_LEEWAY);
  const leeway = leewayOf(request);
  // Overtime and lateness are for what doesn't fit otherwise.
  if (solution.unassigned.length > 0 && leeway.overtimeSec + leeway.latenessSec > 0) {
    const wider = await search(leeway);
    if (wider.unassigned.length < solution.unassigned.length) solution = wider;
  }
  const polylines = request.options?.polylines === true ? await linesOf(request, solution, tools, ask) : undefined;
  await kept;
  return { ...routificAnswer(request, solution, impossibleVisits(request), polylines), travel: travelOf(measured) };
}

const travelOf = ({ engine, label, note }: MeasuredMatrix) => ({ engine, label, note });

const sizeOf = ({ visits, fleet, options = {} }: RoutificRequest, places: number) => ({
  visits: Object.keys(visits).length,
  places,
  vehicles: Object.values(fleet).map(({ speed = "normal", end_location }) => ({
    profile: `${PROFILE} ${speed}`,
    // Another speed than that of the table.
    speed_factor: speed === "normal" && (options.traffic ?? "faster") === "faster" ? 1 : 2,
    ...(end_location === undefined ? {} : { end_location }),
  })),
  isNear: false,
});

/** One line for each leg, by vehicle. */
async function linesOf(
  { visits, fleet, options = {} }: RoutificRequest,
  { routes }: Solution,
  { roads }: FormatTools,
  ask: AskOptions,
): Promise<Map<number, string[]>> {
  const locations = Object.values(visits).map(({ location }) => location);
  const vehicles = Object.values(fleet);
  const lines = new Map<number, string[]>();
  await inParallel(routes, roads.questionsAtOnce, async ({ vehicleId, steps }) => {
    const vehicle = vehicles[vehicleId - 1]!;
    const stops = steps.flatMap(({ type, id }) => {
      if (type === "break") return [];
      const place =
        type === "start" ? vehicle.start_location : type === "end" ? vehicle.end_location : locations[id - 1];
      return place === undefined ? [] : [{ lat: place.lat, lng: place.lng }];
    });
    const { legs } = await roads.legs(stops, modeOf({ visits, fleet, options }), ask);
    lines.set(
      vehicleId,
      legs.map(({ line }, index) =>
        encodePolyline((line ?? [stops[index]!, stops[index + 1]!]).map(({ lat, lng }) => [lng, lat])),
      ),
    );
  });
  return lines;
}
