/** VROOM's format: its own matrices, or the roads of this installation. */
import { ErrorCode, SolverError, parseVroom, timeRoutes, writeVroom } from "solver/index";
import type { Matrix, ParsedVroom, Problem, Solution, SolutionRoute } from "solver/index";
import type { JobInput } from "~/domain/calculation/job-format";
import { travelModeOf } from "~/domain/calculation/travel-mode";
import { AppError } from "~/lib/errors";
import { encodePolyline } from "~/lib/polyline";
import type { LngLat } from "~/lib/polyline";
import { shortened } from "~/lib/shortened";
import type { AskOptions, MeasuredMatrix, TravelSource } from "../../routing/routing.server";
import { assertFits, searchChecked, searchMs } from "./format-tools";
import type { FormatTools } from "./format-tools";

/** Judged when the request came in. */
interface VroomOptions {
  /** lines on the map */
  g?: boolean;
  /** plan mode: only times for the given steps */
  c?: boolean;
  /** exploration, 0 to 5 */
  x?: number;
  /** most seconds of the search */
  l?: number;
}

const NOTHING_AVOIDED = { avoidTolls: false, avoidHighways: false };
const ROAD_PROFILES = ["car", "truck"];

const modeOf = (profile: string) =>
  travelModeOf(
    { type: profile === "truck" ? "truck" : "auto", width: null, height: null, weight: null },
    NOTHING_AVOIDED,
  );

export async function solveVroom({ request, router }: JobInput, tools: FormatTools): Promise<object> {
  const started = performance.now();
  const { options: given = {}, ...problemJson } = request;
  const options = given as VroomOptions;
  try {
    const parsed = parseVroom(problemJson, options.c === true ? "plan" : "solve");
    refuseUnmappable(parsed, options);
    assertFits(sizeOf(parsed), tools.memoryMb);
    const ask: AskOptions = { router, signal: tools.signal };
    const { problem, measured } = parsed.needsRoads
      ? await withRoads(parsed, tools, ask)
      : { problem: parsed.problem, measured: [] };
    const loadingMs = performance.now() - started;
    // Plan mode tells what breaks a rule with the times, so that there is nothing to check.
    const solution = options.c === true ? timeRoutes(problem) : await search(problem, options, tools);
    const before = performance.now();
    const geometry = options.g === true ? await linesOf(parsed, solution.routes, tools, ask) : undefined;
    const travel = travelOf(measured);
    const answer = writeVroom(problem, solution, parsed.locations, loadingMs, {
      hidesRows: parsed.needsRoads,
      ...(geometry === undefined ? {} : { geometry, routingMs: performance.now() - before }),
    });
    return travel === null ? answer : { ...answer, travel };
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    const code = error.code === ErrorCode.RoutingUnavailable ? "vroom.routing" : "vroom.input";
    throw new AppError(code, shortened(error.message), { status: 400, cause: error });
  }
}

const search = (problem: Problem, { x = 5, l = 0 }: VroomOptions, tools: FormatTools): Promise<Solution> =>
  searchChecked(tools, problem, {
    timeLimitMs: searchMs(problem.jobs.length + 2 * problem.shipments.length, x, l > 0 ? { askedMs: l * 1000 } : {}),
    exploration: x,
    seed: 1,
  });

/** @throws SolverError for profiles without roads, and for lines through places that nobody knows */
function refuseUnmappable({ problem, locations, needsRoads }: ParsedVroom, { g }: VroomOptions): void {
  problem.vehicles.forEach(({ profile }, v) => {
    if ((needsRoads || g === true) && !ROAD_PROFILES.includes(profile))
      throw new SolverError(
        ErrorCode.UnknownProfile,
        `vehicles[${v}].profile`,
        `There are no roads for the profile "${profile.slice(0, 40)}".`,
        "Use car or truck, or give its matrix and no options.g.",
      );
  });
  if (g !== true) return;
  const rows = [
    ...problem.vehicles.flatMap(({ startIndex, endIndex }) => [startIndex, endIndex]),
    ...problem.jobs.map(({ locationIndex }) => locationIndex),
    ...problem.shipments.flatMap(({ pickup, delivery }) => [pickup.locationIndex, delivery.locationIndex]),
  ];
  const unknown = rows.find((row) => row !== null && locations[row] === undefined);
  if (unknown !== undefined)
    throw new SolverError(
      ErrorCode.MissingField,
      "options.g",
      `The place ${unknown} has no coordinates.`,
      "Give location, start and end beside the indices, or leave it out.",
    );
}

const sizeOf = ({ problem: { vehicles, jobs, shipments, matrices }, needsRoads }: ParsedVroom) => ({
  visits: jobs.length + 2 * shipments.length,
  places: Math.max(...Object.values(matrices).map(({ size }) => size)),
  vehicles: vehicles.map(({ profile, speedFactor, startIndex, endIndex, costs }) => ({
    profile,
    speed_factor: speedFactor ?? 1,
    // Tables of the search for open routes, whichever end is open.
    ...(startIndex === null || endIndex === null ? {} : { end_location: { lat: 0, lng: 0 } }),
    ...(costs === undefined ? {} : { prices: { fixed: 0, per_hour: costs.perHour ?? 3600, per_km: costs.perKm ?? 0 } }),
  })),
  // What comes with coordinates alone is measured pair by pair.
  isNear: !needsRoads && Object.values(matrices).every(({ kind }) => kind === "points" || kind === "sparse"),
  threads: 1,
});

async function withRoads(
  { problem, locations }: ParsedVroom,
  { roads }: FormatTools,
  ask: AskOptions,
): Promise<{ problem: Problem; measured: MeasuredMatrix[] }> {
  const places = locations.map((point) => ({ lat: point![1], lng: point![0] }));
  const matrices: Record<string, Matrix> = {};
  const measured: MeasuredMatrix[] = [];
  for (const profile of Object.keys(problem.matrices)) {
    const one = await roads.matrix(places, modeOf(profile), ask);
    const { size, durationsSec, distancesM } = one.matrix;
    matrices[profile] = { size, durations: durationsSec, distances: distancesM };
    measured.push(one);
    await one.keep().catch((error: unknown) => console.warn("Travel times were not kept:", error));
  }
  return { problem: { ...problem, matrices }, measured };
}

/** Beyond VROOM: where times come from, and what had to stand in; null when they came with the problem. */
function travelOf(measured: readonly MeasuredMatrix[]): TravelSource | null {
  const said = measured.find((one) => one.note !== null) ?? measured[0];
  return said === undefined ? null : { engine: said.engine, label: said.label, note: said.note };
}

async function linesOf(
  { problem, locations }: ParsedVroom,
  routes: readonly SolutionRoute[],
  { roads }: FormatTools,
  ask: AskOptions,
): Promise<Map<number, string>> {
  const lines = new Map<number, string>();
  for (const { vehicleId, steps } of routes) {
    const points = steps.flatMap(({ locationIndex }) =>
      locationIndex === undefined ? [] : [locations[locationIndex]!],
    );
    const places = points.map(([lng, lat]) => ({ lat, lng }));
    const profile = problem.vehicles.find(({ id }) => id === vehicleId)!.profile;
    const { legs } = await roads.legs(places, modeOf(profile), ask);
    const line = legs.flatMap((leg, index): LngLat[] => {
      const own = (leg.line ?? [places[index]!, places[index + 1]!]).map(({ lat, lng }): LngLat => [lng, lat]);
      return index === 0 ? own : own.slice(1);
    });
    lines.set(vehicleId, encodePolyline(line));
  }
  return lines;
}
