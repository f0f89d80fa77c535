import path from "node:path";
import { startCheckpoints } from "~/db/checkpoints.server";
import type { Db } from "~/db/client.server";
import { closeDatabase, openDatabase } from "~/db/database.server";
import { isSqlite } from "~/db/dialect.server";
import { migrateLatest, seedReference } from "~/db/migrate.server";
import { warnOfLowLimit } from "~/db/packets.server";
import type { Env } from "~/env.server";
import { AppError } from "~/lib/errors";
import { setAddressIndex } from "~/services/geocoding/address-index";
import { setGeocodeCache } from "~/services/geocoding/geocode-cache";
import { databaseAddressIndex, databaseGeocodeCache } from "./address-index.server";
import { startLimits } from "./limits.server";

interface RunningDatabase {
  database: Db;
  stop(): Promise<void>;
}

/** The message of the database driver helps whoever starts the server. */
const asTheDriverSays = (error: unknown): unknown =>
  error instanceof AppError && error.cause !== undefined ? error.cause : error;

function throwAsTheDriverSays(error: unknown): never {
  throw asTheDriverSays(error);
}

/**
 * Opens the database with its tables and reference data up to date.
 * @throws Error with one sentence when it does not answer, or the file is none
 */
export async function startDatabase(settings: Env): Promise<RunningDatabase> {
  const file = path.join(settings.dataDir, "platform.sqlite");
  const database = openDatabase({ url: settings.DATABASE_URL, file });
  await database.raw("SELECT 1").catch((error: unknown) => {
    const cause = asTheDriverSays(error);
    const reason = cause instanceof Error ? cause.message : String(cause);
    const name = settings.DATABASE_URL
      ? "The database that DATABASE_URL names"
      : `The database file platform.sqlite in ${settings.dataDir}`;
    throw new Error(`${name} cannot be used: ${reason}.`, { cause });
  });
  if (!isSqlite(database)) await warnOfLowLimit(database);
  await migrateLatest(database).catch(throwAsTheDriverSays);
  await seedReference(database).catch(throwAsTheDriverSays);
  setAddressIndex(databaseAddressIndex(database));
  setGeocodeCache(databaseGeocodeCache(database));
  const stopLimits = startLimits(settings, database);
  const options = { file, workerDir: settings.WORKER_DIR };
  const stopCheckpoints = isSqlite(database) ? await startCheckpoints(database, options) : null;
  return {
    database,
    async stop() {
      setAddressIndex(undefined);
      setGeocodeCache(undefined);
      stopLimits();
      await stopCheckpoints?.();
      await closeDatabase();
    },
  };
}
