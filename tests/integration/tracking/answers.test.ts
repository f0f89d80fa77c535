import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addRoadTask } from "~/db/repositories/road-tasks.server";
import { REST_OF_ROUTE_ACTIONS } from "~/features/joined-actions.server";
import { moveStop } from "~/features/tracking/commands/move-stop.server";
import { loadMoveOffers } from "~/features/tracking/queries/move-offers.server";
import { loadReplay } from "~/features/tracking/queries/replay.server";
import { countWaitingTasks } from "~/features/tracking/queries/waiting-tasks.server";
import { RouteStatus } from "~/domain/route/route-status";
import { epochSec } from "~/domain/time/utc-text";
import { unpackRows } from "~/lib/columns";
import { setServices } from "~/services/container.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { createPlan, createRoute, createWarehouse, NOW } from "../../factories/company";
import { addRoadDay } from "../../factories/road-day";
import { databases, useTestDatabase } from "../../helpers/databases";
import { reportTask } from "../../helpers/report-tasks";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";

describe.each(databases())("answers to what needs attention, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const nowSec = epochSec(at("08:15"));
  beforeEach(() => setWorld(db(), at("08:15")));
  afterEach(forgetWorld);

  const onTheRoad = async (routes = 3) => {
    const road = await createRoad(db());
    const day = await addRoadDay(db(), { ...road, routes, stops: 6, nowSec });
    return { road, day, stop: day.visitIds[0]![4]! };
  };
  const routeRow = (id: number) => db()("routing_routes").where({ id }).first();
  const visitRow = (id: number) => db()("routing_visits").where({ id }).first();

  it("a stop moves to the route that was offered, with the effect that was shown; the locks stay", async () => {
    const { road, day, stop } = await onTheRoad();
    const { offers, from, plan } = await loadMoveOffers(road.dispatcher, stop);
    expect(from).toEqual({ routeId: day.routeIds[0], vehicle: "Van · Van 1" });
    expect(offers.map(({ routeId }) => routeId).sort()).toEqual(day.routeIds.slice(1));
    const [best] = offers;
    expect(best).toMatchObject({ refused: null });
    const taking = best!.effects.find(({ routeId }) => routeId === best!.routeId)!;
    expect(taking.after.stops).toBe(taking.before.stops + 1);

    const { routeId, position } = best!;
    await moveStop(road.dispatcher, { visitId: stop, toRouteId: routeId, position }, { version: plan.version });
    expect(await visitRow(stop)).toMatchObject({ route_id: routeId, status: 3 });
    const after = (await routeRow(routeId))!;
    expect(after).toMatchObject({ is_locked: 1, distance: taking.after.distanceM });
    expect(await routeRow(day.routeIds[0]!)).toMatchObject({ is_locked: 1 });
  });

  it("minutes that have passed make no offer worse than another", async () => {
    const { road, day, stop } = await onTheRoad();
    const load = async () => (await loadMoveOffers(road.dispatcher, stop)).offers;
    const [best] = await load();
    // The next stop of the best route was planned in time, and is late by now, whatever else is moved there.
    const next = day.visitIds[day.routeIds.indexOf(best!.routeId)]![3]!;
    await db()("routing_visits").where({ id: next }).update({ start_time: "00:00", end_time: "09:20" });
    expect(await load()).toEqual([
      expect.objectContaining({ routeId: best!.routeId, effects: best!.effects }),
      expect.anything(),
    ]);
  });

  it("only routes on the road give and take in spite of their lock", async () => {
    const { road, day, stop } = await onTheRoad();
    const [, second, third] = day.routeIds as [number, number, number];
    await db()("routing_routes").where({ id: second }).update({ status: 3 });
    const { offers } = await loadMoveOffers(road.dispatcher, stop);
    expect(offers.map(({ routeId, refused }) => [routeId, refused === null])).toEqual([
      [third, true],
      [second, false],
    ]);
    await expect(moveStop(road.dispatcher, { visitId: stop, toRouteId: second }, {})).rejects.toMatchObject({
      status: 409,
      code: "route.locked",
    });
    await db()("routing_routes").where({ id: second }).update({ is_locked: 0 });
    await moveStop(road.dispatcher, { visitId: stop, toRouteId: second }, {});
    expect(await visitRow(stop)).toMatchObject({ route_id: second });
  });

  it("nothing moves that is served, to a route that is over, or to another company", async () => {
    const { road, day, stop } = await onTheRoad();
    const other = await onTheRoad(1);
    await db()("routing_routes").where({ id: day.routeIds[2]! }).update({ status: 5 });
    expect((await loadMoveOffers(road.dispatcher, stop)).offers.map(({ routeId }) => routeId)).toEqual([
      day.routeIds[1],
    ]);
    const to = (toRouteId: number, visitId = stop) => moveStop(road.dispatcher, { visitId, toRouteId }, {});
    await expect(to(day.routeIds[2]!)).rejects.toMatchObject({ status: 409, code: "route.completed" });
    await expect(to(day.routeIds[1]!, day.visitIds[0]![0]!)).rejects.toMatchObject({ code: "visit.past" });
    await expect(to(other.day.routeIds[0]!)).rejects.toMatchObject({ status: 404 });
    await expect(to(day.routeIds[1]!, other.stop)).rejects.toMatchObject({ status: 404 });
    await expect(loadMoveOffers(road.dispatcher, other.stop)).rejects.toMatchObject({ status: 404 });
    await expect(loadMoveOffers(road.driver, stop)).rejects.toMatchObject({ status: 403 });
    expect(await visitRow(stop)).toMatchObject({ route_id: day.routeIds[0] });
  });

  it("a locked route is unlocked for its calculation, and stays locked where there is none", async () => {
    const { road, day } = await onTheRoad();
    const [first, second] = day.routeIds as [number, number];
    const recalculate = (routeId: number) =>
      REST_OF_ROUTE_ACTIONS["route.recalculate_rest"].run(road.dispatcher, { routeId }, {});
    await db()("routing_visits").where({ route_id: second, type: "D" }).update({ status: 4, completed_at: NOW });
    await expect(recalculate(second)).rejects.toMatchObject({ code: "route.no_visits" });
    expect(await routeRow(second)).toMatchObject({ is_locked: 1 });
    const solver = { memoryMb: 1000 } as Partial<SolverPool> as SolverPool;
    setServices(testServices({ clock: { nowMs: () => nowSec * 1000 }, routing: testRouting(), solver }));
    await recalculate(first);
    expect(await routeRow(first)).toMatchObject({ is_locked: 0 });
    expect(await db()("routing_queries").where({ plan_id: day.planId })).toHaveLength(1);
  });

  it("a replay has the day's ways and reports, and nothing of another day or company", async () => {
    const { road, day } = await onTheRoad(2);
    await onTheRoad(1);
    const replay = await loadReplay(road.dispatcher, "2026-11-23");
    const shown = replay.routes.map(({ id }) => id);
    // The company's other route on the road shares no position.
    expect(shown.filter((id) => day.routeIds.includes(id))).toEqual(day.routeIds);
    expect(replay.trails.map(({ id }) => id)).toEqual(day.routeIds);
    const [trail] = replay.trails;
    expect(trail!.startSec + trail!.gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThanOrEqual(nowSec);
    const past = unpackRows(replay.stops).filter((stop) => stop.past !== undefined);
    expect(past.filter(({ routeId }) => routeId === day.routeIds[0])).toHaveLength(3);
    expect(await loadReplay(road.dispatcher, "2026-11-22")).toMatchObject({
      routes: [],
      trails: [],
      drivenDay: "2026-11-23",
    });
    await expect(loadReplay(road.driver, "2026-11-23")).rejects.toMatchObject({ status: 403 });
  });

  it("a replay has the route's clock, and the user's where routes go by several", async () => {
    const { road, day } = await onTheRoad(2);
    const newYork = await createWarehouse(db(), road.companyId, { time_zone: "America/New_York" });
    const inNewYork = (...ids: number[]) => db()("routing_routes").whereIn("id", ids).update({ warehouse_id: newYork });
    const zone = async () => (await loadReplay(road.dispatcher, "2026-11-23")).timeZone;
    await inNewYork(...day.routeIds, road.routeId);
    expect(await zone()).toBe("America/New_York");
    await db()("routing_routes").where({ id: day.routeIds[1]! }).update({ warehouse_id: road.warehouseId });
    expect(await zone()).toBe("Europe/Vaduz");
  });

  it("a replay that names no day has the last one that was driven, also after its midnight", async () => {
    const { road } = await onTheRoad(1);
    const planned = await createPlan(db(), road.companyId, { service_date: "2026-11-24" });
    await createRoute(db(), road.companyId, planned, { vehicle_id: road.vehicleId });
    setWorld(db(), "2026-11-24 00:10:00");
    expect(await loadReplay(road.dispatcher, undefined)).toMatchObject({ day: "2026-11-23", lastDay: "2026-11-24" });
    const early = await createPlan(db(), road.companyId, { service_date: "2026-11-25" });
    await createRoute(db(), road.companyId, early, { vehicle_id: road.vehicleId, status: RouteStatus.OnRoute });
    expect(await loadReplay(road.dispatcher, undefined)).toMatchObject({ day: "2026-11-25", lastDay: "2026-11-25" });
  });

  it("a replay of a company that never drove says so", async () => {
    const road = await createRoad(db());
    await db()("routing_routes").where({ company_id: road.companyId }).update({ status: RouteStatus.Scheduled });
    expect(await loadReplay(road.dispatcher, undefined)).toMatchObject({ routes: [], drivenDay: null });
  });

  it("the navigation counts the tasks that wait for dispatchers", async () => {
    const road = await createRoad(db());
    await addRoadTask(db(), road.companyId, reportTask("k", {}, { routeId: road.routeId }), NOW);
    expect(await countWaitingTasks(road.dispatcher)).toBe(1);
    expect(await countWaitingTasks(road.driver)).toBe(0);
    expect(await countWaitingTasks((await createRoad(db())).dispatcher)).toBe(0);
  });
});
