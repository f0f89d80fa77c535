import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { applyReportTask } from "~/features/driver/commands/settle-task.server";
import { picturesOfTask } from "~/domain/route/task-pictures";
import { MOST_OPEN_TASKS } from "~/domain/route/report-task";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { createMember, createUser, NOW } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { at, createRoad, planVersion, visitOf } from "./road";
import type { Road } from "./road";
import { door, useReports } from "./reports-world";

const EN_ROUTE = 3;
const DELIVERED = 4;
const FAILED = 5;

describe.each(databases())("reports from a phone that no longer fit, on %s", (kind) => {
  const reports = useReports(kind);
  const { root, db, storage, storeIn, signIn, report, done, tasks, attachments, filesIn, save, offRoute, toNobody } =
    reports;
  let road: Road;
  beforeEach(() => void (road = reports.road()));

  it("wait for who made them while somebody else is signed in on the phone: nothing of them is kept", async () => {
    const owner = `${road.companyId}.${road.driverUserId}`;
    const user_id = await createUser(db());
    await createMember(db(), road.companyId, { is_courier: 1, user_id });
    await signIn(user_id);
    expect(await report(done(0), 2, { owner })).toEqual([401, { kind: "signed-out" }]);
    // Also where the report would be carried out: a route of theirs, or a dispatcher who drives.
    await signIn(road.ownerId);
    expect(await report(done(0), 2, { owner })).toEqual([401, { kind: "signed-out" }]);
    expect([await tasks(), filesIn(), await attachments(0)]).toEqual([[], [], []]);
    expect((await visitOf(road, road.stops[0])).status).toBe(EN_ROUTE);

    await signIn(road.driverUserId);
    // The same user in another company, whose page asks to switch back.
    const elsewhere = { companyId: road.companyId + 1, owner: `${road.companyId + 1}.${road.driverUserId}` };
    expect(await report(done(0), 2, elsewhere)).toEqual([409, { kind: "switched" }]);
    expect(filesIn()).toEqual([]);
    expect(await report(done(0), 2, { owner })).toEqual([200, { kind: "accepted", at: expect.any(Number) }]);
    expect((await attachments(0)).length).toBe(2);
  });

  it("become one task for the dispatcher, with their pictures, however often they arrive", async () => {
    await offRoute(0);
    const refusal = [
      404,
      { kind: "refused", message: "This stop is not on your route any more. Your dispatcher has been told" },
    ];
    expect(await report(done(0, { signatureName: "Ann" }), 2)).toEqual(refusal);
    expect(await report(done(0, { signatureName: "Ann" }), 2)).toEqual(refusal);
    const [task, ...more] = await tasks();
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      kind: "report",
      plan_id: road.planId,
      route_id: road.routeId,
      visit_id: road.stops[0],
      details: {
        action: "visit.done",
        code: "not_found",
        pressedAt: at("08:05"),
        by: "Dora Driver",
        visitName: "Stop A",
        says: { signatureName: "Ann" },
        pictures: [{ type: "photo" }, { type: "photo" }],
      },
    });
    // It may be on somebody else's route by now.
    expect(await attachments(0)).toHaveLength(0);
    expect(filesIn()).toHaveLength(2);
  });

  it("are no tasks while as many wait as anybody could look at: the driver isn't told that somebody was", async () => {
    const waiting = (n: number) => ({
      ...{ company_id: road.companyId, kind: "report", task_key: `report:earlier-${n}`, details: "{}" },
      ...{ created_at: at("08:00"), updated_at: at("08:00") },
    });
    const rows = Array.from({ length: MOST_OPEN_TASKS - 1 }, (_, n) => waiting(n));
    await db().batchInsert("road_tasks", rows, 100);
    await offRoute(0);
    await offRoute(1);
    expect((await report(done(0), 1))[1]).toMatchObject({ message: expect.stringContaining("has been told") });
    const many = () => db()("road_tasks").where({ company_id: road.companyId }).count({ n: "*" }).first();
    expect([Number((await many())!.n), filesIn().length]).toEqual([MOST_OPEN_TASKS, 1]);
    const message = "This stop is not on your route any more";
    expect(await report(done(1), 1)).toEqual([404, { kind: "refused", message }]);
    expect([Number((await many())!.n), filesIn().length]).toEqual([MOST_OPEN_TASKS, 1]);
  });

  it("are no such reports while the server can't keep their pictures: the phone sends them again", async () => {
    storeIn(localDiskStorage(path.join(root, kind), () => Promise.resolve(0)));
    const [status, answer] = await report(done(0), 2);
    // The phone keeps what is answered so.
    expect([status, answer.kind]).toEqual([503, "refused"]);
    expect(await tasks()).toEqual([]);
    expect(filesIn()).toEqual([]);
    storeIn(storage);
    expect((await report(done(0), 2))[1].kind).toBe("accepted");
    expect(await attachments(0)).toHaveLength(2);
  });

  it("become one task when they arrive twice at the same moment", async () => {
    await offRoute(0);
    const answers = await Promise.all(Array.from({ length: 4 }, () => report(done(0), 1)));
    expect(answers.map(([status]) => status)).toEqual([404, 404, 404, 404]);
    expect([(await tasks()).length, filesIn().length]).toEqual([1, 1]);
  });

  it("keep their answer when the route fits again meanwhile: the driver has read the first one", async () => {
    await offRoute(0);
    await report(done(0));
    await db()("routing_visits").where({ id: road.stops[0] }).update({ route_id: road.routeId, status: 3 });
    expect((await report(done(0)))[1]).toEqual({
      kind: "refused",
      message: "This stop is not on your route any more. Your dispatcher has been told",
    });
    expect((await visitOf(road, road.stops[0])).status).toBe(3);
    // Pressed anew, it is another report.
    expect((await report(done(0, { commandId: "again" })))[1].kind).toBe("accepted");
  });

  it("are none when they were carried out before, whatever happened to the visit since", async () => {
    expect((await report(done(0), 1))[1].kind).toBe("accepted");
    await db()("routing_routes").where({ id: road.routeId }).update({ driver_id: null });
    const before = await planVersion(road);
    expect((await report(done(0), 1))[1].kind).toBe("accepted");
    expect([await planVersion(road), await tasks(), filesIn().length]).toEqual([before, [], 1]);
  });

  it("keep the pictures with the task where the visit has no room or was removed", async () => {
    const full = { visit_id: road.stops[0], company_id: road.companyId, type: "photo", created_at: NOW } as const;
    for (const name of ["a", "b"]) await db()("routing_visit_attachments").insert({ ...full, path: `${name}.jpg` });
    await db()("routing_visits")
      .where({ id: road.stops[0] })
      .update({ status: FAILED, completed_at: at("08:14") });
    await report(done(0), 3);
    await save({ removeVisitIds: [road.stops[1]] });
    await report(done(1), 1);
    const [second, first] = (await tasks()).map(({ visit_id, details }) => [
      visit_id,
      picturesOfTask(road.companyId, details).length,
    ]);
    expect([first, second]).toEqual([
      [road.stops[0], 2],
      [null, 1],
    ]);
    expect(await attachments(0)).toHaveLength(3);
    expect(filesIn()).toHaveLength(4);
  });

  it("are a task when the route was given to another driver meanwhile", async () => {
    await toNobody();
    expect((await report(done(0)))[0]).toBe(404);
    expect(await tasks()).toMatchObject([{ visit_id: road.stops[0], details: { code: "not_found" } }]);
  });

  it("are no task when the driver is told at once and can mend it, or when it is so already", async () => {
    expect((await report({ intent: "finish", commandId: "f1" }))[1]).toMatchObject({ kind: "refused" });
    expect((await report({ intent: "start", commandId: "s1", ageSec: "900" }))[1]).toMatchObject({ kind: "refused" });
    expect(await tasks()).toEqual([]);
    expect((await report({ intent: "finish", commandId: "f2", ageSec: "900" }))[1]).toMatchObject({ kind: "refused" });
    expect(await tasks()).toMatchObject([{ route_id: road.routeId, visit_id: null }]);
  });

  it("are a task when the visit was reported otherwise after they were made, and change nothing of it", async () => {
    const { id } = (await db()("routing_visits").where({ id: road.stops[0] }).first("id"))!;
    const failedAt = (completed_at: string) =>
      db()("routing_visits").where({ id }).update({ status: FAILED, completed_at, fail_reason_id: 7 });
    await failedAt(at("08:10"));
    expect(await report(done(0), 1)).toEqual([
      409,
      { kind: "refused", message: "Meanwhile it has been reported as failed. Your dispatcher has been told" },
    ]);
    expect((await visitOf(road, road.stops[0])).status).toBe(FAILED);
    const [task] = await tasks();
    expect(task).toMatchObject({ visit_id: id, details: { code: "visit.reported_since", pressedAt: at("08:05") } });
    expect(await attachments(0)).toHaveLength(1);
    // Who has read both decides.
    expect(await applyReportTask(road.dispatcher, { taskId: task!.id })).toEqual({ settled: true });
    expect((await visitOf(road, road.stops[0])).status).toBe(DELIVERED);

    // What was made after it, or nearly at the same time, counts.
    for (const [commandId, since] of [
      ["later", at("08:04")],
      ["nearly", at("08:07")],
    ] as const) {
      await failedAt(since);
      expect((await report(done(0, { commandId })))[1].kind, commandId).toBe("accepted");
    }
    expect(await tasks()).toEqual([]);
  });

  /** Minutes before it arrives. */
  const made = (intent: string, minutes: number) =>
    report({ ...done(0), intent, commandId: `${intent} ${minutes}`, ageSec: String(minutes * 60), failReasonId: "7" });
  const sinceThen = (word: string) => [
    409,
    { kind: "refused", message: `Meanwhile it has been reported as ${word}. Your dispatcher has been told` },
  ];

  it("are one when the visit was done after all since then, however early it had failed", async () => {
    expect((await made("failed", 14))[0]).toBe(200);
    expect((await made("done", 4))[0]).toBe(200);
    expect(await made("failed", 9)).toEqual(sinceThen("done"));
    expect(await visitOf(road, road.stops[0])).toMatchObject({ status: DELIVERED, completed_at: at("08:11") });
    // Somebody who knows better decides, and a late report is not the last one for that.
    await applyReportTask(road.dispatcher, { taskId: (await tasks())[0]!.id });
    expect((await visitOf(road, road.stops[0])).status).toBe(FAILED);
    expect(await made("done", 8)).toEqual(sinceThen("failed"));
  });

  it("are one when the visit was set on route again since then", async () => {
    expect((await made("done", 14))[0]).toBe(200);
    expect((await made("on-route", 4))[0]).toBe(200);
    for (const intent of ["done", "failed"]) expect(await made(intent, 10)).toEqual(sinceThen("on route again"));
    expect(await visitOf(road, road.stops[0])).toMatchObject({ status: 3, completed_at: null });
    expect((await made("done", 2))[0]).toBe(200);
  });

  it("are one with their pictures when they are three days old, which somebody may accept for then", async () => {
    await db()("routing_visits").where({ id: road.start }).update({ completed_at: "2026-11-19 08:00:00" });
    expect(await report(done(0, { ageSec: String(3 * 86_400) }), 1)).toEqual([
      422,
      {
        kind: "refused",
        message: "This report is more than two days old and can't be accepted. Your dispatcher has been told",
      },
    ]);
    const [task] = await tasks();
    expect(task).toMatchObject({ details: { code: "report.too_old", pressedAt: "2026-11-20 08:15:00" } });
    expect([await attachments(0), filesIn()]).toMatchObject([[{ type: "photo" }], [expect.any(String)]]);
    expect((await visitOf(road, road.stops[0])).status).toBe(3);
    await applyReportTask(road.dispatcher, { taskId: task!.id });
    expect(await visitOf(road, road.stops[0])).toMatchObject({
      status: DELIVERED,
      completed_at: "2026-11-20 08:15:00",
    });
  });

  describe("of a phone whose clock was in another year", () => {
    const reset = { ageSec: "375723581" };
    const seconds = (time: string) => String(Date.parse(`${at(time).replace(" ", "T")}Z`) / 1000);

    it("count from the start of the route, with their pictures", async () => {
      expect((await report(done(0, reset), 1))[1].kind).toBe("accepted");
      expect(await visitOf(road, road.stops[0])).toMatchObject({ status: DELIVERED, completed_at: at("08:00") });
      expect(await attachments(0)).toHaveLength(1);
    });

    it("count from when their page was made, where that was later", async () => {
      expect((await report(done(0, { ...reset, pageMadeSec: seconds("08:07") })))[1].kind).toBe("accepted");
      expect((await visitOf(road, road.stops[0])).completed_at).toBe(at("08:07"));
      // A page that wasn't made yet says nothing.
      expect((await report(done(1, { ageSec: "60", pageMadeSec: seconds("09:00") })))[1].kind).toBe("accepted");
      expect((await visitOf(road, road.stops[1])).completed_at).toBe(at("08:14"));
    });

    it.each([
      ["08:05", at("08:05")],
      ["09:00", "2026-11-23 07:00:00"],
    ])("start a route that is to leave at %s at %s", async (planned, started) => {
      const times = { status: 3, start_time: at(planned), created_at: at("07:00") };
      await db()("routing_routes").where({ id: road.routeId }).update(times);
      await db()("routing_visits").where({ id: road.start }).update({ status: 3, completed_at: null });
      expect((await report({ intent: "start", commandId: "s", confirmed: "1", ...reset }))[1].kind).toBe("accepted");
      expect((await visitOf(road, road.start)).completed_at).toBe(started);
    });

    it("are a task of a possible time where they are refused", async () => {
      await offRoute(0);
      expect((await report(done(0, reset), 1))[0]).toBe(404);
      expect(await tasks()).toMatchObject([{ details: { pressedAt: at("08:00"), pictures: [{ type: "photo" }] } }]);
    });
  });

  it.each([
    ["a drawing", "scripted.svg", readFileSync("tests/fixtures/pictures/scripted.svg"), "has wrong format"],
    ["thirty megabytes", "big.jpg", Buffer.concat([door, Buffer.alloc(30_000_000)]), "is larger than"],
  ])("leave nothing behind when the photo is %s", async (_what, name, bytes, words) => {
    const [status, answer] = await report(done(0, { ageSec: "0" }), 1, { photo: new File([bytes], name) });
    expect([status, answer]).toEqual([422, { kind: "refused", message: expect.stringContaining(words) }]);
    expect([await tasks(), await attachments(0), filesIn()]).toEqual([[], [], []]);
    expect((await visitOf(road, road.stops[0])).status).toBe(3);
  });

  it("leave nothing behind when they are about another company's route", async () => {
    const other = await createRoad(db());
    const theirs = { ...done(0), visitId: String(other.stops[0]) };
    expect((await report(theirs, 1, { routeId: other.routeId }))[0]).toBe(404);
    expect((await report({ intent: "start", commandId: "s" }, 0, { routeId: other.routeId }))[0]).toBe(404);
    expect([await tasks(), await listOpenRoadTasks(db(), other.companyId, { limit: 9 }), filesIn()]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await db()("applied_commands").whereIn("company_id", [road.companyId, other.companyId])).toEqual([]);
  });

  it("wait on the phone with their pictures while a question is open", async () => {
    expect((await report(done(2, { ageSec: "0" }), 1))[1].kind).toBe("question");
    expect([await attachments(2), filesIn()]).toEqual([[], []]);
    expect((await report(done(2, { confirmed: "1" }), 1))[1].kind).toBe("accepted");
    expect(await attachments(2)).toHaveLength(1);
  });
});
