import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addRoutes } from "~/features/planning/commands/add-routes.server";
import { completePlan, dispatchPlan, updatePlanSettings } from "~/features/planning/commands/plan-commands.server";
import { updateRouteSettings } from "~/features/planning/commands/route-settings.server";
import { approvePlan, changeRoute, removeRoute, resetRoute } from "~/features/planning/commands/route-commands.server";
import { changeVisitsWindow, moveVisits, removeVisits } from "~/features/planning/commands/selection-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { addVisit } from "~/features/planning/commands/add-visits.server";
import { moveVisit, removeVisit } from "~/features/planning/commands/visit-commands.server";
import type { Db } from "~/db/client.server";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { RouteSettings } from "~/features/planning/schemas";
import { createVehicle } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { fromForm } from "../../helpers/forms";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, setWorld, type Desk } from "./desk";
import { planSettings, visitInput } from "../../helpers/inputs";

/** What the dispatcher sees of the plan: by names, because ids differ from desk to desk. */
async function shown(desk: Desk) {
  const routes = await desk
    .db("routing_routes")
    .where({ plan_id: desk.planId })
    .whereNull("deleted_at")
    .orderBy("position");
  const visits = await desk
    .db("routing_visits")
    .where({ company_id: desk.companyId })
    .whereNull("deleted_at")
    .orderBy("route_id")
    .orderBy("position")
    .orderBy("name");
  const of = (routeId: number | null) =>
    visits
      .filter((visit) => visit.route_id === routeId)
      .map(
        ({
          name,
          type,
          status,
          position,
          label_position: label,
          arrival_time: eta,
          travel_duration: sec,
          distance,
          service_duration: service,
          start_time: from,
        }) => ({
          name,
          type,
          status,
          position,
          label,
          eta,
          sec,
          distance,
          ...(["S", "E"].includes(type) ? {} : { service, from }),
        }),
      );
  return {
    routes: routes.map(
      ({ id, status, start_time: start, finish_time: finish, distance, duration, service_duration: service }) => ({
        status,
        start,
        finish,
        distance,
        duration,
        service,
        stops: of(id),
      }),
    ),
    waiting: of(null),
  };
}

type Shown = Awaited<ReturnType<typeof shown>>;

const other = (desk: Desk) => sessionOf(desk, { isOwner: true }, desk.driverUserId);
const names = async (desk: Desk, routeId: number) =>
  (
    await desk
      .db("routing_visits")
      .where({ route_id: routeId })
      .whereNull("deleted_at")
      .whereIn("type", ["D", "P"])
      .orderBy("position")
  ).map((row) => row.name);

/** With legs that were really measured. */
async function createPlannedDesk(db: Db): Promise<Desk> {
  const desk = await createDesk(db);
  for (const row of await db("vehicles").where({ company_id: desk.companyId }))
    await retimeAfterVehicle(desk.dispatcher, { ...row, speed_factor: 2 });
  return desk;
}

const ENDS = { startLocationType: "W", endLocationType: "N" };

type Change = (desk: Desk) => Promise<unknown>;
const visit = visitInput({ name: "New", lat: "47.15", lng: "9.52" });

const MINE: Record<string, Change> = {
  "took B off its route": (desk) => moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: null }, {}),
  "moved C to another route": (desk) =>
    moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.second, position: 1 }, {}),
  "moved B to the end of its route": (desk) =>
    moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.first }, {}),
  "brought the loose one": (desk) =>
    moveVisit(desk.dispatcher, { visitId: desk.loose, toRouteId: desk.first, position: 2 }, {}),
  "deleted B": (desk) => removeVisit(desk.dispatcher, { visitId: desk.b, choice: "delete" }, {}),
  "deleted B and C": (desk) => removeVisits(desk.dispatcher, { visitIds: [desk.b, desk.c], choice: "delete" }, {}),
  "took B out of the plan": (desk) => removeVisit(desk.dispatcher, { visitId: desk.b, choice: "detach" }, {}),
  "changed the window of B and C": (desk) =>
    changeVisitsWindow(desk.dispatcher, { visitIds: [desk.b, desk.c], startTime: "10:00", endTime: "12:00" }, {}),
  "filled the empty route": (desk) =>
    moveVisits(desk.dispatcher, { visitIds: [desk.b, desk.loose], toRouteId: desk.empty }, {}),
};

const THEIRS: Record<string, Change> = {
  "took A off the same route": (desk) => moveVisit(other(desk), { visitId: desk.a, toRouteId: null }, {}),
  "deleted A": (desk) => removeVisit(other(desk), { visitId: desk.a, choice: "delete" }, {}),
  "brought D to the front": (desk) =>
    moveVisit(other(desk), { visitId: desk.d, toRouteId: desk.first, position: 1 }, {}),
  "put A elsewhere, and a new visit on the empty route": async (desk) => {
    await moveVisit(other(desk), { visitId: desk.a, toRouteId: desk.second }, {});
    const { createdVisitIds } = await addVisit(other(desk), { planId: desk.planId, ...visit }, {});
    await moveVisit(other(desk), { visitId: createdVisitIds[0]!, toRouteId: desk.empty }, {});
  },
};

describe.each(databases())("undo among others' changes on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  /** What the colleague's change alone leads to, which is the same beside each of mine. */
  const alone = new Map<string, Promise<Shown>>();
  const shownAfter = (name: string, change: Change): Promise<Shown> => {
    const made = async () => {
      const desk = await createPlannedDesk(db());
      await change(desk);
      return shown(desk);
    };
    const found = alone.get(name) ?? made();
    alone.set(name, found);
    return found;
  };

  for (const [nthMine, [mine, doMine]] of Object.entries(MINE).entries())
    for (const [nthTheirs, [theirs, doTheirs]] of Object.entries(THEIRS).entries())
      // Which rows go back is decided in code that knows no database: on MariaDB each change meets half of the others.
      it.runIf(kind === "sqlite" || (nthMine + nthTheirs) % 2 === 0)(
        `I ${mine}, a colleague ${theirs}: my undo leaves what only the colleague did`,
        async () => {
          const desk = await createPlannedDesk(db());
          await doMine(desk);
          await doTheirs(desk);
          await undoPlanChange(desk.dispatcher, { planId: desk.planId });
          expect(await shown(desk)).toEqual(await shownAfter(theirs, doTheirs));
        },
      );

  it("puts a stop back behind the one that stood before it, wherever that is now", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: null }, {});
    await moveVisit(other(desk), { visitId: desk.a, toRouteId: desk.first }, {});
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await names(desk, desk.first)).toEqual(["Stop C", "Stop A", "Stop B"]);
  });

  it("brings back a route's last stop after others refilled the route, with one start and one end", async () => {
    const desk = await createDesk(db());
    await moveVisits(desk.dispatcher, { visitIds: [desk.a, desk.b, desk.c], toRouteId: null }, {});
    await moveVisit(other(desk), { visitId: desk.loose, toRouteId: desk.first }, {});
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await names(desk, desk.first)).sort()).toEqual(["Loose", "Stop A", "Stop B", "Stop C"]);
    const marks = await db()("routing_visits")
      .where({ route_id: desk.first })
      .whereNull("deleted_at")
      .whereIn("type", ["S", "E"])
      .orderBy("type");
    expect(marks.map((row) => row.type)).toEqual(["E", "S"]);
    expect((await desk.route(desk.first)).status).toBe(2);
  });

  it("leaves a route filled that was empty before, when a colleague has put another stop there", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.empty }, {});
    await moveVisit(other(desk), { visitId: desk.loose, toRouteId: desk.empty }, {});
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect([await names(desk, desk.first), await names(desk, desk.empty)]).toEqual([
      ["Stop A", "Stop B", "Stop C"],
      ["Loose"],
    ]);
    expect(await desk.route(desk.empty)).toMatchObject({ status: 2, start_time: expect.any(String) as string });
  });

  const REFUSED: Record<string, Change> = {
    "moved it to another route": (desk) => moveVisit(other(desk), { visitId: desk.b, toRouteId: desk.second }, {}),
    "moved it within the route": (desk) =>
      moveVisit(other(desk), { visitId: desk.b, toRouteId: desk.first, position: 1 }, {}),
    "moved it away and back": async (desk) => {
      await moveVisit(other(desk), { visitId: desk.b, toRouteId: desk.second }, {});
      await moveVisit(other(desk), { visitId: desk.b, toRouteId: desk.first }, {});
    },
    "took it off": (desk) => moveVisit(other(desk), { visitId: desk.b, toRouteId: null }, {}),
  };
  it.each(Object.entries(REFUSED))("is refused when a colleague %s", async (_, theirs) => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.first }, {});
    await theirs(desk);
    const before = await shown(desk);
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      status: 409,
      message: expect.stringMatching(/^Not undone: .+ moved the visit “Stop B” since\.$/) as string,
    });
    expect(await shown(desk)).toEqual(before);
  });

  it("is refused when the route is gone, or was reset and planned anew", async () => {
    const gone = await createDesk(db());
    await moveVisit(gone.dispatcher, { visitId: gone.b, toRouteId: null }, {});
    await removeRoute(other(gone), { routeId: gone.first }, {});
    await expect(undoPlanChange(gone.dispatcher, { planId: gone.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/removed a route since\.$/) as string,
    });
    const again = await createDesk(db());
    await moveVisit(again.dispatcher, { visitId: again.b, toRouteId: again.first, position: 1 }, {});
    await resetRoute(other(again), { routeId: again.first }, {});
    await expect(undoPlanChange(again.dispatcher, { planId: again.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/reset the route since\.$/) as string,
    });
  });

  const STATUS: Record<string, { theirs: Change; status: number }> = {
    "started the dispatch": { theirs: (desk) => dispatchPlan(other(desk), { planId: desk.planId }, {}), status: 4 },
    "completed the plan": {
      theirs: (desk) => completePlan(other(desk), { planId: desk.planId, completed: true }, {}),
      status: 5,
    },
  };
  it.each(Object.entries(STATUS))("leaves the plan's status after a colleague %s", async (_, { theirs, status }) => {
    const desk = await createDesk(db());
    const before = (await desk.plan()).status;
    await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    await theirs(desk);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await desk.route(desk.first)).status).toBe(2);
    expect((await desk.plan()).status).toBe(status);
    await undoPlanChange(other(desk), { planId: desk.planId });
    expect((await desk.plan()).status).toBeLessThan(status);
    expect(before).toBeLessThan(4);
  });

  it("takes back the start of the dispatch, but not once somebody has completed the plan", async () => {
    const desk = await createDesk(db());
    await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    await dispatchPlan(desk.dispatcher, { planId: desk.planId }, {});
    await completePlan(other(desk), { planId: desk.planId, completed: true }, {});
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/ changed the plan's status since\.$/) as string,
    });
    await undoPlanChange(other(desk), { planId: desk.planId });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await desk.plan()).status).toBe(3);
  });

  it("gives the plan the status that follows from its routes as the undo leaves them", async () => {
    const desk = await createDesk(db());
    await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    await moveVisit(other(desk), { visitId: desk.loose, toRouteId: desk.empty }, {});
    expect((await desk.plan()).status).toBe(2);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await desk.plan()).status).toBe(2);
  });

  it("of plan settings times the routes anew that were planned under them", async () => {
    const [desk, alone] = [await createPlannedDesk(db()), await createPlannedDesk(db())];
    await updatePlanSettings(
      desk.dispatcher,
      { planId: desk.planId, ...planSettings({ ...ENDS, speedPercent: "50" }) },
      {},
    );
    const fill = (one: Desk) => moveVisit(other(one), { visitId: one.loose, toRouteId: one.empty }, {});
    await fill(desk);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    await fill(alone);
    expect(await shown(desk)).toEqual(await shown(alone));
  });

  describe("of added routes", () => {
    const addedRoute = async () => {
      const desk = await createDesk(db());
      const vehicleId = await createVehicle(db(), desk.companyId, { title: "Seven" });
      await addRoutes(desk.dispatcher, { planId: desk.planId, vehicleIds: [vehicleId] }, {});
      const route = (await db()("routing_routes").where({ plan_id: desk.planId, vehicle_id: vehicleId }).first())!;
      return { desk, routeId: route.id };
    };

    it("is refused once a colleague has given one a driver or hours of its own", async () => {
      const { desk, routeId } = await addedRoute();
      await changeRoute(other(desk), { routeId, driverId: desk.driverId }, {});
      await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
        code: "undo.changed",
        message: expect.stringMatching(/ changed a route's vehicle or driver since\.$/) as string,
      });
      await undoPlanChange(other(desk), { planId: desk.planId });
      const hours = fromForm(RouteSettings, { routeId: String(routeId), ...ENDS, workHourStart: "06:00" });
      await updateRouteSettings(other(desk), hours, {});
      await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
        code: "undo.changed",
      });
      expect((await desk.route(routeId)).deleted_at).toBeNull();
    });

    it("removes one that a colleague has filled and emptied again", async () => {
      const { desk, routeId } = await addedRoute();
      await moveVisit(other(desk), { visitId: desk.loose, toRouteId: routeId }, {});
      await moveVisit(other(desk), { visitId: desk.loose, toRouteId: null }, {});
      await undoPlanChange(desk.dispatcher, { planId: desk.planId });
      expect((await desk.route(routeId)).deleted_at).not.toBeNull();
    });
  });

  it("of a removal is refused once the vehicle has another route in the plan", async () => {
    const desk = await createDesk(db());
    const { vehicle_id: vehicleId } = await desk.route(desk.second);
    await removeRoute(desk.dispatcher, { routeId: desk.second }, {});
    await addRoutes(other(desk), { planId: desk.planId, vehicleIds: [vehicleId!] }, {});
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/ added routes since\.$/) as string,
    });
    await undoPlanChange(other(desk), { planId: desk.planId });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await desk.route(desk.second)).deleted_at).toBeNull();
  });

  it("lets an edit of a visit pass that was seen before a colleague's removal renumbered it", async () => {
    const desk = await createDesk(db());
    const seen = (await desk.plan()).version;
    await removeVisit(other(desk), { visitId: desk.a, choice: "delete" }, {});
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.second }, { version: seen });
    expect(await names(desk, desk.first)).toEqual(["Stop B"]);
    await expect(
      moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, { version: seen }),
    ).rejects.toMatchObject({ status: 404 });
    await moveVisit(other(desk), { visitId: desk.b, toRouteId: desk.second }, {});
    await expect(
      moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: null }, { version: seen }),
    ).rejects.toMatchObject({ code: "plan.changed", status: 409 });
  });
});
