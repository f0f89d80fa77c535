import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAnything } from "~/features/finder/queries/find.server";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import { pagesNamed } from "~/features/finder/finder-pages";
import { namedPages } from "~/features/main-nav";
import { createPlan, createRoute, createVehicle, createVisits, createWarehouse } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { asked } from "../../helpers/explained";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("go to anything on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("finds plans, routes, vehicles and warehouses by name, each with its address", async () => {
    const desk = await createDesk(db());
    const planId = await createPlan(db(), desk.companyId, { title: "Polar day", warehouse_id: desk.warehouseId });
    const vehicleId = await createVehicle(db(), desk.companyId, { title: "Polar van", plate: "XQ 77" });
    const routeId = await createRoute(db(), desk.companyId, planId, { vehicle_id: vehicleId, position: 1 });
    const warehouseId = await createWarehouse(db(), desk.companyId, { title: "Polar depot" });
    expect(await findAnything(desk.dispatcher, " POLAR ")).toEqual([
      { kind: "Plan", id: planId, title: "Polar day", detail: "Mon 23 Nov 2026", to: `/planning/plan/${planId}` },
      {
        kind: "Route",
        id: routeId,
        title: "Polar van",
        detail: "Polar day · Mon 23 Nov 2026",
        to: `/planning/route/${routeId}`,
      },
      {
        kind: "Vehicle",
        id: vehicleId,
        title: "Polar van",
        detail: "XQ 77",
        to: `/company/resources/vehicles?dialog=edit-vehicle&id=${vehicleId}`,
      },
      {
        kind: "Warehouse",
        id: warehouseId,
        title: "Polar depot",
        detail: "Vaduz",
        to: `/company/resources/warehouses?dialog=edit-warehouse&id=${warehouseId}`,
      },
    ]);
    expect((await findAnything(desk.dispatcher, "xq 77")).map((one) => one.kind)).toEqual(["Route", "Vehicle"]);
  });

  it("counts nothing, of which only a few are shown", async () => {
    const desk = await createDesk(db());
    await createVisits(
      db(),
      desk.companyId,
      Array.from({ length: 8 }, (_, nth) => ({ name: `Polar ${nth}` })),
    );
    let found: Awaited<ReturnType<typeof findAnything>> = [];
    const statements = await asked(db(), "", async () => (found = await findAnything(desk.dispatcher, "polar")));
    expect(found.map(({ title }) => title)).toEqual([7, 6, 5, 4, 3, 2].map((nth) => `Polar ${nth}`));
    expect(statements.filter(({ sql }) => sql.includes("routing_visits"))).toHaveLength(2);
    expect(statements.filter(({ sql }) => /count\(/i.test(sql))).toEqual([]);
  });

  it("finds words in upper and lower case, with a function for the rows only for other signs on SQLite", async () => {
    const desk = await createDesk(db());
    await createVisits(db(), desk.companyId, [{ name: "HOTEL Löwen 100%" }, { name: "Hotel Bär 100_" }]);
    const foundBy = async (search: string) => {
      let names: string[] = [];
      const [statement] = await asked(db(), "routing_visits", async (one) => {
        names = (await listVisits(one, desk.companyId, { search })).rows.map(({ name }) => name);
      });
      return [names, /lower\(/i.test(statement!.sql)];
    };
    const both = ["Hotel Bär 100_", "HOTEL Löwen 100%"];
    expect(await foundBy("hotel")).toEqual([both, false]);
    expect(await foundBy("hOtEl")).toEqual([both, false]);
    expect(await foundBy("100%")).toEqual([["HOTEL Löwen 100%"], false]);
    expect(await foundBy("100_")).toEqual([["Hotel Bär 100_"], false]);
    expect(await foundBy("LÖWEN")).toEqual([["HOTEL Löwen 100%"], kind === "sqlite"]);
    expect(await foundBy("bäR")).toEqual([["Hotel Bär 100_"], kind === "sqlite"]);
  });

  it("finds visits by order number, recipient, phone and note, in their plan or in the list", async () => {
    const desk = await createDesk(db());
    await db()("routing_visits").where({ id: desk.a }).update({
      name: "Bakery",
      external_id: "ORD-4711",
      recipient_name: "Žofie Čížková",
      recipient_phone: "+423 232 11 22",
      recipient_note: "Ring at the back",
      address: "Main street 1",
    });
    const [waiting] = await createVisits(db(), desk.companyId, [
      { plan_id: null, name: "Waiting bakery", type: "D", external_id: "ORD-4712", address: "" },
    ]);
    const planned = {
      kind: "Visit",
      id: desk.a,
      title: "Bakery",
      detail: expect.stringMatching(/^ORD-4711 · .* · Main street 1$/),
      to: `/planning/plan/${desk.planId}?visit=${desk.a}`,
    };
    for (const text of ["ord-4711", "Čížková", "232 11 22", "at the back"])
      expect(
        (await findAnything(desk.dispatcher, text)).filter((one) => one.kind === "Visit"),
        text,
      ).toEqual([planned]);
    expect(await findAnything(desk.dispatcher, "ORD-4712")).toEqual([
      {
        kind: "Visit",
        id: waiting,
        title: "Waiting bakery",
        detail: "ORD-4712 · Waiting",
        to: `/company/visits?dialog=edit-visit&id=${waiting}`,
      },
    ]);
    expect((await listVisits(db(), desk.companyId, { search: "at the back" })).rows.map((row) => row.id)).toEqual([
      desk.a,
    ]);
    expect(await findAnything((await createDesk(db())).dispatcher, "ord-4711")).toEqual([]);
    expect(await findAnything(desk.driver, "ord-4711")).toEqual([]);
  });

  it("offers pages by name, only those that the user may open", async () => {
    const desk = await createDesk(db());
    const pages = namedPages(desk.dispatcher.actor, true);
    const main = "/planning/main";
    expect(pagesNamed(pages, " plan")).toEqual([
      { kind: "Page", id: main, title: "Planning", detail: "", to: main },
      { kind: "Page", id: `${main}?dialog=new-plan`, title: "New plan", detail: "", to: `${main}?dialog=new-plan` },
    ]);
    expect(pagesNamed(pages, "hist").map((page) => page.to)).toEqual(["/company/calculation-history"]);
    expect(pagesNamed(pages, "  ")).toEqual([]);
    expect(namedPages(desk.driver.actor, true).map((page) => page.label)).not.toContain("Planning");
  });

  it("finds nothing for no text, nothing removed, nothing of other companies, and nothing for drivers", async () => {
    const desk = await createDesk(db());
    const stranger = await createDesk(db());
    const planId = await createPlan(db(), desk.companyId, { title: "Zebra", warehouse_id: desk.warehouseId });
    await createRoute(db(), desk.companyId, planId, {
      vehicle_id: await createVehicle(db(), desk.companyId, { title: "Zebra van" }),
      position: 1,
    });
    expect(await findAnything(desk.dispatcher, "Zebra")).toHaveLength(3);
    expect(await findAnything(stranger.dispatcher, "Zebra")).toEqual([]);
    expect(await findAnything(desk.driver, "Zebra")).toEqual([]);
    expect(await findAnything(desk.dispatcher, "  ")).toEqual([]);
    await db()("routing_plans").where({ id: planId }).update({ deleted_at: "2026-11-23 05:00:00" });
    expect((await findAnything(desk.dispatcher, "Zebra")).map((one) => one.kind)).toEqual(["Vehicle"]);
    expect(await findAnything(desk.dispatcher, "%")).toEqual([]);
  });
});
