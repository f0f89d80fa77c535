/** VROOM's format: its own matrices, or the roads of this installation. */
import { ErrorCode, SolverError, parseVroom, timeRoutes, writeVroom } from "solver/index";
import type { ParsedVroom, Problem, Solution, SolutionRoute } from "solver/index";
import type { JobInput } from "~/domain/calculation/job-format";
import { saysMeasured } from "~/domain/calculation/measured-summary";
import { travelModeOf } from "~/domain/calculation/travel-mode";
import { endsOfVehicles } from "~/domain/calculation/travel-tables";
import { AppError } from "~/lib/errors";
import { encodePolyline } from "~/lib/polyline";
import type { LngLat } from "~/lib/polyline";
import { shortened } from "~/lib/shortened";
import { inParallel } from "../../routing/in-parallel";
import type { AskOptions } from "../../routing/routing.server";
import { searchMeasured } from "../measured-search";
import type { Part } from "../measured-search";
import { keepAll, measureTravel } from "../measured-travel";
import type { MeasuredTravel } from "../measured-travel";
import { threadsWithin } from "../search-time";
import { MANY_TASKS, assertChecked, searchChecked, searchMs, threadsFor } from "./format-tools";
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
  /** most threads */
  t?: number;
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
    const threads = Math.min(options.t ?? Infinity, threadsFor(sizeOf(parsed), tools));
    const ask: AskOptions = { router, signal: tools.signal };
    const travel = parsed.needsRoads ? await travelOfPlaces(parsed, tools, ask) : null;
    const problem = travel === null ? parsed.problem : { ...parsed.problem, matrices: travel.models };
    // While the search goes on in its thread.
    const kept = travel?.keep();
    const loadingMs = performance.now() - started;
    const { solution, measured } = await solutionOf(problem, travel, { ...options, threads }, tools);
    const before = performance.now();
    const geometry = options.g === true ? await linesOf(parsed, solution.routes, tools, ask) : undefined;
    const answer = writeVroom(problem, solution, parsed.locations, loadingMs, {
      hidesRows: parsed.needsRoads,
      ...(geometry === undefined ? {} : { geometry, routingMs: performance.now() - before }),
    });
    await kept;
    if (travel === null) return answer;
    const { engine, label, note } = travel.source;
    const says = saysMeasured(engine, measured);
    return { ...answer, travel: { engine, label, note: measured?.failure ?? note, ...(says && { measured }) } };
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
    const code = error.code === ErrorCode.RoutingUnavailable ? "vroom.routing" : "vroom.input";
    throw new AppError(code, shortened(error.message), { status: 400, cause: error });
  }
}

type SearchOptions = VroomOptions & { threads: number };

interface Solved {
  solution: Solution;
  /** of a large problem: legs that were estimates during the search, by how many seconds that was wrong */
  measured?: { legs: number; duration: number; failure: string | null };
}

async function solutionOf(
  problem: Problem,
  travel: MeasuredTravel | null,
  options: SearchOptions,
  tools: FormatTools,
): Promise<Solved> {
  // Plan mode tells what breaks a rule with the times, so that there is nothing to check.
  if (options.c === true) return { solution: timeRoutes(problem) };
  const near: MeasuredTravel["near"] = travel?.near ?? new Map();
  const { found, measured, kept } = await searchMeasured(problem, near, {
    search: async (of, part) => ({ solution: await search(of, part, options, tools) }),
    isOne: false,
    isStopped: () => tools.isStopped(),
    isReleased: () => false,
    signal: tools.signal,
  });
  await keepAll(kept);
  if (near.size === 0 || measured === null) return found;
  const { solution, legs, failure, violations } = measured;
  assertChecked(violations);
  const duration = solution.summary.durationSec - found.solution.summary.durationSec;
  return { solution, measured: { legs, duration, failure } };
}

function search(
  problem: Problem,
  { from, used, until }: Part,
  { x = 5, l = 0, threads }: SearchOptions,
  tools: FormatTools,
): Promise<Solution> {
  const tasks = problem.jobs.length + 2 * problem.shipments.length;
  const wholeMs = searchMs(tasks, x, l > 0 ? { askedMs: l * 1000 } : {});
  const timeLimitMs = Math.max(1, Math.round(wholeMs * (until - used)));
  return searchChecked(tools, problem, {
    timeLimitMs,
    exploration: x,
    threads: threadsWithin(timeLimitMs, threads),
    seed: 1,
    ...(from === null ? {} : { warmStart: from }),
  });
}

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

const isLarge = ({ jobs, shipments, matrices }: Problem): boolean =>
  jobs.length + 2 * shipments.length >= MANY_TASKS &&
  Object.values(matrices).every(({ kind }) => kind === "points" || kind === "sparse");

/** Of points and near pairs the search makes tables of the places that are used. */
function tablePlaces({ vehicles, jobs, shipments, matrices }: Problem): number {
  const used = jobs.length + 2 * shipments.length + 2 * vehicles.length;
  const isSquare = ({ kind }: Problem["matrices"][string]) => kind === undefined || kind === "dense";
  return Math.max(...Object.values(matrices).map((one) => (isSquare(one) ? one.size : Math.min(one.size, used))));
}

const sizeOf = ({ problem, problem: { vehicles, jobs, shipments }, needsRoads }: ParsedVroom) => ({
  visits: jobs.length + 2 * shipments.length,
  places: tablePlaces(problem),
  vehicles: vehicles.map(({ profile, speedFactor, startIndex, endIndex, costs }) => ({
    profile,
    speed_factor: speedFactor ?? 1,
    // Tables of the search for open routes, whichever end is open.
    ...(startIndex === null || endIndex === null ? {} : { end_location: { lat: 0, lng: 0 } }),
    ...(costs === undefined ? {} : { prices: { fixed: 0, per_hour: costs.perHour ?? 3600, per_km: costs.perKm ?? 0 } }),
  })),
  // The solver searches such a problem in parts, or makes a square table of it. Roads are asked for by their number.
  isNear: needsRoads ? undefined : isLarge(problem),
});

/** Legs of given steps are wanted, too: plan mode times them. */
function travelOfPlaces(
  { problem, locations }: ParsedVroom,
  { roads, nearFrom }: FormatTools,
  ask: AskOptions,
): Promise<MeasuredTravel> {
  const { vehicles } = problem;
  const indexOf = (key: "startIndex" | "endIndex") =>
    new Map(vehicles.flatMap((one) => (one[key] === null ? [] : [[one.id, one[key]] as const])));
  return measureTravel(
    roads,
    {
      places: locations.map((point) => ({ lat: point![1], lng: point![0] })),
      modes: new Map(Object.keys(problem.matrices).map((profile) => [profile, modeOf(profile)])),
      ends: endsOfVehicles({ startIndex: indexOf("startIndex"), endIndex: indexOf("endIndex") }),
      legs: givenLegs(problem),
    },
    { ...ask, nearFrom },
  );
}

function givenLegs({ vehicles, jobs, shipments }: Problem): (readonly [from: number, to: number])[] {
  const places = new Map(jobs.map(({ id, locationIndex }) => [`job ${id}`, locationIndex]));
  for (const { pickup, delivery } of shipments) {
    places.set(`pickup ${pickup.id}`, pickup.locationIndex);
    places.set(`delivery ${delivery.id}`, delivery.locationIndex);
  }
  return vehicles.flatMap(({ steps = [], startIndex, endIndex }) => {
    const stops = steps.flatMap(({ type, id }) => places.get(`${type} ${id}`) ?? []);
    if (stops.length === 0) return [];
    const way = [startIndex ?? [], stops, endIndex ?? []].flat();
    return way.slice(1).flatMap((to, at) => (way[at] === to ? [] : [[way[at]!, to] as const]));
  });
}

async function linesOf(
  { problem, locations }: ParsedVroom,
  routes: readonly SolutionRoute[],
  { roads }: FormatTools,
  ask: AskOptions,
): Promise<Map<number, string>> {
  const lines = new Map<number, string>();
  await inParallel(routes, roads.questionsAtOnce, async ({ vehicleId, steps }) => {
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
  });
  return lines;
}
