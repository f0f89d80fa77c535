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
  stopFlag: (value: Int32Array, path) => validateFlag(value, path),
  onProgress: (value: unknown, path) => check(typeof value === "function", path, value, "a function"),
  now: (value: unknown, path) => validateClock(value, path),
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
  const { now, threads = 1, iterationLimit, changeBudget } = options;
  if (now !== undefined && threads > 1 && iterationLimit === undefined && changeBudget === undefined)
    throw new SolverError(
      ErrorCode.Conflict,
      "options.now",
      "Threads compare their times with the clock of the system.",
      "Leave it out, or use 1 thread.",
    );
}

/** A flag that is copied on its way to a worker, as all memory that isn't shared, never changes there. */
function validateFlag(value: Int32Array, path: string): void {
  check(isFlag(value), path, value, "an Int32Array of one value or more");
  // a page that isn't cross-origin isolated has no shared memory
  if (typeof SharedArrayBuffer === "undefined" || isShared(value.buffer)) return;
  throw new SolverError(
    ErrorCode.WrongType,
    path,
    "Its memory isn't shared, so that no other thread can raise it.",
    "Give new Int32Array(new SharedArrayBuffer(4)).",
  );
}

const isShared = (memory: unknown): boolean => Object.prototype.toString.call(memory) === "[object SharedArrayBuffer]";

/** Asked once, because some clocks, as `performance.now`, can't be called without the object that they belong to. */
function validateClock(value: unknown, path: string): void {
  check(typeof value === "function", path, value, "a function");
  let time: unknown;
  try {
    time = (value as () => unknown)();
  } catch (error) {
    throw new SolverError(
      ErrorCode.WrongType,
      path,
      `The clock fails (${error instanceof Error ? error.message : String(error)}).`,
      "Give a function that can be called by itself, as () => performance.now().",
    );
  }
  check(Number.isFinite(time), path, time, "a function that returns a number of milliseconds");
}

function check(holds: boolean, path: string, value: unknown, wanted: string): void {
  if (!holds) throw wrong(path, value, wanted, `Give ${wanted}, or nothing.`);
}
