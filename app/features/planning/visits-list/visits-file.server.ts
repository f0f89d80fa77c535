import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { firstVisitIds } from "~/db/repositories/filtered-visits.server";
import { listVisitsByIds, surroundingsOf } from "~/db/repositories/visit-lists.server";
import type { VisitSurroundings } from "~/db/repositories/visit-lists.server";
import type { RoutingVisitRow } from "~/db/tables";
import { visitStatusLabel } from "~/domain/visit/visit-status";
import { inBatches } from "~/lib/in-batches";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import { csvLines } from "~/services/export/csv";
import { sheetTime } from "~/domain/time/sheet-time";
import type { ExportCell, ExportTable } from "~/services/export/table";
import { askedVisits, listItem } from "./asked-visits.server";
import type { VisitListItem } from "./asked-visits.server";

/** Of a file: the first of the list. */
const MOST_EXPORTED = 20_000;
const EXPORTED_AT_ONCE = 500;

/** The same visits in the same order as a file, at most 20,000. @throws AppError 403 */
export async function visitsFile(
  session: CompanySession,
  request: Request,
  format: "xlsx" | "csv",
): Promise<Uint8Array | Iterable<string>> {
  const companyId = session.company.id;
  authorize(session, "visit.list", { companyId });
  const { query, order } = await askedVisits(companyId, request);
  const rows: ExportCell[][] = [];
  for (const ids of inBatches(await firstVisitIds(db(), query, MOST_EXPORTED, order), EXPORTED_AT_ONCE)) {
    const found = new Map((await listVisitsByIds(db(), companyId, ids)).map((row) => [row.id, row]));
    const piece = ids.flatMap((id) => found.get(id) ?? []);
    const around = await surroundingsOf(db(), companyId, piece);
    rows.push(...piece.map((row) => exportedCells(listItem(row, around), row, clockOfVisit(row, around))));
  }
  const table: ExportTable = { name: "Visits", columns: EXPORTED_COLUMNS, rows };
  return format === "csv" ? csvLines(table) : services().files.make({ kind: "workbook", tables: [table] });
}

const EXPORTED_COLUMNS = [
  "Id",
  "Name",
  "Order",
  "Address",
  "Type",
  "Status",
  "Plan",
  "Date",
  "Warehouse",
  "Driver",
  "Vehicle",
  "Recipient",
  "Window",
  "ETA",
  "Completed",
  "Time zone",
  "Fail reason",
  "Source",
].map((header) => ({ header, width: header === "Name" || header === "Address" ? 30 : 16 }));

/** The clock of the visit's window: its plan's, as in the file of the plan. */
function clockOfVisit(row: RoutingVisitRow, { plans, warehouses }: VisitSurroundings): string {
  const plan = row.plan_id === null ? undefined : plans.get(row.plan_id);
  const warehouseId = plan?.warehouse_id ?? row.warehouse_id;
  return zoneOfWarehouse(warehouseId === null ? undefined : warehouses.get(warehouseId));
}

const exportedCells = (visit: VisitListItem, row: RoutingVisitRow, timeZone: string): ExportCell[] => [
  visit.id,
  visit.name,
  visit.code,
  visit.address,
  visit.type,
  visitStatusLabel(visit.status),
  visit.plan?.title ?? null,
  visit.plan === null ? null : { day: visit.plan.date, time: null },
  visit.warehouse,
  visit.driver,
  visit.vehicle,
  visit.recipient,
  visit.window,
  sheetTime(row.arrival_time, timeZone),
  sheetTime(row.completed_at, timeZone),
  timeZone,
  visit.reason,
  visit.source,
];
