import { describe, expect, it } from "vitest";
import { findPlanChange, recordPlanChange } from "~/db/repositories/plan-changes.server";
import { createCompany, createPlan, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

describe.each(databases())("long texts on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("come back as they were written, whatever signs are in them, with the other values of their row", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const planId = await createPlan(db, companyId);
    const name = `"quoted" 'single' back\\slash \u0000 \r\n % ? ?? :name Straße 🚚`;
    const visits = Array.from({ length: 4000 }, (_, id) => ({
      id,
      name,
      lat: 47.123456789012,
      note: null,
      isLast: id === 3999,
    }));
    const [before, after] = [
      { plan: null, routes: [], visits },
      { plan: { title: name }, routes: [], visits: [...visits].reverse() },
    ];
    expect(JSON.stringify(before).length).toBeGreaterThan(300_000);
    const id = await recordPlanChange(
      db,
      companyId,
      {
        planId,
        userId: null,
        kind: "calculation.apply",
        planVersion: 2 ** 31 - 1,
        before,
        after,
        about: { names: [name] },
      },
      NOW,
    );
    const found = await findPlanChange(db, companyId, planId, id);
    expect(found).toMatchObject({
      before,
      after,
      user_id: null,
      kind: "calculation.apply",
      plan_version: 2 ** 31 - 1,
      undone_at: null,
      created_at: NOW,
    });
    expect(JSON.parse(String(found?.about))).toEqual({ names: [name] });
  });

  it("are refused as short ones are", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const change = {
      planId: 999_999,
      userId: null,
      kind: "plan.update",
      planVersion: 2,
      before: { text: "x".repeat(200_000) },
      after: {},
    };
    await expect(recordPlanChange(db, companyId, change, NOW)).rejects.toMatchObject({ code: "not_found" });
  });
});
