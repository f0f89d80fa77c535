import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { updateRoutes } from "~/db/repositories/routes.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { visitFor } from "~/features/driver/commands/attachments.server";
import { loadDriverHome, loadDriverHomePage } from "~/features/driver/queries/driver-home.server";
import { loadDriverMap } from "~/features/driver/queries/driver-map.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { exportedRoute } from "~/features/exports/queries/exported-plan.server";
import { loadLiveRoute, loadLiveVisit } from "~/features/recipients/queries/live-pages.server";
import type { NamedCompany } from "~/lib/page-stamp";
import { createPlan, createRoute, createWarehouse, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

describe.each(databases())("the driver's pages on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("08:15")));
  afterEach(forgetWorld);

  const addRoute = async (road: Road, service_date: string, status: number, driver_id: number = road.driverId) =>
    createRoute(
      db(),
      road.companyId,
      await createPlan(db(), road.companyId, { service_date, warehouse_id: road.warehouseId }),
      { status, driver_id, warehouse_id: road.warehouseId },
    );
  const nightShift = (road: Road) =>
    db()("vehicles").where({ id: road.vehicleId }).update({
      work_hour_start: "22:00",
      work_hour_end: "24:00",
      overtime: 240,
    });
  const shown = async (road: Road) =>
    (await loadDriverHome(road.driver)).days.map((day) => [day.label, ...day.routes.map((route) => route.id)]);

  describe("their routes", () => {
    it("of today and later, approved ones alone, and older ones that are still on the road", async () => {
      const road = await createRoad(db(), { routeStatus: 3 });
      const old = await addRoute(road, "2026-11-20", 4);
      const tomorrow = await addRoute(road, "2026-11-24", 3);
      const doneToday = await addRoute(road, "2026-11-23", 5);
      for (const status of [1, 2]) await addRoute(road, "2026-11-23", status);
      for (const status of [3, 5]) await addRoute(road, "2026-11-22", status);
      expect(await shown(road)).toEqual([
        ["Fri 20 Nov", old],
        ["Today", road.routeId, doneToday],
        ["Tomorrow", tomorrow],
      ]);
    });
    it("with their hours, those of the next day marked", async () => {
      const road = await createRoad(db(), { routeStatus: 3 });
      const hours = { start_time: at("20:10"), finish_time: "2026-11-24 00:40:00" };
      await updateRoutes(db(), road.companyId, [{ id: road.routeId, ...hours }], NOW);
      expect((await loadDriverHome(road.driver)).days[0]!.routes[0]!.hours).toBe("21:10–01:40 +1");
    });
    it("of nobody else", async () => {
      const road = await createRoad(db());
      await createRoad(db());
      const other = sessionOf(road, { memberId: road.driverId + 1000, isDriver: true }, road.driverUserId);
      expect((await loadDriverHome(other)).days).toEqual([]);
      expect(await shown(road)).toEqual([["Today", road.routeId]]);
      await expect(loadDriverHome(road.dispatcher)).rejects.toMatchObject({ status: 403 });
    });
    it("with a version, another one when anything of it changes, as what stands below the routes", async () => {
      const road = await createRoad(db());
      const versionFor = async (session = road.driver) => (await loadDriverHomePage(session)).version;
      const first = await versionFor();
      expect(await versionFor()).toBe(first);
      const asked = await versionFor({ ...road.driver, mustComplete: true });
      expect(asked).not.toBe(first);
      await db()("users").where({ id: road.driverUserId }).update({ surname: "Another" });
      expect(await versionFor({ ...road.driver, mustComplete: true })).not.toBe(asked);
      await markVisitDone(road.dispatcher, { visitId: road.stops[0] });
      expect(await versionFor()).not.toBe(first);
    });
    it("by the warehouse's calendar, which may be a day ahead", async () => {
      const road = await createRoad(db());
      setWorld(db(), "2026-11-23 23:30:00");
      expect(await shown(road)).toEqual([["Yesterday", road.routeId]]);
      await updateRoutes(db(), road.companyId, [{ id: road.routeId, status: 5 }], NOW);
      expect(await shown(road)).toEqual([]);
    });
    it("under their date alone where it is today for one route, and yesterday for another", async () => {
      const road = await createRoad(db());
      const newYork = await createWarehouse(db(), road.companyId, { time_zone: "America/New_York" });
      const behind = await addRoute(road, "2026-11-23", 4);
      await updateRoutes(db(), road.companyId, [{ id: behind, warehouse_id: newYork }], NOW);
      setWorld(db(), "2026-11-23 22:30:00");
      expect((await shown(road)).map(([label]) => label)).toEqual(["Today"]);
      setWorld(db(), "2026-11-23 23:30:00");
      expect((await shown(road)).map(([label]) => label)).toEqual(["Mon 23 Nov"]);
    });
    it("until their shift and its overtime end in the night", async () => {
      const road = await createRoad(db(), { routeStatus: 3 });
      await nightShift(road);
      await addRoute(road, "2026-11-23", 3);
      setWorld(db(), "2026-11-24 02:59:00");
      expect(await shown(road)).toEqual([["Yesterday", road.routeId]]);
      setWorld(db(), "2026-11-24 03:00:00");
      expect(await shown(road)).toEqual([]);
    });
    it("with what is served already", async () => {
      const road = await createRoad(db());
      await markVisitDone(road.driver, { visitId: road.stops[0] });
      expect((await loadDriverHome(road.driver)).days[0]?.routes[0]).toMatchObject({
        done: 1,
        failed: 0,
        stops: 3,
        hours: "09:00–09:55",
        warehouse: "Depot",
      });
    });
  });

  describe("one route", () => {
    it("shows the next stop, and the last report", async () => {
      const road = await createRoad(db());
      await markVisitDone(road.driver, { visitId: road.stops[0] });
      expect(await loadDriverRoute(road.driver, road.routeId)).toMatchObject({
        nextId: road.stops[1],
        served: 1,
        total: 3,
        last: { id: road.stops[0], state: "done", time: "09:15" },
      });
    });
    it.each([
      [1, 404],
      [2, 404],
    ])("of status %i is not there for the driver", async (routeStatus, status) => {
      const road = await createRoad(db(), { routeStatus });
      await expect(loadDriverRoute(road.driver, road.routeId)).rejects.toMatchObject({ status });
      expect((await loadDriverRoute(road.dispatcher, road.routeId)).id).toBe(road.routeId);
    });
    it("is not there a week after its day, nor what hangs on it; dispatchers have it, late reports count", async () => {
      const road = await createRoad(db());
      const [visitId] = road.stops;
      const looks = (session: typeof road.driver) => [
        () => loadDriverRoute(session, road.routeId),
        () => loadDriverMap(session, road.routeId),
        () => loadLiveRoute(session, road.routeId),
        () => loadLiveVisit(session, visitId),
        () => exportedRoute(session, road.routeId),
        () => visitFor(db(), session, visitId, "visit.view"),
      ];
      setWorld(db(), "2026-11-30 22:59:59");
      for (const look of looks(road.driver)) await look();
      expect((await shown(road)).flat()).toContain(road.routeId);
      setWorld(db(), "2026-11-30 23:00:00");
      // Whoever is still on the road has to finish.
      for (const look of looks(road.driver)) await look();
      expect((await shown(road)).flat()).toContain(road.routeId);
      const setStatus = (status: number) => db()("routing_routes").where({ id: road.routeId }).update({ status });
      await setStatus(5);
      for (const look of looks(road.driver)) await expect(look(), String(look)).rejects.toMatchObject({ status: 404 });
      for (const look of looks(road.dispatcher)) await look();
      expect(await shown(road)).toEqual([]);
      await setStatus(4);
      await visitFor(db(), road.driver, visitId, "visit.attach");
      await markVisitDone(road.driver, { visitId });
    });
    it("of another driver or company is not there", async () => {
      const road = await createRoad(db());
      const other = await createRoad(db());
      const colleague = sessionOf(road, { memberId: road.driverId + 1000, isDriver: true }, road.driverUserId);
      for (const session of [colleague, other.driver, other.dispatcher])
        await expect(loadDriverRoute(session, road.routeId)).rejects.toMatchObject({ status: 404 });
    });
    it("of another company of theirs names that company, and no other says that it has it", async () => {
      const road = await createRoad(db());
      const other = await createRoad(db());
      const here = other.driver.company;
      const there = { id: road.companyId, title: "Where it is" };
      const refused = (companies: NamedCompany[]) =>
        loadDriverRoute({ ...other.driver, companies }, road.routeId).catch((error: unknown) => error);
      const answer = (await refused([here, there])) as Response;
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ elsewhere: there, here, path: `/driver/route/${road.routeId}` });
      expect(await refused([here])).toMatchObject({ status: 404, message: "Route not found" });
    });
  });
});
