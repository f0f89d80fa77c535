import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { announceDemo } from "~/boot/demo-accounts.server";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";

let database: Db;
let dataDir = "";
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "route-platform-demo-"));
  database = createDatabase({ file: ":memory:" });
  await database.raw("CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, deleted_at TEXT)");
  await database.raw("CREATE TABLE sessions (id INTEGER PRIMARY KEY)");
  await database.raw("CREATE TABLE audit_log (id INTEGER PRIMARY KEY, action TEXT, outcome TEXT)");
  await database.raw("INSERT INTO users (email) VALUES ('admin@example.com')");
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await database.destroy();
});

const start = () => announceDemo({ DEMO_PASSWORD: undefined, dataDir }, database);

it("a used installation whose file was removed is pointed to no file", async () => {
  await database.raw("INSERT INTO sessions (id) VALUES (1)");
  expect(await start()).toEqual(["Accounts: as before."]);
  writeFileSync(path.join(dataDir, "demo-accounts.txt"), "rows");
  expect(await start()).toEqual([
    expect.stringMatching(/^Accounts: as before\. The demo accounts of the first run are in .*demo-accounts\.txt\.$/),
  ]);
});

it("accounts that nobody has used yet stay as they are where the file is with another server", async () => {
  await database.raw("UPDATE users SET email = 'admin@demo.example'");
  expect(await start()).toEqual(["Accounts: as before."]);
  expect(readdirSync(dataDir)).toEqual([]);
});
