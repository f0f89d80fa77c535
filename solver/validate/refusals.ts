import { ErrorCode, SolverError } from "../contract";

export function missing(path: string): SolverError {
  return new SolverError(ErrorCode.MissingField, path, "This field is missing.", "Add it.");
}

/** @param wanted what it has to be, with its article */
export function wrong(path: string, value: unknown, wanted: string, action = `Give ${wanted}.`): SolverError {
  return new SolverError(ErrorCode.WrongType, path, `${preview(value)} is not ${wanted}.`, action);
}

export function range(path: string, value: number, from: number, to: number): SolverError {
  const cause = value < 0 && from === 0 ? `${value} is negative.` : `${value} is out of range.`;
  return new SolverError(ErrorCode.OutOfRange, path, cause, from === to ? `Use ${from}.` : `Use ${from} to ${to}.`);
}

/** A value in a message: never all of something big, and nothing of its own is called. */
function preview(value: unknown): string {
  if (Array.isArray(value)) return `A list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "An object";
  if (typeof value === "function") return "A function";
  return typeof value === "string" ? JSON.stringify(shortened(value)) : String(value);
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

export const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/** Refuses a field that isn't among `allowed`: nothing is ignored silently. One that is undefined isn't given. */
export function refuseUnknown(fields: object, path: string, allowed: ReadonlySet<string>): void {
  for (const key in fields) {
    if (allowed.has(key) || !Object.hasOwn(fields, key) || fields[key as keyof typeof fields] === undefined) continue;
    throw new SolverError(
      ErrorCode.UnknownField,
      join(path, shortened(key)),
      "This field is unknown.",
      `Known here: ${[...allowed].join(", ")}.`,
    );
  }
}
