import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { databaseLimiter } from "~/db/limiter.server";
import { withTransaction } from "~/db/transaction.server";
import { toRefusal } from "~/http/action.server";
import { limitsWith } from "~/services/limits/limits.server";
import { createCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";

const FULL = { code: "db.full", status: 503, message: "The server has no room at the moment. Please try again later." };

describe("a disk that is full", () => {
  const database = useTestDatabase("sqlite");
  const take = (uses: number) =>
    limitsWith(databaseLimiter(database().db)).take({ name: "full", uses: 1000, windowSec: 60 }, `key ${uses}`);

  it("is 'later' for statements, transactions and counts, and the same work succeeds once there is room", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { db } = database();
    const { companyId } = await createCompany(db);
    // Random, so that no page of the file is left over for it.
    const large = randomBytes(200_000).toString("hex");
    const write = (on = db) => on("companies").where({ id: companyId }).update({ fail_reasons_settings: large });
    // SQLite then grows the file by no page, as on a disk that is full.
    await db.raw("PRAGMA max_page_count = 1");
    await expect(write()).rejects.toMatchObject(FULL);
    await expect(withTransaction(db, write)).rejects.toMatchObject(FULL);
    expect(toRefusal(await write().catch((error: unknown) => error))[1]).toBe(503);
    const counts = async () => {
      for (let uses = 0; uses < 2_000; uses += 1) await take(uses);
    };
    await expect(counts()).rejects.toMatchObject(FULL);
    const reason = expect.objectContaining({ code: "SQLITE_FULL" }) as unknown;
    expect(log.mock.calls).toEqual([["The database's files can't be written or read:", reason]]);
    await db.raw("PRAGMA max_page_count = 1073741823");
    expect(await withTransaction(db, write)).toBe(1);
    expect(await take(1)).toBe(0);
  });
});
