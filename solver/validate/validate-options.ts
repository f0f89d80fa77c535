import { ErrorCode, SolverError } from "../contract";
import type { GivenRoute, Options } from "../contract";
import { wrong } from "./refusals";
import { validateRoutes } from "./validate-steps";
import { number, object, optionalFlag } from "./values";

const MOST = Number.MAX_SAFE_INTEGER;

/** What each option has to be where it is given. */
const RULES: { readonly [Name in keyof Required<Options>]: (value: never, path: string) => void } = {
  timeLimitMs: (value: number, path) => number(value, path, 0, MOST, false),
  iterationLimit: (value: number, path) => number(value, path, 0, MOST),
  seed: (value: number, path) => number(value, path, -MOST, MOST),
  exploration: (value: number, path) => number(value, path, 0, 5, false),
  threads: (value: number, path) => number(value, path, 1, 64),
  changeBudget: (value: number, path) => number(value, path, 0, MOST),
  stopFlag: (value: unknown, path) => check(isFlag(value), path, value, "an Int32Array of one value or more"),
  onProgress: (value: unknown, path) => check(typeof value === "function", path, value, "a function"),
  now: (value: unknown, path) => check(typeof value === "function", path, value, "a function"),
  warmStart: (value: readonly GivenRoute[], path) => validateRoutes(value, path),
  alternatives: (value: unknown, path) => optionalFlag(value, path),
};

const isFlag = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === "[object Int32Array]" && (value as Int32Array).length > 0;

/** Refuses options that mean nothing: a misspelt limit would otherwise be none. */
export function validateOptions(options: Options): void {
  object(options, "options");
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

function check(holds: boolean, path: string, value: unknown, wanted: string): void {
  if (!holds) throw wrong(path, value, wanted, `Give ${wanted}, or nothing.`);
}
