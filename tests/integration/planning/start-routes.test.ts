import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { performAction } from "~/http/actions/perform-action.server";
import { ONE_PLAN_ACTIONS } from "~/features/planning/actions/plan-actions.server";
import { startRoutes } from "~/features/planning/commands/start-routes.server";
import type { StartAnswer } from "~/features/planning/commands/start-routes.server";
import { approvePlan, resetRoute } from "~/features/planning/commands/route-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import { dispatchedMessage, startedMessage } from "~/features/planning/messages";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";

describe.each(databases())("starting several routes of a plan on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  async function approved() {
    const desk = await createDesk(db());
    await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    const statuses = async () => [(await desk.route(desk.first)).status, (await desk.route(desk.second)).status];
    return { desk, statuses, start: (...routeIds: number[]) => startOf(desk, routeIds) };
  }
  type Made = Awaited<ReturnType<typeof createDesk>>;
  const startOf = (desk: Made, routeIds: number[], session = desk.dispatcher, version?: number) =>
    startRoutes(session, { planId: desk.planId, routeIds }, { version, confirmed: true });
  const startedOf = (answer: StartAnswer) => (answer.status === "applied" ? answer.started : answer.status);

  it("is one change: the routes are on route, their start visits done; undo takes all of it back", async () => {
    const { desk, statuses, start } = await approved();
    const answer = await start(desk.first, desk.second);
    expect(answer).toEqual({ status: "applied", started: 2 });
    expect(startedMessage({ started: 2 })).toEqual({ message: "Action was successful", detail: "2 routes started." });
    expect(await statuses()).toEqual([4, 4]);
    expect((await desk.visit(desk.start)).status).toBe(4);
    const { changes } = await loadPlanChanges(desk.dispatcher, desk.planId);
    expect(changes.map(({ what }) => what)).toEqual(["started the routes", "approved the routes"]);

    const { undone } = await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(undone).toBe("the start of the routes");
    expect(await statuses()).toEqual([3, 3]);
    expect((await desk.visit(desk.start)).status).not.toBe(4);
  });

  it("asks first, as the start of one route does, and starts nothing until that is answered", async () => {
    const { desk, statuses, start } = await approved();
    const ask = (...routeIds: number[]) => startRoutes(desk.dispatcher, { planId: desk.planId, routeIds }, {});
    const question = (text: string) => ({ status: "confirm", confirm: { code: "route.start", text } });
    expect(await ask(desk.first)).toMatchObject(question("Are you sure you want to start this route?"));
    expect(await ask(desk.first, desk.second)).toMatchObject(question("Are you sure you want to start these routes?"));
    expect(await statuses()).toEqual([3, 3]);
    await start(desk.first);
    expect(await ask(desk.first, desk.second)).toMatchObject(question("Are you sure you want to start this route?"));
    await expect(ask(desk.first)).rejects.toMatchObject({ code: "route.none_ready" });
  });

  it("answers a program with the question, and starts with the answer", async () => {
    const { desk, statuses } = await approved();
    const input = { planId: desk.planId, routeIds: [desk.first] };
    const call = (more: object) =>
      performAction(ONE_PLAN_ACTIONS, desk.dispatcher, "plan.start_routes", { ...input, ...more }, {});
    expect(await call({})).toMatchObject({ status: "confirm" });
    expect(await statuses()).toEqual([3, 3]);
    expect(await call({ confirmed: true })).toMatchObject({ status: "applied", started: 1 });
    expect(await statuses()).toEqual([4, 3]);
  });

  it("starts those that are named, and leaves one alone that is on the road already", async () => {
    const { desk, statuses, start } = await approved();
    expect(startedOf(await start(desk.first))).toBe(1);
    expect(await statuses()).toEqual([4, 3]);
    const { start_time } = await desk.route(desk.first);
    expect(startedOf(await start(desk.first, desk.second))).toBe(1);
    expect(await statuses()).toEqual([4, 4]);
    expect((await desk.route(desk.first)).start_time).toBe(start_time);
    await expect(start(desk.first)).rejects.toMatchObject({ code: "route.none_ready", status: 409 });
  });

  it("refuses routes that nobody approved, drivers, and what a colleague has changed since it was seen", async () => {
    const { desk, statuses } = await approved();
    await expect(startOf(desk, [desk.empty])).rejects.toMatchObject({ code: "route.none_ready" });
    await expect(startOf(desk, [desk.first], desk.driver)).rejects.toMatchObject({ status: 404 });
    const { version } = await desk.plan();
    await resetRoute(desk.dispatcher, { routeId: desk.second }, {});
    await expect(startOf(desk, [desk.first, desk.second], desk.dispatcher, version)).rejects.toMatchObject({
      code: "plan.changed",
    });
    expect(await statuses()).toEqual([3, 1]);
  });

  it("tells after the start of the dispatch that no route was started", () => {
    expect(dispatchedMessage().detail).toContain("No route was started");
  });
});
