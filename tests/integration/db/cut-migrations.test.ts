import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "~/db/client.server";
import { migrateLatest } from "~/db/migrate.server";
import { MIGRATIONS } from "migrations/index";
import { databases, emptyDatabase, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";
import { deathOf, Died } from "../../helpers/deaths";

const HERE = "TABLE_SCHEMA = DATABASE()";

/** Tables with their columns, keys and indexes as the server describes them, and the triggers. */
async function schemaOf(db: Db): Promise<string[]> {
  const names = (await db("information_schema.TABLES").whereRaw(HERE).pluck("TABLE_NAME")) as string[];
  const lines: string[] = [];
  for (const name of names.filter((one) => !one.startsWith("knex_"))) {
    const [[made]] = (await db.raw("SHOW CREATE TABLE ??", [name])) as [[{ "Create Table": string }]];
    const parts = made["Create Table"].replace(/ AUTO_INCREMENT=\d+/, "").split("\n");
    lines.push(...parts.map((line) => `${name}: ${line.replace(/,$/, "")}`));
  }
  const triggers = (await db("information_schema.TRIGGERS")
    .whereRaw("TRIGGER_SCHEMA = DATABASE()")
    .select("TRIGGER_NAME as name", "ACTION_STATEMENT as body")) as { name: string; body: string }[];
  // Indexes that are made later stand in another order.
  return [...lines, ...triggers.map(({ name, body }) => `${name}: ${body}`)].sort();
}

/** Dies after the first statement, then after the second, and so on, until nothing is left to die after. */
async function upWithDeaths(db: Db): Promise<number> {
  const death = deathOf(db);
  let deaths = 0;
  try {
    for (const [name, migration] of Object.entries(MIGRATIONS)) {
      for (let statements = 1, isDone = false; !isDone; statements++) {
        death.after(statements);
        isDone = await migration.up(db).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Died) return false;
            throw new Error(`${name} does not go on after a death, at attempt ${statements}`, { cause: error });
          },
        );
        if (!isDone) deaths++;
      }
      death.never();
    }
  } finally {
    death.restore();
  }
  return deaths;
}

// SQLite runs each migration in a transaction: what was cut off is as if it had never begun.
describe.each(databases().filter((kind) => kind === "mariadb"))("migrations that are cut off on %s", (kind) => {
  const made: TestDatabase[] = [];
  const kept = (one: TestDatabase): Db => {
    made.push(one);
    return one.db;
  };
  beforeEach(() => void (made.length = 0));
  afterEach(() => Promise.all(made.map((one) => one.remove())));

  it("lead to the same tables, wherever each of them stopped", async () => {
    const cut = kept(await emptyDatabase(kind));
    expect(await upWithDeaths(cut)).toBeGreaterThan(Object.keys(MIGRATIONS).length);
    expect(await schemaOf(cut)).toEqual(await schemaOf(kept(await migratedDatabase(kind))));
  }, 300_000);

  it("get the index back that an older start lost", async () => {
    const db = kept(await migratedDatabase(kind));
    const wanted = await schemaOf(db);
    await db.schema.alterTable("routing_visits", (table) => table.dropIndex([], "routing_visits_leg_estimate"));
    await db("knex_migrations").where({ name: "0268-late-legs" }).delete();
    expect(await migrateLatest(db)).toEqual(["0268-late-legs"]);
    expect(await schemaOf(db)).toEqual(wanted);
  });
});
