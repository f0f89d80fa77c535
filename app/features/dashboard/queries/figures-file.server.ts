import type { CompanySession } from "~/auth/session.server";
import type { FigureGroup } from "~/db/repositories/figures.server";
import type { Figures } from "~/domain/figures/figures";
import { kmOneDecimal } from "~/domain/time/format";
import { services } from "~/services/container.server";
import { csvLines } from "~/services/export/csv";
import type { ExportTable } from "~/services/export/table";
import { MEASURES } from "../measures";
import type { Measure } from "../measures";
import { figureTables } from "./dashboard.server";
import type { FigureRow } from "./dashboard.server";

/** With their units; files that programs read are metric. */
const HEADS: Readonly<Record<string, string>> = {
  visits: "Visits",
  delivered: "Done",
  failed: "Failed",
  "on-time": "On time %",
  "out-of-turn": "Out of turn",
  overdue: "Behind plan min",
  "planned-m": "Planned km",
  "driven-m": "Driven km",
  "planned-sec": "Planned min",
  "driven-sec": "On the road min",
  load: "Load %",
  "per-hour": "Visits per hour",
  cost: "Cost per visit €",
  kept: "Promise kept %",
};

const NAMES: Readonly<Record<FigureGroup, string>> = {
  driver: "Driver",
  vehicle: "Vehicle",
  warehouse: "Warehouse",
  day: "Day",
};

const tableOf = (by: FigureGroup, rows: readonly FigureRow[]): ExportTable => ({
  name: `By ${NAMES[by].toLowerCase()}`,
  columns: [
    { header: NAMES[by], width: 26 },
    { header: "Routes" },
    ...MEASURES.map(({ id }) => ({ header: HEADS[id]!, width: 14 })),
  ],
  rows: rows.map(({ key, title, routes, sums }) => [
    by === "day" ? { day: String(key), time: null } : title,
    routes,
    ...MEASURES.map((measure) => measureNumber(measure, sums)),
  ]),
});

/** As a program reads it, in the unit that its head names. */
function measureNumber({ kind, of }: Measure, sums: Figures): number | null {
  const value = of(sums);
  if (value === null) return null;
  switch (kind) {
    case "count":
      return value;
    case "share":
      return Math.round(value * 1000) / 10;
    case "duration":
      return Math.round(value / 6) / 10;
    case "distance":
      return kmOneDecimal(value);
    case "perHour":
      return Math.round(value * 100) / 100;
    case "euro":
      return Math.round(value) / 100;
  }
}

/** The chosen table as CSV, or all of them as a workbook. @throws AppError 403 */
export async function figuresFile(
  session: CompanySession,
  request: Request,
  format: "xlsx" | "csv",
): Promise<{ name: string; body: Uint8Array | Iterable<string> }> {
  const { days, tables } = await figureTables(session, request);
  const sheets = tables.map(({ by, rows }) => tableOf(by, rows));
  return {
    name: `figures-${days.from}-${days.to}.${format}`,
    body: format === "csv" ? csvLines(sheets[0]!) : await services().files.make({ kind: "workbook", tables: sheets }),
  };
}
