/** Every action that is done gets an entry of the log, in the transaction that stores its first effect. */
import { db } from "~/db/database.server";
import type { Db } from "~/db/client.server";
import { withWitness } from "~/db/transaction.server";
import type { Witness } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { authorOf, noteInLog } from "./note-in-log.server";
import type { LogNote, Signed } from "./note-in-log.server";
import { noteRefusal } from "./note-refusal.server";
import { readRows, rowChanges } from "./row-changes.server";
import type { Row } from "./row-changes.server";
import { MODELS, subjectOf } from "./subjects";

export interface LoggedAction {
  name: string;
  session: Signed & { company: { id: number } };
  input: unknown;
  /** it changes nothing: only a refusal is noted */
  isRead: boolean;
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
  const by = authorOf(session);
  const companyId = session.company.id;
  const subject = subjectOf(name, input, companyId);
  const note: LogNote = { by, companyId, action: name };
  let isNoted = false;
  let isWritten = false;

  let before: Row[] = [];
  const witness: Witness = {
    isOver: false,
    async begin(reader) {
      isWritten = false;
      before = subject === null ? [] : await readRows(reader, subject.table, companyId, subject.ids);
    },
    async beforeCommit(trx, made) {
      const written = await entryOf(trx, made(subject?.table ?? ""));
      // Further transactions follow from the first one: they are told when they change the same records again.
      if (!isNoted || (written.changes ?? []).length > 0) await noteInLog(trx, written);
      isWritten = true;
    },
    committed: () => void (isNoted ||= isWritten),
  };

  async function entryOf(trx: Db, made: readonly number[]): Promise<LogNote> {
    if (subject === null) return note;
    const ids = [...subject.ids, ...made];
    const after = await readRows(trx, subject.table, companyId, ids);
    return {
      ...note,
      subject: { model: MODELS[subject.table], ids },
      changes: rowChanges(subject.table, before, after),
    };
  }

  try {
    const result = isRead ? await work() : await withWitness(witness, work);
    // It was done already, or outside of any transaction.
    if (!isRead && !isNoted && !isQuestion(result))
      await noteInLog(db(), {
        ...note,
        ...(subject === null ? {} : { subject: { model: MODELS[subject.table], ids: subject.ids } }),
      });
    return result;
  } catch (error) {
    if (error instanceof AppError)
      await noteRefusal(error, { ...note, subject: subject && { model: MODELS[subject.table], ids: subject.ids } });
    throw error;
  } finally {
    witness.isOver = true;
  }
}
