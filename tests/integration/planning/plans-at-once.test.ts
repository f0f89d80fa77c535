import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPlan } from "~/features/planning/commands/create-plan.server";
import { changeWaitingVisits, updateWaitingVisit } from "~/features/planning/commands/waiting-visits.server";
import { choosePlace } from "~/features/places/commands/fix-place.server";
import { setFoundPlaces } from "~/features/places/commands/set-found-places.server";
import { CreatePlan } from "~/features/planning/schemas";
import { UpdateVisit } from "~/features/planning/visit-schemas";
import { createVisit } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { fromForm } from "../../helpers/forms";
import { atOnce, holdAfter } from "../../helpers/held-statement";
import { createDesk, forgetWorld, setWorld } from "./desk";
import type { Desk } from "./desk";

const READS_VISITS = /^select .* from .routing_visits./;

// SQLite has one transaction at a time.
describe.each(databases().filter((kind) => kind === "mariadb"))("visits that wait, at once on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let waiting: number[];

  beforeEach(async () => {
    setWorld(database().db);
    desk = await createDesk(database().db);
    const { db, companyId, warehouseId } = desk;
    waiting = [await createVisit(db, companyId, { warehouse_id: warehouseId }), await createVisit(db, companyId)];
  });
  afterEach(forgetWorld);

  const create = (title: string) =>
    createPlan(
      desk.dispatcher,
      fromForm(CreatePlan, {
        title,
        warehouseId: String(desk.warehouseId),
        serviceDate: "2026-11-24",
        addWaiting: "on",
      }),
    );
  const plansOf = async () => Promise.all(waiting.map(async (id) => (await desk.visit(id)).plan_id));

  it("become those of one new plan, and the other one says that it has none", async () => {
    const [first, second] = await atOnce(
      desk.db,
      holdAfter(desk.db, READS_VISITS, 2),
      () => create("First"),
      () => create("Second"),
    );
    expect([first.visits, second.visits]).toEqual([2, 0]);
    expect(await plansOf()).toEqual([first.planId, first.planId]);
  });

  it("are not changed as such once a plan has them", async () => {
    const [visitId = 0] = waiting;
    const form = fromForm(UpdateVisit, { visitId: String(visitId), name: "Bakery", lat: "47.2", lng: "9.5" });
    const [, refused] = await atOnce(
      desk.db,
      holdAfter(desk.db, /^update .routing_visits./),
      () => create("First"),
      () => updateWaitingVisit(desk.dispatcher, form).catch((error: unknown) => error),
    );
    expect(refused).toMatchObject({ code: "visit.planned" });
  });

  it("are left out of a change of several once a plan has them", async () => {
    const [, changed] = await atOnce(
      desk.db,
      holdAfter(desk.db, /^update .routing_visits./),
      () => create("First"),
      () => changeWaitingVisits(desk.dispatcher, { visitIds: waiting, fields: { serviceTime: 9 } }),
    );
    expect(changed).toMatchObject({ done: 0, leftOut: [{}, {}] });
  });

  it.each(["chosen", "found"])("are not given the place that is %s once a plan has them", async (how) => {
    const [visitId = 0] = waiting;
    const address = "Bahnhofstrasse 12, Vaduz";
    await desk.db("routing_visits").where({ id: visitId }).update({ lat: null, lng: null, address });
    const { companyId: company_id, warehouseId: warehouse_id } = desk;
    const asked = { id: visitId, company_id, plan_id: null, warehouse_id, address, postcode: "", source: 2 };
    const giveIt = async (): Promise<unknown> =>
      how === "found"
        ? [...(await setFoundPlaces(company_id, [{ visit: asked, place: { lat: 47.2, lng: 9.5 } }]))]
        : choosePlace(desk.dispatcher, { visitId, choice: "", coordinates: "47.2, 9.5" }, {});
    const [{ planId }, outcome] = await atOnce(
      desk.db,
      holdAfter(desk.db, /^update .routing_visits./),
      () => create("First"),
      () => giveIt().catch((error: unknown) => error),
    );
    expect(outcome).toEqual(how === "found" ? [] : expect.objectContaining({ code: "visit.planned" }));
    expect(await desk.visit(visitId)).toMatchObject({ plan_id: planId, lat: null, lng: null });
  });
});
