import { createStorage, startPlatform } from "./e2e-server";

/** What the first start of a server on SQLite leaves behind: all tables, and the demo company. */
interface FirstStart {
  dataDir: string;
  /** of its demo accounts */
  password: string;
}

const DATA_DIR = "TEST_FIRST_START_DIR";
const PASSWORD = "TEST_FIRST_START_PASSWORD";

/** Before the browser tests, because a first start takes longer than some files: the servers of files begin with it. */
export default async function setup(): Promise<() => Promise<void>> {
  const storage = await createStorage("sqlite");
  const server = await startPlatform(storage);
  await server.stop();
  process.env[DATA_DIR] = storage.dataDir;
  process.env[PASSWORD] = server.password;
  return storage.remove;
}

/** undefined: run without its setup, so that each server has a first start of its own */
export function firstStart(): FirstStart | undefined {
  const { [DATA_DIR]: dataDir, [PASSWORD]: password } = process.env;
  return dataDir && password ? { dataDir, password } : undefined;
}
