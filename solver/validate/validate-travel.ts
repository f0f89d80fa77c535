import { ErrorCode, NO_WAY, SolverError } from "../contract";
import type { Matrix, PointsModel, SparseMatrix, TravelModel } from "../contract";
import { KNOWN } from "./known-fields";
import { missing, range, refuseUnknown, wrong } from "./refusals";
import { number, object, typedArray } from "./values";

/** Sums of a route stay exact in doubles and single values in 32 bits when inputs stay below this. */
export const MAX_DURATION = 100_000_000;
/** Two points of the plane are then less than MAX_DURATION apart. */
const MAX_COORDINATE = 35_000_000;
const VALUES_AT_ONCE = 1_000_000;
export const MOST_PLACES = { dense: 50_000, listed: 200_000 };

/** Travel all of whose values were found right. */
const read = new WeakSet<TravelModel>();

export const isRead = (model: TravelModel): boolean => read.has(model);

/** Refuses travel that can't be read. Once `stopped` is true the rest isn't looked at. */
export function validateTravel(model: TravelModel, path: string, stopped: () => boolean): void {
  let isWhole = true;
  validateModel(model, path, () => {
    if (stopped()) isWhole = false;
    return !isWhole;
  });
  if (isWhole) read.add(model);
}

function validateModel(model: TravelModel, path: string, stopped: () => boolean): void {
  object(model, path);
  refuseOthers(model, path);
  switch (model.kind) {
    case undefined:
    case "dense":
      return validateMatrix(model, path, stopped);
    case "points":
      number(model.size, `${path}.size`, 1, MOST_PLACES.listed);
      metric(model.metric, path, ["euclidean"]);
      return validatePoints(model, path, MAX_COORDINATE, MAX_COORDINATE, stopped);
    case "sparse":
      return validateSparse(model, path, stopped);
  }
}

/** Fields of another form beside its own: nobody could tell which of them counts. */
const OTHERS = {
  dense: ["points", "rowStart", "to", "beyond"],
  points: ["durations", "distances", "costs", "rowStart", "to", "beyond"],
  sparse: ["costs"],
};

function refuseOthers(model: TravelModel, path: string): void {
  const kind = model.kind === undefined ? "dense" : model.kind;
  if (!Object.hasOwn(OTHERS, kind)) throw wrong(`${path}.kind`, kind, '"dense", "points" or "sparse"');
  const given: Readonly<Record<string, unknown>> = { ...model };
  const field = OTHERS[kind].find((name) => given[name] !== undefined);
  if (field === undefined) return refuseUnknown(model, path, KNOWN[kind]);
  throw new SolverError(
    ErrorCode.Conflict,
    `${path}.${field}`,
    `This field can't stand in travel of the kind "${kind}".`,
    'Leave it out, or give another kind: "dense", "points" or "sparse".',
  );
}

function validateMatrix(matrix: Matrix, path: string, stopped: () => boolean): void {
  number(matrix.size, `${path}.size`, 1, MOST_PLACES.dense);
  for (const key of ["durations", "distances", "costs"] as const) {
    const values = matrix[key];
    if (values === undefined && key === "durations") throw missing(`${path}.durations`);
    if (values === undefined) continue;
    typedArray(values, `${path}.${key}`, "Int32Array");
    if (values.length !== matrix.size * matrix.size) {
      throw new SolverError(
        ErrorCode.MatrixSize,
        `${path}.${key}`,
        `Holds ${values.length} values instead of ${matrix.size} × ${matrix.size}.`,
        "Give a square matrix with a row per place.",
      );
    }
    const at = firstOutside(values, matrix.durations, stopped);
    if (at >= 0)
      throw range(`${path}.${key}[${Math.floor(at / matrix.size)}][${at % matrix.size}]`, values[at], 0, MAX_DURATION);
  }
}

/**
 * First value that is negative or too large: one comparison, because a negative number is a large one without its sign.
 * Where there is no way, no value counts.
 */
function firstOutside(values: Int32Array, durations: Int32Array, stopped: () => boolean): number {
  for (let from = 0; from < values.length && !stopped(); from += VALUES_AT_ONCE) {
    const end = Math.min(values.length, from + VALUES_AT_ONCE);
    for (let k = from; k < end; k++) if (values[k] >>> 0 > MAX_DURATION && durations[k] !== NO_WAY) return k;
  }
  return -1;
}

function metric(value: string, path: string, known: readonly string[]): void {
  if (value === undefined) throw missing(`${path}.metric`);
  if (!known.includes(value)) throw wrong(`${path}.metric`, value, known.map((name) => `"${name}"`).join(" or "));
}

/** The first coordinate of each point lies within ±x, the second within ±y. */
function validatePoints(
  { size, points }: PointsModel | SparseMatrix,
  path: string,
  x: number,
  y: number,
  stopped: () => boolean,
): void {
  if (stopped()) return;
  typedArray(points, `${path}.points`, "Float64Array");
  lengthOf(points, `${path}.points`, 2 * size, "two values per place");
  for (let k = 0; k < points.length; k++) {
    const most = k % 2 === 0 ? x : y;
    if (!(Math.abs(points[k]) <= most)) number(points[k], `${path}.points[${k >> 1}][${k % 2}]`, -most, most, false);
  }
}

function validateSparse(matrix: SparseMatrix, path: string, stopped: () => boolean): void {
  const { size, rowStart, to, durations, distances, beyond } = matrix;
  number(size, `${path}.size`, 1, MOST_PLACES.listed);
  metric(matrix.metric, path, ["euclidean", "geographic"]);
  typedArray(rowStart, `${path}.rowStart`, "Int32Array");
  typedArray(to, `${path}.to`, "Int32Array");
  typedArray(durations, `${path}.durations`, "Int32Array");
  if (distances !== undefined) typedArray(distances, `${path}.distances`, "Int32Array");
  if (beyond !== undefined) typedArray(beyond, `${path}.beyond`, "Int32Array");
  const isGeographic = matrix.metric === "geographic";
  validatePoints(matrix, path, isGeographic ? 180 : MAX_COORDINATE, isGeographic ? 90 : MAX_COORDINATE, stopped);
  lengthOf(rowStart, `${path}.rowStart`, size + 1, "where each place's row begins, and where the last one ends");
  if (rowStart[0] !== 0) throw range(`${path}.rowStart[0]`, rowStart[0], 0, 0);
  for (let i = 0; i < size; i++)
    if (rowStart[i + 1] < rowStart[i])
      throw new SolverError(
        ErrorCode.RowOrder,
        `${path}.rowStart[${i + 1}]`,
        `${rowStart[i + 1]} is before ${rowStart[i]}, where row ${i} begins.`,
        "Give the rows one after the other.",
      );
  lengthOf(to, `${path}.to`, rowStart[size], "a value per entry of the rows");
  lengthOf(durations, `${path}.durations`, to.length, "a value per entry of the rows");
  if (distances !== undefined) lengthOf(distances, `${path}.distances`, to.length, "a value per entry of the rows");
  for (let i = 0; i < size && !stopped(); i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (to[k] < 0 || to[k] >= size)
        throw new SolverError(
          ErrorCode.UnknownIndex,
          `${path}.to[${k}]`,
          `There is no place ${to[k]}.`,
          `Use 0 to ${size - 1}.`,
        );
      if (k > rowStart[i] && to[k] <= to[k - 1])
        throw new SolverError(
          ErrorCode.RowOrder,
          `${path}.to[${k}]`,
          `Place ${to[k]} stands behind place ${to[k - 1]} in row ${i}.`,
          "Sort the places of a row, each once.",
        );
    }
  for (const [key, values] of [["durations", durations] as const, ["distances", distances] as const]) {
    const at = values === undefined ? -1 : firstOutside(values, durations, stopped);
    if (at >= 0) throw range(`${path}.${key}[${at}]`, values![at], 0, MAX_DURATION);
  }
  if (beyond !== undefined) {
    lengthOf(beyond, `${path}.beyond`, size, "a value per place");
    const at = beyond.findIndex((value) => value < 0 || value > MAX_DURATION);
    if (at >= 0) throw range(`${path}.beyond[${at}]`, beyond[at], 0, MAX_DURATION);
  }
  if (!saysPace(matrix) && !stopped())
    throw new SolverError(
      ErrorCode.MissingField,
      `${path}.to`,
      "No way between two points is listed, so that nothing says how long the others take.",
      "List near places with their travel times.",
    );
}

/** Whether anything says how long ways take that aren't listed; true where none is to be known. */
function saysPace({ size, rowStart, to, durations, beyond, points }: SparseMatrix): boolean {
  const isApart = (a: number, b: number): boolean =>
    points[2 * a] !== points[2 * b] || points[2 * a + 1] !== points[2 * b + 1];
  let listed = 0;
  for (let i = 0; i < size; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (to[k] !== i) listed++;
      if (durations[k] !== NO_WAY && isApart(i, to[k])) return true;
    }
  if (listed === size * (size - 1) || beyond?.some((value) => value > 0) === true) return true;
  for (let i = 1; i < size; i++) if (isApart(0, i)) return false;
  return true;
}

function lengthOf(values: { readonly length: number }, path: string, length: number, what: string): void {
  if (values.length !== length)
    throw new SolverError(
      ErrorCode.MatrixSize,
      path,
      `Holds ${values.length} values instead of ${length}.`,
      `Give ${what}.`,
    );
}
