import { BELGIUM, filo2On } from "./belgium";
import { mean, meanGap } from "./figures";
import type { Peers } from "./peers";
import { plot } from "./plot";
import type { Panel, Series } from "./plot";
import type { RawRow, RunRow } from "./raw";
import { vroomRuns } from "./targets";

/**
 * Our gap over time beside the peers' points: small and larger problems, only instances on which VROOM and PyVRP were
 * measured; and very large ones, beside FILO2.
 */
export function convergence(rows: readonly RawRow[], peers: Peers): string {
  const runs = rows.filter(
    (row): row is RunRow =>
      row.kind === "run" &&
      peers.run("vroom", row.instance)?.gapPct != null &&
      peers.run("pyvrp", row.instance)?.gapPct != null,
  );
  const small = runs.filter((row) => row.n < 300);
  const large = runs.filter((row) => row.n >= 300);
  return plot("Mean gap to the best known cost over time", [
    panel("50–260 stops", small, peers),
    panel("300–1,000 stops", large, peers),
    veryLarge(rows.filter((row): row is RunRow => row.kind === "run" && row.family === BELGIUM.family)),
  ]);
}

function veryLarge(runs: readonly RunRow[]): Panel {
  const names = [...new Set(runs.map((row) => row.instance))];
  const filo2 = filo2On(names);
  const series: Series[] = [
    { name: "this solver, 2 threads, 120 s", colour: "#0b7285", points: curve(runs) },
    { name: "FILO2, published, 1 thread", colour: "#c2255c", points: filo2 === null ? [] : [filo2] },
  ];
  return {
    title: `3,000–20,000 stops (${names.length} instances)`,
    series: series.filter(({ points }) => points.length > 0),
  };
}

function panel(title: string, runs: readonly RunRow[], peers: Peers): Panel {
  const names = [...new Set(runs.map((row) => row.instance))];
  const peer = (name: "vroom" | "pyvrp", label: string, colour: string): Series => {
    const found = names.map((instance) => peers.run(name, instance)!);
    return {
      name: label,
      colour,
      points:
        found.length === 0
          ? []
          : [[mean(found.map((run) => run.wallSec)) ?? 0, mean(found.map((run) => run.gapPct ?? 0)) ?? 0]],
    };
  };
  const inVroomTime = [...new Set(runs.map((row) => row.family))].flatMap((family) => vroomRuns(runs, family).rows);
  const gap = meanGap(inVroomTime);
  const series: Series[] = [
    {
      name: "this solver, 1 thread, 10 s",
      colour: "#1c7ed6",
      points: curve(runs.filter((row) => row.setting === "10s1t")),
    },
    {
      name: "this solver, 2 threads, 30 s",
      colour: "#1864ab",
      points: curve(runs.filter((row) => row.setting === "30s2t")),
    },
    {
      name: "this solver, 1 thread, VROOM's time",
      colour: "#7048e8",
      points: gap === null ? [] : [[mean(inVroomTime.map((row) => row.wallSec)) ?? 0, gap]],
    },
    peer("vroom", "VROOM x5, 1 thread", "#e8590c"),
    peer("pyvrp", "PyVRP 10 s, 1 thread", "#2f9e44"),
  ];
  return { title: `${title} (${names.length} instances)`, series: series.filter(({ points }) => points.length > 0) };
}

/** Means at those times at which every run but a few has a complete plan. */
function curve(rows: readonly RunRow[]): [number, number][] {
  const times = [...new Set(rows.flatMap((row) => row.curve.map(([seconds]) => seconds)))].sort((a, b) => a - b);
  return times.flatMap((seconds): [number, number][] => {
    const gaps = rows.flatMap((row) => row.curve.filter(([at]) => at === seconds).map(([, gap]) => gap));
    return gaps.length < rows.length * 0.95 ? [] : [[seconds, mean(gaps) ?? 0]];
  });
}
