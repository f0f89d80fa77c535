import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRoute } from "~/features/driver/commands/report-route.server";
import { changeVisitsWindow, moveVisits, removeVisits } from "~/features/planning/commands/selection-commands.server";
import { toggleLock } from "~/features/planning/commands/route-commands.server";
import { previewMove } from "~/features/planning/plan-page/moving/preview-move.server";
import type { MoveVisitsInput } from "~/features/planning/commands/selection-commands.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createDesk, forgetWorld, setWorld, type Desk } from "./desk";

const stored = async (desk: Desk) => ({
  plan: await desk.plan(),
  routes: await desk.db("routing_routes").where({ plan_id: desk.planId }).orderBy("id"),
  visits: await desk.db("routing_visits").where({ company_id: desk.companyId }).orderBy("id"),
  log: await desk.db("plan_changes").where({ plan_id: desk.planId }).select("id"),
});

/** Foresees the move, makes it, and compares what is stored with what was said. */
async function foreseeAndMove(desk: Desk, input: MoveVisitsInput) {
  const before = await stored(desk);
  const effect = await previewMove(desk.dispatcher, input);
  expect(await stored(desk)).toEqual(before);
  expect(effect.refused).toBeNull();
  await moveVisits(desk.dispatcher, input, {});
  const after = await stored(desk);
  for (const one of effect.routes) {
    const [old, now] = [before, after].map(({ routes }) => routes.find((route) => route.id === one.routeId)!) as [
      (typeof after.routes)[0],
      (typeof after.routes)[0],
    ];
    const work = (route: typeof now) =>
      Number(route.duration) + Number(route.service_duration) + Number(route.waiting_duration);
    expect([one.before.distanceM, one.after.distanceM]).toEqual([old.distance, now.distance]);
    expect([one.before.workSec, one.after.workSec]).toEqual([work(old), work(now)]);
    expect(one.after.finish).toBe(
      now.finish_time === null ? null : Date.parse(`${now.finish_time.replace(" ", "T")}Z`) / 1000,
    );
  }
  const touched = after.routes.filter(
    (route) => JSON.stringify(route) !== JSON.stringify(before.routes.find((one) => one.id === route.id)),
  );
  expect(effect.routes.map((one) => one.routeId).sort()).toEqual(touched.map((route) => route.id).sort());
  return { effect, after };
}

describe.each(databases())("moving several visits, foreseen and done, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("the preview is what the move then stores: to another route, within one, off it, onto an empty one", async () => {
    const desk = await createDesk(db());
    await foreseeAndMove(desk, { visitIds: [desk.b], toRouteId: desk.second, position: 1 });
    await foreseeAndMove(desk, { visitIds: [desk.c], toRouteId: desk.first, position: 1 });
    await foreseeAndMove(desk, { visitIds: [desk.a], toRouteId: null });
    await foreseeAndMove(desk, { visitIds: [desk.loose, desk.a], toRouteId: desk.first, position: 2 });
    const { effect } = await foreseeAndMove(desk, { visitIds: [desk.loose], toRouteId: desk.empty });
    expect(effect.routes.find((one) => one.routeId === desk.empty)).toMatchObject({
      timed: true,
      before: { stops: 0, finish: null },
      after: { stops: 1, finish: expect.any(Number) as unknown },
    });
  });

  it("names each rule that would break: lateness with its stop, and the load", async () => {
    const desk = await createDesk(db());
    await db()("routing_visits").where({ id: desk.d }).update({ end_time: "09:15", package_load: 600 });
    const first = await db()("routing_routes").where({ id: desk.second }).first();
    await db()("vehicles").where({ id: first!.vehicle_id! }).update({ max_load: 610 });
    await db()("routing_visits").where({ id: desk.b }).update({ package_load: 24, service_time: 30 });
    const { effect, after } = await foreseeAndMove(desk, { visitIds: [desk.b], toRouteId: desk.second, position: 1 });
    const late = JSON.parse(after.visits.find((visit) => visit.id === desk.d)!.violations ?? "[]") as {
      message: string;
    }[];
    expect(late[0]?.message).toMatch(/^Late by \d+ min$/);
    expect(effect.routes.find((one) => one.routeId === desk.second)!.newlyBroken).toEqual(
      expect.arrayContaining(["14 kg over", `${late[0]!.message} at stop 2`]),
    );
    const back = await foreseeAndMove(desk, { visitIds: [desk.b], toRouteId: desk.first, position: 1 });
    expect(back.effect.routes.find((one) => one.routeId === desk.second)).toMatchObject({
      newlyBroken: [],
      healed: expect.arrayContaining(["14 kg over"]) as unknown,
    });
  });

  it("counts breaks before and after alike: putting a stop where it stands costs nothing", async () => {
    const desk = await createDesk(db());
    await db()("vehicles")
      .where({ id: desk.vehicleId })
      .update({ break_start: "09:10", break_end: "09:30", break_duration: 30 });
    await db()("routing_visits").where({ id: desk.b }).update({
      type: "B",
      lat: null,
      lng: null,
      travel_duration: 0,
      distance: 0,
      service_time: 30,
      service_duration: 1800,
      start_time: null,
      end_time: null,
    });
    await db()("routing_routes")
      .where({ id: desk.first })
      .update({ duration: 1800, service_duration: 2400, waiting_duration: 0 });
    const { routes } = await previewMove(desk.dispatcher, { visitIds: [desk.a], toRouteId: desk.first, position: 1 });
    expect(routes[0]).toMatchObject({ before: { workSec: 4200 }, after: { workSec: 4200 } });
  });

  it("leaves out minutes that have passed since the last report of a route on the road", async () => {
    const desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    await db()("routing_visits").where({ id: desk.a }).update({ start_time: "08:00", end_time: "09:20" });
    await db()("routing_visits").where({ id: desk.b }).update({ start_time: "08:00", end_time: "09:40" });
    setWorld(db(), at("08:00"));
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    await db()("routing_routes").where({ id: desk.first }).update({ is_locked: 0 });
    expect(JSON.parse((await desk.visit(desk.b)).violations ?? "[]")).toEqual([]);
    const { finish_time: reported, distance } = await desk.route(desk.first);

    // Nobody reports for three quarters of an hour.
    setWorld(db(), at("08:45"));
    const ofFirst = async (input: MoveVisitsInput) =>
      (await previewMove(desk.dispatcher, input)).routes.find(({ routeId }) => routeId === desk.first)!;
    const away = await ofFirst({ visitIds: [desk.c], toRouteId: desk.second });
    expect(away).toMatchObject({ newlyBroken: [], healed: [], before: { distanceM: distance } });
    expect(away.before.finish).toBe(Date.parse(`${reported!.replace(" ", "T")}Z`) / 1000 + 45 * 60);
    // What the move itself delays is named: it stands behind A, to which the vehicle is heading.
    await db()("routing_visits").where({ id: desk.loose }).update({ service_time: 30 });
    const brought = await ofFirst({ visitIds: [desk.loose], toRouteId: desk.first, position: 1 });
    expect(brought.newlyBroken).toEqual([expect.stringMatching(/^Late by .+ at stop 3$/)]);
  });

  it("says why a move is refused", async () => {
    const desk = await createDesk(db());
    await toggleLock(desk.dispatcher, { routeId: desk.second }, {});
    expect(await previewMove(desk.dispatcher, { visitIds: [desk.a], toRouteId: desk.second })).toEqual({
      routes: [],
      refused: "The route is locked. Unlock it first.",
    });
  });

  it("keeps the order in which several are given, counted without them", async () => {
    const desk = await createDesk(db());
    await moveVisits(desk.dispatcher, { visitIds: [desk.d, desk.a], toRouteId: desk.first, position: 2 }, {});
    expect(await desk.order(desk.first)).toEqual([desk.b, desk.d, desk.a, desk.c]);
    await moveVisits(desk.dispatcher, { visitIds: [desk.c, desk.b], toRouteId: desk.first, position: 1 }, {});
    expect(await desk.order(desk.first)).toEqual([desk.c, desk.b, desk.d, desk.a]);
    await moveVisits(desk.dispatcher, { visitIds: [desk.c, desk.b], toRouteId: desk.first }, {});
    expect(await desk.order(desk.first)).toEqual([desk.d, desk.a, desk.c, desk.b]);
  });

  it("does all of a selection as one change, or none of it", async () => {
    const desk = await createDesk(db());
    const { version } = await desk.plan();
    await moveVisits(desk.dispatcher, { visitIds: [desk.a, desk.b], toRouteId: null }, {});
    expect([
      (await desk.visit(desk.a)).route_id,
      (await desk.visit(desk.b)).route_id,
      (await desk.plan()).version,
    ]).toEqual([null, null, version + 1]);
    await changeVisitsWindow(
      desk.dispatcher,
      { visitIds: [desk.a, desk.c, desk.loose], startTime: "10:00", endTime: "12:00" },
      {},
    );
    for (const id of [desk.a, desk.c, desk.loose])
      expect(await desk.visit(id)).toMatchObject({ start_time: "10:00", end_time: "12:00" });
    // The vehicle leaves later instead of waiting: 10:00 in Vaduz.
    expect(await desk.visit(desk.c)).toMatchObject({ arrival_time: at("09:00"), waiting_time: 0 });
    await toggleLock(desk.dispatcher, { routeId: desk.second }, {});
    await expect(
      removeVisits(desk.dispatcher, { visitIds: [desk.a, desk.d], choice: "delete" }, {}),
    ).rejects.toMatchObject({
      code: "route.locked",
      message: "Stop D: The route is locked. Unlock it first. 1 of 2 visits is refused for this reason.",
    });
    expect((await desk.visit(desk.a)).deleted_at).toBeNull();
    await removeVisits(desk.dispatcher, { visitIds: [desk.a, desk.loose], choice: "delete" }, {});
    expect((await desk.visit(desk.loose)).deleted_at).not.toBeNull();
  });

  it("knows no visits of other companies", async () => {
    const [desk, other] = [await createDesk(db()), await createDesk(db())];
    expect((await previewMove(desk.dispatcher, { visitIds: [other.a], toRouteId: desk.first })).refused).toMatch(
      /not found/i,
    );
    await expect(
      moveVisits(desk.dispatcher, { visitIds: [desk.a, other.a], toRouteId: desk.first }, {}),
    ).rejects.toMatchObject({ status: 404 });
    await expect(moveVisits(desk.dispatcher, { visitIds: [desk.a], toRouteId: other.first }, {})).rejects.toMatchObject(
      { status: 404 },
    );
  });
});
