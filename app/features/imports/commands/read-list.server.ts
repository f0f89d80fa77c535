import { ofFile } from "~/domain/import/list-rows";
import type { RowFault } from "~/domain/import/list-rows";
import type { SheetRow } from "~/domain/import/cell";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";
import { convert } from "./upload-sheet.server";
import type { StoredUpload } from "./upload-sheet.server";

const SHOWN_FAULTS = 10;

export interface ReadList<Item> {
  items: Item[];
  /** rows that the file hides, by a filter or by hand: they are left out. Absent where there are none. */
  hidden?: number;
}

/**
 * The items of a file's first sheet: of all rows that can be seen, or of none. The file is not kept.
 * @param most rows
 * @throws AppError 422 'import.*': what is wrong, by row and field
 */
export async function readList<Item>(
  companyId: number,
  upload: StoredUpload,
  most: number,
  itemsOf: (headers: readonly string[], rows: readonly SheetRow[]) => { items: Item[]; faults: RowFault[] },
): Promise<ReadList<Item>> {
  const { storage, spreadsheets } = services();
  const rowsPath = `${upload.key.replace(/\.[a-z]+$/, "")}.rows`;
  try {
    const [sheet] = await convert(companyId, upload, rowsPath);
    if (sheet === undefined) throw refuse([ofFile("The file has no rows.")]);
    // One more than may be imported, and the headers: a larger file is refused by its number of rows.
    const { rows } = await storage.withLocalFile(rowsPath, (target) => spreadsheets.rows(target, 0, 0, most + 2));
    const below = rows.filter(({ row }) => row > sheet.headerRow + 1);
    const seen = below.filter(({ hidden }) => hidden !== true);
    const { items, faults } = itemsOf(sheet.headers, seen);
    if (faults.length > 0) throw refuse(faults);
    const hidden = below.length - seen.length;
    return hidden === 0 ? { items } : { items, hidden };
  } finally {
    await storage.remove(rowsPath);
    await storage.remove(upload.key);
  }
}

function refuse(faults: readonly RowFault[]): AppError {
  const more = faults.length > SHOWN_FAULTS ? [`… and ${faults.length - SHOWN_FAULTS} more.`] : [];
  const lines = [...faults.slice(0, SHOWN_FAULTS).map(({ message }) => message), ...more];
  return new AppError("import.list", lines.join("\n"), { status: 422, field: "file", details: faults });
}
