/** All that a database holds, to compare it and to put it back. */
import { isSqlite } from "~/db/dialect.server";
import type { Db } from "~/db/client.server";
import { stored, tableNames } from "../../../helpers/stored";

/**
 * What a refused call may leave behind: counts of calls and the log of refusals (which `tableNames` leaves out). Every
 * other row of every table has to be as it was.
 */
const COUNTS = ["limits"];
/** When somebody was last there: written for every call, also for one that is refused. */
export const LAST_SEEN = [
  "company_api_keys.last_used_at",
  "sessions.last_used_at",
  "sessions.expires_at",
  "users.active_at",
] as const;

type Row = Record<string, unknown>;
export type Rows = ReadonlyMap<string, readonly Row[]>;

const tablesOf = async (db: Db): Promise<string[]> => (await tableNames(db)).filter((name) => !COUNTS.includes(name));

export async function rowsOf(db: Db): Promise<Rows> {
  const rows = new Map<string, Row[]>();
  for (const table of await tablesOf(db)) rows.set(table, (await db(table)) as Row[]);
  return rows;
}

export type Sums = Readonly<Record<string, unknown>>;

/** To compare: much quicker than the rows. */
export const sumsOf = async (db: Db, without: readonly string[] = LAST_SEEN): Promise<Sums> =>
  stored(db, await tablesOf(db), without);

/** The tables whose rows differ. */
export const changedTables = (before: Sums, after: Sums): string[] =>
  Object.keys(before).filter(
    (table) => before[table] !== after[table] && JSON.stringify(before[table]) !== JSON.stringify(after[table]),
  );

/** The rows as they are, of which only those tables are read again that differ from the last time. */
export class KeptRows {
  private rows = new Map<string, readonly Row[]>();
  private sums: Sums = {};

  async now(db: Db): Promise<{ rows: Rows; sums: Sums }> {
    const sums = await sumsOf(db, []);
    for (const table of changedTables(sums, this.sums)) this.rows.set(table, (await db(table)) as Row[]);
    this.sums = sums;
    return { rows: this.rows, sums };
  }
}

/** Puts the rows of some tables back, whatever refers to them. */
export async function putBack(db: Db, before: Rows, tables: readonly string[]): Promise<void> {
  const checks = (on: boolean): string =>
    isSqlite(db) ? `PRAGMA foreign_keys = ${on ? "ON" : "OFF"}` : `SET FOREIGN_KEY_CHECKS = ${on ? 1 : 0}`;
  const work = async (connection: Db): Promise<void> => {
    for (const table of tables) {
      await connection(table).delete();
      const rows = before.get(table) ?? [];
      for (let from = 0; from < rows.length; from += 20) await connection(table).insert(rows.slice(from, from + 20));
    }
  };
  if (isSqlite(db)) {
    await db.raw(checks(false));
    await db.transaction((trx) => work(trx as unknown as Db));
    await db.raw(checks(true));
    return;
  }
  await db.transaction(async (trx) => {
    await trx.raw(checks(false));
    await work(trx as unknown as Db);
    await trx.raw(checks(true));
  });
}

/**
 * A number that moves whenever anything but the log of refusals is written: cheap, so that it is asked after every
 * call. On MariaDB it is a checksum of all tables.
 */
export async function writes(db: Db, tables: Iterable<string>): Promise<string> {
  if (isSqlite(db))
    return JSON.stringify(await db.raw("SELECT total_changes() - coalesce((SELECT max(id) FROM audit_log), 0) AS n"));
  const names = [...tables].map((name) => `\`${name}\``).join(", ");
  const [sums] = (await db.raw(`CHECKSUM TABLE ${names}`)) as unknown as [unknown];
  return JSON.stringify(sums);
}
