import { mkdirSync } from "node:fs";
import path from "node:path";
import knex from "knex";
import type { Knex } from "knex";
import MysqlClient from "knex/lib/dialects/mysql2/index.js";
import SqliteClient from "knex/lib/dialects/better-sqlite3/index.js";
import { away, translateError, withoutValues } from "./errors.server";
import { assertTaken, isTooLargeEscaped, learnLimit } from "./packets.server";
import { BLOCKING_WAIT_MS, LOCK_WAIT_MS, runWhenFree } from "./sqlite-lock.server";
import type { LockWait } from "./sqlite-lock.server";
import { runForEach, runStatement } from "./sqlite-statements.server";
import type { SqliteConnection } from "./sqlite-statements.server";
import { yieldToOthers } from "~/lib/turns.server";

/** A database, or a transaction of it: what every repository function takes first. */
export type Db = Knex;

export interface DatabaseConfig {
  /** mysql:// or mariadb://user:password@host:port/database, or ?socketPath=…; left out: SQLite */
  url?: string | undefined;
  /** the SQLite file, made when missing (with its folder); ":memory:" for tests */
  file?: string | undefined;
  /** connections to MySQL at most; default 10. SQLite always has one. */
  poolMax?: number | undefined;
  /** how long SQLite itself waits for another process, which blocks this one; default 10 */
  busyTimeoutMs?: number | undefined;
  /** how long a statement, or the first of a transaction, waits for another process altogether; default 10,000 */
  lockWaitMs?: number | undefined;
  /** false: SQLite's COMMIT doesn't wait for the disk, for databases that nobody keeps. Default true. */
  outlivesPowerCut?: boolean | undefined;
}

/** Knex prints the stack of a connection that fails, although the error reaches the caller as well. */
const LOG = {
  warn: (message: unknown) => {
    if (!String(message).startsWith("Acquire connection error")) console.warn(message);
  },
};

const orLater = (connection: Promise<unknown>): Promise<unknown> =>
  connection.catch((cause: unknown) => {
    throw away(cause);
  });

/** What Knex hands its client: the statement, and room for what it answered. */
interface Statement {
  sql: string;
  bindings?: unknown[];
  options?: object;
  response?: unknown;
}

const sqlOf = (query: unknown): string => (typeof query === "string" ? query : (query as Statement).sql);

interface SqliteRun extends Statement {
  /** runForEach: the values of each of its runs (see insertMany in dialect.server) */
  options?: { runForEach?: readonly (readonly unknown[])[] };
  context?: { lastID: number | bigint; changes: number };
}

interface SqliteSettings extends LockWait {
  filename: string;
}

/**
 * SQLite works in this thread, and its answers are there at once: without a pause many statements would be one long
 * hold.
 */
class PausingSqlite extends SqliteClient {
  override async _query(connection: unknown, query: unknown): Promise<unknown> {
    await yieldToOthers();
    const { connectionSettings } = this as unknown as { connectionSettings: SqliteSettings };
    const [sqlite, run] = [connection as SqliteConnection, query as SqliteRun];
    return runWhenFree(sqlite, run.sql, () => this.runOnce(sqlite, run), connectionSettings);
  }

  private runOnce(sqlite: SqliteConnection, run: SqliteRun): SqliteRun {
    if (run.options?.runForEach !== undefined) {
      runForEach(sqlite, run.sql, run.options.runForEach);
      return run;
    }
    const answer = runStatement(sqlite, run.sql, this._formatBindings(run.bindings));
    if ("rows" in answer) run.response = answer.rows;
    else {
      run.response = answer;
      run.context = { lastID: answer.lastInsertRowid, changes: answer.changes };
    }
    return run;
  }

  override async query(connection: unknown, query: unknown): Promise<unknown> {
    try {
      return await super.query(connection, query);
    } catch (error) {
      throw translateError(error, withoutValues(error, sqlOf(query)));
    }
  }

  override acquireConnection(): Promise<unknown> {
    return orLater(super.acquireConnection());
  }
}

/** Characters, or bytes, from which on a value is not written into the statement. */
const LONG_TEXT = 100_000;

interface PreparedConnection {
  execute(
    options: object,
    bindings: unknown[],
    done: (error: Error | null, rows: unknown, fields: unknown) => void,
  ): void;
}

/**
 * The driver writes values into the statement, sign by sign where one has to be escaped: the log of a plan of 20,000
 * visits held the event loop for 150 ms. A prepared statement sends the text as it is.
 */
class LongTextMysql extends MysqlClient {
  override acquireConnection(): Promise<unknown> {
    return orLater(super.acquireConnection());
  }

  /** Whether a statement whose connection has ended was carried out isn't known, a COMMIT least of all. */
  override async query(connection: unknown, query: unknown): Promise<unknown> {
    if (typeof query !== "string") assertTaken(connection, query as Statement);
    try {
      return await super.query(connection, query);
    } catch (error) {
      throw translateError(error, withoutValues(error, sqlOf(query)));
    }
  }

  override _query(connection: unknown, query: unknown): Promise<unknown> {
    const statement = query as Statement;
    const { sql, bindings = [], options } = statement;
    const isLong = bindings.some(
      (value) => (typeof value === "string" || Buffer.isBuffer(value)) && value.length > LONG_TEXT,
    );
    if (!isLong && !isTooLargeEscaped(connection, statement)) return super._query(connection, query);
    return new Promise((resolve, reject) => {
      (connection as PreparedConnection).execute({ sql, ...options }, bindings, (error, rows, fields) => {
        if (error) return reject(error);
        statement.response = [rows, fields];
        resolve(statement);
      });
    });
  }
}

type Done = (error: Error | null, connection: unknown) => void;

type MysqlConnection = Parameters<typeof learnLimit>[0];

function mysqlConnection(url: string): Record<string, unknown> {
  const parsed = new URL(url);
  const socketPath = parsed.searchParams.get("socketPath");
  const place = socketPath ? { socketPath } : { host: parsed.hostname, port: parsed.port ? Number(parsed.port) : 3306 };
  return {
    ...place,
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    charset: "utf8mb4",
    timezone: "Z",
    dateStrings: true,
    decimalNumbers: true,
  };
}

const SQL_MODE = [
  "STRICT_TRANS_TABLES",
  "NO_ZERO_DATE",
  "NO_ZERO_IN_DATE",
  "ERROR_FOR_DIVISION_BY_ZERO",
  "NO_ENGINE_SUBSTITUTION",
].join(",");
/**
 * The same rules on every server: bad values are refused and not bent, a transaction sees what others committed (so
 * that a conflicting unique key is visible), and a lock is waited for 10 s, not 50.
 */
const SESSION = [
  `SET SESSION sql_mode = '${SQL_MODE}'`,
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
  "SET SESSION innodb_lock_wait_timeout = 10",
];

function prepareMysql(connection: MysqlConnection, done: Done): void {
  const next = (index: number): void => {
    const sql = SESSION[index];
    if (sql === undefined) return learnLimit(connection, (error) => done(error, connection));
    connection.query(sql, (error) => (error ? done(error, connection) : next(index + 1)));
  };
  next(0);
}

function prepareSqlite(
  connection: SqliteConnection,
  { busyTimeoutMs = BLOCKING_WAIT_MS, lockWaitMs = LOCK_WAIT_MS, outlivesPowerCut = true }: DatabaseConfig,
  done: Done,
): void {
  connection.pragma(`busy_timeout = ${lockWaitMs}`);
  // After a crash one process reads what the log holds, and the others wait.
  connection.pragma("journal_mode = WAL");
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
  // With NORMAL a power cut would take the last commits, although a driver's phone was told that they are stored and
  // has let go of its own copies.
  connection.pragma(`synchronous = ${outlivesPowerCut ? "FULL" : "NORMAL"}`);
  connection.pragma("foreign_keys = ON");
  // In KB. What a transaction changes beyond this goes to the log while it runs and not all of it at its end: with the
  // driver's own 16 MB a COMMIT after 20,000 visits wrote for 30 ms, with 4 MB for 8. The system caches the file as
  // well.
  connection.pragma("cache_size = -4000");
  // SQLite's own LOWER handles ASCII only: a search for "äpfel" must find "Äpfel" here as it does on MariaDB.
  connection.function("lower", { deterministic: true }, (value) =>
    typeof value === "string" ? value.toLowerCase() : value,
  );
  done(null, connection);
}

/**
 * Opens the database; nothing is connected before the first query.
 *
 * SQLite has one connection: inside a transaction always use `trx`, a query on the database itself would wait for the
 * transaction to end, and the transaction for it.
 * @throws Error when neither `url` nor `file` is given, or the file's folder cannot be made
 */
export function createDatabase(config: DatabaseConfig): Db {
  if (config.url) {
    return knex({
      client: LongTextMysql,
      log: LOG,
      compileSqlOnError: false,
      connection: mysqlConnection(config.url),
      pool: { min: 0, max: config.poolMax ?? 10, afterCreate: prepareMysql },
      acquireConnectionTimeout: 30_000,
    });
  }
  if (!config.file) throw new Error("Neither a database URL nor a file is given.");
  if (config.file !== ":memory:") mkdirSync(path.dirname(config.file), { recursive: true });
  const { busyTimeoutMs = BLOCKING_WAIT_MS, lockWaitMs = LOCK_WAIT_MS } = config;
  const connection: SqliteSettings = { filename: config.file, waitMs: lockWaitMs, blockingMs: busyTimeoutMs };
  return knex({
    client: PausingSqlite,
    log: LOG,
    compileSqlOnError: false,
    connection,
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      idleTimeoutMillis: 2_147_483_647,
      afterCreate: (connection: SqliteConnection, done: Done) => prepareSqlite(connection, config, done),
    },
    acquireConnectionTimeout: 30_000,
  });
}
