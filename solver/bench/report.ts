import { cpus } from "node:os";
import { BELGIUM } from "./belgium";
import { gapsOf, inBoth, likeForLike, mean, meanGap, show } from "./figures";
import type { Peer, Peers } from "./peers";
import type { BadInputRow, LargeRow, RawRow, RunRow, StopRow } from "./raw";
import type { Entry } from "./run-one";
import { readSetting } from "./settings";
import { targetsOf, vroomRuns } from "./targets";

/** results.md as text, made of whatever rows there are. */
export function report(rows: readonly RawRow[], entries: readonly Entry[], peers: Peers): string {
  const runs = rows.filter((row): row is RunRow => row.kind === "run");
  const families = [...new Set(entries.map((entry) => entry.family))];
  const onInstances = runs.filter((row) => row.family !== "city" && row.family !== BELGIUM.family);
  const settings = [...new Set(onInstances.map((row) => row.setting))];
  const plain = settings.filter((name) => !name.startsWith("vroom"));
  const parts = [head(rows, runs), targets(rows, families, peers)];
  for (const name of plain)
    parts.push(
      settingTable(
        readSetting(name, peers)?.title ?? name,
        onInstances.filter((row) => row.setting === name),
        families,
        peers,
      ),
    );
  for (const seconds of ["10s", "30s"]) parts.push(threadsTable(seconds, onInstances, families));
  if (settings.some((name) => name.startsWith("vroom"))) parts.push(vroomTable(onInstances, families, peers));
  parts.push(cityLines(runs, peers));
  for (const row of rows) if (row.kind === "large") parts.push(largeLines(row));
  parts.push(
    badInputLines(rows.filter((row) => row.kind === "bad-input")),
    stopLines(rows.filter((row) => row.kind === "stop")),
  );
  parts.push(instanceTable(onInstances, entries, settings));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function head(rows: readonly RawRow[], runs: readonly RunRow[]): string {
  const revisions = [...new Set(rows.map((row) => row.revision))].join(", ");
  const cpu = cpus();
  const busy = runs.filter((row) => row.load > row.threads * row.jobs + 0.7).length;
  const wrong = runs.filter((row) => !row.feasible);
  return [
    "# Results of the solver benchmark",
    [
      `Measured on ${cpu.length} cores of ${cpu[0]?.model ?? "an unknown processor"}, code ${revisions}.`,
      "Gaps are to the best known cost, in percent, means over all runs.",
      "Everything is measured on the command line: wall times begin with the start of Node and end with its end,",
      'JSON read and written. "First plan" is the time from the problem with its matrix to the first complete plan.',
      '"Peak MB" is the highest resident memory of the whole process, all its threads, Node and the text of the',
      "problem included. When two runs went on at once (--jobs 2) each had one core.",
    ].join(" "),
    busy === 0
      ? ""
      : `${busy} of ${runs.length} runs began while other work kept the machine busy (load average above the threads ` +
        "in use): their figures are on the low side of what the solver can do.",
    wrong.length === 0
      ? `The shared checker accepted all ${runs.length} answers.`
      : "REFUSED by the shared checker: " +
        wrong.map((row) => `${row.instance} in ${row.setting} (${row.problem})`).join(", "),
    "![Convergence](convergence.svg)",
  ]
    .filter((line) => line !== "")
    .join("\n\n");
}

function table(header: readonly string[], lines: readonly (readonly string[])[]): string {
  return [header, header.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function targets(rows: readonly RawRow[], families: readonly string[], peers: Peers): string {
  const list = targetsOf(rows, families, peers);
  const known = list.filter((target) => target.met !== null);
  const lines = list.map(({ work, target, measured, met }) => [
    work,
    target,
    measured,
    met === null ? "not measured" : met ? "yes" : "**no**",
  ]);
  const met = known.filter((target) => target.met).length;
  const open = known.length < list.length ? `, ${list.length - known.length} not measured` : "";
  const targets = table(["work", "target", "measured", "met"], lines);
  return `## Targets\n\n${met} of ${list.length} met${open}.\n\n${targets}`;
}

/** Columns about one peer: like for like first, then the mean that was published over more instances. */
function peerColumns(rows: readonly RunRow[], peer: Peer, family: string, peers: Peers): string[] {
  const same = likeForLike(rows, peer, peers);
  const published = peers.published(peer, family);
  return [
    same.instances === 0 ? "–" : `${show(same.ours, 3)} / ${show(same.theirs, 3)} [${same.instances}]`,
    published === undefined ? "–" : `${show(published.gapPct)} [${published.runs}]`,
  ];
}

function settingTable(title: string, rows: readonly RunRow[], families: readonly string[], peers: Peers): string {
  const withPeers = rows.some((row) => row.limitSec === 10 && row.threads === 1);
  const header = [
    "family",
    "runs",
    "mean gap %",
    "wall s",
    "first plan ms",
    "peak MB",
    ...(withPeers
      ? [
          "ours / PyVRP 10 s on the same",
          "PyVRP 10 s published",
          "ours / HGS-CVRP 10 s on the same",
          "HGS-CVRP 10 s published",
        ]
      : []),
  ];
  const lines = families.flatMap((family) => {
    const own = rows.filter((row) => row.family === family);
    if (own.length === 0) return [];
    const left = own.filter((row) => row.gapPct === null).length;
    return [
      [
        family,
        String(own.length),
        `${show(meanGap(own), 3)}${left > 0 ? ` (${left} incomplete)` : ""}`,
        show(mean(own.map((row) => row.wallSec)), 1),
        show(mean(own.map((row) => row.firstMs)), 0),
        String(Math.max(...own.map((row) => row.peakMb))),
        ...(withPeers ? [...peerColumns(own, "pyvrp", family, peers), ...peerColumns(own, "hgs", family, peers)] : []),
      ],
    ];
  });
  return `## ${title}\n\n${table(header, lines)}`;
}

function threadsTable(seconds: string, rows: readonly RunRow[], families: readonly string[]): string {
  const lines = families.flatMap((family) => {
    const own = rows.filter((row) => row.family === family);
    const [two, one] = inBoth(
      own.filter((row) => row.setting === `${seconds}2t`),
      own.filter((row) => row.setting === `${seconds}1t`),
    );
    return two.length === 0 ? [] : [[family, String(two.length), show(meanGap(one), 3), show(meanGap(two), 3)]];
  });
  return lines.length === 0
    ? ""
    : `## 2 threads against 1, ${seconds.replace("s", " s")}, same instances and seeds\n\n` +
        table(["family", "runs", "1 thread, mean gap %", "2 threads, mean gap %"], lines);
}

function vroomTable(rows: readonly RunRow[], families: readonly string[], peers: Peers): string {
  const lines = families.flatMap((family) => {
    const { rows: own } = vroomRuns(rows, family);
    if (own.length === 0) return [];
    const vroomWall = mean(own.map((row) => peers.vroomWallSec(row.instance, family) ?? 0));
    return [
      [
        family,
        String(own.length),
        show(meanGap(own), 3),
        show(mean(own.map((row) => row.wallSec)), 1),
        show(vroomWall, 1),
        ...peerColumns(own, "vroom", family, peers),
      ],
    ];
  });
  const head = [
    "family",
    "runs",
    "mean gap %",
    "our wall s",
    "VROOM's wall s",
    "ours / VROOM on the same",
    "VROOM published",
  ];
  return [
    "## VROOM's own wall time at exploration 5, 1 thread",
    "Per instance VROOM's measured wall time, its family's mean where it wasn't measured; " +
      "shorter where a cap says so, which is harder for us.",
    table(head, lines),
  ].join("\n\n");
}

function cityLines(runs: readonly RunRow[], peers: Peers): string {
  const lines = runs
    .filter((row) => row.family === "city")
    .map((row) => [
      row.setting,
      String(row.seed),
      `${row.cost}${row.unassigned > 0 ? ` (${row.unassigned} left out)` : ""}`,
      `${show((100 * (row.cost - peers.city.vroomCost)) / peers.city.vroomCost, 1)} %`,
      show(row.wallSec),
      show(row.firstMs, 0),
      row.feasible ? "accepted" : `REFUSED ${row.problem}`,
    ]);
  return lines.length === 0
    ? ""
    : `## City day (150 stops on a road matrix; VROOM's best ${peers.city.vroomCost} in 3.2 s on 2 threads)\n\n` +
        table(["setting", "seed", "cost", "to VROOM", "wall s", "first plan ms", "checker"], lines);
}

function largeLines(row: LargeRow): string {
  const gain = show((100 * (row.firstCost - row.cost)) / row.firstCost, 1);
  return (
    `## ${row.stops} stops, ${row.vehicles} vehicles, ${row.threads} threads, ${row.limitSec} s\n\n` +
    `First plan ${row.firstCost} after ${show(row.firstMs, 0)} ms, last ${row.cost} (${gain} % cheaper), ` +
    `${row.unassigned} left out, ${row.violations} broken rules, ${row.peakMb} MB, ${show(row.wallSec, 1)} s.`
  );
}

function badInputLines(rows: readonly BadInputRow[]): string {
  const lines = rows.map((row) => [
    row.name,
    show(row.megabytes, 1),
    show(row.wallSec),
    String(row.exitCode),
    row.error,
  ]);
  return lines.length === 0
    ? ""
    : `## Wrong input of 10 to 20 MB\n\n${table(["what", "MB", "wall s", "exit code", "answer"], lines)}`;
}

function stopLines(rows: readonly StopRow[]): string {
  const lines = rows.map((row) => [row.name, show(row.raisedAfterMs, 0), show(row.latencyMs, 0)]);
  return lines.length === 0
    ? ""
    : `## Stop flag, 5,000 stops, 50 vehicles\n\n${table(["when it is raised", "after ms", "answer after ms"], lines)}`;
}

function instanceTable(rows: readonly RunRow[], entries: readonly Entry[], settings: readonly string[]): string {
  const known = entries.filter((entry) => rows.some((row) => row.instance === entry.name));
  const lines = known.map((entry) => [
    entry.name,
    String(entry.bks_cost),
    ...settings.flatMap((setting) => {
      const own = rows.filter((row) => row.instance === entry.name && row.setting === setting);
      if (own.length === 0) return ["–", "–"];
      const left = own.filter((row) => row.gapPct === null).length;
      return [
        String(Math.min(...own.map((row) => row.cost))),
        gapsOf(own).length === 0
          ? `${left} incomplete`
          : `${show(meanGap(own), 3)}${left > 0 ? ` (${left} incomplete)` : ""}`,
      ];
    }),
  ]);
  return lines.length === 0
    ? ""
    : "## Every instance (best cost and mean gap of all seeds)\n\n" +
        table(["instance", "best known", ...settings.flatMap((setting) => [`${setting} cost`, "gap %"])], lines);
}
