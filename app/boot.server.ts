import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import path from "node:path";
import { startCheckpoints } from "~/db/checkpoints.server";
import type { Db } from "~/db/client.server";
import { closeDatabase, openDatabase } from "~/db/database.server";
import { isSqlite } from "~/db/dialect.server";
import { migrateLatest, seedDemo, seedReference } from "~/db/migrate.server";
import type { Env } from "~/env.server";
import { startHousekeeping, tidyUp } from "~/db/housekeeping.server";
import { startDispatcher } from "~/features/calculations/run/dispatcher.server";
import { startLiveServer } from "~/realtime/socket.server";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";
import { hashPassword } from "~/services/password.server";
import { nowText } from "~/services/now.server";
import { makePrivate } from "~/services/storage/private-files.server";
import { removeStrayFiles } from "~/services/storage/stray-files.server";
import type { DemoRole } from "migrations/seeds/demo";

export interface Running {
  /** Lines for the console: the demo accounts. */
  announcements: string[];
  /** Gives calculations back to the queue, closes sockets and the database. */
  stop(): Promise<void>;
}

/** Folder by folder: Node's own recursive way never ends where the system refuses with "not found", as /proc does. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  makeFolders(path.dirname(folder));
  mkdirSync(folder);
}

/** @throws Error with one sentence when the data folder cannot be used */
function prepareDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    // A file in the folder's place is writable too: what is asked for is the folder itself.
    accessSync(`${dataDir}/`, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be written. Give this user the right to write there, or set DATA_DIR to another folder.`, { cause });
  }
}

/** @throws Error with one sentence when the database does not answer, or the file is none */
async function checkConnection(settings: Env, database: Db): Promise<void> {
  try {
    await database.raw("SELECT 1");
  } catch (error) {
    // Whoever starts the server is told what the driver said.
    const cause = error instanceof AppError ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(settings.DATABASE_URL ? `The database that DATABASE_URL names cannot be used: ${reason}.` : `The database file platform.sqlite in ${settings.dataDir} cannot be used: ${reason}.`, { cause });
  }
}

/** Everything between a taken port and an open door: data folder, database, reference data, first company, sockets, the queue. */
export async function boot(settings: Env, httpServer: HttpServer, siteVersion: string): Promise<Running> {
  // What this process makes is for its own user alone.
  process.umask(0o077);
  prepareDataDir(settings.dataDir);
  await makePrivate(settings.dataDir);
  const file = path.join(settings.dataDir, "platform.sqlite");
  const database = openDatabase({ url: settings.DATABASE_URL, file });
  await checkConnection(settings, database);
  await migrateLatest(database);
  await seedReference(database);
  const announcements = await announceDemo(settings, database);
  const stopCheckpoints = isSqlite(database) ? await startCheckpoints(database, { file, workerDir: settings.WORKER_DIR }) : null;

  const live = startLiveServer(httpServer, siteVersion);
  const dispatcher = startDispatcher(database, services());
  const stopHousekeeping = startHousekeeping([
    ["Old rows could not be removed:", () => tidyUp(database, nowText())],
    ["Files without a row could not be removed:", () => removeStrayFiles(database, services().storage, services().clock.nowMs())],
  ]);
  return {
    announcements,
    async stop() {
      await stopHousekeeping();
      await dispatcher.stop();
      await live.close();
      const { solver, spreadsheets, files, miniatures } = services();
      await Promise.all([solver.close(), spreadsheets.close(), files.close(), miniatures.close()]);
      await stopCheckpoints?.();
      await closeDatabase();
    },
  };
}

/** The first run makes a company to try things with; later runs only say where its passwords were written down. */
async function announceDemo(settings: Env, database: Db): Promise<string[]> {
  const file = path.join(settings.dataDir, "demo-accounts.txt");
  const anyone = await database("users").first("id");
  if (anyone) return [`Accounts: as before. The demo accounts of the first run are in ${path.relative(process.cwd(), file) || file}.`];

  const newPassword = () => settings.DEMO_PASSWORD ?? randomBytes(9).toString("base64url");
  const passwords: Record<DemoRole, string> = { admin: newPassword(), dispatcher: newPassword(), driver: newPassword() };
  const passwordHashes = { admin: await hashPassword(passwords.admin), dispatcher: await hashPassword(passwords.dispatcher), driver: await hashPassword(passwords.driver) };
  const demo = await seedDemo(database, { now: nowText(), passwordHashes });
  if (!demo) return [];
  const lines = demo.accounts.map((account) => `  ${account.label.padEnd(12)} ${account.email.padEnd(26)} ${passwords[account.role]}`);
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return ["Demo accounts (e-mail, password):", ...lines];
}
