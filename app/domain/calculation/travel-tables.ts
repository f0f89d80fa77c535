/** Travel times as a problem gets them: all pairs of places, or the near ones of a large day. */
import type { TravelModel } from "solver/contract/public";
import type { CalculationInput } from "./calculation-input";
import type { CalculationPlaces } from "./places";

/**
 * From so many places on only near pairs are asked for and kept: a square table of 2,000 places has four million pairs,
 * which an engine answers within a minute. Its size and that time grow with the square of the places.
 */
export const NEAR_FROM_PLACES = 2_000;

/** Square, [from * size + to], whole seconds and metres, rows and columns as `CalculationPlaces.places`. */
interface SquareTable {
  size: number;
  durationsSec: Int32Array;
  distancesM: Int32Array;
}

/** By row of each place; see the solver's sparse matrix (`solver/contract/travel-models.ts`). */
interface NearTravelTable extends SquareTable {
  rowStart: Int32Array;
  to: Int32Array;
  beyondSec: Int32Array;
  /** lng and lat of each place */
  points: Float64Array;
}

export type TravelTable = SquareTable | NearTravelTable;

/** by `travelKey` */
export type TravelTables = Record<string, TravelTable>;

const isNear = (table: TravelTable): table is NearTravelTable => "rowStart" in table;

/** As the solver takes it; nothing is copied. */
export function travelModel(table: TravelTable): TravelModel {
  const { size, durationsSec: durations, distancesM: distances } = table;
  if (!isNear(table)) return { size, durations, distances };
  const { rowStart, to, beyondSec: beyond, points } = table;
  return { kind: "sparse", size, rowStart, to, durations, distances, metric: "geographic", points, beyond };
}

/** Places that vehicles start from or end at, those of the most vehicles first. */
export function endsOfVehicles({ startIndex, endIndex }: Pick<CalculationPlaces, "startIndex" | "endIndex">): number[] {
  const counts = new Map<number, number>();
  for (const place of [...startIndex.values(), ...endIndex.values()]) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => place);
}

/** Legs between stops of the routes as the input has them, and those to their ends. */
export function presentLegs(
  { solution }: Pick<CalculationInput, "solution">,
  { visitIndex, startIndex, endIndex }: CalculationPlaces,
): (readonly [from: number, to: number])[] {
  const legs: (readonly [number, number])[] = [];
  for (const [routeId, order] of Object.entries(solution)) {
    const stops = order.flatMap((entry) => (entry === "break" ? [] : (visitIndex.get(entry) ?? [])));
    if (stops.length === 0) continue;
    const [start, end] = [startIndex.get(Number(routeId)), endIndex.get(Number(routeId))];
    const way = [...(start === undefined ? [] : [start]), ...stops, ...(end === undefined ? [] : [end])];
    for (let at = 1; at < way.length; at += 1) if (way[at] !== way[at - 1]) legs.push([way[at - 1]!, way[at]!]);
  }
  return legs;
}
