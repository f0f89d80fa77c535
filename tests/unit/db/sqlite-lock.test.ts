import { expect, it, vi } from "vitest";
import { runWhenFree, whenFree } from "~/db/sqlite-lock.server";
import type { SqliteConnection } from "~/db/sqlite-statements.server";

const refusal = (code: string) => Object.assign(new Error("refused"), { code });

/** A statement that is refused the first time. */
const refusedOnce = (code: string) =>
  vi
    .fn(() => "stored")
    .mockImplementationOnce(() => {
      throw refusal(code);
    });

it.each(["SQLITE_BUSY", "SQLITE_BUSY_RECOVERY"])(
  "a statement is tried again while another process holds the lock (%s), and is carried out once it is free",
  async (code) => {
    const run = refusedOnce(code);
    expect(await whenFree(run)).toBe("stored");
    expect(run).toHaveBeenCalledTimes(2);
  },
);

it("a transaction's first statement and its end wait; what is sent after a read is refused at once", async () => {
  const wait = { waitMs: 1000, blockingMs: 10 };
  const sqlite = { inTransaction: false };
  const send = (sql: string, run: () => string) => runWhenFree(sqlite as unknown as SqliteConnection, sql, run, wait);
  const begin = () => {
    sqlite.inTransaction = true;
    return "begun";
  };
  await send("BEGIN;", begin);
  expect(await send("UPDATE companies SET id = id", refusedOnce("SQLITE_BUSY"))).toBe("stored");
  await expect(send("UPDATE companies SET id = id", refusedOnce("SQLITE_BUSY"))).rejects.toThrow("refused");
  expect(await send("COMMIT;", refusedOnce("SQLITE_BUSY"))).toBe("stored");
  sqlite.inTransaction = false;
  expect(await send("UPDATE companies SET id = id", refusedOnce("SQLITE_BUSY"))).toBe("stored");
  await send("BEGIN;", begin);
  expect(await send("SELECT 1", () => "read")).toBe("read");
  await expect(send("UPDATE companies SET id = id", refusedOnce("SQLITE_BUSY"))).rejects.toThrow("refused");
});

it("what it waits is added up, and no clock is asked: a machine that stood still has let nobody go", async () => {
  const run = vi.fn(() => Promise.reject(refusal("SQLITE_BUSY")));
  // why: an hour goes by between two looks.
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 3_600_000));
  vi.spyOn(Date, "now").mockImplementation(() => (nowMs += 3_600_000));
  await expect(whenFree(run, { waitMs: 100, blockingMs: 20 })).rejects.toMatchObject({ code: "SQLITE_BUSY" });
  expect(run).toHaveBeenCalledTimes(4);
});

it.each(["SQLITE_BUSY_SNAPSHOT", "SQLITE_CONSTRAINT_UNIQUE", "ER_LOCK_WAIT_TIMEOUT"])(
  "%s is no matter of waiting",
  async (code) => {
    const run = vi.fn(() => Promise.reject(refusal(code)));
    await expect(whenFree(run)).rejects.toMatchObject({ code });
    expect(run).toHaveBeenCalledTimes(1);
  },
);
