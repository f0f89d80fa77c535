import type { Knex } from "knex";

/**
 * What migrations share. A migration is never changed once it was released; these helpers neither in meaning.
 *
 * MySQL commits each schema statement by itself, so a process that dies in the middle of a migration leaves half a
 * table behind and no record of the migration. The next start runs the migration again: `createsTable` then drops the
 * half table (nothing can have been stored in it) and makes it anew.
 */
export interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

type OnDelete = "CASCADE" | "SET NULL" | "RESTRICT";

export const isSqlite = (knex: Knex): boolean => String(knex.client.dialect).includes("sqlite");

/** Words of the column language of this project; each adds one column (or the pair of stamps). */
class Columns {
  constructor(
    readonly table: Knex.CreateTableBuilder,
    private readonly sqlite: boolean,
    private readonly name: string,
  ) {}

  id(): void {
    this.table.increments("id");
  }

  text(column: string, length = 255): Knex.ColumnBuilder {
    return this.table.string(column, length);
  }

  /** Text that programs compare: upper and lower case differ on every database. */
  exact(column: string, length = 255): Knex.ColumnBuilder {
    const built = this.table.string(column, length);
    return this.sqlite ? built : built.collate("utf8mb4_bin");
  }

  /** JSON or long text, up to 4 GB. */
  long(column: string): Knex.ColumnBuilder {
    return this.table.text(column, "longtext");
  }

  flag(column: string, value: 0 | 1): void {
    this.table.specificType(column, "tinyint").notNullable().defaultTo(value);
  }

  int(column: string, value: number): void {
    this.table.integer(column).notNullable().defaultTo(value);
  }

  double(column: string, value: number): void {
    this.table.double(column).notNullable().defaultTo(value);
  }

  /** UTC text 'YYYY-MM-DD HH:mm:ss' */
  utc(column: string): Knex.ColumnBuilder {
    return this.table.string(column, 19);
  }

  /** 'YYYY-MM-DD' */
  date(column: string): Knex.ColumnBuilder {
    return this.table.string(column, 10);
  }

  /** 'HH:mm' */
  hour(column: string): Knex.ColumnBuilder {
    return this.table.string(column, 5);
  }

  stamps(): void {
    this.utc("created_at").notNullable();
    this.utc("updated_at").notNullable();
  }

  softDelete(): void {
    this.utc("deleted_at").nullable();
  }

  /** A key of another table. `required` says NOT NULL. */
  reference(column: string, parent: string, onDelete: OnDelete, required = false): void {
    const built = this.table.integer(column).unsigned();
    if (required) built.notNullable();
    else built.nullable();
    this.table.foreign(column, `${this.name}_${column}_foreign`).references("id").inTable(parent).onDelete(onDelete);
  }

  /**
   * A key of a table that is made later. SQLite takes the constraint now (and could not add it later without
   * rewriting the table), MySQL in a migration of its own: `addsForeignKey`.
   */
  laterReference(column: string, parent: string, onDelete: OnDelete): void {
    if (this.sqlite) this.reference(column, parent, onDelete);
    else this.table.integer(column).unsigned().nullable();
  }

  unique(columns: string[], named = columns[columns.length - 1]): void {
    this.table.unique(columns, { indexName: `${this.name}_${named}_unique` });
  }

  index(columns: string[], named: string): void {
    this.table.index(columns, `${this.name}_${named}_index`);
  }

  /** Start and end of plans and routes. */
  routeEnds(): void {
    for (const [side, type] of [
      ["start", "W"],
      ["end", "N"],
    ] as const) {
      this.text(`${side}_location_type`, 1).notNullable().defaultTo(type);
      this.table.double(`${side}_location_lat`).nullable();
      this.table.double(`${side}_location_lng`).nullable();
      this.text(`${side}_location_address`).nullable();
    }
  }
}

/** A migration that makes one table, with its keys and indexes. */
export function createsTable(name: string, build: (columns: Columns) => void): Migration {
  return {
    async up(knex) {
      const sqlite = isSqlite(knex);
      if (await knex.schema.hasTable(name)) {
        const row: unknown = await knex(name).first();
        if (row !== undefined)
          throw new Error(`The table ${name} is there already and holds rows, but its migration was never recorded.`);
        await knex.schema.dropTable(name);
      }
      await knex.schema.createTable(name, (table) => {
        if (!sqlite) {
          table.engine("InnoDB");
          table.charset("utf8mb4");
          table.collate("utf8mb4_unicode_ci");
        }
        build(new Columns(table, sqlite, name));
      });
    },
    async down(knex) {
      await knex.schema.dropTableIfExists(name);
    },
  };
}

/** Knex takes no notice of columns that SQLite works out. */
async function hasColumn(knex: Knex, table: string, column: string): Promise<boolean> {
  if (!isSqlite(knex)) return knex.schema.hasColumn(table, column);
  const columns = (await knex.raw("PRAGMA table_xinfo(??)", [table])) as { name: string }[];
  return columns.some(({ name }) => name === column);
}

/** Indexes that SQLite would refuse to lose a column of. The keys of a table's own definition have no statement. */
const INDEXES_OF_COLUMN = `SELECT m.name FROM sqlite_master m JOIN pragma_index_info(m.name) i
  WHERE m.type = 'index' AND m.sql IS NOT NULL AND m.tbl_name = ? AND i.name = ?`;

/**
 * Takes columns away, those that are there. On SQLite, Knex makes the table anew and drops the former one. Within the
 * transaction of a migration foreign keys can't be turned off, so that the rows of other tables that refer to it went
 * with it (ON DELETE CASCADE), and so did the table's triggers. SQLite's own statement touches nothing else.
 */
export async function dropColumns(knex: Knex, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    if (!(await hasColumn(knex, table, column))) continue;
    if (!isSqlite(knex)) {
      await knex.schema.alterTable(table, (builder) => builder.dropColumn(column));
      continue;
    }
    const indexes = (await knex.raw(INDEXES_OF_COLUMN, [table, column])) as { name: string }[];
    for (const { name } of indexes) await knex.raw("DROP INDEX ??", [name]);
    await knex.raw("ALTER TABLE ?? DROP COLUMN ??", [table, column]);
  }
}

/** A migration that adds columns to a table, each on its own, so that one that was cut off goes on where it stopped. */
export function addsColumns(
  name: string,
  columns: Readonly<Record<string, (table: Knex.AlterTableBuilder, column: string) => void>>,
): Migration {
  return {
    async up(knex) {
      for (const [column, add] of Object.entries(columns)) {
        if (!(await hasColumn(knex, name, column))) await knex.schema.alterTable(name, (table) => add(table, column));
      }
    },
    down: (knex) => dropColumns(knex, name, Object.keys(columns)),
  };
}

async function hasForeignKey(knex: Knex, table: string, name: string): Promise<boolean> {
  const row: unknown = await knex("information_schema.TABLE_CONSTRAINTS")
    .whereRaw("CONSTRAINT_SCHEMA = DATABASE()")
    .where({ TABLE_NAME: table, CONSTRAINT_NAME: name })
    .first();
  return row !== undefined;
}

/** A migration that ties a `laterReference` to its table where the database could not do it at once. */
export function addsForeignKey(table: string, column: string, parent: string, onDelete: OnDelete): Migration {
  const name = `${table}_${column}_foreign`;
  return {
    async up(knex) {
      if (isSqlite(knex) || (await hasForeignKey(knex, table, name))) return;
      await knex.schema.alterTable(table, (builder) => {
        builder.foreign(column, name).references("id").inTable(parent).onDelete(onDelete);
      });
    },
    async down(knex) {
      if (isSqlite(knex) || !(await hasForeignKey(knex, table, name))) return;
      await knex.schema.alterTable(table, (builder) => {
        builder.dropForeign(column, name);
      });
    },
  };
}

export async function hasIndex(knex: Knex, table: string, name: string): Promise<boolean> {
  const row: unknown = isSqlite(knex)
    ? await knex("sqlite_master").where({ type: "index", tbl_name: table, name }).first()
    : await knex("information_schema.STATISTICS")
        .whereRaw("TABLE_SCHEMA = DATABASE()")
        .where({ TABLE_NAME: table, INDEX_NAME: name })
        .first();
  return row !== undefined;
}

/** A migration that adds an index to a table. */
export const addsIndex = (table: string, columns: string[], named: string): Migration =>
  addsNamedIndex(table, columns, `${table}_${named}_index`);

/** The same for an index whose name follows no rule. */
export function addsNamedIndex(table: string, columns: string[], name: string): Migration {
  return {
    async up(knex) {
      if (!(await hasIndex(knex, table, name)))
        await knex.schema.alterTable(table, (builder) => builder.index(columns, name));
    },
    async down(knex) {
      if (await hasIndex(knex, table, name))
        await knex.schema.alterTable(table, (builder) => builder.dropIndex(columns, name));
    },
  };
}
