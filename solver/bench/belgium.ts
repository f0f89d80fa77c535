import { mean, show } from "./figures";
import type { Target } from "./figures";
import type { RawRow, RunRow } from "./raw";
import type { Entry } from "./run-one";

/** Very large problems, with points in place of a matrix: seconds and threads of a run, and their family. */
export const BELGIUM = { family: "belgium", setting: "120s2t" } as const;

/** FILO2 (Accorsi & Vigo): means of its ten published runs of 100,000 iterations, gap in percent and its seconds. */
const FILO2: Readonly<Record<string, readonly [gapPct: number, seconds: number]>> = {
  Leuven1: [0.42, 98],
  Antwerp2: [1.1, 115],
  Ghent1: [0.66, 114],
  Brussels2: [1.95, 121],
  Flanders1: [0.71, 135],
};

/** Mean seconds and gap of FILO2 on some of these; null where it wasn't run on one of them. */
export function filo2On(names: readonly string[]): [seconds: number, gapPct: number] | null {
  if (names.length === 0 || names.some((name) => !(name in FILO2))) return null;
  const meanOf = (part: 0 | 1): number => mean(names.map((name) => FILO2[name][part]))!;
  return [meanOf(1), meanOf(0)];
}

/** Peak memory of a large problem. */
export const MOST_MB = 1024;
/** First complete plan: stops, seconds. Between them the bound grows evenly. */
const FIRST_PLAN = [
  [10_000, 2],
  [30_000, 10],
] as const;

const firstPlanMost = (stops: number): number => {
  const [[small, few], [large, many]] = FIRST_PLAN;
  return stops <= small ? few : few + ((many - few) * (stops - small)) / (large - small);
};

/** Per instance: the gap, the first plan and the memory of its runs, the worst of them. */
export function belgiumTargets(runs: readonly RunRow[]): Target[] {
  return Object.entries(FILO2).flatMap(([name, [gap]]) => {
    const own = runs.filter((row) => row.instance === name && row.setting === BELGIUM.setting);
    const stops = own[0]?.n ?? 0;
    const work = `${name}${own.length === 0 ? "" : `, ${stops} stops`}, 120 s, 2 threads`;
    const worst = (value: (row: RunRow) => number): number => Math.max(...own.map(value));
    const target = (
      most: number,
      unit: string,
      what: string,
      value: (row: RunRow) => number,
      digits: number,
    ): Target => ({
      work: `${work}: ${what}`,
      target: `≤ ${most} ${unit}`,
      measured: own.length === 0 ? "–" : `${show(worst(value), digits)} ${unit}`,
      met: own.length === 0 ? null : worst(value) <= most && own.every((row) => row.feasible),
    });
    return [
      target(gap, "%", "gap (FILO2)", (row) => row.gapPct ?? Infinity, 3),
      target(firstPlanMost(stops), "s", "first plan", (row) => row.firstMs / 1000, 1),
      target(MOST_MB, "MB", "memory", (row) => row.peakMb, 0),
    ];
  });
}

/** large.md as text: a line per run. */
export function belgiumReport(rows: readonly RawRow[], entries: readonly Entry[]): string {
  const runs = rows.filter((row): row is RunRow => row.kind === "run" && row.family === BELGIUM.family);
  const lines = entries.flatMap(({ name, n }) =>
    runs
      .filter((row) => row.instance === name)
      .map((row) => {
        const [gap, seconds] = FILO2[name] ?? [Infinity, 0];
        const met = [
          row.gapPct !== null && row.feasible && row.gapPct <= gap,
          row.firstMs / 1000 <= firstPlanMost(n),
          row.peakMb <= MOST_MB,
        ];
        return [
          name,
          String(n),
          `${row.limitSec} s, ${row.threads} threads, seed ${row.seed}`,
          row.unassigned > 0 ? `${row.unassigned} left out` : show(row.gapPct, 3),
          `${gap} in ${seconds} s`,
          show(row.firstMs / 1000, 1),
          String(row.peakMb),
          show(row.load, 1),
          row.feasible ? "yes" : `NO: ${row.problem}`,
          met.map((ok) => (ok ? "yes" : "**no**")).join(", "),
        ];
      }),
  );
  const header = [
    "instance",
    "stops",
    "run",
    "gap %",
    "FILO2: gap %",
    "first plan s",
    "peak MB",
    "load before",
    "accepted by the shared checker",
    `met: gap ≤ FILO2, first plan ≤ 2 s at 10,000 and 10 s at 30,000 stops, memory ≤ ${MOST_MB} MB`,
  ];
  return [
    "# Very large problems",
    [
      "Problems of Arnold, Gendreau and Sörensen (2019) with points in place of a matrix, on the command line:",
      "times begin with the start of Node, peak memory is that of the whole process with all its threads.",
      "FILO2 is C++ on one thread of its authors' machine. A load above 0 before a run says how much else the machine",
      "did: such a run shows less than the solver can do.",
      `Code ${[...new Set(runs.map((row) => row.revision))].join(", ")}.`,
    ].join(" "),
    [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n"),
  ].join("\n\n");
}
