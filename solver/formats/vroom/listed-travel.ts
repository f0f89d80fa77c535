import { ErrorCode, NO_WAY, SolverError } from "../../contract";
import type { PointsModel, SparseMatrix } from "../../contract";
import { missing, wrong } from "../../validate/refusals";
import { conflict, list, object, optionalString, set } from "./fields";
import type { JsonObject } from "./fields";

/*
 * Beyond VROOM: travel of a profile that is no square matrix. Points alone: { metric, points }. Near pairs of a road
 * network: { metric, points, row_start, to, durations, distances?, beyond? }, with null for a duration without a way.
 */

const POINTS_FIELDS = new Set(["metric", "points"]);
const SPARSE_FIELDS = new Set(["metric", "points", "row_start", "to", "durations", "distances", "beyond"]);

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Whether a profile's travel is given in one of these two forms. */
export const isListed = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && ("points" in value || "row_start" in value || "metric" in value);

export function readListed(value: JsonObject, path: string): PointsModel | SparseMatrix {
  return isOfRows(value) ? readSparse(value, path) : readPoints(value, path);
}

/** Whether rows are meant, though something of them may be missing: points of the earth alone say no travel times. */
const isOfRows = (value: JsonObject): boolean =>
  ["row_start", "rowStart", "to", "beyond"].some((key) => key in value) || value.metric === "geographic";

function readPoints(value: JsonObject, path: string): PointsModel {
  for (const key of ["durations", "distances", "costs"])
    if (value[key] !== undefined) throw conflict(`${path}.${key}`, "points", "Give points, or matrices.");
  const fields = object(value, path, POINTS_FIELDS);
  const points = pairs(fields, path);
  return { kind: "points", size: points.length / 2, metric: metricOf(fields, path, "euclidean"), points };
}

function readSparse(value: JsonObject, path: string): SparseMatrix {
  if (value.costs !== undefined)
    throw conflict(`${path}.costs`, "row_start", "Only square matrices have costs of their own.");
  const fields = object(value, path, SPARSE_FIELDS);
  const points = pairs(fields, path);
  const rowStart = integers(fields, "row_start", path);
  const durations = integers(fields, "durations", path, () => NO_WAY);
  const matrix: Writable<SparseMatrix> = {
    kind: "sparse",
    size: points.length / 2,
    metric: metricOf(fields, path, "euclidean", "geographic"),
    points,
    rowStart,
    to: integers(fields, "to", path),
    durations,
  };
  // Where there is a way, a distance that nobody knows would count as 0 m, and limits would be broken by it.
  const ofNoWay = (entry: number): number | undefined => ((durations[entry] ?? NO_WAY) === NO_WAY ? 0 : undefined);
  if (fields.distances !== undefined) set(matrix, "distances", integers(fields, "distances", path, ofNoWay));
  if (fields.beyond !== undefined) set(matrix, "beyond", integers(fields, "beyond", path));
  return matrix;
}

function metricOf<M extends string>(fields: JsonObject, path: string, ...known: readonly M[]): M {
  const value = optionalString(fields, "metric", path);
  if (value === undefined) throw missing(`${path}.metric`);
  const found = known.find((name) => name === value);
  if (found === undefined) throw wrong(`${path}.metric`, value, known.map((name) => JSON.stringify(name)).join(" or "));
  return found;
}

/** Points as flat values. */
function pairs(fields: JsonObject, path: string): Float64Array {
  if (fields.points === undefined) throw missing(`${path}.points`);
  const points = list(fields.points, `${path}.points`);
  const values = new Float64Array(new SharedArrayBuffer(16 * points.length));
  for (let i = 0; i < points.length; i++) {
    const pair = points[i];
    if (!Array.isArray(pair) || pair.length !== 2) throw wrong(`${path}.points[${i}]`, pair, "a pair of numbers");
    for (let k = 0; k < 2; k++) {
      const item: unknown = pair[k];
      if (typeof item !== "number") throw wrong(`${path}.points[${i}][${k}]`, item, "a number");
      values[2 * i + k] = item;
    }
  }
  return values;
}

/**
 * Whole numbers that fit an Int32Array.
 * @param none what null stands for at an entry; undefined: it is refused there
 */
function integers(
  fields: JsonObject,
  key: string,
  path: string,
  none: (entry: number) => number | undefined = () => undefined,
): Int32Array {
  if (fields[key] === undefined) throw missing(`${path}.${key}`);
  const items = list(fields[key], `${path}.${key}`);
  const values = new Int32Array(new SharedArrayBuffer(4 * items.length));
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    const replaced = item === null ? none(k) : undefined;
    if (replaced !== undefined) {
      values[k] = replaced;
      continue;
    }
    if (typeof item !== "number" || !Number.isInteger(item))
      throw wrong(`${path}.${key}[${k}]`, item, "a whole number");
    if (item < 0 || item > 100_000_000)
      throw new SolverError(
        ErrorCode.OutOfRange,
        `${path}.${key}[${k}]`,
        item < 0 ? `${item} is negative.` : `${item} is out of range.`,
        "Use 0 to 100000000.",
      );
    values[k] = item;
  }
  return values;
}
