import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createConnection } from "mysql2/promise";
import { afterAll, beforeAll } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { DatabaseConfig, Db } from "~/db/client.server";
import { migrateLatest, seedReference } from "~/db/migrate.server";

export type DatabaseKind = "sqlite" | "mariadb";

/**
 * The databases that a suite runs on: `describe.each(databases())("… on %s", (kind) => { … })`.
 * Both, always; ONLY_SQLITE=1 leaves MariaDB out and says so in the names that are missing.
 */
export const databases = (): DatabaseKind[] => (process.env.ONLY_SQLITE === "1" ? ["sqlite"] : ["sqlite", "mariadb"]);

export interface TestDatabase {
  db: Db;
  kind: DatabaseKind;
  /** opens the same database once more, as another process would */
  config: DatabaseConfig;
  remove(): Promise<void>;
}

/** TEST_DATABASE_FOLDER: one that others share, so that its template is made once for all of them. */
let folder = process.env.TEST_DATABASE_FOLDER;

function temporaryFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(path.join(tmpdir(), "route-platform-db-"));
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}

const randomName = (): string => `test_${randomBytes(6).toString("hex")}`;

async function emptySqlite(): Promise<TestDatabase> {
  const file = path.join(temporaryFolder(), `${randomName()}.sqlite`);
  // why: several connections of one test share a thread, so one that waits keeps the other from finishing.
  // why: nobody keeps it, and thousands of commits would each wait for the disk.
  const config = { file, busyTimeoutMs: 10, outlivesPowerCut: false };
  const db = createDatabase(config);
  return {
    db,
    kind: "sqlite",
    config,
    async remove() {
      await db.destroy();
      for (const ending of ["", "-wal", "-shm", ".migrating"]) rmSync(file + ending, { force: true });
    },
  };
}

/** @throws Error that says what to set, when no MariaDB is named */
function mariadbServer(): string {
  const url = process.env.TEST_MARIADB_URL;
  if (!url) {
    throw new Error(
      "TEST_MARIADB_URL is not set (mysql://user:password@host:port/). " +
        "`npm test` starts a MariaDB and sets it; ONLY_SQLITE=1 leaves MariaDB out.",
    );
  }
  return url;
}

/** Sends statements to the server, outside of any pool. @param database none: the server itself */
async function send(sql: string, database?: string): Promise<void> {
  const server = new URL(mariadbServer());
  const socketPath = server.searchParams.get("socketPath");
  const connection = await createConnection({
    user: decodeURIComponent(server.username),
    password: decodeURIComponent(server.password),
    multipleStatements: true,
    ...(database === undefined ? {} : { database }),
    ...(socketPath === null ? { host: server.hostname, port: Number(server.port || 3306) } : { socketPath }),
  });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

async function emptyMariadb(): Promise<TestDatabase> {
  const name = randomName();
  await send(`CREATE DATABASE ${name}`);
  const own = new URL(mariadbServer());
  own.pathname = `/${name}`;
  const config = { url: own.href };
  const db = createDatabase(config);
  return {
    db,
    kind: "mariadb",
    config,
    async remove() {
      await db.destroy();
      await send(`DROP DATABASE ${name}`);
    },
  };
}

/** A database without tables. */
export const emptyDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === "sqlite" ? emptySqlite() : emptyMariadb();

async function migrate(db: Db): Promise<void> {
  await migrateLatest(db);
  await seedReference(db);
}

/** The statements that make the tables of a database, as the server describes them, and their rows. */
async function dump(db: Db): Promise<string> {
  const [tables] = (await db.raw("SHOW TABLES")) as [Record<string, string>[]];
  const statements: string[] = [];
  for (const name of tables.flatMap((row) => Object.values(row))) {
    const [[made]] = (await db.raw("SHOW CREATE TABLE ??", [name])) as [[{ "Create Table": string }]];
    statements.push(made["Create Table"]);
    const rows = await db(name);
    if (rows.length > 0) statements.push(db(name).insert(rows).toQuery());
  }
  const [triggers] = (await db.raw("SHOW TRIGGERS")) as [{ Trigger: string }[]];
  for (const { Trigger: name } of triggers) {
    const [[made]] = (await db.raw("SHOW CREATE TRIGGER ??", [name])) as [[{ "SQL Original Statement": string }]];
    statements.push(made["SQL Original Statement"]);
  }
  return ["SET FOREIGN_KEY_CHECKS = 0", ...statements].join(";\n");
}

/** Made once per folder, because all migrations take longer than most files of tests. @returns its file */
async function buildTemplate(kind: DatabaseKind): Promise<string> {
  const file = path.join(temporaryFolder(), `template.${kind === "sqlite" ? "sqlite" : "sql"}`);
  if (existsSync(file)) return file;
  const unfinished = path.join(temporaryFolder(), `${randomName()}.template`);
  if (kind === "sqlite") {
    const db = createDatabase({ file: unfinished });
    await migrate(db);
    // Closing moves the log into the file, so that a copy of the file is the whole database.
    await db.destroy();
  } else {
    const { db, remove } = await emptyMariadb();
    await migrate(db);
    writeFileSync(unfinished, await dump(db));
    await remove();
  }
  renameSync(unfinished, file);
  return file;
}

const templates: Partial<Record<DatabaseKind, Promise<string>>> = {};

/** A database with all tables and reference data: a copy of one that is made once per folder. */
export async function migratedDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const template = await (templates[kind] ??= buildTemplate(kind));
  const made = await emptyDatabase(kind);
  if (kind === "sqlite") copyFileSync(template, made.config.file as string);
  else await send(readFileSync(template, "utf8"), new URL(made.config.url as string).pathname.slice(1));
  return made;
}

/** One migrated database for the tests of a `describe`; ask for it inside tests and hooks. */
export function useTestDatabase(kind: DatabaseKind): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
  });
  afterAll(async () => {
    await database?.remove();
  });
  return () => {
    if (!database) throw new Error("The test database is made in beforeAll: ask for it inside a test.");
    return database;
  };
}
