/** What Valhalla is asked, and what its answers mean; the same over HTTP and embedded. */
import { z } from "zod";
import { decodePolyline } from "~/lib/polyline";
import { emptyBlock, NO_WAY } from "../engine";
import type { Place, RoadLeg, TravelBlock, TravelMode } from "../engine";

interface Location {
  lat: number;
  lon: number;
}

interface MatrixQuestion {
  sources: Location[];
  targets: Location[];
  costing: "auto" | "truck";
  costing_options: Record<string, Record<string, number>>;
  units: "kilometers";
  verbose: false;
}

interface RouteQuestion extends Pick<MatrixQuestion, "costing" | "costing_options" | "units"> {
  locations: Location[];
  directions_type: "none";
}

/** 0 avoids as much as can be, and takes them where there is no other way; left out, the costing decides. */
const AVOID = 0;

function costingOf({ profile, widthM, heightM, weightT, avoidTolls, avoidHighways }: TravelMode) {
  const costing = profile === "truck" ? ("truck" as const) : ("auto" as const);
  const options = {
    ...(widthM === null ? {} : { width: widthM }),
    ...(heightM === null ? {} : { height: heightM }),
    ...(weightT === null ? {} : { weight: weightT }),
    ...(avoidTolls ? { use_tolls: AVOID } : {}),
    ...(avoidHighways ? { use_highways: AVOID } : {}),
  };
  return { costing, costing_options: { [costing]: options }, units: "kilometers" as const };
}

const locations = (places: readonly Place[]): Location[] => places.map(({ lat, lng }) => ({ lat, lon: lng }));

export const matrixQuestion = (from: readonly Place[], to: readonly Place[], mode: TravelMode): MatrixQuestion => ({
  sources: locations(from),
  targets: locations(to),
  ...costingOf(mode),
  verbose: false,
});

export const routeQuestion = (places: readonly Place[], mode: TravelMode): RouteQuestion => ({
  locations: locations(places),
  ...costingOf(mode),
  directions_type: "none",
});

/** Everything of the mode that Valhalla heeds, as text. */
export const modeText = (mode: TravelMode): string => JSON.stringify(costingOf(mode));

/** Cells are looked at one by one below: a table has a million of them. */
const rowsOfCells = z.array(z.array(z.unknown()));
const MatrixAnswer = z.object({
  sources_to_targets: z.union([
    z.object({ durations: rowsOfCells, distances: rowsOfCells }),
    // As servers before version 3.5 answer, which don't know the short form.
    z.array(z.array(z.object({ time: z.number().nullable(), distance: z.number().nullable() }))),
  ]),
});

const isCell = (value: unknown): value is number | null => typeof value === "number" || value === null;

/**
 * Seconds and metres of a matrix answer.
 * @throws Error for something else, or a table of another size
 */
export function readMatrix(answer: unknown, rows: number, columns: number): TravelBlock {
  const { sources_to_targets: found } = MatrixAnswer.parse(answer);
  const [durations, distances] = Array.isArray(found)
    ? [found.map((row) => row.map(({ time }) => time)), found.map((row) => row.map(({ distance }) => distance))]
    : [found.durations, found.distances];
  const block = emptyBlock(rows * columns);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const seconds = durations[row]?.[column];
      const km = distances[row]?.[column];
      if (!isCell(seconds) || !isCell(km)) throw new Error("The table has another size, or cells that are no numbers.");
      const at = row * columns + column;
      block.durationsSec[at] = seconds === null || km === null ? NO_WAY : Math.round(seconds);
      block.distancesM[at] = seconds === null || km === null ? NO_WAY : Math.round(km * 1000);
    }
  return block;
}

const RouteAnswer = z.object({
  trip: z.object({
    legs: z.array(z.object({ summary: z.object({ time: z.number(), length: z.number() }), shape: z.string() })).min(1),
  }),
});

/** Shapes have six decimals. */
const SHAPE_SCALE = 1e6;

/** @throws Error for something else, or another number of legs */
export function readRoute(answer: unknown, count: number): RoadLeg[] {
  const { legs } = RouteAnswer.parse(answer).trip;
  if (legs.length !== count) throw new Error("The answer has another number of legs.");
  return legs.map(({ summary, shape }) => ({
    // Whole seconds as the matrix has them, which cuts the rest off: a leg is not to change by a second.
    durationSec: Math.floor(summary.time),
    distanceM: Math.round(summary.length * 1000),
    line: decodePolyline(shape, SHAPE_SCALE).map(([lng, lat]) => ({ lng, lat })),
  }));
}

const LocateAnswer = z.array(z.object({ edges: z.array(z.unknown()).nullable() }));

/** Which of the places are near a road that vehicles of the mode may use. @throws Error for something else */
export function readLocate(answer: unknown, count: number): boolean[] {
  const found = LocateAnswer.parse(answer);
  if (found.length !== count) throw new Error("The answer has another number of places.");
  return found.map(({ edges }) => (edges?.length ?? 0) > 0);
}

/** A refusal in words: over HTTP beside a number, embedded as the message of an error. */
export const isOffNetwork = (words: string): boolean => /no suitable edges near/i.test(words);
export const isNoRoute = (words: string): boolean =>
  /no path could be found|unconnected regions|no route|path distance exceeds|exceeds the max distance/i.test(words);
