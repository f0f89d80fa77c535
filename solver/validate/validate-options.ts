import { ErrorCode, SolverError } from "../contract";
import type { Options } from "../contract";
import { wrong } from "./refusals";
import { validateRoutes } from "./validate-steps";
import { number, object, optionalFlag } from "./values";

const MOST = Number.MAX_SAFE_INTEGER;

type Whole = Required<Options>;

/** What each option has to be where it is given. */
const RULES: { readonly [Name in keyof Whole]: (value: Whole[Name], path: string) => void } = {
  timeLimitMs: (value, path) => number(value, path, 0, MOST, false),
  iterationLimit: (value, path) => number(value, path, 0, MOST),
  seed: (value, path) => number(value, path, -MOST, MOST),
  exploration: (value, path) => number(value, path, 0, 5, false),
  threads: (value, path) => number(value, path, 1, 64),
  changeBudget: (value, path) => number(value, path, 0, MOST),
  stopFlag: (value, path) => validateFlag(value, path),
  onProgress: (value, path) => check(typeof value === "function", path, value, "a function"),
  now: (value, path) => validateClock(value, path),
  warmStart: (value, path) => validateRoutes(value, path),
  alternatives: (value, path) => optionalFlag(value, path),
};

const isFlag = (value: unknown): boolean =>
  Object.prototype.toString.call(value) === "[object Int32Array]" && (value as Int32Array).length > 0;

const isOption = (name: string): name is keyof Options => Object.hasOwn(RULES, name);

function validateOption<Name extends keyof Whole>(name: Name, options: Partial<Whole>): void {
  const value: Whole[Name] | undefined = options[name];
  if (value !== undefined) RULES[name](value, `options.${name}`);
}

/** Refuses options that mean nothing: a misspelt limit would otherwise be none. */
export function validateOptions(options: Options): void {
  object(options, "options");
  for (const name of Object.keys(options)) {
    if (!isOption(name))
      throw new SolverError(
        ErrorCode.UnknownField,
        `options.${name}`,
        "This option is unknown.",
        `Use ${Object.keys(RULES).join(", ")}.`,
      );
    validateOption(name, options);
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
