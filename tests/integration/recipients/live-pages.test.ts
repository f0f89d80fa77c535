import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadLiveRoute, loadLiveVisit } from "~/features/recipients/queries/live-pages.server";
import { epochSec } from "~/domain/time/utc-text";
import { liveRouteOf } from "~/planner/live-eta.server";
import { addRoadDay } from "../../factories/road-day";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, setWorld } from "../driver/road";

describe.each(databases())("the live pages of those who are signed in, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const nowSec = epochSec(at("08:15"));
  beforeEach(() => setWorld(db(), at("08:15")));
  afterEach(forgetWorld);

  it("have a map with the route's stops, its line and where its vehicle is, until it is back", async () => {
    const road = await createRoad(db());
    const day = await addRoadDay(db(), { ...road, routes: 2, stops: 4, nowSec });
    const [, routeId] = day.routeIds as [number, number];
    const page = await loadLiveRoute(road.dispatcher, routeId);
    expect(page.nowSec).toBe(nowSec);
    expect(page.map.route).toEqual({ id: routeId, index: 1, vehicle: "Van · Van 2", isOnRoad: true });
    expect(page.map.stops.map(({ id, label }) => [id, label])).toEqual(
      page.stops.map(({ id, number }) => [id, number]),
    );
    expect(page.map.stops.map(({ status }) => status)).toEqual(["done", "done", "onRoute", "onRoute"]);
    expect(page.map.line).not.toBe("");
    const latest = await db()("latest_positions").where({ route_id: routeId }).first("lat", "lng", "heading");
    const { lat, lng, heading } = latest!;
    expect(page.map.position).toMatchObject({ lat, lng, headingDeg: heading });
    const visit = await loadLiveVisit(road.dispatcher, day.visitIds[1]![2]!);
    expect(visit.map).toEqual(page.map);

    await db()("routing_routes").where({ id: routeId }).update({ status: 5 });
    expect((await loadLiveRoute(road.dispatcher, routeId)).map).toMatchObject({ position: null });
  });

  it("show a driver their own route's map", async () => {
    const road = await createRoad(db());
    const { map } = await loadLiveRoute(road.driver, road.routeId);
    expect(map.stops.map(({ id }) => id)).toEqual(road.stops);
    expect(map.position).toBeNull();
  });

  it("name the day of a time after midnight", async () => {
    const road = await createRoad(db());
    const [, , last] = road.stops;
    await db()("routing_visits").where({ id: last }).update({ arrival_time: "2026-11-23 23:03:00" });
    setWorld(db(), at("22:45"));
    const { stop } = await loadLiveVisit(road.dispatcher, last);
    expect(stop.eta).toMatch(/^00:\d\d \+1$/);
    expect(stop.told).toMatch(/^between (23:\d\d|00:\d\d \+1) and 00:\d\d \+1$/);
  });

  it("of a route end with its last stop as it is expected now", async () => {
    const road = await createRoad(db());
    const planned = await liveRouteOf(db(), road.companyId, road.routeId, epochSec(at("08:05")));
    const late = await liveRouteOf(db(), road.companyId, road.routeId, epochSec(at("11:00")));
    expect(late.endsSec! - planned.endsSec!).toBeGreaterThan(2 * 3600);
    const begins = road.stops.map((id) => late.etas.get(id)!.beginSec);
    expect(late.endsSec).toBeGreaterThan(Math.max(...begins));
    const other = await createRoad(db());
    expect(await liveRouteOf(db(), other.companyId, road.routeId, nowSec)).toEqual({ etas: new Map(), endsSec: null });
  });

  // @spec PC-2.14
  it("show a visit that its route could not serve alone, without a place in the order", async () => {
    const road = await createRoad(db());
    const [, left] = road.stops;
    await db()("routing_visits").where({ id: left }).update({ status: 1 });
    for (const routeId of [road.routeId, null]) {
      await db()("routing_visits").where({ id: left }).update({ route_id: routeId });
      const page = await loadLiveVisit(road.dispatcher, left);
      expect(page.stop).toMatchObject({ id: left, name: "Stop B", eta: "" });
      await expect(loadLiveVisit(road.dispatcher, road.start)).rejects.toMatchObject({ status: 404 });
      expect(page.map).toMatchObject({ route: null, stops: [{ id: left, label: 0, status: "unscheduled" }], line: "" });
    }
  });
});
