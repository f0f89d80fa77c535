import { vi } from "vitest";
import type { Db } from "~/db/client.server";
import { pause } from "~/lib/pause";

interface Sent {
  sql: string;
}
/** What Knex's clients share: a transaction has a client of its own with the same prototype. */
interface Sender {
  _query(connection: { __knexTxId?: string }, query: Sent): Promise<unknown>;
}

export interface Held {
  /** The statement was carried out, and its transaction waits. */
  reached: Promise<void>;
  /** The transaction goes on. */
  release(): void;
}

/** Holds the transaction that carries out the nth of the statements that match, once it has its answer. */
export function holdAfter(db: Db, statement: RegExp, nth = 1): Held {
  const prototype = Object.getPrototypeOf(db.client) as Sender;
  let arrive = (): void => {};
  let release = (): void => {};
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const send = prototype._query;
  let left = nth;
  const spy = vi.spyOn(prototype, "_query").mockImplementation(async function (this: Sender, connection, query) {
    const isIt = connection.__knexTxId !== undefined && statement.test(query.sql) && (left -= 1) === 0;
    const answer = await send.call(this, connection, query);
    if (isIt) {
      spy.mockRestore();
      arrive();
      await released;
    }
    return answer;
  });
  return { reached, release };
}

/** Whether a transaction of this database waits for a lock of another one. */
async function isWaiting(db: Db): Promise<boolean> {
  const rows: unknown[] = await db("information_schema.innodb_trx as held")
    .join("information_schema.processlist as line", "line.id", "held.trx_mysql_thread_id")
    .where("held.trx_state", "LOCK WAIT")
    .whereRaw("line.db = database()")
    .select("line.id");
  return rows.length > 0;
}

/**
 * Runs two pieces of work at once on MariaDB: the first is held, and goes on once the second has ended or waits for it.
 * @returns what they answer
 */
export async function atOnce<First, Second>(
  db: Db,
  held: Held,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const one = first();
  await Promise.race([held.reached, one]);
  let isOver = false;
  const two = second().finally(() => (isOver = true));
  // InnoDB answers anew only where nobody has asked for a tenth of a second.
  while (!isOver && !(await isWaiting(db))) await pause(150);
  held.release();
  return Promise.all([one, two]);
}
