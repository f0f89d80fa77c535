import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applySuggestion } from "~/features/planning/commands/apply-suggestion.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { renamePlan } from "~/features/planning/commands/plan-commands.server";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import { loadUnservedPage } from "~/features/planning/leftover-pages/leftover-visits.server";
import { editVehicleFields } from "~/features/resources/commands/save-vehicle.server";
import { createPlan, createRoute } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, listen, setWorld } from "./desk";
import type { Desk } from "./desk";

describe.each(databases())("the change that would serve a visit on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  /** The loose visit with a suggestion about the first route, whose vehicle is limited. */
  async function suggested(change: string, amount: number, index: number | null = null): Promise<Desk> {
    const desk = await createDesk(db());
    await db()("vehicles").where({ id: desk.vehicleId }).update({
      max_distance: 100,
      capacity: 2,
      max_load: 800,
      max_quantity: 12,
      work_hour_start: "08:00",
      work_hour_end: "18:00",
    });
    await db()("routing_visits")
      .where({ id: desk.loose })
      .update({
        start_time: "08:00",
        end_time: "12:00",
        unserved_reason: JSON.stringify({
          message: "Van is full",
          vehicles: [],
          suggestion: { routeId: desk.first, change, amount, index, message: "more" },
        }),
      });
    return desk;
  }
  const apply = (desk: Desk, change: string, amount: number, confirmed = false, version?: number) =>
    applySuggestion(
      desk.dispatcher,
      { planId: desk.planId, visitId: desk.loose, change, amount, confirmed },
      { version, tab: "tab:1:t" },
    );
  const settingsOf = async (desk: Desk) =>
    JSON.parse((await desk.route(desk.first)).vehicle_settings ?? "{}") as unknown;
  const vehicle = (desk: Desk) => db()("vehicles").where({ id: desk.vehicleId }).first();

  it.each([
    ["overtime", 601, { work_hour_end: "18:11" }],
    ["earlier_start", 1500, { work_hour_start: "07:35" }],
    ["max_distance", 12_340, { max_distance: 112.4 }],
  ])("%s: on the route, for its day only", async (change, amount, expected) => {
    const desk = await suggested(change, amount);
    const before = (await desk.plan()).version;
    const published = listen();
    expect(await apply(desk, change, amount, false, before)).toMatchObject({ status: "applied" });
    expect(await settingsOf(desk)).toEqual(expected);
    expect(await vehicle(desk)).toMatchObject({
      max_distance: 100,
      work_hour_start: "08:00",
      work_hour_end: "18:00",
      overtime: 0,
    });
    expect(await desk.plan()).toMatchObject({ version: before + 1 });
    expect(await db()("plan_changes").where({ plan_id: desk.planId }).first()).toMatchObject({
      kind: "suggestion.apply",
    });
    expect(published).toMatchObject([{ model: "RoutingPlan", planId: desk.planId, except: "tab:1:t" }]);
  });

  it.each([
    ["break", 901, { break_end: "13:16" }],
    ["break_earlier", 1800, { break_start: "11:30" }],
  ])("%s: on the route, for its day only", async (change, amount, expected) => {
    const desk = await suggested(change, amount);
    await db()("vehicles")
      .where({ id: desk.vehicleId })
      .update({ break_start: "12:00", break_end: "13:00", break_duration: 30 });
    await apply(desk, change, amount);
    expect(await settingsOf(desk)).toEqual(expected);
    await db()("vehicles").where({ id: desk.vehicleId }).update({ break_duration: null });
    const none = await suggested(change, amount);
    await expect(apply(none, change, amount)).rejects.toMatchObject({ code: "suggestion.outdated" });
  });

  it("opens the visit's window earlier, but not on the day before", async () => {
    const desk = await suggested("time_window_earlier", 1799);
    await apply(desk, "time_window_earlier", 1799);
    expect(await desk.visit(desk.loose)).toMatchObject({ start_time: "07:30", end_time: "12:00" });
    const early = await suggested("time_window_earlier", 9 * 3600);
    await expect(apply(early, "time_window_earlier", 9 * 3600)).rejects.toMatchObject({ code: "suggestion.too_early" });
  });

  it("offers the runner-up of another kind beside it, with both prices, and applies either", async () => {
    const desk = await suggested("overtime", 600);
    const both = {
      message: "Van would be late",
      vehicles: [{ routeId: desk.first, code: "time_window", message: "Van would be 10 min late", amount: 600 }],
      suggestion: {
        routeId: desk.first,
        change: "overtime",
        amount: 600,
        index: null,
        message: "Van worked 10 min longer",
        added: { travelSec: 600, distanceM: 4000 },
      },
      alternative: {
        routeId: desk.first,
        change: "time_window",
        amount: 900,
        index: null,
        message: "its time window ended 15 min later, for Van",
        added: { travelSec: 300, distanceM: 2000 },
      },
    };
    await db()("routing_visits")
      .where({ id: desk.loose })
      .update({ unserved_reason: JSON.stringify(both) });
    const [shown] = (await loadUnservedPage(desk.dispatcher, desk.planId)).visits;
    expect(shown).toMatchObject({
      vehicles: ["Van would be 10 min late"],
      suggestion: { added: expect.stringMatching(/^adds 10 min of driving and 4\.0 km to /) as string },
      alternative: {
        change: "time_window",
        added: expect.stringMatching(/^adds 5 min of driving and 2\.0 km to /) as string,
      },
    });
    await apply(desk, "time_window", 900);
    expect(await desk.visit(desk.loose)).toMatchObject({ end_time: "12:15" });
    expect(await settingsOf(desk)).toEqual({});
    expect((await loadUnservedPage(desk.dispatcher, desk.planId)).visits[0]).toMatchObject({
      suggestion: null,
      alternative: null,
    });
  });

  it("keeps what the route has set already", async () => {
    const desk = await suggested("overtime", 600);
    await db()("routing_routes")
      .where({ id: desk.first })
      .update({ vehicle_settings: '{"work_hour_end":"20:00","speed_factor":0.8}' });
    await apply(desk, "overtime", 600);
    expect(await settingsOf(desk)).toEqual({ work_hour_end: "20:10", speed_factor: 0.8 });
  });

  it.each([
    ["capacity", 1400, 1, { max_load: 814 }],
    ["capacity", 35_000, 0, { capacity: 2.35 }],
    ["max_tasks", 1, null, { max_quantity: 13 }],
  ])("%s %i: on the vehicle, after a question", async (change, amount, index, expected) => {
    const desk = await suggested(change, amount, index);
    const before = (await desk.plan()).version;
    expect(await apply(desk, change, amount)).toEqual({ status: "confirm" });
    expect((await desk.plan()).version).toBe(before);
    expect(await vehicle(desk)).toMatchObject({ capacity: 2, max_load: 800, max_quantity: 12 });
    const published = listen();
    expect(await apply(desk, change, amount, true)).toMatchObject({ status: "applied" });
    expect(await vehicle(desk)).toMatchObject(expected);
    expect([...new Set(published.map((one) => one.model))].sort()).toEqual(["RoutingPlan", "Vehicle"]);
  });

  it("widens the visit's window, and can't be applied twice", async () => {
    const desk = await suggested("time_window", 900);
    await apply(desk, "time_window", 900);
    expect(await desk.visit(desk.loose)).toMatchObject({ start_time: "08:00", end_time: "12:15" });
    await expect(apply(desk, "time_window", 900)).rejects.toMatchObject({ code: "suggestion.changed", status: 409 });
    expect((await loadUnservedPage(desk.dispatcher, desk.planId)).visits[0]).toMatchObject({
      reason: "Van is full",
      suggestion: null,
    });
  });

  it("refuses one that was not shown, a locked route, a removed vehicle, and what only a user can do", async () => {
    const desk = await suggested("overtime", 600);
    await expect(apply(desk, "overtime", 1200)).rejects.toMatchObject({ code: "suggestion.changed" });
    await db()("routing_routes").where({ id: desk.first }).update({ is_locked: 1 });
    await expect(apply(desk, "overtime", 600)).rejects.toMatchObject({ code: "route.locked" });
    await db()("routing_routes").where({ id: desk.first }).update({ is_locked: 0 });
    await db()("vehicles").where({ id: desk.vehicleId }).update({ deleted_at: "2026-11-23 05:00:00" });
    await expect(apply(desk, "overtime", 600)).rejects.toMatchObject({ code: "route.no_vehicle" });
    const skilled = await suggested("skills", 1, 3);
    await expect(apply(skilled, "skills", 1)).rejects.toMatchObject({ code: "suggestion.by_hand" });
    expect((await loadUnservedPage(skilled.dispatcher, skilled.planId)).visits[0]?.suggestion).toMatchObject({
      sentence: null,
      whyNot: expect.stringContaining("move the visit to the route by hand") as string,
      vehicle: { id: skilled.vehicleId },
    });
    const late = await suggested("time_window", 13 * 3600);
    await expect(apply(late, "time_window", 13 * 3600)).rejects.toMatchObject({ code: "suggestion.too_late" });
  });

  it("takes overtime of the vehicle where the day ends; shows what each suggestion would do", async () => {
    const desk = await suggested("overtime", 3600);
    await db()("vehicles").where({ id: desk.vehicleId }).update({ work_hour_end: "23:30", overtime: 15 });
    expect((await loadUnservedPage(desk.dispatcher, desk.planId)).visits[0]?.suggestion).toMatchObject({
      asks: true,
      sentence: expect.stringMatching(
        /^FL \w+: 1 h 15 min of overtime instead of 15 min, in every plan from now on\.$/,
      ) as unknown,
      whyNot: null,
    });
    await apply(desk, "overtime", 3600, true);
    expect(await vehicle(desk)).toMatchObject({ overtime: 75, work_hour_end: "23:30" });
  });

  it("is undone with Z, the vehicle included, with new marks for its routes in every plan", async () => {
    const desk = await suggested("max_tasks", 1);
    await db()("vehicles").where({ id: desk.vehicleId }).update({ max_quantity: 2 });
    await editVehicleFields(desk.dispatcher, desk.vehicleId, { max_quantity: 2, overtime: 1 });
    const violationsOf = async (routeId: number) =>
      JSON.parse((await desk.route(routeId)).violations ?? "[]") as { kind: string }[];
    const tooMany = await violationsOf(desk.first);
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Monday" }, {});
    await apply(desk, "max_tasks", 1, true);
    expect(await vehicle(desk)).toMatchObject({ max_quantity: 3 });
    expect(await violationsOf(desk.first)).not.toEqual(tooMany);
    const published = listen();
    expect(await undoPlanChange(desk.dispatcher, { planId: desk.planId, tab: "tab:1:t" })).toMatchObject({
      undone: "the suggestion applied to a vehicle",
    });
    expect(await vehicle(desk)).toMatchObject({ max_quantity: 2, overtime: 1 });
    expect(await violationsOf(desk.first)).toEqual(tooMany);
    expect((await loadUnservedPage(desk.dispatcher, desk.planId)).visits[0]?.suggestion).toMatchObject({
      amount: 1,
      whyNot: null,
    });
    expect(published).toContainEqual(
      expect.objectContaining({ model: "Vehicle", ids: [desk.vehicleId], except: "tab:1:t" }),
    );
    // The way is free for what was done before.
    expect(await undoPlanChange(desk.dispatcher, { planId: desk.planId })).toMatchObject({ undone: "the new title" });
  });

  it("is not undone over a colleague's change of the same field, and says whose; others don't matter", async () => {
    const desk = await suggested("capacity", 1400, 1);
    const colleague = sessionOf(desk, { isOwner: true }, desk.driverUserId);
    const name = (await db()("users").where({ id: desk.driverUserId }).first()) as { name: string; surname: string };
    await apply(desk, "capacity", 1400, true);
    await editVehicleFields(colleague, desk.vehicleId, { max_quantity: 20 });
    await editVehicleFields(colleague, desk.vehicleId, { max_load: 900 });
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: `Not undone: ${name.name} ${name.surname} changed a vehicle since.`,
    });
    expect(await vehicle(desk)).toMatchObject({ max_load: 900 });
    await editVehicleFields(colleague, desk.vehicleId, { max_load: 814 });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await vehicle(desk)).toMatchObject({ max_load: 800, max_quantity: 20 });
  });

  it("is not undone for a vehicle that was removed, nor by who may not change vehicles", async () => {
    const desk = await suggested("max_tasks", 1);
    await apply(desk, "max_tasks", 1, true);
    await expect(undoPlanChange(desk.driver, { planId: desk.planId })).rejects.toMatchObject({ status: 403 });
    await db()("vehicles").where({ id: desk.vehicleId }).update({ deleted_at: "2026-11-23 05:00:00" });
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: "Not undone: the vehicle was changed since.",
    });
  });

  it("tells every plan of the vehicle what changed, and its own plan once", async () => {
    const desk = await suggested("max_tasks", 1);
    const otherPlan = await createPlan(db(), desk.companyId, { warehouse_id: desk.warehouseId });
    await createRoute(db(), desk.companyId, otherPlan, {
      warehouse_id: desk.warehouseId,
      vehicle_id: desk.vehicleId,
      status: 2,
      is_locked: 0,
      position: 1,
    });
    await apply(desk, "max_tasks", 1, true);
    const own = (await db()("plan_changes").where({ plan_id: desk.planId }).select("kind", "after")) as {
      kind: string;
      after: string;
    }[];
    expect(own.filter(({ after }) => "vehicle" in (JSON.parse(after) as object)).map((one) => one.kind)).toEqual([
      "suggestion.vehicle",
    ]);
    expect((await loadPlanChanges(desk.dispatcher, desk.planId)).changes).toContainEqual(
      expect.objectContaining({ what: "applied a suggestion to a vehicle", whyNot: null }),
    );
    expect((await loadPlanChanges(desk.dispatcher, otherPlan)).changes.map(({ what }) => what)).toEqual([
      "changed a vehicle",
    ]);
  });

  it("is nothing for drivers or other companies", async () => {
    const desk = await suggested("overtime", 600);
    await expect(
      applySuggestion(
        desk.driver,
        { planId: desk.planId, visitId: desk.loose, change: "overtime", amount: 600, confirmed: true },
        {},
      ),
    ).rejects.toMatchObject({ status: 403 });
    const stranger = await createDesk(db());
    await expect(
      applySuggestion(
        stranger.dispatcher,
        { planId: desk.planId, visitId: desk.loose, change: "overtime", amount: 600, confirmed: true },
        {},
      ),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      applySuggestion(
        stranger.dispatcher,
        { planId: stranger.planId, visitId: desk.loose, change: "overtime", amount: 600, confirmed: true },
        {},
      ),
    ).rejects.toMatchObject({ status: 404 });
    expect(await settingsOf(desk)).toEqual({});
  });
});
