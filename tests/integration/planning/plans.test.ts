import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPlan } from "~/features/planning/commands/create-plan.server";
import {
  completePlan,
  dispatchPlan,
  removeAllVisitsOfPlan,
  removePlan,
  renamePlan,
  returnToWarehouse,
  updatePlanSettings,
} from "~/features/planning/commands/plan-commands.server";
import { approveRoute } from "~/features/planning/commands/route-commands.server";
import { CreatePlan, PlanSettings } from "~/features/planning/schemas";
import type { CreatePlanInput } from "~/features/planning/schemas";
import { duplicatePlan } from "~/features/planning/commands/duplicate-plan.server";
import { createVehicle, createVisit, createWarehouse } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createDesk, forgetWorld, listen, setWorld } from "./desk";
import { formFaults } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { newPlan, planSettings } from "../../helpers/inputs";

const plan = (part: Posted): CreatePlanInput =>
  newPlan({ title: "Monday", serviceDate: "2026-11-23", addWaiting: "1", vehicleIds: null, ...part });
const settings = (part: Posted = {}) =>
  planSettings({
    squashDuration: "2,5",
    solvingTime: "30",
    exploration: "3",
    visitBalanceCoefficient: "0.5",
    startLocationType: "W",
    endLocationType: "N",
    ...part,
  });

describe.each(databases())("plans on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("duplicates settings, routes, vehicles, drivers and visits to another day; no times, no reports", async () => {
    const desk = await createDesk(db(), { routeStatus: 4, visitStatus: 4 });
    await db()("routing_plans")
      .where({ id: desk.planId })
      .update({ solving_time: 7, end_location_type: "W", vehicle_settings: '{"work_hour_start":"07:30"}' });
    await db()("routing_visits").where({ id: desk.a }).update({
      recipient_phone: "+423 777 12 34",
      recipient_email: "ann@example.com",
      completed_at: "2026-11-23 08:20:00",
      signature_name: "Ann",
    });
    await db()("vehicles")
      .where({ id: (await desk.route(desk.empty)).vehicle_id! })
      .update({ deleted_at: "2026-11-23 05:00:00" });
    const before = await db()("routing_visits").where({ plan_id: desk.planId }).orderBy("id");
    const copy = await duplicatePlan(desk.dispatcher, {
      planId: desk.planId,
      title: "Tuesday",
      serviceDate: "2026-11-24",
    });
    expect(copy).toMatchObject({ visits: 5, routes: 2 });
    expect(await db()("routing_plans").where({ id: copy.planId }).first()).toMatchObject({
      title: "Tuesday",
      service_date: "2026-11-24",
      status: 1,
      query_id: null,
      warehouse_id: desk.warehouseId,
      solving_time: 7,
      end_location_type: "W",
      vehicle_settings: '{"work_hour_start":"07:30"}',
    });
    const routes = await db()("routing_routes").where({ plan_id: copy.planId }).orderBy("position");
    expect(routes).toMatchObject([
      { status: 1, is_locked: 0, vehicle_id: desk.vehicleId, driver_id: desk.driverId, start_time: null, distance: 0 },
      { status: 1, driver_id: desk.driverId },
    ]);
    const visits = await db()("routing_visits").where({ plan_id: copy.planId }).orderBy("id");
    expect(
      visits.map(
        ({ name, type, status, route_id: route, arrival_time: eta, completed_at: done, signature_name: sign }) => ({
          name,
          type,
          status,
          route,
          eta,
          done,
          sign,
        }),
      ),
    ).toEqual(
      ["Stop A", "Stop B", "Stop C", "Stop D", "Loose"].map((name) => ({
        name,
        type: "D",
        status: 1,
        route: null,
        eta: null,
        done: null,
        sign: "",
      })),
    );
    expect(visits[0]).toMatchObject({
      recipient_phone: "+423 777 12 34",
      recipient_email: "ann@example.com",
      lat: 47.15,
      service_time: 5,
      unserved_reason: null,
    });
    expect(await db()("routing_visits").where({ plan_id: desk.planId }).orderBy("id")).toEqual(before);
    await expect(
      duplicatePlan(desk.dispatcher, { planId: desk.planId, title: "Past", serviceDate: "2026-11-22" }),
    ).rejects.toMatchObject({ status: 422, field: "serviceDate" });
    await expect(
      duplicatePlan(desk.driver, { planId: desk.planId, title: "Tuesday", serviceDate: "2026-11-24" }),
    ).rejects.toMatchObject({ status: 403 });
    const stranger = await createDesk(db());
    await expect(
      duplicatePlan(stranger.dispatcher, { planId: desk.planId, title: "Tuesday", serviceDate: "2026-11-24" }),
    ).rejects.toMatchObject({ status: 404 });
  });

  // @spec PC-1.02
  it("makes an empty route per active vehicle of the warehouse or of none, and adds waiting visits", async () => {
    const desk = await createDesk(db());
    const elsewhere = await createWarehouse(db(), desk.companyId, { title: "Elsewhere" });
    await createVehicle(db(), desk.companyId, { title: "Not here", warehouse_id: elsewhere });
    await createVehicle(db(), desk.companyId, { title: "Resting", warehouse_id: desk.warehouseId, status: 0 });
    const mine = await createVisit(db(), desk.companyId, { warehouse_id: desk.warehouseId });
    const anybodys = await createVisit(db(), desk.companyId, {});
    const theirs = await createVisit(db(), desk.companyId, { warehouse_id: elsewhere });
    const stranger = await createDesk(db());
    const strangersVisit = await createVisit(db(), stranger.companyId, {});
    const published = listen();

    const created = await createPlan(desk.dispatcher, plan({ warehouseId: String(desk.warehouseId) }), {
      tab: "tab:1:t",
    });
    expect(created).toMatchObject({ visits: 2, routes: 3 });
    const row = (await db()("routing_plans").where({ id: created.planId }).first())!;
    expect(row).toMatchObject({
      title: "Monday",
      service_date: "2026-11-23",
      warehouse_id: desk.warehouseId,
      status: 1,
      squash_duration: 1,
    });
    const routes = await db()("routing_routes").where({ plan_id: created.planId }).orderBy("position");
    expect(routes.map((route) => [route.position, route.status, route.driver_id])).toEqual([
      [1, 1, null],
      [2, 1, null],
      [3, 1, desk.driverId],
    ]);
    expect((await desk.visit(mine)).plan_id).toBe(created.planId);
    expect(await desk.visit(anybodys)).toMatchObject({ plan_id: created.planId, warehouse_id: desk.warehouseId });
    expect((await desk.visit(theirs)).plan_id).toBeNull();
    expect((await desk.visit(strangersVisit)).plan_id).toBeNull();
    expect(published).toMatchObject([
      { model: "RoutingPlan", action: "create", planId: created.planId, except: "tab:1:t" },
    ]);
  });

  it("starts with the company's route ends and aim or the defaults; one click ends routes at the depot", async () => {
    const desk = await createDesk(db());
    const made = async () => {
      const { planId } = await createPlan(desk.dispatcher, plan({ warehouseId: desk.warehouseId }));
      const route = (await db()("routing_routes").where({ plan_id: planId }).first())!;
      return { plan: (await db()("routing_plans").where({ id: planId }).first())!, route };
    };
    const first = await made();
    expect(first.plan).toMatchObject({ start_location_type: "W", end_location_type: "N", aim: "time" });
    expect(first.route).toMatchObject({ start_location_type: "W", end_location_type: "N" });
    await db()("companies")
      .where({ id: desk.companyId })
      .update({ default_start_location_type: "P", default_end_location_type: "W", default_aim: "cost" });
    const second = await made();
    expect(second.plan).toMatchObject({ start_location_type: "P", end_location_type: "W", aim: "cost" });
    expect(second.route).toMatchObject({ start_location_type: "P", end_location_type: "W" });

    await db()("routing_routes").where({ id: desk.second }).update({ status: 4 });
    await returnToWarehouse(desk.dispatcher, { planId: desk.planId }, {});
    expect(await desk.plan()).toMatchObject({ end_location_type: "W" });
    expect(await desk.route(desk.first)).toMatchObject({ end_location_type: "W" });
    expect(await desk.route(desk.second), "on the road already").toMatchObject({ end_location_type: "N" });
    // the way home is part of the route at once
    const end = (await db()("routing_visits")
      .where({ route_id: desk.first, type: "E" })
      .whereNull("deleted_at")
      .first())!;
    expect(end).toMatchObject({ lat: 47.141, lng: 9.5209 });
    expect(end.travel_duration).toBeGreaterThan(0);
  });

  it("takes only the chosen vehicles, and no waiting visits when that is not wanted", async () => {
    const desk = await createDesk(db());
    const waiting = await createVisit(db(), desk.companyId, {});
    const created = await createPlan(
      desk.dispatcher,
      plan({ warehouseId: desk.warehouseId, vehicleIds: [String(desk.vehicleId)], addWaiting: "0" }),
    );
    expect(created).toMatchObject({ visits: 0, routes: 1 });
    expect((await desk.visit(waiting)).plan_id).toBeNull();
    expect((await createPlan(desk.dispatcher, plan({ warehouseId: desk.warehouseId, vehicleIds: [] }))).routes).toBe(0);
  });

  it("refuses chosen vehicles that it could not take, by name", async () => {
    const desk = await createDesk(db());
    const elsewhere = await createWarehouse(db(), desk.companyId, { title: "Elsewhere" });
    const other = await createVehicle(db(), desk.companyId, { plate: "", title: "Other", warehouse_id: elsewhere });
    const resting = await createVehicle(db(), desk.companyId, { plate: "", title: "Resting", status: 0 });
    const plans = await db()("routing_plans").where({ company_id: desk.companyId });
    const chosen = [desk.vehicleId, other, resting].map(String);
    await expect(
      createPlan(desk.dispatcher, plan({ warehouseId: desk.warehouseId, vehicleIds: chosen })),
    ).rejects.toMatchObject({
      code: "plan.vehicles",
      status: 422,
      field: "vehicleIds",
      message: "These vehicles are inactive or belong to another warehouse: Other, Resting.",
    });
    expect(await db()("routing_plans").where({ company_id: desk.companyId })).toEqual(plans);
  });

  it("refuses a warehouse that was made inactive since it was chosen, by name", async () => {
    const desk = await createDesk(db());
    const closed = await createWarehouse(db(), desk.companyId, { title: "Closed", status: 0 });
    await expect(createPlan(desk.dispatcher, plan({ warehouseId: closed }))).rejects.toMatchObject({
      status: 422,
      field: "warehouseId",
      message: "Closed is inactive. Choose another warehouse.",
    });
  });

  it("makes a warehouse along with the plan, in its time zone and country; a refused date leaves neither", async () => {
    const desk = await createDesk(db());
    const fresh = { warehouseId: "new", warehouseTitle: "Nord", warehouseLat: "53.55", warehouseLng: "9.99" };
    await expect(createPlan(desk.dispatcher, plan({ ...fresh, serviceDate: "2026-11-22" }))).rejects.toMatchObject({
      code: "plan.date_past",
      status: 422,
      field: "serviceDate",
    });
    expect(await db()("warehouses").where({ company_id: desk.companyId, title: "Nord" })).toEqual([]);
    const { planId } = await createPlan(desk.dispatcher, plan(fresh));
    const made = (await db()("warehouses").where({ company_id: desk.companyId, title: "Nord" }).first())!;
    expect(made).toMatchObject({ lat: 53.55, lng: 9.99, time_zone: "Europe/Berlin", country_code: "DE" });
    expect((await db()("routing_plans").where({ id: planId }).first())!.warehouse_id).toBe(made.id);
  });

  it("knows today by the clock of the warehouse", async () => {
    const desk = await createDesk(db());
    const auckland = await createWarehouse(db(), desk.companyId, {
      title: "Auckland",
      lat: -36.85,
      lng: 174.76,
      time_zone: "Pacific/Auckland",
    });
    setWorld(db(), "2026-11-22 12:00:00");
    await expect(
      createPlan(desk.dispatcher, plan({ warehouseId: auckland, serviceDate: "2026-11-22" })),
    ).rejects.toMatchObject({ message: "Date can be today or later only" });
    expect(
      (await createPlan(desk.dispatcher, plan({ warehouseId: desk.warehouseId, serviceDate: "2026-11-22" }))).planId,
    ).toBeGreaterThan(0);
  });

  // @spec PC-1.03 PC-5.19
  // @spec PC-5.17
  it.each([
    [{ title: " " }, "Title is required"],
    [{ warehouseId: "0" }, "Warehouse is required"],
    [{ serviceDate: "" }, "Date is required"],
    [{ warehouseId: "new", warehouseLat: "47", warehouseLng: "9" }, "Title of the warehouse is required"],
    [{ warehouseId: "new", warehouseTitle: "W" }, "Set the place of the warehouse on the map"],
  ])("refuses %o: %s", (part, message) => {
    const parsed = formFaults(CreatePlan, {
      title: "T",
      warehouseId: "1",
      serviceDate: "2026-11-23",
      vehicleIds: null,
      ...part,
    });
    expect(parsed[0]?.message).toBe(message);
  });

  // @spec PC-4.003 PC-4.004
  it("renames, completes, and refuses an empty title", async () => {
    const desk = await createDesk(db());
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Tuesday" }, {});
    expect((await desk.plan()).title).toBe("Tuesday");
    await completePlan(desk.dispatcher, { planId: desk.planId, completed: true }, {});
    expect((await desk.plan()).status).toBe(5);
    await completePlan(desk.dispatcher, { planId: desk.planId, completed: false }, {});
    expect((await desk.plan()).status).toBe(1);
  });

  // @spec PC-4.005
  it("starts the dispatch once, and a route that changes later doesn't take it back", async () => {
    const desk = await createDesk(db());
    const published = listen();
    await dispatchPlan(desk.dispatcher, { planId: desk.planId }, { tab: "tab:1:t" });
    expect((await desk.plan()).status).toBe(4);
    expect(published).toMatchObject([
      { model: "RoutingPlan", action: "update", planId: desk.planId, except: "tab:1:t" },
    ]);
    await expect(dispatchPlan(desk.dispatcher, { planId: desk.planId }, {})).rejects.toMatchObject({
      code: "plan.dispatching",
      status: 409,
    });
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    expect((await desk.plan()).status).toBe(4);
    await completePlan(desk.dispatcher, { planId: desk.planId, completed: false }, {});
    expect((await desk.plan()).status).toBe(1);
    const stranger = await createDesk(db());
    await expect(dispatchPlan(stranger.dispatcher, { planId: desk.planId }, {})).rejects.toMatchObject({ status: 404 });
  });

  // @spec PC-4.010
  // @spec PC-3.48
  it("saves settings, cleaned; a new end reaches the routes before the road", async () => {
    const desk = await createDesk(db());
    await db()("routing_routes").where({ id: desk.second }).update({ status: 4 });
    await updatePlanSettings(
      desk.dispatcher,
      {
        planId: desk.planId,
        ...settings({
          exploration: "9",
          avoidTolls: "0",
          endLocationType: "C",
          endLocationLat: "47.2",
          endLocationLng: "9.5",
          workHourStart: "07:00",
          hasBreaks: "0",
          speedPercent: "80",
        }),
      },
      {},
    );
    expect(await desk.plan()).toMatchObject({
      squash_duration: 2.5,
      solving_time: 30,
      exploration: 5,
      visit_balance_coefficient: 0.5,
      avoid_tolls: 0,
      end_location_type: "C",
      end_location_lat: 47.2,
    });
    expect(JSON.parse((await desk.plan()).vehicle_settings!)).toEqual({
      work_hour_start: "07:00",
      speed_factor: 0.8,
      has_breaks: 0,
    });
    expect((await desk.route(desk.first)).end_location_type).toBe("C");
    expect((await desk.route(desk.second)).end_location_type).toBe("N");
    expect(formFaults(PlanSettings, { planId: 1, startLocationType: "C", endLocationType: "N" })[0]).toMatchObject({
      message: "Set the start on the map",
      path: ["startLocationLat"],
    });
    await expect(
      updatePlanSettings(
        desk.dispatcher,
        { planId: desk.planId, ...settings({ workHourStart: "18:00", workHourEnd: "08:00" }) },
        {},
      ),
    ).rejects.toThrow("Start time must be less than end time");
  });

  // @spec PC-4.032
  it("removes all visits but those of locked routes", async () => {
    const desk = await createDesk(db(), { isLocked: 1 });
    await removeAllVisitsOfPlan(desk.dispatcher, { planId: desk.planId }, {});
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b, desk.c]);
    expect((await desk.visit(desk.d)).deleted_at).not.toBeNull();
    expect((await desk.visit(desk.loose)).deleted_at).not.toBeNull();
    expect((await desk.route(desk.second)).status).toBe(1);
  });

  // @spec PC-4.101
  it("removes a plan with its routes and visits, and tells the others", async () => {
    const desk = await createDesk(db());
    const published = listen();
    expect(await removePlan(desk.dispatcher, { planId: desk.planId }, { tab: "tab:1:t" })).toEqual({ title: "Plan" });
    expect((await desk.plan()).deleted_at).not.toBeNull();
    expect((await desk.visit(desk.a)).deleted_at).not.toBeNull();
    expect(published).toMatchObject([{ model: "RoutingPlan", action: "destroy", except: "tab:1:t" }]);
    await expect(removePlan(desk.dispatcher, { planId: desk.planId }, {})).rejects.toMatchObject({ status: 404 });
  });

  it("counts the time of a change as the commands' clock says", async () => {
    const desk = await createDesk(db());
    setWorld(db(), at("07:30"));
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Later" }, {});
    expect((await desk.plan()).updated_at).toBe(at("07:30"));
  });
});
