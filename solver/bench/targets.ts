import { MOST_MB, belgiumTargets } from "./belgium";
import { inBoth, likeForLike, meanGap, show } from "./figures";
import type { Target } from "./figures";
import type { Peer, Peers } from "./peers";
import type { CityDayRow, LargeRow, RawRow, RunRow } from "./raw";

interface Bound {
  readonly setting: string;
  readonly title: string;
  readonly most: Readonly<Record<string, number>>;
}

const BOUNDS: readonly Bound[] = [
  { setting: "10s1t", title: "10 s, 1 thread", most: { solomon100: 0.03, hfvrp: 0.4 } },
  { setting: "10s2t", title: "10 s, 2 threads", most: { solomon100: 0.05, lilim100: 0.1, mdvrp: 0.5, hfvrp: 0.5 } },
  {
    setting: "30s2t",
    title: "30 s, 2 threads",
    most: { gh200: 0.5, gh400: 1.3, gh1000: 4, "x100-300": 0.3, "x300-600": 0.8, "x600-1000": 1.8 },
  },
  {
    setting: "60s2t",
    title: "60 s, 2 threads",
    most: { gh400: 0.5, gh600: 0.8, gh1000: 1.4, "x100-300": 0.12, "x300-600": 0.3, "x600-1000": 0.8 },
  },
];

/** The targets of the solver as far as the rows tell. */
export function targetsOf(rows: readonly RawRow[], families: readonly string[], peers: Peers): Target[] {
  const runs = rows.filter((row): row is RunRow => row.kind === "run");
  const of = (setting: string, family: string): RunRow[] =>
    runs.filter((row) => row.setting === setting && row.family === family);
  const list: Target[] = [];
  for (const family of families) {
    const { rows: own, note } = vroomRuns(runs, family);
    list.push(against("vroom", `${family}, VROOM's own wall time${note}`, own, family, peers));
  }
  for (const family of families)
    list.push(against("pyvrp", `${family}, 10 s, 1 thread`, of("10s1t", family), family, peers));
  for (const { setting, title, most } of BOUNDS) {
    for (const family of families) {
      const bound = most[family];
      if (bound === undefined) continue;
      const gap = meanGap(of(setting, family));
      list.push({
        work: `${family}, ${title}`,
        target: `≤ ${bound} %`,
        measured: `${show(gap, 3)} %`,
        met: gap === null ? null : gap <= bound && allServed(of(setting, family)),
      });
    }
  }
  list.push(worstTarget(of("10s1t", "hfvrp"), "hfvrp, 10 s, 1 thread", 0.8));
  list.push(...cityTargets(runs, peers), ...cityDayTargets(rows), ...firstPlanTargets(runs), ...belgiumTargets(runs));
  for (const row of rows) if (row.kind === "large") list.push(...largeTargets(row));
  for (const family of families) {
    const [two, one] = inBoth(of("10s2t", family), of("10s1t", family));
    const [ours, before] = [meanGap(two), meanGap(one)];
    list.push({
      work: `${family}, 10 s: 2 threads against 1`,
      target: "never worse",
      measured: ours === null ? "–" : `${show(ours, 3)} % against ${show(before, 3)} %`,
      met: ours === null || before === null ? null : ours <= before + 1e-9,
    });
  }
  list.push(...promptTargets(rows));
  return list;
}

/** Runs at VROOM's wall time; where an instance was only run with less, those (which is harder). */
export function vroomRuns(runs: readonly RunRow[], family: string): { rows: RunRow[]; note: string } {
  const chosen = new Map<string, RunRow>();
  let capped = false;
  for (const row of runs) {
    if (row.family !== family || !row.setting.startsWith("vroom")) continue;
    const key = `${row.instance} ${row.seed}`;
    const known = chosen.get(key);
    if (known === undefined || known.limitSec < row.limitSec) chosen.set(key, row);
  }
  const rows = [...chosen.values()];
  for (const row of rows) if (row.setting !== "vroom") capped = true;
  return { rows, note: capped ? ` (at most ${Math.max(...rows.map((row) => row.limitSec))} s)` : "" };
}

function against(peer: Peer, work: string, rows: readonly RunRow[], family: string, peers: Peers): Target {
  const strict = peer === "vroom";
  const name = strict ? "VROOM" : "PyVRP";
  const sign = strict ? "<" : "≤";
  const same = likeForLike(rows, peer, peers);
  const published = peers.published(peer, family);
  const gap = meanGap(rows);
  const holds = (ours: number, theirs: number): boolean => (strict ? ours < theirs : ours <= theirs + 1e-9);
  const targets: string[] = [];
  const measured: string[] = [];
  const met: boolean[] = [];
  if (same.instances > 0 && same.ours !== null && same.theirs !== null) {
    targets.push(`${sign} ${show(same.theirs)} % (${name} on the same ${same.instances})`);
    measured.push(`${show(same.ours, 3)} %`);
    met.push(holds(same.ours, same.theirs));
  }
  if (published !== undefined && gap !== null) {
    targets.push(`${sign} ${show(published.gapPct)} % (its ${published.runs} published runs)`);
    measured.push(`${show(gap, 3)} % on all ${new Set(rows.map((row) => row.instance)).size}`);
    met.push(holds(gap, published.gapPct));
  }
  return {
    work,
    target: targets.join("; ") || `${sign} ${name}`,
    measured: measured.join("; ") || "–",
    met: met.length === 0 ? null : met.every((ok) => ok) && allServed(rows),
  };
}

const allServed = (rows: readonly RunRow[]): boolean => rows.every((row) => row.feasible && row.unassigned === 0);

function worstTarget(rows: readonly RunRow[], work: string, most: number): Target {
  const seeds = new Set(rows.map((row) => row.seed)).size;
  const worst = rows.reduce<RunRow | null>(
    (a, b) => (a === null || (b.gapPct ?? Infinity) > (a.gapPct ?? 0) ? b : a),
    null,
  );
  return {
    work: `${work}, worst run`,
    target: `≤ ${most} %`,
    measured: worst === null ? "–" : `${show(worst.gapPct, 3)} % (${worst.instance}, ${seeds} seeds)`,
    met: worst === null ? null : (worst.gapPct ?? Infinity) <= most,
  };
}

/** Days of several towns, from a cold start and in a warm process. */
function cityDayTargets(rows: readonly RawRow[]): Target[] {
  return (["cold", "warm"] as const).flatMap((mode) => {
    const own = rows.filter(
      (row): row is CityDayRow => row.kind === "city-day" && row.mode === mode && row.limitSec === 1,
    );
    const gaps = own.map(({ gapPct }) => gapPct ?? Infinity).sort((a, b) => a - b);
    const towns = new Set(own.map(({ day }) => day)).size;
    const where = mode === "cold" ? "from the start of Node" : "in a warm process";
    const work = `${towns} city days, 1 s, 2 threads, ${where}`;
    const within = gaps.filter((gap) => gap <= 1).length;
    const median = gaps[Math.floor(gaps.length / 2)];
    const isThere = gaps.length > 0;
    return [
      {
        work,
        target: "each run within 1 % of the best known",
        measured: isThere ? `${within} of ${gaps.length}, worst ${show(gaps[gaps.length - 1], 2)} %` : "–",
        met: isThere ? within === gaps.length : null,
      },
      {
        work,
        target: "median ≤ 0.3 %",
        measured: isThere ? `${show(median, 2)} %` : "–",
        met: isThere ? median <= 0.3 : null,
      },
    ];
  });
}

function cityTargets(runs: readonly RunRow[], peers: Peers): Target[] {
  const all = runs.filter((row) => row.family === "city" && row.unassigned === 0 && row.feasible);
  const best = Math.min(peers.city.bestEver, ...all.map((row) => row.cost));
  const oneSecond = all.filter((row) => row.setting === "1s2t");
  const costs = oneSecond.map((row) => row.cost).sort((a, b) => a - b);
  const wait = Math.max(0, ...oneSecond.map((row) => row.wallSec));
  const work = "City day, 1 s, 2 threads";
  // every seed has to keep it
  const cityTarget = (most: number, name: string): Target => {
    if (costs.length === 0) return { work, target: name, measured: "–", met: null };
    const kept = costs.filter((cost) => cost <= most).length;
    const [median, worst] = [costs[Math.floor(costs.length / 2)], costs[costs.length - 1]];
    const seeds = `${kept} of ${costs.length} seeds`;
    const measured = `${seeds}; median ${median}, worst ${worst} (${show(wait)} s with starting Node)`;
    return { work, target: name, measured, met: kept === costs.length };
  };
  return [
    cityTarget(peers.city.vroomCost, `≤ ${peers.city.vroomCost} (VROOM's best)`),
    cityTarget(best * 1.01, `within 1 % of the best ever found (${best})`),
  ];
}

function firstPlanTargets(runs: readonly RunRow[]): Target[] {
  const slowest = (from: number, to: number): number | null => {
    const times = runs.filter((row) => row.threads === 1 && row.n >= from && row.n <= to).map((row) => row.firstMs);
    return times.length === 0 ? null : Math.max(...times);
  };
  return (
    [
      [80, 115, "100", 50],
      [1000, 1000, "1,000", 1000],
    ] as const
  ).map(([from, to, stops, most]) => {
    const time = slowest(from, to);
    return {
      work: `First complete plan, ${stops} stops`,
      target: `≤ ${most} ms after the matrix is there`,
      measured: time === null ? "–" : `${show(time, 0)} ms at most`,
      met: time === null ? null : time <= most,
    };
  });
}

function largeTargets(row: LargeRow): Target[] {
  if (row.stops === 30_000) return veryLargeTargets(row);
  if (row.stops !== 5000) return [];
  const work = `5,000 stops, 50 vehicles, ${row.limitSec} s, ${row.threads} threads`;
  const saved = (100 * (row.firstCost - row.cost)) / row.firstCost;
  return [
    {
      work,
      target: "complete, ≥ 10 % cheaper than the first insertion",
      measured: `${show(saved, 1)} % cheaper, ${row.unassigned} left out`,
      met: saved >= 10 && row.unassigned === 0 && row.violations === 0,
    },
    { work, target: "≤ 1.5 GB with its matrix", measured: `${row.peakMb} MB`, met: row.peakMb <= 1536 },
  ];
}

function veryLargeTargets({ stops, limitSec, threads, firstMs, peakMb, unassigned, violations }: LargeRow): Target[] {
  const work = `${stops} stops on points, ${limitSec} s, ${threads} threads`;
  const isComplete = unassigned === 0 && violations === 0;
  const first = `${show(firstMs / 1000, 1)} s, at the end ${unassigned} left out`;
  return [
    { work, target: "first complete plan ≤ 10 s", measured: first, met: isComplete && firstMs <= 10_000 },
    { work, target: `≤ ${MOST_MB} MB`, measured: `${peakMb} MB`, met: peakMb <= MOST_MB },
  ];
}

/** Wrong input and the stop flag: the slowest answer counts. */
function promptTargets(rows: readonly RawRow[]): Target[] {
  const bad = rows.filter((row) => row.kind === "bad-input");
  const stops = rows.filter((row) => row.kind === "stop");
  const slowest = Math.max(0, ...bad.map((row) => row.wallSec));
  const latest = Math.max(0, ...stops.map((row) => row.latencyMs));
  return [
    {
      work: "Wrong input of 10 MB",
      target: "exit code 2 in < 1 s",
      measured: bad.length === 0 ? "–" : `${show(slowest)} s at most, ${bad.length} kinds`,
      met: bad.length === 0 ? null : slowest < 1 && bad.every((row) => row.exitCode === 2),
    },
    {
      work: "Stop flag, 5,000 stops, 50 vehicles",
      target: "answer within 50 ms",
      measured: stops.length === 0 ? "–" : `${show(latest, 0)} ms at most, ${stops.length} moments`,
      met: stops.length === 0 ? null : latest <= 50,
    },
  ];
}
