/** A spreadsheet as an intermediate file, and what its sheets hold. */
import { rmSync } from "node:fs";
import { DecimalsOfColumn } from "~/domain/import/decimal-mark";
import { detectHeaderRow, headersAt } from "~/domain/import/header-row";
import type { SheetSource } from "./cells";
import { SHEET_LIMITS, withSheets } from "./open-file";
import { RowsWriter } from "./rows-file";
import type { ConvertAnswer, SheetOutline } from "./workbook";

/** Enough to find headers below some lines of notes, and to see what the columns hold. */
const PREVIEW_ROWS = 40;

/** Writes all sheets to `target`; nothing is left there when the file cannot be read. */
export function convertFile(content: Buffer, fileName: string, target: string, limits = SHEET_LIMITS): ConvertAnswer {
  const writer = new RowsWriter(target);
  let kept = false;
  try {
    const outlines = withSheets(
      content,
      fileName,
      (sheets) => {
        const made: SheetOutline[] = [];
        for (const sheet of sheets) {
          const outline = writeSheet(writer, sheet);
          if (outline !== null) made.push(outline);
        }
        return made;
      },
      limits,
    );
    if (typeof outlines === "string") return { ok: false, fault: outlines };
    if (outlines.length === 0) return { ok: false, fault: "no_rows" };
    writer.finish();
    kept = true;
    return { ok: true, sheets: outlines };
  } finally {
    if (!kept) {
      writer.close();
      rmSync(target, { force: true });
    }
  }
}

function writeSheet(writer: RowsWriter, { name, hidden, rows }: SheetSource): SheetOutline | null {
  const outline = { name, hidden, rowsTotal: 0, hiddenRows: 0, columnsTotal: 0 };
  const preview: SheetOutline["preview"] = [];
  const decimals: DecimalsOfColumn[] = [];
  for (const row of rows) {
    if (outline.rowsTotal === 0) writer.startSheet();
    outline.rowsTotal += 1;
    if (row.hidden) outline.hiddenRows += 1;
    outline.columnsTotal = Math.max(outline.columnsTotal, row.cells.length);
    if (preview.length < PREVIEW_ROWS) preview.push(row);
    row.cells.forEach((cell, column) => (decimals[column] ??= new DecimalsOfColumn()).see(cell));
    writer.add(row);
  }
  if (outline.rowsTotal === 0) return null;
  const headerRow = detectHeaderRow(preview);
  const headers = headersAt(preview, headerRow, outline.columnsTotal);
  return { ...outline, preview, headerRow, headers, decimals: decimals.map(({ mark }) => mark) };
}
