import { beforeEach, describe, expect, it } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { applyReportTask, dismissTask } from "~/features/driver/commands/settle-task.server";
import { loadReportTasks, taskPicture } from "~/features/driver/queries/report-tasks.server";
import { databases } from "../../helpers/databases";
import { at, createRoad, planVersion, visitOf } from "./road";
import type { Road } from "./road";
import { useReports } from "./reports-world";

const DELIVERED = 4;
const FAILED = 5;

describe.each(databases())("reports from a phone that no longer fit, on %s", (kind) => {
  const reports = useReports(kind);
  const { db, report, done, tasks, attachments, save, offRoute, toNobody } = reports;
  let road: Road;
  beforeEach(() => void (road = reports.road()));

  describe("are settled by a dispatcher", () => {
    const first = async () => (await tasks())[0]!.id;

    it("who accepts one that fits by now: it counts from when it was made, once", async () => {
      await offRoute(0);
      await report(done(0, { signatureName: "Ann" }), 1);
      const taskId = await first();
      await expect(applyReportTask(road.dispatcher, { taskId })).rejects.toMatchObject({ code: "visit.no_route" });
      expect(await tasks()).toHaveLength(1);
      await db()("routing_visits").where({ id: road.stops[0] }).update({ route_id: road.routeId, status: 3 });
      expect(await applyReportTask(road.dispatcher, { taskId })).toEqual({ settled: true });
      expect(await visitOf(road, road.stops[0])).toMatchObject({ status: DELIVERED, completed_at: at("08:05") });
      expect(await attachments(0)).toHaveLength(1);
      expect((await db()("road_tasks").where({ id: taskId }).first())!.details).toContain('"pictures":[]');
      const version = await planVersion(road);
      await expect(applyReportTask(road.dispatcher, { taskId })).rejects.toMatchObject({ code: "task.settled" });
      expect([await tasks(), await planVersion(road)]).toEqual([[], version]);
      expect(await db()("road_tasks").where({ id: taskId }).first()).toMatchObject({
        outcome: "applied",
        settled_by: road.ownerId,
      });
    });

    it("who accepts a failed visit with its reason", async () => {
      await offRoute(0);
      const failed = { ...done(0), intent: "failed", failReasonId: "7", failNote: "Gate closed" };
      expect((await report(failed))[1].kind).toBe("refused");
      await db()("routing_visits").where({ id: road.stops[0] }).update({ route_id: road.routeId, status: 3 });
      await applyReportTask(road.dispatcher, { taskId: await first() });
      expect(await visitOf(road, road.stops[0])).toMatchObject({
        status: 5,
        fail_reason_id: 7,
        fail_note: "Gate closed",
      });
    });

    it("who accepts it as it was reported, whatever the company asks its drivers for by now", async () => {
      const company = db()("companies").where({ id: road.companyId });
      await offRoute(0);
      await report(done(0, { doneNote: "At the gate" }), 1);
      await offRoute(1);
      await report({ ...done(1), intent: "failed", failReasonId: "6" });
      await save({
        visits: [0, 1].map((stop) => ({ id: road.stops[stop]!, set: { routeId: road.routeId, status: 3 } })),
      });
      await company.clone().update({
        delivery_confirmation: 1,
        confirmation_settings: '{"to_door":{"enabled":1,"photo":2,"signature":2}}',
        fail_reasons_settings: "[1,2]",
      });
      for (const { id } of await tasks()) await applyReportTask(road.dispatcher, { taskId: id });
      expect(await visitOf(road, road.stops[0])).toMatchObject({ status: DELIVERED, done_note: "At the gate" });
      expect(await attachments(0)).toHaveLength(1);
      expect(await visitOf(road, road.stops[1])).toMatchObject({ status: FAILED, fail_reason_id: 6 });
      // The driver is asked as before.
      await expect(markVisitDone(road.driver, { visitId: road.stops[2], confirmed: true })).rejects.toMatchObject({
        code: "visit.confirmation_required",
      });
    });

    it("who is told what can't be accepted, and why", async () => {
      await offRoute(0);
      await report(done(0));
      await save({ removeVisitIds: [road.stops[1]] });
      await report(done(1));
      await toNobody();
      await report({ intent: "finish", commandId: "f", ageSec: "900" });
      const reasons = async () => (await loadReportTasks(road.dispatcher)).map(({ cannotApply }) => cannotApply);
      expect(await reasons()).toEqual([null, "What it was about was removed.", "The visit is not on a route."]);
      await save({
        visits: [{ id: road.stops[0], set: { routeId: road.routeId, status: 3 } }],
      });
      expect(await reasons()).toEqual([null, "What it was about was removed.", null]);
      await save({ removeRouteIds: [road.routeId] });
      expect((await reasons())[0]).toBe("What it was about was removed.");
      const [finish] = await tasks();
      await expect(applyReportTask(road.dispatcher, { taskId: finish!.id })).rejects.toMatchObject({
        code: "task.gone",
      });
    });

    it("who dismisses one, also twice; drivers and other companies can't, nor see the pictures", async () => {
      await save({ removeVisitIds: [road.stops[1]] });
      await report(done(1), 1);
      const taskId = await first();
      const picture = new Request("http://localhost/platform/road-task");
      expect((await taskPicture(road.dispatcher, taskId, 0, picture)).headers.get("Content-Type")).toBe("image/jpeg");
      const other = await createRoad(db());
      for (const [session, status] of [
        [road.driver, 403],
        [other.dispatcher, 404],
      ] as const) {
        await expect(dismissTask(session, { taskId })).rejects.toMatchObject({ status });
        await expect(applyReportTask(session, { taskId })).rejects.toMatchObject({ status });
        await expect(taskPicture(session, taskId, 0, picture)).rejects.toMatchObject({ status });
      }
      await expect(taskPicture(road.dispatcher, taskId, 1, picture)).rejects.toMatchObject({ status: 404 });
      expect(await loadReportTasks(road.dispatcher)).toMatchObject([
        { title: "Dora Driver reported Stop B as done", pictures: 1, visitId: null, routeId: road.routeId },
      ]);
      expect(await dismissTask(road.dispatcher, { taskId })).toEqual({ settled: true });
      expect(await dismissTask(road.dispatcher, { taskId })).toEqual({ settled: false });
      expect(await loadReportTasks(road.dispatcher)).toEqual([]);
    });
  });
});
