/** Carries out what was decided about data: closed companies and people are erased, old proofs go. */
import { tmpdir } from "node:os";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Db } from "~/db/client.server";
import { removeOldProofsAcrossCompanies } from "~/db/repositories/proofs.server";
import { companiesToErase, eraseCompany } from "~/db/rights/erase-company.server";
import { erasePerson, peopleToErase, personToErase } from "~/db/rights/erase-person.server";
import type { PersonToErase } from "~/db/rights/erase-person.server";
import { forgetSheetFile, sheetsWithFiles } from "~/db/rights/sheet-files.server";
import type { SheetFile } from "~/db/rights/sheet-files.server";
import { ShortPieces } from "~/db/short-pieces.server";
import type { UtcText } from "~/db/tables";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import type { SpreadsheetReader } from "~/services/spreadsheet/workbook";
import type { FileStorage } from "~/services/storage/storage";
import { filesIn } from "./files.server";

export interface Erasing {
  db: Db;
  storage: FileStorage;
  spreadsheets: Pick<SpreadsheetReader, "convert" | "rows">;
  now: UtcText;
  /** ends the work between two pieces; what is left goes on with the next call */
  signal?: AbortSignal;
}

/** Closed companies whose time to come back is over. */
export async function eraseClosedCompanies({ db, storage, now, signal }: Erasing): Promise<void> {
  const files = filesIn(storage);
  for (const companyId of await companiesToErase(db, now))
    await eraseCompany(db, new ShortPieces(db, signal), companyId, { now, files });
}

/** People whose account is to be erased. @returns how many */
export async function erasePeople(erasing: Erasing): Promise<number> {
  const { db, storage, now, signal } = erasing;
  const userIds = await peopleToErase(db, now);
  for (const userId of userIds) {
    const person = await personToErase(db, userId);
    await forgetSheets(erasing, person);
    await erasePerson(db, new ShortPieces(db, signal), person, { now, files: filesIn(storage) });
  }
  return userIds.length;
}

/** Proofs that their company keeps no longer. */
export const removeOldProofs = ({ db, storage, now }: Pick<Erasing, "db" | "storage" | "now">): Promise<number> =>
  removeOldProofsAcrossCompanies(db, now, filesIn(storage).remove);

/**
 * Uploaded spreadsheets can't be changed: one with the e-mail of the person goes as a whole, and what was imported from
 * it stays. One that can't be read any more goes, too. A name or a phone may be a customer's.
 */
async function forgetSheets({ db, storage, spreadsheets, signal }: Erasing, person: PersonToErase): Promise<void> {
  if (person.proven.words.contacts.length === 0) return;
  for (const companyId of person.companies.keys())
    for await (const sheet of sheetsWithFiles(db, companyId)) {
      signal?.throwIfAborted();
      const key = sheet.rows_path ?? sheet.file_path;
      if (key === null || !(await mentions({ storage, spreadsheets, signal }, sheet, person))) continue;
      await filesIn(storage).remove([sheet.file_path, sheet.rows_path].filter((one) => one !== null));
      await forgetSheetFile(db, companyId, sheet.id);
    }
}

const ROWS_AT_ONCE = 500;

async function mentions(
  { storage, spreadsheets, signal }: Pick<Erasing, "storage" | "spreadsheets" | "signal">,
  { file_path, file_name }: SheetFile,
  { proven: { finder } }: PersonToErase,
): Promise<boolean> {
  if (file_path === null) return true;
  const target = path.join(tmpdir(), `erasing-${randomUUID()}.rows`);
  try {
    const answer = await storage.withLocalFile(file_path, (file) =>
      spreadsheets.convert(file, file_name, target, { owner: "erasing", signal }),
    );
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
  } finally {
    await rm(target, { force: true });
  }
}

const EVERY_MS = 10_000;
const LATER_MS = 60_000;

/** The world as it is now. */
export const erasingNow = (db: Db): Erasing => {
  const { storage, spreadsheets } = services();
  return { db, storage, spreadsheets, now: nowText() };
};

/** People don't wait for the next hour. */
export const startErasing = (db: Db): Rounds =>
  startRounds(async () => (await erasePeople(erasingNow(db))) > 0, {
    everyMs: EVERY_MS,
    laterMs: LATER_MS,
    failed: "People could not be erased:",
  });
