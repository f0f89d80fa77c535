/** Every action that is done gets its entries of the log, in the transaction that stores its first effect. */
import { db } from "~/db/database.server";
import type { Db } from "~/db/client.server";
import { withWitness } from "~/db/transaction.server";
import type { Witness } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { inBatches } from "~/lib/in-batches";
import { logAuthorOf, IDS_OF_ENTRY, noteInLog } from "./note-in-log.server";
import type { LoggedChange, LogNote, Signed } from "./note-in-log.server";
import { noteRefusal } from "./note-refusal.server";
import { readRows, rowChanges } from "./row-changes.server";
import type { Row } from "./row-changes.server";
import { logCompanyOf, MODELS, subjectsOf } from "./subjects";
import type { LogSubject } from "./subjects";

interface LoggedAction {
  name: string;
  session: Signed & { company: { id: number } | null };
  input: unknown;
  /** it changes nothing: only a refusal is noted */
  isRead: boolean;
}

const named = (subject: LogSubject | undefined, more: readonly number[] = []): Pick<LogNote, "subject"> =>
  subject === undefined ? {} : { subject: { model: MODELS[subject.table], ids: [...subject.ids, ...more] } };

const partsOf = <T>(list: readonly T[]): T[][] => inBatches(list, IDS_OF_ENTRY);

/**
 * The entries of something done. Of more records than one entry names it is several entries, each with the records that
 * were changed, so that none of them is missing from the log; with all records where no difference is known.
 */
function entriesOf(note: LogNote): LogNote[] {
  const { subject, changes = [] } = note;
  if (subject === undefined || subject.ids.length <= IDS_OF_ENTRY) return [note];
  if (changes.length === 0) return partsOf(subject.ids).map((ids) => ({ ...note, subject: { ...subject, ids } }));
  return partsOf(changes).map((part) => ({
    ...note,
    subject: { ...subject, ids: part.flatMap(({ model, id }) => (model === subject.model ? [id] : [])) },
    changes: part,
  }));
}

/** A question that the page asks first: nothing is done yet. */
const isQuestion = (result: unknown): boolean =>
  (result as { status?: unknown } | null | undefined)?.status === "confirm";

/**
 * Carries out an action. The rows that it is about are read before its transaction begins (a read inside would fix what
 * MariaDB shows the action of other tables) and again before the commit.
 */
export async function logAction<T>(action: LoggedAction, work: () => Promise<T>): Promise<T> {
  const { name, session, input, isRead } = action;
  const companyId = session.company?.id ?? null;
  const loggedIn = logCompanyOf(name, input, companyId);
  const author = logAuthorOf(session);
  // What is done to accounts and to other companies is done with the rights of the platform.
  const by = loggedIn === companyId ? author : { ...author, byPlatform: true };
  const subjects = subjectsOf(name, input, { companyId, userId: session.user.id });
  const [subject] = subjects;
  const note: LogNote = { by, companyId: loggedIn, action: name };
  let isNoted = false;
  let isWritten = false;

  let before: Row[][] = [];
  const witness: Witness = {
    isOver: false,
    async begin(reader) {
      isWritten = false;
      before = [];
      for (const { table, ids } of subjects) before.push(await readRows(reader, table, companyId, ids));
    },
    async beforeCommit(trx, made) {
      const written = await noteOf(trx, made);
      // Further transactions follow from the first one: they are told when they change the same records again.
      if (!isNoted || (written.changes ?? []).length > 0)
        for (const entry of entriesOf(written)) await noteInLog(trx, entry);
      isWritten = true;
    },
    committed: () => void (isNoted ||= isWritten),
  };

  async function noteOf(trx: Db, made: (table: string) => readonly number[]): Promise<LogNote> {
    const changes: LoggedChange[] = [];
    for (const [nth, { table, ids }] of subjects.entries()) {
      const after = await readRows(trx, table, companyId, [...ids, ...made(table)]);
      changes.push(...rowChanges(table, before[nth] ?? [], after));
    }
    return { ...note, ...named(subject, subject && made(subject.table)), changes };
  }

  try {
    const result = isRead ? await work() : await withWitness(witness, work);
    // It was done already, or outside of any transaction.
    if (!isRead && !isNoted && !isQuestion(result))
      for (const entry of entriesOf({ ...note, ...named(subject) })) await noteInLog(db(), entry);
    return result;
  } catch (error) {
    // Administrators learn what somebody of their company was refused, whatever it was about.
    if (error instanceof AppError) await noteRefusal(error, { ...note, companyId, ...named(subject) });
    throw error;
  } finally {
    witness.isOver = true;
  }
}
