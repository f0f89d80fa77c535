import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { finishRoute } from "~/features/driver/commands/report-route.server";
import { insertPredictions, keptWindows, updatePredictions } from "~/db/repositories/visit-predictions.server";
import { removeRoutes } from "~/db/repositories/routes.server";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { roadOutlook } from "~/planner/attention.server";
import { measureMovedVehicles } from "~/planner/follow-vehicles.server";
import { learnEtaWidths } from "~/planner/learn-widths.server";
import { liveEtasOf } from "~/planner/live-eta.server";
import { noteChangedRoutes } from "~/planner/note-routes.server";
import { osrmServer, planeLeg } from "../../fixtures/roads/routing-servers";
import type { RoutingServer } from "../../fixtures/roads/routing-servers";
import { createCompany, createVisits, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { at, createRoad, forgetWorld, listen, planVersion, routeOf, setWorld, visitOf } from "./road";
import type { Road } from "./road";

describe.each(databases())("arrivals of routes on the road on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let server: RoutingServer;
  const clock = (time: string) => setWorld(db(), time, testRouting({ osrmUrl: server.url }));
  beforeEach(async () => {
    // why: an engine that fails is logged for the operator too
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server = await osrmServer();
    clock(at("08:02"));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await db()("live_routes").delete();
    await db()("latest_positions").delete();
    await db()("routing_routes").update({ status: 5 });
    forgetWorld();
    await server.close();
  });

  const seen = async (road: Road, time: string, place: { lat: number; lng: number }) => {
    await db()("latest_positions").where({ route_id: road.routeId }).delete();
    const row = { company_id: road.companyId, route_id: road.routeId, taken_at: time, ...place };
    await db()("latest_positions").insert(row);
    await db()("vehicle_positions").insert(row);
  };
  const droppedMessage = (road: Road, visitId: number) =>
    db()("recipient_messages").insert({
      ...{ company_id: road.companyId, route_id: road.routeId, visit_id: visitId, kind: "out_for_delivery" },
      ...{ channel: "mail", day: "2026-11-23", contact: "rosa@example.com", uid: String(visitId) },
      ...{ state: "dropped", created_at: NOW, updated_at: NOW },
    });
  const attentionOf = async (companyId: number) => (await roadOutlook(db(), companyId)).attention;
  const etas = (road: Road) => liveEtasOf(db(), road.companyId, [road.routeId]);
  const done = (road: Road, visitId: number) =>
    markVisitDone(road.driver, { visitId, confirmed: true, confirmationType: "to_recipient" });
  const noteAll = async () => {
    while (await noteChangedRoutes());
  };
  const legRequests = () => server.asked.filter((path) => path.includes("/route/")).length;

  it("are the plan's until something speaks against them, with windows and what they rest on", async () => {
    const road = await createRoad(db());
    const found = await etas(road);
    expect([...found.keys()]).toEqual(road.stops);
    expect(found.get(road.stops[1])).toEqual({
      etaSec: epochSec(at("08:25")),
      beginSec: epochSec(at("08:25")),
      fromSec: epochSec(at("08:15")),
      toSec: epochSec(at("08:40")),
      isPassed: false,
      basis: "report",
      madeAt: at("08:00"),
      stopsBefore: 1,
    });
    expect(await liveEtasOf(db(), (await createCompany(db())).companyId, [road.routeId])).toEqual(new Map());
  });

  it("follow the vehicle's position on the road engine, and leave the plan alone", async () => {
    const road = await createRoad(db());
    const version = await planVersion(road);
    await noteAll();
    const told = listen(db());
    const place = { lat: 47.15, lng: 9.02 };
    await seen(road, at("08:05"), place);
    clock(at("08:05"));
    await measureMovedVehicles();
    const leg = planeLeg(place, { lat: 47.15, lng: 9.52 });
    const found = await etas(road);
    expect(found.get(road.stops[0])).toMatchObject({
      etaSec: epochSec(at("08:05")) + leg.seconds,
      basis: "position",
      madeAt: at("08:05"),
    });
    // five minutes on site and ten of driving later
    expect(found.get(road.stops[1])!.etaSec).toBe(epochSec(at("08:20")) + leg.seconds);
    expect(told.map(({ model, ids, room }) => [model, ids, room])).toEqual([
      ["LiveEta", [road.routeId], `company:${road.companyId}`],
    ]);
    expect(await planVersion(road)).toBe(version);
    expect((await visitOf(road, road.stops[0])).arrival_time).toBe(at("08:10"));
  });

  it("ask the engine once for a minute of positions, and tell open pages what they notice", async () => {
    const road = await createRoad(db());
    await noteAll();
    const told = listen(db());
    for (let sec = 0; sec < 60; sec += 5) {
      await seen(road, utcText(epochSec(at("08:05")) + sec), { lat: 47.15, lng: 9.32 + sec * 0.001 });
      await measureMovedVehicles();
    }
    expect(legRequests()).toBe(1);
    await seen(road, at("08:06"), { lat: 47.15, lng: 9.38 });
    await measureMovedVehicles();
    expect(legRequests()).toBe(2);
    // It drives as it was expected to.
    expect(told).toHaveLength(1);
  });

  it("keep the arrival once the vehicle is there, without asking", async () => {
    const road = await createRoad(db());
    await noteAll();
    await seen(road, at("08:07"), { lat: 47.1501, lng: 9.5201 });
    await measureMovedVehicles();
    clock(at("08:14"));
    await seen(road, at("08:14"), { lat: 47.155, lng: 9.52 });
    await measureMovedVehicles();
    expect((await etas(road)).get(road.stops[0])).toMatchObject({ etaSec: epochSec(at("08:07")), basis: "position" });
    // It should be over at 08:12, and may be any moment.
    expect((await etas(road)).get(road.stops[1])).toMatchObject({ etaSec: epochSec(at("08:24")) });
    expect(legRequests()).toBe(0);
  });

  it("are those of the next report again, and of no position from before it", async () => {
    const road = await createRoad(db());
    await noteAll();
    await seen(road, at("08:05"), { lat: 47.15, lng: 9.02 });
    await measureMovedVehicles();
    clock(at("08:20"));
    await done(road, road.stops[0]);
    expect((await etas(road)).get(road.stops[1])).toMatchObject({
      etaSec: epochSec(at("08:30")),
      basis: "report",
      madeAt: at("08:20"),
    });
    await noteAll();
    await measureMovedVehicles();
    expect((await etas(road)).get(road.stops[1])).toMatchObject({ basis: "report" });
    await seen(road, at("08:21"), { lat: 47.16, lng: 9.42 });
    await measureMovedVehicles();
    expect((await etas(road)).get(road.stops[1])).toMatchObject({ basis: "position", madeAt: at("08:21") });
  });

  it("stay as they are while the engine is away, and other vehicles are followed", async () => {
    const road = await createRoad(db());
    const near = await createRoad(db());
    await noteAll();
    await seen(road, at("08:05"), { lat: 47.15, lng: 9.02 });
    await seen(near, at("08:05"), { lat: 47.15, lng: 9.52 });
    server.fail("hangs up");
    await expect(measureMovedVehicles()).rejects.toMatchObject({ code: "routing.late" });
    expect((await etas(road)).get(road.stops[0])).toMatchObject({ basis: "report" });
    expect((await etas(near)).get(near.stops[0])).toMatchObject({ basis: "position" });
    server.fail(null);
    await measureMovedVehicles();
    expect((await etas(road)).get(road.stops[0])).toMatchObject({ basis: "position" });
  });

  it("are measured anew when the stop is moved on the map", async () => {
    const road = await createRoad(db());
    await noteAll();
    await seen(road, at("08:05"), { lat: 47.15, lng: 9.02 });
    await measureMovedVehicles();
    await db()("routing_visits").where({ id: road.stops[0] }).update({ lat: 47.25 });
    expect((await etas(road)).get(road.stops[0])).toMatchObject({ basis: "report" });
    await db()("routing_routes").where({ id: road.routeId }).increment("version");
    await noteAll();
    await measureMovedVehicles();
    const seconds = planeLeg({ lat: 47.15, lng: 9.02 }, { lat: 47.25, lng: 9.52 }).seconds;
    expect((await etas(road)).get(road.stops[0])).toMatchObject({ etaSec: epochSec(at("08:05")) + seconds });
  });

  describe("what was promised", () => {
    const predictions = (road: Road) =>
      db()("visit_predictions").where({ company_id: road.companyId }).orderBy("visit_id");

    it("is compared with when the driver was there", async () => {
      const road = await createRoad(db());
      await noteAll();
      expect(await predictions(road)).toMatchObject([
        { visit_id: road.stops[0], promised_from: at("08:05"), promised_to: at("08:20"), promised_width: 900 },
        { visit_id: road.stops[1], promised_from: at("08:15"), promised_to: at("08:40"), began_by: null },
        { visit_id: road.stops[2] },
      ]);
      for (const [index, time] of ["08:16", "08:50", "09:04"].entries()) {
        clock(at(time));
        await done(road, road.stops[index]!);
        await noteAll();
      }
      clock(at("09:20"));
      await finishRoute(road.driver, { routeId: road.routeId, confirmed: true });
      await noteAll();
      expect(await predictions(road)).toMatchObject([
        { began_at: at("08:11"), began_by: "report" },
        { began_at: at("08:45"), began_by: "report" },
        { began_at: at("08:59"), began_by: "report" },
      ]);
      // Stop B was promised for 08:40 at the latest, stop C for 08:50 … 09:00.
      expect(await keptWindows(db(), road.companyId, at("00:00"))).toMatchObject({ visits: 3, early: 0, late: 1 });
      expect(await db()("live_routes").where({ route_id: road.routeId })).toEqual([]);
    });

    it("says nothing where all is reported in the evening, unless the vehicle was seen there", async () => {
      const road = await createRoad(db());
      await noteAll();
      await seen(road, at("08:29"), { lat: 47.16, lng: 9.52 });
      clock(at("12:00"));
      for (const visitId of road.stops) await done(road, visitId);
      await finishRoute(road.driver, { routeId: road.routeId, confirmed: true });
      await noteAll();
      expect(await predictions(road)).toMatchObject([
        { began_at: null, began_by: "none" },
        { began_at: at("08:29"), began_by: "position" },
        { began_at: null, began_by: "none" },
      ]);
    });

    it("is forgotten with the route", async () => {
      const road = await createRoad(db());
      await noteAll();
      await removeRoutes(db(), road.companyId, [road.routeId], NOW);
      await noteAll();
      expect(await predictions(road)).toEqual([]);
      expect(await db()("live_routes").where({ route_id: road.routeId })).toEqual([]);
    });
  });

  describe("the width of windows", () => {
    /** So many finished visits, each of which began a minute later than the one before. */
    const finished = async (road: Road, count: number) => {
      const visitIds = await createVisits(
        db(),
        road.companyId,
        Array.from({ length: count }, () => ({})),
      );
      const begin = epochSec(at("06:00"));
      await insertPredictions(
        db(),
        road.companyId,
        visitIds.map((visitId) => ({
          routeId: road.routeId,
          visitId,
          begins: { 0: begin },
          promisedFrom: at("05:55"),
          promisedTo: at("06:05"),
        })),
        NOW,
      );
      const rows = await db()("visit_predictions").whereIn("visit_id", visitIds).orderBy("id");
      await updatePredictions(
        db(),
        road.companyId,
        rows.map(({ id }, nth) => ({ id, beganAt: utcText(begin + (nth - 100) * 10), beganBy: "report" })),
        NOW,
      );
    };

    it("is the stated default below 200 finished visits, and learnt from then on", async () => {
      const road = await createRoad(db());
      await finished(road, 199);
      await learnEtaWidths();
      const next = async () => {
        const { fromSec, toSec, beginSec } = (await etas(road)).get(road.stops[0])!;
        return [fromSec - beginSec, toSec - beginSec];
      };
      expect(await next()).toEqual([-300, 600]);
      await finished(road, 1);
      await learnEtaWidths();
      expect(await db()("eta_widths").where({ company_id: road.companyId })).toMatchObject([{ visits: 200 }]);
      // Nearly 14 minutes to each side, of which six have passed.
      expect(await next()).toEqual([-480, 840]);
      await db()("visit_predictions").where({ company_id: road.companyId, began_at: "2026-11-23 05:43:20" }).delete();
      await learnEtaWidths();
      expect(await next()).toEqual([-300, 600]);
    });
  });

  describe("what needs attention", () => {
    it("is a window that will be missed, before it happens", async () => {
      const road = await createRoad(db());
      // Vaduz is one hour ahead.
      await db()("routing_visits").where({ id: road.stops[2] }).update({ end_time: "09:45" });
      expect(await attentionOf(road.companyId)).toEqual([]);
      clock(at("08:22"));
      expect(await attentionOf(road.companyId)).toEqual([
        {
          kind: "late",
          routeId: road.routeId,
          visitId: road.stops[2],
          visitIds: [road.stops[2]],
          minutes: 23,
          sentence: "Stop C will miss its window in 23 min: expected 09:47, window until 09:45.",
        },
      ]);
      const outlook = await roadOutlook(db(), road.companyId);
      expect(outlook.etas).toEqual(await etas(road));
      expect(outlook.etas.size).toBe(3);
      expect(outlook.routes).toMatchObject([
        { routeId: road.routeId, nextVisitId: road.stops[0], lateStops: 1, lateSec: 120, isSilent: false },
      ]);
    });
    it("is a promise that breaks, a stop without a report, and a phone that is silent", async () => {
      const road = await createRoad(db());
      await noteAll();
      await seen(road, at("08:20"), { lat: 47.15, lng: 9.42 });
      clock(at("08:36"));
      for (const visitId of road.stops) await droppedMessage(road, visitId);
      expect((await attentionOf(road.companyId)).map(({ kind: what }) => what)).toEqual(["no-report", "no-position"]);
      await db()("recipient_messages").update({ state: "sent", sent_at: at("08:03") });
      const found = await attentionOf(road.companyId);
      expect(found.map(({ kind: what, minutes }) => [what, minutes])).toEqual([
        ["no-report", -21],
        ["promise", -16],
        ["no-position", -16],
      ]);
      expect(found[1]!.sentence).toBe("Stop A was told until 09:20, and is expected 09:36. 2 more stops after it.");
      expect(await attentionOf((await createCompany(db())).companyId)).toEqual([]);
      await db()("routing_routes").where({ id: road.routeId }).update({ status: 5 });
      expect(await attentionOf(road.companyId)).toEqual([]);
      expect((await routeOf(road)).status).toBe(5);
    });
  });
});
