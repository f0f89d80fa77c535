import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { pieceOfVisits, surroundingsOf } from "~/db/repositories/visit-lists.server";
import type { RoutingVisitRow } from "~/db/tables";
import { visitStatusLabel } from "~/domain/visit/visit-status";
import { services } from "~/services/container.server";
import { csvLines } from "~/services/export/csv";
import type { ExportCell, ExportTable } from "~/services/export/table";
import { askedVisits, listItem } from "./asked-visits.server";
import type { VisitListItem } from "./asked-visits.server";

/** Of a file: the newest. */
const MOST_EXPORTED = 20_000;
const EXPORTED_AT_ONCE = 500;

/** The same visits as a file, at most 20,000. @throws AppError 403 */
export async function visitsFile(
  session: CompanySession,
  request: Request,
  format: "xlsx" | "csv",
): Promise<Uint8Array | Iterable<string>> {
  const companyId = session.company.id;
  authorize(session, "visit.list", { companyId });
  const { query } = await askedVisits(companyId, request);
  const rows: ExportCell[][] = [];
  for (let last: number | null = null; rows.length < MOST_EXPORTED;) {
    const found = await pieceOfVisits(query, last, EXPORTED_AT_ONCE);
    const around = await surroundingsOf(db(), companyId, found);
    rows.push(...found.map((row) => exportedCells(listItem(row, around), row)));
    if (found.length < EXPORTED_AT_ONCE) break;
    last = found.at(-1)!.id;
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
  "Planned arrival (UTC)",
  "Completed (UTC)",
  "Fail reason",
  "Source",
].map((header) => ({ header, width: header === "Name" || header === "Address" ? 30 : 16 }));

const exportedCells = (visit: VisitListItem, row: RoutingVisitRow): ExportCell[] => [
  visit.id,
  visit.name,
  visit.code,
  visit.address,
  visit.type,
  visitStatusLabel(visit.status),
  visit.plan?.title ?? null,
  visit.plan?.date ?? null,
  visit.warehouse,
  visit.driver,
  visit.vehicle,
  visit.recipient,
  visit.window,
  row.arrival_time,
  row.completed_at,
  visit.reason,
  visit.source,
];
