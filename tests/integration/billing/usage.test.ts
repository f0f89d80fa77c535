import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { createDatabase } from "~/db/client.server";
import { noteBilled } from "~/db/repositories/billings.server";
import { withTransaction } from "~/db/transaction.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { duplicatePlan } from "~/features/planning/commands/duplicate-plan.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { packageOf } from "~/planner/company-package.server";
import { createPlan, createRoute, createVehicle, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, useCalculations } from "../../helpers/calculations";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";

const limitTo = (visits: number) =>
  ({ package: "optimization_monthly", visits_limit: visits, visits_period: "monthly" }) as const;

describe.each(databases())("visits that calculations plan on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, ended, start } = world;
  let company: TestCompany;
  let session: CompanySession;
  const used = async () => (await packageOf(db(), company.companyId, NOW)).usage.used;

  beforeEach(() => {
    company = world.company();
    session = sessionOf(company, { isOwner: true }, company.ownerId);
  });

  async function plan(stops: number) {
    const planId = await createPlan(db(), company.companyId, { warehouse_id: company.warehouseId, ...QUICK });
    const vehicleId = await createVehicle(db(), company.companyId, { driver_id: company.driverId });
    await createRoute(db(), company.companyId, planId, {
      vehicle_id: vehicleId,
      warehouse_id: company.warehouseId,
      position: 1,
    });
    const visits = Array.from({ length: stops }, () => ({ plan_id: planId, warehouse_id: company.warehouseId }));
    await createVisits(db(), company.companyId, visits);
    return planId;
  }
  const calculate = async (planId: number) => ended((await calculatePlan(session, { planId })).queryId);

  it("count once, however often they are calculated, and none is counted that is not planned", async () => {
    start();
    const planId = await plan(6);
    const before = await used();
    expect((await calculate(planId)).status).toBe("done");
    expect(await used()).toBe(before + 6);
    expect((await calculate(planId)).status).toBe("done");
    expect(await used()).toBe(before + 6);
    // Starts, ends and breaks of the route are none.
    const counted = db()("billed_visits").where({ company_id: company.companyId }).select("visit_id");
    expect(await db()("routing_visits").whereIn("id", counted).distinct("type").pluck("type")).toEqual(["D"]);
  });

  // @spec AA-1.01
  it("are refused beyond the package, and nothing is stored; known ones are planned again", async () => {
    start();
    const planId = await plan(4);
    await calculate(planId);
    const limit = await used();
    await db()("company_billings").where({ company_id: company.companyId }).update(limitTo(limit));
    expect((await calculate(planId)).status).toBe("done");

    const another = await plan(2);
    await expect(calculatePlan(session, { planId: another })).rejects.toMatchObject({
      code: "billing.limit",
      status: 402,
      message:
        `Your package (1 month) has 0 of ${limit} visits left, and this calculation would plan 2 new ones. ` +
        "Choose a larger package in the shop.",
    });
    expect(await db()("routing_queries").where({ plan_id: another })).toEqual([]);
    await db()("company_billings")
      .where({ company_id: company.companyId })
      .update(limitTo(limit + 2));
    expect((await calculate(another)).status).toBe("done");
  });

  it("are refused once the package has ended, until the next one", async () => {
    const planId = await plan(1);
    await db()("company_billings")
      .where({ company_id: company.companyId })
      .update({ end_date: NOW.slice(0, 10) });
    await expect(calculatePlan(session, { planId })).rejects.toMatchObject({
      message: "Your package has ended. Choose a package in the shop to calculate new visits.",
    });
  });

  // @spec AA-1.02 AA-3.34
  it("begin one trial, however many look at the same time", async () => {
    const ofCompany = () => db()("company_billings").where({ company_id: company.companyId });
    await ofCompany().delete();
    const found = await Promise.all([1, 2, 3].map(() => packageOf(db(), company.companyId, NOW)));
    expect(new Set(found.map(({ row }) => row.id)).size).toBe(1);
    expect(await ofCompany()).toMatchObject([{ package: "free", status: "actual", visits_limit: 1000 }]);
  });

  it("begin a trial for a company that has no record yet", async () => {
    await db()("company_billings").where({ company_id: company.companyId }).delete();
    const found = await packageOf(db(), company.companyId, NOW);
    expect(found).toMatchObject({
      record: { packageKey: "free", visitsLimit: 1000, startDate: "2026-11-21", endDate: "2026-11-28" },
      isRunning: true,
      usage: { limit: 1000, nextReset: null },
    });
    expect((await packageOf(db(), company.companyId, NOW)).record.id).toBe(found.record.id);
  });
});

describe.each(databases())("visits that are placed by hand on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("count when they come on a route, and not again when they are moved, taken off or copied", async () => {
    const desk = await createDesk(db());
    const counted = async () =>
      (await db()("billed_visits").where({ company_id: desk.companyId }).orderBy("visit_id")).map(
        (row) => row.visit_id,
      );
    expect(await counted()).toEqual([]);
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.empty, position: 1 }, {});
    expect(await counted()).toEqual([desk.loose]);
    await db()("billed_visits").where({ visit_id: desk.loose }).update({ planned_on: "2026-01-01" });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.second, position: 1 }, {});
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: desk.second, position: 1 }, {});
    expect(await counted()).toEqual([desk.a, desk.loose].sort((one, other) => one - other));
    expect(await db()("billed_visits").where({ visit_id: desk.loose }).first()).toMatchObject({
      planned_on: "2026-01-01",
    });
    await duplicatePlan(desk.dispatcher, { planId: desk.planId, title: "Copy", serviceDate: "2026-12-01" });
    expect(await counted()).toHaveLength(2);
  });

  // @spec AA-1.01
  it("count in the period in which they were planned first, by the company that planned them", async () => {
    const desk = await createDesk(db());
    const other = await createDesk(db());
    await db()("company_billings")
      .where({ company_id: desk.companyId })
      .update({ ...limitTo(10), start_date: "2026-08-31" });
    const on = async (day: string) => (await packageOf(db(), desk.companyId, `${day} 00:00:00`)).usage;
    for (const [visitId, day] of [
      [desk.a, "2026-10-30"],
      [desk.b, "2026-10-31"],
      [desk.c, "2026-11-29"],
      [desk.d, "2026-11-30"],
    ] as const)
      await noteBilled(db(), desk.companyId, [visitId], day);
    // Another company's visits are none of this one's.
    await noteBilled(db(), desk.companyId, [other.a], "2026-11-01");
    expect(await on("2026-11-29")).toEqual({ used: 2, limit: 10, nextReset: "2026-11-30" });
    expect(await on("2026-10-30")).toEqual({ used: 1, limit: 10, nextReset: "2026-10-31" });
    expect(await on("2026-11-30")).toEqual({ used: 1, limit: 10, nextReset: "2026-12-31" });
    expect((await packageOf(db(), other.companyId, NOW)).usage.used).toBe(0);
  });

  it("count once when two processes place the same ones at the same time", async () => {
    const desk = await createDesk(db());
    const second = createDatabase(database().config);
    const ids = [desk.a, desk.b, desk.c, desk.d, desk.loose];
    const place = (on: typeof second) =>
      withTransaction(on, (trx) => noteBilled(trx, desk.companyId, ids, "2026-11-20"));
    const all = [db(), second, db(), second].map((on) => place(on).catch((error: unknown) => error));
    // why: two SQLite connections of one test share a thread; whoever finds the file busy tries again.
    for (const outcome of await Promise.all(all)) if (outcome instanceof Error) await place(second);
    await second.destroy();
    expect((await packageOf(db(), desk.companyId, NOW)).usage.used).toBe(5);
  });
});
