import { MIGRATIONS, migrationSource, seedDemo as demo, seedReference as reference } from "migrations/index";
import type { Demo, DemoOptions } from "migrations/index";
import { isSqlite } from "./dialect.server";
import { lockFile } from "./file-lock.server";
import { freeLock, takeLock } from "./server-lock.server";
import type { RawConnection } from "./server-lock.server";
import type { Db } from "./client.server";

const WAIT_MS = 60_000;
const LOCK = "route_platform_migrations";
const CONFIG = { migrationSource };

const tooLong = () =>
  new Error("Another process has been migrating this database for a minute. Wait for it to end, then start again.");

/** A file beside the database, locked while we migrate. */
async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await lockFile(`${file}.migrating`, WAIT_MS);
  if (lock === null) throw tooLong();
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** A named lock of the server, held by one connection of the pool: it ends with the connection at the latest. */
async function withServerLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const connection = (await db.client.acquireConnection()) as RawConnection;
  try {
    const isHeld = await takeLock(connection, LOCK, WAIT_MS);
    if (isHeld === null) throw new Error("The database server gave no lock for migrations. Its own log may say why.");
    if (!isHeld) throw tooLong();
    try {
      return await work();
    } finally {
      await freeLock(connection, LOCK);
    }
  } finally {
    await db.client.releaseConnection(connection);
  }
}

function exclusively<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (!isSqlite(db)) return withServerLock(db, work);
  const { filename } = db.client.config.connection as { filename: string };
  return filename === ":memory:" ? work() : withFileLock(filename, work);
}

/**
 * Knex calls a database corrupt that a newer version has brought up to date.
 * @throws Error with one sentence
 */
async function refuseNewer(db: Db): Promise<void> {
  if (!(await db.schema.hasTable("knex_migrations"))) return;
  const applied = (await db("knex_migrations").orderBy("id", "desc").select("name")) as { name: string }[];
  const newest = applied.find(({ name }) => !(name in MIGRATIONS));
  if (newest !== undefined)
    throw new Error(
      `This database was brought up to date by a newer version (${newest.name}). Start that version, ` +
        "or restore the backup that was made before the update.",
    );
}

/** It may take minutes, in which whoever watches the start would take it for hung. A new database is there at once. */
async function sayWhatIsDone(db: Db): Promise<void> {
  const [applied, pending] = (await db.migrate.list(CONFIG)) as [unknown[], unknown[]];
  if (applied.length === 0 || pending.length === 0) return;
  const steps = pending.length === 1 ? "1 step" : `${pending.length} steps`;
  console.info(`Bringing the database up to date: ${steps}. Nothing is served meanwhile.`);
}

/**
 * Brings the schema up to date. Safe when several processes start at once, and after one that was killed in the middle.
 * @returns names of the migrations that were applied now
 */
export async function migrateLatest(db: Db): Promise<string[]> {
  return exclusively(db, async () => {
    // We hold the only lock that counts: Knex's own mark can only be a leftover of a process that was killed.
    if (await db.schema.hasTable("knex_migrations_lock")) await db.migrate.forceFreeMigrationsLock(CONFIG);
    await refuseNewer(db);
    await sayWhatIsDone(db);
    const [, applied] = (await db.migrate.latest(CONFIG)) as [number, string[]];
    return applied;
  });
}

/** Takes back every migration, newest first. For tests. */
export async function migrateDown(db: Db): Promise<string[]> {
  return exclusively(db, async () => {
    const [, undone] = (await db.migrate.rollback(CONFIG, true)) as [number, string[]];
    return undone;
  });
}

export const migrationNames = (): string[] => Object.keys(MIGRATIONS);

/** Countries, industries, fail reasons, billing packages: adds and updates, runs at every start. */
export async function seedReference(db: Db): Promise<void> {
  await exclusively(db, () => db.transaction((trx) => reference(trx)));
}

/** The demo company, into an empty platform only; of two processes that start at once one makes it. */
export const seedDemo = (db: Db, options: DemoOptions): Promise<Demo | undefined> =>
  exclusively(db, () => demo(db, options));
