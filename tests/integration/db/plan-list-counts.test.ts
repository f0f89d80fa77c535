import { beforeAll, describe, expect, it } from "vitest";
import { insertPlan, listPlans } from "~/db/repositories/plans.server";
import { createCompany, createVisits, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked, planOf } from "../../helpers/explained";

const PLANS = 20;
const VISITS_EACH = 500;
const PAGE = 10;

describe.each(databases())("the plan list's counts with 10,000 visits on %s", (kind) => {
  const database = useTestDatabase(kind);
  let companyId: number;

  beforeAll(async () => {
    const { db } = database();
    ({ companyId } = await createCompany(db));
    const other = await createCompany(db);
    for (const [owner, plans] of [
      [companyId, PLANS],
      [other.companyId, 2],
    ] as const) {
      await db.transaction(async (trx) => {
        const planIds: number[] = [];
        for (let nth = 0; nth < plans; nth++)
          planIds.push(await insertPlan(trx, owner, { title: `Plan ${nth}`, service_date: "2027-02-01" }, NOW));
        await createVisits(
          trx,
          owner,
          planIds.flatMap((planId) =>
            Array.from({ length: VISITS_EACH }, (_, index) => ({
              plan_id: planId,
              name: `Stop ${index}`,
              status: 1 + (index % 5),
            })),
          ),
        );
      });
    }
    if (kind === "mariadb") await db.raw("ANALYZE TABLE routing_visits");
    else await db.raw("ANALYZE");
  });

  // @spec PC-7.32
  it("are read from an index alone, of the plans on the page and of no others", async () => {
    const { db } = database();
    const queries = await asked(db, "routing_visits", () => listPlans(db, companyId, { pageSize: PAGE }));
    expect(queries).toHaveLength(1);
    const plan = await planOf(db, "routing_visits", queries[0]!);
    expect(plan).toMatchObject({ index: "plan_counts_index", coveredByIndex: true, scansAll: false });
    // Bound to the ids of the page: another page's visits are not looked at.
    expect(queries[0]!.bindings.filter((value) => typeof value === "number").length).toBeLessThanOrEqual(PAGE + 1);
  });

  it.runIf(kind === "mariadb")("touch no more entries than the page's plans have visits", async () => {
    const { db } = database();
    const touched = await db.transaction(async (trx) => {
      await trx.raw("FLUSH STATUS");
      await listPlans(trx, companyId, { pageSize: PAGE });
      const [rows] = (await trx.raw("SHOW SESSION STATUS LIKE 'Handler_read%'")) as [
        { Variable_name: string; Value: string }[],
      ];
      return rows.filter((row) => !/rnd/i.test(row.Variable_name)).reduce((sum, row) => sum + Number(row.Value), 0);
    });
    // Each entry is read once and finds its group once; reading all visits would be 22,000.
    expect(touched).toBeLessThan(2 * PAGE * VISITS_EACH + 500);
  });

  it("add up", async () => {
    const { rows } = await listPlans(database().db, companyId, { pageSize: 1, search: "Plan 7" });
    expect(rows[0]?.counts).toMatchObject({ all: VISITS_EACH, unscheduled: VISITS_EACH });
  });
});
