/** What the dashboard shows of routes: in its figures, its tables and its files alike. */
import type { FigureGroup } from "~/db/repositories/figures.server";
import { rates } from "~/domain/figures/figures";
import type { Figures } from "~/domain/figures/figures";
import { formatEuro, formatFixed, formatNumber, formatPercent } from "~/domain/format-number";
import { formatDistance } from "~/domain/format-units";
import { formatDuration } from "~/domain/time/format";
import type { Units } from "~/domain/units";

type Kind = "count" | "share" | "duration" | "distance" | "perHour" | "euro";

export interface Measure {
  id: string;
  label: string;
  kind: Kind;
  /** null: there is nothing to tell it by */
  of: (sums: Figures) => number | null;
  /** the visits behind it, as their list names them */
  behind?: string;
  /** not on narrower screens */
  hideBelow?: "phone" | "tablet" | "wide";
}

const known = (amount: number, by: number): number | null => (by === 0 ? null : amount);

export const MEASURES: readonly Measure[] = [
  { id: "visits", label: "Visits", kind: "count", of: (sums) => sums.visits, behind: "visits" },
  {
    id: "delivered",
    label: "Done",
    kind: "count",
    of: (sums) => sums.delivered,
    behind: "delivered",
  },
  { id: "failed", label: "Failed", kind: "count", of: (sums) => sums.failed, behind: "failed" },
  {
    id: "on-time",
    label: "On time",
    kind: "share",
    of: (sums) => rates(sums).onTime,
    behind: "on_time",
  },
  {
    id: "out-of-turn",
    label: "Out of turn",
    kind: "count",
    of: (sums) => sums.out_of_turn,
    behind: "out_of_turn",
    hideBelow: "phone",
  },
  {
    id: "overdue",
    label: "Behind plan",
    kind: "duration",
    of: (sums) => sums.overdue_sec,
    behind: "overdue",
    hideBelow: "phone",
  },
  {
    id: "planned-m",
    label: "Distance",
    kind: "distance",
    of: (sums) => sums.planned_m,
    hideBelow: "tablet",
  },
  {
    id: "driven-m",
    label: "Driven",
    kind: "distance",
    of: (sums) => known(sums.driven_m, sums.tracked_m),
    hideBelow: "wide",
  },
  {
    id: "planned-sec",
    label: "Time",
    kind: "duration",
    of: (sums) => sums.planned_sec,
    hideBelow: "wide",
  },
  {
    id: "driven-sec",
    label: "On the road",
    kind: "duration",
    of: (sums) => known(sums.driven_sec, sums.timed_visits),
    hideBelow: "wide",
  },
  { id: "load", label: "Load", kind: "share", of: (sums) => rates(sums).load, hideBelow: "wide" },
  {
    id: "per-hour",
    label: "Visits/h",
    kind: "perHour",
    of: (sums) => rates(sums).visitsPerHour,
    hideBelow: "wide",
  },
  {
    id: "cost",
    label: "Cost/visit",
    kind: "euro",
    of: (sums) => rates(sums).costPerVisit,
    hideBelow: "wide",
  },
  {
    id: "kept",
    label: "Promise kept",
    kind: "share",
    of: (sums) => rates(sums).kept,
    behind: "kept",
    hideBelow: "wide",
  },
];

/** Days from the first on, whatever else is compared from the one with the most visits. */
export const figureOrder = (by: FigureGroup) => ({
  columns: ["title", ...MEASURES.map(({ id }) => id)],
  standard: by === "day" ? { by: "title", down: false } : { by: "visits", down: true },
  downFirst: MEASURES.map(({ id }) => id),
});

export const measureOf = (id: string): Measure => MEASURES.find((measure) => measure.id === id)!;

/** As people read it; '–' for nothing to tell it by. */
export function measureText({ kind, of }: Measure, sums: Figures, units: Units): string {
  const value = of(sums);
  if (value === null) return "–";
  switch (kind) {
    case "count":
      return formatNumber(value);
    case "share":
      return formatPercent(value * 100, 1);
    case "duration":
      return formatDuration(value);
    case "distance":
      return formatDistance(value, units);
    case "perHour":
      return formatFixed(value, 1);
    case "euro":
      return formatEuro(value / 100);
  }
}
