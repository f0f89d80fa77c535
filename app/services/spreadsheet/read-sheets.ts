import { parseWorkbookRows } from "~/domain/import/parse-rows";
import type { ImportDefaults } from "~/domain/import/imported";
import { autoMap } from "~/domain/import/propose-mapping";
import { mappingErrors } from "~/domain/import/sheet-mapping";
import { SHEET_LIMITS, withSheets } from "./open-file";
import type { ReadAnswer } from "./workbook";

/** A file's rows as visits and vehicles. A file whose content doesn't fit its name gives a fault. */
export function readSheets(
  content: Buffer,
  fileName: string,
  defaults: ImportDefaults,
  limits = SHEET_LIMITS,
): ReadAnswer {
  const read = withSheets(
    content,
    fileName,
    (all) => Array.from(all, ({ name, rows }) => ({ name, rows: Array.from(rows) })),
    limits,
  );
  if (typeof read === "string") return { ok: false, fault: read };
  const sheets = read.filter((sheet) => sheet.rows.length > 0);
  if (sheets.length === 0) return { ok: false, fault: "no_rows" };
  const mappings = sheets.map(autoMap);
  const mappingFaults = mappingErrors(mappings);
  return {
    ok: true,
    mappings,
    mappingFaults,
    sheets: mappingFaults.length > 0 ? [] : parseWorkbookRows(sheets, mappings, defaults),
  };
}
