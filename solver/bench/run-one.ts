import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bench-solver-"));

export interface Result {
  readonly instance: string;
  readonly family: string;
  readonly feasible: boolean;
  readonly cost: number;
  readonly unassigned: number;
  readonly gapPct: number | null;
  readonly wallSec: number;
  readonly firstMs: number;
  readonly peakMb: number;
  readonly iterations: number;
  readonly history: readonly (readonly [ms: number, cost: number, unassigned: number])[];
  readonly problem: string;
}

export interface Entry {
  readonly name: string;
  readonly file: string;
  readonly family: string;
  readonly n: number;
  readonly bks_cost: number;
}

/** Runs the command line as a user would and has the shared checker look at what it printed. */
export function runOne(bench: string, entry: Entry, seconds: number, threads: number, seed: number): Result {
  const file = join(bench, "instances", entry.file);
  const stats = join(folder, "stats.json");
  const output = join(folder, "solution.json");
  const started = performance.now();
  const child = spawnSync("node", ["solver/run.mjs", file, "--time-limit", String(seconds), "--threads", String(threads), "--seed", String(seed), "--stats", stats], { cwd: root, encoding: "utf8", maxBuffer: 1 << 29 });
  const wallSec = (performance.now() - started) / 1000;
  writeFileSync(output, child.stdout);
  const checked = spawnSync("node", [join(bench, "check.mjs"), file, output], { encoding: "utf8", maxBuffer: 1 << 29 });
  const verdict = JSON.parse(checked.stdout) as { feasible: boolean; cost: number; unassigned: number; violations: string[] };
  const figures = JSON.parse(readFileSync(stats, "utf8")) as { firstSolutionMs: number; loadingMs: number; iterations: number; peakMb: number; history: [number, number, number][] };
  return {
    instance: entry.name, family: entry.family, feasible: verdict.feasible, cost: verdict.cost, unassigned: verdict.unassigned,
    gapPct: verdict.unassigned > 0 ? null : (100 * (verdict.cost - entry.bks_cost)) / entry.bks_cost,
    wallSec, firstMs: figures.firstSolutionMs, peakMb: figures.peakMb, iterations: figures.iterations, history: figures.history,
    problem: verdict.feasible ? "" : (verdict.violations?.[0] ?? "not checked"),
  };
}
