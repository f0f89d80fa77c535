import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { RunRow } from "./raw";

/** Seconds at which the convergence is kept. */
const CURVE_SEC = [0.1, 0.2, 0.4, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 60];

export interface Entry {
  readonly name: string;
  readonly file: string;
  readonly family: string;
  readonly n: number;
  readonly bks_cost: number;
}

interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly wallSec: number;
}

/**
 * The solver's sources are bundled once at the start, so that edits during a long benchmark don't change what is
 * measured.
 */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "bench-solver-"));
  private files = 0;

  constructor() {
    writeFileSync(join(this.folder, "package.json"), '{ "type": "module" }');
  }

  /** A new path for a file of one run. */
  newFile(suffix: string): string {
    return join(this.folder, `${++this.files}${suffix}`);
  }

  /** Bundles a program of the solver (path from solver/) and its threads, and returns the path of its bundle. */
  async bundle(program: string): Promise<string> {
    const name = program.replace(/\W/g, "-").replace(/-ts$/, "");
    const source = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
    await build({
      entryPoints: { [name]: source(program), "solver-thread": source("parallel/thread.ts") },
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      outdir: this.folder,
      logLevel: "error",
    });
    return join(this.folder, `${name}.js`);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function runNode(args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => void errors.push(chunk));
    child.on("error", reject);
    child.on("close", (exitCode) => {
      resolve({
        exitCode,
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(errors).toString("utf8"),
        wallSec: (performance.now() - started) / 1000,
      });
    });
  });
}

interface Verdict {
  readonly feasible: boolean;
  readonly cost: number;
  readonly unassigned: number;
  readonly violations?: readonly string[];
  readonly error?: string;
}

interface Figures {
  readonly firstSolutionMs: number;
  readonly iterations: number;
  readonly peakMb: number;
  readonly history: readonly (readonly [ms: number, cost: number, unassigned: number])[];
}

type Measured = Omit<RunRow, "setting" | "revision" | "load" | "jobs" | "kind">;

/** Runs the command line as a user would and has the shared checker look at what it printed. */
export async function runOne(
  workshop: Workshop,
  cli: string,
  bench: string,
  entry: Entry,
  limitSec: number,
  threads: number,
  seed: number,
): Promise<Measured> {
  const file = join(bench, "instances", entry.file);
  const stats = workshop.newFile(".stats.json");
  const output = workshop.newFile(".solution.json");
  const run = await runNode([
    cli,
    file,
    "--time-limit",
    String(limitSec),
    "--threads",
    String(threads),
    "--seed",
    String(seed),
    "--stats",
    stats,
  ]);
  if (run.exitCode !== 0)
    throw new Error(`${entry.name}: exit code ${run.exitCode}. ${run.stdout.slice(0, 300)}${run.stderr.slice(0, 600)}`);
  writeFileSync(output, run.stdout);
  const verdict = JSON.parse((await runNode([join(bench, "check.mjs"), file, output])).stdout) as Verdict;
  const figures = JSON.parse(readFileSync(stats, "utf8")) as Figures;
  const gap = (cost: number): number => (100 * (cost - entry.bks_cost)) / entry.bks_cost;
  return {
    instance: entry.name,
    family: entry.family,
    n: entry.n,
    seed,
    limitSec,
    threads,
    feasible: verdict.feasible,
    problem: verdict.feasible ? "" : (verdict.violations?.[0] ?? verdict.error ?? "not checked"),
    cost: verdict.cost,
    unassigned: verdict.unassigned,
    gapPct: verdict.unassigned > 0 ? null : round(gap(verdict.cost)),
    wallSec: round(run.wallSec),
    firstMs: round(figures.firstSolutionMs),
    peakMb: figures.peakMb,
    iterations: figures.iterations,
    curve: curveOf(figures.history, gap, limitSec, verdict),
  };
}

/** Gap over time; at the end that of the answer itself. */
function curveOf(
  history: Figures["history"],
  gap: (cost: number) => number,
  limitSec: number,
  verdict: Verdict,
): [number, number][] {
  const points: [number, number][] = [];
  for (const seconds of CURVE_SEC) {
    if (seconds >= limitSec) break;
    const best = history.filter(([ms, , open]) => ms <= seconds * 1000 && open === 0).at(-1);
    if (best !== undefined) points.push([seconds, round(gap(best[1]))]);
  }
  if (verdict.unassigned === 0) points.push([limitSec, round(gap(verdict.cost))]);
  return points;
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
