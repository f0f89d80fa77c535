import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { dismissTask } from "~/features/driver/commands/settle-task.server";
import { DRIVER_ACTIONS } from "~/features/driver/actions.server";
import { loadFarTasks } from "~/features/driver/queries/far-tasks.server";
import { performAction } from "~/http/actions/perform-action.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, listen, setWorld, visitOf } from "./road";
import type { Road } from "./road";

/** Stop A of `createRoad`. */
const STOP_A = { lat: 47.15, lng: 9.52 };
const NEAR = { lat: 47.1503, lng: 9.52, accuracyM: 12.6 };
const FAR = { lat: 47.153, lng: 9.52, accuracyM: 20 };

describe.each(databases())("where visits are reported, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let road: Road;

  beforeEach(async () => {
    setWorld(db(), at("08:12"));
    road = await createRoad(db());
  });
  afterEach(forgetWorld);

  const report = (name: keyof typeof DRIVER_ACTIONS, input: object, session = road.driver) =>
    performAction(DRIVER_ACTIONS, session, name, { visitId: road.stops[0], confirmed: true, ...input }, {});
  const tasks = () => listOpenRoadTasks(db(), road.companyId, { limit: 10, kind: "far" });

  it("is stored with the report, and gone when it is taken back", async () => {
    await report("visit.done", NEAR);
    expect(await visitOf(road, road.stops[0])).toMatchObject({
      reported_lat: NEAR.lat,
      reported_lng: NEAR.lng,
      reported_accuracy: 13,
    });
    expect(await tasks()).toEqual([]);
    await report("visit.on_route", { confirmed: undefined });
    expect(await visitOf(road, road.stops[0])).toMatchObject({
      reported_lat: null,
      reported_lng: null,
      reported_accuracy: null,
    });
  });

  it("is a task for the dispatcher when that was far from the stop, once however often it arrives", async () => {
    const told = listen(db());
    const once = { ...FAR, commandId: "report-from-afar" };
    await report("visit.done", once);
    await report("visit.done", once);
    expect(told.filter(({ model }) => model === "RoadTask")).toHaveLength(1);
    expect(await loadFarTasks(road.dispatcher)).toMatchObject([
      {
        title: expect.stringMatching(/ reported Stop A as done$/),
        where: "330 m from the stop (±20 m)",
        visitId: road.stops[0],
        routeId: road.routeId,
        planId: road.planId,
      },
    ]);
    const [task] = await tasks();
    expect(await dismissTask(road.dispatcher, { taskId: task!.id })).toEqual({ settled: true });
    expect(await tasks()).toEqual([]);
  });

  it("is no task any more when the report is taken back, and a new one when it is made again", async () => {
    await report("visit.failed", { ...FAR, failReasonId: 7 });
    expect(await tasks()).toHaveLength(1);
    await report("visit.on_route", { confirmed: undefined });
    expect(await tasks()).toEqual([]);
    setWorld(db(), at("08:14"));
    await report("visit.done", FAR);
    expect(await tasks()).toMatchObject([{ details: { action: "visit.done", accuracyM: 20 } }]);
  });

  it("is no task where the phone knows it too roughly, and no place without coordinates", async () => {
    await report("visit.done", { lat: 47.9, lng: 9.52, accuracyM: 45_000 });
    await report("visit.done", { visitId: road.stops[1], lat: 0, lng: 0, accuracyM: 5 });
    expect(await tasks()).toEqual([]);
    expect(await visitOf(road, road.stops[1])).toMatchObject({ status: 4, reported_lat: null });
  });

  it("is said by nobody who doesn't know it", async () => {
    await report("visit.done", {}, road.dispatcher);
    expect(await visitOf(road, road.stops[0])).toMatchObject({ status: 4, reported_lat: null });
  });

  it.each([
    [{ lat: 47.15 }, "lng"],
    [{ lng: 9.52 }, "lat"],
    [{ ...STOP_A, lat: 91 }, "lat"],
    [{ ...STOP_A, lng: -181 }, "lng"],
    [{ ...STOP_A, accuracyM: -1 }, "accuracyM"],
  ])("is refused as %j, and nothing is stored", async (place, field) => {
    for (const name of ["visit.done", "visit.failed"] as const)
      await expect(report(name, place)).rejects.toMatchObject({
        issues: [expect.objectContaining({ path: [field] })],
      });
    expect(await visitOf(road, road.stops[0])).toMatchObject({ status: 3, reported_lat: null });
  });

  it("tells another company's dispatchers nothing", async () => {
    await report("visit.done", FAR);
    const other = await createRoad(db());
    expect(await loadFarTasks(other.dispatcher)).toEqual([]);
    await expect(loadFarTasks(road.driver)).rejects.toMatchObject({ status: 403 });
  });
});
