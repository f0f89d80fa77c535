import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { finishRoute, startRoute } from "~/features/driver/commands/report-route.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { setTravelCache } from "~/services/routing/travel-cache.server";
import { measureLateLegs } from "~/planner/measure-late-legs.server";
import { travelCacheIn } from "~/boot/travel-cache.server";
import { services } from "~/services/container.server";
import { osrmServer, planeLeg } from "../../fixtures/roads/routing-servers";
import type { RoutingServer } from "../../fixtures/roads/routing-servers";
import { databases, useTestDatabase } from "../../helpers/databases";
import { CAR, straightLeg, testRouting } from "../../helpers/routing";
import { at, createDesk, forgetWorld, setWorld } from "./desk";

const [A, B, C] = [
  { lat: 47.15, lng: 9.52 },
  { lat: 47.16, lng: 9.52 },
  { lat: 47.17, lng: 9.52 },
] as const;

describe.each(databases())("legs that an engine does not measure in time on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let server: RoutingServer;
  beforeEach(async () => {
    // why: an engine that fails is logged for the operator too
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    server = await osrmServer();
    setWorld(db(), at("06:00"), testRouting({ osrmUrl: server.url }));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    setTravelCache(undefined);
    forgetWorld();
    await server.close();
  });

  it("are measured at once where it answers", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    const leg = planeLeg(C, A);
    expect(await desk.visit(desk.a)).toMatchObject({ travel_duration: leg.seconds, leg_estimate: 0 });
    expect(await measureLateLegs()).toBe(0);
  });

  it("are estimates until it answers, and then get their times without anybody's doing", async () => {
    const desk = await createDesk(db());
    server.fail("hangs up");
    const { version } = await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    expect(await desk.visit(desk.a)).toMatchObject({
      travel_duration: straightLeg(C, A).durationSec,
      leg_estimate: 2,
      polyline: null,
    });
    // Still away: nothing changes, and nothing is forgotten.
    await expect(measureLateLegs()).rejects.toMatchObject({ code: "routing.late" });
    expect((await desk.plan()).version).toBe(version);

    server.fail(null);
    expect(await measureLateLegs()).toBe(1);
    const leg = planeLeg(C, A);
    const measured = await desk.visit(desk.a);
    expect(measured).toMatchObject({ travel_duration: leg.seconds, distance: leg.metres, leg_estimate: 0 });
    expect(measured.polyline).not.toBeNull();
    expect(await measureLateLegs()).toBe(0);

    // Whoever saw the estimates is in nobody's way, and what they undo is their own move.
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.first, position: 1 }, { version });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b, desk.c]);
  });

  it.each(["on the road", "completed"])("are measured after they were driven, on a route that is %s", async (stage) => {
    const desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    setWorld(db(), at("08:00"), testRouting({ osrmUrl: server.url }));
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    server.fail("hangs up");
    // Out of turn: from the start to the last stop.
    await markVisitDone(desk.driver, { visitId: desk.c, confirmed: true });
    await markVisitDone(desk.driver, { visitId: desk.a });
    await markVisitDone(desk.driver, { visitId: desk.b });
    if (stage === "completed") await finishRoute(desk.driver, { routeId: desk.first, confirmed: true });
    expect(await desk.visit(desk.c)).toMatchObject({ status: 4, leg_estimate: 2 });
    const { status, finish_time } = await desk.route(desk.first);

    server.fail(null);
    expect(await measureLateLegs()).toBe(1);
    const start = { lat: 47.141, lng: 9.5209 };
    const legs = [planeLeg(start, C), planeLeg(C, A)];
    for (const [index, id] of [desk.c, desk.a].entries())
      expect(await desk.visit(id)).toMatchObject({
        travel_duration: legs[index]!.seconds,
        distance: legs[index]!.metres,
        leg_estimate: 0,
      });
    const [b, end] = [await desk.visit(desk.b), await desk.visit(desk.end)];
    expect(await desk.route(desk.first)).toMatchObject({
      distance: legs.reduce((sum, { metres }) => sum + metres, b.distance + end.distance),
      status,
      ...(stage === "completed" ? { finish_time } : {}),
    });
    expect(await measureLateLegs()).toBe(0);
    const left = await db()("routing_visits").where({ plan_id: desk.planId, leg_estimate: 2 });
    expect(left).toEqual([]);
  });

  it("take times that are known from before, and only their lines are missing", async () => {
    // A look into the cache takes as long as a busy machine does.
    setWorld(db(), at("06:00"), testRouting({ osrmUrl: server.url, lookupMs: 20_000 }));
    const desk = await createDesk(db());
    setTravelCache(travelCacheIn(db));
    const { routing } = services();
    const asked = testRouting({ osrmUrl: server.url, cache: () => travelCacheIn(db) });
    await (await asked.matrix([A, B, C], CAR)).keep();
    // The version of its data is known, as it is a minute after a calculation.
    await routing.roadEngines([])[0]!.cacheKey(CAR);
    server.fail("hangs up");
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {});
    expect(await desk.visit(desk.a)).toMatchObject({ travel_duration: planeLeg(C, A).seconds, leg_estimate: 2 });
  });
});
