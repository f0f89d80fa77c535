import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sumFigures } from "~/db/repositories/figures.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { markVisitFailed } from "~/features/driver/commands/mark-visit-failed.server";
import { finishRoute, startRoute } from "~/features/driver/commands/report-route.server";
import { duplicatePlan } from "~/features/planning/commands/duplicate-plan.server";
import { resetRoute, setRouteEmpty } from "~/features/planning/commands/route-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { REGISTRY } from "~/features/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { freshFigures } from "~/planner/fresh-figures.server";
import { up } from "migrations/0289-planned-when-left";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createRoad, forgetWorld, routeOf, setWorld } from "./road";
import type { Road } from "./road";

const ALL = { from: "2026-11-01", to: "2026-11-30" };
/** Three stops: 10 minutes to each and to the end, 5 minutes there. */
const PLANNED = { distance: 20_000, duration: 2400, service_duration: 900, waiting_duration: 0 };
const KEPT = { planned_distance: 20_000, planned_work_duration: 3300 };
const NONE = { planned_distance: null, planned_work_duration: null };

describe.each(databases())("what was planned for a route, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("08:00")));
  afterEach(forgetWorld);

  const planned = async (routeStatus = 3): Promise<Road> => {
    const road = await createRoad(db(), { routeStatus });
    await db()("routing_routes").where({ id: road.routeId }).update(PLANNED);
    return road;
  };
  const start = ({ dispatcher, routeId }: Road) => startRoute(dispatcher, { routeId, confirmed: true });
  const done = ({ dispatcher }: Road, visitId: number) => markVisitDone(dispatcher, { visitId, confirmed: true });
  const figures = async ({ companyId }: Road) => {
    await freshFigures(companyId, ALL);
    const [day] = await sumFigures(db(), companyId, ALL, "day");
    return day!.sums;
  };

  it("stays through reports, left out stops and the end of the route, and the figures compare with it", async () => {
    const road = await planned();
    expect(await routeOf(road)).toMatchObject(NONE);
    expect(await figures(road)).toMatchObject({ planned_m: 20_000, planned_sec: 3300 });
    // Half an hour late, so that nobody waits for the windows any more.
    setWorld(db(), at("08:30"));
    await start(road);
    expect(await routeOf(road)).toMatchObject({ ...KEPT, status: 4 });
    const [a, b, c] = road.stops;
    setWorld(db(), at("08:45"));
    await done(road, a);
    await db()("routing_routes").where({ id: road.routeId }).update({ is_locked: 0 });
    await performAction(REGISTRY, road.dispatcher, "visit.remove", { visitId: c, choice: "detach" });
    await markVisitFailed(road.driver, { visitId: b, failReasonId: 2 });
    setWorld(db(), at("09:30"));
    await finishRoute(road.driver, { routeId: road.routeId, confirmed: true });
    const route = await routeOf(road);
    expect(route).toMatchObject({ ...KEPT, status: 5 });
    expect(route.distance).not.toBe(20_000);
    expect(await figures(road)).toMatchObject({
      planned_m: 20_000,
      planned_sec: 3300,
      timed_sec: 3300,
      driven_sec: 3600,
    });
  });

  it("is kept by the first report of a route that nobody started, and then by no start", async () => {
    const road = await planned();
    setWorld(db(), at("08:40"));
    await done(road, road.stops[0]);
    expect(await routeOf(road)).toMatchObject({ ...KEPT, status: 3 });
    await start(road);
    expect(await routeOf(road)).toMatchObject({ ...KEPT, status: 4 });
    // The start goes back alone.
    await undoPlanChange(road.dispatcher, { planId: road.planId });
    expect(await routeOf(road)).toMatchObject({ ...KEPT, status: 3 });
    await undoPlanChange(road.dispatcher, { planId: road.planId });
    expect(await routeOf(road)).toMatchObject({ ...NONE, status: 3 });
  });

  it("is forgotten with a start that is undone, and kept anew by the next one", async () => {
    const road = await planned();
    await start(road);
    await undoPlanChange(road.dispatcher, { planId: road.planId });
    expect(await routeOf(road)).toMatchObject({ ...NONE, status: 3 });
    await db()("routing_routes").where({ id: road.routeId }).update({ distance: 21_000 });
    await start(road);
    expect(await routeOf(road)).toMatchObject({ ...KEPT, planned_distance: 21_000 });
  });

  it("is forgotten by a reset and by setting the route empty, and comes back with their undo", async () => {
    for (const empty of [resetRoute, setRouteEmpty]) {
      const road = await planned();
      await start(road);
      await db()("routing_routes").where({ id: road.routeId }).update({ is_locked: 0 });
      await empty(road.dispatcher, { routeId: road.routeId }, {});
      expect(await routeOf(road)).toMatchObject({ ...NONE, status: 1 });
      await undoPlanChange(road.dispatcher, { planId: road.planId });
      expect(await routeOf(road)).toMatchObject({ ...KEPT, status: 4 });
    }
  });

  it("is of the day: a duplicated plan starts without it", async () => {
    const road = await planned();
    await start(road);
    const { planId } = await duplicatePlan(road.dispatcher, {
      planId: road.planId,
      title: "Copy",
      serviceDate: "2026-11-24",
      keepRoutes: true,
    });
    const routes = await db()("routing_routes").where({ plan_id: planId });
    expect(routes.filter(({ distance }) => distance > 0)).not.toEqual([]);
    for (const route of routes) expect(route).toMatchObject(NONE);
  });

  it("is what they have now, of routes that left before it was kept", async () => {
    const [ready, onRoad, over, without] = [await planned(3), await planned(4), await planned(5), await planned(4)];
    await db()("routing_routes").where({ id: without.routeId }).update({ start_time: null });
    const removed = await planned(5);
    await db()("routing_routes")
      .where({ id: removed.routeId })
      .update({ deleted_at: at("08:00") });
    const before = (await routeOf(onRoad)).updated_at;
    await up(db());
    for (const road of [onRoad, over, removed]) expect(await routeOf(road)).toMatchObject(KEPT);
    for (const road of [ready, without]) expect(await routeOf(road)).toMatchObject(NONE);
    // A start that was cut off goes on, and leaves what was kept meanwhile.
    await db()("routing_routes").where({ id: over.routeId }).update({ distance: 1 });
    await up(db());
    expect(await routeOf(over)).toMatchObject(KEPT);
    expect((await routeOf(onRoad)).updated_at).toBe(before);
  });
});
