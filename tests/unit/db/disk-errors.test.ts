import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MockInstance } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { translateError } from "~/db/errors.server";

const TOLD = "The database's files can't be written or read:";
const LATER = { code: "db.away", status: 503, message: "Something goes wrong. Please try later" };

let log: MockInstance<typeof console.error>;
beforeEach(() => void (log = vi.spyOn(console, "error").mockImplementation(() => undefined)));

it.each(["ER_RECORD_FILE_FULL", "ER_DISK_FULL", "SQLITE_FULL"])("%s is 'no room', and in the log", (code) => {
  const reported = Object.assign(new Error("The table is full"), { code });
  expect(translateError(reported)).toMatchObject({
    code: "db.full",
    status: 503,
    message: "The server has no room at the moment. Please try again later.",
    cause: reported,
  });
  expect(log.mock.calls).toEqual([[TOLD, reported]]);
});

it.each(["ER_ERROR_ON_WRITE", "SQLITE_IOERR_WRITE", "SQLITE_READONLY_DBMOVED"])(
  "%s is 'later' without a word of room, and in the log",
  (code) => {
    const reported = Object.assign(new Error("disk I/O error"), { code });
    expect(translateError(reported)).toMatchObject({ ...LATER, cause: reported });
    expect(log.mock.calls).toEqual([[TOLD, reported]]);
  },
);

describe("a database that may only be read", () => {
  let db: Db;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    db = createDatabase({ file: ":memory:" });
    await db.raw("CREATE TABLE names (name TEXT)");
    await db.raw("PRAGMA query_only = ON");
  });
  afterEach(async () => {
    vi.useRealTimers();
    await db.destroy();
  });

  it("is named in the log once a minute, without what was to be written", async () => {
    const write = () => db("names").insert({ name: "Rita Meyer" });
    const reason = "attempt to write a readonly database";
    const told = [
      TOLD,
      expect.objectContaining({ message: `insert into \`names\` (\`name\`) values (?) - ${reason}` }),
    ];
    await expect(write()).rejects.toMatchObject(LATER);
    await expect(write()).rejects.toMatchObject(LATER);
    vi.advanceTimersByTime(59_999);
    await expect(write()).rejects.toMatchObject(LATER);
    expect(log.mock.calls).toEqual([told]);
    vi.advanceTimersByTime(1);
    await expect(write()).rejects.toMatchObject(LATER);
    expect(log.mock.calls).toEqual([told, told]);
  });
});
