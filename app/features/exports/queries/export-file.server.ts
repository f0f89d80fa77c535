import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { utcText } from "~/domain/time/utc-text";
import { csvLines } from "~/services/export/csv";
import { gpxLines } from "~/services/export/gpx";
import type { ExportTable } from "~/services/export/table";
import { services } from "~/services/container.server";
import { formatDay, formatDayTime } from "~/domain/time/day-words";
import { nowSec } from "~/services/now.server";
import { calculatedRoutesTable, stepsTable, summaryTable, unassignedTable } from "../calculation-tables";
import type { ExportedFile, FileFormat } from "../download.server";
import { vehicleInFile, vehicleOf } from "../exported-plan";
import { fileName } from "../file-name";
import { routesTable, stopsTable, unservedTable, visitsTable } from "../plan-tables";
import { routeGpx, routeManifest } from "../route-files";
import { calculationJson, exportedCalculation } from "./exported-calculation.server";
import { laidOut } from "../column-layout";
import { columnLayout } from "./export-columns.server";
import { exportedPlan, exportedRoute } from "./exported-plan.server";
import { wholeInText } from "~/domain/validation/wire-fields";

const Id = wholeInText();

/** The parameters that the address of a file may have. Anything else is not found. */
export const ExportParams = z.union([
  z.object({ what: z.literal("plan"), id: Id, format: z.enum(["xlsx", "csv"]) }),
  z.object({ what: z.literal("route"), id: Id, format: z.enum(["xlsx", "csv", "gpx", "pdf"]) }),
  z.object({ what: z.literal("calculation"), id: Id, format: z.enum(["xlsx", "csv", "json"]) }),
]);
export type ExportParams = z.infer<typeof ExportParams>;

const workbook = (tables: ExportTable[]): Promise<Uint8Array> => services().files.make({ kind: "workbook", tables });

/**
 * The file that an address asks for.
 * @throws AppError 403, 404: the answer does not tell whether another company's plan, route or calculation exists
 */
export async function exportFile(session: CompanySession, params: ExportParams): Promise<ExportedFile> {
  switch (params.what) {
    case "plan":
      return planFile(session, params.id, params.format);
    case "route":
      return routeFile(session, params.id, params.format);
    case "calculation":
      return calculationFile(session, params.id, params.format);
  }
}

async function planFile(session: CompanySession, planId: number, format: "xlsx" | "csv"): Promise<ExportedFile> {
  const plan = await exportedPlan(session, planId);
  const visits = laidOut(visitsTable(plan), await columnLayout(session.company.id));
  const body = format === "csv" ? csvLines(visits) : await workbook([routesTable(plan), visits, unservedTable(plan)]);
  return { name: fileName([plan.plan.title, plan.plan.serviceDate], format), format, body };
}

async function routeFile(
  session: CompanySession,
  routeId: number,
  format: "xlsx" | "csv" | "gpx" | "pdf",
): Promise<ExportedFile> {
  const { plan, route, reader } = await exportedRoute(session, routeId);
  const named = (ending: FileFormat, body: ExportedFile["body"], also = ""): ExportedFile => ({
    name: fileName([plan.plan.title, vehicleInFile(vehicleOf(plan, route)), plan.plan.serviceDate, also], ending),
    format: ending,
    body,
  });
  switch (format) {
    case "csv":
      return named("csv", csvLines(stopsTable(plan, route, reader)));
    case "xlsx":
      return named("xlsx", await workbook([routesTable(plan, route, reader), stopsTable(plan, route, reader)]));
    case "gpx":
      return named("gpx", gpxLines(routeGpx(plan, route, utcText(nowSec()))));
    case "pdf": {
      const manifest = routeManifest(
        plan,
        route,
        {
          date: formatDay(plan.plan.serviceDate),
          printed: `printed ${formatDayTime(nowSec(), plan.timeZone)}`,
        },
        session.units,
      );
      return named("pdf", await services().files.make({ kind: "manifest", manifest }), "manifest");
    }
  }
}

async function calculationFile(
  session: CompanySession,
  queryId: number,
  format: "xlsx" | "csv" | "json",
): Promise<ExportedFile> {
  if (format === "json") {
    const { title, text } = await calculationJson(session, queryId, "all");
    return { name: calculationName(title, format), format, body: text };
  }
  const calculation = await exportedCalculation(session, queryId);
  const body =
    format === "csv"
      ? csvLines(stepsTable(calculation))
      : await workbook([
          summaryTable(calculation),
          calculatedRoutesTable(calculation),
          stepsTable(calculation),
          unassignedTable(calculation),
        ]);
  return { name: calculationName(calculation.title, format), format, body };
}

const calculationName = (title: string, format: FileFormat): string =>
  fileName(["Calculation", title.replaceAll(":", "-")], format);
