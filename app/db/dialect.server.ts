import type { Knex } from "knex";
import { inBatches } from "~/lib/in-batches";
import type { Db } from "./client.server";

/** What differs between the two databases; nothing else asks which one is in use. */
export const isSqlite = (db: Pick<Db, "client">): boolean => String(db.client.dialect).includes("sqlite");

/**
 * Waits until no other process writes, so that what this transaction reads from here on is what it writes to. SQLite
 * refuses a write at once when somebody else has written since the transaction's first read; MySQL waits for rows.
 */
export async function writeAlone(trx: Db): Promise<void> {
  // It finds no row: a statement that could write takes the lock before it looks.
  if (isSqlite(trx)) await trx.raw("UPDATE companies SET id = id WHERE 0");
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** MySQL's collation of all texts but those that programs compare (migrations/helpers). */
const ANY_CASE = "utf8mb4_unicode_ci";

/**
 * What else may stand in the place of signs that are not ASCII. With a capital dotted I its lower case begins with an
 * ASCII one.
 */
const BEYOND_ASCII = /i?[^\x20-\x7e]+/g;

/**
 * Keeps rows where one of the columns contains the term, in upper or lower case; an empty term keeps all.
 *
 * On MySQL the collation compares so by itself, also for columns that tell the cases apart elsewhere: `LOWER` for each
 * column of each row took a fifth of a search's time.
 *
 * SQLite's LIKE takes upper and lower case of ASCII for the same by itself. Its `LOWER` is ours, and was called for
 * each column of each row: most of the time of a search through all visits. So the rest of a term with other signs is
 * looked for first, and `LOWER` is called where that stands.
 */
export function whereContains(query: Knex.QueryBuilder, columns: readonly string[], term: string | undefined): void {
  const onSqlite = isSqlite(query);
  const wanted = onSqlite ? term?.trim().toLowerCase() : term?.trim();
  if (!wanted) return;
  const pattern = `%${wanted.replace(/[!%_]/g, (sign) => `!${sign}`)}%`;
  const [plain, lower] = ["?? LIKE ? ESCAPE '!'", "LOWER(??) LIKE ? ESCAPE '!'"];
  query.where((either) => {
    for (const column of columns)
      if (!onSqlite) either.orWhereRaw(`?? LIKE ? COLLATE ${ANY_CASE} ESCAPE '!'`, [column, pattern]);
      else if (isAscii(wanted)) either.orWhereRaw(plain, [column, pattern]);
      else either.orWhereRaw(`(${plain} AND ${lower})`, [column, pattern.replace(BEYOND_ASCII, "%"), column, pattern]);
  });
}

/**
 * Joins rows whose texts are the same, sign by sign. MySQL's `=` takes "Grunstrasse", "Grünstraße" and "grunstrasse "
 * for equal.
 */
export function andOnSameText(db: Db, join: Knex.JoinClause, one: string, other: string): void {
  if (isSqlite(db)) join.andOn(one, other);
  else join.andOn(db.raw("CAST(?? AS BINARY) = CAST(?? AS BINARY)", [one, other]));
}

/** Orders text as people do, without regard to upper and lower case, on both databases. */
export const orderByText = (
  query: Knex.QueryBuilder,
  column: string,
  direction: "asc" | "desc" = "asc",
): Knex.QueryBuilder => query.orderByRaw(direction === "asc" ? "LOWER(??) ASC" : "LOWER(??) DESC", [column]);

/**
 * Orders by a value, what is empty last in both directions. Words in upper and lower case alike, on MySQL also those of
 * columns that tell the cases apart elsewhere.
 */
export function orderEmptyLast(
  query: Knex.QueryBuilder,
  value: Knex.Raw,
  { text = false, down = false, isFilled = false }: { text?: boolean; down?: boolean; isFilled?: boolean },
): void {
  const onSqlite = isSqlite(query);
  const key = !text ? "?" : onSqlite ? "LOWER(NULLIF(?, ''))" : `NULLIF(?, '') COLLATE ${ANY_CASE}`;
  // NULL is the smallest value of both databases.
  if (down || isFilled) query.orderByRaw(`${key} ${down ? "DESC" : "ASC"}`, [value]);
  else if (onSqlite) query.orderByRaw(`${key} NULLS LAST`, [value]);
  else query.orderByRaw(`${key} IS NULL, ${key}`, [value, value]);
}

/** A column of times as seconds, whose differences are the same on both databases; they begin to count elsewhere. */
export const secondsOf = (db: Db, column: string): Knex.Raw =>
  isSqlite(db) ? db.raw("unixepoch(??)", [column]) : db.raw("to_seconds(??)", [column]);

/** What no update may change. */
const FIXED: ReadonlySet<string> = new Set(["id", "company_id", "created_at"]);

type Patch = { id: number } & Record<string, unknown>;
type Common = Record<string, string | number | null | Knex.Raw>;
type Scope = Record<string, string | number | null>;

/**
 * Many rows changed by one statement per batch. Rows may name different columns; what a row doesn't name keeps its
 * value.
 * @param scope what each row has to hold: keeps other companies' rows out
 * @returns number of rows found
 */
export async function updateMany(
  db: Db,
  table: string,
  rows: readonly Patch[],
  common: Common,
  scope: Scope,
): Promise<number> {
  let found = 0;
  for (const batch of inBatches(rows)) {
    const columns = [
      ...new Set(batch.flatMap((row) => Object.keys(row).filter((column) => row[column] !== undefined))),
    ].filter((column) => !FIXED.has(column) && !(column in common));
    if (columns.length === 0 && Object.keys(common).length === 0) continue;
    const ids = batch.map((row) => row.id);
    found += isSqlite(db)
      ? await updateFromJson(db, table, { batch, columns, common }, scope)
      : await db(table)
          .whereIn("id", ids)
          .where(scope)
          .update({ ...common, ...cases(db, batch, columns) });
  }
  return found;
}

/** `SET column = CASE id WHEN ? THEN ? … ELSE column END`: few statements, over the network. */
function cases(db: Db, batch: readonly Patch[], columns: readonly string[]): Record<string, Knex.Raw> {
  const set: Record<string, Knex.Raw> = {};
  for (const column of columns) {
    const given = batch.filter((row) => row[column] !== undefined);
    const values = given.flatMap((row) => [row.id, row[column] ?? null]);
    set[column] = db.raw(`CASE ?? ${given.map(() => "WHEN ? THEN ?").join(" ")} ELSE ?? END`, [
      "id",
      ...values,
      column,
    ] as Knex.RawBinding[]);
  }
  return set;
}

/**
 * SQLite walks through cases one by one; from a list in JSON it takes a twentieth of the time (1,000 visits of 10
 * columns: 10 ms).
 */
async function updateFromJson(
  db: Db,
  table: string,
  { batch, columns, common }: { batch: readonly Patch[]; columns: readonly string[]; common: Common },
  scope: Scope,
): Promise<number> {
  const sets = Object.keys(common).map(() => "?? = ?");
  const bindings: unknown[] = [table, ...Object.entries(common).flat()];
  for (const column of columns) {
    sets.push("?? = CASE WHEN json_type(patch.value, ?) IS NULL THEN ?? ELSE json_extract(patch.value, ?) END");
    bindings.push(column, `$.${column}`, `${table}.${column}`, `$.${column}`);
  }
  // The plus keeps a condition from leading: the list has to, with a look at the primary key for each of its rows. An
  // index of the company's rows would be read from end to end.
  const conditions = Object.keys(scope).map(() => "+?? IS ?");
  const sql =
    `UPDATE ?? SET ${sets.join(", ")} FROM json_each(?) AS patch ` +
    `WHERE ${["?? = json_extract(patch.value, '$.id')", ...conditions].join(" AND ")}`;
  bindings.push(JSON.stringify(batch), `${table}.id`);
  for (const [column, value] of Object.entries(scope)) bindings.push(`${table}.${column}`, value);
  const { changes } = (await db.raw(sql, bindings as Knex.RawBinding[])) as { changes: number };
  return changes;
}

/** As many rows as one call of SQLite inserts within some milliseconds, and one statement of MySQL in few of them. */
const INSERT_AT_ONCE = 100;

/**
 * Inserts rows that name the same columns: all of them, or none of a batch.
 *
 * SQLite prepares a statement of 4,500 values as long as it takes to run it; a statement of one row is prepared once
 * and run for each (150 visits: 2 ms and not 5).
 */
export async function insertMany<Row extends object>(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const batch of inBatches(rows, INSERT_AT_ONCE)) {
    if (!isSqlite(db)) {
      await db(table).insert(batch);
      continue;
    }
    const runs = batch.map((row) => columns.map((column) => (row as Record<string, unknown>)[column] ?? null));
    const names = columns.map(() => "??").join(", ");
    const marks = columns.map(() => "?").join(", ");
    // Knex wants a value for each mark, although none of these is used.
    const bindings = [table, ...columns, ...columns.map(() => null)];
    await db.raw(`INSERT INTO ?? (${names}) VALUES (${marks})`, bindings).options({ runForEach: runs });
  }
}
