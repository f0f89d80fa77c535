import { ErrorCode, SolverError } from "../../contract";
import { join, missing, refuseUnknown, wrong } from "../../validate/refusals";

/** A JSON object whose fields are read one by one, with the path for messages. */
export type JsonObject = Record<string, unknown>;

/** The fields of an object; one that is not among `allowed` is refused, so that nothing is ignored silently. */
export function object(value: unknown, path: string, allowed: ReadonlySet<string>): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(path, value, "an object");
  refuseUnknown(value, path, allowed);
  return value as JsonObject;
}

/** Sets what is there, so that absent and default are the same thing. */
export function set<T extends object, K extends keyof T>(target: T, key: K, value: T[K] | undefined): void {
  if (value !== undefined) target[key] = value;
}

export function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(path, value, "a list");
  return value as readonly unknown[];
}

/*
 * Ten megabytes of stops are read in a fraction of a second: paths are put together for a message only, and lists of
 * numbers are taken over as they are.
 */

export function numberAt(fields: JsonObject, key: string, path: string): number {
  const value = fields[key];
  if (typeof value === "number") return value;
  throw value === undefined ? missing(join(path, key)) : wrong(join(path, key), value, "a number");
}

export function optionalNumber(fields: JsonObject, key: string, path: string): number | undefined {
  const value = fields[key];
  if (value === undefined || typeof value === "number") return value;
  throw wrong(join(path, key), value, "a number");
}

export function optionalString(fields: JsonObject, key: string, path: string): string | undefined {
  const value = fields[key];
  if (value === undefined || typeof value === "string") return value;
  throw wrong(join(path, key), value, "a text");
}

export function optionalNumbers(fields: JsonObject, key: string, path: string): readonly number[] | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw wrong(join(path, key), value, "a list");
  return allNumbers(value, () => join(path, key));
}

const MOST_TYPES = 1_000;

export function numberMap(fields: JsonObject, key: string, path: string): Record<string, number> | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(join(path, key), value, "an object");
  if (Object.keys(value).length > MOST_TYPES)
    throw new SolverError(
      ErrorCode.OutOfRange,
      join(path, key),
      `Has ${Object.keys(value).length} types.`,
      `Use ${MOST_TYPES} at most.`,
    );
  for (const [type, item] of Object.entries(value))
    if (typeof item !== "number") throw wrong(`${join(path, key)}.${type}`, item, "a number");
  return value as Record<string, number>;
}

export function window(value: unknown, path: () => string): readonly [number, number] {
  if (!Array.isArray(value)) throw wrong(path(), value, "a list");
  if (value.length !== 2) throw wrong(path(), value, "a pair [start, end]");
  return allNumbers(value, path) as readonly [number, number];
}

export function optionalWindows(
  fields: JsonObject,
  key: string,
  path: string,
): readonly (readonly [number, number])[] | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw wrong(join(path, key), value, "a list");
  const windows = value as (readonly [number, number])[];
  for (let k = 0; k < windows.length; k++) window(windows[k], () => `${join(path, key)}[${k}]`);
  return windows;
}

/** Where the windows stand in their list, in the order of their starts; undefined where the list has that order. */
export function windowOrder(windows: readonly (readonly [number, number])[]): readonly number[] | undefined {
  if (!windows.some(([from], k) => k > 0 && from < windows[k - 1][0])) return undefined;
  return windows.map((_, k) => k).sort((a, b) => windows[a][0] - windows[b][0] || a - b);
}

function allNumbers(values: readonly unknown[], path: () => string): readonly number[] {
  for (let k = 0; k < values.length; k++)
    if (typeof values[k] !== "number") throw wrong(`${path()}[${k}]`, values[k], "a number");
  return values as readonly number[];
}

export function conflict(path: string, other: string, action: string): SolverError {
  return new SolverError(ErrorCode.Conflict, path, `This field can't stand beside ${other}.`, action);
}
