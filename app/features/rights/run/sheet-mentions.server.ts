/** Whether an uploaded spreadsheet has to go with a person. */
import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import type { PersonToErase } from "~/db/rights/erase-person.server";
import type { SheetFile } from "~/db/rights/sheet-files.server";
import { AppError } from "~/lib/errors";
import { ChildTaskError } from "~/services/child/limited-child.server";
import type { SpreadsheetReader } from "~/services/spreadsheet/workbook";
import type { FileStorage } from "~/services/storage/storage";

const ROWS_AT_ONCE = 500;

interface Reading {
  storage: FileStorage;
  spreadsheets: Pick<SpreadsheetReader, "convert" | "rows">;
  signal?: AbortSignal | undefined;
}

/** Does it have a contact of the person? One that is missing or can't be read counts as if it had. */
export async function sheetMentions(
  { storage, spreadsheets, signal }: Reading,
  { file_path: key, file_name: name }: SheetFile,
  { proven: { finder } }: PersonToErase,
): Promise<boolean> {
  if (key === null || (await isMissing(storage, key))) return true;
  // A key of the storage, beside the file: what a killed process leaves there is swept with the other stray files.
  const rowsKey = `${posix.dirname(key)}/erasing-${randomUUID()}.rows`;
  try {
    return await storage.withLocalFile(rowsKey, async (target) => {
      const answer = await storage
        .withLocalFile(key, (file) => spreadsheets.convert(file, name, target, { owner: "erasing", signal }))
        .catch(unreadable);
      if (!answer.ok) return true;
      for (const nth of answer.sheets.keys())
        for (let from: number | null = 0; from !== null;) {
          const piece: Awaited<ReturnType<SpreadsheetReader["rows"]>> = await spreadsheets.rows(
            target,
            nth,
            from,
            ROWS_AT_ONCE,
          );
          if (finder.has(JSON.stringify(piece.rows)) || piece.rows.some(({ cells }) => finder.has(cells.join(" "))))
            return true;
          from = piece.next;
        }
      return false;
    });
  } finally {
    await storage.remove(rowsKey);
  }
}

/** Nothing is kept under the key: a process was killed after it had removed the file. */
const isMissing = (storage: FileStorage, key: string): Promise<boolean> =>
  storage.open(key).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 404) return true;
      throw error;
    },
  );

/** The machine has no room or no handles left, which says nothing about the file. */
const SHORTAGE = /\b(?:ENOSPC|EDQUOT|EMFILE|ENFILE|ENOMEM)\b/;

/** What the program can't read now it can't read later. */
function unreadable(error: unknown): { ok: false } {
  if (error instanceof ChildTaskError && !SHORTAGE.test(error.message)) return { ok: false };
  throw error;
}
