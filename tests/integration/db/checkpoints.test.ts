import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startCheckpoints } from "~/db/checkpoints.server";
import { emptyDatabase } from "../../helpers/databases";
import type { TestDatabase } from "../../helpers/databases";

const WITHIN = { timeout: 60_000, interval: 20 };
/** More than SQLite leaves in its log by itself. */
const BYTES = 8_000_000;

describe("checkpoints of SQLite's log", () => {
  let database: TestDatabase;
  let file: string;
  beforeEach(async () => {
    database = await emptyDatabase("sqlite");
    file = String(database.config.file);
    await database.db.raw("CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT)");
  });
  afterEach(() => database.remove());

  const pagesByItself = async (): Promise<number> =>
    Number(
      ((await database.db.raw("PRAGMA wal_autocheckpoint")) as { wal_autocheckpoint: number }[])[0]?.wal_autocheckpoint,
    );
  const write = () => database.db("texts").insert({ text: "x".repeat(BYTES) });
  const fileBytes = () => statSync(file).size;
  /** Salt 1 in the header of SQLite's log: another one each time that the log begins anew. */
  const logNumber = () => readFileSync(`${file}-wal`).readUInt32BE(16);

  it("are a thread's work and no longer that of the COMMIT", async () => {
    const stop = await startCheckpoints(database.db, { file, workerDir: "build", everyMs: 3_600_000 });
    expect(await pagesByItself()).toBe(0);
    await write();
    expect(fileBytes()).toBeLessThan(BYTES / 10);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(BYTES);
    await stop();
  });

  it("carry over what was written, and again what is written after that", async () => {
    const stop = await startCheckpoints(database.db, { file, workerDir: "build", everyMs: 20 });
    await write();
    await vi.waitFor(() => expect(fileBytes()).toBeGreaterThan(BYTES), WITHIN);
    // Once all of it is carried over, which the file's size alone doesn't say, the next write begins the log anew.
    const first = logNumber();
    await vi.waitFor(async () => {
      await database.db("texts").insert({ text: "small" });
      expect(logNumber()).not.toBe(first);
    }, WITHIN);
    await write();
    await vi.waitFor(() => expect(fileBytes()).toBeGreaterThan(2 * BYTES), WITHIN);
    // It doesn't grow with all that is ever written.
    expect(statSync(`${file}-wal`).size).toBeLessThan(1.5 * BYTES);
    await stop();
    expect(await database.db("texts").whereNot({ text: "small" }).count({ rows: "*" })).toEqual([{ rows: 2 }]);
  });

  it("cut a log that has become long", async () => {
    const stop = await startCheckpoints(database.db, { file, workerDir: "build", everyMs: 20, longBytes: BYTES / 2 });
    await write();
    await vi.waitFor(() => expect(statSync(`${file}-wal`).size).toBe(0), WITHIN);
    await write();
    await vi.waitFor(() => expect(statSync(`${file}-wal`).size).toBe(0), WITHIN);
    await stop();
    expect(await database.db("texts").count({ rows: "*" })).toEqual([{ rows: 2 }]);
  });

  it.each([
    ["by itself", 0],
    ["before the server, which was busy, has heard that it began", 500],
  ])("are the COMMIT's work again when the thread ends %s", async (_, busyMs) => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const workerDir = path.join(path.dirname(file), "broken");
    mkdirSync(workerDir);
    writeFileSync(
      path.join(workerDir, "checkpoint.worker.js"),
      `const { parentPort } = require("node:worker_threads");
      parentPort.postMessage("ready");
      parentPort.once("message", () => undefined);
      setTimeout(() => { throw new Error("The disk is full."); }, 50);`,
    );
    const starting = startCheckpoints(database.db, { file, workerDir });
    if (busyMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    const stop = await starting;
    await vi.waitFor(async () => expect(await pagesByItself()).toBe(1000), WITHIN);
    expect(String(errors.mock.calls[0]?.[1])).toContain("The disk is full.");
    errors.mockRestore();
    await stop();
    rmSync(workerDir, { recursive: true });
  });

  it("leave it to the COMMIT when the thread can't start", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const stop = await startCheckpoints(database.db, { file, workerDir: path.join(path.dirname(file), "missing") });
    expect(await pagesByItself()).toBe(1000);
    expect(errors).toHaveBeenCalledOnce();
    errors.mockRestore();
    await stop();
  });
});
