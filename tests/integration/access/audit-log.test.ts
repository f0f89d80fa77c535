import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import { useDatabase } from "~/db/database.server";
import { listLogEntries } from "~/db/repositories/audit-log.server";
import { toldTable } from "~/db/rights/export-rows.server";
import { withTransaction } from "~/db/transaction.server";
import { withRequestContext } from "~/lib/request-context.server";
import { setServices } from "~/services/container.server";
import { createCompany, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const FROM = { id: "00000000-0000-4000-8000-000000000000", ip: "192.0.2.7", userAgent: "Browser" };

describe.each(databases())("the audit log on %s", (kind) => {
  const database = useTestDatabase(kind);
  beforeEach(() => {
    useDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) } }));
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
  });

  it("keeps who did what, from where, and shows it to their company alone", async () => {
    const { db } = database();
    const [mine, theirs] = [await createCompany(db), await createCompany(db)];
    const by = logAuthorOf(sessionOf(mine, { isOwner: true }, mine.ownerId));
    const changes = [{ model: "Plan", id: mine.planId, fields: { title: ["Old", "New"] as const } }];
    const note = { by, companyId: mine.companyId, action: "plan.rename", changes };
    await withRequestContext(FROM, () =>
      withTransaction(db, (trx) => noteInLog(trx, { ...note, subject: { model: "Plan", ids: [mine.planId] } })),
    );
    expect(await listLogEntries(db, mine.companyId, {}, 10)).toEqual([
      {
        id: expect.any(Number),
        company_id: mine.companyId,
        user_id: mine.ownerId,
        api_key_id: null,
        who: "Test",
        by_platform: 0,
        action: "plan.rename",
        outcome: "done",
        is_refused: 0,
        times: 1,
        model: "Plan",
        ids: `[${mine.planId}]`,
        changes: JSON.stringify(changes),
        ip: FROM.ip,
        user_agent: FROM.userAgent,
        request_id: FROM.id,
        created_at: NOW,
      },
    ]);
    expect(await listLogEntries(db, theirs.companyId, {}, 10)).toEqual([]);
  });

  it("is not written when the change is rolled back, and marks the platform's administrators", async () => {
    const { db } = database();
    const { companyId, ownerId } = await createCompany(db);
    const note = { by: logAuthorOf(sessionOf({ companyId }, { hasAdminFlag: true }, ownerId)), companyId, action: "x" };
    await expect(
      withTransaction(db, async (trx) => {
        await noteInLog(trx, note);
        throw new Error("refused");
      }),
    ).rejects.toThrow("refused");
    expect(await listLogEntries(db, companyId, {}, 10)).toEqual([]);
    await noteInLog(db, { ...note, refusal: "forbidden" });
    expect(await listLogEntries(db, companyId, {}, 10)).toMatchObject([
      { by_platform: 1, outcome: "forbidden", ip: null },
    ]);
  });

  it("can't be changed or shortened by any statement", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await noteInLog(db, { by: null, companyId, action: "session.failed" });
    const rows = () => db("audit_log").where({ company_id: companyId });
    await expect(rows().update({ who: "Somebody else" })).rejects.toThrow(/only added to/);
    await expect(rows().delete()).rejects.toThrow(/only added to/);
    expect(await listLogEntries(db, companyId, {}, 10)).toMatchObject([{ who: "", action: "session.failed" }]);
  });

  it("is exported without the column that the database works out", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const told = await toldTable(db, companyId, "audit_log");
    expect(told?.columns).toContain("outcome");
    expect(told?.columns).not.toContain("is_refused");
  });

  it("narrows and pages by what it is asked for", async () => {
    const { db } = database();
    const { companyId, ownerId, driverUserId } = await createCompany(db);
    const [owner, driver] = [ownerId, driverUserId].map((id) => logAuthorOf(sessionOf({ companyId }, {}, id)));
    const at = (time: string) => setServices(testServices({ clock: { nowMs: () => Date.parse(`2026-11-${time}Z`) } }));
    at("21T06:00:00");
    await noteInLog(db, { by: owner!, companyId, action: "plan.rename", subject: { model: "Plan", ids: [1] } });
    at("22T06:00:00");
    await noteInLog(db, { by: driver!, companyId, action: "route.start", subject: { model: "Route", ids: [2] } });
    at("23T06:00:00");
    await noteInLog(db, { by: driver!, companyId, action: "plan.rename", refusal: "forbidden" });
    const found = async (filter: Parameters<typeof listLogEntries>[2], limit = 10) =>
      (await listLogEntries(db, companyId, filter, limit)).map((entry) => `${entry.action} ${entry.outcome}`);
    const [renamed, started, refused] = ["plan.rename done", "route.start done", "plan.rename forbidden"];
    expect(await found({})).toEqual([refused, started, renamed]);
    expect(await found({ userId: driverUserId })).toEqual([refused, started]);
    expect(await found({ action: "plan.rename" })).toEqual([refused, renamed]);
    expect(await found({ model: "Route" })).toEqual([started]);
    expect(await found({ refused: true })).toEqual([refused]);
    expect(await found({ from: "2026-11-22 00:00:00", until: "2026-11-23 00:00:00" })).toEqual([started]);
    const [first] = await listLogEntries(db, companyId, {}, 1);
    expect(await found({ before: first!.id }, 1)).toEqual([started]);
    expect(await found({ apiKeyId: 1 })).toEqual([]);
  });
});
