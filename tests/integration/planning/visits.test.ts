import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addVisit } from "~/features/planning/commands/add-visits.server";
import {
  moveVisit,
  removeVisit,
  updateVisit,
  updateVisitFields,
} from "~/features/planning/commands/visit-commands.server";
import { editVisits } from "~/features/planning/commands/edit-visits.server";
import { changeVisits } from "~/features/planning/commands/selection-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { toggleLock } from "~/features/planning/commands/route-commands.server";
import { NOBODY, straightLeg, testRouting } from "../../helpers/routing";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createDesk, forgetWorld, setWorld } from "./desk";
import { sharedFields, visitFields } from "../../helpers/inputs";
import { input, timesOf } from "./visit-input";

describe.each(databases())("visits of a plan on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("changes fields, and only those that differ; no times follow from a new name", async () => {
    const desk = await createDesk(db());
    const before = await timesOf(desk, [desk.a, desk.b]);
    await updateVisit(
      desk.dispatcher,
      { visitId: desk.a, ...input({ name: "Bäckerei Müller", recipientNote: "Ring twice" }) },
      {},
    );
    expect(await desk.visit(desk.a)).toMatchObject({
      name: "Bäckerei Müller",
      recipient_note: "Ring twice",
      service_duration: 300,
    });
    expect(await timesOf(desk, [desk.a, desk.b])).toEqual(before);
    const { version } = await desk.plan();
    await updateVisit(
      desk.dispatcher,
      { visitId: desk.a, ...input({ name: "Bäckerei Müller", recipientNote: "Ring twice" }) },
      {},
    );
    expect((await desk.plan()).version).toBe(version);
  });

  it("gives the rest of the route new times when the service takes longer", async () => {
    const desk = await createDesk(db());
    await updateVisit(desk.dispatcher, { visitId: desk.a, ...input({ serviceTime: "15" }) }, {});
    expect(await desk.visit(desk.a)).toMatchObject({ service_time: 15, arrival_time: at("08:10") });
    expect(await timesOf(desk, [desk.b, desk.c])).toEqual([at("08:35"), at("08:50")]);
    expect((await desk.route(desk.first)).finish_time).toBe(at("09:05"));
  });

  it("changes fields of several visits as one undoable change; one locked visit refuses all, by name", async () => {
    const desk = await createDesk(db());
    const fieldsOf = async () =>
      Promise.all(
        [desk.a, desk.b, desk.loose].map(async (id) => {
          const { service_time: service, package_load: load, type } = await desk.visit(id);
          return { service, load, type };
        }),
      );
    const before = await fieldsOf();
    const times = [await desk.visit(desk.a), await desk.visit(desk.c)].map((visit) => visit.arrival_time);
    const ids = [desk.a, desk.b, desk.loose];
    await changeVisits(
      desk.dispatcher,
      { visitIds: ids, fields: sharedFields({ serviceTime: "12", packageLoad: "", packageCapacity: "", type: "P" }) },
      {},
    );
    expect(await fieldsOf()).toEqual(before.map((one) => ({ ...one, service: 12, type: "P" })));
    expect((await desk.visit(desk.c)).arrival_time).not.toBe(times[1]);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await fieldsOf()).toEqual(before);
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    await expect(
      changeVisits(desk.dispatcher, { visitIds: [desk.loose, desk.a, desk.b], fields: { serviceTime: 12 } }, {}),
    ).rejects.toMatchObject({
      code: "route.locked",
      message: "Stop A: The route is locked. Unlock it first. 2 of 3 visits are refused for this reason.",
    });
    expect(await fieldsOf()).toEqual(before);
  });

  it("takes the values that visits have as no change, for several as for one, also on a locked route", async () => {
    const desk = await createDesk(db());
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    const before = await desk.visit(desk.a);
    const window = { startTime: before.start_time ?? "", endTime: before.end_time ?? "" };
    await changeVisits(desk.dispatcher, { visitIds: [desk.a, desk.b], fields: window }, {});
    const edit = { visitId: desk.a, ...visitFields(window) };
    await editVisits(desk.dispatcher, { planId: desk.planId, visits: [edit] }, undefined);
    expect(await desk.visit(desk.a)).toEqual(before);
  });

  // @spec PC-4.073
  it("measures the legs to and from a place that moved", async () => {
    const desk = await createDesk(db());
    await updateVisit(desk.dispatcher, { visitId: desk.b, ...input({ name: "Stop B", lat: "47.2" }) }, {});
    const moved = { lat: 47.2, lng: 9.52 };
    const to = straightLeg({ lat: 47.15, lng: 9.52 }, moved);
    expect((await desk.visit(desk.b)).travel_duration).toBe(to.durationSec);
    const from = straightLeg(moved, { lat: 47.17, lng: 9.52 });
    expect((await desk.visit(desk.c)).travel_duration).toBe(from.durationSec);
    expect((await desk.visit(desk.a)).travel_duration).toBe(600);
  });

  it("says at once what a new load breaks, and that the next one doesn't", async () => {
    const desk = await createDesk(db());
    await db()("vehicles").where({ id: desk.vehicleId }).update({ max_load: 20 });
    await updateVisit(desk.dispatcher, { visitId: desk.a, ...input({ packageLoad: "34" }) }, {});
    expect((await desk.route(desk.first)).violations).toContain("14 kg over");
    await updateVisit(
      desk.dispatcher,
      { visitId: desk.b, ...input({ name: "Stop B", lat: "47.16", packageLoad: "6" }) },
      {},
    );
    expect((await desk.route(desk.first)).violations).toContain("20 kg over");
    await updateVisit(
      desk.dispatcher,
      { visitId: desk.b, ...input({ name: "Stop B", lat: "47.16", packageLoad: "6", type: "P" }) },
      {},
    );
    expect((await desk.route(desk.first)).violations).toContain("14 kg over");
    await updateVisitFields(
      desk.dispatcher,
      { visitId: desk.a, fields: visitFields({ packageLoad: "14" }), seen: {} },
      {},
    );
    expect((await desk.route(desk.first)).violations).toBeNull();
  });

  it("saves a change by hand with the straight line when the routing server is down", async () => {
    const desk = await createDesk(db());
    setWorld(db(), at("06:00"), testRouting({ osrmUrl: NOBODY }));
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    expect(await desk.order(desk.first)).toEqual([desk.c, desk.a, desk.b]);
    expect((await desk.visit(desk.c)).leg_estimate).toBe(2);
  });

  // @spec PC-4.075 PC-4.076 PC-4.077 PC-4.078
  it("refuses changes on a locked route, of past visits, of start and end, and of the stop ahead", async () => {
    const locked = await createDesk(db(), { isLocked: 1 });
    await expect(
      updateVisit(locked.dispatcher, { visitId: locked.a, ...input({ name: "X" }) }, {}),
    ).rejects.toMatchObject({ code: "route.locked" });
    const past = await createDesk(db(), { visitStatus: 4 });
    await expect(updateVisit(past.dispatcher, { visitId: past.a, ...input({ name: "X" }) }, {})).rejects.toMatchObject({
      code: "visit.past",
    });
    const road = await createDesk(db(), { routeStatus: 4, visitStatus: 3 });
    await expect(updateVisit(road.dispatcher, { visitId: road.a, ...input({ name: "X" }) }, {})).rejects.toMatchObject({
      code: "visit.next",
    });
    await expect(
      updateVisit(road.dispatcher, { visitId: road.start, ...input({ name: "X" }) }, {}),
    ).rejects.toMatchObject({ code: "visit.start_or_end" });
    await updateVisit(road.dispatcher, { visitId: road.b, ...input({ name: "X" }) }, {});
    expect((await road.visit(road.b)).name).toBe("X");
  });

  it("adds a visit to the plan, on no route", async () => {
    const desk = await createDesk(db());
    const { createdVisitIds } = await addVisit(
      desk.dispatcher,
      {
        planId: desk.planId,
        ...input({ name: "New", type: "P", lat: "", lng: "", startTime: "", packageLoad: "12,5" }),
      },
      {},
    );
    expect(await desk.visit(createdVisitIds[0]!)).toMatchObject({
      name: "New",
      type: "P",
      plan_id: desk.planId,
      warehouse_id: desk.warehouseId,
      route_id: null,
      status: 1,
      position: 1000,
      source: 1,
      lat: null,
      start_time: null,
      package_load: 12.5,
    });
  });

  it("moves within a route: positions, labels and times follow", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    expect(await desk.order(desk.first)).toEqual([desk.c, desk.a, desk.b]);
    expect([(await desk.visit(desk.c)).label_position, (await desk.visit(desk.a)).label_position]).toEqual([1, 2]);
    const [c, a] = await timesOf(desk, [desk.c, desk.a]);
    expect(c! < a!).toBe(true);
  });

  // @spec PC-4.085 PC-4.091 PC-4.092 PC-4.093
  it("moves to another route; both get new times, the unserved reason goes, and no query is stored", async () => {
    const desk = await createDesk(db());
    const before = await timesOf(desk, [desk.c, desk.d]);
    const { recalculate } = await moveVisit(
      desk.dispatcher,
      { visitId: desk.b, toRouteId: desk.second, position: 1 },
      {},
    );
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.c]);
    expect(await desk.order(desk.second)).toEqual([desk.b, desk.d]);
    const after = await timesOf(desk, [desk.c, desk.d]);
    expect([after[0]! < before[0]!, after[1]! > before[1]!]).toEqual([true, true]);
    expect(await db()("routing_queries").where({ company_id: desk.companyId })).toEqual([]);
    expect(await desk.visit(desk.b)).toMatchObject({
      route_id: desk.second,
      position: 1,
      label_position: 1,
      status: 2,
    });
    expect(recalculate).toEqual([
      { routeId: desk.first, mode: "position" },
      { routeId: desk.second, mode: "full" },
    ]);
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.first }, {});
    expect(await desk.visit(desk.loose)).toMatchObject({ route_id: desk.first, status: 2, unserved_reason: null });
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.c, desk.loose]);
  });

  it("onto an empty route: planning, with its start, and times from the beginning of the shift", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.empty }, {});
    // The shift begins at 09:00 in Vaduz.
    expect(await desk.route(desk.empty)).toMatchObject({ status: 2, start_time: at("08:00") });
    const visit = await desk.visit(desk.loose);
    expect(visit).toMatchObject({ route_id: desk.empty, status: 2 });
    expect(Date.parse(`${visit.arrival_time}Z`) - Date.parse(`${at("08:00")}Z`)).toBe(visit.travel_duration * 1000);
    const [start] = await db()("routing_visits").where({ route_id: desk.empty, type: "S" });
    expect(start).toMatchObject({ name: "Start", lat: 47.141, lng: 9.5209, arrival_time: at("08:00"), position: 0 });
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: null }, {});
    expect(await desk.route(desk.empty)).toMatchObject({ status: 1, start_time: null });
    expect(await db()("routing_visits").where({ route_id: desk.empty }).whereNull("deleted_at")).toEqual([]);
  });

  it("never before what is past, nor before the stop the vehicle is heading to", async () => {
    const desk = await createDesk(db(), { routeStatus: 4, visitStatus: 3 });
    await db()("routing_visits")
      .where({ id: desk.a })
      .update({ status: 4, completed_at: at("08:15") });
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.first, position: 1 }, {});
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b, desk.loose, desk.c]);
    expect((await desk.visit(desk.loose)).status).toBe(3);
    await expect(
      moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.first, position: 3 }, {}),
    ).rejects.toMatchObject({ code: "visit.next" });
  });

  // @spec PC-4.030
  it("takes a visit off its route; the last one leaves the route empty", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.d, toRouteId: null }, {});
    expect(await desk.visit(desk.d)).toMatchObject({
      route_id: null,
      status: 1,
      position: 1000,
      arrival_time: null,
      plan_id: desk.planId,
    });
    expect(await desk.route(desk.second)).toMatchObject({ status: 1, start_time: null, distance: 0 });
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: null }, {});
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.c]);
    expect((await desk.visit(desk.c)).label_position).toBe(2);
  });

  it("refuses to move off or onto a locked route, a past visit, and one without a place", async () => {
    const desk = await createDesk(db());
    await toggleLock(desk.dispatcher, { routeId: desk.second }, {});
    await expect(moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: desk.second }, {})).rejects.toMatchObject({
      code: "route.locked",
    });
    await expect(moveVisit(desk.dispatcher, { visitId: desk.d, toRouteId: desk.first }, {})).rejects.toMatchObject({
      code: "route.locked",
    });
    await db()("routing_visits").where({ id: desk.loose }).update({ lat: null, lng: null });
    await expect(moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.first }, {})).rejects.toMatchObject({
      code: "visit.no_place",
    });
    await db()("routing_visits").where({ id: desk.a }).update({ status: 5 });
    await expect(moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, {})).rejects.toMatchObject({
      code: "visit.past",
    });
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b, desk.c]);
  });

  // @spec PC-4.070 PC-4.072 PC-3.28
  it("deletes a visit, or keeps it without a plan", async () => {
    const desk = await createDesk(db());
    const { name } = await removeVisit(desk.dispatcher, { visitId: desk.a, choice: "delete" }, {});
    expect((await desk.visit(desk.a)).deleted_at).not.toBeNull();
    expect(name).toBe((await desk.visit(desk.a)).name);
    expect((await desk.visit(desk.b)).position).toBe(1);
    await removeVisit(desk.dispatcher, { visitId: desk.b, choice: "detach" }, {});
    expect(await desk.visit(desk.b)).toMatchObject({
      plan_id: null,
      route_id: null,
      warehouse_id: desk.warehouseId,
      status: 1,
      deleted_at: null,
    });
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    await expect(removeVisit(desk.dispatcher, { visitId: desk.c, choice: "delete" }, {})).rejects.toMatchObject({
      code: "route.locked",
    });
  });
});
