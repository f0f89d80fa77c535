import { ErrorCode, SolverError } from "../contract";
import type { TimeWindow } from "../contract";
import { missing, range, wrong } from "./refusals";

/*
 * What one value has to be. Types say most of it already, but programs without types call the solver too, and what they
 * get wrong should be refused by name instead of failing somewhere inside.
 */

export const MAX_TIME = 10_000_000_000;
const MAX_AMOUNT = 1_000_000_000;
/** Each stop is compared in each dimension. */
const MAX_DIMENSIONS = 1_000;

/** Refuses what is no number, no whole one where that is asked for, or outside from..to. */
export function number(value: number, path: string, from: number, to: number, whole = true): void {
  if (value === undefined) throw missing(path);
  if (typeof value !== "number" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    const wanted = whole ? "a whole number" : "a number";
    throw wrong(path, value, wanted, `Use ${wanted} from ${from} to ${to}.`);
  }
  if (value < from || value > to) throw range(path, value, from, to);
}

export function optional(value: number | undefined, path: string, from: number, to: number): void {
  if (value !== undefined) number(value, path, from, to);
}

export const identifier = (value: number, path: string): void => number(value, path, 0, Number.MAX_SAFE_INTEGER);

/** A row of a matrix of this size. */
export function index(value: number, path: string, size: number): void {
  identifier(value, path);
  if (value >= size) {
    throw new SolverError(
      ErrorCode.UnknownIndex,
      path,
      `The matrix has no row ${value} (it has ${size}).`,
      `Use 0 to ${size - 1}.`,
    );
  }
}

export function optionalText(value: unknown, path: string): void {
  if (value !== undefined && typeof value !== "string") throw wrong(path, value, "a text");
}

export function optionalFlag(value: unknown, path: string): void {
  if (value !== undefined && typeof value !== "boolean") throw wrong(path, value, "true or false");
}

export function object(value: unknown, path: string): void {
  if (value === undefined) throw missing(path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(path, value, "an object");
}

export function list(value: unknown, path: string): void {
  if (value === undefined) throw missing(path);
  if (!Array.isArray(value)) throw wrong(path, value, "a list");
}

/** A list of objects, each with its path; unlike forEach it doesn't step over holes. */
export function each<T>(items: readonly T[], path: string, judge: (item: T, path: string) => void): void {
  list(items, path);
  for (let k = 0; k < items.length; k++) {
    const at = `${path}[${k}]`;
    object(items[k], at);
    judge(items[k], at);
  }
}

/** Also one of another window or context of the same program. */
export function typedArray(value: unknown, path: string, type: "Int32Array" | "Float64Array"): void {
  if (value === undefined) throw missing(path);
  if (Object.prototype.toString.call(value) !== `[object ${type}]`)
    throw wrong(path, value, type === "Int32Array" ? "an Int32Array" : "a Float64Array");
}

/** Numbers of things: skills. */
export function identifiers(values: readonly number[] | undefined, path: string): void {
  if (values === undefined) return;
  list(values, path);
  for (let k = 0; k < values.length; k++) identifier(values[k], `${path}[${k}]`);
}

/** How many dimensions amounts have, and the field that said so. */
export interface Dimensions {
  count: number;
  field: string;
}

export function amount(values: readonly number[] | undefined, path: string, dimensions: Dimensions): void {
  if (values === undefined) return;
  list(values, path);
  atMost(values, path, MAX_DIMENSIONS, "dimensions");
  for (let i = 0; i < values.length; i++) number(values[i], `${path}[${i}]`, 0, MAX_AMOUNT);
  if (values.length === 0) return;
  if (dimensions.count < 0) {
    dimensions.count = values.length;
    dimensions.field = path;
  } else if (dimensions.count !== values.length) {
    throw new SolverError(
      ErrorCode.AmountDimensions,
      path,
      `Has ${values.length} dimensions, ${dimensions.field} has ${dimensions.count}.`,
      "Use the same number everywhere.",
    );
  }
}

export function atMost(values: readonly unknown[], path: string, most: number, what: string): void {
  if (values.length > most)
    throw new SolverError(ErrorCode.OutOfRange, path, `Has ${values.length} ${what}.`, `Use ${most} at most.`);
}

export function windows(values: readonly TimeWindow[] | undefined, path: string): void {
  if (values === undefined) return;
  list(values, path);
  if (values.length === 0)
    throw new SolverError(
      ErrorCode.OutOfRange,
      path,
      "The list of windows is empty.",
      "Leave it out when any time is right.",
    );
  for (let k = 0; k < values.length; k++) {
    window(values[k], `${path}[${k}]`);
    if (k > 0 && values[k][0] === values[k - 1][1])
      throw new SolverError(
        ErrorCode.WindowOrder,
        `${path}[${k}]`,
        `The window begins in the second in which the one before ends (${values[k][0]}): windows include their ends.`,
        `Begin it at ${values[k][0] + 1}, or merge both.`,
      );
    if (k > 0 && values[k][0] < values[k - 1][1]) {
      throw new SolverError(
        ErrorCode.WindowOrder,
        `${path}[${k}]`,
        `The window begins (${values[k][0]}) before another one ends (${values[k - 1][1]}).`,
        "Sort the windows and merge those that overlap.",
      );
    }
  }
}

export function window(value: TimeWindow, path: string): void {
  list(value, path);
  if (value.length !== 2) throw wrong(path, value, "a pair [start, end]");
  number(value[0], `${path}[0]`, 0, MAX_TIME);
  number(value[1], `${path}[1]`, 0, MAX_TIME);
  if (value[1] < value[0]) {
    throw new SolverError(
      ErrorCode.WindowOrder,
      path,
      `The window ends (${value[1]}) before it starts (${value[0]}).`,
      "Give the earlier time first.",
    );
  }
}

export function unique<T>(items: readonly T[], id: (item: T) => number, path: string, suffix = ""): void {
  const seen = new Map<number, number>();
  items.forEach((item, k) => {
    const first = seen.get(id(item));
    if (first !== undefined) {
      throw new SolverError(
        ErrorCode.DuplicateId,
        `${path}[${k}]${suffix}.id`,
        `The id ${id(item)} is already that of ${path}[${first}]${suffix}.`,
        "Give each its own id.",
      );
    }
    seen.set(id(item), k);
  });
}
