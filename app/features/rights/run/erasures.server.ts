/** Carries out what was decided about data: closed companies and people are erased, old proofs go. */
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { removeOldProofsAcrossCompanies } from "~/db/repositories/proofs.server";
import { companiesToErase, eraseCompany } from "~/db/rights/erase-company.server";
import { erasePerson, peopleToErase, personToErase } from "~/db/rights/erase-person.server";
import type { PersonToErase } from "~/db/rights/erase-person.server";
import { forgetSheetFile, sheetsWithFiles } from "~/db/rights/sheet-files.server";
import { ShortPieces } from "~/db/short-pieces.server";
import { startRounds } from "~/lib/rounds.server";
import type { Rounds } from "~/lib/rounds.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { eraseDue } from "./erase-due.server";
import type { Erasing } from "./erase-due.server";
import { eraseRecipients } from "./erase-recipients.server";
import { filesIn } from "./files.server";
import { sheetMentions } from "./sheet-mentions.server";

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
      if (key === null || !(await sheetMentions({ storage, spreadsheets, signal }, sheet, person.proven.finder)))
        continue;
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

/** People and recipients don't wait for the next hour. The end waits for the piece at hand. */
export function startErasing(): Rounds {
  const ending = new AbortController();
  const { signal } = ending;
  const eraseSome = async (): Promise<boolean> => {
    const erasing = erasingNow(db(), signal);
    const failures: unknown[] = [];
    let erased = 0;
    for (const erase of [eraseRecipients, erasePeople])
      await erase(erasing).then(
        (some) => (erased += some),
        (error: unknown) => failures.push(error),
      );
    for (const failure of failures) if (!signal.aborted || failure !== signal.reason) throw failure;
    return erased > 0;
  };
  const rounds = startRounds(eraseSome, {
    everyMs: EVERY_MS,
    laterMs: LATER_MS,
    failed: "People and recipients could not be erased:",
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
