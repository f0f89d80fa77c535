import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { markSeen } from "~/features/tracking/commands/mark-seen.server";
import { loadTracking, MOST_ROUTES } from "~/features/tracking/queries/tracking-page.server";
import { loadTrails } from "~/features/tracking/queries/trails.server";
import { epochSec } from "~/domain/time/utc-text";
import { liveRouteOf } from "~/planner/live-eta.server";
import { decodePolyline } from "~/lib/polyline";
import { unpackRows } from "~/lib/columns";
import { createPlan, createRoute, createWarehouse } from "../../factories/company";
import { addRoadDay } from "../../factories/road-day";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, listen, setWorld } from "../driver/road";

describe.each(databases())("what is on the road, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const nowSec = epochSec(at("08:15"));
  beforeEach(() => setWorld(db(), at("08:15")));
  afterEach(forgetWorld);

  it("routes of the company that were started, with their stops, to dispatchers alone", async () => {
    const road = await createRoad(db());
    await createRoad(db());
    const planId = await createPlan(db(), road.companyId, { warehouse_id: road.warehouseId });
    await createRoute(db(), road.companyId, planId, { status: 3 });
    await markVisitDone(road.driver, { visitId: road.stops[0] });
    const { routes, stops } = await loadTracking(road.dispatcher);
    const vehicle = (await db()("vehicles").where({ company_id: road.companyId }).first())!;
    expect(vehicle.title).not.toBe(vehicle.plate);
    expect(routes[0]).toMatchObject({ vehicle: vehicle.title, plate: vehicle.plate });
    expect(routes).toEqual([
      expect.objectContaining({
        id: road.routeId,
        driver: "Dora Driver",
        timeZone: "Europe/Vaduz",
        stops: 3,
        served: 1,
        failed: 0,
        position: null,
      }),
    ]);
    expect(unpackRows(stops).map(({ id, status, label }) => [id, status, label])).toEqual([
      [road.stops[0], "done", 1],
      [road.stops[1], "onRoute", 2],
      [road.stops[2], "onRoute", 3],
    ]);
    await expect(loadTracking(road.driver)).rejects.toMatchObject({ status: 403 });
    await expect(loadTrails(road.driver)).rejects.toMatchObject({ status: 403 });
  });

  it("the company's active warehouses while nobody is on the road", async () => {
    const road = await createRoad(db());
    await createRoad(db());
    expect((await loadTracking(road.dispatcher)).warehouses).toEqual([]);
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 3 });
    const { warehouses } = await loadTracking(road.dispatcher);
    expect(warehouses).toEqual([expect.objectContaining({ id: road.warehouseId, lat: 47.141, lng: 9.5209 })]);
    await db()("warehouses").where({ id: road.warehouseId }).update({ status: 0 });
    expect((await loadTracking(road.dispatcher)).warehouses).toEqual([]);
    // More than a page of a list has.
    const many = Array.from({ length: 16 }, (_, nth) => `Depot ${nth + 10}`);
    for (const title of many) await createWarehouse(db(), road.companyId, { title, lat: 47, lng: 9 });
    expect((await loadTracking(road.dispatcher)).warehouses.map(({ name }) => name)).toEqual(many);
  });

  it("routes of two plans in colours of their own", async () => {
    const road = await createRoad(db());
    const day = await addRoadDay(db(), { ...road, routes: 2, stops: 4, nowSec });
    const { routes } = await loadTracking(road.dispatcher);
    const colours = new Map(routes.map(({ id, index }) => [id, index]));
    expect([road.routeId, ...day.routeIds].map((id) => colours.get(id))).toEqual([1, 0, 2]);
  });

  it("today's plan where nobody is on the road, and none beside those who are", async () => {
    const road = await createRoad(db());
    expect((await loadTracking(road.dispatcher)).todaysPlan).toBeNull();
    await db()("routing_routes").where({ company_id: road.companyId }).update({ status: 3 });
    expect((await loadTracking(road.dispatcher)).todaysPlan).toBe(road.planId);
    await db()("routing_plans").where({ id: road.planId }).update({ service_date: "2026-11-20" });
    expect((await loadTracking(road.dispatcher)).todaysPlan).toBeNull();
  });

  it("today's approved routes that nobody has started, of the company alone", async () => {
    const road = await createRoad(db());
    const other = await createRoad(db());
    const waiting = async () => (await loadTracking(road.dispatcher)).waiting;
    expect(await waiting()).toEqual([]);
    for (const { routeId } of [road, other])
      await db()("routing_routes")
        .where({ id: routeId })
        .update({ status: 3, start_time: at("13:30") });
    const vehicle = (await db()("vehicles").where({ company_id: road.companyId }).first())!;
    expect(await waiting()).toEqual([
      {
        id: road.routeId,
        vehicle: vehicle.title,
        plate: vehicle.plate,
        driver: "Dora Driver",
        date: "2026-11-23",
        timeZone: "Europe/Vaduz",
        start: epochSec(at("13:30")),
      },
    ]);
    await db()("routing_plans").where({ id: road.planId }).update({ service_date: "2026-11-24" });
    expect(await waiting()).toEqual([]);
  });

  it("no approved routes of a plan that was marked as completed", async () => {
    const road = await createRoad(db());
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 3 });
    const waiting = async () => (await loadTracking(road.dispatcher)).waiting.map(({ id }) => id);
    expect(await waiting()).toEqual([road.routeId]);
    await db()("routing_plans").where({ id: road.planId }).update({ status: 5 });
    expect(await waiting()).toEqual([]);
  });

  it("approved routes of the day that it is at their warehouse, whatever day it is for the user", async () => {
    const road = await createRoad(db());
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 3 });
    await db()("warehouses").where({ id: road.warehouseId }).update({ time_zone: "Pacific/Honolulu" });
    await db()("users").where({ id: road.dispatcher.user.id! }).update({ time_zone: "Asia/Tokyo" });
    const waitingOn = async (day: string) => {
      await db()("routing_plans").where({ id: road.planId }).update({ service_date: day });
      return (await loadTracking(road.dispatcher)).waiting.map(({ id }) => id);
    };
    // It is Sunday evening there.
    expect(await waitingOn("2026-11-22")).toEqual([road.routeId]);
    expect(await waitingOn("2026-11-23")).toEqual([]);
    // Without a warehouse it is the day of UTC.
    await db()("routing_routes").where({ id: road.routeId }).update({ warehouse_id: null });
    expect(await waitingOn("2026-11-22")).toEqual([]);
    expect(await waitingOn("2026-11-23")).toEqual([road.routeId]);
  });

  it("the first approved routes to start of very many, and that there are more", async () => {
    const road = await createRoad(db());
    const waiting = async () => {
      const { waiting: routes, hasMoreWaiting } = await loadTracking(road.dispatcher);
      return { first: routes[0]?.id, last: routes.at(-1)?.id, count: routes.length, hasMoreWaiting };
    };
    const times = { status: 3, start_time: at("13:30") };
    await db()("routing_routes").where({ id: road.routeId }).update(times);
    const { id: _id, ...row } = (await db()("routing_routes").where({ id: road.routeId }).first())!;
    await db().batchInsert(
      "routing_routes",
      Array.from({ length: MOST_ROUTES - 1 }, () => row),
      20,
    );
    const full = await waiting();
    expect(full).toMatchObject({ first: road.routeId, count: MOST_ROUTES, hasMoreWaiting: false });
    const late = await createRoute(db(), road.companyId, road.planId, { status: 3, warehouse_id: road.warehouseId });
    expect(await waiting()).toEqual({ ...full, hasMoreWaiting: true });
    // Where it is another day, so that routes of two days are read.
    await createWarehouse(db(), road.companyId, { time_zone: "Pacific/Honolulu" });
    expect(await waiting()).toEqual({ ...full, hasMoreWaiting: true });
    await db()("routing_routes")
      .where({ id: late })
      .update({ start_time: at("06:00") });
    expect(await waiting()).toMatchObject({ first: late, count: MOST_ROUTES, hasMoreWaiting: true });
  });

  it("today's approved routes, however many of a day that is today elsewhere are waiting before them", async () => {
    const road = await createRoad(db());
    const planId = await createPlan(db(), road.companyId, { service_date: "2026-11-22" });
    await db()("routing_routes").where({ id: road.routeId }).update({ status: 3 });
    const { id: _id, ...row } = (await db()("routing_routes").where({ id: road.routeId }).first())!;
    const old = { ...row, plan_id: planId, start_time: at("06:00") };
    // Sunday's, which is today in Honolulu alone; removed warehouses have the clock of UTC.
    const honolulu = await createWarehouse(db(), road.companyId, { time_zone: "Pacific/Honolulu" });
    await db().batchInsert(
      "routing_routes",
      Array.from({ length: 2 * MOST_ROUTES + 1 }, () => old),
      20,
    );
    const there = await createRoute(db(), road.companyId, planId, { status: 3, warehouse_id: honolulu });
    const waiting = async () => {
      const { waiting: routes, hasMoreWaiting } = await loadTracking(road.dispatcher);
      return [routes.map(({ id }) => id).sort((one, other) => one - other), hasMoreWaiting];
    };
    expect(await waiting()).toEqual([[road.routeId, there], false]);
    await db()("warehouses")
      .where({ id: road.warehouseId })
      .update({ deleted_at: at("08:00") });
    expect(await waiting()).toEqual([[road.routeId, there], false]);
  });

  it("the vehicles' places and ways, of the company's own routes", async () => {
    const road = await createRoad(db());
    const day = await addRoadDay(db(), { ...road, routes: 2, stops: 6, nowSec });
    const other = await createRoad(db());
    await addRoadDay(db(), { ...other, routes: 1, stops: 6, nowSec });
    const { routes } = await loadTracking(road.dispatcher);
    const placed = routes.filter(({ position }) => position !== null);
    expect(placed.map(({ id }) => id)).toEqual(day.routeIds);
    expect(placed[0]?.position?.atSec).toBeGreaterThan(nowSec - 60);
    const { trails } = await loadTrails(road.dispatcher);
    expect(trails.map(({ id }) => id)).toEqual(day.routeIds);
    const way = decodePolyline(trails[0]!.line);
    expect(way.length).toBeGreaterThan(30);
    expect(way[0]).toEqual([9.5209, 47.141]);
    // The newest is where the vehicle is.
    expect(way.at(-1)![1]).toBeCloseTo(placed[0]!.position!.lat, 4);
  });

  it("what needs attention: a window to be missed, a vehicle that is silent; seen for half an hour", async () => {
    const road = await createRoad(db());
    const day = await addRoadDay(db(), {
      ...road,
      routes: 3,
      stops: 6,
      nowSec,
      // The stop after the next one is expected in 12 minutes.
      windowMin: (nth) => [5, null, 40][nth] ?? null,
      silentSec: (nth) => (nth === 1 ? 16 * 60 : 14 * 60),
    });
    const late = `late:${day.visitIds[0]![4]!}`;
    const silent = `no-position:${day.routeIds[1]}`;
    const keys = async () => (await loadTracking(road.dispatcher)).attention.map(({ key, seen }) => [key, seen]);
    expect(await keys()).toEqual([
      [late, null],
      [silent, null],
    ]);
    const changes = listen(db());
    // The page tells all times by the clocks of the routes, whatever one's own is.
    await db()("users").where({ id: road.dispatcher.user.id! }).update({ time_zone: "Asia/Tokyo" });
    await markSeen(road.dispatcher, { key: late });
    expect(changes).toMatchObject([{ model: "RoadTask" }]);
    expect(await keys()).toEqual([
      [late, "Seen by Olga Owner, 09:15"],
      [silent, null],
    ]);
    setWorld(db(), at("08:46"));
    expect(await keys()).toContainEqual([late, null]);
  });

  it("when a route ends by what is left of it now, as recipients read it", async () => {
    const road = await createRoad(db());
    setWorld(db(), at("11:00"));
    const { routes, stops } = await loadTracking(road.dispatcher);
    const { endsSec } = await liveRouteOf(db(), road.companyId, road.routeId, epochSec(at("11:00")));
    expect(routes.map(({ finish }) => finish)).toEqual([endsSec]);
    expect(endsSec).toBeGreaterThan(Math.max(...unpackRows(stops).map(({ eta }) => eta ?? 0)));
  });

  it("what is seen has to be the company's own", async () => {
    const road = await createRoad(db());
    const other = await createRoad(db());
    for (const key of [`late:${other.stops[0]}`, `no-position:${other.routeId}`])
      await expect(markSeen(road.dispatcher, { key })).rejects.toMatchObject({ status: 404 });
    await expect(markSeen(road.driver, { key: `no-position:${road.routeId}` })).rejects.toMatchObject({ status: 403 });
    expect(await db()("road_tasks").where({ company_id: road.companyId })).toEqual([]);
  });

  it("asks hardly more questions for forty routes than for two: stops are read in pieces", async () => {
    const road = await createRoad(db());
    await addRoadDay(db(), { ...road, routes: 2, stops: 4, nowSec, pointsPerLeg: 1 });
    const count = async () => {
      let questions = 0;
      const onQuery = () => void questions++;
      db().on("query", onQuery);
      await loadTracking(road.dispatcher);
      db().removeListener("query", onQuery);
      return questions;
    };
    const few = await count();
    await addRoadDay(db(), { ...road, routes: 40, stops: 4, nowSec, pointsPerLeg: 1 });
    // One for the stops of every ten routes.
    expect(await count()).toBeLessThanOrEqual(few + 4);
    expect(few).toBeLessThan(20);
  });
});
