import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { duplicatePlan } from "~/features/planning/commands/duplicate-plan.server";
import type { VisitFieldName } from "~/domain/visit/field-labels";
import { visitToRow } from "~/db/codecs.server";
import { VisitType } from "~/domain/visit/visit-type";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { createMember, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";
import type { Desk } from "./desk";

describe.each(databases())("a duplicate of a plan whose things have changed since, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

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

  it("makes no route for a vehicle that is inactive, and says which", async () => {
    const desk = await createDesk(db());
    const { vehicle_id: vehicleId } = await desk.route(desk.second);
    await db()("vehicles").where({ id: vehicleId! }).update({ status: 0, plate: "", title: "Resting" });
    const copy = await duplicate(desk);
    expect(copy).toMatchObject({ routes: 2, inactive: ["Resting"] });
    const vehicles = await db()("routing_routes").where({ plan_id: copy.planId }).pluck("vehicle_id");
    expect(vehicles).not.toContain(vehicleId);
  });
});
