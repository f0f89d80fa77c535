import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { gunzipSync } from "node:zlib";
import { ErrorCode, SolverError } from "./contract";
import type { Options, Progress } from "./contract";
import { readVroom } from "./formats/vroom/read";
import { exitCode, writeError, writeVroom } from "./formats/vroom/write";
import { solve } from "./solve";

interface Arguments {
  file: string;
  /** Where the benchmark wants figures about the run. */
  stats: string | null;
  options: Options;
}

const usage = (field: string, cause: string): SolverError =>
  new SolverError(ErrorCode.Usage, field, cause, "Usage: solve problem.json[.gz] [--time-limit SECONDS] [--threads N] [--exploration 0..5] [--seed N]");

function readArguments(args: readonly string[]): Arguments {
  let file = "-";
  let stats: string | null = null;
  const values: Record<string, number> = {};
  const limits: Record<string, [number, number]> = { "--time-limit": [0, 86_400], "--threads": [1, 64], "--exploration": [0, 5], "--seed": [0, Number.MAX_SAFE_INTEGER], "--iteration-limit": [1, Number.MAX_SAFE_INTEGER] };
  for (let k = 0; k < args.length; k++) {
    const [name, inline] = args[k].split("=", 2);
    if (!name.startsWith("--")) {
      file = args[k];
      continue;
    }
    if (name === "--stats") {
      stats = inline ?? args[++k];
      continue;
    }
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (limit === undefined) throw usage(name, "This option is unknown.");
    const text = inline ?? args[++k];
    const value = Number(text);
    if (text === undefined || text === "" || !(value >= limit[0] && value <= limit[1]) || (name !== "--time-limit" && !Number.isInteger(value))) {
      throw usage(name, `${text ?? "nothing"} is no number from ${limit[0]} to ${limit[1]}.`);
    }
    values[name] = value;
  }
  return {
    file,
    stats,
    options: {
      timeLimitMs: (values["--time-limit"] ?? 0) * 1000,
      threads: values["--threads"] ?? 1,
      exploration: values["--exploration"] ?? 5,
      seed: values["--seed"] ?? 1,
      ...(values["--iteration-limit"] === undefined ? {} : { iterationLimit: values["--iteration-limit"] }),
    },
  };
}

function readJson(file: string): unknown {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === "-" ? 0 : file);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = gunzipSync(bytes);
  } catch (error) {
    throw new SolverError(ErrorCode.UnreadableFile, file, `The file can't be read (${error instanceof Error ? error.message : String(error)}).`, "Give a JSON file, gzip or not.");
  }
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new SolverError(ErrorCode.NotJson, file === "-" ? "stdin" : file, `The input is no JSON (${error instanceof Error ? error.message : String(error)}).`, "Give one JSON object.");
  }
}

export function main(args: readonly string[]): number {
  try {
    const { file, stats, options } = readArguments(args);
    const { problem, locations } = readVroom(readJson(file));
    const loadingMs = performance.now();
    // the limit counts from the start of the process, so that it bounds what the user waits for
    const limited = (options.timeLimitMs ?? 0) > 0 ? { ...options, timeLimitMs: Math.max(20, options.timeLimitMs! - loadingMs) } : options;
    const history: [ms: number, cost: number, unassigned: number][] = [];
    const onProgress = (progress: Progress): void => void history.push([Math.round(performance.now()), progress.cost, progress.unassigned]);
    const solution = solve(problem, stats === null ? limited : { ...limited, onProgress });
    if (stats !== null) {
      const { firstSolutionMs } = solution.computingTimes;
      writeFileSync(stats, JSON.stringify({ loadingMs, firstSolutionMs, iterations: solution.iterations, peakMb: Math.round(process.resourceUsage().maxRSS / 1024), history }));
    }
    process.stdout.write(`${JSON.stringify(writeVroom(problem, solution, locations, loadingMs))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SolverError)) {
      process.stdout.write(`${JSON.stringify({ code: 1, error: error instanceof Error ? error.message : String(error) })}\n`);
      return 1;
    }
    process.stdout.write(`${JSON.stringify(writeError(error))}\n`);
    return exitCode(error);
  }
}

if (isMainThread) process.exitCode = main(process.argv.slice(2));
