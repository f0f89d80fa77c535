import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unpackTexts } from "~/db/packed-texts.server";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { finishRoute, startRoute } from "~/features/driver/commands/report-route.server";
import { changeVisitsWindow, moveVisits } from "~/features/planning/commands/selection-commands.server";
import { redoPlanChange, undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { previewMove } from "~/features/planning/plan-page/moving/preview-move.server";
import { services, setServices } from "~/services/container.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { testServices } from "../../helpers/services";
import { databases, useTestDatabase } from "../../helpers/databases";
import { at, createDesk, forgetWorld, setWorld, type Desk } from "./desk";

const seconds = (utc: string | null) => Date.parse(`${utc}Z`) / 1000;

/** Times and order of a route as they are stored. */
async function timesOf(desk: Desk, routeId: number) {
  const { start_time, finish_time, duration, waiting_duration } = await desk.route(routeId);
  const visits = await desk
    .db("routing_visits")
    .where({ route_id: routeId })
    .whereNull("deleted_at")
    .orderBy("position")
    .select("id", "position", "arrival_time", "waiting_time", "violations");
  return { route: { start_time, finish_time, duration, waiting_duration }, visits };
}

describe.each(databases())("a route in the depot on a day that is under way, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db(), at("08:00")));
  afterEach(forgetWorld);

  /** The first route left at 08:00 UTC, the second should have: it is 09:30 now. */
  async function lateMorning() {
    const desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    setWorld(db(), at("09:30"));
    return desk;
  }

  it("leaves from now on once a stop is added, and undo brings back what was there", async () => {
    const desk = await lateMorning();
    const before = await timesOf(desk, desk.second);
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.second, position: 1 }, {});
    const added = await timesOf(desk, desk.second);
    expect(added.route.start_time).toBe(at("09:30"));
    for (const visit of added.visits) expect(seconds(visit.arrival_time)).toBeGreaterThanOrEqual(seconds(at("09:30")));

    setWorld(db(), at("09:45"));
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await timesOf(desk, desk.second)).toEqual(before);
    await redoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await timesOf(desk, desk.second)).toEqual(added);
  });

  it("leaves from now on after midnight too, as long as the shift of another goes on", async () => {
    const desk = await lateMorning();
    const night = { work_hour_end: "24:00", overtime: 240 };
    await db()("vehicles").where({ id: desk.vehicleId }).update(night);
    // 00:10 of the next day in Vaduz.
    setWorld(db(), at("23:10"));
    const solver = { memoryMb: 1000 } as Partial<SolverPool> as SolverPool;
    setServices(testServices({ clock: services().clock, routing: services().routing, solver }));
    const { queryId } = await calculatePlan(desk.dispatcher, { planId: desk.planId });
    const query = await unpackTexts("routing_queries", (await db()("routing_queries").where({ id: queryId }).first())!);
    const { fleet } = JSON.parse(query.input!) as CalculationInput;
    expect(fleet[desk.second]).toMatchObject({ shift_start: 24 * 3600 + 600, from_now: true });

    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.second, position: 1 }, {});
    expect((await desk.route(desk.second)).start_time).toBe(at("23:10"));
  });

  it("is late for a window that it can't reach any more", async () => {
    const desk = await lateMorning();
    await changeVisitsWindow(desk.dispatcher, { visitIds: [desk.d], startTime: "09:00", endTime: "10:00" }, {});
    expect((await desk.route(desk.second)).start_time).toBe(at("09:30"));
    expect((await desk.visit(desk.d)).violations).toMatch(/"code":"delay"/);
  });

  it("is compared with the times that it would have without the move", async () => {
    const desk = await lateMorning();
    const { finish_time: planned } = await timesOf(desk, desk.second).then(({ route }) => route);
    const move = { visitIds: [desk.loose], toRouteId: desk.second, position: 1 };
    const { routes } = await previewMove(desk.dispatcher, move);
    const own = routes.find(({ routeId }) => routeId === desk.second)!;
    // Ten minutes to the stop and five there; what the factory says of the route's end is no sum of them.
    expect(planned).toBe(at("09:00"));
    expect(own.before.finish).toBe(seconds(at("09:45")));
    await moveVisits(desk.dispatcher, move, {});
    expect(own.after.finish).toBe(seconds((await desk.route(desk.second)).finish_time));
  });

  it("keeps its departure without a stop that is left, once it is on the road", async () => {
    const desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    await startRoute(desk.dispatcher, { routeId: desk.second, confirmed: true });
    setWorld(db(), at("08:20"));
    await moveVisit(desk.dispatcher, { visitId: desk.d, toRouteId: null }, {});
    expect(await desk.route(desk.second)).toMatchObject({ status: 4, start_time: at("08:00") });
    const left = await db()("routing_visits").where({ route_id: desk.second }).whereNull("deleted_at");
    expect(left).toMatchObject([{ type: "S", status: 4, completed_at: at("08:00") }]);
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.second }, {});
    // Its leg is an estimate along a straight line.
    expect((await desk.visit(desk.loose)).arrival_time).toBe("2026-11-23 08:23:48");
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: null }, {});
    await finishRoute(desk.dispatcher, { routeId: desk.second, confirmed: true });
    expect((await desk.route(desk.second)).status).toBe(5);
  });

  it("begins with its shift while nobody has left", async () => {
    const desk = await createDesk(db());
    setWorld(db(), at("09:30"));
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.second, position: 1 }, {});
    expect((await desk.route(desk.second)).start_time).toBe(at("08:00"));
  });
});
