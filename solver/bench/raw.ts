import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";

/** Where and with what a row was measured. */
export interface Circumstances {
  /** Commit of the measured code; "+" when it had changes on top. */
  readonly revision: string;
  /** Load average of the machine when the run began, and how many runs went on at the same time. */
  readonly load: number;
  readonly jobs: number;
}

/** Of rows that are measured from now on. */
export function circumstances(): (jobs: number) => Circumstances {
  const cwd = fileURLToPath(new URL(".", import.meta.url));
  const git = (...command: string[]): string => execFileSync("git", command, { cwd, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", "..") !== "";
  const revision = `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
  return (jobs) => ({ revision, load: Math.round(loadavg()[0] * 10) / 10, jobs });
}

/** One run of the command line on one instance. */
export interface RunRow extends Circumstances {
  readonly kind: "run";
  /** Name of the setting, e.g. "10s1t". */
  readonly setting: string;
  readonly instance: string;
  readonly family: string;
  readonly n: number;
  readonly seed: number;
  readonly limitSec: number;
  readonly threads: number;
  /** By the shared checker; `problem` is the first thing that it refuses. */
  readonly feasible: boolean;
  readonly problem: string;
  readonly cost: number;
  readonly unassigned: number;
  /** To the best known cost; null when stops are left out. */
  readonly gapPct: number | null;
  readonly wallSec: number;
  readonly firstMs: number;
  readonly peakMb: number;
  readonly iterations: number;
  /** Gap of the best complete plan after so many seconds. */
  readonly curve: readonly (readonly [seconds: number, gapPct: number])[];
}

/** The made problem of large.ts. */
export interface LargeRow extends Circumstances {
  readonly kind: "large";
  readonly stops: number;
  readonly vehicles: number;
  readonly limitSec: number;
  readonly threads: number;
  readonly firstCost: number;
  readonly firstMs: number;
  readonly cost: number;
  readonly unassigned: number;
  readonly violations: number;
  readonly wallSec: number;
  readonly peakMb: number;
}

/** A wrong file of some 10 to 20 MB given to the command line. */
export interface BadInputRow extends Circumstances {
  readonly kind: "bad-input";
  readonly name: string;
  readonly megabytes: number;
  readonly exitCode: number;
  readonly error: string;
  readonly wallSec: number;
}

/** How long after the stop flag was raised an answer came, at one moment of a large problem. */
export interface StopRow extends Circumstances {
  readonly kind: "stop";
  readonly name: string;
  readonly raisedAfterMs: number;
  readonly latencyMs: number;
}

/** A short run on a city day (city.ts). */
export interface CityDayRow extends Circumstances {
  readonly kind: "city-day";
  readonly day: string;
  readonly seed: number;
  readonly mode: "cold" | "warm";
  readonly limitSec: number;
  readonly threads: number;
  /** To the best known cost; null when stops are left out that it serves, or where none is known. */
  readonly gapPct: number | null;
  readonly wallSec: number;
  readonly iterations: number;
}

export type RawRow = RunRow | LargeRow | BadInputRow | StopRow | CityDayRow;

function keyOf(row: RawRow): string {
  switch (row.kind) {
    case "run":
      return `${row.setting} ${row.instance} ${row.seed}`;
    case "large":
      return `large ${row.stops}`;
    case "city-day":
      return `city-day ${row.mode} ${row.limitSec} ${row.threads} ${row.day} ${row.seed}`;
    default:
      return `${row.kind} ${row.name}`;
  }
}

/** All rows of a JSON lines file; of rows about the same thing the last one counts. */
export function readRaw(file: string): RawRow[] {
  if (!existsSync(file)) return [];
  const rows = new Map<string, RawRow>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.trim() === "") continue;
    const row = JSON.parse(line) as RawRow;
    rows.set(keyOf(row), row);
  }
  return [...rows.values()];
}

export function appendRaw(file: string, row: RawRow): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}
