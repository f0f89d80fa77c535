import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MADE_DAYS, ROAD_DAYS, problemOf } from "./city/days";
import { makeDay } from "./city/make-day";
import { makeRoads, placesOf, tablesOf } from "./city/roads";
import { mean, show } from "./figures";
import { appendRaw, circumstances } from "./raw";
import { Workshop, runNode } from "./run-one";
import { Random } from "../random";

/*
 * npm run bench:city -- [options]: short runs on city days, as gaps to the best known costs (city/best-known.json).
 *   --seconds 1        the time limit of a run
 *   --threads 2
 *   --seeds 1,2,3      default 1 to 8
 *   --days a,b         only these days
 *   --mode cold        cold: the command line, from the start of Node. warm: a process that has solved another day
 *                      before, as a worker of the product has. Default: cold
 *   --record           keeps better costs as best known
 *   --cli FILE         a bundled command line (or program for warm runs) to measure in place of the sources
 *   --append           appends the rows to raw.jsonl, of which npm run bench:solver -- --report makes the tables
 * Days in made towns are always there; the shared day needs ../shared, the days on real roads need
 * npm run bench:city-roads once. Those that are missing are named.
 */
const OPTIONS = ["--seconds", "--threads", "--seeds", "--days", "--mode", "--cli"];
const SHARED_BENCH = fileURLToPath(new URL("../../../shared/bench/", import.meta.url));
const SHARED_DAY = "liechtenstein-150";
const BEST_FILE = fileURLToPath(new URL("city/best-known.json", import.meta.url));
const RAW_FILE = fileURLToPath(new URL("raw.jsonl", import.meta.url));
const CHECKER = join(SHARED_BENCH, "check.mjs");

interface Run {
  readonly cost: number;
  readonly unassigned: number;
  readonly iterations: number;
  readonly wallSec: number;
  /** What a checker refuses; null for nothing, or where there is no checker. */
  readonly refused: string | null;
}

interface Row extends Run {
  readonly day: string;
  readonly seed: number;
}

const args = process.argv.slice(2);
const valueOf = (name: string): string | null => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? null) : null);
const wrong = args.find(
  (arg, k) => ![...OPTIONS, "--record", "--append"].includes(arg) && !OPTIONS.includes(args[k - 1] ?? ""),
);
if (wrong !== undefined) {
  console.error(`${wrong} is unknown. Known: ${OPTIONS.join(" ")} --record --append`);
  process.exit(1);
}
const seconds = valueOf("--seconds") ?? "1";
const threads = valueOf("--threads") ?? "2";
const seeds = (valueOf("--seeds") ?? "1,2,3,4,5,6,7,8").split(",");
const only = valueOf("--days")?.split(",") ?? null;
const mode: "cold" | "warm" = valueOf("--mode") === "warm" ? "warm" : "cold";
const workshop = new Workshop();

/** Files of the days by name. */
function files(): Map<string, string> {
  const found = new Map<string, string>();
  const missing: string[] = [];
  const wanted = (name: string): boolean => only === null || only.includes(name);
  const shared = join(SHARED_BENCH, "city", `${SHARED_DAY}.json`);
  if (wanted(SHARED_DAY) && existsSync(shared)) found.set(SHARED_DAY, shared);
  else if (wanted(SHARED_DAY)) missing.push(SHARED_DAY);
  for (const day of [...ROAD_DAYS, ...MADE_DAYS]) {
    if (!wanted(day.name)) continue;
    const problem = problemOf(day);
    if (problem === null) missing.push(day.name);
    else found.set(day.name, written(problem));
  }
  if (missing.length > 0) console.error(`Left out, because their files are missing: ${missing.join(", ")}`);
  return found;
}

function written(problem: object): string {
  const file = workshop.newFile(".json");
  writeFileSync(file, JSON.stringify(problem));
  return file;
}

/** The command line as a user would run it; the shared checker looks at its answer. */
async function cold(cli: string, file: string, seed: string): Promise<Run> {
  const stats = workshop.newFile(".stats.json");
  const limits = ["--time-limit", seconds, "--threads", threads, "--seed", seed];
  const run = await runNode([cli, file, ...limits, "--stats", stats]);
  if (run.exitCode !== 0)
    throw new Error(`${file}: exit code ${run.exitCode}. ${run.stdout}${run.stderr}`.slice(0, 900));
  const { summary } = JSON.parse(run.stdout) as { summary: { cost: number; unassigned: number } };
  const { iterations } = JSON.parse(readFileSync(stats, "utf8")) as { iterations: number };
  return { ...summary, iterations, wallSec: run.wallSec, refused: await refusal(file, run.stdout) };
}

async function refusal(file: string, answer: string): Promise<string | null> {
  if (!existsSync(CHECKER)) return null;
  const output = workshop.newFile(".solution.json");
  writeFileSync(output, answer);
  const verdict = JSON.parse((await runNode([CHECKER, file, output])).stdout) as {
    feasible: boolean;
    violations?: string[];
  };
  return verdict.feasible ? null : (verdict.violations?.[0] ?? "not checked");
}

/** All runs in one process that has solved a day of another town before. */
async function warm(program: string, runs: readonly { day: string; file: string; seed: string }[]): Promise<Row[]> {
  const roads = makeRoads(999, 24);
  const other = makeDay(tablesOf(roads, placesOf(roads, 110, new Random(999))), { seed: 999, stops: 110 });
  const finished = await runNode([
    program,
    seconds,
    threads,
    written(other),
    ...runs.flatMap(({ file, seed }) => [file, seed]),
  ]);
  if (finished.exitCode !== 0) throw new Error(finished.stderr.slice(0, 900));
  return finished.stdout
    .trim()
    .split("\n")
    .map((line, k) => ({ day: runs[k].day, seed: Number(runs[k].seed), ...(JSON.parse(line) as Run) }));
}

async function measured(): Promise<Row[]> {
  const runs = [...files()].flatMap(([day, file]) => seeds.map((seed) => ({ day, file, seed })));
  if (mode === "warm") return warm(valueOf("--cli") ?? (await workshop.bundle("bench/city/warm.ts")), runs);
  const cli = valueOf("--cli") ?? (await workshop.bundle("cli.ts"));
  const rows: Row[] = [];
  for (const { day, file, seed } of runs) rows.push({ day, seed: Number(seed), ...(await cold(cli, file, seed)) });
  return rows;
}

/** Fewer stops left out, then less cost. */
const isBetter = (a: Best, b: Best): boolean =>
  a.unassigned < b.unassigned || (a.unassigned === b.unassigned && a.cost < b.cost);

type Best = Pick<Run, "cost" | "unassigned">;
type BestKnown = Record<string, Best>;

/** Percent above the best known cost; a stop left out that the best one serves is worse than any cost. */
function gapOf(row: Row, best: BestKnown): number {
  const known = best[row.day];
  if (known === undefined) return NaN;
  return row.unassigned > known.unassigned ? Infinity : (100 * (row.cost - known.cost)) / known.cost;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function table(rows: readonly Row[], best: BestKnown): string {
  const line = (name: string, of: readonly Row[]): string => {
    const gaps = of.map((row) => gapOf(row, best));
    const within = gaps.filter((gap) => gap <= 1).length;
    const iterations = mean(of.map((row) => row.iterations / 1000));
    const wall = mean(of.map((row) => row.wallSec));
    return (
      `| ${name} | ${of.length} | ${show(mean(gaps))} | ${show(median(gaps))} | ${show(Math.max(...gaps))} | ` +
      `${within} of ${gaps.length} | ${show(iterations, 1)} | ${show(wall)} |`
    );
  };
  const days = [...new Set(rows.map((row) => row.day))];
  return [
    `| ${seconds} s, ${threads} threads, ${mode} | runs | mean % | median % | worst % | within 1 % | thousand rounds ` +
      "| wall s |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...days.map((day) =>
      line(
        day,
        rows.filter((row) => row.day === day),
      ),
    ),
    line("all", rows),
  ].join("\n");
}

try {
  const before = circumstances()(1);
  const rows = await measured();
  const best = JSON.parse(readFileSync(BEST_FILE, "utf8")) as BestKnown;
  if (args.includes("--record")) {
    for (const row of rows)
      if (row.refused === null && (best[row.day] === undefined || isBetter(row, best[row.day])))
        best[row.day] = { cost: row.cost, unassigned: row.unassigned };
    writeFileSync(BEST_FILE, `${JSON.stringify(best, null, 2)}\n`);
  }
  if (args.includes("--append"))
    for (const row of rows) {
      const { day, seed, wallSec, iterations } = row;
      const gap = gapOf(row, best);
      const gapPct = Number.isFinite(gap) ? gap : null;
      const run = { day, seed, mode, limitSec: Number(seconds), threads: Number(threads), gapPct, wallSec, iterations };
      appendRaw(RAW_FILE, { kind: "city-day", ...run, ...before });
    }
  console.log(table(rows, best));
  const refused = rows.filter((row) => row.refused !== null);
  for (const { day, seed, refused: what } of refused) console.log(`REFUSED: ${day} seed ${seed}: ${what}`);
  if (refused.length > 0) process.exitCode = 1;
} finally {
  workshop.close();
}
