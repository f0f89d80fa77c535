import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addRoadTask, listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { insertPredictions } from "~/db/repositories/visit-predictions.server";
import { acceptRequest, declineRequest } from "~/features/recipients/commands/settle-request.server";
import { revokeLink } from "~/features/recipients/commands/revoke-link.server";
import { loadLiveRoute, loadLiveVisit } from "~/features/recipients/queries/live-pages.server";
import { loadRequestTasks } from "~/features/recipients/queries/request-tasks.server";
import { applyReportTask, dismissTask } from "~/features/driver/commands/settle-task.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { setPublisher } from "~/realtime/publisher.server";
import { visitTrackingPath } from "~/planner/tracking-links.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { recordChanges } from "../../helpers/live";
import { reportTask } from "../../helpers/report-tasks";
import { sessionOf } from "../../helpers/sessions";
import { createCompany, createPlan } from "../../factories/company";
import { at, createRoad, forgetWorld, setWorld, visitOf } from "../driver/road";
import type { Road } from "../driver/road";

describe.each(databases())("a recipient's wish for another window on %s", (kind) => {
  const database = useTestDatabase(kind);
  beforeEach(() => setWorld(database().db, at("08:05")));
  afterEach(forgetWorld);

  /** Stop B, second of three, by the warehouse's clock an hour ahead. */
  async function asked(from: string, to: string) {
    const road = await createRoad(database().db);
    const { db, companyId, planId, routeId, stops } = road;
    const details = { from, to, before: "", visitName: "Stop B" };
    await addRoadTask(
      db,
      companyId,
      { key: "request:1", kind: "request", planId, routeId, visitId: stops[1], details },
      at("08:04"),
    );
    const taskId = (await listOpenRoadTasks(db, companyId, { limit: 1 }))[0]!.id;
    return { road, taskId };
  }
  const order = async ({ db, routeId }: Road) =>
    (await db("routing_visits").where({ route_id: routeId }).whereIn("type", ["D", "P"]).orderBy("position")).map(
      ({ name }) => name as string,
    );

  it("shows what accepting it does, and accepting does just that", async () => {
    const { road, taskId } = await asked("09:50", "10:30");
    const [task] = await loadRequestTasks(road.dispatcher);
    expect(task).toMatchObject({ title: "Stop B asks for 09:50–10:30", cannotAccept: null });
    expect(task!.effect).toMatchObject({
      place: 3,
      headline: expect.stringMatching(/^Stop 3 instead of 2, arrival \d\d:\d\d/) as string,
    });
    const told: string[] = [];
    recordChanges(({ model }) => void told.push(model));
    const { place, version } = task!.effect!;
    const promise = {
      routeId: road.routeId,
      visitId: road.stops[1],
      begins: {},
      promisedFrom: at("08:10"),
      promisedTo: at("08:40"),
    };
    await insertPredictions(road.db, road.companyId, [promise], at("08:00"));
    await acceptRequest(road.dispatcher, { taskId, place, version });
    setPublisher(undefined);
    // What was agreed is what the recipient expects, by the warehouse's clock an hour ahead.
    expect(await road.db("visit_predictions").where({ visit_id: road.stops[1] }).first()).toMatchObject({
      promised_from: at("08:50"),
      promised_to: at("09:30"),
      promised_width: 40 * 60,
    });
    expect(told.sort()).toEqual(["RoadTask", "RoutingPlan"]);
    expect(await order(road)).toEqual(["Stop A", "Stop C", "Stop B"]);
    const visit = await visitOf(road, road.stops[1]);
    expect(visit).toMatchObject({ start_time: "09:50", end_time: "10:30" });
    const shown = /arrival (\d\d:\d\d)/.exec(task!.effect!.headline)![1];
    const [hour, minute] = visit.arrival_time!.slice(11, 16).split(":").map(Number);
    expect(`${String(hour! + 1).padStart(2, "0")}:${String(minute).padStart(2, "0")}`).toBe(shown);
    expect((await road.db("routing_routes").where({ id: road.routeId }).first())!.is_locked).toBe(1);
    expect(await loadRequestTasks(road.dispatcher)).toEqual([]);
    await expect(acceptRequest(road.dispatcher, { taskId, place: 3, version: 0 })).rejects.toMatchObject({
      code: "task.settled",
    });
  });

  it("keeps its place where the window fits there", async () => {
    const { road } = await asked("09:00", "12:00");
    await road.db("routing_routes").where({ id: road.routeId }).update({ distance: 20_000 });
    expect((await loadRequestTasks(road.dispatcher))[0]!.effect).toMatchObject({
      place: 2,
      headline: expect.stringContaining("Stays stop 2") as string,
      facts: ["Finish and distance stay"],
      broken: [],
    });
  });

  it("is not accepted on what has changed since it was looked at", async () => {
    const { road, taskId } = await asked("09:50", "10:30");
    const { version } = (await loadRequestTasks(road.dispatcher))[0]!.effect!;
    setWorld(road.db, at("08:20"));
    await markVisitDone(road.driver, { visitId: road.stops[0] });
    await expect(acceptRequest(road.dispatcher, { taskId, place: 3, version })).rejects.toMatchObject({ status: 409 });
    expect((await visitOf(road, road.stops[1])).start_time).not.toBe("09:50");
    expect(await loadRequestTasks(road.dispatcher)).toHaveLength(1);
  });

  it("says why it can't be accepted once the visit is served", async () => {
    const { road, taskId } = await asked("09:50", "10:30");
    await markVisitDone(road.driver, { visitId: road.stops[1], confirmed: true });
    expect((await loadRequestTasks(road.dispatcher))[0]).toMatchObject({
      effect: null,
      cannotAccept: "This visit is done or failed already.",
    });
    await expect(acceptRequest(road.dispatcher, { taskId, place: 3, version: 0 })).rejects.toMatchObject({
      code: "visit.past",
    });
  });

  it("is gone once its visit is on another plan: accepting it changes nothing there", async () => {
    const { road, taskId } = await asked("09:50", "10:30");
    const planId = await createPlan(road.db, road.companyId, { warehouse_id: road.warehouseId });
    const moved = { plan_id: planId, route_id: null, status: 1 };
    await road.db("routing_visits").where({ id: road.stops[1] }).update(moved);
    const before = await visitOf(road, road.stops[1]);
    await expect(acceptRequest(road.dispatcher, { taskId, place: 0, version: 0 })).rejects.toMatchObject({
      code: "visit.left_plan",
    });
    expect(await visitOf(road, road.stops[1])).toEqual(before);
  });

  it("is accepted once by two who do so at the same moment", async () => {
    const { road, taskId } = await asked("09:50", "10:30");
    const both = await Promise.allSettled(
      [1, 2].map(() => acceptRequest(road.dispatcher, { taskId, place: 0, version: 0 })),
    );
    const refused = both.filter((one) => one.status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "task.settled" } }]);
    expect(await road.db("plan_changes").where({ plan_id: road.planId })).toHaveLength(1);
  });

  it("is declined by nobody where it is a driver's report", async () => {
    const { road } = await asked("09:50", "10:30");
    const report = reportTask("report:1", {}, { planId: road.planId, routeId: road.routeId });
    await addRoadTask(road.db, road.companyId, report, at("08:04"));
    const task = () => road.db("road_tasks").where({ company_id: road.companyId, kind: "report" }).first();
    const { id: taskId } = (await task())!;
    await expect(declineRequest(road.dispatcher, { taskId })).rejects.toMatchObject({ status: 404 });
    expect(await task()).toMatchObject({ settled_at: null, outcome: null });
  });

  it("is declined once, by the company's own dispatchers, and is no report", async () => {
    const { road, taskId } = await asked("09:50", "10:30");
    const stranger = sessionOf(await createCompany(road.db), { isOwner: true }, road.ownerId);
    for (const attempt of [
      () => declineRequest(stranger, { taskId }),
      () => acceptRequest(stranger, { taskId, place: 0, version: 0 }),
      () => applyReportTask(road.dispatcher, { taskId }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    await expect(dismissTask(road.dispatcher, { taskId })).rejects.toMatchObject({ status: 404 });
    await expect(declineRequest(road.driver, { taskId })).rejects.toMatchObject({ status: 403 });
    expect(await declineRequest(road.dispatcher, { taskId })).toEqual({ settled: true });
    expect(await declineRequest(road.dispatcher, { taskId })).toEqual({ settled: false });
  });

  it("belongs to live pages that have the link, which is another once it is revoked", async () => {
    const { road } = await asked("09:50", "10:30");
    const before = await loadLiveVisit(road.dispatcher, road.stops[1]);
    expect(before.link).toBe(`/platform${await visitTrackingPath(road.db, road.companyId, road.stops[1])}`);
    expect(before.stop).toMatchObject({ number: 2, name: "Stop B" });
    await revokeLink(road.dispatcher, { kind: "visit", id: road.stops[1] });
    expect((await loadLiveVisit(road.dispatcher, road.stops[1])).link).not.toBe(before.link);
    await expect(revokeLink(road.driver, { kind: "visit", id: road.stops[1] })).rejects.toMatchObject({ status: 403 });
    await expect(loadLiveVisit(road.dispatcher, road.start)).rejects.toMatchObject({ status: 404 });
    const route = await loadLiveRoute(road.driver, road.routeId);
    expect(route).toMatchObject({ link: null, driver: "Dora Driver" });
    expect(route.stops.map(({ name }) => name)).toEqual(["Stop A", "Stop B", "Stop C"]);
    await road.db("routing_routes").where({ id: road.routeId }).update({ driver_id: null });
    await expect(loadLiveRoute(road.driver, road.routeId)).rejects.toMatchObject({ status: 404 });
    await expect(loadLiveVisit(road.driver, road.stops[1])).rejects.toMatchObject({ status: 404 });
  });
});
