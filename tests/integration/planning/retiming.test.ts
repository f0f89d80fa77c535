import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { updatePlanSettings } from "~/features/planning/commands/plan-commands.server";
import { changeRoute, setRouteEmpty } from "~/features/planning/commands/route-commands.server";
import { updateRouteSettings } from "~/features/planning/commands/route-settings.server";
import { moveVisit, removeVisit, updateVisit } from "~/features/planning/commands/visit-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { editVehicleFields } from "~/features/resources/commands/save-vehicle.server";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { submit } from "../../helpers/forms";
import { straightLeg } from "../../helpers/routing";
import { insertVisits } from "~/db/repositories/visits.server";
import { createVehicle, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createDesk, forgetWorld, setWorld, type Desk } from "./desk";
import { planSettings, routeSettings, visitInput } from "../../helpers/inputs";

const day = { startLocationType: "W", endLocationType: "N" };
const routeForm = (routeId: number, more: Record<string, string>) =>
  routeSettings({ ...day, routeId: String(routeId), ...more });
const planForm = (more: Record<string, string>) =>
  planSettings({
    ...day,
    squashDuration: "1",
    solvingTime: "0",
    exploration: "5",
    visitBalanceCoefficient: "0",
    avoidTolls: "1",
    ...more,
  });
const seconds = (utc: string | null) => Date.parse(`${utc}Z`) / 1000;

/** Marks that stand on the route, and how long driving takes on it. */
async function routeNow(desk: Desk, routeId: number) {
  const visits = await desk
    .db("routing_visits")
    .where({ route_id: routeId })
    .whereNull("deleted_at")
    .orderBy("position");
  return {
    route: await desk.route(routeId),
    visits,
    stops: visits.filter((visit) => visit.type === "D"),
    marks: visits.filter((visit) => visit.type !== "D").map((visit) => visit.type),
  };
}

describe.each(databases())("times follow at once on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  /** A route whose times are all measured: the fixture's are round numbers. */
  async function measured() {
    const desk = await createDesk(db());
    for (const speedPercent of ["50", "100"])
      await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { speedPercent }), {});
    return { desk, before: await routeNow(desk, desk.first) };
  }

  it("with another vehicle's speed, hours and limits", async () => {
    const { desk, before } = await measured();
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, {}), {});
    before.route = await desk.route(desk.first);
    const vehicleId = await createVehicle(db(), desk.companyId, {
      title: "Slow",
      speed_factor: 0.5,
      work_hour_start: "10:00",
      work_hour_end: "10:05",
      max_quantity: 2,
    });
    await changeRoute(desk.dispatcher, { routeId: desk.first, vehicleId }, {});
    const { route, stops } = await routeNow(desk, desk.first);
    expect(route.start_time).toBe(at("09:00"));
    expect(route.duration).toBeGreaterThanOrEqual(before.route.duration * 2 - 4);
    expect(stops.map((stop) => seconds(stop.arrival_time))).toEqual(
      stops.map(
        (stop, index) =>
          seconds(index === 0 ? route.start_time : stops[index - 1]!.arrival_time) +
          (index === 0 ? 0 : stops[index - 1]!.service_duration!) +
          stop.travel_duration,
      ),
    );
    const broken = (JSON.parse(route.violations ?? "[]") as { message: string }[]).map((one) => one.message).join("; ");
    expect(broken).toMatch(/1 visit too many/);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await routeNow(desk, desk.first)).toEqual({
      ...before,
      route: { ...before.route, version: expect.any(Number) as unknown, updated_at: expect.any(String) as unknown },
      visits: before.visits.map((visit) => ({ ...visit, updated_at: expect.any(String) as unknown })),
      stops: before.stops.map((visit) => ({ ...visit, updated_at: expect.any(String) as unknown })),
    });
  });

  it("makes, keeps and removes the break that the settings ask for; removed by hand it is switched off", async () => {
    const desk = await createDesk(db());
    const pause = { breakStart: "09:20", breakEnd: "09:40", breakDuration: "20" };
    const marks = async () => (await routeNow(desk, desk.first)).marks.sort().join("");
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { hasBreaks: "1", ...pause }), {});
    expect(await marks()).toBe("BES");
    const [first] = (await routeNow(desk, desk.first)).visits.filter((visit) => visit.type === "B");
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    expect(
      (await routeNow(desk, desk.first)).visits.filter((visit) => visit.type === "B").map((visit) => visit.id),
    ).toEqual([first!.id]);
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { hasBreaks: "0", ...pause }), {});
    expect(await marks()).toBe("ES");
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await marks()).toBe("BES");
    await removeVisit(desk.dispatcher, { visitId: first!.id, choice: "delete" }, {});
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 3 }, {});
    expect(await marks()).toBe("ES");
    expect(JSON.parse((await desk.route(desk.first)).vehicle_settings ?? "{}")).toMatchObject({ has_breaks: 0 });
  });

  it("gives a route its way back again when the end is removed by hand, as its settings say", async () => {
    const desk = await createDesk(db());
    await db()("routing_routes").where({ id: desk.first }).update({ end_location_type: "W" });
    await removeVisit(desk.dispatcher, { visitId: desk.end, choice: "delete" }, {});
    const { marks, visits } = await routeNow(desk, desk.first);
    expect([...marks].sort().join("")).toBe("ES");
    const end = visits.find((visit) => visit.type === "E")!;
    expect(end).toMatchObject({ lat: 47.141, lng: 9.5209, position: 10_000 });
    expect(end.travel_duration).toBeGreaterThan(0);
  });

  it("takes over the vehicle's driver where none is set, unless this change took the driver away", async () => {
    const desk = await createDesk(db());
    await db()("vehicles").where({ id: desk.vehicleId }).update({ driver_id: desk.driverId });
    await db()("routing_routes").where({ id: desk.first }).update({ driver_id: null });
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    expect((await desk.route(desk.first)).driver_id).toBe(desk.driverId);
    await changeRoute(desk.dispatcher, { routeId: desk.first, vehicleId: desk.vehicleId, driverId: null }, {});
    expect((await desk.route(desk.first)).driver_id).toBeNull();
  });

  it("puts the visits of an approved route back to scheduled, which stands in nobody's way", async () => {
    const desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    const { version } = await desk.plan();
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { workHourStart: "10:00" }), {});
    expect([(await desk.visit(desk.a)).status, (await desk.visit(desk.b)).status]).toEqual([2, 2]);
    // Only their route's status followed: an edit of one of them that began before is no conflict.
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.second }, { version });
    expect((await desk.visit(desk.b)).route_id).toBe(desk.second);
  });

  it("keeps a route's own end when only the plan's start changes", async () => {
    const desk = await createDesk(db());
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { endLocationType: "W" }), {});
    await updatePlanSettings(
      desk.dispatcher,
      {
        planId: desk.planId,
        ...planForm({ startLocationType: "C", startLocationLat: "47.2", startLocationLng: "9.5" }),
      },
      {},
    );
    expect(await desk.route(desk.first)).toMatchObject({
      start_location_type: "C",
      start_location_lat: 47.2,
      end_location_type: "W",
    });
    expect(await desk.route(desk.empty)).toMatchObject({ start_location_type: "C", end_location_type: "N" });
  });

  it.each(["50", "60", "90"])("at %s %% of the usual speed: by so much longer", async (speedPercent) => {
    const { desk, before } = await measured();
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { speedPercent }), {});
    const { stops } = await routeNow(desk, desk.first);
    const factor = Math.round(10_000 / Number(speedPercent)) / 100;
    expect(stops.map((stop) => stop.travel_duration)).toEqual(
      before.stops.map((stop) => Math.round(stop.travel_duration * factor)),
    );
  });

  it("at another speed as the calculation counts it: in whole hundredths of the usual time", async () => {
    const { desk, before } = await measured();
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { speedPercent: "120" }), {});
    const { stops } = await routeNow(desk, desk.first);
    expect(stops.map((stop) => stop.travel_duration)).toEqual(
      before.stops.map((stop) => Math.round(stop.travel_duration * 0.83)),
    );
  });

  it("with new hours, another start, and an end", async () => {
    const { desk, before } = await measured();
    await updateRouteSettings(
      desk.dispatcher,
      routeForm(desk.first, {
        workHourStart: "09:30",
        startLocationType: "C",
        startLocationAddress: "Home",
        startLocationLat: "47.2",
        startLocationLng: "9.5",
        endLocationType: "W",
      }),
      {},
    );
    const { route, visits, stops, marks } = await routeNow(desk, desk.first);
    expect(marks).toEqual(["S", "E"]);
    expect(visits[0]).toMatchObject({ type: "S", lat: 47.2, lng: 9.5, address: "Home", arrival_time: at("08:30") });
    expect(visits.at(-1)).toMatchObject({ type: "E", lat: 47.141, lng: 9.5209, arrival_time: route.finish_time });
    expect(stops[0]!.travel_duration).not.toBe(before.stops[0]!.travel_duration);
    expect(route.start_time).toBe(at("08:30"));
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, {}), {});
    expect((await routeNow(desk, desk.first)).marks).toEqual(["S"]);
  });

  it("with the plan's speed, squash duration and end, on every route that is still to be driven", async () => {
    const { desk, before } = await measured();
    await db()("routing_routes").where({ id: desk.second }).update({ status: 5 });
    const completed = await routeNow(desk, desk.second);
    await updatePlanSettings(
      desk.dispatcher,
      { planId: desk.planId, ...planForm({ speedPercent: "150", endLocationType: "W" }) },
      {},
    );
    // The route's own 100 % came first: it was set on the route, and a route's setting wins.
    expect((await routeNow(desk, desk.first)).stops.map((stop) => stop.travel_duration)).toEqual(
      before.stops.map((stop) => stop.travel_duration),
    );
    await updateRouteSettings(desk.dispatcher, routeForm(desk.first, { endLocationType: "W" }), {});
    const after = await routeNow(desk, desk.first);
    expect(after.route.duration - after.visits.at(-1)!.travel_duration).toBeLessThan(before.route.duration);
    expect(after.marks).toEqual(["S", "E"]);
    const second = await routeNow(desk, desk.second);
    expect(second.stops).toEqual(completed.stops);
  });

  it("with the vehicle itself, in every plan that still has to drive it; its limits alone leave the legs", async () => {
    const { desk, before } = await measured();
    const vehicleId = before.route.vehicle_id!;
    await editVehicleFields(desk.dispatcher, vehicleId, { max_quantity: 1 });
    const limited = await routeNow(desk, desk.first);
    expect(limited.route).toMatchObject({ start_time: before.route.start_time, duration: before.route.duration });
    expect(limited.route.violations).toContain("too many");
    await db()("routing_routes").where({ id: desk.first }).update({ vehicle_settings: null });
    await editVehicleFields(desk.dispatcher, vehicleId, { speed: 50, max_quantity: 0 });
    const slow = await routeNow(desk, desk.first);
    expect(slow.route.duration).toBeGreaterThanOrEqual(before.route.duration * 2 - 4);
    expect(slow.route.violations ?? "[]").not.toContain("too many");
    const [last] = await db()("plan_changes").where({ plan_id: desk.planId }).orderBy("id", "desc");
    expect(last).toMatchObject({ kind: "vehicle.update", user_id: desk.ownerId });
    // What followed from a change elsewhere is nothing that Z takes back: it takes the change before it.
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId: last!.id })).rejects.toMatchObject({
      code: "undo.not_possible",
      message: "The change of a vehicle can't be undone here. Set the old value in the vehicle itself.",
    });
  });

  it("with the warehouse where it starts", async () => {
    const { desk, before } = await measured();
    await submit(RESOURCE_ACTIONS["warehouse.update"], desk.dispatcher, {
      id: String(desk.warehouseId),
      title: "Depot",
      address: "Balzers",
      lat: "47.066",
      lng: "9.502",
      country_code: "LI",
      status: "1",
    });
    const after = await routeNow(desk, desk.first);
    expect(after.visits[0]).toMatchObject({ type: "S", lat: 47.066, lng: 9.502 });
    expect(after.stops[0]!.distance).toBeGreaterThan(before.stops[0]!.distance + 5000);
    expect(seconds(after.stops[0]!.arrival_time)).toBe(
      seconds(after.route.start_time) + after.stops[0]!.travel_duration,
    );
  });

  it("leaves when it suits the route best, until the route is approved: then only to make less late", async () => {
    const desk = await createDesk(db());
    await db()("vehicles").update({ work_hour_start: "08:00" });
    await db()("routing_visits").where({ id: desk.d }).update({ start_time: "11:00", end_time: "12:00" });
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.second, position: 1 }, {});
    const open = await routeNow(desk, desk.second);
    expect(seconds(open.stops[1]!.arrival_time)).toBe(seconds(at("10:00")));
    expect(open.route.waiting_duration).toBe(0);

    await db()("routing_routes")
      .where({ id: desk.second })
      .update({ status: 3, start_time: at("08:00") });
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.second, position: 1 }, {});
    expect((await routeNow(desk, desk.second)).route.start_time).toBe(at("08:00"));
    await db()("routing_visits").where({ id: desk.d }).update({ start_time: null, end_time: "09:15" });
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: desk.second, position: 1 }, {});
    expect(seconds((await routeNow(desk, desk.second)).route.start_time)).toBeLessThan(seconds(at("08:00")));
  });

  it("from a place that a visit comes back to and shares with another one", async () => {
    const { desk } = await measured();
    await db()("routing_visits").where({ id: desk.c }).update({ lat: 47.15 });
    const form = (lat: string, serviceTime: string, name: string) => ({
      ...visitInput({
        name,
        address: "Vaduz",
        lat,
        lng: "9.52",
        startTime: "08:00",
        endTime: "20:00",
        serviceTime,
      }),
    });
    await updateVisit(desk.dispatcher, { visitId: desk.a, ...form("47.3", "5", "Stop A") }, {});
    const { id: changeId } = (await db()("plan_changes")
      .where({ plan_id: desk.planId })
      .orderBy("id", "desc")
      .first())!;
    await updateVisit(desk.dispatcher, { visitId: desk.b, ...form("47.16", "15", "Stop B") }, {});
    await undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId });
    const { durationSec } = straightLeg({ lat: 47.15, lng: 9.52 }, { lat: 47.16, lng: 9.52 });
    expect((await desk.visit(desk.b)).travel_duration).toBe(durationSec);
  });

  it("on a route that was set empty with its visits: it is planned again, and the plan says so", async () => {
    const { desk } = await measured();
    await setRouteEmpty(desk.dispatcher, { routeId: desk.first }, {});
    expect(await desk.route(desk.first)).toMatchObject({ status: 1, start_time: null });
    await updatePlanSettings(desk.dispatcher, { planId: desk.planId, ...planForm({ squashDuration: "2" }) }, {});
    const { route, marks } = await routeNow(desk, desk.first);
    expect(route).toMatchObject({ status: 2, start_time: at("08:00") });
    expect(marks).toEqual(["S"]);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await desk.route(desk.first)).toMatchObject({ status: 1, start_time: null, duration: 0 });
  });

  it("on a route whose last visit is taken away by hand: its break goes too, and comes back with undo", async () => {
    const desk = await createDesk(db());
    const mark = {
      plan_id: desk.planId,
      warehouse_id: desk.warehouseId,
      route_id: desk.second,
      status: 2,
      arrival_time: at("08:15"),
    };
    const [pause] = await insertVisits(
      db(),
      desk.companyId,
      [{ ...mark, name: "launch", type: "B", position: 2, service_time: 15 }],
      NOW,
    );
    await moveVisit(desk.dispatcher, { visitId: desk.d, toRouteId: null }, {});
    expect(await desk.route(desk.second)).toMatchObject({ status: 1, start_time: null });
    expect((await desk.visit(pause!)).deleted_at).not.toBeNull();
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await desk.visit(pause!)).toMatchObject({ deleted_at: null, route_id: desk.second });
  });

  it("with costs in the unit of the plan's aim, on a completed route too", async () => {
    const { desk } = await measured();
    await db()("vehicles")
      .where({ company_id: desk.companyId })
      .update({ fixed_cost: 40, cost_per_hour: 0, cost_per_km: 0 });
    await db()("routing_routes").where({ id: desk.first }).update({ status: 5, is_locked: 1 });
    const costs = async () => [
      (await desk.route(desk.first)).cost,
      (await desk.route(desk.second)).cost,
      (await desk.route(desk.empty)).cost,
    ];
    const { start_time } = await desk.route(desk.first);
    await updatePlanSettings(desk.dispatcher, { planId: desk.planId, ...planForm({ aim: "cost" }) }, {});
    // Forty euros for a day of each vehicle; who drove nothing costs nothing.
    expect(await costs()).toEqual([4000, 4000, 0]);
    expect(await desk.route(desk.first)).toMatchObject({ status: 5, start_time });
    // A vehicle that is gone has cost what it cost; a route without one costs nothing.
    await updatePlanSettings(desk.dispatcher, { planId: desk.planId, ...planForm({ aim: "time" }) }, {});
    const { vehicle_id } = await desk.route(desk.first);
    await db()("vehicles")
      .where({ id: vehicle_id! })
      .update({ deleted_at: at("07:00") });
    await db()("routing_routes").where({ id: desk.second }).update({ vehicle_id: null });
    await updatePlanSettings(desk.dispatcher, { planId: desk.planId, ...planForm({ aim: "cost" }) }, {});
    expect(await costs()).toEqual([4000, 0, 0]);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    const { duration } = await desk.route(desk.first);
    expect((await costs())[0]).toBe(duration);
  });

  it("not for a route whose start nobody has set", async () => {
    const desk = await createDesk(db());
    await db()("routing_routes").where({ id: desk.empty }).update({ start_location_type: "P" });
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.empty }, {});
    expect(await desk.route(desk.empty)).toMatchObject({ status: 2, start_time: null });
  });
});
