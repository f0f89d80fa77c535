import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import { lockFile } from "~/db/file-lock.server";
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
