/**
 * What MySQL takes at once: its `max_allowed_packet`, 16 MB on a MariaDB that nobody has set up. It ends the connection
 * of whoever sends more, which looks like a network that is down: such a statement isn't sent.
 */
import type { Knex } from "knex";
import { AppError } from "~/lib/errors";

const MB = 1024 * 1024;

/** Room for the log of a calculation of 20,000 visits with lines along roads, several times over. */
const WANTED = 64 * MB;

/** Type and length of a value, or the digits of a number, in bytes. */
const BESIDE_ITS_TEXT = 24;

interface Statement {
  sql: string;
  bindings?: readonly unknown[] | undefined;
}

interface MysqlConnection {
  query(sql: string, done: (error: Error | null, rows: { bytes: number }[]) => void): void;
}

const LIMIT = "SELECT @@max_allowed_packet AS bytes";

const limits = new WeakMap<object, number>();

/** Asks for what this connection takes. */
export function learnLimit(connection: MysqlConnection, done: (error: Error | null) => void): void {
  connection.query(LIMIT, (error, rows) => {
    const bytes = rows?.[0]?.bytes;
    if (bytes !== undefined) limits.set(connection, bytes);
    done(error);
  });
}

/** At least as many bytes as a statement takes that is sent prepared, with nothing escaped. */
function bytesOf({ sql, bindings = [] }: Statement): number {
  let bytes = Buffer.byteLength(sql);
  for (const value of bindings) {
    bytes += BESIDE_ITS_TEXT;
    if (typeof value === "string") bytes += Buffer.byteLength(value);
    else if (Buffer.isBuffer(value)) bytes += value.length;
  }
  return bytes;
}

const limitOf = (connection: unknown): number => limits.get(connection as object) ?? Infinity;

/** Escaping makes a text twice as long at most. */
export const isTooLargeEscaped = (connection: unknown, statement: Statement): boolean =>
  2 * bytesOf(statement) >= limitOf(connection);

const inMb = (bytes: number): string => `${Math.ceil(bytes / MB)} MB`;

/** @throws AppError 413 'db.too_large': trying again doesn't help */
export function assertTaken(connection: unknown, statement: Statement): void {
  const [bytes, limit] = [bytesOf(statement), limitOf(connection)];
  if (bytes < limit) return;
  const reason =
    `A statement of ${inMb(bytes)} was not sent: ` +
    `the database takes ${inMb(limit)} at once (max_allowed_packet; see Configuration in README.md).`;
  console.error(reason);
  throw new AppError(
    "db.too_large",
    "This is too large for the database. Whoever runs the server finds in its log which limit to raise.",
    { status: 413, cause: new Error(reason) },
  );
}

/** The start goes on: most companies' plans are small. @param db on MySQL */
export async function warnOfLowLimit(db: Knex): Promise<void> {
  const [rows] = (await db.raw(LIMIT)) as [{ bytes: number }[]];
  const bytes = rows[0]?.bytes ?? 0;
  if (bytes < WANTED)
    console.warn(
      `The database takes ${inMb(bytes)} at once (max_allowed_packet): results of large calculations may not be ` +
        `stored. Raise it to ${inMb(WANTED)} (see Configuration in README.md).`,
    );
}
