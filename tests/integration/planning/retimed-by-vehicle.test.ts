import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getVehicle } from "~/db/repositories/vehicles.server";
import type { VehicleRow } from "~/db/tables";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "./desk";

/** Another value for each property of a vehicle that legs and departures depend on. */
const MEASURED = {
  type: "truck",
  width: 2.5,
  height: 3.5,
  weight: 7.5,
  speed_factor: 0.5,
  work_hour_start: "10:00",
  park_location_lat: 47.2,
  park_location_lng: 9.6,
} satisfies Partial<VehicleRow>;
/** The same for those that only the rules and costs of a route depend on. */
const COUNTED = {
  work_hour_end: "12:00",
  overtime: 90,
  max_distance: 3,
  capacity: 3,
  max_load: 4,
  max_quantity: 1,
  break_start: "09:30",
  break_end: "11:00",
  break_duration: 25,
  cost_per_km: 2,
  cost_per_hour: 30,
  fixed_cost: 77,
} satisfies Partial<VehicleRow>;
/** The others: who drives it, what it is called, and where its record is kept. */
const LEFT_ALONE: readonly (keyof VehicleRow)[] = [
  ...(["id", "company_id", "warehouse_id", "driver_id", "title", "plate", "status"] as const),
  ...(["park_location_address", "deleted_at", "created_at", "updated_at"] as const),
];

describe.each(databases())("routes of a vehicle that was changed on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  it("are counted anew with every property that they depend on, and measured anew where their legs do", async () => {
    const desk = await createDesk(db());
    const id = (await desk.route(desk.first)).vehicle_id!;
    const old = await getVehicle(db(), desk.companyId, id);
    // A new column has to be one or the other.
    const names = (of: object) => Object.keys(of);
    expect(names(old).sort()).toEqual([...names(MEASURED), ...names(COUNTED), ...LEFT_ALONE].sort());
    const others = { ...MEASURED, ...COUNTED, title: "Another title", plate: "Another plate" };
    const [measured, counted]: string[][] = [[], []];
    for (const [field, value] of Object.entries(others)) {
      expect(old[field as keyof typeof others], field).not.toBe(value);
      await db()("vehicles")
        .where({ id })
        .update({ ...old, [field]: value });
      // What can't be so is put right by whoever looks at it.
      await db()("routing_routes").where({ id: desk.first }).update({ duration: 1 });
      await db()("routing_visits").where({ id: desk.b }).update({ travel_duration: 1 });
      await retimeAfterVehicle(desk.dispatcher, old);
      if ((await desk.visit(desk.b)).travel_duration !== 1) measured!.push(field);
      else if ((await desk.route(desk.first)).duration !== 1) counted!.push(field);
    }
    expect([measured, counted]).toEqual([names(MEASURED), names(COUNTED)]);
  });
});
