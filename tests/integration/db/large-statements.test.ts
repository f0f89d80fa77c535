import { describe, expect, it, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { findPlanChange, recordPlanChange } from "~/db/repositories/plan-changes.server";
import { withTransaction } from "~/db/transaction.server";
import { toRefusal } from "~/http/action.server";
import { createCompany, createPlan, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const MB = 1024 * 1024;
/** What a MariaDB takes at once that nobody has set up, as the one of the tests. */
const TAKEN = 16 * MB;

/** A side of the log with lines along roads, as long as that in all: each line is a short text. */
const sideOf = (bytes: number, sign: string) => ({
  visits: Array.from({ length: 200 }, (_, id) => ({ id, polyline: sign.repeat(Math.ceil(bytes / 200)) })),
});

describe.each(databases())("large statements on %s", (kind) => {
  const database = useTestDatabase(kind);

  const record = (
    db: Db,
    { companyId, planId }: { companyId: number; planId: number },
    before: object,
    after: object,
  ) =>
    withTransaction(db, (trx) =>
      recordPlanChange(
        trx,
        companyId,
        { planId, userId: null, kind: "calculation.apply", planVersion: 2, before, after },
        NOW,
      ),
    );

  it("a change is logged whose sides are too much for one statement, and read again", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const [before, after] = [sideOf(9 * MB, "b"), sideOf(9 * MB, "a")];
    const id = await record(db, { companyId, planId }, before, after);
    // Compared as texts: a difference of megabytes says nothing to anybody.
    const found = await findPlanChange(db, companyId, planId, id);
    expect(JSON.stringify([found?.before, found?.after]) === JSON.stringify([before, after])).toBe(true);
  });
});

describe.skipIf(!databases().includes("mariadb"))("statements that are too large for MariaDB", () => {
  const database = useTestDatabase("mariadb");

  it("are refused with a code of their own before they are sent, and nothing of their work is stored", async () => {
    const { config } = database();
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    // One connection, so that it has to stay usable.
    const db = createDatabase({ ...config, poolMax: 1 });
    const { companyId } = await createCompany(db);
    const planId = await createPlan(db, companyId);
    const [{ connection }] = (await db.raw("SELECT CONNECTION_ID() AS connection"))[0] as [{ connection: number }];
    let attempts = 0;
    const refused = await withTransaction(db, async (trx) => {
      attempts += 1;
      await trx("routing_plans").where({ id: planId }).update({ title: "half" });
      await recordPlanChange(
        trx,
        companyId,
        {
          planId,
          userId: null,
          kind: "calculation.apply",
          planVersion: 2,
          before: {},
          after: { a: "ä".repeat(9 * MB) },
        },
        NOW,
      );
    }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "db.too_large", status: 413 });
    expect(attempts).toBe(1);
    expect(await db("routing_plans").where({ id: planId }).first("title")).not.toMatchObject({ title: "half" });
    expect(await db("plan_changes").where({ plan_id: planId })).toEqual([]);
    expect((await db.raw("SELECT CONNECTION_ID() AS connection"))[0]).toEqual([{ connection }]);
    const [{ message }, status] = toRefusal(refused);
    expect([message, status]).toEqual([
      "This is too large for the database. Whoever runs the server finds in its log which limit to raise.",
      413,
    ]);
    expect(logged).toHaveBeenCalledTimes(1);
    expect(logged).toHaveBeenCalledWith(
      "A statement of 19 MB was not sent: " +
        "the database takes 16 MB at once (max_allowed_packet; see Configuration in README.md).",
    );
    await db.destroy();
  });

  it("are measured as they are sent: many short texts with signs that an ordinary statement writes twice", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...{ company_id: companyId, event: `e-${index}`, created_at: NOW },
      text: '"'.repeat(95_000),
    }));
    await db.schema.createTable("quotes", (table) => {
      table.integer("company_id");
      table.string("event");
      table.string("created_at");
      table.text("text", "longtext");
    });
    expect(rows.length * 95_000).toBeLessThan(TAKEN);
    await db("quotes").insert(rows);
    expect(await db("quotes").where("text", rows[0]!.text).count({ rows: "*" })).toEqual([{ rows: 100 }]);
    await db.schema.dropTable("quotes");
  });
});
