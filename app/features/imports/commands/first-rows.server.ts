import { randomUUID } from "node:crypto";
import type { CompanySession } from "~/auth/session.server";
import { shownText } from "~/domain/import/cell";
import { services } from "~/services/container.server";
import { convert } from "./upload-sheet.server";
import type { StoredUpload } from "./upload-sheet.server";

/** The first rows of each sheet of a file, by the sheet's name, as its user sees them. Nothing is kept. */
export async function firstRowsOf(
  session: CompanySession,
  upload: StoredUpload,
): Promise<Record<string, readonly (readonly string[])[]>> {
  const rowsPath = `companies/${session.company.id}/sheets/${randomUUID()}.rows`;
  try {
    const outlines = await convert(upload, rowsPath);
    return Object.fromEntries(
      outlines.map(({ name, preview }) => [name, preview.map(({ cells }) => cells.map(shownText))]),
    );
  } finally {
    await services().storage.remove(rowsPath);
  }
}
