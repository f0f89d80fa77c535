import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addRoutes } from "~/features/planning/commands/add-routes.server";
import {
  approvePlan,
  approveRoute,
  changeRoute,
  removeRoute,
  removeVisitsOfRoute,
  resetRoute,
  setRouteEmpty,
  toggleLock,
} from "~/features/planning/commands/route-commands.server";
import { setDrivers } from "~/features/planning/commands/set-drivers.server";
import { removeAllVisitsOfPlan } from "~/features/planning/commands/plan-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { driverField } from "~/features/planning/driver-field";
import { approvedMessage, removedAllMessage } from "~/features/planning/messages";
import { createMember, createVehicle } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, listen, setWorld } from "./desk";

describe.each(databases())("routes of a plan on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  // @spec PC-4.017 PC-4.068
  it("approves a route: scheduled and locked, its visits on route, the version raised, others notified", async () => {
    const desk = await createDesk(db());
    const published = listen();
    const before = (await desk.plan()).version;
    const { version } = await approveRoute(
      desk.dispatcher,
      { routeId: desk.first },
      { version: before, tab: "tab:1:t" },
    );
    expect(await desk.route(desk.first)).toMatchObject({ status: 3, is_locked: 1 });
    expect((await desk.visit(desk.a)).status).toBe(3);
    expect((await desk.visit(desk.d)).status).toBe(2);
    expect(version).toBe(before + 1);
    expect(await desk.plan()).toMatchObject({ version, status: 2 });
    expect(await db()("plan_changes").where({ plan_id: desk.planId }).first()).toMatchObject({
      kind: "route.approve",
      plan_version: version,
      user_id: desk.ownerId,
    });
    expect(published).toEqual([
      {
        model: "RoutingPlan",
        action: "update",
        ids: [desk.planId],
        planId: desk.planId,
        room: `company:${desk.companyId}`,
        except: "tab:1:t",
      },
    ]);
  });

  it("approves all routes that have visits, and leaves the empty one; the plan is scheduled then", async () => {
    const desk = await createDesk(db());
    const { changes } = await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    expect(changes.routes.map((patch) => patch.id).sort()).toEqual([desk.first, desk.second].sort());
    expect((await desk.route(desk.empty)).status).toBe(1);
    expect((await desk.plan()).status).toBe(3);
  });

  // @spec PC-4.015
  it("refuses to approve a plan without planned visits, and changes nothing when all is approved", async () => {
    const desk = await createDesk(db());
    await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    const { version } = await desk.plan();
    await expect(approvePlan(desk.dispatcher, { planId: desk.planId }, {})).rejects.toMatchObject({
      code: "route.locked",
      status: 409,
      message: "All routes are approved and locked already.",
    });
    await expect(approveRoute(desk.dispatcher, { routeId: desk.first }, {})).rejects.toMatchObject({
      code: "route.locked",
      message: "The route is locked. Unlock it first.",
    });
    expect((await desk.plan()).version).toBe(version);
    await db()("routing_visits").where({ plan_id: desk.planId }).update({ route_id: null });
    await expect(approvePlan(desk.dispatcher, { planId: desk.planId }, {})).rejects.toMatchObject({
      code: "plan.no_routes",
      status: 409,
    });
  });

  // @spec PC-8.18
  it("says which of the approved routes nobody drives, and which were locked already", async () => {
    const desk = await createDesk(db());
    await db()("routing_routes").where({ id: desk.second }).update({ driver_id: null });
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    const approved = await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    expect(approved).toMatchObject({ approved: 1, locked: 1, withoutDriver: ["Second"] });
    expect(approvedMessage(approved)).toEqual({
      message: "Action was successful",
      detail: "1 route approved. 1 route was locked already and left unchanged. No driver yet: Second.",
    });
  });

  it("sets the drivers of all routes as one change that undo takes back", async () => {
    const desk = await createDesk(db());
    const other = await createMember(db(), desk.companyId, { is_courier: 1 });
    const plain = await createMember(db(), desk.companyId, { is_courier: 0 });
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    const set = (drivers: [number, number | null][]) =>
      setDrivers(desk.dispatcher, { planId: desk.planId, drivers: new Map(drivers) }, {});
    const drivers = async () =>
      [desk.first, desk.second, desk.empty].map(async (id) => (await desk.route(id)).driver_id);
    const before = await Promise.all(await drivers());
    await expect(
      set([
        [desk.first, other],
        [desk.second, plain],
      ]),
    ).rejects.toMatchObject({ code: "route.not_driver", field: driverField(desk.second) });
    await expect(
      set([
        [desk.first, other],
        [999_999, other],
      ]),
    ).rejects.toMatchObject({ status: 404 });
    expect(await Promise.all(await drivers())).toEqual(before);
    await set([
      [desk.first, other],
      [desk.second, null],
      [desk.empty, desk.driverId],
    ]);
    expect(await Promise.all(await drivers())).toEqual([other, null, desk.driverId]);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await Promise.all(await drivers())).toEqual(before);
    await db()("routing_routes").where({ id: desk.second }).update({ status: 5 });
    await expect(set([[desk.second, other]])).rejects.toMatchObject({ code: "route.completed" });
  });

  it("says how many visits went when all are removed, and how many stay on locked routes", async () => {
    const desk = await createDesk(db());
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    const removed = await removeAllVisitsOfPlan(desk.dispatcher, { planId: desk.planId }, {});
    expect(removed).toMatchObject({ removed: 2, kept: 3 });
    expect(removedAllMessage(removed)).toEqual({
      message: "Every visit on unlocked routes has been deleted!",
      detail: "2 visits removed. Locked routes keep 3.",
    });
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    expect(removedAllMessage(await removeVisitsOfRoute(desk.dispatcher, { routeId: desk.first }, {}))).toEqual({
      message: "Every visit has been deleted!",
      detail: "3 visits removed.",
    });
  });

  // @spec PC-4.031 PC-3.33
  it("locks and unlocks", async () => {
    const desk = await createDesk(db());
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    expect((await desk.route(desk.first)).is_locked).toBe(1);
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    expect((await desk.route(desk.first)).is_locked).toBe(0);
  });

  // @spec PC-4.025 PC-4.026 PC-4.027
  it("resets: empty, no times, visits unscheduled, marks gone", async () => {
    const desk = await createDesk(db(), { routeStatus: 4, visitStatus: 4 });
    await db()("routing_routes")
      .where({ id: desk.first })
      .update({ statistic_overdue_time: 60, statistic_out_of_turn: 2 });
    await resetRoute(desk.dispatcher, { routeId: desk.first }, {});
    expect(await desk.route(desk.first)).toMatchObject({
      status: 1,
      query_id: null,
      start_time: null,
      distance: 0,
      statistic_overdue_time: 0,
      statistic_out_of_turn: 0,
    });
    expect(await desk.visit(desk.a)).toMatchObject({
      route_id: null,
      status: 1,
      position: 1000,
      arrival_time: null,
      completed_at: null,
      plan_id: desk.planId,
    });
    expect((await desk.visit(desk.start)).deleted_at).not.toBeNull();
    expect((await desk.visit(desk.end)).deleted_at).not.toBeNull();
    await expect(resetRoute(desk.dispatcher, { routeId: desk.empty }, {})).rejects.toMatchObject({
      code: "route.empty",
      status: 409,
    });
  });

  // @spec PC-4.029
  it("sets empty: start and end removed, other visits not touched; refused on a locked route", async () => {
    const desk = await createDesk(db());
    await setRouteEmpty(desk.dispatcher, { routeId: desk.first }, {});
    expect(await desk.route(desk.first)).toMatchObject({ status: 1, query_id: null });
    expect((await desk.visit(desk.start)).deleted_at).not.toBeNull();
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b, desk.c]);
    const locked = await createDesk(db(), { isLocked: 1 });
    await expect(setRouteEmpty(locked.dispatcher, { routeId: locked.first }, {})).rejects.toMatchObject({
      code: "route.locked",
    });
  });

  // @spec PC-4.028
  it("removes a route; its visits stay in the plan, a locked one refuses", async () => {
    const desk = await createDesk(db());
    const { title } = await removeRoute(desk.dispatcher, { routeId: desk.first }, {});
    expect((await desk.route(desk.first)).deleted_at).not.toBeNull();
    const vehicleId = (await desk.route(desk.first)).vehicle_id ?? 0;
    expect(title).toBe((await db()("vehicles").where({ id: vehicleId }).first("title"))?.title);
    expect(await desk.visit(desk.b)).toMatchObject({
      route_id: null,
      plan_id: desk.planId,
      status: 1,
      deleted_at: null,
    });
    await toggleLock(desk.dispatcher, { routeId: desk.second }, {});
    await expect(removeRoute(desk.dispatcher, { routeId: desk.second }, {})).rejects.toMatchObject({
      code: "route.locked",
      status: 409,
    });
    expect((await desk.route(desk.second)).deleted_at).toBeNull();
  });

  it("removes all visits of a route, and refuses on a locked one", async () => {
    const desk = await createDesk(db());
    await removeVisitsOfRoute(desk.dispatcher, { routeId: desk.first }, {});
    expect((await desk.visit(desk.a)).deleted_at).not.toBeNull();
    expect(await desk.route(desk.first)).toMatchObject({ status: 1, distance: 0 });
    await toggleLock(desk.dispatcher, { routeId: desk.second }, {});
    await expect(removeVisitsOfRoute(desk.dispatcher, { routeId: desk.second }, {})).rejects.toMatchObject({
      code: "route.locked",
    });
    expect((await desk.visit(desk.d)).deleted_at).toBeNull();
  });

  // @spec PC-4.094
  it("changes vehicle and driver; a route without a driver takes over the new vehicle's", async () => {
    const desk = await createDesk(db());
    const other = await createMember(db(), desk.companyId, { is_courier: 1 });
    const vehicleId = await createVehicle(db(), desk.companyId, { driver_id: other });
    await changeRoute(desk.dispatcher, { routeId: desk.empty, driverId: null }, {});
    expect((await desk.route(desk.empty)).driver_id).toBeNull();
    await changeRoute(desk.dispatcher, { routeId: desk.empty, vehicleId }, {});
    expect(await desk.route(desk.empty)).toMatchObject({ vehicle_id: vehicleId, driver_id: other });
    const office = await createMember(db(), desk.companyId, { is_courier: 0 });
    await expect(changeRoute(desk.dispatcher, { routeId: desk.empty, driverId: office }, {})).rejects.toMatchObject({
      code: "route.not_driver",
      status: 422,
      field: "driverId",
    });
    // Who drives it stays, though they are no driver any more: the form sends them along with the vehicle.
    await db()("company_members").where({ id: other }).update({ is_courier: 0 });
    const third = await createVehicle(db(), desk.companyId);
    await changeRoute(desk.dispatcher, { routeId: desk.empty, driverId: other, vehicleId: third }, {});
    expect(await desk.route(desk.empty)).toMatchObject({ vehicle_id: third, driver_id: other });
  });

  it("refuses a new vehicle on a locked route, and any change on a completed one", async () => {
    const locked = await createDesk(db(), { isLocked: 1 });
    const vehicleId = await createVehicle(db(), locked.companyId);
    await expect(changeRoute(locked.dispatcher, { routeId: locked.first, vehicleId }, {})).rejects.toMatchObject({
      code: "route.locked",
    });
    await changeRoute(locked.dispatcher, { routeId: locked.first, driverId: null }, {});
    const completed = await createDesk(db(), { routeStatus: 5 });
    await expect(
      changeRoute(completed.dispatcher, { routeId: completed.first, driverId: null }, {}),
    ).rejects.toMatchObject({ code: "route.completed" });
  });

  it("gives no route a vehicle that has another route in the plan", async () => {
    const desk = await createDesk(db());
    const { vehicle_id: vehicleId } = await desk.route(desk.second);
    const { vehicle_id: own } = await desk.route(desk.first);
    await expect(changeRoute(desk.dispatcher, { routeId: desk.first, vehicleId }, {})).rejects.toMatchObject({
      code: "route.vehicle_used",
      status: 409,
      field: "vehicleId",
      message: "Second has a route in this plan already.",
    });
    await changeRoute(desk.dispatcher, { routeId: desk.first, vehicleId: own }, {});
    await changeRoute(desk.dispatcher, { routeId: desk.second, vehicleId: null }, {});
    await changeRoute(desk.dispatcher, { routeId: desk.first, vehicleId }, {});
    expect((await desk.route(desk.first)).vehicle_id).toBe(vehicleId);
    // Where two have it from earlier, one can still be given another driver.
    await db()("routing_routes").where({ id: desk.second }).update({ vehicle_id: vehicleId });
    await changeRoute(desk.dispatcher, { routeId: desk.second, vehicleId, driverId: null }, {});
    expect((await desk.route(desk.second)).driver_id).toBeNull();
  });

  it("adds vehicles as routes at the end, with the plan's start and end; each vehicle once", async () => {
    const desk = await createDesk(db());
    await db()("routing_plans").where({ id: desk.planId }).update({ end_location_type: "W" });
    const vehicleId = await createVehicle(db(), desk.companyId, { driver_id: desk.driverId });
    const before = (await desk.plan()).version;
    const { routeIds, version } = await addRoutes(
      desk.dispatcher,
      { planId: desk.planId, vehicleIds: [vehicleId] },
      {},
    );
    expect(await desk.route(routeIds[0]!)).toMatchObject({
      vehicle_id: vehicleId,
      driver_id: desk.driverId,
      position: 4,
      status: 1,
      end_location_type: "W",
      warehouse_id: desk.warehouseId,
    });
    expect(version).toBe(before + 1);
    await expect(
      addRoutes(desk.dispatcher, { planId: desk.planId, vehicleIds: [vehicleId] }, {}),
    ).rejects.toMatchObject({ code: "route.vehicle_used", status: 409 });
    expect((await desk.plan()).version).toBe(version);
  });
});
