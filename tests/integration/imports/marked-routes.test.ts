import { afterEach, describe, expect, it, vi } from "vitest";
import { importAtOnce } from "~/features/imports/commands/import-at-once.server";
import { importWarehouses } from "~/features/imports/commands/import-warehouses.server";
import { createCompany, createVehicle } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { failingQueries } from "../../helpers/failing-queries";
import { sessionOf } from "../../helpers/sessions";
import { stored, workbookOf } from "../../helpers/workbooks";
import { useImports } from "./import-world";

describe.each(databases())("routes whose vehicle or warehouse a spreadsheet changes on %s", (kind) => {
  const { database, world, none } = useImports(kind);
  const db = () => database().db;
  afterEach(() => void vi.restoreAllMocks());

  /** A company whose times can't follow: the database is too busy for the plan's log. */
  async function busyCompany() {
    const company = await createCompany(db());
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    failingQueries(db(), /^insert into .plan_changes./);
    const mark = async () => (await db()("routing_routes").where({ id: company.routeId }).first())!.retime;
    return { company, mark, session: sessionOf(company, { isDispatcher: true }, company.ownerId) };
  }

  it("are marked with the vehicles", async () => {
    const { company, mark, session } = await busyCompany();
    await db()("vehicles").where({ id: company.vehicleId }).update({ plate: "FL 77", max_load: 900 });
    await createVehicle(db(), company.companyId, { plate: "FL 78" });
    const book = workbookOf({
      Fleet: [
        ["Plate", "Max load"],
        ["FL 77", 450],
        ["FL 78", 450],
      ],
    });
    await importAtOnce(session, await stored(world(), "fleet.xlsx", book), none);
    expect((await db()("vehicles").where({ id: company.vehicleId }).first())!.max_load).toBe(450);
    expect(await mark()).toBe(1);
  });

  it("are marked with the warehouses", async () => {
    const { company, mark, session } = await busyCompany();
    await db()("warehouses").where({ id: company.warehouseId }).update({ external_id: "OLD" });
    const lines = ["Title,Latitude,Longitude,External id", "Moved,47.2,9.6,OLD"];
    await importWarehouses(session, await stored(world(), "warehouses.csv", Buffer.from(lines.join("\n"))));
    expect((await db()("warehouses").where({ id: company.warehouseId }).first())!.lat).toBe(47.2);
    expect(await mark()).toBe(2);
  });
});
