import { RateLimiterMySQL, RateLimiterSQLite } from "rate-limiter-flexible";
import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { Db } from "./client.server";
import { isSqlite } from "./dialect.server";
import { translateError, withoutValues } from "./errors.server";
import { whenFree } from "./sqlite-lock.server";
import type { LockWait } from "./sqlite-lock.server";

const TABLE = "limits";

/** What the library uses of Knex's client. */
interface RawConnections {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  connectionSettings: { database?: string } & LockWait;
}

type Ask = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * The library sends its statements itself, past Knex, and throws what the driver reports of them.
 * @param ask how it is asked
 */
function withReported(limiter: RateLimiterAbstract, ask: Ask): RateLimiterAbstract {
  const reported = <Given extends unknown[], T>(question: (...given: Given) => Promise<T>) => {
    return async (...given: Given): Promise<T> => {
      try {
        return await ask(() => question.apply(limiter, given));
      } catch (error) {
        // MySQL's driver puts the key into what it reports, and that may be logged.
        throw translateError(error, withoutValues(error, `A count in ${TABLE}`));
      }
    };
  };
  const { consume, reward, get, delete: remove } = limiter;
  return Object.assign(limiter, {
    consume: reported(consume),
    reward: reported(reward),
    get: reported(get),
    delete: reported(remove),
  });
}

/** Counters in the table `limits`, which all processes share. */
export function databaseLimiter(
  db: Db,
): (options: { keyPrefix: string; points: number; duration: number }) => RateLimiterAbstract {
  const client = db.client as RawConnections;
  const usual = { storeType: "knex", tableName: TABLE, tableCreated: true, clearExpiredByTimeout: false };
  if (!isSqlite(db))
    return (options) =>
      withReported(
        new RateLimiterMySQL({
          ...usual,
          ...options,
          storeClient: db,
          dbName: client.connectionSettings.database ?? "",
        }),
        (question) => question(),
      );
  // One at a time holds the one connection, while it waits as well (see whenFree).
  let held: unknown;
  const ask: Ask = async (question) => {
    const connection = await client.acquireConnection();
    held = connection;
    try {
      return await whenFree(question, client.connectionSettings);
    } finally {
      await client.releaseConnection(connection);
    }
  };
  // The library knows SQLite by the name of Knex's client, and ours is a class.
  const storeClient = {
    raw: () => undefined,
    client: {
      config: { client: "better-sqlite3" },
      acquireConnection: () => Promise.resolve(held),
      releaseConnection: () => Promise.resolve(),
    },
  };
  return (options) => withReported(new RateLimiterSQLite({ ...usual, ...options, storeClient }), ask);
}

/** Removes the counts of windows that have ended. */
export const removeEndedLimits = async (db: Db, nowMs: number): Promise<number> =>
  db(TABLE).where("expire", "<", nowMs).delete();
