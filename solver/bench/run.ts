import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { badInputs } from "./bad-input";
import { BELGIUM, belgiumReport } from "./belgium";
import { convergence } from "./convergence";
import { show } from "./figures";
import { readPeers } from "./peers";
import { appendRaw, circumstances, readRaw } from "./raw";
import type { Circumstances, LargeRow, RawRow, StopRow } from "./raw";
import { report } from "./report";
import { Workshop, runNode, runOne } from "./run-one";
import type { Entry } from "./run-one";
import { readSetting } from "./settings";
import type { Setting } from "./settings";

/*
 * npm run bench:solver -- [options]
 *   --settings a,b     what is measured: 10s1t, 30s2t, … (seconds, threads), vroom (VROOM's own wall time), vroom10 (at
 *                      most 10 s of it), city, large, belgium (very large ones, in large.md), bad-input, stop.
 *                      Default: 10s1t,10s2t,30s2t,vroom,city,large,bad-input,stop
 *   --only a,b         only instances of these families or names
 *   --peers            only instances on which a peer was measured
 *   --seeds 1,2,3      default 1
 *   --jobs 2           two one-thread runs at once, each with a core of its own
 *   --append           keeps the rows measured before (newer ones take their place); without it they are forgotten
 *   --report           measures nothing and makes the tables anew
 *   --out FOLDER       where raw.jsonl (all rows), results.md and convergence.svg are; default solver/bench
 *   --quick            a minute: one instance per family for 2 s; writes no files
 * Every answer goes through the shared checker.
 */
const bench = fileURLToPath(new URL("../../../shared/bench/", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const FLAGS = ["--peers", "--append", "--report", "--quick"];
const VALUES = ["--settings", "--only", "--seeds", "--jobs", "--out"];
const CITY: Omit<Entry, "bks_cost"> = {
  name: "liechtenstein-150",
  file: "../city/liechtenstein-150.json",
  family: "city",
  n: 150,
};

const args = process.argv.slice(2);
const has = (name: string): boolean => args.includes(name);
const valueOf = (name: string): string | null => (has(name) ? (args[args.indexOf(name) + 1] ?? null) : null);
const wrong = args.find(
  (arg, k) => !FLAGS.includes(arg) && !VALUES.includes(arg) && !VALUES.includes(args[k - 1] ?? ""),
);
if (wrong !== undefined) stopWith(`${wrong} is unknown. Known: ${[...FLAGS, ...VALUES].join(" ")}`);
if (!existsSync(bench)) stopWith("The benchmark needs ../shared/bench beside the project; nothing was run.");

function stopWith(message: string): never {
  console.error(message);
  process.exit(1);
}

const quick = has("--quick");
const only = valueOf("--only")?.split(",") ?? null;
const seeds = (valueOf("--seeds") ?? "1").split(",").map(Number);
const jobs = Number(valueOf("--jobs") ?? 1);
const names = (
  valueOf("--settings") ?? (quick ? "2s1t,city,large,bad-input" : "10s1t,10s2t,30s2t,vroom,city,large,bad-input,stop")
).split(",");
const peers = readPeers(join(bench, "peers.csv"), new URL("published.json", import.meta.url));
const entries = JSON.parse(readFileSync(join(bench, "instances/instances.json"), "utf8")) as Entry[];
const belgium = (JSON.parse(readFileSync(join(bench, "large/instances.json"), "utf8")) as Entry[]).map(
  (entry): Entry => ({ ...entry, file: `../large/${entry.file}` }),
);
const workshop = new Workshop();
const out = valueOf("--out") ?? (quick ? workshop.folder : here);
const rawFile = join(out, "raw.jsonl");
const now = circumstances();

/** Those that --only names; all without it. */
const named = (list: readonly Entry[]): Entry[] =>
  list.filter(({ family, name }) => only === null || only.includes(family) || only.includes(name));

function chosenEntries(): Entry[] {
  const families = [...new Set(entries.map((entry) => entry.family))];
  let list = named(quick ? families.map((family) => entries.find((entry) => entry.family === family)!) : entries);
  if (has("--peers"))
    list = list.filter((entry) =>
      (["vroom", "pyvrp", "hgs"] as const).some((peer) => peers.run(peer, entry.name) !== undefined),
    );
  return list;
}

/** Runs the tasks, so many at once. */
async function pool(tasks: readonly (() => Promise<void>)[], width: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < tasks.length) await tasks[next++]();
    }),
  );
}

async function measureInstances(setting: Setting, list: readonly Entry[], cli: string): Promise<void> {
  const width = setting.threads === 1 ? jobs : 1;
  const tasks = list.flatMap((entry) =>
    seeds.map((seed) => async () => {
      const seconds = setting.secondsFor(entry);
      if (seconds === undefined) return;
      const before = now(width);
      const row = await runOne(workshop, cli, bench, entry, seconds, setting.threads, seed);
      appendRaw(rawFile, { kind: "run", setting: setting.name, ...row, ...before });
      const leftOut = row.unassigned > 0 ? ` with ${row.unassigned} left out` : "";
      const refused = row.feasible ? "" : ` REFUSED ${row.problem}`;
      console.error(
        `${setting.name} ${entry.name} seed ${seed}: ${row.cost}${leftOut}, ` +
          `gap ${show(row.gapPct, 3)} %, ${row.wallSec.toFixed(2)} s${refused}`,
      );
    }),
  );
  await pool(tasks, width);
}

async function measureLarge(limitSec: number, threads: number, stops: number): Promise<void> {
  const before = now(1);
  const program = await workshop.bundle("bench/large.ts");
  const run = await runNode([program, ...[limitSec, threads, stops].map(String)]);
  const figures = JSON.parse(run.stdout) as Omit<
    LargeRow,
    "kind" | "stops" | "vehicles" | "limitSec" | "threads" | keyof Circumstances
  >;
  appendRaw(rawFile, { kind: "large", stops, vehicles: stops / 100, limitSec, threads, ...figures, ...before });
  console.error(`large: ${run.stdout.trim()}`);
}

async function measureStop(): Promise<void> {
  const before = now(1);
  const run = await runNode([await workshop.bundle("bench/stop-latency.ts")]);
  for (const line of run.stdout.trim().split("\n")) {
    appendRaw(rawFile, {
      kind: "stop",
      ...(JSON.parse(line) as Pick<StopRow, "name" | "raisedAfterMs" | "latencyMs">),
      ...before,
    });
    console.error(`stop: ${line}`);
  }
}

async function measure(): Promise<void> {
  const cli = await workshop.bundle("cli.ts");
  for (const name of names) {
    if (name === "city") {
      const city: Entry = { ...CITY, bks_cost: peers.city.vroomCost };
      for (const part of quick ? ["1s2t"] : ["1s2t", "10s2t"])
        await measureInstances(readSetting(part, peers)!, [city], cli);
    } else if (name === "belgium") await measureInstances(readSetting(BELGIUM.setting, peers)!, named(belgium), cli);
    else if (name === "large")
      for (const stops of quick ? [1000] : [5000, 30_000]) await measureLarge(quick ? 10 : 60, 2, stops);
    else if (name === "stop") await measureStop();
    else if (name === "bad-input")
      for (const row of await badInputs(workshop, cli)) appendRaw(rawFile, { ...row, ...now(1) });
    else await measureInstances(readSetting(name, peers)!, chosenEntries(), cli);
  }
}

for (const name of names)
  if (!["city", "large", "belgium", "stop", "bad-input"].includes(name) && readSetting(name, peers) === null)
    stopWith(`The setting ${name} is unknown.`);
try {
  if (!has("--report")) {
    if (!has("--append") && !quick) rmSync(rawFile, { force: true });
    await measure();
  }
  const rows: RawRow[] = readRaw(rawFile);
  const text = report(rows, entries, peers);
  console.log(text);
  if (!quick) {
    writeFileSync(join(out, "results.md"), text);
    writeFileSync(join(out, "convergence.svg"), convergence(rows, peers));
    if (rows.some((row) => row.kind === "run" && row.family === BELGIUM.family))
      writeFileSync(join(out, "large.md"), `${belgiumReport(rows, belgium)}\n`);
  }
  if (rows.some((row) => row.kind === "run" && !row.feasible)) process.exitCode = 1;
} finally {
  workshop.close();
}
