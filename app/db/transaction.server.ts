import { AsyncLocalStorage } from "node:async_hooks";
import { isTransient, translateError } from "./errors.server";
import type { Db } from "./client.server";

type Callback = () => void | Promise<void>;

const ATTEMPTS = 6;
const callbacks = new WeakMap<Db, Callback[]>();

/** Something that is stored together with the first effect of a piece of work. */
export interface FirstWrite {
  /** written at the beginning of the transaction; when it throws, nothing of it is stored */
  write(trx: Db): Promise<void>;
  isStored: boolean;
}

const firstWrites = new AsyncLocalStorage<FirstWrite>();

/** Runs `work`; the first transaction that it commits begins with this write. */
export const withFirstWrite = <T>(firstWrite: FirstWrite, work: () => Promise<T>): Promise<T> =>
  firstWrites.run(firstWrite, work);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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

/**
 * Runs `work` in one transaction: all of it is stored, or nothing. Given a transaction, the work joins it. After a
 * deadlock or on a busy database the work runs again from its beginning (up to six times), so it must do nothing that
 * can't be done twice: send and publish in `afterCommit`.
 * @throws AppError for what the drivers report (see errors.server.ts), and whatever `work` throws
 */
export async function withTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  const firstWrite = firstWrites.getStore();
  for (let attempt = 1; ; attempt += 1) {
    const pending: Callback[] = [];
    try {
      const result = await db.transaction(async (trx) => {
        callbacks.set(trx, pending);
        if (firstWrite?.isStored === false) await firstWrite.write(trx);
        return work(trx);
      });
      if (firstWrite !== undefined) firstWrite.isStored = true;
      await runCallbacks(pending);
      return result;
    } catch (error) {
      if (!isTransient(error) || attempt === ATTEMPTS) throw translateError(error);
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
