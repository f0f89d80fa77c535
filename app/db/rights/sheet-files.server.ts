/** Uploaded spreadsheets that are kept beside what was imported from them. */
import { isUnfinished, SheetState, sheetState } from "~/domain/import/sheet-state";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "../client.server";
import { parseJson, toJson } from "../codecs.server";
import type { RoutingSheetRow } from "../tables";
import { scoped } from "../repositories/scoped.server";

export type SheetFile = Pick<RoutingSheetRow, "id" | "file_name" | "file_path" | "rows_path">;

const PIECE = 50;

/** One after the other; those that come meanwhile, too. */
export async function* sheetsWithFiles(db: Db, companyId: number): AsyncGenerator<SheetFile> {
  for (let after = 0; ;) {
    const rows = (await scoped(db, "routing_sheets", companyId)
      .where("id", ">", after)
      .where((has) => void has.whereNotNull("file_path").orWhereNotNull("rows_path"))
      .orderBy("id")
      .limit(PIECE)
      .select("id", "file_name", "file_path", "rows_path")) as SheetFile[];
    yield* rows;
    if (rows.length < PIECE) return;
    after = rows.at(-1)!.id;
  }
}

/** The import stays, without its file. */
export async function forgetSheetFile(db: Db, companyId: number, id: number): Promise<void> {
  await scoped(db, "routing_sheets", companyId)
    .where({ id })
    .update({ file_path: null, rows_path: null, stored_bytes: 0 });
}

const FILE_GONE =
  "The file was removed, because it names a recipient who was erased. Import the others from a new one.";

/**
 * The same where the file named a recipient: nothing that was shown of its rows stays either, and an import whose rows
 * were not read yet ends here.
 */
export async function forgetSheetOfRecipient(db: Db, companyId: number, id: number): Promise<void> {
  const row = () => scoped(db, "routing_sheets", companyId).where({ id });
  const sheet = (await row().first("book", "state", "revision")) as
    Pick<RoutingSheetRow, "book" | "state" | "revision"> | undefined;
  if (sheet === undefined) return;
  const outlines = parseJson<{ headerRow?: number; preview?: { row: number }[] }[]>(sheet.book, []);
  const book = outlines.map((outline) => ({
    ...outline,
    preview: (outline.preview ?? []).filter((one) => one.row <= (outline.headerRow ?? -1) + 1),
  }));
  const state = sheetState(sheet.state);
  const isUnread = state === SheetState.Uploaded || state === SheetState.Mapped;
  await row().update({
    ...(sheet.book !== null && { book: toJson(book) }),
    ...(isUnread && { state: SheetState.Failed, revision: sheet.revision + 1, begun: 0, errors: toJson([FILE_GONE]) }),
    // Of old imports: sentences about their rows.
    ...(!isUnfinished(state) && state !== SheetState.Failed && { errors: null }),
  });
  await forgetSheetFile(db, companyId, id);
}

/** Imports with a row that one of the visits came from. */
export async function sheetsOfVisits(db: Db, companyId: number, visitIds: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const batch of inBatches(visitIds, 400))
    for (const id of (await scoped(db, "routing_sheet_rows", companyId)
      .whereIn("visit_id", batch)
      .distinct()
      .pluck("sheet_id")) as number[])
      found.add(id);
  return found;
}
