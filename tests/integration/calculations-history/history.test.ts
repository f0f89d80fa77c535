import { beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { updateUser } from "~/db/repositories/users.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { repeatCalculation } from "~/features/calculations/commands/repeat-calculation.server";
import { testMatrix } from "~/features/calculations/commands/test-matrix.server";
import { stopCalculation } from "~/features/calculations/commands/stop-calculation.server";
import { askedCalculation, loadCalculation } from "~/features/calculations/queries/calculation-page.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { listCalculations } from "~/features/calculations/queries/list-calculations.server";
import { createFinishedCalculation } from "../../factories/calculations";
import { createCompany, createPlan, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

const SUMMARY = {
  routes: 2,
  visits: 17,
  unassigned: 3,
  distance: 45_600,
  duration: 7200,
  cost: 12_345,
  computing_times: { first_solution: 5, solving: 1500 },
};
const requestFor = (query = "") => new Request(`http://localhost/platform/company/calculation-history${query}`);

describe.each(databases())("the history of calculations on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, ended } = world;
  let company: TestCompany;
  let owner: CompanySession;
  let sudo: CompanySession;

  beforeEach(() => {
    company = world.company();
    owner = sessionOf(company, { isOwner: true }, company.ownerId);
    sudo = sessionOf(company, { isOwner: true, platformRole: "sudo" }, company.ownerId);
  });

  const store = (values: object, at = NOW) =>
    createFinishedCalculation(
      db(),
      company.companyId,
      { input: "{}", plan_id: company.planId, plan_version: 1, user_id: company.ownerId, type: 2, ...values },
      at,
    );
  const ids = async (query: string) =>
    (await listCalculations(owner, requestFor(query))).list.rows.map((row) => row.id);

  it("lists the newest first, in the words of the screen", async () => {
    const old = await store(
      { title: "2026-11-14 23:30:00", status: "failed", error_message: "No roads.", type: 0 },
      "2026-11-14 23:30:00",
    );
    const done = await store({ summary: JSON.stringify(SUMMARY), aim: "cost" });
    const { list, timeZone } = await listCalculations(owner, requestFor());
    expect(timeZone).toBe("Europe/Vaduz");
    expect(list.total).toBe(2);
    expect(list.rows).toEqual([
      expect.objectContaining({
        id: done,
        when: "Today 07:00",
        plan: "Plan",
        by: "Olga Owner",
        type: "Web",
        status: "done",
        routes: 2,
        visits: 17,
        unassigned: 3,
        distanceM: 45_600,
        durationSec: 7200,
        cost: expect.objectContaining({ text: "€123.45" }) as unknown,
        solvingMs: 1500,
        tryOut: false,
      }),
      expect.objectContaining({
        id: old,
        when: "Sun 15 Nov 2026 00:30",
        type: "System",
        status: "failed",
        routes: null,
        visits: null,
        cost: null,
      }),
    ]);
  });

  it("says costs in the unit of what each calculation aimed at, while it is calculated too", async () => {
    await db()("routing_plans").where({ id: company.planId }).update({ aim: "cost" });
    await store({ status: "running", incumbent_cost: 12_345, aim: "vehicles" });
    expect((await listCalculations(owner, requestFor())).list.rows[0]?.cost).toMatchObject({ text: "123.45 points" });
  });

  it("follows the user's own clock when there is one", async () => {
    await store({});
    await updateUser(db(), company.ownerId, { time_zone: "America/Lima" }, NOW);
    expect((await listCalculations(owner, requestFor())).list.rows[0]).toMatchObject({ when: "Today 01:00" });
  });

  // @spec PC-3.54
  it("filters by plan, status, type, country and days of that clock; searches titles; pages", async () => {
    const other = await createPlan(db(), company.companyId, { title: "Zürich Nord" });
    const country = (await db()("countries").where({ code: "LI" }).first())!;
    // 23:30 UTC is the next day in Vaduz.
    const first = await store({ title: "2026-11-14 23:30:00", type: 1, country_id: country.id }, "2026-11-14 23:30:00");
    const second = await store(
      { title: "2026-11-15 23:30:00", plan_id: other, status: "stale" },
      "2026-11-15 23:30:00",
    );
    const third = await store({ title: NOW });
    expect(await ids(`?plan=${other}`)).toEqual([second]);
    expect(await ids("?status=stale")).toEqual([second]);
    expect(await ids("?type=1")).toEqual([first]);
    expect(await ids(`?country=${country.id}`)).toEqual([first]);
    expect(await ids("?from=2026-11-15&to=2026-11-15")).toEqual([first]);
    expect(await ids("?from=2026-11-16")).toEqual([third, second]);
    expect(await ids("?to=2026-11-14")).toEqual([]);
    expect(await ids("?q=zürich")).toEqual([second]);
    expect(await ids("?q=2026-11-14")).toEqual([first]);
    expect(await ids("?plan=nonsense&status=nonsense")).toEqual([third, second, first]);
    const page = (await listCalculations(owner, requestFor("?rows=10&page=9"))).list;
    expect([page.total, page.paging.page]).toEqual([3, 1]);
    const { choices } = await listCalculations(owner, requestFor());
    expect(choices.plans).toEqual([
      { id: company.planId, title: "Plan" },
      { id: other, title: "Zürich Nord" },
    ]);
    expect(choices.countries).toEqual([{ id: country.id, title: country.title }]);
  });

  // @spec PC-1.09 PC-3.51
  it("shows a calculation's input and result: routes, figures, map; and its sentence when there is none", async () => {
    world.start();
    await db()("routing_plans").where({ id: company.planId }).update(QUICK);
    const { queryId } = await calculatePlan(owner, { planId: company.planId });
    await ended(queryId);
    const view = await loadCalculation(owner, { id: queryId, tab: "map" });
    expect(view).toMatchObject({
      id: queryId,
      status: "done",
      applied: true,
      tryOut: false,
      sentence: null,
      plan: { id: company.planId, title: "Plan" },
      by: "Olga Owner",
      timeZone: "Europe/Vaduz",
      parts: { input: true, output: true },
    });
    expect(view.routes).toEqual([
      expect.objectContaining({
        id: company.routeId,
        start: expect.stringMatching(/^\d\d:\d\d$/),
        finish: expect.stringMatching(/^\d\d:\d\d$/),
      }),
    ]);
    expect(view.map!.stops).toHaveLength(3);
    expect(Object.fromEntries(view.facts)).toMatchObject({
      Routes: "1",
      Visits: "3 / 3",
      Unscheduled: "0",
      Cost: expect.stringMatching(/^\d+\.\d\d points$/) as string,
    });
    expect((await loadCalculation(owner, { id: queryId, tab: "json" })).map).toBeNull();
    expect((await listCalculations(owner, requestFor())).list.rows[0]).toMatchObject({
      id: queryId,
      routes: 1,
      visits: 3,
    });

    const failed = await store({ status: "failed", error_message: "The routing server does not answer." });
    expect(await loadCalculation(owner, { id: failed, tab: "map" })).toMatchObject({
      sentence: "The routing server does not answer.",
      routes: [],
      facts: [],
    });
  });

  it("repeats a stored input without touching the plan, however it stands now", async () => {
    world.start();
    await db()("routing_plans").where({ id: company.planId }).update(QUICK);
    const { queryId } = await calculatePlan(owner, { planId: company.planId });
    const asked = await ended(queryId);
    const before = {
      plan: await db()("routing_plans").where({ id: company.planId }).first(),
      visits: await db()("routing_visits").where({ plan_id: company.planId }).orderBy("id"),
    };

    const repeated = await repeatCalculation(sudo, { queryId });
    // It is no reason to wait for anybody who plans.
    expect(await latestCalculation(owner, company.planId)).toMatchObject({ queryId });
    const row = await ended(repeated.queryId);
    expect(row).toMatchObject({
      status: "done",
      plan_id: company.planId,
      plan_version: null,
      applied_at: null,
      error_message: null,
      type: 2,
      input: asked.input,
    });
    expect(JSON.parse(row.output!).summary.routes).toBe(1);
    expect({
      plan: await db()("routing_plans").where({ id: company.planId }).first(),
      visits: await db()("routing_visits").where({ plan_id: company.planId }).orderBy("id"),
    }).toEqual(before);
    expect(await loadCalculation(owner, { id: repeated.queryId, tab: "map" })).toMatchObject({
      tryOut: true,
      applied: false,
      sentence: "Calculated to look at only: the plan was not changed.",
    });
    expect((await listCalculations(owner, requestFor())).list.rows[0]).toMatchObject({
      id: repeated.queryId,
      tryOut: true,
    });
    await expect(calculatePlan(owner, { planId: company.planId })).resolves.toMatchObject({
      queryId: expect.any(Number),
    });
  });

  it("stops one that waits", async () => {
    const { queryId } = await calculatePlan(owner, { planId: company.planId });
    const repeated = await repeatCalculation(sudo, { queryId });
    await stopCalculation(owner, { queryId: repeated.queryId });
    expect((await db()("routing_queries").where({ id: repeated.queryId }).first())!.status).toBe("cancelled");
    expect((await db()("routing_queries").where({ id: queryId }).first())!.status).toBe("queued");
    await expect(stopCalculation(owner, { queryId: repeated.queryId })).rejects.toMatchObject({ status: 409 });
  });

  // @spec PC-2.61 PC-2.62 PC-2.63
  it("shows Calculate and Test API to those who have the right", async () => {
    const id = await store({});
    const rights = async (part: object) =>
      (await loadCalculation(sessionOf(company, { isDispatcher: true, ...part }, company.ownerId), { id, tab: "map" }))
        .rights;
    expect(await rights({})).toEqual({ calculate: false, testApi: false, stop: false, export: true });
    expect(await rights({ platformRole: "dev" })).toMatchObject({ calculate: false, testApi: true });
    expect(await rights({ platformRole: "sudo" })).toMatchObject({ calculate: true, testApi: true });
    await expect(repeatCalculation(owner, { queryId: id })).rejects.toMatchObject({ status: 403 });
    await expect(testMatrix(owner, id)).rejects.toMatchObject({ status: 403 });
  });

  it("tests the travel tables of a stored input", async () => {
    const { queryId } = await calculatePlan(owner, { planId: company.planId });
    expect(await testMatrix(sudo, queryId)).toMatch(
      /^.+, car: 4 × 4 places in 0 ms, at most \d+ min and \d+\.\d km apart$/,
    );
    await expect(testMatrix(sudo, await store({ input: null }))).rejects.toMatchObject({ status: 422 });
    const stranger = await createCompany(db());
    await expect(
      testMatrix(sessionOf(stranger, { isOwner: true, platformRole: "dev" }, stranger.ownerId), queryId),
    ).rejects.toMatchObject({ status: 404 });
  });

  it("is kept from drivers and from other companies", async () => {
    const id = await store({});
    const driver = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
    await expect(listCalculations(driver, requestFor())).rejects.toMatchObject({ status: 403 });
    await expect(loadCalculation(driver, { id, tab: "map" })).rejects.toMatchObject({ status: 403 });
    await expect(stopCalculation(driver, { queryId: id })).rejects.toMatchObject({ status: 403 });
    const stranger = await createCompany(db());
    const other = sessionOf(stranger, { isOwner: true, platformRole: "sudo" }, stranger.ownerId);
    expect((await listCalculations(other, requestFor(`?plan=${company.planId}`))).list.total).toBe(0);
    expect((await listCalculations(other, requestFor())).choices.plans).toEqual([]);
    await expect(loadCalculation(other, { id, tab: "map" })).rejects.toMatchObject({ status: 404 });
    await expect(repeatCalculation(other, { queryId: id })).rejects.toMatchObject({ status: 404 });
    await expect(stopCalculation(other, { queryId: id })).rejects.toMatchObject({ status: 404 });
  });

  it("reads which calculation the address opens", () => {
    expect(askedCalculation(requestFor("?query=7&tab=json"))).toEqual({ id: 7, tab: "json" });
    expect(askedCalculation(requestFor("?query=7&tab=odd"))).toEqual({ id: 7, tab: "map" });
    for (const query of ["", "?query=", "?query=0", "?query=x", "?query=1.5"])
      expect(askedCalculation(requestFor(query))).toBeNull();
  });
});
