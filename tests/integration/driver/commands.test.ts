import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { markVisitFailed } from "~/features/driver/commands/mark-visit-failed.server";
import { setVisitOnRoute } from "~/features/driver/commands/set-visit-on-route.server";
import { finishRoute, startRoute } from "~/features/driver/commands/report-route.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { NOBODY, straightLeg, testRouting } from "../../helpers/routing";
import { sessionOf } from "../../helpers/sessions";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, listen, planVersion, routeOf, setWorld, visitOf } from "./road";

const UNSERVED = "You can not finish route while there are unserved visits";

describe.each(databases())("reports from the road on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("08:15")));
  afterEach(forgetWorld);

  describe("start", () => {
    // @spec PC-4.018 PC-4.019 PC-4.020
    it("asks, then sets the route On route and its start done", async () => {
      const road = await createRoad(db(), { routeStatus: 3 });
      expect(await startRoute(road.driver, { routeId: road.routeId })).toMatchObject({
        status: "confirm",
        confirm: { text: "Are you sure you want to start this route?" },
      });
      expect((await routeOf(road)).status).toBe(3);
      const before = await planVersion(road);
      expect(await startRoute(road.driver, { routeId: road.routeId, confirmed: true })).toEqual({
        status: "applied",
        planId: road.planId,
        routeId: road.routeId,
      });
      expect((await routeOf(road)).status).toBe(4);
      expect(await visitOf(road, road.start)).toMatchObject({ status: 4, completed_at: at("08:15") });
      expect(await planVersion(road)).toBe(before + 1);
    });
    it("moves the plan's status on, as every change of a route does", async () => {
      const road = await createRoad(db(), { routeStatus: 2 });
      const planStatus = async () => (await db()("routing_plans").where({ id: road.planId }).first())?.status;
      await db()("routing_plans").where({ id: road.planId }).update({ status: 2 });
      await db()("routing_routes").where({ plan_id: road.planId }).whereNot({ id: road.routeId }).update({ status: 1 });
      const dispatcher = sessionOf(road, { isOwner: true }, road.driverUserId);
      await startRoute(dispatcher, { routeId: road.routeId, confirmed: true });
      expect(await planStatus()).toBe(3);
    });
    it.each([
      ["late: every ETA moves at once, and it is overdue", "08:40", "08:50", "09:35", 40 * 60],
      ["early: it leaves now", "07:45", "07:55", "08:40", 0],
    ])("%s", async (_, pressed, first, finish, overdue) => {
      const road = await createRoad(db(), { routeStatus: 3 });
      await db()("routing_visits").where({ id: road.stops[0] }).update({ start_time: null, end_time: null });
      setWorld(db(), at(pressed));
      await startRoute(road.driver, { routeId: road.routeId, confirmed: true });
      expect(await visitOf(road, road.stops[0])).toMatchObject({ arrival_time: at(first) });
      expect(await routeOf(road)).toMatchObject({ finish_time: at(finish), statistic_overdue_time: overdue });
    });
    it("late, and taken back by undo: everything is as it was planned", async () => {
      const road = await createRoad(db(), { routeStatus: 3 });
      setWorld(db(), at("08:40"));
      await startRoute(road.driver, { routeId: road.routeId, confirmed: true });
      expect((await routeOf(road)).finish_time).toBe(at("09:35"));
      await undoPlanChange(sessionOf(road, { isOwner: true }, road.driverUserId), { planId: road.planId });
      expect(await visitOf(road, road.stops[2])).toMatchObject({ arrival_time: at("08:40") });
      expect(await routeOf(road)).toMatchObject({ status: 3, finish_time: at("09:00"), statistic_overdue_time: 0 });
    });
    it.each([
      [1, 404],
      [2, 404],
      [4, 409],
      [5, 409],
    ])("by the driver from status %i: %i", async (routeStatus, status) => {
      const road = await createRoad(db(), { routeStatus });
      await expect(startRoute(road.driver, { routeId: road.routeId, confirmed: true })).rejects.toMatchObject({
        status,
      });
    });
    it("takes over the vehicle's driver where the route has none", async () => {
      const road = await createRoad(db(), { routeStatus: 3 });
      await db()("vehicles").where({ id: road.vehicleId }).update({ driver_id: road.driverId });
      await db()("routing_routes").where({ id: road.routeId }).update({ driver_id: null });
      await startRoute(road.dispatcher, { routeId: road.routeId, confirmed: true });
      expect((await routeOf(road)).driver_id).toBe(road.driverId);
    });
    it("by a dispatcher also before it is approved", async () => {
      const road = await createRoad(db(), { routeStatus: 2 });
      await startRoute(road.dispatcher, { routeId: road.routeId, confirmed: true });
      expect((await routeOf(road)).status).toBe(4);
    });
  });

  describe("done", () => {
    // @spec PC-4.051
    it("in turn: completed, in time, new times for the rest", async () => {
      const road = await createRoad(db());
      expect((await markVisitDone(road.driver, { visitId: road.stops[0] })).status).toBe("applied");
      expect(await visitOf(road, road.stops[0])).toMatchObject({ status: 4, completed_at: at("08:15") });
      expect(await visitOf(road, road.stops[1])).toMatchObject({ arrival_time: at("08:25"), status: 3 });
      expect(await routeOf(road)).toMatchObject({
        statistic_overdue_time: 0,
        statistic_out_of_turn: 0,
        finish_time: at("08:55"),
      });
    });
    // @spec PC-4.048 PC-3.37
    it("in turn and late: the minutes late are added, the rest moves back", async () => {
      const road = await createRoad(db());
      setWorld(db(), at("08:27"));
      await markVisitDone(road.driver, { visitId: road.stops[0] });
      expect(await routeOf(road)).toMatchObject({ statistic_overdue_time: 12 * 60, statistic_out_of_turn: 0 });
      expect(await visitOf(road, road.stops[1])).toMatchObject({ arrival_time: at("08:37") });
      setWorld(db(), at("08:45"));
      await markVisitDone(road.driver, { visitId: road.stops[1] });
      expect((await routeOf(road)).statistic_overdue_time).toBe((12 + 3) * 60);
    });
    // @spec PC-4.041 PC-4.043 PC-4.044 PC-4.046 PC-4.047 PC-3.38
    it("out of turn: asks, then counts, moves behind the last served one and drives the new legs", async () => {
      const road = await createRoad(db());
      const [a, b, c] = road.stops;
      expect(await markVisitDone(road.driver, { visitId: c })).toMatchObject({
        status: "confirm",
        confirm: { text: "This visit is not the next in the route. Are you sure you want to mark it as done?" },
      });
      expect((await visitOf(road, c)).status).toBe(3);
      await markVisitDone(road.driver, { visitId: c, confirmed: true });
      expect(await visitOf(road, c)).toMatchObject({ status: 4, position: 1, label_position: 1 });
      expect([(await visitOf(road, a)).position, (await visitOf(road, b)).position]).toEqual([2, 3]);
      expect(await routeOf(road)).toMatchObject({ statistic_out_of_turn: 1, statistic_overdue_time: 0 });
      // A is now reached from C: 2.2 km as the crow flies, and no longer the stored 600 s.
      const { travel_duration, distance, arrival_time } = await visitOf(road, a);
      const leg = straightLeg({ lat: 47.17, lng: 9.52 }, { lat: 47.15, lng: 9.52 });
      expect([travel_duration, distance]).toEqual([leg.durationSec, leg.distanceM]);
      expect(arrival_time).toBe(
        new Date(Date.parse("2026-11-23T08:15:00Z") + travel_duration * 1000)
          .toISOString()
          .slice(0, 19)
          .replace("T", " "),
      );
    });
    // @spec PC-4.040
    it.each([1, 2, 3, 4, 5])("on a visit of status %i", async (visitStatus) => {
      const road = await createRoad(db(), { visitStatus });
      await markVisitDone(road.driver, { visitId: road.stops[0], confirmed: true });
      expect((await visitOf(road, road.stops[0])).status).toBe(4);
      // What is done already keeps its own time.
      expect((await visitOf(road, road.stops[0])).completed_at).toBe(visitStatus === 4 ? null : at("08:15"));
    });
    it("fills in what a dispatcher who was faster did not know, and what fits the visit alone", async () => {
      const road = await createRoad(db());
      const [visitId] = road.stops;
      await markVisitDone(road.dispatcher, { visitId });
      setWorld(db(), at("08:20"));
      const said = { confirmationType: "to_door", signatureName: "Ann", doneNote: "At the gate" } as const;
      await markVisitDone(road.driver, { visitId, ...said });
      const filled = { confirmation_type: "to_door", signature_name: "Ann", done_note: "At the gate" };
      expect(await visitOf(road, visitId)).toMatchObject({ ...filled, status: 4, completed_at: at("08:15") });
      await markVisitDone(road.driver, { visitId, ...said, doneNote: "Elsewhere" });
      expect(await visitOf(road, visitId)).toMatchObject(filled);
      await markVisitDone(road.dispatcher, { visitId: road.stops[1] });
      await db()("routing_visits").where({ id: road.stops[1] }).update({ type: "P" });
      await markVisitDone(road.driver, { visitId: road.stops[1], ...said });
      expect(await visitOf(road, road.stops[1])).toMatchObject({ ...filled, confirmation_type: null });
    });
    it("counts from when the button was pressed, not from when the phone had a network", async () => {
      const road = await createRoad(db());
      await markVisitDone(road.driver, { visitId: road.stops[0], ageSec: 300 });
      expect((await visitOf(road, road.stops[0])).completed_at).toBe(at("08:10"));
    });
    it.each([
      ["never before the start of the route", 48 * 3600, "2026-11-23 08:00:00"],
      ["after the start", 14 * 60, "2026-11-23 08:01:00"],
      ["never in the future", -3600, "2026-11-23 08:15:00"],
      ["parts of a second rounded", 90.4, "2026-11-23 08:13:30"],
    ])("believes a phone's clock within bounds: %s", async (_, ageSec, completedAt) => {
      const road = await createRoad(db());
      await markVisitDone(road.driver, { visitId: road.stops[0], ageSec });
      expect((await visitOf(road, road.stops[0])).completed_at).toBe(completedAt);
    });
    it("takes the server's time of the press where the phone knew it, whatever its clock says by now", async () => {
      const road = await createRoad(db());
      const pressedSec = Date.parse("2026-11-23T08:11:00Z") / 1000;
      await markVisitDone(road.driver, { visitId: road.stops[0], ageSec: 7200, pressedSec });
      expect((await visitOf(road, road.stops[0])).completed_at).toBe(at("08:11"));
    });
    it("takes how long ago it was, where the phone took the future for the server's time", async () => {
      const road = await createRoad(db());
      const pressedSec = Date.parse("2026-11-23T11:12:30Z") / 1000;
      await markVisitDone(road.driver, { visitId: road.stops[0], ageSec: 150, pressedSec });
      expect((await visitOf(road, road.stops[0])).completed_at).toBe("2026-11-23 08:12:30");
    });
    it("refuses what is more than two days old, and stores nothing", async () => {
      const road = await createRoad(db());
      await db()("routing_visits").where({ id: road.start }).update({ completed_at: "2026-11-19 08:00:00" });
      const before = await planVersion(road);
      await expect(
        markVisitDone(road.driver, { visitId: road.stops[0], ageSec: 3 * 24 * 3600, commandId: "old" }),
      ).rejects.toMatchObject({ code: "report.too_old", status: 422 });
      expect([(await visitOf(road, road.stops[0])).status, await planVersion(road)]).toEqual([3, before]);
      expect(await db()("applied_commands").where({ company_id: road.companyId })).toEqual([]);
    });
    it("survives a routing engine that does not answer", async () => {
      const road = await createRoad(db());
      setWorld(db(), at("08:15"), testRouting({ osrmUrl: NOBODY }));
      await markVisitDone(road.driver, { visitId: road.stops[2], confirmed: true });
      expect((await visitOf(road, road.stops[2])).status).toBe(4);
      // From C to A, along the straight line until the engine has answered.
      const { durationSec } = straightLeg({ lat: 47.17, lng: 9.52 }, { lat: 47.15, lng: 9.52 });
      expect(await visitOf(road, road.stops[0])).toMatchObject({ travel_duration: durationSec, leg_estimate: 2 });
    });
    it("keeps both reports of two stops that arrive at once", async () => {
      const road = await createRoad(db());
      const [a, b] = road.stops;
      await Promise.all([
        markVisitDone(road.driver, { visitId: a, confirmed: true }),
        markVisitDone(road.driver, { visitId: b, confirmed: true }),
      ]);
      expect([(await visitOf(road, a)).status, (await visitOf(road, b)).status]).toEqual([4, 4]);
    });
  });

  describe("failed", () => {
    // @spec PC-4.053 PC-4.059
    it("needs one of the company's reasons, and stores it", async () => {
      const road = await createRoad(db());
      await expect(markVisitFailed(road.driver, { visitId: road.stops[0] })).rejects.toMatchObject({
        code: "visit.fail_reason_required",
        status: 422,
        field: "failReasonId",
      });
      await expect(markVisitFailed(road.driver, { visitId: road.stops[0], failReasonId: 3 })).rejects.toMatchObject({
        code: "visit.fail_reason_unknown",
      });
      await markVisitFailed(road.driver, { visitId: road.stops[0], failReasonId: 2 });
      expect(await visitOf(road, road.stops[0])).toMatchObject({
        status: 5,
        fail_reason_id: 2,
        completed_at: at("08:15"),
      });
      expect(await routeOf(road)).toMatchObject({ statistic_out_of_turn: 0 });
    });
    // @spec PC-4.054
    it("asks when the company has no reasons", async () => {
      const road = await createRoad(db(), { failReasons: "[]" });
      expect(await markVisitFailed(road.driver, { visitId: road.stops[0] })).toMatchObject({
        status: "confirm",
        confirm: { danger: true, text: "Are you sure you want to mark this visit as failed?" },
      });
      await markVisitFailed(road.driver, { visitId: road.stops[0], confirmed: true });
      expect(await visitOf(road, road.stops[0])).toMatchObject({ status: 5, fail_reason_id: null });
    });
    // @spec PC-4.052 PC-4.057 PC-4.058
    it("out of turn asks, counts and moves", async () => {
      const road = await createRoad(db());
      expect(await markVisitFailed(road.driver, { visitId: road.stops[1], failReasonId: 1 })).toMatchObject({
        confirm: { text: "This visit is not the next in the route. Are you sure you want to mark it as failed?" },
      });
      await markVisitFailed(road.driver, { visitId: road.stops[1], failReasonId: 1, confirmed: true });
      expect(await visitOf(road, road.stops[1])).toMatchObject({ status: 5, position: 1 });
      expect((await routeOf(road)).statistic_out_of_turn).toBe(1);
    });
    // @spec PC-4.056
    it("a done visit just becomes failed", async () => {
      const road = await createRoad(db());
      await markVisitDone(road.driver, { visitId: road.stops[0] });
      setWorld(db(), at("08:20"));
      await markVisitFailed(road.driver, { visitId: road.stops[0], failReasonId: 7 });
      expect(await visitOf(road, road.stops[0])).toMatchObject({
        status: 5,
        fail_reason_id: 7,
        completed_at: at("08:15"),
      });
    });
  });

  describe("on route again", () => {
    // @spec PC-4.061
    it("clears the report and puts the visit in front of what is left", async () => {
      const road = await createRoad(db());
      await markVisitFailed(road.driver, { visitId: road.stops[0], failReasonId: 7, failNote: "The gate is locked" });
      expect(await visitOf(road, road.stops[0])).toMatchObject({ fail_reason_id: 7, fail_note: "The gate is locked" });
      await markVisitDone(road.driver, { visitId: road.stops[1] });
      await setVisitOnRoute(road.driver, { visitId: road.stops[0] });
      expect(await visitOf(road, road.stops[0])).toMatchObject({
        status: 3,
        completed_at: null,
        fail_reason_id: null,
        fail_note: "",
        position: 2,
      });
      expect(await visitOf(road, road.stops[1])).toMatchObject({ status: 4, position: 1 });
    });
    it.each([1, 2, 3])("refused for a visit of status %i", async (visitStatus) => {
      const road = await createRoad(db(), { visitStatus });
      await expect(setVisitOnRoute(road.driver, { visitId: road.stops[0] })).rejects.toMatchObject({
        code: "visit.not_past",
        status: 409,
      });
    });
  });

  describe("finish", () => {
    // @spec PC-4.021 PC-4.022 PC-4.023 PC-8.05
    it("refused with the exact message while visits are unserved, then Completed with its end done", async () => {
      const road = await createRoad(db());
      await expect(finishRoute(road.driver, { routeId: road.routeId, confirmed: true })).rejects.toMatchObject({
        code: "route.unserved_visits",
        message: UNSERVED,
        status: 400,
      });
      for (const visitId of road.stops) await markVisitDone(road.driver, { visitId });
      expect(await finishRoute(road.driver, { routeId: road.routeId })).toMatchObject({
        confirm: { text: "Are you sure you want to finish this route?" },
      });
      await finishRoute(road.driver, { routeId: road.routeId, confirmed: true });
      expect(await routeOf(road)).toMatchObject({ status: 5, finish_time: at("08:15") });
      expect(await visitOf(road, road.end)).toMatchObject({ status: 4, completed_at: at("08:15") });
    });
    it.each([1, 2, 3, 5])("refused from status %i with everything served", async (routeStatus) => {
      const road = await createRoad(db(), { routeStatus, visitStatus: 4 });
      await expect(finishRoute(road.dispatcher, { routeId: road.routeId, confirmed: true })).rejects.toMatchObject({
        status: 409,
      });
    });
  });

  describe("exactly once", () => {
    it("the same command again changes nothing and gets the same answer", async () => {
      const road = await createRoad(db());
      const command = { visitId: road.stops[2], commandId: randomUUID(), confirmed: true };
      const first = await markVisitDone(road.driver, command);
      const version = await planVersion(road);
      await setVisitOnRoute(road.driver, { visitId: road.stops[2] });
      expect(await markVisitDone(road.driver, command)).toEqual(first);
      expect((await visitOf(road, road.stops[2])).status).toBe(3);
      expect(await planVersion(road)).toBe(version + 1);
      expect((await routeOf(road)).statistic_out_of_turn).toBe(1);
    });
    it("the same command five times at once counts once", async () => {
      const road = await createRoad(db());
      const published = listen(db());
      const command = { visitId: road.stops[2], commandId: randomUUID(), confirmed: true };
      const answers = await Promise.all(Array.from({ length: 5 }, () => markVisitDone(road.driver, command)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect((await routeOf(road)).statistic_out_of_turn).toBe(1);
      expect(published.filter((event) => event.model === "RoutingRoute")).toHaveLength(1);
    });
    it("a finish sent again is no error", async () => {
      const road = await createRoad(db(), { visitStatus: 4 });
      const command = { routeId: road.routeId, commandId: randomUUID(), confirmed: true };
      await finishRoute(road.driver, command);
      await expect(finishRoute(road.driver, command)).resolves.toMatchObject({ status: "applied" });
    });
    it("a refused command may be sent again, and an id serves one command only", async () => {
      const road = await createRoad(db());
      const commandId = randomUUID();
      await expect(
        finishRoute(road.driver, { routeId: road.routeId, commandId, confirmed: true }),
      ).rejects.toMatchObject({ message: UNSERVED });
      await markVisitDone(road.driver, { visitId: road.stops[0], commandId });
      await expect(markVisitDone(road.driver, { visitId: road.stops[1], commandId })).rejects.toMatchObject({
        code: "command.reused",
      });
    });
  });

  describe("whose route", () => {
    it("another driver's route is not found, and stays as it is", async () => {
      const road = await createRoad(db());
      const stranger = sessionOf(road, { memberId: road.driverId + 1000, isDriver: true }, road.driverUserId);
      for (const attempt of [
        () => startRoute(stranger, { routeId: road.routeId, confirmed: true }),
        () => finishRoute(stranger, { routeId: road.routeId, confirmed: true }),
        () => markVisitDone(stranger, { visitId: road.stops[0] }),
        () => markVisitFailed(stranger, { visitId: road.stops[0], failReasonId: 1 }),
        () => setVisitOnRoute(stranger, { visitId: road.stops[0] }),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ status: 404 });
      }
      expect((await visitOf(road, road.stops[0])).status).toBe(3);
    });
    it("another company's route is not found, for drivers and dispatchers", async () => {
      const road = await createRoad(db());
      const other = await createRoad(db());
      for (const session of [other.driver, other.dispatcher]) {
        await expect(markVisitDone(session, { visitId: road.stops[0] })).rejects.toMatchObject({ status: 404 });
        await expect(startRoute(session, { routeId: road.routeId, confirmed: true })).rejects.toMatchObject({
          status: 404,
        });
      }
    });
    it("the same id from two companies are two commands", async () => {
      const roads = [await createRoad(db()), await createRoad(db())];
      const commandId = randomUUID();
      for (const road of roads) await markVisitDone(road.driver, { visitId: road.stops[0], commandId });
      for (const road of roads) expect((await visitOf(road, road.stops[0])).status).toBe(4);
    });
    it("a visit without a route can't be reported", async () => {
      const road = await createRoad(db());
      await expect(markVisitDone(road.dispatcher, { visitId: road.visitIds[2]! })).rejects.toMatchObject({
        code: "visit.no_route",
      });
    });
  });

  it("tells the company after the commit, except the sender's own tab; a refusal tells nobody", async () => {
    const road = await createRoad(db());
    const published = listen(db());
    await expect(finishRoute(road.driver, { routeId: road.routeId, confirmed: true })).rejects.toThrow();
    expect(published).toEqual([]);
    await markVisitDone(road.driver, { visitId: road.stops[0], tab: "tab:1:socket-1" });
    expect(published).toMatchObject([
      {
        model: "RoutingRoute",
        action: "update",
        ids: [road.routeId],
        planId: road.planId,
        room: `company:${road.companyId}`,
        except: "tab:1:socket-1",
      },
      { model: "RoutingVisit", action: "update", planId: road.planId, routeId: road.routeId, except: "tab:1:socket-1" },
    ]);
    expect(published[1]!.ids).toContain(road.stops[0]);
    expect(await published[1]!.seen).toBe(4);
  });
});
