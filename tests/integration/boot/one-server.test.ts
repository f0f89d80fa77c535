import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MockInstance } from "vitest";
import { noteOtherServers } from "~/boot/only-server.server";
import { createDatabase } from "~/db/client.server";
import { lockFile } from "~/db/file-lock.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createStorage, startPlatform } from "../../setup/e2e-server";

/** A server waits for another one to stop before it refuses. */
const TIMEOUT_MS = 300_000;

describe("a locked file", () => {
  let folder = "";
  beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), "route-platform-lock-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it("is held once, and free again when it is released", async () => {
    const file = path.join(folder, "lock");
    const first = await lockFile(file, 0);
    expect(first).not.toBeNull();
    expect(await lockFile(file, 0)).toBeNull();
    const waits = lockFile(file, TIMEOUT_MS);
    first!.release();
    const second = await waits;
    expect(second).not.toBeNull();
    second!.release();
  });
});

describe("an SQLite file", () => {
  it(
    "is served by one server, opened by others meanwhile, and served again after a crash",
    async () => {
      const storage = await createStorage("sqlite");
      const stops: (() => Promise<void>)[] = [storage.remove];
      try {
        const first = await startPlatform(storage);
        stops.unshift(first.stop);
        await expect(startPlatform(storage)).rejects.toThrow(
          new RegExp(`ended \\(1\\)[^]*The data in ${storage.dataDir} are served by another process`),
        );
        const db = createDatabase({ file: path.join(storage.dataDir, "platform.sqlite") });
        stops.unshift(() => db.destroy());
        await db("companies").update({ title: "Changed beside the server" });
        expect((await fetch(first.url)).status).toBe(200);
        await first.stop("SIGKILL");
        const again = await startPlatform(storage);
        stops.unshift(() => again.stop());
        expect((await fetch(again.url)).status).toBe(200);
        expect(again.output()).not.toContain("Another server");
      } finally {
        for (const stop of stops) await stop();
      }
    },
    TIMEOUT_MS,
  );
});

describe.skipIf(!databases().includes("mariadb"))("a MariaDB", () => {
  const database = useTestDatabase("mariadb");
  let said: MockInstance<typeof console.warn>;
  beforeEach(() => void (said = vi.spyOn(console, "warn").mockImplementation(() => undefined)));
  afterEach(() => said.mockRestore());

  it("lets a second server in, which says that there is another one, until that has ended", async () => {
    const second = createDatabase(database().config);
    const first = await noteOtherServers(database().db);
    expect(said).not.toHaveBeenCalled();
    const other = await noteOtherServers(second);
    expect(said.mock.calls).toEqual([[expect.stringContaining("Another server uses this database.")]]);
    await other!.release();
    await first!.release();
    said.mockClear();
    const next = await noteOtherServers(second);
    expect(said).not.toHaveBeenCalled();
    expect(next!.isOurs).toBe(true);
    await next!.release();
    await second.destroy();
  });

  it("is told of a server that was killed by the end of its connection", async () => {
    const [dying, next] = [createDatabase(database().config), createDatabase(database().config)];
    const held = await noteOtherServers(dying);
    const [rows] = (await next.raw("SELECT IS_USED_LOCK(LEFT(CONCAT(?, DATABASE()), 64)) AS id", [
      "route_platform_serving_",
    ])) as [{ id: number }[]];
    await next.raw(`KILL ${rows[0]!.id}`);
    await expect
      .poll(async () => {
        const again = await noteOtherServers(next);
        await again!.release();
        return again!.isOurs;
      })
      .toBe(true);
    await held!.release();
    await Promise.all([dying.destroy(), next.destroy()]);
  });
});

it.skipIf(!databases().includes("mariadb"))(
  "a second server on a MariaDB starts, and its log names the first",
  async () => {
    const storage = await createStorage("mariadb");
    const stops: (() => Promise<void>)[] = [storage.remove];
    try {
      const first = await startPlatform(storage);
      stops.unshift(first.stop);
      const second = await startPlatform(storage);
      stops.unshift(second.stop);
      expect((await fetch(second.url)).status).toBe(200);
      expect(second.output()).toContain("Another server uses this database.");
      expect(first.output()).not.toContain("Another server");
    } finally {
      for (const stop of stops) await stop();
    }
  },
  TIMEOUT_MS,
);

it("a database that refuses the sign doesn't keep a server from starting, and the log says so", async () => {
  const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const database = createDatabase({ url: "mysql://nobody:none@127.0.0.1:1/none" });
  expect(await noteOtherServers(database)).toBeNull();
  expect(said.mock.calls).toEqual([[expect.stringContaining("could not be found out"), expect.any(Error)]]);
  said.mockRestore();
  await database.destroy();
});

it("an SQLite file needs no such lock", async () => {
  const database = createDatabase({ file: ":memory:" });
  expect(await noteOtherServers(database)).toBeNull();
  await database.destroy();
});
