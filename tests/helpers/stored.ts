import { createHash } from "node:crypto";
import { isSqlite } from "~/db/dialect.server";
import type { Db } from "~/db/client.server";

/** The log of what was tried grows by refusals, too; figures are counted from the others when somebody reads them. */
const FOLLOW: ReadonlySet<string> = new Set(["audit_log", "plan_figures", "route_figures", "visit_figures"]);

export const tableNames = async (db: Db): Promise<string[]> =>
  [...(await columnsOf(db)).keys()].filter((name) => !/^(?:sqlite|knex)_/.test(name) && !FOLLOW.has(name)).sort();

/**
 * What tables hold, to be compared and nothing else. The database makes it: reading all rows here, hundreds of times,
 * took a sixth of the integration tests' processor time.
 * @param without columns that don't count: of all tables, or of one ('users.active_at')
 */
export async function stored(
  db: Db,
  tables: readonly string[],
  without: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const columns = await columnsOf(db);
  const counted = (table: string): string[] =>
    columns.get(table)!.filter((column) => !without.includes(column) && !without.includes(`${table}.${column}`));
  if (isSqlite(db)) return contents(db, tables, counted);
  const isWhole = (table: string): boolean => counted(table).length === columns.get(table)!.length;
  const sums = await checksums(db, tables.filter(isWhole));
  for (const table of tables) if (!isWhole(table)) sums[table] = await db(table).select(counted(table));
  return sums;
}

type Counted = (table: string) => string[];

/** SQLite has no checksums: the rows as texts. */
async function contents(db: Db, tables: readonly string[], counted: Counted): Promise<Record<string, unknown>> {
  const asked = tables.map((table) => {
    const row = counted(table)
      .map((column) => `quote("${column}")`)
      .join(" || ',' || ");
    return `SELECT '${table}' AS name, (SELECT group_concat(${row}, char(10)) FROM "${table}") AS content`;
  });
  const view = await viewOf(db, asked.join(" UNION ALL "));
  const rows = (await db.raw(`SELECT name, content FROM ${view}`)) as unknown as {
    name: string;
    content: string | null;
  }[];
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

const views = new WeakMap<Db, Set<string>>();

/**
 * The question as a view of this connection: what is asked of it is short enough to stay prepared. To prepare the whole
 * question takes as long as to answer it.
 */
async function viewOf(db: Db, question: string): Promise<string> {
  const name = `stored_${createHash("sha256").update(question).digest("hex").slice(0, 16)}`;
  const made = views.get(db) ?? new Set();
  views.set(db, made);
  if (!made.has(name)) await db.raw(`CREATE TEMP VIEW IF NOT EXISTS ${name} AS ${question}`);
  made.add(name);
  return name;
}

async function checksums(db: Db, tables: readonly string[]): Promise<Record<string, unknown>> {
  const names = tables.map((table) => `\`${table}\``).join(", ");
  const [rows] = (await db.raw(`CHECKSUM TABLE ${names}`)) as unknown as [{ Table: string; Checksum: number }[]];
  return Object.fromEntries(rows.map(({ Table, Checksum }) => [Table.split(".").at(-1)!, Checksum]));
}

const known = new WeakMap<Db, Map<string, string[]>>();

/** The columns of all tables, asked once for each database. */
export async function columnsOf(db: Db): Promise<Map<string, string[]>> {
  const before = known.get(db);
  if (before !== undefined) return before;
  const rows = (
    isSqlite(db)
      ? await db.raw(
          "SELECT t.name, c.name AS col FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'",
        )
      : await db("information_schema.columns")
          .whereRaw("table_schema = database()")
          .orderBy("ordinal_position")
          .select({ name: "table_name", col: "column_name" })
  ) as { name: string; col: string }[];
  const found = new Map<string, string[]>();
  for (const { name, col } of rows) found.set(name, [...(found.get(name) ?? []), col]);
  known.set(db, found);
  return found;
}
