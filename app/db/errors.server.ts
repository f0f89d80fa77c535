import { AppError } from "~/lib/errors";
import { onceAMinute } from "~/lib/once-a-minute.server";

/**
 * Errors of the two drivers as errors of this project. Only the value that was sent is repeated to the user, never
 * the driver's message: it holds SQL.
 */
interface DriverError extends Error {
  code?: string;
  /** of MySQL's driver: the connection has ended with it */
  fatal?: boolean;
  errno?: number;
  sqlMessage?: string;
}

type Values = Readonly<Record<string, unknown>>;

const DUPLICATE = new Set(["ER_DUP_ENTRY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);
const REFERENCE = new Set([
  "ER_NO_REFERENCED_ROW",
  "ER_NO_REFERENCED_ROW_2",
  "ER_ROW_IS_REFERENCED",
  "ER_ROW_IS_REFERENCED_2",
  "SQLITE_CONSTRAINT_FOREIGNKEY",
]);
const TOO_LONG = new Set(["ER_DATA_TOO_LONG", "SQLITE_TOOBIG"]);
/** The disk is full. */
const NO_ROOM = new Set(["SQLITE_FULL", "ER_RECORD_FILE_FULL", "ER_DISK_FULL"]);
/** The disk is broken, or the server may not write to it, or the file is no longer where it was. */
const BROKEN_DISK = /^(SQLITE_IOERR.*|SQLITE_READONLY.*|ER_ERROR_ON_WRITE)$/;
const TRANSIENT = /^(ER_LOCK_DEADLOCK|ER_LOCK_WAIT_TIMEOUT|ER_CHECKREAD|SQLITE_BUSY.*|SQLITE_LOCKED.*)$/;

/**
 * The connection has ended under the statement, or before it: the server was stopped, or the network is down. What is
 * sent on a connection that is known to have ended, as the ROLLBACK after such a statement is, gets no code.
 */
const ENDED = new Set([
  "PROTOCOL_CONNECTION_LOST",
  "PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR",
  "ER_SERVER_SHUTDOWN",
  "ER_CONNECTION_KILLED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

const hasEnded = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, fatal } = error as DriverError;
  return fatal === true || ENDED.has(code ?? "");
};

/** The database is unreachable, or can't do its work: the request is not at fault, and can be tried again. */
export const away = (cause: unknown): AppError =>
  new AppError("db.away", "Something goes wrong. Please try later", { status: 503, cause });

/** The driver's error behind an error, however often it was wrapped. */
function driverError(error: unknown): DriverError | undefined {
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if (typeof (inner as DriverError).code === "string" && /^(ER_|SQLITE_)/.test((inner as DriverError).code ?? ""))
      return inner;
  }
  return undefined;
}

/** Another transaction held a lock; trying the same work again will most likely succeed. */
export const isTransient = (error: unknown): boolean => TRANSIENT.test(driverError(error)?.code ?? "");

const LATER: readonly string[] = ["db.away", "db.busy", "db.full"];

/** The database was away, too busy, or without room: the same work may succeed later. */
export const isAway = (error: unknown): error is AppError => error instanceof AppError && LATER.includes(error.code);

/** The database takes no statement of this size (see packets.server.ts): trying again doesn't help. */
export const isTooLarge = (error: unknown): boolean => error instanceof AppError && error.code === "db.too_large";

export const isDuplicate = (error: unknown): boolean => DUPLICATE.has(driverError(error)?.code ?? "");

/** 'users_email_unique' (MySQL) or 'users.email' (SQLite) -> 'email': the last column of the key that was violated. */
function duplicateColumn(error: DriverError): string | undefined {
  const sqlite = /UNIQUE constraint failed: (.+)$/.exec(error.message)?.[1];
  if (sqlite) return sqlite.split(",").at(-1)?.trim().split(".").at(-1);
  const key = /for key '(?:[^'.]+\.)?([^']+)'/.exec(error.sqlMessage ?? error.message)?.[1];
  return UNIQUE_COLUMNS.find((column) => key?.endsWith(`_${column}_unique`));
}

/** Columns that a unique key is named after; the longer names first, because a key ends with its column. */
const UNIQUE_COLUMNS = [
  "external_id",
  "command_id",
  "username",
  "user_id",
  "api_key",
  "email",
  "code",
  "hash",
  "uid",
  "key",
];

/** @param value what was written */
function duplicate(cause: unknown, column: string | undefined, value?: unknown): AppError {
  const message =
    typeof value === "string" || typeof value === "number"
      ? `Value ${value} already exists!`
      : "Object already exists.";
  return new AppError("db.duplicate", message, {
    status: 409,
    cause,
    ...(column === undefined ? {} : { field: column }),
  });
}

/** What MariaDB says of these puts names of tables and columns into quotes, and of all others values too. */
const QUOTES_NAMES =
  /^ER_(NO_SUCH_TABLE|BAD_FIELD_ERROR|BAD_NULL_ERROR|NO_DEFAULT_FOR_FIELD|DATA_TOO_LONG|WARN_DATA_OUT_OF_RANGE)$/;

/** Statements of many rows have thousands of question marks. */
const LONGEST_SQL = 500;

function saidWithoutValues({ code = "", sqlMessage, message }: DriverError, sql: string): string {
  if (sqlMessage === undefined) return message.startsWith(`${sql} - `) ? message.slice(sql.length + 3) : message;
  // A value may hold quotes itself: all is cut from the first one to the last.
  return QUOTES_NAMES.test(code) ? sqlMessage : sqlMessage.replace(/'[^]*'(?: for key ('[^']*')$)?/, "'…' $1").trim();
}

/**
 * The driver's error as it may be logged: with the statement's question marks. Its own has the statement with all
 * values written in: hashes of passwords, customers' names and addresses.
 */
export function withoutValues(error: unknown, sql: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const { code, errno, sqlMessage, fatal } = error as DriverError;
  // It is none of the driver's.
  if (code === undefined && sqlMessage === undefined && fatal === undefined) return error;
  const said = saidWithoutValues(error, sql);
  const statement = sql.length > LONGEST_SQL ? `${sql.slice(0, LONGEST_SQL)}…` : sql;
  return Object.assign(new Error(`${statement} - ${said}`), { code, errno });
}

const isNews = onceAMinute();

/** A caller takes "later" for somebody's who is away, and is silent. This one lasts until somebody does something. */
function tellOfDisk(code: string, error: unknown): void {
  if (isNews(code)) console.error("The database's files can't be written or read:", error);
}

/**
 * @param logged what is logged of the error: its cause, or itself
 * @returns an AppError for what the driver reports, or the error itself when it is something else
 */
export function translateError(reported: unknown, logged: unknown = reported): unknown {
  if (reported instanceof AppError) return reported;
  const error = logged;
  if (hasEnded(reported)) return away(error);
  const driver = driverError(reported);
  if (!driver) return error;
  const code = driver.code ?? "";
  if (DUPLICATE.has(code)) return duplicate(error, duplicateColumn(driver));
  if (REFERENCE.has(code))
    return new AppError("db.reference", "Something that this refers to does not exist (any more).", {
      status: 409,
      cause: error,
    });
  if (TOO_LONG.has(code))
    return new AppError("db.too_long", "One of the values is too long.", { status: 422, cause: error });
  if (NO_ROOM.has(code)) {
    tellOfDisk(code, error);
    return new AppError("db.full", "The server has no room at the moment. Please try again later.", {
      status: 503,
      cause: error,
    });
  }
  if (BROKEN_DISK.test(code)) {
    tellOfDisk(code, error);
    return away(error);
  }
  if (isTransient(error))
    return new AppError("db.busy", "Something goes wrong. Please try later", { status: 503, cause: error });
  return error;
}

/** Runs a query; a refusal of a duplicate names the value at fault. @param values what it writes */
export async function translated<T>(values: Values | undefined, work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError && error.code === "db.duplicate" && error.field !== undefined
      ? duplicate(error.cause, error.field, values?.[error.field])
      : error;
  }
}
