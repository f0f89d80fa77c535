import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startRoute } from "~/features/driver/commands/report-route.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { renamePlan } from "~/features/planning/commands/plan-commands.server";
import { setDrivers } from "~/features/planning/commands/set-drivers.server";
import { approveRoute, changeRoute, toggleLock } from "~/features/planning/commands/route-commands.server";
import { moveVisit, updateVisit } from "~/features/planning/commands/visit-commands.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { createMember, createUser } from "../../factories/company";
import { createDesk, forgetWorld, setWorld } from "./desk";
import { visitInput } from "../../helpers/inputs";

const fields = (name: string) =>
  visitInput({
    name,
    address: "Vaduz",
    lat: "47.15",
    lng: "9.52",
    startTime: "08:00",
    endTime: "20:00",
    serviceTime: "5",
  });

describe.each(databases())("two dispatchers on one plan on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  const twoPeople = async () => {
    const desk = await createDesk(db());
    const anna = sessionOf(desk, { isDispatcher: true }, await createUser(db(), { name: "Anna", surname: "Early" }));
    return { desk, anna, seen: (await desk.plan()).version };
  };

  it("answers 409 and says who changed what, when it was the same visit; saving again is a decision", async () => {
    const { desk, anna, seen } = await twoPeople();
    await updateVisit(anna, { visitId: desk.a, ...fields("Anna's name") }, { version: seen });
    const late = updateVisit(desk.dispatcher, { visitId: desk.a, ...fields("My name") }, { version: seen });
    await expect(late).rejects.toMatchObject({
      code: "plan.changed",
      status: 409,
      message:
        "Anna Early changed the visit “Stop A” in the meantime. " +
        "Your entries are kept: check the plan, then save again.",
      details: { expectedVersion: seen, version: seen + 1 },
    });
    expect((await desk.visit(desk.a)).name).toBe("Anna's name");
    await updateVisit(desk.dispatcher, { visitId: desk.a, ...fields("My name") }, { version: seen + 1 });
    expect((await desk.visit(desk.a)).name).toBe("My name");
  });

  it("never stops somebody for what they moved themself, before their page had the new version", async () => {
    const { desk, anna, seen } = await twoPeople();
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: desk.second }, { version: seen });
    await moveVisit(desk.dispatcher, { visitId: desk.a, toRouteId: null }, { version: seen });
    expect((await desk.visit(desk.a)).route_id).toBeNull();
    // Their own values are typed over all the same, and so is a button pressed again.
    await expect(
      updateVisit(desk.dispatcher, { visitId: desk.a, ...fields("Mine") }, { version: seen }),
    ).rejects.toMatchObject({ code: "plan.changed" });
    await toggleLock(desk.dispatcher, { routeId: desk.second }, { version: seen + 2 });
    await expect(toggleLock(desk.dispatcher, { routeId: desk.second }, { version: seen + 2 })).rejects.toMatchObject({
      code: "plan.changed",
    });
    await expect(moveVisit(anna, { visitId: desk.a, toRouteId: desk.first }, { version: seen })).rejects.toMatchObject({
      code: "plan.changed",
    });
  });

  it("lets changes of different things pass", async () => {
    const { desk, anna, seen } = await twoPeople();
    await updateVisit(anna, { visitId: desk.a, ...fields("Anna's name") }, { version: seen });
    await renamePlan(desk.dispatcher, { planId: desk.planId, title: "Mine" }, { version: seen });
    await approveRoute(desk.dispatcher, { routeId: desk.second }, { version: seen });
    expect(await desk.plan()).toMatchObject({ title: "Mine", version: seen + 3 });
  });

  it("refuses a button for a route that somebody else has changed since", async () => {
    const { desk, anna, seen } = await twoPeople();
    await toggleLock(anna, { routeId: desk.first }, { version: seen });
    await expect(toggleLock(desk.dispatcher, { routeId: desk.first }, { version: seen })).rejects.toMatchObject({
      code: "plan.changed",
      message:
        "Anna Early locked or unlocked a route in the meantime. Nothing was changed: check the plan, then try again.",
    });
    expect((await desk.route(desk.first)).is_locked).toBe(1);
  });

  it("is not in the way of drivers who report, nor of those who choose drivers for other routes", async () => {
    const { desk, anna } = await twoPeople();
    const max = await createMember(db(), desk.companyId, { name: "Max", is_courier: 1 });
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    const seen = (await desk.plan()).version;
    await markVisitDone(desk.driver, { visitId: desk.a });
    await changeRoute(desk.dispatcher, { routeId: desk.first, driverId: max }, { version: seen });
    expect((await desk.route(desk.first)).driver_id).toBe(max);
    // Anna's dialog shows the former driver of the first route; another one is chosen for the second.
    const drivers = new Map([
      [desk.first, max],
      [desk.second, max],
    ]);
    const late = (await desk.plan()).version;
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    await setDrivers(anna, { planId: desk.planId, drivers }, { version: late });
    expect((await desk.route(desk.second)).driver_id).toBe(max);
    // What a colleague chose for the same route is a conflict.
    await expect(
      setDrivers(anna, { planId: desk.planId, drivers: new Map([[desk.first, desk.driverId]]) }, { version: seen }),
    ).rejects.toMatchObject({ code: "plan.changed", status: 409 });
  });

  it("refuses a button for a route to which somebody else has brought a visit since", async () => {
    const { desk, anna, seen } = await twoPeople();
    await moveVisit(anna, { visitId: desk.loose, toRouteId: desk.first }, { version: seen });
    await expect(approveRoute(desk.dispatcher, { routeId: desk.first }, { version: seen })).rejects.toMatchObject({
      code: "plan.changed",
    });
  });

  it("stops typing over values once when something was changed that the plan's log doesn't name", async () => {
    const { desk, seen } = await twoPeople();
    await db()("routing_plans").where({ id: desk.planId }).increment("version", 1);
    await expect(
      updateVisit(desk.dispatcher, { visitId: desk.a, ...fields("Mine") }, { version: seen }),
    ).rejects.toMatchObject({
      code: "plan.changed",
      message: expect.stringContaining("The plan was changed in the meantime."),
    });
    await moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.second }, { version: seen });
  });

  it("carries out two changes that arrive at the same moment, one after the other", async () => {
    const { desk, anna, seen } = await twoPeople();
    await Promise.all([
      moveVisit(anna, { visitId: desk.a, toRouteId: desk.second, position: 1 }, {}),
      moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: desk.second, position: 1 }, {}),
    ]);
    expect((await desk.order(desk.second)).sort()).toEqual([desk.a, desk.c, desk.d].sort());
    expect(await desk.order(desk.first)).toEqual([desk.b]);
    const positions = (await db()("routing_visits").where({ route_id: desk.second }).whereIn("type", ["D", "P"])).map(
      (row) => row.position,
    );
    expect(positions.sort()).toEqual([1, 2, 3]);
    expect((await desk.plan()).version).toBe(seen + 2);
  });

  it("goes on with a route that is being driven: approved here, started and served there", async () => {
    const { desk } = await twoPeople();
    await approveRoute(desk.dispatcher, { routeId: desk.first }, {});
    await startRoute(desk.driver, { routeId: desk.first, confirmed: true });
    await markVisitDone(desk.driver, { visitId: desk.a });
    expect(await desk.route(desk.first)).toMatchObject({ status: 4 });
    expect((await desk.visit(desk.a)).status).toBe(4);
    await toggleLock(desk.dispatcher, { routeId: desk.first }, {});
    await expect(
      moveVisit(desk.dispatcher, { visitId: desk.b, toRouteId: desk.first, position: 2 }, {}),
    ).rejects.toMatchObject({ code: "visit.next" });
    await moveVisit(desk.dispatcher, { visitId: desk.c, toRouteId: null }, {});
    expect(await desk.order(desk.first)).toEqual([desk.a, desk.b]);
  });
});
