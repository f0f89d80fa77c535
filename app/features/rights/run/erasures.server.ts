/** Carries out what was decided about data: closed companies and people are erased, old proofs go. */
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { removeOldProofsAcrossCompanies } from "~/db/repositories/proofs.server";
import { companiesToErase, eraseCompany } from "~/db/rights/erase-company.server";
import { erasePerson, peopleToErase, personToErase } from "~/db/rights/erase-person.server";
import type { PersonToErase } from "~/db/rights/erase-person.server";
import { forgetSheetFile, sheetsWithFiles } from "~/db/rights/sheet-files.server";
import { ShortPieces } from "~/db/short-pieces.server";
import type { UtcText } from "~/db/tables";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import type { SpreadsheetReader } from "~/services/spreadsheet/workbook";
import type { FileStorage } from "~/services/storage/storage";
import { filesIn } from "./files.server";
import { sheetMentions } from "./sheet-mentions.server";

export interface Erasing {
  db: Db;
  storage: FileStorage;
  spreadsheets: Pick<SpreadsheetReader, "convert" | "rows">;
  now: UtcText;
  /** ends the work between two pieces; what is left goes on with the next call */
  signal?: AbortSignal | undefined;
}

/** Closed companies whose time to come back is over. @throws the first failure, once all have been tried */
export async function eraseClosedCompanies({ db, storage, now, signal }: Erasing): Promise<void> {
  const files = filesIn(storage);
  await eraseDue(
    (but) => companiesToErase(db, now, but),
    (companyId) => eraseCompany(db, new ShortPieces(db, signal), companyId, { now, files }),
    signal,
  );
}

/** People whose account is to be erased. @returns how many @throws the first failure, once all have been tried */
export async function erasePeople(erasing: Erasing): Promise<number> {
  const { db, storage, now, signal } = erasing;
  return eraseDue(
    (but) => peopleToErase(db, now, but),
    async (userId) => {
      const person = await personToErase(db, userId);
      await forgetSheets(erasing, person);
      await erasePerson(db, new ShortPieces(db, signal), person, { now, files: filesIn(storage) });
    },
    signal,
  );
}

/**
 * Erases those that are due. What fails is first in the list again with the next call: it must not keep the others
 * back, not even when all of the list fails.
 * @param due a list of the next ones, without those given
 * @param signal what it cuts off has not failed
 * @returns how many were erased
 * @throws the first failure, else the signal's reason
 */
async function eraseDue(
  due: (but: readonly number[]) => Promise<number[]>,
  erase: (id: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<number> {
  const isCutOff = (): boolean => signal?.aborted === true;
  const failures = new Map<number, unknown>();
  let erased = 0;
  let ids: number[];
  do {
    ids = await due([...failures.keys()]);
    for (const id of ids) {
      if (isCutOff()) break;
      await erase(id).then(
        () => (erased += 1),
        (error: unknown) => isCutOff() || failures.set(id, error),
      );
    }
  } while (ids.length > 0 && erased === 0 && !isCutOff());
  for (const failure of failures.values()) throw failure;
  signal?.throwIfAborted();
  return erased;
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
      if (key === null || !(await sheetMentions({ storage, spreadsheets, signal }, sheet, person))) continue;
      await filesIn(storage).remove([sheet.file_path, sheet.rows_path].filter((one) => one !== null));
      await forgetSheetFile(db, companyId, sheet.id);
    }
}

const EVERY_MS = 10_000;
const LATER_MS = 60_000;

/** The world as it is now. */
export const erasingNow = (db: Db, signal?: AbortSignal): Erasing => {
  const { storage, spreadsheets } = services();
  return { db, storage, spreadsheets, now: nowText(), signal };
};

/** People don't wait for the next hour. The end waits for the piece at hand. */
export function startErasing(): Rounds {
  const ending = new AbortController();
  const { signal } = ending;
  const eraseSome = async (): Promise<boolean> => {
    try {
      return (await erasePeople(erasingNow(db(), signal))) > 0;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return false;
      throw error;
    }
  };
  const rounds = startRounds(eraseSome, {
    everyMs: EVERY_MS,
    laterMs: LATER_MS,
    failed: "People could not be erased:",
    // Whoever asked to be erased has no account any more, and sees nothing of what holds it up.
    isAlwaysNews: true,
  });
  return {
    async stop() {
      ending.abort();
      await rounds.stop();
    },
  };
}
