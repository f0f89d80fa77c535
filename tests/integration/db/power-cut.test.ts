import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";

const FULL = 2;
const NORMAL = 1;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "route-platform-power-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["waits for the disk, where nothing else is said", {}, FULL],
  ["doesn't, for a database that nobody keeps", { outlivesPowerCut: false }, NORMAL],
])("a commit of SQLite's %s", async (_, config, level) => {
  const db = createDatabase({ file: path.join(folder, "platform.sqlite"), ...config });
  expect(await db.raw("PRAGMA synchronous")).toEqual([{ synchronous: level }]);
  await db.destroy();
});
