import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRoute } from "~/features/driver/commands/report-route.server";
import { changeVisitsWindow, moveVisits } from "~/features/planning/commands/selection-commands.server";
import { redoPlanChange, undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { previewMove } from "~/features/planning/plan-page/moving/preview-move.server";
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

  it("begins with its shift while nobody has left", async () => {
    const desk = await createDesk(db());
    setWorld(db(), at("09:30"));
    await moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.second, position: 1 }, {});
    expect((await desk.route(desk.second)).start_time).toBe(at("08:00"));
  });
});
