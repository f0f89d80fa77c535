import { readFile } from "node:fs/promises";
import * as XLSX from "xlsx";
import { sheetsOf } from "./cells";
import type { ReadAnswer, ReadTask } from "./workbook";
import { parseWorkbookRows } from "~/domain/import/parse-rows";
import { autoMap, mappingErrors } from "~/domain/import/sheet-mapping";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** The thread's task: a file that is not what its name says answers with a fault, it never throws. */
export default async function parseWorkbook({ path, maxRows, defaults }: ReadTask): Promise<ReadAnswer> {
  const content = await readFile(path);
  // The library takes any text for a sheet of one column; only real workbooks are let through.
  if (![ZIP, OLE].some((magic) => magic.every((byte, index) => content[index] === byte))) return { ok: false, fault: "not_workbook" };
  let book: XLSX.WorkBook;
  try {
    book = XLSX.read(content, { dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellText: false, sheetRows: maxRows + 2 });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: /password|encrypt/i.test(message) ? "encrypted" : "damaged" };
  }
  const sheets = sheetsOf(book).filter((sheet) => sheet.rows.length > 0);
  if (sheets.length === 0) return { ok: false, fault: "no_rows" };
  const filled = sheets.reduce((sum, sheet) => sum + sheet.rows.filter((row) => row.length > 0).length, 0);
  // One more for each sheet's row of headers.
  if (filled > maxRows + sheets.length) return { ok: false, fault: "too_many_rows" };
  const mappings = sheets.map(autoMap);
  const mappingFaults = mappingErrors(mappings);
  return { ok: true, mappings, mappingFaults, sheets: mappingFaults.length > 0 ? [] : parseWorkbookRows(sheets, mappings, defaults) };
}
