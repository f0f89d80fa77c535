import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { startRoute } from "~/features/driver/commands/report-route.server";
import { changeVisitsWindow, moveVisits, removeVisits } from "~/features/planning/commands/selection-commands.server";
import { redoPlanChange, undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { measureLateLegs } from "~/planner/measure-late-legs.server";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { osrmServer } from "../../fixtures/roads/routing-servers";
import type { RoutingServer } from "../../fixtures/roads/routing-servers";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { sessionOf } from "../../helpers/sessions";
import { at, createDesk, forgetWorld, setWorld, type Desk } from "./desk";

type Change = (desk: Desk) => Promise<unknown>;

/** Rows as they are, without what every change of the plan writes; those of the given routes, or of all. */
async function rowsOf(desk: Desk, routeIds?: number[]) {
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, updated_at: "" }));
  const [routes, visits] = [
    desk.db("routing_routes").where({ plan_id: desk.planId }).whereNull("deleted_at").orderBy("id"),
    desk.db("routing_visits").where({ company_id: desk.companyId }).whereNull("deleted_at").orderBy("id"),
  ];
  if (routeIds !== undefined) {
    routes.whereIn("id", routeIds);
    visits.whereIn("route_id", routeIds);
  }
  const plan = routeIds === undefined ? plain([await desk.plan()]) : [];
  return { plan, routes: plain(await routes), visits: plain(await visits) };
}

const undo: Change = (desk) => undoPlanChange(desk.dispatcher, { planId: desk.planId });
const redo: Change = (desk) => redoPlanChange(desk.dispatcher, { planId: desk.planId });
const other = (desk: Desk) => sessionOf(desk, { isOwner: true }, desk.driverUserId);

const takeOff: Change = (desk) => moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: null }, {});
const MOVES: Record<string, Change> = {
  "some of a route to another": (desk) =>
    moveVisits(desk.dispatcher, { visitIds: [desk.a, desk.c], toRouteId: desk.second, position: 1 }, {}),
  "all of a route to another": (desk) =>
    moveVisits(desk.dispatcher, { visitIds: [desk.c, desk.a, desk.b], toRouteId: desk.second }, {}),
  "some onto an empty route": (desk) =>
    moveVisits(desk.dispatcher, { visitIds: [desk.b, desk.loose], toRouteId: desk.empty }, {}),
  "the first to the end of its route": (desk) =>
    moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: desk.first }, {}),
  "one off its route": takeOff,
  "and deleted some": (desk) => removeVisits(desk.dispatcher, { visitIds: [desk.a, desk.b], choice: "delete" }, {}),
};

describe.each(databases())("undo after legs were measured late on %s", (kind) => {
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
    forgetWorld();
    await server.close();
  });

  /** Without an engine, whose answer then comes late. @returns number of plans that got new times */
  async function measuredLate(change: () => Promise<unknown>): Promise<number> {
    server.fail("hangs up");
    await change();
    server.fail(null);
    return measureLateLegs();
  }

  // Which rows go back is decided in code that knows no database: on MariaDB every second move.
  const moves = Object.entries(MOVES).filter((_, nth) => kind === "sqlite" || nth % 2 === 0);
  it.each(moves)("moved %s: every row is as it was, as often as it is undone", async (_, move) => {
    // Its times are not those that the engine gives, as after a calculation with other tables.
    const desk = await createDesk(db());
    const before = await rowsOf(desk);
    expect(await measuredLate(() => move(desk))).toBe(1);
    const after = await rowsOf(desk);
    for (let round = 0; round < 2; round += 1) {
      await undo(desk);
      expect(await rowsOf(desk)).toEqual(before);
      expect(await measureLateLegs()).toBe(0);
      await redo(desk);
      expect(await rowsOf(desk)).toEqual(after);
    }
  });

  it("two changes go back one after the other, each to what was measured before it", async () => {
    const desk = await createDesk(db());
    const states = [await rowsOf(desk)];
    for (const name of ["some of a route to another", "the first to the end of its route"]) {
      expect(await measuredLate(() => MOVES[name]!(desk))).toBe(1);
      states.push(await rowsOf(desk));
    }
    for (const before of states.slice(0, -1).reverse()) {
      await undo(desk);
      expect(await rowsOf(desk)).toEqual(before);
    }
    for (const after of states.slice(1)) {
      await redo(desk);
      expect(await rowsOf(desk)).toEqual(after);
    }
  });

  it("legs that were still to be measured before the change are measured again after its undo", async () => {
    const desk = await createDesk(db());
    server.fail("hangs up");
    await takeOff(desk);
    const before = await rowsOf(desk);
    expect(await measuredLate(() => moveVisit(desk.dispatcher, { visitId: desk.d, toRouteId: desk.first }, {}))).toBe(
      1,
    );
    await undo(desk);
    expect(await rowsOf(desk)).toEqual(before);
    expect(await measureLateLegs()).toBe(1);
    expect(await desk.visit(desk.c)).toMatchObject({ leg_estimate: 0 });
  });

  it("what a colleague did to another route, measured along with it, stays", async () => {
    const desk = await createDesk(db());
    const before = await rowsOf(desk, [desk.first]);
    server.fail("hangs up");
    await takeOff(desk);
    await moveVisit(other(desk), { visitId: desk.loose, toRouteId: desk.second, position: 1 }, {});
    server.fail(null);
    expect(await measureLateLegs()).toBe(1);
    const theirs = await rowsOf(desk, [desk.second]);
    await undo(desk);
    expect(await rowsOf(desk, [desk.first])).toEqual(before);
    expect(await rowsOf(desk, [desk.second])).toEqual(theirs);
    await redo(desk);
    expect(await rowsOf(desk, [desk.second])).toEqual(theirs);
  });

  it("asks the log no more often when a colleague has made and undone much since", async () => {
    const asked = async (theirs: number) => {
      const desk = await createDesk(db());
      await measuredLate(() => takeOff(desk));
      for (let nth = 0; nth < theirs; nth += 1) {
        await moveVisit(other(desk), { visitId: desk.loose, toRouteId: desk.first, position: 1 }, {});
        await undoPlanChange(other(desk), { planId: desk.planId });
      }
      let questions = 0;
      const onQuery = ({ sql }: { sql: string }) => void (questions += /^select .*plan_changes/.test(sql) ? 1 : 0);
      db().on("query", onQuery);
      await undo(desk);
      db().removeListener("query", onQuery);
      return questions;
    };
    const few = await asked(0);
    expect(few).toBeGreaterThan(0);
    expect(await asked(3)).toBe(few);
  });

  const THEIRS: Record<string, Change> = {
    "brought a visit to the same route": (desk) =>
      moveVisit(other(desk), { visitId: desk.loose, toRouteId: desk.first, position: 1 }, {}),
    "gave its last stop another window": (desk) =>
      changeVisitsWindow(other(desk), { visitIds: [desk.c], startTime: "11:00", endTime: "12:00" }, {}),
    "took another off it": (desk) => moveVisit(other(desk), { visitId: desk.a, toRouteId: null }, {}),
  };
  /** Ids differ from desk to desk. */
  const shown = async (desk: Desk) =>
    (await db()("routing_visits").where({ company_id: desk.companyId }).whereNull("deleted_at").orderBy("name")).map(
      ({ name, type, position, arrival_time, waiting_time, travel_duration, distance, leg_estimate, status }) => [
        name,
        type,
        position,
        arrival_time,
        waiting_time,
        travel_duration,
        distance,
        leg_estimate,
        status,
      ],
    );
  for (const [what, theirs] of Object.entries(THEIRS))
    it.each([
      ["before the legs were measured", true],
      ["after it", false],
    ])(`a colleague ${what} %s: all that they did stays`, async (_, isBefore) => {
      const [desk, alone] = [await createDesk(db()), await createDesk(db())];
      for (const one of [desk, alone])
        for (const row of await db()("vehicles").where({ company_id: one.companyId }))
          await retimeAfterVehicle(one.dispatcher, { ...row, speed_factor: 2 });
      if (isBefore) {
        await measuredLate(async () => {
          await takeOff(desk);
          await theirs(desk);
        });
      } else {
        await measuredLate(() => takeOff(desk));
        await theirs(desk);
      }
      await undo(desk);
      await theirs(alone);
      await measureLateLegs();
      expect(await shown(desk)).toEqual(await shown(alone));
    });

  it("a report is undone by its author, though the leg to the stop was measured since", async () => {
    const desk = await createDesk(db(), { routeStatus: 3, visitStatus: 3 });
    setWorld(db(), at("08:00"), testRouting({ osrmUrl: server.url }));
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    const before = await rowsOf(desk);
    // Out of turn: nobody has measured the way from the start to the last stop.
    expect(await measuredLate(() => markVisitDone(desk.dispatcher, { visitId: desk.c, confirmed: true }))).toBe(1);
    await undo(desk);
    expect(await rowsOf(desk)).toEqual(before);
  });
});
