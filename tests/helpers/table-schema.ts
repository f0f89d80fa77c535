import type { Db } from "~/db/client.server";
import { isSqlite } from "~/db/dialect.server";
import { FOREIGN_TABLES } from "~/db/rights/table-uses";

export interface SchemaColumn {
  name: string;
  isText: boolean;
  /** characters that fit; null: as many as one likes */
  length: number | null;
  isRequired: boolean;
  isKey: boolean;
  isReal: boolean;
}

export interface SchemaReference {
  column: string;
  table: string;
  /** of the other table */
  to: string;
  onDelete: string;
}

export interface SchemaTable {
  name: string;
  columns: SchemaColumn[];
  references: SchemaReference[];
}

const TEXT = /char|text|blob|json/i;
const REAL = /double|float|real|decimal/i;

async function ofSqlite(db: Db): Promise<SchemaTable[]> {
  const tables = (await db("sqlite_master").where({ type: "table" }).orderBy("name").pluck("name")) as string[];
  const made: SchemaTable[] = [];
  for (const name of tables.filter((one) => !FOREIGN_TABLES.test(one))) {
    // Columns that SQLite works out are in this list alone; its own of virtual tables are hidden in it.
    const listed = "SELECT * FROM pragma_table_xinfo(?) WHERE hidden <> 1";
    const columns = (await db.raw(listed, [name])) as Record<string, string | number>[];
    const keys = (await db.raw("SELECT * FROM pragma_foreign_key_list(?)", [name])) as Record<string, string>[];
    made.push({
      name,
      columns: columns.map(({ name: column, type, notnull, pk }) => ({
        name: String(column),
        isText: TEXT.test(String(type)),
        length: Number(/\((\d+)\)/.exec(String(type))?.[1] ?? 0) || null,
        isRequired: notnull === 1,
        isKey: pk === 1,
        isReal: REAL.test(String(type)),
      })),
      references: keys.map((key) => ({
        column: key.from!,
        table: key.table!,
        to: key.to!,
        onDelete: key.on_delete!,
      })),
    });
  }
  return made;
}

async function ofMariadb(db: Db): Promise<SchemaTable[]> {
  const here = "TABLE_SCHEMA = DATABASE()";
  const columns = (await db("information_schema.COLUMNS")
    .whereRaw(here)
    .orderBy(["TABLE_NAME", "ORDINAL_POSITION"])
    .select(
      "TABLE_NAME",
      "COLUMN_NAME",
      "DATA_TYPE",
      "CHARACTER_MAXIMUM_LENGTH",
      "IS_NULLABLE",
      "COLUMN_KEY",
    )) as Record<string, string | number | null>[];
  const [keys] = (await db.raw(
    "SELECT k.TABLE_NAME, k.COLUMN_NAME, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME, r.DELETE_RULE " +
      "FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r " +
      "ON r.CONSTRAINT_SCHEMA = k.TABLE_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME " +
      "WHERE k.TABLE_SCHEMA = DATABASE() AND k.REFERENCED_TABLE_NAME IS NOT NULL",
  )) as [Record<string, string>[]];
  const names = [...new Set(columns.map(({ TABLE_NAME }) => String(TABLE_NAME)))];
  return names
    .filter((name) => !FOREIGN_TABLES.test(name))
    .map((name) => ({
      name,
      columns: columns
        .filter(({ TABLE_NAME }) => TABLE_NAME === name)
        .map((one) => ({
          name: String(one.COLUMN_NAME),
          isText: TEXT.test(String(one.DATA_TYPE)),
          length: /long/i.test(String(one.DATA_TYPE)) ? null : Number(one.CHARACTER_MAXIMUM_LENGTH),
          isRequired: one.IS_NULLABLE === "NO",
          isKey: one.COLUMN_KEY === "PRI",
          isReal: REAL.test(String(one.DATA_TYPE)),
        })),
      references: keys
        .filter(({ TABLE_NAME }) => TABLE_NAME === name)
        .map((key) => ({
          column: key.COLUMN_NAME!,
          table: key.REFERENCED_TABLE_NAME!,
          to: key.REFERENCED_COLUMN_NAME!,
          onDelete: key.DELETE_RULE!,
        })),
    }));
}

/** All tables of the product as the database itself describes them. */
export const tablesOfSchema = (db: Db): Promise<SchemaTable[]> => (isSqlite(db) ? ofSqlite(db) : ofMariadb(db));
