import { expect, it, vi } from "vitest";
import { whenFree } from "~/db/sqlite-lock.server";

const refusal = (code: string) => Object.assign(new Error("refused"), { code });

it("a statement is tried again while another process writes, and is carried out once it is free", async () => {
  const run = vi
    .fn(() => "stored")
    .mockImplementationOnce(() => {
      throw refusal("SQLITE_BUSY");
    });
  expect(await whenFree(run)).toBe("stored");
  expect(run).toHaveBeenCalledTimes(2);
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
