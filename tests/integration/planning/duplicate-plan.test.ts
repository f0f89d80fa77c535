import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { duplicatePlan } from "~/features/planning/commands/duplicate-plan.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import type { VisitFieldName } from "~/domain/visit/field-labels";
import { visitToRow } from "~/db/codecs.server";
import { VisitType } from "~/domain/visit/visit-type";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { createMember, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { failingQueries } from "../../helpers/failing-queries";
import { at, createDesk, forgetWorld, setWorld } from "./desk";
import type { Desk } from "./desk";

describe.each(databases())("a duplicate of a plan whose things have changed since, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(() => {
    vi.restoreAllMocks();
    forgetWorld();
  });

  const duplicate = (desk: Desk) =>
    duplicatePlan(desk.dispatcher, { planId: desk.planId, title: "Copy", serviceDate: "2026-11-24" });

  it("copies every field of a visit's form, and what the visit is called elsewhere", async () => {
    const desk = await createDesk(db());
    const given = {
      name: "Bakery",
      address: "Main street 5",
      postcode: "9490",
      type: VisitType.Pickup,
      lat: 47.15,
      lng: 9.52,
      startTime: "09:15",
      endTime: "10:45",
      serviceTime: 7,
      packageCapacity: 1.5,
      packageLoad: 12.5,
      recipientName: "A. Vogt",
      recipientPhone: "+41791234567",
      recipientEmail: "vogt@example.com",
      recipientNote: "Second floor",
      deliveryNote: "Ring twice",
      confirmationTemplateId: await insertConfirmationTemplate(db(), desk.companyId, { title: "Photo" }, NOW),
    } satisfies Record<VisitFieldName, unknown>;
    const elsewhere = { externalId: "A-17", externalWarehouseId: "W-2" };
    const row = visitToRow({ ...given, ...elsewhere });
    await db()("routing_visits").where({ id: desk.a }).update(row);
    const { planId } = await duplicate(desk);
    expect(await db()("routing_visits").where({ plan_id: planId }).orderBy("id").first()).toMatchObject(row);
  });

  it("leaves out a confirmation template that was removed", async () => {
    const desk = await createDesk(db());
    const template = async (deleted_at: string | null) => {
      const id = await insertConfirmationTemplate(db(), desk.companyId, { title: "Photo" }, NOW);
      await db()("confirmation_templates").where({ id }).update({ deleted_at });
      return id;
    };
    const [gone, kept] = [await template("2026-11-21 08:00:00"), await template(null)];
    await db()("routing_visits").where({ id: desk.a }).update({ confirmation_template_id: gone });
    await db()("routing_visits").where({ id: desk.b }).update({ confirmation_template_id: kept });
    const { planId } = await duplicate(desk);
    const templates = await db()("routing_visits")
      .where({ plan_id: planId })
      .orderBy("id")
      .pluck("confirmation_template_id");
    expect(templates).toEqual([null, kept, null, null, null]);
  });

  it("gives no route to a driver who drives no more, but to the vehicle's", async () => {
    const desk = await createDesk(db());
    const [max, mara] = [
      await createMember(db(), desk.companyId, { name: "Max", is_courier: 1 }),
      await createMember(db(), desk.companyId, { name: "Mara", is_courier: 1 }),
    ];
    const vehicleOf = async (routeId: number) => (await desk.route(routeId)).vehicle_id;
    await db()("vehicles")
      .where({ id: (await vehicleOf(desk.first))! })
      .update({ driver_id: mara });
    await db()("vehicles")
      .where({ id: (await vehicleOf(desk.second))! })
      .update({ driver_id: desk.driverId });
    await db()("routing_routes").where({ id: desk.empty }).update({ driver_id: max });
    await db()("company_members").where({ id: desk.driverId }).update({ status: 0 });
    const { planId } = await duplicate(desk);
    const drivers = await db()("routing_routes").where({ plan_id: planId }).orderBy("position").pluck("driver_id");
    // The second vehicle's driver drives no more either.
    expect(drivers).toEqual([mara, null, max]);
  });

  it("gives no driver to a route that has none", async () => {
    const desk = await createDesk(db());
    const { vehicle_id: id } = await desk.route(desk.first);
    await db()("vehicles").where({ id: id! }).update({ driver_id: desk.driverId });
    await db()("routing_routes").where({ id: desk.first }).update({ driver_id: null });
    const { planId } = await duplicate(desk);
    const [first] = await db()("routing_routes").where({ plan_id: planId }).orderBy("position").pluck("driver_id");
    expect(first).toBeNull();
  });

  it("is not made while its warehouse is inactive", async () => {
    const desk = await createDesk(db());
    const plan = await db()("routing_plans").where({ id: desk.planId }).first();
    await db()("warehouses").where({ id: plan!.warehouse_id! }).update({ title: "Closed", status: 0 });
    await expect(duplicate(desk)).rejects.toMatchObject({
      status: 422,
      message: "Closed is inactive. Make it active first.",
    });
    expect(await db()("routing_plans").where({ company_id: desk.companyId, title: "Copy" })).toEqual([]);
  });

  it("makes no route for a vehicle that is inactive, and says which", async () => {
    const desk = await createDesk(db());
    const { vehicle_id: vehicleId } = await desk.route(desk.second);
    await db()("vehicles").where({ id: vehicleId! }).update({ status: 0, plate: "", title: "Resting" });
    const copy = await duplicate(desk);
    expect(copy).toMatchObject({ routes: 2, inactive: ["Resting"] });
    const vehicles = await db()("routing_routes").where({ plan_id: copy.planId }).pluck("vehicle_id");
    expect(vehicles).not.toContain(vehicleId);
  });

  describe("that keeps its routes", () => {
    const keep = (desk: Desk) =>
      duplicatePlan(desk.dispatcher, {
        planId: desk.planId,
        title: "Copy",
        serviceDate: "2026-11-24",
        keepRoutes: true,
      });
    /** Names of the visits by the vehicle of their route, in their order; those on no route last. */
    async function orders(planId: number) {
      const routes = await db()("routing_routes")
        .where({ plan_id: planId })
        .whereNull("deleted_at")
        .orderBy("position");
      const visits = await db()("routing_visits")
        .where({ plan_id: planId })
        .whereNull("deleted_at")
        .orderBy("position");
      return [...routes.map(({ id }) => id), null].map((id) =>
        visits.filter((visit) => visit.route_id === id).map(({ name }) => name),
      );
    }
    it("has the order in which they were driven, with times of its day, and nothing of what was reported", async () => {
      const desk = await createDesk(db(), { routeStatus: 5, isLocked: 1, visitStatus: 4 });
      await db()("routing_visits")
        .where({ id: desk.a })
        .update({ position: 3, completed_at: at("08:50"), status: 5 });
      await db()("routing_visits")
        .where({ id: desk.c })
        .update({ position: 1, completed_at: at("08:10") });
      await db()("routing_routes").where({ id: desk.first }).update({ statistic_overdue_time: 60 });
      const copy = await keep(desk);
      expect(copy).toMatchObject({ visits: 5, routes: 3, planned: 4 });
      expect(await orders(copy.planId)).toEqual([
        ["Start", "Stop C", "Stop B", "Stop A"],
        ["Start", "Stop D"],
        [],
        ["Loose"],
      ]);
      expect(await db()("routing_plans").where({ id: copy.planId }).first()).toMatchObject({ status: 2 });
      const [first, , empty] = await db()("routing_routes").where({ plan_id: copy.planId }).orderBy("position");
      expect(first).toMatchObject({
        status: 2,
        is_locked: 0,
        vehicle_id: desk.vehicleId,
        driver_id: desk.driverId,
        start_time: "2026-11-24 08:00:00",
        statistic_overdue_time: 0,
      });
      expect(first!.duration).toBeGreaterThan(0);
      expect(empty).toMatchObject({ status: 1, start_time: null });
      const stops = await db()("routing_visits").where({ plan_id: copy.planId, type: "D" }).whereNotNull("route_id");
      expect(stops).toHaveLength(4);
      for (const visit of stops)
        expect(visit).toMatchObject({
          status: 2,
          completed_at: null,
          arrival_time: expect.stringMatching(/^2026-11-24 /) as unknown,
        });
    });

    it("is planned by one change of the copy, which undo takes back", async () => {
      const desk = await createDesk(db());
      const { planId } = await keep(desk);
      const log = await db()("plan_changes").where({ plan_id: planId });
      expect(log).toMatchObject([{ kind: "plan.keep_routes", user_id: desk.ownerId }]);
      await undoPlanChange(desk.dispatcher, { planId });
      expect(await orders(planId)).toEqual([[], [], [], ["Stop A", "Stop B", "Stop C", "Stop D", "Loose"]]);
    });

    it("leaves those unscheduled whose vehicle is inactive, who were not served, and who have no place", async () => {
      const desk = await createDesk(db());
      const { vehicle_id: vehicleId } = await desk.route(desk.second);
      await db()("vehicles").where({ id: vehicleId! }).update({ status: 0 });
      await db()("routing_visits").where({ id: desk.a }).update({ status: 1 });
      await db()("routing_visits").where({ id: desk.b }).update({ lat: null, lng: null });
      const { planId, planned } = await keep(desk);
      expect(planned).toBe(1);
      const [first, , loose] = await orders(planId);
      expect([first, loose!.sort()]).toEqual([
        ["Start", "Stop C"],
        ["Loose", "Stop A", "Stop B", "Stop D"],
      ]);
    });

    it("gives no driver to a route that has none", async () => {
      const desk = await createDesk(db());
      const { vehicle_id: id } = await desk.route(desk.first);
      await db()("vehicles").where({ id: id! }).update({ driver_id: desk.driverId });
      await db()("routing_routes").where({ id: desk.first }).update({ driver_id: null });
      const { planId } = await keep(desk);
      const [first] = await db()("routing_routes").where({ plan_id: planId }).orderBy("position").pluck("driver_id");
      expect(first).toBeNull();
    });

    it("is there unscheduled, and says why, where the company's package doesn't hold its visits", async () => {
      const desk = await createDesk(db());
      const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
      const own = { company_id: desk.companyId };
      await db()("company_billings")
        .where(own)
        .update({ package: "free", start_date: "2026-01-01", end_date: "2026-01-08" });
      const copy = await keep(desk);
      expect(copy).toMatchObject({ planned: 0, notKept: expect.stringContaining("has ended") as unknown });
      expect(await orders(copy.planId)).toEqual([[], [], [], ["Stop A", "Stop B", "Stop C", "Stop D", "Loose"]]);
      const billed = await db()("billed_visits").where(own).pluck("visit_id");
      const ids: number[] = await db()("routing_visits").where({ plan_id: copy.planId }).pluck("id");
      expect(billed.filter((id: number) => ids.includes(id))).toEqual([]);
      expect(fault).not.toHaveBeenCalled();
      // Nothing is refused that nobody has asked for.
      expect((await duplicate(desk)).notKept).toBeNull();
    });

    it("is there unscheduled, and says so, where its routes can't be kept", async () => {
      const desk = await createDesk(db());
      const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
      failingQueries(db(), /^insert into .plan_changes./);
      const { planId, planned, notKept } = await keep(desk);
      expect([planned, notKept]).toEqual([0, expect.any(String)]);
      expect(await orders(planId)).toEqual([[], [], [], ["Stop A", "Stop B", "Stop C", "Stop D", "Loose"]]);
      expect(fault.mock.calls).toMatchObject([
        [{ message: `Plan ${planId}: the routes of the duplicated plan are not kept.`, cause: { code: "db.busy" } }],
      ]);
    });
  });
});
