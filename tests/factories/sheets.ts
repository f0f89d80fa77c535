import type { Db } from "~/db/client.server";
import { insertSheetRows } from "~/db/repositories/sheet-rows.server";
import { insertSheet } from "~/db/repositories/sheets.server";
import type { Cell } from "~/domain/import/cell";
import { proposal } from "~/features/imports/propose-mapping";
import type { SheetOutline } from "~/services/spreadsheet/workbook";
import { NOW } from "./company";

const outlineOf = (headers: readonly string[], rows: readonly (readonly Cell[])[]): SheetOutline => ({
  name: "Visits",
  hidden: false,
  rowsTotal: rows.length + 1,
  hiddenRows: 0,
  columnsTotal: headers.length,
  preview: [headers, ...rows].map((cells, index) => ({ row: index + 1, cells })),
  headerRow: 0,
  headers: [...headers],
});

/** A file of visits that was uploaded; nobody has said yet what its columns mean. */
export async function uploadedSheet(db: Db, companyId: number, planId: number | null = null): Promise<number> {
  const outline = outlineOf(["Name", "Colour"], [["A", "red"]]);
  const values = { title: "visits.xlsx", plan_id: planId, state: "uploaded", book: JSON.stringify([outline]) };
  return insertSheet(db, companyId, { ...values, mappings: JSON.stringify([proposal(outline, [])]) }, NOW);
}

/** A file of visits whose rows are checked, and may be imported. */
export async function checkedSheet(
  db: Db,
  { companyId, planId }: { companyId: number; planId: number | null },
  headers: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<number> {
  const outline = outlineOf(headers, rows);
  const values = { title: "visits.xlsx", plan_id: planId, state: "parsed", rows_total: rows.length };
  const book = { book: JSON.stringify([outline]), mappings: JSON.stringify([proposal(outline, [])]) };
  const id = await insertSheet(db, companyId, { ...values, ...book }, NOW);
  await insertSheetRows(
    db,
    companyId,
    id,
    rows.map((cells, index) => ({
      sheet: 0,
      row: index + 2,
      entity: "visit",
      outcome: "create",
      noted: 0,
      match_key: null,
      cells: JSON.stringify(cells),
      notes: null,
      visit_id: null,
      vehicle_id: null,
    })),
  );
  return id;
}
