import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { setVisitOnRoute } from "~/features/driver/commands/set-visit-on-route.server";
import { startRoute } from "~/features/driver/commands/report-route.server";
import { continueApply, startApply } from "~/features/imports/commands/apply-sheet.server";
import { madeBySheet } from "~/features/imports/queries/sheet-item.server";
import { renamePlan, updatePlanSettings } from "~/features/planning/commands/plan-commands.server";
import { measureLateLegs } from "~/planner/measure-late-legs.server";
import { editVehicleFields } from "~/features/resources/commands/save-vehicle.server";
import { setDrivers } from "~/features/planning/commands/set-drivers.server";
import { approvePlan, approveRoute, changeRoute } from "~/features/planning/commands/route-commands.server";
import { moveVisits } from "~/features/planning/commands/selection-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit, updateVisit, updateVisitFields } from "~/features/planning/commands/visit-commands.server";
import { loadPlanPage } from "~/features/planning/plan-page/plan-page.server";
import { loadRoutePage } from "~/features/planning/route-page/route-page.server";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import { createUser, NOW } from "../../factories/company";
import { checkedSheet } from "../../factories/sheets";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, setWorld, type Desk } from "./desk";
import { planSettings, visitFields, visitInput } from "../../helpers/inputs";

async function contents(desk: Desk) {
  const plain = (rows: object[]) => rows.map((row) => ({ ...row, version: 0, updated_at: "" }));
  return {
    routes: plain(
      await desk.db("routing_routes").where({ plan_id: desk.planId }).whereNull("deleted_at").orderBy("id"),
    ),
    visits: plain(
      await desk.db("routing_visits").where({ company_id: desk.companyId }).whereNull("deleted_at").orderBy("id"),
    ),
  };
}

describe.each(databases())("what a plan remembers of its changes on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  const withAnna = async () => {
    const desk = await createDesk(db());
    return {
      desk,
      anna: sessionOf(desk, { isDispatcher: true }, await createUser(db(), { name: "Anna", surname: "Early" })),
    };
  };
  const listed = async (desk: Desk, session = desk.dispatcher) => (await loadPlanChanges(session, desk.planId)).changes;
  const importStops = async (desk: Desk, names: string[]) => {
    const columns = ["Name", "Latitude", "Longitude"];
    const sheetId = await checkedSheet(
      db(),
      desk,
      columns,
      names.map((name) => [name, 47.2, 9.5]),
    );
    await startApply(desk.dispatcher, sheetId);
    await continueApply({ companyId: desk.companyId, userId: desk.dispatcher.user.id }, sheetId);
    return { visitIds: (await madeBySheet(desk.companyId, sheetId)).visits };
  };

  it("says which fields changed, from what to what, in words and units; an undo swaps the two", async () => {
    const desk = await createDesk(db());
    const fields = async () =>
      (await loadPlanChanges(desk.dispatcher, desk.planId)).changes.map((change) => change.fields);
    await updateVisitFields(
      desk.dispatcher,
      {
        visitId: desk.a,
        fields: visitFields({
          startTime: "09:30",
          endTime: "12:00",
          serviceTime: "15",
          packageLoad: "12.5",
          deliveryNote: "Ring twice",
        }),
        seen: {},
      },
      {},
    );
    const { start_time: from, end_time: to } = { start_time: "08:00", end_time: "20:00" };
    const expected = [
      `Window from: ${from} → 09:30`,
      `Window to: ${to} → 12:00`,
      "Service time: 5 min → 15 min",
      "Load: 0 kg → 12.5 kg",
      "Note for the driver: none → Ring twice",
    ];
    expect((await fields())[0]!.sort()).toEqual(expected.sort());
    await moveVisits(desk.dispatcher, { visitIds: [desk.b, desk.c], toRouteId: desk.second }, {});
    expect((await fields())[0]).toEqual(["Route: Van → Second"]);
    await changeRoute(desk.dispatcher, { routeId: desk.first, driverId: null }, {});
    expect((await fields())[0]).toEqual([expect.stringMatching(/^Driver: .+ → none$/)]);
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Tuesday" }, {});
    expect((await fields())[0]).toEqual(["Title: Plan → Tuesday"]);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await fields())[0]).toEqual(["Title: Tuesday → Plan"]);
  });

  it("names the aim of the calculations, and a visit's confirmation by its template's title", async () => {
    const desk = await createDesk(db());
    const newest = async () => (await listed(desk))[0]!.fields;
    const settings = planSettings({ startLocationType: "W", endLocationType: "N", aim: "cost" });
    await updatePlanSettings(desk.dispatcher, { planId: desk.planId, ...settings }, {});
    expect(await newest()).toContain("Calculations aim at: Least driving time → Least cost");
    const confirmationTemplateId = await insertConfirmationTemplate(db(), desk.companyId, { title: "Photo" }, NOW);
    await updateVisitFields(
      desk.dispatcher,
      { visitId: desk.a, fields: visitFields({ confirmationTemplateId: String(confirmationTemplateId) }), seen: {} },
      {},
    );
    expect(await newest()).toEqual(["Confirmation template: none → Photo"]);
  });

  it("says what the platform did by itself, and what it was about, no more and no less", async () => {
    const desk = await createDesk(db());
    const newest = async () => {
      const [change] = await listed(desk);
      return { who: change!.who, what: change!.what, about: change!.about, fields: change!.fields };
    };
    await setDrivers(
      desk.dispatcher,
      {
        planId: desk.planId,
        drivers: new Map<number, number | null>([
          [desk.first, null],
          [desk.second, desk.driverId],
          [desk.empty, desk.driverId],
        ]),
      },
      {},
    );
    expect(await newest()).toEqual({
      who: "You",
      what: "changed a route's vehicle or driver",
      about: "Van",
      fields: [expect.stringMatching(/^Driver: .+ → none$/)],
    });
    await approvePlan(desk.dispatcher, { planId: desk.planId }, {});
    expect(await newest()).toMatchObject({ what: "approved the routes", about: "4 visits · Van, Second" });
    const { vehicle_id: vehicleId } = await desk.route(desk.first);
    await editVehicleFields(desk.dispatcher, vehicleId!, { title: "Big van", cost_per_km: 0.5, max_load: 500 });
    expect((await newest()).fields).toEqual(
      expect.arrayContaining(["Cost per km: none → €0.50", "Load: no limit → 500 kg", "Title: Van → Big van"]),
    );
    await db()("routing_visits").where({ id: desk.b }).update({ leg_estimate: 2 });
    expect(await measureLateLegs()).toBe(1);
    expect(await newest()).toMatchObject({ who: "The platform", what: "measured new legs on roads" });
  });

  it("lists who did what, newest first, and who may take it back", async () => {
    const { desk, anna } = await withAnna();
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.second, position: 1 }, {});
    await moveVisits(anna, { visitIds: [desk.a, desk.c, desk.b, desk.d], toRouteId: null }, {});
    await renamePlan(anna, { planId: desk.planId, title: "Tuesday" }, {});
    await undoPlanChange(anna, { planId: desk.planId });
    expect(
      (await listed(desk)).map(({ who, what, about, undone, whyNot }) => [who, what, about, undone, whyNot]),
    ).toEqual([
      [
        "Anna Early",
        "undid the new title",
        "",
        false,
        "An undo can't be undone here. Redo your last one with Ctrl+Shift+Z.",
      ],
      ["Anna Early", "renamed the plan", "", true, "This change is already undone."],
      ["Anna Early", "moved visits", "4 visits · Van, Second", false, null],
      ["You", "moved the visit", "Stop B · Van, Second", false, null],
    ]);
  });

  it("says what undo would take back, and that there is nothing", async () => {
    const { desk, anna } = await withAnna();
    const undoable = async (session = desk.dispatcher) => (await loadPlanPage(session, desk.planId)).undoable;
    expect(await undoable()).toBeNull();
    const steps: [() => Promise<unknown>, string][] = [
      [
        () => moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.second, position: 1 }, {}),
        "Moved Stop B to Second",
      ],
      [
        () => moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.first, position: 1 }, {}),
        "Moved Stop C within Van",
      ],
      [() => moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, {}), "Took Stop A off Van"],
      [
        () => moveVisits(desk.dispatcher, { visitIds: [desk.a, desk.loose], toRouteId: desk.second }, {}),
        "Moved 2 visits to Second",
      ],
      [
        () => moveVisits(desk.dispatcher, { visitIds: [desk.c, desk.a], toRouteId: null }, {}),
        "Took 2 visits off their routes",
      ],
      [() => renamePlan(desk.dispatcher, { planId: desk.planId, title: "Tuesday" }, {}), "Renamed the plan"],
    ];
    for (const [change, words] of steps) {
      await change();
      expect(await undoable()).toBe(words);
    }
    expect(await undoable(anna)).toBeNull();
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await undoable()).toBe("Took 2 visits off their routes");
    expect((await loadRoutePage(desk.dispatcher, desk.first)).undoable).toBe("Took 2 visits off their routes");
  });

  it("takes back one change of the list, a colleague's too, and leaves the others", async () => {
    const { desk, anna } = await withAnna();
    await renamePlan(anna, { planId: desk.planId, title: "Tuesday" }, {});
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: null }, {});
    const rename = (await listed(desk)).find((change) => change.what === "renamed the plan")!;
    await undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId: rename.id });
    expect((await desk.plan()).title).toBe("Plan");
    expect((await desk.visit(desk.b)).route_id).toBeNull();
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId: rename.id })).rejects.toMatchObject({
      code: "undo.not_possible",
      message: "This change is already undone.",
    });
    const other = await createDesk(db());
    await expect(undoPlanChange(other.dispatcher, { planId: other.planId, changeId: rename.id })).rejects.toMatchObject(
      { status: 404 },
    );
  });

  it("holds a driver's reports, which nobody else takes back; they don't come in the way of Z", async () => {
    const { desk, anna } = await withAnna();
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    await renamePlan(anna, { planId: desk.planId, title: "Tuesday" }, {});
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    await markVisitDone(desk.driver, { visitId: desk.a });
    const changes = await listed(desk);
    expect(changes.slice(0, 2).map(({ who, what, about }) => [who, what, about])).toEqual([
      ["Dora Driver", "marked the visit as done", "Stop A · Van"],
      ["Dora Driver", "started the route", "Van"],
    ]);
    const report = "A report from the road is taken back on the route: set the visit on route again.";
    expect(changes[0]!.whyNot).toBe(report);
    await expect(
      undoPlanChange(desk.dispatcher, { planId: desk.planId, changeId: changes[0]!.id }),
    ).rejects.toMatchObject({ code: "undo.not_possible", message: report });
    await undoPlanChange(anna, { planId: desk.planId });
    expect((await desk.visit(desk.a)).status).toBe(4);
    // The approval was built upon: the sentence names who did.
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/^Not undone: Dora Driver .+ since\.$/) as string,
    });
  });

  it("lets whoever pressed Done by mistake take it back, until the route's next report", async () => {
    const { desk } = await withAnna();
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    const before = await contents(desk);
    await markVisitDone(desk.dispatcher, { visitId: desk.a });
    expect(await contents(desk)).not.toEqual(before);
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await contents(desk)).toEqual(before);

    await markVisitDone(desk.dispatcher, { visitId: desk.a });
    await markVisitDone(desk.driver, { visitId: desk.b });
    await expect(undoPlanChange(desk.dispatcher, { planId: desk.planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: "Not undone: Dora Driver marked the visit “Stop B” as done since.",
    });
    await setVisitOnRoute(desk.dispatcher, { visitId: desk.b });
    expect((await listed(desk))[0]).toMatchObject({ who: "You", what: "set the visit on route again" });
  });

  it("answers an edit that comes after a report with who reported what", async () => {
    const { desk } = await withAnna();
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    const seen = (await desk.plan()).version;
    await markVisitDone(desk.driver, { visitId: desk.a });
    const edit = updateVisit(
      desk.dispatcher,
      { visitId: desk.a, ...visitInput({ name: "New name", lat: "47.15", lng: "9.52" }) },
      { version: seen },
    );
    await expect(edit).rejects.toMatchObject({
      code: "plan.changed",
      status: 409,
      message: expect.stringContaining("Dora Driver marked the visit “Stop A” as done in the meantime.") as string,
    });
  });

  it("takes an import back whole, as long as nobody has touched what it brought", async () => {
    const { desk, anna } = await withAnna();
    const before = await contents(desk);
    const { visitIds } = await importStops(desk, ["Fresh 1", "Fresh 2", "Fresh 3", "Fresh 4"]);
    expect((await listed(desk))[0]).toMatchObject({ what: "imported a spreadsheet", about: "4 visits" });
    await moveVisit(desk.dispatcher, { visitId: visitIds[0]!, toRouteId: desk.first, position: 1 }, {});
    const imported = (await listed(desk)).find((change) => change.what === "imported a spreadsheet")!;
    await expect(undoPlanChange(anna, { planId: desk.planId, changeId: imported.id })).rejects.toMatchObject({
      code: "undo.changed",
      message: "Not undone: Olga Owner moved the visit “Fresh 1” since.",
    });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect(await contents(desk)).toEqual(before);
  });

  it("keeps twenty changes that can be undone, however many reports come in between", async () => {
    const { desk } = await withAnna();
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Before the day" }, {});
    for (let turn = 0; turn < 15; turn += 1) {
      await markVisitDone(desk.driver, { visitId: desk.a });
      await setVisitOnRoute(desk.driver, { visitId: desk.a });
    }
    await undoPlanChange(desk.dispatcher, { planId: desk.planId });
    expect((await desk.plan()).title).toBe("Plan");
  });
});
