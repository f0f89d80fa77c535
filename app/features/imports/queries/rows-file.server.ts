import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listSheetRows, nextSheetRows } from "~/db/repositories/sheet-rows.server";
import { getSheet } from "~/db/repositories/sheets.server";
import type { RoutingSheetRowRow } from "~/db/tables";
import { isTyped, shownText } from "~/domain/import/cell";
import type { Cell } from "~/domain/import/cell";
import { yieldToOthers } from "~/lib/turns.server";
import { services } from "~/services/container.server";
import type { ExportCell, ExportTable } from "~/services/export/table";
import { readBook } from "../read-book.server";
import { rowFilter, SHOW_PARAM } from "../row-filter";
import { isOutcome, ROW_OUTCOME_LABELS } from "../row-outcome";
import { withoutRow } from "../row-notes";
import type { ImportNote } from "../row-notes";
import type { ChosenMapping } from "../sheet-book";
import { WHERE } from "./sheet-rows.server";

const READ_AT_ONCE = 500;

/**
 * The rows that the list shows, all pages of them, sheet by sheet: the cells as they are now, what became of the row,
 * and why. Such a file can be mended and imported itself.
 * @throws AppError 403, 404
 */
export async function rowsFile(
  session: CompanySession,
  request: Request,
  sheetId: number,
): Promise<{ title: string; body: Uint8Array }> {
  authorize(session, "import.run");
  const companyId = session.company.id;
  const sheet = await getSheet(db(), companyId, sheetId);
  const { mappings } = readBook(sheet);
  const params = new URL(request.url).searchParams;
  const filter = rowFilter(params.get(SHOW_PARAM));
  const wanted = filter === "all" ? null : await idsOf(companyId, sheetId, WHERE[filter]);
  const bySheet = new Map<number, ExportCell[][]>();
  for (let after = 0; ;) {
    const rows = await nextSheetRows(db(), companyId, sheetId, { after, limit: READ_AT_ONCE });
    for (const row of rows) {
      if (wanted !== null && !wanted.has(row.id)) continue;
      const list = bySheet.get(row.sheet) ?? [];
      bySheet.set(row.sheet, list);
      list.push(lineOf(row, mappings[row.sheet]));
    }
    if (rows.length < READ_AT_ONCE) break;
    after = rows[rows.length - 1]!.id;
    await yieldToOthers();
  }
  const tables = [...bySheet].map(([index, rows]) => tableOf(mappings[index], rows));
  const empty: ExportTable = { name: "Rows", columns: [{ header: "Row" }], rows: [] };
  const body = await services().files.make({ kind: "workbook", tables: tables.length === 0 ? [empty] : tables });
  return { title: sheet.title.replace(/\.[a-z]+$/i, ""), body };
}

async function idsOf(companyId: number, sheetId: number, where: (typeof WHERE)["all"]): Promise<Set<number>> {
  const found = await listSheetRows(db(), companyId, sheetId, { ...where, pageSize: "unpaged" });
  return new Set(found.rows.map(({ id }) => id));
}

const OWN_COLUMNS = ["Row in the file", "Outcome", "Reason"] as const;

function tableOf(mapping: ChosenMapping | undefined, rows: readonly (readonly ExportCell[])[]): ExportTable {
  const width = Math.max(mapping?.headers.length ?? 0, ...rows.map((row) => row.length - OWN_COLUMNS.length));
  const headers = Array.from({ length: width }, (_, column) => mapping?.headers[column] ?? "");
  return {
    name: mapping?.sheet ?? "Rows",
    columns: [...headers, ...OWN_COLUMNS].map((header) => ({ header, width: header === "Reason" ? 60 : 16 })),
    rows: rows.map((row) => {
      const cells = row.slice(0, -OWN_COLUMNS.length);
      const missing = Array.from({ length: width - cells.length }, () => null);
      return [...cells, ...missing, ...row.slice(-OWN_COLUMNS.length)];
    }),
  };
}

function lineOf(row: RoutingSheetRowRow, mapping: ChosenMapping | undefined): ExportCell[] {
  const cells = parseJson<Cell[]>(row.cells, []);
  const width = mapping?.headers.length ?? cells.length;
  const notes = parseJson<ImportNote[]>(row.notes, []).map(({ message }) => withoutRow(message));
  const outcome = isOutcome(row.outcome) ? ROW_OUTCOME_LABELS[row.outcome] : row.outcome;
  return [
    ...Array.from({ length: Math.max(width, cells.length) }, (_, column) => valueOf(cells[column])),
    row.row,
    outcome,
    notes.join(" "),
  ];
}

/** A number stays one, so that a spreadsheet can add it up. */
function valueOf(cell: Cell | undefined): ExportCell {
  if (typeof cell === "number") return cell;
  if (isTyped(cell) || typeof cell === "boolean") return shownText(cell);
  return cell ?? null;
}
