#!/usr/bin/env node
import { constants } from "node:buffer";
import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { ErrorCode, SolverError } from "./contract";
import type { Options, Problem, Progress, Solution } from "./contract";
import { readVroom } from "./formats/vroom/read";
import type { VroomMode } from "./formats/vroom/read";
import { exitCode, writeError, writeVroom } from "./formats/vroom/write";
import { crewOf, mostThreads } from "./parallel/threads";
import { version } from "./package.json";
import { timeRoutes } from "./schedule/time-routes";
import { solveWith } from "./solve";
import type { Crew } from "./solve";

interface Arguments {
  readonly file: string;
  /** Where the answer goes; null: standard output. */
  readonly output: string | null;
  /** Where figures about the run are written, for the benchmark. */
  readonly stats: string | null;
  readonly mode: VroomMode;
  readonly options: Options;
}

const USAGE =
  "Usage: route-solver problem.json[.gz] [--time-limit SECONDS] [--threads N] [--exploration 0..5] [--seed N] " +
  "[--iteration-limit N] [--plan] [--output FILE]";
const usage = (field: string, cause: string): SolverError => new SolverError(ErrorCode.Usage, field, cause, USAGE);

const HELP = `${USAGE}

Reads a problem in VROOM's format (- or nothing: standard input; JSON itself works too) and prints the solution.

  -i, --input FILE            the problem, as without an option
  -o, --output FILE           where the solution goes; default: standard output
  -l, --time-limit SECONDS    from the start of the process; 0 (default): by size and exploration
  -t, --threads N             1 (default) to 64
  -x, --exploration 0..5      effort without a time limit; default 5
  -c, --plan                  times the steps of the vehicles as they are
      --seed N                of the random numbers; default 1
      --iteration-limit N     ends after so many iterations; the same seed then gives the same plan
  -v, --version               prints the version of the package

Exit codes: 0 done, 1 a fault of the program, 2 input error, 3 routing error.
`;

/** VROOM's short names. */
const SHORT: Readonly<Record<string, string>> = {
  "-i": "--input",
  "-o": "--output",
  "-l": "--time-limit",
  "-t": "--threads",
  "-x": "--exploration",
  "-c": "--plan",
};
const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  "--time-limit": [0, 86_400],
  "--threads": [1, 64],
  "--exploration": [0, 5],
  "--seed": [0, Number.MAX_SAFE_INTEGER],
  "--iteration-limit": [1, Number.MAX_SAFE_INTEGER],
};
const ROUTING = ["-g", "--geometry", "-r", "--router", "-a", "--host", "-p", "--port"];

/** An option and its value where they stand in one argument, `--seed=7` or `-x5`. */
function parts(argument: string): [given: string, inline?: string] {
  const short = argument.slice(0, 2);
  if (argument.length > 2 && argument[2] !== "=" && short !== "-c" && Object.hasOwn(SHORT, short))
    return [short, argument.slice(2)];
  const at = argument.startsWith("-") ? argument.indexOf("=") : -1;
  return at < 0 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)];
}

function readArguments(args: readonly string[]): Arguments {
  const texts: Record<string, string | null> = { "--input": null, "--output": null, "--stats": null };
  const values: Record<string, number> = {};
  let mode: VroomMode = "solve";
  for (let k = 0; k < args.length; k++) {
    const [given, inline] = parts(args[k]);
    const name = Object.hasOwn(SHORT, given) ? SHORT[given] : given;
    if (name === "--plan") {
      if (inline !== undefined) throw usage(given, "It takes no value: leave it out where it isn't wanted.");
      mode = "plan";
      continue;
    }
    if (ROUTING.includes(name))
      throw usage(given, "There is no routing engine here: travel times and distances come with the problem.");
    if (given === "-" || !given.startsWith("-")) {
      if (texts["--input"] !== null) throw usage(given, "There is a problem already.");
      texts["--input"] = given;
      continue;
    }
    const known = Object.hasOwn(texts, name) || Object.hasOwn(NUMBERS, name);
    if (!known) throw usage(given, "This option is unknown.");
    const text = inline ?? args[++k];
    if (text === undefined || text === "") throw usage(given, "Its value is missing.");
    if (Object.hasOwn(texts, name)) {
      texts[name] = text;
      continue;
    }
    const [least, most] = NUMBERS[name];
    const value = Number(text);
    if (!(value >= least && value <= most) || (name !== "--time-limit" && !Number.isInteger(value)))
      throw usage(given, `${text} is no number from ${least} to ${most}.`);
    values[name] = value;
  }
  if (values["--iteration-limit"] !== undefined && (values["--threads"] ?? 1) > 1)
    throw usage("--iteration-limit", "It works with one thread only: with more the answer depends on their pace.");
  return {
    file: texts["--input"] ?? "-",
    output: texts["--output"],
    stats: texts["--stats"],
    mode,
    options: {
      timeLimitMs: (values["--time-limit"] ?? 0) * 1000,
      threads: values["--threads"] ?? 1,
      exploration: values["--exploration"] ?? 5,
      seed: values["--seed"] ?? 1,
      ...(values["--iteration-limit"] === undefined ? {} : { iterationLimit: values["--iteration-limit"] }),
    },
  };
}

const BYTE_ORDER_MARK = 0xfeff;
const DEEPEST = 100;

/** Megabytes of opening brackets would keep the JSON parser busy for seconds; a problem nests six levels. */
function nestsTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let k = 0; k < bytes.length; k++) {
    const byte = bytes[k];
    if (byte === 0x22) inText = !inText;
    else if (inText) {
      if (byte === 0x5c) k++;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** Node has no longer texts, and JSON is parsed from one. */
const MOST_BYTES = constants.MAX_STRING_LENGTH;
const MOST_MB = Math.round(MOST_BYTES / 2 ** 20);

const tooLarge = (file: string, what: string): SolverError =>
  new SolverError(
    ErrorCode.UnreadableFile,
    file,
    `${what} is larger than ${MOST_MB} MB.`,
    "Give points or near pairs in place of large matrices, or call the package from a program.",
  );

/** What Node says of more than `maxOutputLength`. */
const isTooLong = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

/** @param file its path, - for standard input */
function readBytes(file: string): Buffer {
  let bytes: Buffer;
  try {
    // a pipe has no size before it is read
    if (file !== "-" && statSync(file).size > MOST_BYTES) throw tooLarge(file, "The file");
    bytes = readFileSync(file === "-" ? 0 : file);
    if (bytes.length > MOST_BYTES) throw tooLarge(file, "The input");
    // a small file may hold gigabytes
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    if (error instanceof SolverError) throw error;
    if (isTooLong(error)) throw tooLarge(file, "The input, unpacked,");
    throw new SolverError(
      ErrorCode.UnreadableFile,
      file,
      `The file can't be read (${error instanceof Error ? error.message : String(error)}).`,
      "Give a JSON file, gzip or not.",
    );
  }
  return bytes;
}

/** @param file its path, - for standard input, or the problem itself, as VROOM takes it too */
function readJson(file: string): unknown {
  const isProblem = file.trimStart().startsWith("{");
  const name = isProblem ? "argument" : file === "-" ? "stdin" : file;
  const bytes = isProblem ? Buffer.from(file) : readBytes(file);
  if (nestsTooDeep(bytes))
    throw new SolverError(
      ErrorCode.NotJson,
      name,
      `The input nests deeper than ${DEEPEST} levels.`,
      "Give one problem as a JSON object.",
    );
  try {
    const text = bytes.toString("utf8");
    return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch (error) {
    throw new SolverError(
      ErrorCode.NotJson,
      name,
      `The input is no JSON (${error instanceof Error ? error.message : String(error)}).`,
      "Give one JSON object.",
    );
  }
}

/** Refuses a file that can't be written before the search, whose plan would be lost. What stands in it is kept. */
function assertWritable(file: string): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    // who reads a pipe would take the first close for the end
    if (found?.isFIFO() === true) return;
    closeSync(openSync(file, "a"));
    if (found === undefined) rmSync(realpathSync(file));
  } catch (error) {
    throw new SolverError(
      ErrorCode.UnwritableFile,
      file,
      `The file can't be written (${error instanceof Error ? error.message : String(error)}).`,
      "Name a file in a folder that exists and may be written to.",
    );
  }
}

/** Solves and writes the figures for the benchmark. */
function search(problem: Problem, { stats, options }: Arguments, crew: Crew | null, loadingMs: number): Solution {
  // the limit counts from the start of the process, so that it bounds what the user waits for
  const limited =
    (options.timeLimitMs ?? 0) > 0
      ? { ...options, timeLimitMs: Math.max(20, options.timeLimitMs! - loadingMs) }
      : options;
  if (stats === null) return solveWith(problem, limited, crew);
  const history: [ms: number, cost: number, unassigned: number][] = [];
  const onProgress = (progress: Progress): void =>
    void history.push([Math.round(performance.now()), progress.cost, progress.unassigned]);
  const solution = solveWith(problem, { ...limited, onProgress }, crew);
  const { firstSolutionMs } = solution.computingTimes;
  // the maximum of the whole process: its threads are part of it
  writeFileSync(
    stats,
    JSON.stringify({
      loadingMs,
      firstSolutionMs,
      iterations: solution.iterations,
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
      history,
    }),
  );
  return solution;
}

function answer(args: Arguments): object {
  // they start while the problem is read
  const crew = args.mode === "plan" ? null : crewOf(args.options, mostThreads(args.options.timeLimitMs ?? 0));
  const { problem, locations } = readVroom(readJson(args.file), args.mode);
  const loadingMs = performance.now();
  const solution = args.mode === "plan" ? timeRoutes(problem) : search(problem, args, crew, loadingMs);
  return writeVroom(problem, solution, locations, loadingMs);
}

export function main(args: readonly string[]): number {
  const write = (output: string | null, content: object): void => {
    const text = `${JSON.stringify(content)}\n`;
    if (output === null) process.stdout.write(text);
    else writeFileSync(output, text);
  };
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  if (args.includes("--version") || args.includes("-v")) {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  try {
    const read = readArguments(args);
    if (read.output !== null) assertWritable(read.output);
    write(read.output, answer(read));
    return 0;
  } catch (error) {
    if (error instanceof SolverError) {
      write(null, writeError(error));
      return exitCode(error);
    }
    write(null, { code: 1, error: error instanceof Error ? error.message : String(error) });
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));
