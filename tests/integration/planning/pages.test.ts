import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RoutingRouteRow } from "~/db/tables";
import { createPlan as makePlan, createRoute, createVisits, createWarehouse } from "../../factories/company";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { NO_PLACE_REASON } from "~/domain/visit/unserved-reason";
import { loadFailedPage, loadUnservedPage } from "~/features/planning/leftover-pages/leftover-visits.server";
import { loadNewPlanOptions } from "~/features/planning/plans/new-plan.server";
import { loadPlanList } from "~/features/planning/plans/plan-list.server";
import { loadPlanPage } from "~/features/planning/plan-page/plan-page.server";
import { loadRoutePage } from "~/features/planning/route-page/route-page.server";
import { loadAskedVisit, loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked } from "../../helpers/explained";
import { at, createDesk, forgetWorld, setWorld } from "./desk";

const request = (query: string) => new Request(`http://localhost/platform/planning${query}`);

describe.each(databases())("what the planning pages load on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("lists today first, then the days to come; past days on request, newest first, and when searching", async () => {
    const desk = await createDesk(db());
    const day = (title: string, service_date: string) =>
      makePlan(db(), desk.companyId, { title, service_date, warehouse_id: desk.warehouseId });
    for (const [title, date] of [
      ["later", "2026-11-30"],
      ["old", "2026-11-01"],
      ["yesterday", "2026-11-22"],
      ["tomorrow", "2026-11-24"],
    ] as const)
      await day(title, date);
    const titles = async (query: string) =>
      (await loadPlanList(desk.dispatcher, request(query))).list.rows.map((row) => row.title);
    expect(await titles("")).toEqual(["Plan", "tomorrow", "later"]);
    expect(await titles("?past=1")).toEqual(["Plan", "tomorrow", "later", "yesterday", "old"]);
    expect(await titles("?past=1&rows=10&page=9")).toHaveLength(5);
    expect(await titles("?q=OLD")).toEqual(["old"]);
    expect(await titles("?q=depot")).toHaveLength(5);
    expect(await loadPlanList(desk.dispatcher, request(""))).toMatchObject({
      pastCount: 2,
      today: "2026-11-23",
      pastShown: false,
    });
    // 23:30 UTC is half past midnight in Vaduz: the day has changed there.
    setWorld(db(), at("23:30"));
    expect(await titles("")).toEqual(["tomorrow", "later"]);
  });

  it("keeps a night round on top until it is over, with the time at which the list changes by itself", async () => {
    const desk = await createDesk(db(), { routeStatus: 4 });
    await db()("vehicles").where({ id: desk.vehicleId }).update({ work_hour_end: "24:00", overtime: 240 });
    const day = { warehouse_id: desk.warehouseId };
    const old = await makePlan(db(), desk.companyId, { ...day, title: "By day", service_date: "2026-11-23" });
    await createRoute(db(), desk.companyId, old, { warehouse_id: desk.warehouseId, status: 3, position: 1 });
    await makePlan(db(), desk.companyId, { ...day, title: "Next", service_date: "2026-11-24" });
    const listAt = async (now: string, query = "") => {
      setWorld(db(), now);
      const { list, valid, pastCount } = await loadPlanList(desk.dispatcher, request(query));
      return [list.rows.map(({ title, goesOn }) => [title, goesOn]), utcText(valid.untilSec), pastCount];
    };
    expect((await listAt(at("22:50")))[1]).toBe(at("23:00"));
    const night = [
      ["Plan", true],
      ["Next", false],
    ];
    expect(await listAt(at("23:20"))).toEqual([night, "2026-11-24 03:00:00", 1]);
    expect(await listAt("2026-11-24 03:00:00")).toEqual([[["Next", false]], "2026-11-24 23:00:00", 2]);
    // Nobody is to drive it as long as no route is approved.
    await db()("routing_routes").where({ plan_id: desk.planId, status: 4 }).update({ status: 2 });
    expect((await listAt(at("23:20")))[0]).toEqual([
      ["Plan", false],
      ["Next", false],
    ]);
    await db()("routing_routes").where({ plan_id: desk.planId, status: 2 }).update({ status: 3 });
    expect((await listAt(at("23:20")))[0]).toEqual(night);
    // Completed, it isn't driven any more.
    await db()("routing_plans").where({ id: desk.planId }).update({ status: 5 });
    expect(await listAt(at("23:20"))).toEqual([[["Next", false]], "2026-11-24 23:00:00", 2]);
  });

  it("says today only while it is the same day at all warehouses that are used", async () => {
    const desk = await createDesk(db());
    const auckland = { title: "Auckland", lat: -36.85, lng: 174.76, time_zone: "Pacific/Auckland" };
    const id = await createWarehouse(db(), desk.companyId, auckland);
    const daysAt = async (now: string) => {
      setWorld(db(), now);
      const { today, firstDay, valid } = await loadPlanList(desk.dispatcher, request(""));
      return [today, firstDay, utcText(valid.untilSec)];
    };
    expect(await daysAt(at("10:30"))).toEqual(["2026-11-23", "2026-11-23", at("11:00")]);
    expect(await daysAt(at("21:00"))).toEqual([null, "2026-11-23", at("23:00")]);
    await db()("warehouses").where({ id }).update({ status: 0 });
    expect(await daysAt(at("21:00"))).toEqual(["2026-11-23", "2026-11-23", at("23:00")]);
  });

  // @spec PC-4.008
  it("counts visits and colours routes as the plan page does", async () => {
    const desk = await createDesk(db(), { routeStatus: 4, visitStatus: 4 });
    const [row] = (await loadPlanList(desk.dispatcher, request(""))).list.rows;
    expect(row).toMatchObject({
      all: 5,
      unscheduled: 1,
      delivered: 3,
      warehouse: "Depot",
      routes: [{ isEmpty: false }, { isEmpty: false }, { isEmpty: true }],
    });
  });

  it("offers the next title, and the warehouse of the newest plan", async () => {
    const desk = await createDesk(db());
    await makePlan(db(), desk.companyId, { title: "Plan 2", deleted_at: at("05:00") });
    expect(await loadNewPlanOptions(desk.dispatcher)).toMatchObject({
      title: "Plan 2",
      warehouseId: desk.warehouseId,
      today: "2026-11-23",
    });
    await db()("routing_plans").where({ id: desk.planId }).update({ title: "Plan 2" });
    expect((await loadNewPlanOptions(desk.dispatcher)).title).toBe("Plan 3");
  });

  it("warns of a vehicle or a driver with another route at the same time, in another plan of the day too", async () => {
    const desk = await createDesk(db());
    const hours = { start_time: at("08:30"), finish_time: at("10:00") };
    const route = async (
      title: string,
      service_date: string,
      more: Partial<RoutingRouteRow>,
      companyId = desk.companyId,
    ) => createRoute(db(), companyId, await makePlan(db(), companyId, { title, service_date }), { ...hours, ...more });
    const vehicle_id = desk.vehicleId;
    const small = await route("Small day", "2026-11-23", { vehicle_id });
    await route("Done", "2026-11-23", { vehicle_id, status: 5 });
    await route("Tomorrow", "2026-11-24", { vehicle_id });
    await route("Nobody's", "2026-11-23", { vehicle_id: null, driver_id: null });
    const removed = await route("Removed", "2026-11-23", { vehicle_id });
    await db()("routing_routes")
      .where({ id: removed })
      .update({ deleted_at: at("05:00") });
    const other = await createDesk(db());
    await route("Others", "2026-11-23", { vehicle_id: other.vehicleId }, other.companyId);

    const { routes, choices } = await loadPlanPage(desk.dispatcher, desk.planId);
    const [first, second, empty] = routes;
    expect(first!.clashes).toEqual([
      { routeId: desk.second, text: "The driver has another route at the same time: Second, 09:00–10:00" },
      { routeId: small, text: "The vehicle has another route at the same time: “Small day”, 09:30–11:00" },
    ]);
    expect(first!.warnings).toBe(2);
    expect(second!.clashes!.map(({ routeId }) => routeId)).toEqual([desk.first]);
    expect(empty!.clashes).toBeUndefined();
    expect(choices.elsewhere.map(({ routeId }) => routeId)).toEqual([small]);
    expect((await loadRoutePage(desk.dispatcher, small)).route.clashes).toMatchObject([{ routeId: desk.first }]);
    expect((await loadNewPlanOptions(desk.dispatcher)).booked).toEqual([
      { date: "2026-11-23", plan: "Plan", vehicleIds: [vehicle_id, second!.vehicleId, empty!.vehicleId] },
      { date: "2026-11-23", plan: "Small day", vehicleIds: [vehicle_id] },
      { date: "2026-11-24", plan: "Tomorrow", vehicleIds: [vehicle_id] },
    ]);
  });

  it("asks once for the routes of the day, where it shows any", async () => {
    const desk = await createDesk(db());
    const ofDay = async (load: () => Promise<unknown>) =>
      (await asked(db(), "routing_routes", load)).filter(({ sql }) => sql.includes("service_date")).length;
    expect(await ofDay(() => loadPlanPage(desk.dispatcher, desk.planId))).toBe(1);
    expect(await ofDay(() => loadRoutePage(desk.dispatcher, desk.first))).toBe(1);
    expect(await ofDay(() => loadUnservedPage(desk.dispatcher, desk.planId))).toBe(0);
  });

  it("shows a route whose vehicle was removed with the vehicle that it was driven with", async () => {
    const desk = await createDesk(db());
    await db()("vehicles")
      .where({ id: desk.vehicleId })
      .update({ deleted_at: at("05:00") });
    const page = await loadPlanPage(desk.dispatcher, desk.planId);
    expect(page.routes[0]?.vehicle).toBe("Van");
    expect(page.choices.vehicles.some((one) => one.id === desk.vehicleId)).toBe(false);
    const { plate } = (await db()("vehicles").where({ id: desk.vehicleId }).first())!;
    expect(page.choices.former).toEqual([{ id: desk.vehicleId, label: `Dora Driver ${plate}` }]);
    const others = await db()("vehicles")
      .where({ company_id: desk.companyId })
      .whereNot({ id: desk.vehicleId })
      .orderBy("id");
    const labels = others.map((vehicle) => `No Driver ${vehicle.plate}`);
    expect(page.choices.vehicles.map((one) => one.label).sort()).toEqual(labels.sort());
    expect(page.visits).toHaveLength(8);
    expect(page.plan).toMatchObject({ timeZone: "Europe/Vaduz", daysAhead: 0 });
  });

  it("says when its day is over, in the night where a shift goes on with its overtime", async () => {
    const desk = await createDesk(db());
    const dayEnds = async () => utcText((await loadPlanPage(desk.dispatcher, desk.planId)).plan.dayEnds);
    expect(await dayEnds()).toBe(at("23:00"));
    await db()("vehicles").where({ id: desk.vehicleId }).update({ work_hour_end: "24:00", overtime: 240 });
    expect(await dayEnds()).toBe("2026-11-24 03:00:00");
  });

  it("says until when it holds, by its warehouse's zone and a person's own clock", async () => {
    const desk = await createDesk(db());
    await db()("users").where({ id: desk.dispatcher.user.id! }).update({ time_zone: "America/New_York" });
    const validOf = async (session: typeof desk.dispatcher) => (await loadPlanPage(session, desk.planId)).plan.valid;
    const own = await validOf(desk.dispatcher);
    expect([utcText(own.untilSec), own.speed]).toEqual([at("23:00"), 1]);
    const clock = { startSec: epochSec("2026-11-24 20:00:00"), setAtSec: own.nowSec, speed: 60 };
    const quick = await validOf({ ...desk.dispatcher, clock });
    expect([utcText(quick.nowSec), utcText(quick.untilSec), quick.speed]).toEqual([
      "2026-11-24 20:00:00",
      "2026-11-24 23:00:00",
      60,
    ]);
  });

  // @spec PC-2.10
  it("shows one route with its visits, and the others as places to move to", async () => {
    const desk = await createDesk(db());
    const page = await loadRoutePage(desk.dispatcher, desk.second);
    expect(page.route).toMatchObject({ id: desk.second, index: 1, stops: 1 });
    expect(page.routes.map((route) => route.stops)).toEqual([3, 1, 0]);
    expect(page.visits.map((visit) => visit.name)).toEqual(["Start", "Stop D"]);
  });

  // @spec PC-2.08 PC-2.09
  it("gives unserved visits their reason, failed ones time and reason", async () => {
    const desk = await createDesk(db());
    await db()("vehicles").where({ id: desk.vehicleId }).update({ plate: "FL 7" });
    await db()("routing_visits")
      .where({ id: desk.c })
      .update({ status: 5, completed_at: at("08:50"), fail_reason_id: 2 });
    expect((await loadUnservedPage(desk.dispatcher, desk.planId)).visits).toMatchObject([
      { id: desk.loose, reason: "No vehicle has time" },
    ]);
    const [unplaced] = await createVisits(db(), desk.companyId, [
      { plan_id: desk.planId, name: "Nowhere", type: "D", lat: null, lng: null },
    ]);
    expect((await loadUnservedPage(desk.dispatcher, desk.planId)).visits.map(({ id, reason }) => [id, reason])).toEqual(
      [
        [unplaced, NO_PLACE_REASON],
        [desk.loose, "No vehicle has time"],
      ],
    );
    expect((await loadFailedPage(desk.dispatcher, desk.planId)).visits).toMatchObject([
      { id: desk.c, failedAt: "09:50", reason: "No answer to the call", vehicle: "Van · FL 7" },
    ]);
    const nextDay = { completed_at: "2026-11-24 00:20:00" };
    await db()("routing_visits").where({ id: desk.c }).update(nextDay);
    expect((await loadFailedPage(desk.dispatcher, desk.planId)).visits).toMatchObject([{ failedAt: "01:20 +1" }]);
  });

  it("says how many vehicles the sentences of a visit leave out", async () => {
    const desk = await createDesk(db());
    const sentence = (routeId: number) => ({ routeId, code: "skills", message: `Van ${routeId} lacks a skill` });
    const reason = { message: "All 600 vehicles lack a skill", vehicles: [1, 2].map(sentence), suggestion: null };
    const vehicles = async (more: { more?: number }) => {
      const unserved_reason = JSON.stringify({ ...reason, ...more });
      await db()("routing_visits").where({ id: desk.loose }).update({ unserved_reason });
      return (await loadUnservedPage(desk.dispatcher, desk.planId)).visits[0]!.vehicles;
    };
    const named = ["Van 1 lacks a skill", "Van 2 lacks a skill"];
    expect(await vehicles({})).toEqual(named);
    expect(await vehicles({ more: 598 })).toEqual([...named, "and 598 more vehicles"]);
  });

  // @spec PC-2.54 PC-2.55
  it("says why a visit may not be changed; internal facts are for the sudo admin alone", async () => {
    const desk = await createDesk(db(), { isLocked: 1 });
    expect(await loadVisitDetails(desk.dispatcher, desk.a)).toMatchObject({
      readOnlyReason: "The route is locked. Unlock it first.",
      debug: null,
    });
    const sudo = { ...desk.dispatcher, actor: { ...desk.dispatcher.actor, platformRole: "sudo" as const } };
    expect((await loadVisitDetails(sudo, desk.loose)).debug).toMatchObject({ position: 1000 });
    expect(await loadAskedVisit(desk.dispatcher, desk.planId, request(`?visit=${desk.a}`))).toMatchObject({
      id: desk.a,
    });
    expect(await loadAskedVisit(desk.dispatcher, desk.planId, request("?visit=abc"))).toBeNull();
  });
});
