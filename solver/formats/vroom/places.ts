import { ErrorCode, SolverError } from "../../contract";
import type { SparseMatrix, Vehicle } from "../../contract";
import { missing, wrong } from "../../validate/refusals";
import { join, list, optionalNumber } from "./fields";
import type { JsonObject } from "./fields";

/** Coordinates [lon, lat] by matrix row; undefined where none were given. */
export type Locations = (readonly [number, number] | undefined)[];

/** How places become rows of a matrix. */
export interface Places {
  readonly locations: Locations;
  /** what names a place where one is missing */
  readonly named: "location" | "location_index";
  /** The row of a place, null where none is named. @param coordinates @param index names of the two fields */
  read(fields: JsonObject, coordinates: string, index: string, path: string): number | null;
}

/** Rows are given; coordinates beside them go to the answer. */
export class PlacesByIndex implements Places {
  readonly locations: Locations = [];
  readonly named = "location_index";

  read(fields: JsonObject, coordinates: string, index: string, path: string): number | null {
    const row = optionalNumber(fields, index, path);
    const point = optionalPoint(fields, coordinates, path);
    if (row === undefined && point === undefined) return null;
    if (row === undefined) throw missing(join(path, index));
    if (point !== undefined && Number.isInteger(row) && row >= 0 && row < 100_000) this.locations[row] = point;
    return row;
  }
}

/** There are no matrices: equal coordinates are one place. */
export class PlacesByCoordinates implements Places {
  readonly locations: (readonly [number, number])[] = [];
  readonly named = "location";
  private readonly rows = new Map<string, number>();

  read(fields: JsonObject, coordinates: string, index: string, path: string): number | null {
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
    const row = this.rows.get(key) ?? this.locations.push(point) - 1;
    this.rows.set(key, row);
    return row;
  }
}

function optionalPoint(fields: JsonObject, key: string, path: string): readonly [number, number] | undefined {
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
