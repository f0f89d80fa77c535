import { describe, expect, it } from "vitest";
import type { Db } from "~/db/client.server";
import { migrateLatest, seedReference } from "~/db/migrate.server";
import { databases, emptyDatabase, migratedDatabase } from "../../helpers/databases";

/** Every table, as the server describes it, with its rows. */
async function contents(db: Db): Promise<Record<string, { made: unknown; rows: unknown[] }>> {
  const names = (await db("information_schema.TABLES")
    .whereRaw("TABLE_SCHEMA = DATABASE()")
    .pluck("TABLE_NAME")) as string[];
  const found: Record<string, { made: unknown; rows: unknown[] }> = {};
  for (const name of names.sort()) {
    const [made] = (await db.raw("SHOW CREATE TABLE ??", [name])) as [unknown];
    found[name] = { made, rows: await db(name) };
  }
  return found;
}

// why: SQLite's are copies of a file.
describe.runIf(databases().includes("mariadb"))("a test's MariaDB", () => {
  it("is what the migrations make: tables, keys, rows", async () => {
    const migrated = await emptyDatabase("mariadb");
    await migrateLatest(migrated.db);
    await seedReference(migrated.db);
    const copied = await migratedDatabase("mariadb");
    for (const { db } of [migrated, copied]) await db("knex_migrations").update({ migration_time: null });
    const wanted = await contents(migrated.db);
    expect(Object.keys(wanted).length).toBeGreaterThan(20);
    expect(await contents(copied.db)).toEqual(wanted);
    await copied.remove();
    await migrated.remove();
  });
});
