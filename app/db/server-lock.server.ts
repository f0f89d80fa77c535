/** Named locks of MySQL and MariaDB: each ends with the connection that has it, however its process dies. */
import type { Db } from "./client.server";

export interface RawConnection {
  promise(): { query(sql: string, values?: unknown[]): Promise<[unknown, unknown]> };
}

/** The lock's name holds the database's: names are shared by all databases of a server. */
const NAME = "LEFT(CONCAT(?, DATABASE()), 64)";

/**
 * @param waitMs how long to wait for another connection
 * @returns false: another connection has it; null: the server failed to give it
 */
export async function takeLock(connection: RawConnection, name: string, waitMs: number): Promise<boolean | null> {
  const [rows] = await connection
    .promise()
    .query(`SELECT GET_LOCK(${NAME}, ?) AS held`, [`${name}_`, Math.ceil(waitMs / 1000)]);
  const held = (rows as { held: number | null }[])[0]?.held ?? null;
  return held === null ? null : held === 1;
}

export async function freeLock(connection: RawConnection, name: string): Promise<void> {
  await connection.promise().query(`SELECT RELEASE_LOCK(${NAME})`, [`${name}_`]);
}

export interface HeldLock {
  /** false: another process has it */
  isOurs: boolean;
  release(): Promise<void>;
}

/** As long as an idle connection may be asked to live: a year. */
const LIFE_SEC = 31_536_000;

/** Takes a lock for the life of this process, on a connection of its own: the pool closes those that do nothing. */
export async function holdLock(db: Db, name: string): Promise<HeldLock> {
  const connection = (await db.client.acquireRawConnection()) as RawConnection;
  const close = (): Promise<void> => db.client.destroyRawConnection(connection) as Promise<void>;
  try {
    const isOurs = (await takeLock(connection, name, 0)) !== false;
    await connection.promise().query("SET SESSION wait_timeout = ?", [LIFE_SEC]);
    return { isOurs, release: close };
  } catch (error) {
    await close();
    throw error;
  }
}
