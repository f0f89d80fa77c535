import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { updatePlanSettings } from "~/features/planning/commands/plan-commands.server";
import { updateRouteSettings } from "~/features/planning/commands/route-settings.server";
import { loadRoutePage } from "~/features/planning/route-page/route-page.server";
import { PlanSettings, RouteSettings } from "~/features/planning/schemas";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";
import { formFaults, fromForm } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { routeSettings } from "../../helpers/inputs";

const input = (routeId: number, part: Posted = {}) =>
  routeSettings({ routeId: String(routeId), startLocationType: "W", endLocationType: "N", ...part });

describe.each(databases())("settings of one route on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  // @spec PC-3.36
  it("saves what is given for this route alone, and the page shows it", async () => {
    const desk = await createDesk(db());
    const custom = { endLocationType: "C", endLocationLat: "47.2", endLocationLng: "9.5", endLocationAddress: "Yard" };
    await updateRouteSettings(
      desk.dispatcher,
      input(desk.first, {
        ...custom,
        workHourStart: "07:00",
        maxDistance: "120,5",
        speedPercent: "80",
        hasBreaks: "1",
        breakStart: "11:30",
        breakEnd: "13:00",
        breakDuration: "30",
      }),
      {},
    );
    const stored = await desk.route(desk.first);
    expect(stored).toMatchObject({ end_location_type: "C", end_location_lat: 47.2, end_location_address: "Yard" });
    const own = {
      work_hour_start: "07:00",
      max_distance: 120.5,
      speed_factor: 0.8,
      has_breaks: 1,
      break_start: "11:30",
      break_end: "13:00",
      break_duration: 30,
    };
    expect(JSON.parse(stored.vehicle_settings!)).toEqual(own);
    expect((await desk.route(desk.second)).vehicle_settings).toBeNull();
    expect((await loadRoutePage(desk.dispatcher, desk.first)).route.settings).toMatchObject({
      endLocationType: "C",
      vehicleSettings: { workHourStart: "07:00", maxDistance: 120.5 },
    });
    expect(await db()("plan_changes").where({ plan_id: desk.planId }).first()).toMatchObject({
      kind: "route.settings",
    });

    await updateRouteSettings(desk.dispatcher, input(desk.first), {});
    expect(await desk.route(desk.first)).toMatchObject({
      vehicle_settings: null,
      end_location_type: "N",
      end_location_lat: null,
    });
  });

  it("shows at once what breaks with the new limits", async () => {
    const desk = await createDesk(db());
    expect((await loadRoutePage(desk.dispatcher, desk.first)).route.broken).toEqual([]);
    await updateRouteSettings(desk.dispatcher, input(desk.first, { workHourEnd: "09:30", maxDistance: "12" }), {});
    const { broken } = (await loadRoutePage(desk.dispatcher, desk.first)).route;
    expect(broken.some((text) => text.includes("too far"))).toBe(true);
  });

  it("refuses a locked, a completed and another company's route, and moving the ends of one on the road", async () => {
    const locked = await createDesk(db(), { isLocked: 1 });
    await expect(updateRouteSettings(locked.dispatcher, input(locked.first), {})).rejects.toMatchObject({
      code: "route.locked",
      status: 409,
    });
    const done = await createDesk(db(), { routeStatus: 5 });
    await expect(updateRouteSettings(done.dispatcher, input(done.first), {})).rejects.toMatchObject({
      code: "route.completed",
    });
    const road = await createDesk(db(), { routeStatus: 4, visitStatus: 3 });
    await expect(
      updateRouteSettings(road.dispatcher, input(road.first, { startLocationType: "P" }), {}),
    ).rejects.toMatchObject({ code: "route.on_route" });
    await expect(updateRouteSettings(road.driver, input(road.first), {})).rejects.toMatchObject({ status: 403 });
    await expect(updateRouteSettings(done.dispatcher, input(road.first), {})).rejects.toMatchObject({ status: 404 });
  });

  // @spec PC-5.24 PC-5.25
  it.each([
    [{ workHourStart: "18:00", workHourEnd: "08:00" }, "workHourStart", "Start time must be less than end time"],
    [{ workHourStart: "19:00", workHourEnd: "18:00" }, "workHourStart", "Start time must be less than end time"],
    [{ workHourStart: "08:00", workHourEnd: "07:00" }, "workHourEnd", "End time must be greater than start time"],
    [{ breakStart: "15:00", breakEnd: "14:00" }, "breakStart", "Start time must be less than end time"],
    [{ breakStart: "12:00", breakEnd: "11:00" }, "breakEnd", "End time must be greater than start time"],
  ])("refuses %o at the end that was changed, of a route as of a plan", async (part, field, message) => {
    const desk = await createDesk(db());
    const stored = { work_hour_start: "08:00", work_hour_end: "18:00", break_start: "12:00", break_end: "14:00" };
    const settings = { vehicle_settings: JSON.stringify(stored) };
    await db()("routing_routes").where({ id: desk.first }).update(settings);
    await db()("routing_plans").where({ id: desk.planId }).update(settings);
    await expect(updateRouteSettings(desk.dispatcher, input(desk.first, part), {})).rejects.toMatchObject({
      status: 422,
      field,
      message,
    });
    const ofPlan = fromForm(PlanSettings, {
      planId: String(desk.planId),
      startLocationType: "W",
      endLocationType: "N",
      ...part,
    });
    await expect(updatePlanSettings(desk.dispatcher, ofPlan, {})).rejects.toMatchObject({
      status: 422,
      field,
      message,
    });
    expect(await desk.route(desk.first)).toMatchObject(settings);
    expect(await desk.plan()).toMatchObject(settings);
  });

  it.each([
    [{ startLocationType: "C" }, "Set the start on the map"],
    [{ speedPercent: "200" }, "Speed must be at most 150"],
  ])("refuses %o: %s", (part, message) => {
    expect(
      formFaults(RouteSettings, { routeId: "1", startLocationType: "W", endLocationType: "N", ...part })[0]?.message,
    ).toBe(message);
  });
});
