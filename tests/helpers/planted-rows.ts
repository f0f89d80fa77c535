import { packedColumns } from "~/db/packed-texts.server";
import type { Db } from "~/db/client.server";
import type { SchemaTable } from "./table-schema";

type Value = string | number | null;
type Row = Record<string, Value>;

export interface Planting {
  /** what a column of text holds, as far as it fits */
  text(table: string, column: string): string;
  /** rows that are there already and count as planted, by their table: `companies`, `users` */
  known: Readonly<Record<string, number>>;
  /** tells the rows of one planting from those of others where a column has to be unique */
  seed: number;
  /** tables that get a row */
  tables(table: SchemaTable): boolean;
}

/** What refers to what without a foreign key. */
const OWNERS: Readonly<Record<string, string>> = { company_id: "companies", user_id: "users" };

/**
 * One row in each table, as the schema describes it: every text holds what `text` gives, every reference the
 * planted row of its table.
 * @returns the ids of the rows by table
 */
export async function plantRows(
  db: Db,
  schema: readonly SchemaTable[],
  planting: Planting,
): Promise<Map<string, Value>> {
  const planted = new Map<string, Value>(Object.entries(planting.known));
  const wanted = schema.filter((table) => planting.tables(table));
  const later: { table: SchemaTable; id: Value; columns: string[] }[] = [];
  let open = wanted.filter(({ name }) => !planted.has(name));
  while (open.length > 0) {
    const isThere = (table: string): boolean => planted.has(table) || !wanted.some(({ name }) => name === table);
    const ready = open.filter(({ columns, references }) =>
      columns.every(({ name, isRequired }) => {
        const reference = references.find(({ column }) => column === name);
        if (reference !== undefined) return !isRequired || isThere(reference.table);
        return isThere(OWNERS[name] ?? "");
      }),
    );
    if (ready.length === 0) throw new Error(`Tables wait for each other: ${open.map(({ name }) => name).join(", ")}`);
    for (const table of ready) {
      const { row, missing } = await rowOf(db, table, { planting, planted });
      const [id] = await db(table.name).insert(row);
      const key = table.columns.find(({ isKey }) => isKey)!;
      planted.set(table.name, row[key.name] ?? (id as number));
      later.push({ table, id: planted.get(table.name)!, columns: missing });
    }
    open = open.filter((table) => !ready.includes(table));
  }
  for (const { table, id, columns } of later) {
    const key = table.columns.find(({ isKey }) => isKey)!.name;
    for (const column of columns) {
      const target = table.references.find((one) => one.column === column)!.table;
      if (planted.has(target))
        await db(table.name)
          .where({ [key]: id })
          .update({ [column]: planted.get(target)! });
    }
  }
  return planted;
}

async function rowOf(
  db: Db,
  table: SchemaTable,
  { planting, planted }: { planting: Planting; planted: ReadonlyMap<string, Value> },
): Promise<{ row: Row; missing: string[] }> {
  const row: Row = {};
  const missing: string[] = [];
  for (const { name, isText, isRequired, isKey, length } of table.columns) {
    const reference = table.references.find(({ column }) => column === name);
    const owner = OWNERS[name];
    // What is packed is no text; tests/integration/db/packed-texts.test.ts looks into it.
    if (packedColumns(table.name).includes(name)) continue;
    if (reference !== undefined) {
      const known = planted.get(reference.table);
      const isOther = known === undefined || reference.to !== "id";
      if (!isOther) row[name] = known;
      else if (isRequired || reference.to !== "id")
        row[name] = ((await db(reference.table).first(reference.to)) as Row)[reference.to]!;
      else missing.push(name);
    } else if (owner !== undefined && planted.has(owner)) row[name] = planted.get(owner)!;
    else if (isText) row[name] = planting.text(table.name, name).slice(0, length ?? undefined);
    else if (isKey && name === "id") continue;
    else if (name.endsWith("_id")) row[name] = isRequired ? planting.seed : null;
    else if (isRequired) row[name] = 1;
  }
  return { row, missing };
}
