/** Uploaded spreadsheets that are kept beside what was imported from them. */
import type { Db } from "../client.server";
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
