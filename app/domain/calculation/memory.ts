/** How much memory a calculation needs: one that is too large for the machine is refused before it starts. */
import { formatNumber, count } from "../format-number";
import { refuse } from "../decision";
import type { Refusal } from "../decision";
import type { FleetEntry, CalculationInput } from "./calculation-input";
import { travelKey } from "./travel-mode";
import { NEAR_FROM_PLACES } from "./travel-tables";

/** The program itself: two threads of Node. */
const BASE_BYTES = 150_000_000;
/**
 * Of one visit: its part of the input, of the problem, of the search's columns and of the result, in both threads.
 */
const VISIT_BYTES = 12_000;
const VEHICLE_BYTES = 30_000;
/** One cell of a table. */
const CELL_BYTES = 4;
/** A thread that searches along: its program, its copy of the stops, and its columns of those that it searches. */
const THREAD_BYTES = 25_000_000;
const THREAD_VISIT_BYTES = 12_000;
/** Of a large problem a thread has parts. */
const MOST_VISITS_OF_THREAD = NEAR_FROM_PLACES;
/** From so many visits to so many the search has tables of its own, in which near places stand near each other. */
const NEAR_ORDER = { from: 200, to: 2_000 };
/**
 * A place of a table of near pairs: some 60 pairs of 12 bytes, those to 40 whole rows and columns, and both once more
 * while they are asked for and stored.
 */
const NEAR_PLACE_BYTES = 4_000;

/** As far as tables of the search depend on it. */
type Vehicle = Pick<FleetEntry, "speed_factor" | "end_location" | "prices"> & { profile: string };

export interface CalculationSize {
  visits: number;
  /** different places: rows and columns of the travel tables */
  places: number;
  vehicles: readonly Vehicle[];
  /** only near pairs are kept; left out: as many places are */
  isNear?: boolean | undefined;
  /** that search; each has tables of its own for speeds and open ends */
  threads: number;
}

/**
 * Bytes, by this formula: for every travel profile a table of durations and one of distances, 4 bytes for each pair of
 * places. Each thread of the search has a table of times for every profile and speed by columns, and one of costs for
 * every profile, speed and rates; where a vehicle's speed is not 100 %, with prices, or where a route has an open end,
 * also by rows, and then those of distances. In near order (NEAR_ORDER) it has the tables of each profile once more.
 * Visits, vehicles, the program and the threads beside the first are added. From NEAR_FROM_PLACES on the problem has no
 * square tables, and with as many visits neither has the search, which works on parts then.
 */
export function memoryNeeded({
  visits,
  places,
  vehicles,
  threads,
  isNear = places >= NEAR_FROM_PLACES,
}: CalculationSize): number {
  const profiles = new Set(vehicles.map((vehicle) => vehicle.profile)).size;
  const kinds = new Set(vehicles.map((vehicle) => `${vehicle.profile} ${vehicle.speed_factor}`)).size;
  const isScaled = vehicles.some((vehicle) => Math.round(100 / vehicle.speed_factor) !== 100);
  const isOpen = vehicles.some((vehicle) => vehicle.end_location === undefined);
  const isPriced = vehicles.some((vehicle) => vehicle.prices !== undefined);
  const costs = new Set(
    vehicles.map(
      ({ profile, speed_factor, prices }) => `${profile} ${speed_factor} ${prices?.per_hour} ${prices?.per_km}`,
    ),
  ).size;
  const further = THREAD_BYTES + THREAD_VISIT_BYTES * Math.min(visits, MOST_VISITS_OF_THREAD);
  const rest = BASE_BYTES + VISIT_BYTES * visits + VEHICLE_BYTES * vehicles.length + (threads - 1) * further;
  const ofNear = isNear ? NEAR_PLACE_BYTES * profiles * places : 0;
  if (isNear && visits >= NEAR_FROM_PLACES) return rest + ofNear;
  const ofSearch = kinds * ((isScaled || isOpen ? 1 : 0) + (isOpen ? 1 : 0)) + (isScaled || isPriced ? costs : 0);
  const isOrdered = visits >= NEAR_ORDER.from && visits <= NEAR_ORDER.to;
  const used = Math.min(places, visits + 2 * vehicles.length);
  const copies = (isOrdered ? 1 : 0) + (isNear ? 1 : 0);
  const side = 1 + (isNear ? used : places);
  const ofThread = 2 * profiles * copies * used ** 2 + (kinds + costs + ofSearch) * side ** 2;
  const ofProblem = isNear ? 0 : 2 * profiles * places ** 2;
  return rest + ofNear + CELL_BYTES * (ofProblem + threads * ofThread);
}

/** So many threads of `most` as the memory has room for, at least one: a calculation fits that fits with one. */
export function threadsThatFit(size: Omit<CalculationSize, "threads">, most: number, allowedBytes: number): number {
  let threads = most;
  while (threads > 1 && memoryNeeded({ ...size, threads }) > allowedBytes) threads--;
  return Math.max(1, threads);
}

/** The input's size; places at the same coordinates count once. */
export function sizeOf(input: Pick<CalculationInput, "fleet" | "visits">): CalculationSize {
  // Vans that differ in height have tables of their own.
  const vehicles = Object.values(input.fleet).map((entry) => ({ ...entry, profile: travelKey(entry) }));
  const key = ({ lat, lng }: { lat: number; lng: number }): string => `${lat},${lng}`;
  const visits = Object.values(input.visits);
  const places =
    new Set(visits.map(key)).size +
    new Set(
      vehicles.flatMap((one) =>
        [one.start_location, ...(one.end_location === undefined ? [] : [one.end_location])].map(key),
      ),
    ).size;
  return { visits: visits.length, places, vehicles, threads: 1 };
}

export const gigabytes = (bytes: number): string => `${formatNumber(Math.max(0.1, bytes / 1e9), 1)} GB`;

/** What helps, before a calculation and after one. */
export const NEEDS_LESS_MEMORY =
  "Spread the visits over several plans, or calculate routes one by one. " +
  "Whoever runs the server can allow more with CALCULATION_MEMORY_MB.";

/** Null when it fits. */
export function refuseTooLarge(size: CalculationSize, allowedBytes: number): { ok: false; error: Refusal } | null {
  const needed = memoryNeeded(size);
  if (needed <= allowedBytes) return null;
  const vehicles = count(size.vehicles.length, "vehicle");
  const extent = `${count(size.visits, "visit")} at ${count(size.places, "place")} with ${vehicles}`;
  return refuse(
    "calculation.too_large",
    `This calculation needs about ${gigabytes(needed)} of memory, ${gigabytes(allowedBytes)} are allowed: ${extent}. ` +
      NEEDS_LESS_MEMORY,
    422,
  );
}
