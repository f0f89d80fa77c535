import { ErrorCode, NO_WAY, SolverError } from "../../contract";
import type { Matrix, TravelModel } from "../../contract";
import { missing, wrong } from "../../validate/refusals";
import { MOST_PLACES } from "../../validate/validate-travel";
import { atMost } from "../../validate/values";
import { list, object, set } from "./fields";
import type { JsonObject } from "./fields";
import { isListed, readListed } from "./listed-travel";

const MATRIX_FIELDS = new Set(["durations", "distances", "costs"]);

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The matrices by profile; `matrix` is the old name of the durations of cars. */
export function readMatrices(root: JsonObject): Record<string, TravelModel> {
  if (root.matrices === undefined) return { car: readMatrix({ durations: root.matrix }, "matrix", true) };
  const all = root.matrices;
  if (typeof all !== "object" || all === null || Array.isArray(all))
    throw wrong("matrices", all, "an object with a matrix per profile");
  return Object.fromEntries(
    Object.entries(all).map(([profile, value]) => [
      profile,
      isListed(value) ? readListed(value, `matrices.${profile}`) : readMatrix(value, `matrices.${profile}`),
    ]),
  );
}

function readMatrix(value: unknown, path: string, legacy = false): Matrix {
  const fields = object(value, path, MATRIX_FIELDS);
  if (fields.durations === undefined) throw missing(legacy ? path : `${path}.durations`);
  const size = list(fields.durations, legacy ? path : `${path}.durations`).length;
  if (size === 0) throw new SolverError(ErrorCode.MatrixSize, path, "The matrix is empty.", "Give a row per place.");
  const read = (key: string, durations?: Int32Array): Int32Array | undefined =>
    fields[key] === undefined ? undefined : readValues(fields[key], legacy ? path : `${path}.${key}`, size, durations);
  const matrix: Writable<Matrix> = { size, durations: read("durations")! };
  set(matrix, "distances", read("distances", matrix.durations));
  set(matrix, "costs", read("costs", matrix.durations));
  return matrix;
}

/** Beyond VROOM, null is a duration where there is no way, and then a distance and a cost. */
function readValues(value: unknown, path: string, size: number, durations?: Int32Array): Int32Array {
  const rows = list(value, path);
  if (rows.length !== size)
    throw new SolverError(
      ErrorCode.MatrixSize,
      path,
      `Has ${rows.length} rows instead of ${size}.`,
      "Give a square matrix of the same size everywhere.",
    );
  // Before there is room for them: rows that are as long as they are many were sent, many empty ones are nothing.
  for (let i = 0; i < size; i++) {
    const { length } = list(rows[i], `${path}[${i}]`);
    if (length !== size)
      throw new SolverError(
        ErrorCode.MatrixSize,
        `${path}[${i}]`,
        `Has ${length} values instead of ${size}.`,
        "Give a square matrix.",
      );
  }
  atMost(rows, path, MOST_PLACES.dense, "rows");
  const values = new Int32Array(new SharedArrayBuffer(4 * size * size));
  for (let i = 0; i < size; i++) {
    const row = rows[i] as readonly unknown[];
    for (let j = 0; j < size; j++) {
      const item = row[j];
      if (item === null && (durations === undefined || durations[i * size + j] === NO_WAY)) {
        values[i * size + j] = durations === undefined ? NO_WAY : 0;
        continue;
      }
      if (typeof item !== "number") throw wrong(`${path}[${i}][${j}]`, item, "a whole number");
      if (!Number.isInteger(item)) throw wrong(`${path}[${i}][${j}]`, item, "a whole number");
      if (item < 0 || item > 100_000_000)
        throw new SolverError(
          ErrorCode.OutOfRange,
          `${path}[${i}][${j}]`,
          item < 0 ? `${item} is negative.` : `${item} is out of range.`,
          "Use 0 to 100000000.",
        );
      values[i * size + j] = item;
    }
  }
  return values;
}
