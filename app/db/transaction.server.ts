import { AsyncLocalStorage } from "node:async_hooks";
import { pause } from "~/lib/pause";
import { withinTransaction } from "~/lib/within-transaction.server";
import { writeAlone } from "./dialect.server";
import { isTransient } from "./errors.server";
import type { Db } from "./client.server";

type Callback = () => void | Promise<void>;

const ATTEMPTS = 6;
const callbacks = new WeakMap<Db, Callback[]>();

/** Something that is stored together with the first effect of a piece of work. */
export interface FirstWrite {
  /** written at the beginning of the transaction; when it throws, nothing of it is stored */
  write(trx: Db): Promise<void>;
  /** in the transaction that undoes the effect */
  takeBack(trx: Db): Promise<void>;
  isStored: boolean;
}

const firstWrites = new AsyncLocalStorage<FirstWrite | null>();

/** Runs `work`; the first transaction that it commits begins with this write. */
export const withFirstWrite = <T>(firstWrite: FirstWrite, work: () => Promise<T>): Promise<T> =>
  firstWrites.run(firstWrite, work);

/** For work that undoes what it has stored, in the transaction that removes the last of it: then nothing was done. */
export async function takeBackFirstWrite(trx: Db): Promise<void> {
  const firstWrite = firstWrites.getStore();
  if (firstWrite?.isStored !== true) return;
  await firstWrite.takeBack(trx);
  afterCommit(trx, () => {
    firstWrite.isStored = false;
  });
}

/** For what is stored although the work may be refused after it: that somebody has shown who they are. */
export const besideFirstWrite = <T>(work: () => Promise<T>): Promise<T> => firstWrites.run(null, work);

/** Looks at what a piece of work stores, in each of its transactions that writes. */
export interface Witness {
  /** The work has ended; what it left behind in the background is not looked at. */
  isOver: boolean;
  /** Before a transaction. @param reader what to read with */
  begin(reader: Db): Promise<void>;
  /**
   * After the work and before the commit, where something was written.
   * @param made ids of the single rows that were added to a table
   */
  beforeCommit(trx: Db, made: (table: string) => number[]): Promise<void>;
  committed(): void;
}

interface Watch {
  witness: Witness;
  isRunning: boolean;
}
const watches = new AsyncLocalStorage<Watch>();

/** Runs `work`; the witness looks at its transactions. */
export const withWitness = <T>(witness: Witness, work: () => Promise<T>): Promise<T> =>
  watches.run({ witness, isRunning: false }, work);

const WRITES = /^\s*(?:insert|update|delete|replace)\b/i;
/** One row, and not the list of several. */
const ONE_ROW = /^insert into [`"]?(\w+)[`"]? \((?:(?!\), \(| union all )[^])*$/i;

/** The work of a transaction with the witness around it. */
async function watched<T>(trx: Db, { witness }: Watch, work: (trx: Db) => Promise<T>): Promise<T> {
  let hasWritten = false;
  const made: [table: string, id: number][] = [];
  const hear = (response: unknown, { sql }: { sql: string }): void => {
    if (!WRITES.test(sql)) return;
    hasWritten = true;
    const table = ONE_ROW.exec(sql)?.[1];
    if (table !== undefined && Array.isArray(response) && typeof response[0] === "number")
      made.push([table, response[0]]);
  };
  trx.on("query-response", hear);
  try {
    const result = await work(trx);
    if (hasWritten)
      await witness.beforeCommit(trx, (table) => made.flatMap(([into, id]) => (into === table ? [id] : [])));
    return result;
  } finally {
    trx.removeListener("query-response", hear);
  }
}

/** Runs what was put off until after the commit. */
async function runCallbacks(list: readonly Callback[]): Promise<void> {
  for (const callback of list) {
    try {
      await callback();
    } catch (error) {
      // The data is committed; an event that could not be sent must not look like a failed command.
      console.error("After the commit:", error);
    }
  }
}

async function running<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
  watch.isRunning = true;
  try {
    return await work();
  } finally {
    watch.isRunning = false;
  }
}

/** A part of another transaction: what it stores is looked at before the whole is committed. */
const joined = <T>(trx: Db, watch: Watch, work: (trx: Db) => Promise<T>): Promise<T> =>
  running(watch, async () => {
    await watch.witness.begin(trx);
    const result = await watched(trx, watch, work);
    watch.witness.committed();
    return result;
  });

const rolledBack = new WeakSet<Error>();

/** Whether it ended the work of a transaction before the commit: then nothing of that is stored. */
export const wasRolledBack = (error: unknown): boolean => error instanceof Error && rolledBack.has(error);

/**
 * Runs `work` in one transaction: all of it is stored, or nothing. Given a transaction, the work joins it. After a
 * deadlock or on a busy database the work runs again from its beginning (up to six times), so it must do nothing that
 * can't be done twice: send and publish in `afterCommit`.
 * @throws AppError for what the drivers report (see errors.server.ts), and whatever `work` throws
 */
export async function withTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  const watch = watches.getStore();
  const isWatched = watch?.witness.isOver === false;
  if (db.isTransaction) return isWatched && !watch.isRunning ? joined(db, watch, work) : work(db);
  const firstWrite = firstWrites.getStore() ?? undefined;
  for (let attempt = 1; ; attempt += 1) {
    const pending: Callback[] = [];
    let isToCommit = false;
    let failed = null as { error: unknown } | null;
    try {
      if (isWatched) await watch.witness.begin(db);
      const result = await db.transaction(async (trx) => {
        callbacks.set(trx, pending);
        try {
          if (attempt > 1) await writeAlone(trx);
          if (firstWrite?.isStored === false) await firstWrite.write(trx);
          const result = await withinTransaction(() =>
            isWatched ? running(watch, () => watched(trx, watch, work)) : work(trx),
          );
          isToCommit = true;
          return result;
        } catch (error) {
          failed = { error };
          throw error;
        }
      });
      if (isWatched) watch.witness.committed();
      if (firstWrite !== undefined) firstWrite.isStored = true;
      await runCallbacks(pending);
      return result;
    } catch (caught) {
      // On a connection that has ended the ROLLBACK fails as well, and Knex throws that in place of what led to it.
      const error = failed === null ? caught : failed.error;
      if (!isTransient(error) || attempt === ATTEMPTS) {
        if (!isToCommit && error instanceof Error) rolledBack.add(error);
        throw error;
      }
      await pause(Math.random() * 30 * attempt + 5);
    }
  }
}

/**
 * Runs `callback` once `trx` is committed, in the order of the calls, and never when it is rolled back.
 * Without a transaction it runs at once: what was written before is stored already.
 * @throws Error for a transaction that `withTransaction` didn't open
 */
export function afterCommit(trx: Db, callback: Callback): void {
  const pending = callbacks.get(trx);
  if (pending) {
    pending.push(callback);
    return;
  }
  if (trx.isTransaction) throw new Error("This transaction was not opened by withTransaction.");
  void runCallbacks([callback]);
}
