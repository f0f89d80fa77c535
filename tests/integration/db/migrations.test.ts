import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { migrateDown, migrateLatest, migrationNames, seedDemo, seedReference } from "~/db/migrate.server";
import { isSqlite } from "~/db/dialect.server";
import type { BillingStatus } from "~/domain/billing/billing-record";
import type { Db } from "~/db/client.server";
import { insertBilling } from "~/db/repositories/billings.server";
import { MIGRATIONS } from "migrations/index";
import { createCompany, createVisit, createWarehouse, NOW } from "../../factories/company";
import { databases, emptyDatabase, migratedDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";

const HASHES = { admin: "hash-a", dispatcher: "hash-b", driver: "hash-c" };

async function tables(db: Db): Promise<string[]> {
  const found: unknown[] = isSqlite(db)
    ? await db("sqlite_master").where({ type: "table" }).pluck("name")
    : await db("information_schema.TABLES").whereRaw("TABLE_SCHEMA = DATABASE()").pluck("TABLE_NAME");
  // SQLite keeps its full-text index in tables of its own.
  return found.map(String).filter((name) => !/^(?:sqlite_|knex_|geo_entries_words)/.test(name));
}

/** 'table.column -> table' of every foreign key. */
async function foreignKeys(db: Db): Promise<string[]> {
  if (!isSqlite(db)) {
    const rows = (await db("information_schema.KEY_COLUMN_USAGE")
      .whereRaw("TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL")
      .select("TABLE_NAME as t", "COLUMN_NAME as c", "REFERENCED_TABLE_NAME as p")) as Record<
      "t" | "c" | "p",
      string
    >[];
    return rows.map((row) => `${row.t}.${row.c} -> ${row.p}`).sort();
  }
  const keys: string[] = [];
  for (const table of await tables(db)) {
    const rows = (await db.raw(`PRAGMA foreign_key_list(${table})`)) as { from: string; table: string }[];
    keys.push(...rows.map((row) => `${table}.${row.from} -> ${row.table}`));
  }
  return keys.sort();
}

/** All migrations up, down and up again: on MariaDB each makes its tables on disk, and a busy disk takes its time. */
const LONGEST_MS = 180_000;

describe.each(databases())("migrations on %s", { timeout: LONGEST_MS }, (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await emptyDatabase(kind);
  });
  afterEach(() => database.remove());

  it("go up, down and up again, with rows in every table on the way", async () => {
    const { db } = database;
    // Nobody waits for a new database.
    const said = vi.spyOn(console, "info").mockImplementation(() => undefined);
    expect(await migrateLatest(db)).toEqual(migrationNames());
    expect(await migrateLatest(db)).toEqual([]);
    expect(said).not.toHaveBeenCalled();
    const made = (await tables(db)).sort();
    expect(made).toEqual(expect.arrayContaining(["companies", "routing_visits", "travel_times"]));
    const keys = await foreignKeys(db);
    expect(keys).toContain("routing_plans.query_id -> routing_queries");
    expect(keys).toContain("users.current_company_id -> companies");

    await seedReference(db);
    const company = await createCompany(db);
    await db("routing_queries").insert({
      company_id: company.companyId,
      plan_id: company.planId,
      created_at: NOW,
      updated_at: NOW,
    });
    const query = await db("routing_queries").first();
    await db("routing_plans")
      .where({ id: company.planId })
      .update({ query_id: query?.id ?? null });

    expect(await migrateDown(db)).toEqual(migrationNames().reverse());
    expect(await tables(db)).toEqual([]);
    expect(await migrateLatest(db)).toEqual(migrationNames());
    expect((await tables(db)).sort()).toEqual(made);
    expect(await foreignKeys(db)).toEqual(keys);
  });

  it("are safe when two processes start at once", async () => {
    const { db, config } = database;
    const other = createDatabase(config);
    try {
      const applied = await Promise.all([migrateLatest(db), migrateLatest(other)]);
      expect(applied.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, migrationNames().length]);
      await Promise.all([seedReference(db), seedReference(other)]);
      expect(await db("countries").count({ total: "*" }).first()).toEqual({ total: 249 });
      const demos = await Promise.all([
        seedDemo(db, { now: NOW, passwordHashes: HASHES }),
        seedDemo(other, { now: NOW, passwordHashes: HASHES }),
      ]);
      expect(demos.filter((demo) => demo !== undefined)).toHaveLength(1);
    } finally {
      await other.destroy();
    }
  });
});

describe.each(databases())("a migrated database on %s", (kind) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await migratedDatabase(kind);
  });
  afterEach(() => database.remove());

  it("has its reference lists filled, and again without a trace", async () => {
    const { db } = database;
    await db("fail_reasons").where({ id: 3 }).update({ title: "Wrong number", image: "phone.png" });
    await seedReference(db);
    const counts = async (table: string) => Number((await db(table).count({ total: "*" }).first())?.total);
    expect(await Promise.all(["countries", "industries", "fail_reasons", "billing_packages"].map(counts))).toEqual([
      249, 27, 7, 5,
    ]);
    expect(await db("fail_reasons").where({ id: 3 }).first()).toMatchObject({
      title: "Incorrect phone number",
      image: "/fail-reasons/wrong-number.svg",
    });
    expect(await db("countries").where({ code: "LI" }).first()).toMatchObject({
      title: "Liechtenstein",
      lat: 47.16,
      lng: 9.53,
    });
    expect(await db("countries").where({ code: "AX" }).first()).toMatchObject({ title: "Åland Islands" });
    expect(await db("billing_packages").where({ key: "optimization_yearly" }).first()).toMatchObject({
      discount: 15,
      prices: "[0.0425,0.034,0.0255]",
    });
  });

  it("go on after a process was killed between making a table and recording it", async () => {
    const { db } = database;
    await db("knex_migrations").where({ name: "0024-applied-commands" }).delete();
    await db("knex_migrations_lock").update({ is_locked: 1 });
    await db.schema.alterTable("applied_commands", (table) =>
      table.dropIndex(["created_at"], "applied_commands_created_at_index"),
    );
    expect(await migrateLatest(db)).toEqual(["0024-applied-commands"]);
    await expect(
      db.schema.alterTable("applied_commands", (table) =>
        table.dropIndex(["created_at"], "applied_commands_created_at_index"),
      ),
    ).resolves.not.toThrow();
  });

  it("read what older calculations aimed at from their questions", async () => {
    const { db } = database;
    const { companyId } = await createCompany(db);
    const questions = [
      '{"options":{"aim":"cost"}}',
      '{"options":{"aim":"vehicles"}}',
      '{"visits":{"1":{"name":"\\"aim\\":\\"cost\\""}}}',
      null,
    ];
    await db("routing_queries").where({ company_id: companyId }).delete();
    await db("routing_queries").insert(
      questions.map((input) => ({ company_id: companyId, input, created_at: NOW, updated_at: NOW })),
    );
    await db.schema.alterTable("routing_queries", (table) => table.dropColumn("aim"));
    await db("knex_migrations").where({ name: "0037-routing-queries-aim" }).delete();
    expect(await migrateLatest(db)).toEqual(["0037-routing-queries-aim"]);
    expect(await db("routing_queries").orderBy("id").pluck("aim")).toEqual(["cost", "vehicles", "time", "time"]);
  });

  it("let visits go that wait at a warehouse that was removed", async () => {
    const { db } = database;
    const { companyId, warehouseId, planId } = await createCompany(db);
    const gone = await createWarehouse(db, companyId, { title: "Gone" });
    const waiting = await createVisit(db, companyId, { warehouse_id: gone });
    const planned = await createVisit(db, companyId, { warehouse_id: gone, plan_id: planId });
    const elsewhere = await createVisit(db, companyId, { warehouse_id: warehouseId });
    await db("warehouses").where({ id: gone }).update({ deleted_at: NOW });
    await db("knex_migrations").where({ name: "0266-visits-without-warehouse" }).delete();
    await migrateLatest(db);
    const visits = await db("routing_visits").whereIn("id", [waiting, planned, elsewhere]).orderBy("id");
    expect(visits.map((visit) => visit.warehouse_id)).toEqual([null, gone, warehouseId]);
  });

  it("let the chores end subscriptions of packages that were replaced", async () => {
    const { db } = database;
    const { companyId } = await createCompany(db);
    const record = (status: BillingStatus, subscription_id: string, subscription_status: string | null) =>
      insertBilling(
        db,
        companyId,
        {
          ...{ package: "custom", visits_limit: 100, visits_period: "monthly", start_date: null, end_date: null },
          ...{ status, subscription_id, subscription_status },
        },
        NOW,
      );
    const gone = await record("past", "sub_gone", "cancelled");
    const handedOn = await record("past", "sub_kept", "cancelled");
    const next = await record("next", "sub_kept", "cancelled");
    await db("knex_migrations").where({ name: "0267-unused-subscriptions" }).delete();
    await migrateLatest(db);
    const rows = await db("company_billings").whereIn("id", [gone, handedOn, next]).orderBy("id");
    expect(rows.map((row) => row.subscription_status)).toEqual([null, "cancelled", "cancelled"]);
  });

  it("that a database waits for are said before the first of them", { timeout: LONGEST_MS }, async () => {
    const { db } = database;
    const said = vi.spyOn(console, "info").mockImplementation(() => undefined);
    await migrateLatest(db);
    expect(said).not.toHaveBeenCalled();
    const last = migrationNames().slice(-2);
    const line = (steps: string) => [`Bringing the database up to date: ${steps}. Nothing is served meanwhile.`];
    await db("knex_migrations").where({ name: last[1]! }).delete();
    await migrateLatest(db);
    await db("knex_migrations").whereIn("name", last).delete();
    await migrateLatest(db);
    expect(said.mock.calls).toEqual([line("1 step"), line("2 steps")]);
  });

  it("of a newer version are named, with what helps: nothing is corrupt", async () => {
    const { db } = database;
    await db("knex_migrations").insert({ name: "9999-of-tomorrow", batch: 2, migration_time: "2026-11-21 06:00:00" });
    await expect(migrateLatest(db)).rejects.toThrow(
      "This database was brought up to date by a newer version (9999-of-tomorrow). Start that version, or " +
        "restore the backup that was made before the update.",
    );
  });

  it("never drop a table that holds rows", async () => {
    const { db } = database;
    await db("knex_migrations").where({ name: "0001-countries" }).delete();
    await expect(migrateLatest(db)).rejects.toThrow("countries is there already and holds rows");
    expect(await db("countries").count({ total: "*" }).first()).toEqual({ total: 249 });
  });

  // @spec AA-6.02
  it("seed a demo company that can be used at once, and only into an empty platform", async () => {
    const { db } = database;
    const demo = await seedDemo(db, { now: NOW, passwordHashes: HASHES });
    expect(demo?.accounts.map((account) => account.email)).toEqual([
      "admin@demo.example",
      "dispatcher@demo.example",
      "driver@demo.example",
    ]);
    expect(await db("users").where({ email: "admin@demo.example" }).first()).toMatchObject({
      id: 1,
      platform_role: "sudo",
      is_admin: 1,
      password_hash: "hash-a",
      current_company_id: demo?.companyId,
    });
    expect(await db("warehouses").first()).toMatchObject({ lat: 47.141, lng: 9.5209, time_zone: "Europe/Vaduz" });
    expect(await seedDemo(db, { now: NOW, passwordHashes: HASHES })).toBeUndefined();
    expect(await db("companies").count({ total: "*" }).first()).toEqual({ total: 1 });
  });
});

it("SQLite's log of actions is as it was when its column of refusals is taken away and made again", async () => {
  const { db, remove } = await migratedDatabase("sqlite");
  const { up, down } = MIGRATIONS["0271-audit-log-refused"]!;
  const parts = () => db("sqlite_master").where({ tbl_name: "audit_log" }).orderBy("name").pluck("name");
  const made = await parts();
  await up(db);
  await down(db);
  expect(await parts()).not.toEqual(made);
  await up(db);
  expect(await parts()).toEqual(made);
  await remove();
});
