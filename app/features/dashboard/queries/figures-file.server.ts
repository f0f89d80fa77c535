import type { CompanySession } from "~/auth/session.server";
import type { FigureGroup } from "~/db/repositories/figures.server";
import { services } from "~/services/container.server";
import { csvLines } from "~/services/export/csv";
import type { ExportTable } from "~/services/export/table";
import { MEASURES, measureNumber } from "../measures";
import { figureTables } from "./dashboard.server";
import type { FigureRow } from "./dashboard.server";

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
    ...MEASURES.map(({ fileLabel }) => ({ header: fileLabel, width: 14 })),
  ],
  rows: rows.map(({ key, title, routes, sums }) => [
    by === "day" ? String(key) : title,
    routes,
    ...MEASURES.map((measure) => measureNumber(measure, sums)),
  ]),
});

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
