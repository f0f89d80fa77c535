import { ErrorCode, SolverError } from "../../contract";
import type { SolutionStep, SparseMatrix, Vehicle } from "../../contract";
import { join, missing, wrong } from "../../validate/refusals";
import { MOST_PLACES } from "../../validate/validate-travel";
import { list, optionalNumber } from "./fields";
import type { JsonObject } from "./fields";

type Point = readonly [lon: number, lat: number];

/** Coordinates by matrix row; undefined where none were given. Several on one row: the first of them. */
export interface Locations extends Array<Point | undefined> {
  /** Coordinates of stops, starts and ends that differ from those of their row, by `placeKey`. */
  own?: Map<string, Point>;
  /**
   * Where windows stand in the lists that were given in another order than that of their starts: of stops by
   * `placeKey`, of breaks by `breakKey`.
   */
  windowOrders?: Map<string, readonly number[]>;
}

/** Who is at a place: a stop, or the start or end of a vehicle. */
export type PlaceOf = Exclude<SolutionStep["type"], "break">;

export const placeKey = (type: PlaceOf, id: number): string => `${type} ${id}`;
export const breakKey = (vehicleId: number, id: number): string => `break ${vehicleId} ${id}`;

/** How places become rows of a matrix. */
export interface Places {
  readonly locations: Locations;
  /** what names a place where one is missing */
  readonly named: "location" | "location_index";
  /** The row of a place, null where none is named. @param key of the coordinates; that of the row is `${key}_index` */
  read(fields: JsonObject, key: "location" | "start" | "end", path: string, type: PlaceOf, id: number): number | null;
}

/** Rows are given; coordinates beside them go to the answer. */
export class PlacesByIndex implements Places {
  readonly locations: Locations = [];
  readonly named = "location_index";

  read(fields: JsonObject, key: "location" | "start" | "end", path: string, type: PlaceOf, id: number): number | null {
    const row = optionalNumber(fields, `${key}_index`, path);
    const point = optionalPoint(fields, key, path);
    if (row === undefined && point === undefined) return null;
    if (row === undefined) throw missing(join(path, `${key}_index`));
    // a row that no matrix can have is refused later, and would make a list of its length here
    if (point !== undefined && Number.isInteger(row) && row >= 0 && row < MOST_PLACES.listed)
      this.keep(point, row, type, id);
    return row;
  }

  /** Two doors of one house may share a row: each keeps its coordinates. */
  private keep(point: Point, row: number, type: PlaceOf, id: number): void {
    const { locations } = this;
    const first = locations[row];
    if (first === undefined) locations[row] = point;
    else if (first[0] !== point[0] || first[1] !== point[1])
      (locations.own ??= new Map()).set(placeKey(type, id), point);
  }
}

/** There are no matrices: equal coordinates are one place. */
export class PlacesByCoordinates implements Places {
  readonly locations: (readonly [number, number])[] = [];
  readonly named = "location";
  private readonly rows = new Map<string, number>();

  read(fields: JsonObject, coordinates: "location" | "start" | "end", path: string): number | null {
    const index = `${coordinates}_index`;
    const point = optionalPoint(fields, coordinates, path);
    if (fields[index] !== undefined)
      throw point === undefined
        ? missing(join(path, coordinates))
        : new SolverError(
            ErrorCode.Conflict,
            join(path, index),
            "There are no matrices that it could be a row of.",
            "Leave it out, or give matrices.",
          );
    if (point === undefined) return null;
    const [lon, lat] = point;
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
      throw new SolverError(
        ErrorCode.OutOfRange,
        join(path, coordinates),
        `[${lon}, ${lat}] is no place.`,
        "Give [lon, lat] in degrees.",
      );
    const key = `${lon},${lat}`;
    const known = this.rows.get(key);
    if (known === undefined && this.locations.length === MOST_PLACES.listed)
      throw new SolverError(
        ErrorCode.OutOfRange,
        join(path, coordinates),
        `There are more than ${MOST_PLACES.listed} places.`,
        `Use ${MOST_PLACES.listed} at most.`,
      );
    const row = known ?? this.locations.push(point) - 1;
    this.rows.set(key, row);
    return row;
  }
}

function optionalPoint(fields: JsonObject, key: string, path: string): Point | undefined {
  if (fields[key] === undefined) return undefined;
  const pair = list(fields[key], join(path, key));
  const [lon, lat] = pair;
  if (typeof lon !== "number" || typeof lat !== "number") throw wrong(join(path, key), pair, "a pair [lon, lat]");
  return [lon, lat];
}

/**
 * Travel of the right size in which no pair is known, so that everything but the travel times can be validated: square
 * matrices of 10,000 places would take 400 MB, for nothing.
 */
export function placeholders(vehicles: readonly Vehicle[], locations: Locations): Record<string, SparseMatrix> {
  const size = Math.max(1, locations.length);
  const none = new Int32Array(0);
  const unknown: SparseMatrix = {
    kind: "sparse",
    size,
    metric: "geographic",
    points: new Float64Array(2 * size),
    rowStart: new Int32Array(size + 1),
    to: none,
    durations: none,
    distances: none,
  };
  return Object.fromEntries(vehicles.map(({ profile }) => [profile, unknown]));
}
