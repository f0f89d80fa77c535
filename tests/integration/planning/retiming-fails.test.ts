import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { editVehicleFields } from "~/features/resources/commands/save-vehicle.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { failingQueries } from "../../helpers/failing-queries";
import { createDesk, forgetWorld, setWorld } from "./desk";

describe.each(databases())("times that can't follow on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(() => {
    vi.restoreAllMocks();
    forgetWorld();
  });

  it("are a fault for whoever runs the server, while the vehicle is saved", async () => {
    const desk = await createDesk(db());
    const before = await desk.route(desk.first);
    const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
    failingQueries(db(), /^insert into .plan_changes./);
    await editVehicleFields(desk.dispatcher, before.vehicle_id!, { speed: 50 });
    expect((await db()("vehicles").where({ id: before.vehicle_id! }).first())!.speed_factor).toBe(0.5);
    const { updated_at } = await desk.route(desk.first);
    expect(await desk.route(desk.first)).toEqual({ ...before, retime: 2, updated_at });
    expect(fault).toHaveBeenCalledTimes(1);
    expect(fault.mock.calls[0]![0]).toMatchObject({
      message: `Plan ${desk.planId}: its routes keep their times after vehicle.update.`,
      cause: { code: "db.busy" },
    });
  });
});
