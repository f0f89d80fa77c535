import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "~/db/client.server";
import { migrateLatest, migrationNames } from "~/db/migrate.server";
import { migrationSource } from "migrations/index";
import { emptyDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";

const CONFIG = { migrationSource };

async function tablesOf(db: Db): Promise<string[]> {
  const names = (await db("sqlite_master").where({ type: "table" }).pluck("name")) as string[];
  // The full-text index is kept by its table's triggers.
  return names.filter((name) => !/^(?:sqlite_|knex_|geo_entries_words)/.test(name));
}

/**
 * One row in each table, with a 1 in each column: its id, and so what all others refer to. Foreign keys are off
 * meanwhile, because tables refer to each other in a circle.
 */
async function fill(db: Db): Promise<void> {
  await db.raw("PRAGMA foreign_keys = OFF");
  for (const table of await tablesOf(db)) {
    const columns = (await db.raw("PRAGMA table_xinfo(??)", [table])) as { name: string; hidden: number }[];
    const stored = columns.filter(({ hidden }) => hidden === 0);
    await db(table).insert(Object.fromEntries(stored.map(({ name }) => [name, 1])));
  }
  await db.raw("PRAGMA foreign_keys = ON");
}

const KEYS = `SELECT m.name AS "table", k."from" AS "column", k."table" AS parent
  FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k WHERE m.type = 'table'`;

/** How many rows each table has, and how many of them refer to another one: { 'users.current_company_id': 1 } */
async function countsOf(db: Db): Promise<Record<string, number>> {
  const tables = await tablesOf(db);
  const keys = (await db.raw(KEYS)) as Record<"table" | "column" | "parent", string>[];
  const counted = keys
    .filter(({ parent }) => tables.includes(parent))
    .map(({ table, column }) => `(SELECT COUNT("${column}") FROM "${table}") AS "${table}.${column}"`);
  for (const table of tables) counted.push(`(SELECT COUNT(*) FROM "${table}") AS "${table}"`);
  if (counted.length === 0) return {};
  const [counts] = (await db.raw(`SELECT ${counted.join(", ")}`)) as [Record<string, number>];
  return counts;
}

/** What was lost, of all that is there before and after. */
const lost = (before: Record<string, number>, after: Record<string, number>): string[] =>
  Object.keys(before).filter((name) => name in after && after[name]! < before[name]!);

// MariaDB takes a column away without making the table anew.
let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase("sqlite");
});
afterEach(() => database.remove());

it("no step of the migrations, down or up, takes rows from a table that it leaves in SQLite", async () => {
  const { db } = database;
  await migrateLatest(db);
  await fill(db);
  const orphans = () => db.raw("PRAGMA foreign_key_check") as Promise<unknown[]>;
  expect(await orphans()).toEqual([]);
  const full = await countsOf(db);
  expect(Object.entries(full).filter(([, rows]) => rows !== 1)).toEqual([]);
  expect(Object.keys(full)).toEqual(expect.arrayContaining(["routing_visits.route_id", "users.current_company_id"]));

  const losses: Record<string, string[]> = {};
  let before = full;
  const step = async (name: string, way: "down" | "up") => {
    await (way === "down" ? db.migrate.down(CONFIG) : db.migrate.up(CONFIG));
    expect(await orphans(), name).toEqual([]);
    const after = await countsOf(db);
    const gone = lost(before, after);
    if (gone.length > 0) losses[`${name} ${way}`] = gone;
    before = after;
  };
  for (const name of migrationNames().reverse()) {
    await step(name, "down");
    await step(name, "up");
    await step(name, "down");
  }
  expect(losses).toEqual({});
  expect(await tablesOf(db)).toEqual([]);
});
