import { parseWorkbookRows } from "~/domain/import/parse-rows";
import type { ImportDefaults } from "~/domain/import/parse-rows";
import { autoMap, mappingErrors } from "~/domain/import/sheet-mapping";
import { MAX_IMPORT_ROWS } from "~/domain/constants";
import { MAX_COLUMNS, sheetsOf } from "./cells";
import { openWorkbook } from "./open-workbook";
import type { ReadAnswer } from "./workbook";

/** Over all sheets. Cells count up to the last one with a value in each row: twice 100,000 rows of 15 columns. */
const SHEET_LIMITS = { rows: MAX_IMPORT_ROWS, cells: 3_000_000 };

/** A workbook's rows as visits and vehicles. A file whose content doesn't fit its name gives a fault. */
export function readSheets(content: Buffer, defaults: ImportDefaults, limits = SHEET_LIMITS): ReadAnswer {
  // One more for the row of headers, and one that shows that there are too many.
  const book = openWorkbook(content, limits.rows + 2);
  if (typeof book === "string") return { ok: false, fault: book };
  const sheets = sheetsOf(book).filter((sheet) => sheet.rows.length > 0);
  if (sheets.length === 0) return { ok: false, fault: "no_rows" };
  const rows = sheets.flatMap((sheet) => sheet.rows.filter((row) => row.length > 0));
  // One more for each sheet's row of headers.
  if (rows.length > limits.rows + sheets.length) return { ok: false, fault: "too_many_rows" };
  if (rows.some((row) => row.length > MAX_COLUMNS)) return { ok: false, fault: "too_many_columns" };
  if (rows.reduce((sum, row) => sum + row.length, 0) > limits.cells) return { ok: false, fault: "too_many_cells" };
  const mappings = sheets.map(autoMap);
  const mappingFaults = mappingErrors(mappings);
  return {
    ok: true,
    mappings,
    mappingFaults,
    sheets: mappingFaults.length > 0 ? [] : parseWorkbookRows(sheets, mappings, defaults),
  };
}
