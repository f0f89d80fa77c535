import { ErrorCode, SolverError } from "../../contract";

/** A JSON object whose fields are read one by one, with the path for messages. */
export type JsonObject = Record<string, unknown>;

/** The fields of an object; one that is not among `allowed` is refused, so that nothing is ignored silently. */
export function object(value: unknown, path: string, allowed: ReadonlySet<string>): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(path, value, "an object");
  const fields = value as JsonObject;
  for (const key in fields) {
    if (!allowed.has(key)) throw new SolverError(ErrorCode.UnknownField, join(path, shortened(key)), "This field is unknown.", `Known here: ${[...allowed].join(", ")}.`);
  }
  return fields;
}

/** Leaves out undefined fields, so that absent and default are the same thing. */
export function defined<T extends object>(fields: T): T {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as T;
}

export function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(path, value, "a list");
  return value as readonly unknown[];
}

export function numberAt(fields: JsonObject, key: string, path: string): number {
  const value = fields[key];
  if (value === undefined) throw missing(join(path, key));
  return toNumber(value, join(path, key));
}

export function optionalNumber(fields: JsonObject, key: string, path: string): number | undefined {
  return fields[key] === undefined ? undefined : toNumber(fields[key], join(path, key));
}

export function optionalString(fields: JsonObject, key: string, path: string): string | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw wrong(join(path, key), value, "a text");
  return value;
}

export function optionalNumbers(fields: JsonObject, key: string, path: string): number[] | undefined {
  if (fields[key] === undefined) return undefined;
  return list(fields[key], join(path, key)).map((value, k) => toNumber(value, `${join(path, key)}[${k}]`));
}

export function numberMap(fields: JsonObject, key: string, path: string): Record<string, number> | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(join(path, key), value, "an object");
  return Object.fromEntries(Object.entries(value).map(([type, item]) => [type, toNumber(item, `${join(path, key)}.${type}`)]));
}

export function window(value: unknown, path: string): [number, number] {
  const pair = list(value, path);
  if (pair.length !== 2) throw wrong(path, value, "a pair [start, end]");
  return [toNumber(pair[0], `${path}[0]`), toNumber(pair[1], `${path}[1]`)];
}

export function optionalWindows(fields: JsonObject, key: string, path: string): [number, number][] | undefined {
  if (fields[key] === undefined) return undefined;
  const at = join(path, key);
  const windows = list(fields[key], at).map((value, k) => window(value, `${at}[${k}]`));
  return windows.sort((a, b) => a[0] - b[0]);
}

export function toNumber(value: unknown, path: string): number {
  if (typeof value !== "number") throw wrong(path, value, "a number");
  return value;
}

export const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

export function missing(path: string): SolverError {
  return new SolverError(ErrorCode.MissingField, path, "This field is missing.", "Add it.");
}

export function wrong(path: string, value: unknown, wanted: string): SolverError {
  return new SolverError(ErrorCode.WrongType, path, `${preview(value)} is not ${wanted}.`, `Give ${wanted}.`);
}

/** A value in a message: never all of something big. */
function preview(value: unknown): string {
  if (Array.isArray(value)) return `A list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "An object";
  return typeof value === "string" ? JSON.stringify(shortened(value)) : String(value);
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
