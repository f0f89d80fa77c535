import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mean, readPeers } from "./peers";
import { plot } from "./plot";
import type { Series } from "./plot";
import { runOne } from "./run-one";
import type { Entry, Result } from "./run-one";

/*
 * npm run bench:solver [-- --quick] [--peers: only instances with figures of the peers] [--only family,family] [--settings 10s1t,30s2t,vroom] [--no-large] [--no-write]
 * Runs the command line on every instance, has the shared checker look at each answer, and writes results.md.
 */
const bench = fileURLToPath(new URL("../../../shared/bench/", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(bench)) {
  console.error("The benchmark needs ../shared/bench beside the project; nothing was run.");
  process.exit(1);
}
const args = process.argv.slice(2);
const quick = args.includes("--quick");
const valueOf = (name: string): string[] | null => (args.includes(name) ? args[args.indexOf(name) + 1].split(",") : null);
const only = valueOf("--only");
const settings = valueOf("--settings") ?? (quick ? ["2s1t"] : ["10s1t", "30s2t", "vroom"]);

const entries = (JSON.parse(readFileSync(join(bench, "instances/instances.json"), "utf8")) as Entry[]).filter((entry) => only === null || only.includes(entry.family));
const peers = readPeers(join(bench, "peers.csv"));
const families = [...new Set(entries.map((entry) => entry.family))];
const lines: string[] = [];
const say = (text: string): void => {
  lines.push(text);
  console.log(text);
};
const number = (value: number | null, digits = 2): string => (value === null ? "–" : value.toFixed(digits));

function peerGap(family: string, solver: string, limitSec: number | null): string {
  const rows = peers.filter((row) => row.family === family && row.solver === solver && row.threads === 1 && row.limitSec === limitSec && row.gapPct !== null);
  const gap = mean(rows.map((row) => row.gapPct ?? 0));
  return gap === null ? "–" : `${gap.toFixed(2)} [${rows.length}]`;
}

function table(title: string, results: readonly Result[]): void {
  say(`\n## ${title}\n`);
  say("| family | runs | mean gap % | wall s | first plan ms | peak MB | VROOM x5 | PyVRP 10 s | HGS-CVRP 10 s |");
  say("|---|---|---|---|---|---|---|---|---|");
  for (const family of families) {
    const own = results.filter((result) => result.family === family);
    if (own.length === 0) continue;
    const column = (value: (result: Result) => number): number | null => mean(own.map(value));
    const gaps = own.flatMap((result) => (result.gapPct === null ? [] : [result.gapPct]));
    const left = own.filter((result) => result.gapPct === null).length;
    say(`| ${family} | ${own.length} | ${number(mean(gaps), 3)}${left > 0 ? ` (${left} incomplete)` : ""} | ${number(column((r) => r.wallSec), 1)} | ${number(column((r) => r.firstMs), 0)} | ${Math.max(...own.map((r) => r.peakMb))} | ${peerGap(family, "vroom-x5", null)} | ${peerGap(family, "pyvrp", 10)} | ${peerGap(family, "hgs-cvrp", 10)} |`);
  }
  const wrong = results.filter((result) => !result.feasible);
  say(wrong.length === 0 ? `\nThe shared checker accepted all ${results.length} answers.` : `\nREFUSED: ${wrong.map((result) => `${result.instance} (${result.problem})`).join(", ")}`);
  if (wrong.length > 0) process.exitCode = 1;
}

function runAll(list: readonly Entry[], seconds: (entry: Entry) => number, threads: number): Result[] {
  return list.map((entry) => {
    const result = runOne(bench, entry, seconds(entry), threads, 1);
    console.error(`${entry.name}: ${result.cost} gap ${number(result.gapPct, 3)} % in ${result.wallSec.toFixed(1)} s${result.feasible ? "" : ` REFUSED ${result.problem}`}`);
    return result;
  });
}

say("# Results of the solver benchmark\n");
say(`Load average of the machine at the start: ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores (more than the threads in use means that other work slowed this down).\n`);
say(`Gap to the best known cost in percent; in brackets how many runs a peer's mean is of. Command line, from process start. ${quick ? "Quick run: one instance per family." : ""}`);
const measured = new Set(peers.map((row) => row.instance));
const chosen = args.includes("--peers") ? entries.filter((entry) => measured.has(entry.name)) : quick ? families.map((family) => entries.filter((entry) => entry.family === family)[0]) : entries;
let ten: Result[] = [];
for (const setting of settings) {
  if (setting === "vroom") {
    const walls = new Map(peers.filter((row) => row.solver === "vroom-x5" && row.threads === 1).map((row) => [row.instance, row.wallSec]));
    const timed = chosen.filter((entry) => walls.has(entry.name));
    const results = runAll(timed, (entry) => Math.max(0.15, walls.get(entry.name)!), 1);
    table("VROOM's own wall time at exploration 5, 1 thread", results);
    continue;
  }
  const match = /^(\d+)s(\d+)t$/.exec(setting);
  if (match === null) throw new Error(`unknown setting ${setting}`);
  const results = runAll(chosen, () => Number(match[1]), Number(match[2]));
  if (ten.length === 0) ten = results;
  table(`${match[1]} s, ${match[2]} thread${match[2] === "1" ? "" : "s"}`, results);
  say("\n| instance | cost | gap % | iterations |\n|---|---|---|---|");
  for (const result of results) say(`| ${result.instance} | ${result.cost}${result.unassigned > 0 ? ` (${result.unassigned} left out)` : ""} | ${number(result.gapPct, 3)} | ${result.iterations} |`);
}

if (only === null) {
  const city: Entry = { name: "liechtenstein-150", file: "../city/liechtenstein-150.json", family: "city", n: 150, bks_cost: 22_547 };
  say("\n## City day (VROOM's best: 22,547)\n");
  for (const [seconds, threads] of [[1, 2], [10, 2]]) {
    const result = runOne(bench, city, seconds, threads, 1);
    say(`- ${seconds} s, ${threads} threads: ${result.cost} (${number(result.gapPct, 1)} % to VROOM), ${result.unassigned} left out, ${result.feasible ? "accepted" : `REFUSED ${result.problem}`}`);
  }
}
if (!args.includes("--no-large") && only === null) {
  const child = spawnSync("npx", ["tsx", join(here, "large.ts"), quick ? "10" : "60", "2", quick ? "1000" : "5000"], { encoding: "utf8" });
  const large = JSON.parse(child.stdout) as Record<string, number>;
  say(`\n## ${quick ? "1,000 stops, 10" : "5,000 stops, 50"} vehicles, 2 threads, ${quick ? 10 : 60} s\n`);
  say(`First plan ${large.first} after ${number(large.firstMs, 0)} ms, last ${large.cost} (${number((100 * (large.first - large.cost)) / large.first, 1)} % cheaper), ${large.unassigned} left out, ${large.violations} broken rules, ${large.peakMb} MB, ${number(large.wallSec, 1)} s.`);
}

/** Mean gap over instances at points in time; an instance counts once it has its first complete plan. */
function convergence(results: readonly Result[]): Series {
  const points: [number, number][] = [];
  for (const seconds of [0.2, 0.4, 0.7, 1, 2, 3, 5, 7, 10]) {
    const gaps = results.flatMap((result) => {
      const before = result.history.filter(([ms, , open]) => ms <= seconds * 1000 && open === 0).at(-1);
      const bks = result.gapPct === null ? null : result.cost / (1 + result.gapPct / 100);
      return before === undefined || bks === null ? [] : [(100 * (before[1] - bks)) / bks];
    });
    if (gaps.length > results.length * 0.9) points.push([seconds, mean(gaps) ?? 0]);
  }
  return { name: "this solver", points, colour: "#1c7ed6" };
}

if (!args.includes("--no-write") && !quick) {
  const shared = ten.filter((result) => peers.some((row) => row.instance === result.instance && row.solver === "pyvrp"));
  const peer = (name: string, solver: string, limit: number | null, colour: string): Series => {
    const rows = peers.filter((row) => row.solver === solver && row.threads === 1 && row.limitSec === limit && row.gapPct !== null && shared.some((result) => result.instance === row.instance));
    const gap = mean(rows.map((row) => row.gapPct ?? 0));
    return { name, colour, points: gap === null ? [] : [[mean(rows.map((row) => row.wallSec)) ?? 1, gap]] };
  };
  writeFileSync(join(here, "convergence.svg"), plot("Mean gap to best known, 1 thread", [convergence(shared), peer("VROOM x5", "vroom-x5", null, "#e8590c"), peer("PyVRP 10 s", "pyvrp", 10, "#2f9e44")]));
  writeFileSync(join(here, "results.md"), `${lines.join("\n")}\n\n![Convergence](convergence.svg)\n`);
}
