import { ErrorCode, SolverError } from "../contract";
import type { Options } from "../contract";
import { number } from "./numbers";

const MOST = Number.MAX_SAFE_INTEGER;

/** What each option has to be where it is given. */
const RULES: { readonly [Name in keyof Required<Options>]: (value: never, path: string) => void } = {
  timeLimitMs: (value: number, path) => number(value, path, 0, MOST, false),
  iterationLimit: (value: number, path) => number(value, path, 0, MOST),
  seed: (value: number, path) => number(value, path, -MOST, MOST),
  exploration: (value: number, path) => number(value, path, 0, 5, false),
  threads: (value: number, path) => number(value, path, 1, 64),
  changeBudget: (value: number, path) => number(value, path, 0, MOST),
  stopFlag: (value: unknown, path) =>
    check(Object.prototype.toString.call(value) === "[object Int32Array]", path, "an Int32Array"),
  onProgress: (value: unknown, path) => check(typeof value === "function", path, "a function"),
  now: (value: unknown, path) => check(typeof value === "function", path, "a function"),
  warmStart: (value: unknown, path) => check(Array.isArray(value), path, "a list of routes"),
  alternatives: (value: unknown, path) => check(typeof value === "boolean", path, "true or false"),
};

/** Refuses options that mean nothing: a misspelt limit would otherwise be none. */
export function validateOptions(options: Options): void {
  for (const [name, value] of Object.entries(options)) {
    const path = `options.${name}`;
    if (!Object.hasOwn(RULES, name))
      throw new SolverError(
        ErrorCode.UnknownField,
        path,
        "This option is unknown.",
        `Use ${Object.keys(RULES).join(", ")}.`,
      );
    if (value !== undefined) RULES[name as keyof Options](value as never, path);
  }
}

function check(holds: boolean, path: string, wanted: string): void {
  if (!holds) throw new SolverError(ErrorCode.WrongType, path, `This is not ${wanted}.`, `Give ${wanted}, or nothing.`);
}
