import { describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { closeDatabase, db, openDatabase } from "~/db/database.server";
import { withTransaction } from "~/db/transaction.server";
import { toRefusal } from "~/http/action.server";
import { answerRefusals } from "~/http/page.server";

describe("a database that is away", () => {
  it("is answered with 'later', by forms, pages and transactions, and no fault is logged", async () => {
    const errors = vi.spyOn(console, "error");
    // Nobody listens on the first port.
    const database = createDatabase({ url: "mysql://nobody:none@127.0.0.1:1/none" });
    const asked = () => database("users").first("id");
    const away = { code: "db.away", status: 503, cause: { code: "ECONNREFUSED" } };
    await expect(asked()).rejects.toMatchObject(away);
    await expect(withTransaction(database, (trx) => trx("users").first("id"))).rejects.toMatchObject(away);
    const [refusal, status] = toRefusal(await asked().catch((error: unknown) => error));
    expect([refusal.message, status]).toEqual(["Something goes wrong. Please try later", 503]);
    const page = await answerRefusals(asked).catch((thrown: unknown) => thrown);
    expect((page as Response).status).toBe(503);
    expect(errors).not.toHaveBeenCalled();
    await database.destroy();
  });
});

describe("a database that is being closed", () => {
  it("refuses work with a rejection, which a timer can catch, and not at its caller", async () => {
    openDatabase({ file: ":memory:" });
    await db().raw("SELECT 1");
    const closing = closeDatabase();
    await expect(db().raw("SELECT 1")).rejects.toThrow();
    await closing;
    expect(() => db()).toThrow("not open");
  });
});
