import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addRoutes } from "~/features/planning/commands/add-routes.server";
import { renamePlan } from "~/features/planning/commands/plan-commands.server";
import { removeRoute, resetRoute, toggleLock } from "~/features/planning/commands/route-commands.server";
import { moveVisits, removeVisits } from "~/features/planning/commands/selection-commands.server";
import { redoPlanChange, undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { addVisit } from "~/features/planning/commands/add-visits.server";
import { moveVisit, updateVisit } from "~/features/planning/commands/visit-commands.server";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import { createPlan, createVehicle } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, setWorld, type Desk } from "./desk";
import { visitInput } from "../../helpers/inputs";

/** Everything that a plan is, without its version and without when rows were written. */
async function contents(desk: Desk) {
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, updated_at: "" }));
  return {
    plan: plain([await desk.plan()]),
    routes: plain(
      await desk.db("routing_routes").where({ plan_id: desk.planId }).whereNull("deleted_at").orderBy("id"),
    ),
    visits: plain(
      await desk.db("routing_visits").where({ company_id: desk.companyId }).whereNull("deleted_at").orderBy("id"),
    ),
  };
}
const undo = (desk: Desk) => undoPlanChange(desk.dispatcher, { planId: desk.planId });
const redo = (desk: Desk) => redoPlanChange(desk.dispatcher, { planId: desk.planId });
/** A second dispatcher of the same company. */
const other = (desk: Desk) => sessionOf(desk, { isOwner: true }, desk.driverUserId);

describe.each(databases())("undo on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("takes back one change after the other, newest first, until nothing is left", async () => {
    const desk = await createDesk(db());
    const states = [await contents(desk)];
    const vehicleId = await createVehicle(db(), desk.companyId, { title: "Fourth" });
    const visit = visitInput({
      name: "New",
      lat: "47.15",
      lng: "9.52",
      startTime: "08:00",
      endTime: "20:00",
      serviceTime: "5",
    });
    const changes: (() => Promise<unknown>)[] = [
      () => renamePlan(desk.dispatcher, { planId: desk.planId, title: "Tuesday" }, {}),
      () => moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.second, position: 1 }, {}),
      () => moveVisits(desk.dispatcher, { visitIds: [desk.c, desk.a], toRouteId: null }, {}),
      () => addVisit(desk.dispatcher, { planId: desk.planId, ...visit }, {}),
      () => updateVisit(desk.dispatcher, { visitId: desk.d, ...visit, name: "Renamed", startTime: "10:00" }, {}),
      () => removeVisits(desk.dispatcher, { visitIds: [desk.d], choice: "delete" }, {}),
      () => removeVisits(desk.dispatcher, { visitIds: [desk.loose], choice: "detach" }, {}),
      () => addRoutes(desk.dispatcher, { planId: desk.planId, vehicleIds: [vehicleId] }, {}),
      () => toggleLock(desk.dispatcher, { routeId: desk.empty }, {}),
      () => resetRoute(desk.dispatcher, { routeId: desk.second }, {}),
      () => removeRoute(desk.dispatcher, { routeId: desk.second }, {}),
    ];
    for (const change of changes) {
      await change();
      states.push(await contents(desk));
    }
    for (const before of states.slice(0, -1).reverse()) {
      await undo(desk);
      expect(await contents(desk)).toEqual(before);
    }
    await expect(undo(desk)).rejects.toMatchObject({ code: "undo.nothing", status: 409 });
    for (const after of states.slice(1)) {
      await redo(desk);
      expect(await contents(desk)).toEqual(after);
    }
    await expect(redo(desk)).rejects.toMatchObject({ code: "redo.nothing", status: 409 });
    // What was redone can be undone again.
    for (const before of states.slice(0, -1).reverse()) {
      await undo(desk);
      expect(await contents(desk)).toEqual(before);
    }
  });

  it("redoes a user's own change by the same rules, and nothing once that user has changed something", async () => {
    const desk = await createDesk(db());
    await expect(redo(desk)).rejects.toMatchObject({ code: "redo.nothing" });
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: desk.second }, {});
    await undo(desk);
    await expect(redoPlanChange(other(desk), { planId: desk.planId })).rejects.toMatchObject({ code: "redo.nothing" });
    await moveVisit(other(desk), { visitId: desk.a, toRouteId: null }, {});
    await expect(redo(desk)).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/^Not redone: .+ moved the visit “Stop A” since\.$/) as string,
    });
    await undoPlanChange(other(desk), { planId: desk.planId });
    await moveVisit(other(desk), { visitId: desk.c, toRouteId: null }, {});
    expect(await redo(desk)).toMatchObject({ redone: "the move of the visit" });
    expect([await desk.order(desk.first), await desk.order(desk.second)]).toEqual([[desk.b], [desk.d, desk.a]]);
    expect((await loadPlanChanges(desk.dispatcher, desk.planId)).changes[0]).toMatchObject({
      what: "redid the move of the visit",
      isUndoing: true,
    });
    await undo(desk);
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b]);
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Tuesday" }, {});
    await expect(redo(desk)).rejects.toMatchObject({ code: "redo.nothing" });
  });

  it("is limited to the last 20 changes, which undoing does not use up", async () => {
    const desk = await createDesk(db());
    for (let number = 1; number <= 22; number += 1)
      await renamePlan(desk.dispatcher, { planId: desk.planId, title: `Title ${number}` }, {});
    for (let number = 1; number <= 20; number += 1) await undo(desk);
    expect((await desk.plan()).title).toBe("Title 2");
    await expect(undo(desk)).rejects.toMatchObject({ code: "undo.nothing" });
  });

  it("leaves others' changes alone, and refuses by name where somebody changed the same thing", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.d, toRouteId: null }, {});
    await renamePlan(other(desk), { planId: desk.planId, title: "Theirs" }, {});
    await undo(desk);
    expect(await desk.visit(desk.d)).toMatchObject({ route_id: desk.second, status: 2 });
    expect((await desk.plan()).title).toBe("Theirs");
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, {});
    await moveVisit(other(desk), { visitId: desk.a, toRouteId: desk.second }, {});
    const before = await contents(desk);
    await expect(undo(desk)).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/^Not undone: .+ moved the visit “Stop A” since\.$/) as string,
    });
    expect(await contents(desk)).toEqual(before);
  });

  it("works the times out anew when another change of the route has moved them", async () => {
    const desk = await createDesk(db());
    await updateVisit(
      desk.dispatcher,
      {
        visitId: desk.b,
        ...visitInput({
          name: "Stop B",
          lat: "47.16",
          lng: "9.52",
          startTime: "08:00",
          endTime: "20:00",
          serviceTime: "15",
        }),
      },
      {},
    );
    await updateVisit(
      other(desk),
      {
        visitId: desk.a,
        ...visitInput({
          name: "Stop A",
          lat: "47.15",
          lng: "9.52",
          startTime: "08:00",
          endTime: "20:00",
          serviceTime: "35",
        }),
      },
      {},
    );
    await undo(desk);
    expect([(await desk.visit(desk.a)).service_time, (await desk.visit(desk.b)).service_time]).toEqual([35, 5]);
    const [b, c] = [await desk.visit(desk.b), await desk.visit(desk.c)].map((visit) =>
      Date.parse(`${visit.arrival_time!.replace(" ", "T")}Z`),
    ) as [number, number];
    expect((c - b) / 60_000).toBe(15);
  });

  it("names what stands otherwise than the change left it, when the log does not know why", async () => {
    const desk = await createDesk(db());
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, {});
    await db()("routing_visits").where({ id: desk.a }).update({ route_id: desk.second, status: 2, position: 4 });
    await expect(undo(desk)).rejects.toMatchObject({
      code: "undo.changed",
      message: "Not undone: Stop A was changed since.",
    });
  });

  it("knows no change of another plan of the company", async () => {
    const desk = await createDesk(db());
    const otherPlan = await createPlan(db(), desk.companyId, { warehouse_id: desk.warehouseId });
    await renamePlan(desk.dispatcher, { planId: otherPlan, title: "Tuesday" }, {});
    const { id: changeId } = (await db()("plan_changes").where({ plan_id: otherPlan }).first()) as { id: number };
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId })).rejects.toMatchObject({
      status: 404,
    });
    await undoPlanChange(desk.dispatcher, { planId: otherPlan, changeId });
    expect(await db()("routing_plans").where({ id: otherPlan }).first()).not.toMatchObject({ title: "Tuesday" });
  });

  it("knows no plan of another company", async () => {
    const [desk, foreign] = [await createDesk(db()), await createDesk(db())];
    await expect(undoPlanChange(desk.dispatcher, { planId: foreign.planId })).rejects.toMatchObject({ status: 404 });
  });
});
