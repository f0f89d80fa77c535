import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { listLogEntries } from "~/db/repositories/audit-log.server";
import { insertWarehouse } from "~/db/repositories/warehouses.server";
import { IMPORT_FIELDS } from "~/domain/import/import-fields";
import { historyFile } from "~/features/calculations/queries/list-calculations.server";
import { vehiclesFile, warehousesFile } from "~/features/resources/queries/resource-files.server";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { driversFile } from "~/features/team/queries/members-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import type { TableFile } from "~/http/table-file.server";
import { createFinishedCalculation } from "../../factories/calculations";
import { createMember, createVehicle, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { createDesk, forgetWorld, listen, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

const asked = (query = "") => new Request(`http://localhost/platform/company/x?${query}`);
const lines = async (file: TableFile) =>
  [...((await file) as Iterable<string>)].join("").replace("\uFEFF", "").trim().split("\r\n");

describe.each(databases())("lists of the company on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let admin: CompanySession;
  let other: Desk;

  beforeEach(async () => {
    setWorld(db());
    desk = await createDesk(db());
    other = await createDesk(db());
    admin = sessionOf(desk, { isAdmin: true, isOwner: true }, desk.ownerId);
  });
  afterEach(forgetWorld);

  const statusOf = async (table: "warehouses" | "company_members", id: number) =>
    ((await db()(table).where({ id }).first("status")) as { status: number }).status;

  it("are files, as they are narrowed: vehicles in columns that an import reads", async () => {
    await db()("vehicles").where({ id: desk.vehicleId }).update({ plate: "=FL 1", max_load: 900, speed_factor: 1.2 });
    const [head = "", ...rows] = await lines(vehiclesFile(desk.dispatcher, asked("q=%3DFL+1"), "csv"));
    const required = IMPORT_FIELDS.vehicle
      .filter(({ partOf }) => partOf === undefined)
      .map(({ label }) => `"${label}"`);
    for (const header of required) expect(head.split(",")).toContain(header);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`"'=FL 1"`);
    expect(rows[0]).toContain('"120%"');
    expect(await lines(vehiclesFile(desk.dispatcher, asked("status=0"), "csv"))).toHaveLength(1);
  });

  it("are files: warehouses, drivers and calculations, of this company alone", async () => {
    await insertWarehouse(db(), desk.companyId, { title: "North; hall", lat: 47.5, lng: 9.5, external_id: "W-9" }, NOW);
    const warehouses = await lines(warehousesFile(desk.dispatcher, asked("q=North"), "csv"));
    expect(warehouses).toHaveLength(2);
    expect(warehouses[1]).toContain('"North; hall"');
    expect(warehouses[1]).toContain('"W-9"');
    await createMember(db(), desk.companyId, { name: "Ed", surname: "Driver", is_courier: 1, status: 0 });
    const drivers = await lines(driversFile(desk.dispatcher, asked("status=0"), "csv"));
    expect(drivers).toHaveLength(2);
    expect(drivers[1]).toContain('"Ed Driver"');
    for (const { companyId, planId } of [desk, other]) {
      const done = { input: "{}", plan_id: planId, plan_version: 1, type: 2, title: `Of ${companyId}` } as const;
      await createFinishedCalculation(db(), companyId, done, NOW);
    }
    expect(await lines(historyFile(desk.dispatcher, asked(), "csv"))).toHaveLength(2);
    for (const file of [vehiclesFile, warehousesFile, driversFile, historyFile])
      await expect(file(desk.driver, asked(), "csv")).rejects.toMatchObject({ status: 403 });
  });

  it("make several warehouses inactive, all or none", async () => {
    const ids = [desk.warehouseId, await insertWarehouse(db(), desk.companyId, { title: "B", lat: 1, lng: 1 }, NOW)];
    const published = listen();
    await performAction(RESOURCE_ACTIONS, desk.dispatcher, "warehouses.status", { ids, status: false });
    for (const id of ids) expect(await statusOf("warehouses", id)).toBe(0);
    expect(published).toContainEqual(expect.objectContaining({ model: "Warehouse", action: "update", ids }));
    const mixed = { ids: [ids[0]!, other.warehouseId], status: true };
    await expect(performAction(RESOURCE_ACTIONS, desk.dispatcher, "warehouses.status", mixed)).rejects.toMatchObject({
      status: 404,
    });
    expect(await statusOf("warehouses", ids[0]!)).toBe(0);
  });

  it("make several members inactive; those who have to stay are named with the reason", async () => {
    const ownerId = await createMember(db(), desk.companyId, { user_id: desk.ownerId, is_admin: 1 });
    const ids = [desk.driverId, ownerId];
    const outcome = await performAction(TEAM_ACTIONS, admin, "members.status", { ids, status: false });
    expect(outcome).toMatchObject({ done: 1, leftOut: [{ why: expect.stringContaining("owner") as string }] });
    expect([await statusOf("company_members", desk.driverId), await statusOf("company_members", ownerId)]).toEqual([
      0, 1,
    ]);
    // Whoever drives no more has no vehicle.
    expect(await db()("vehicles").where({ driver_id: desk.driverId })).toEqual([]);
    const planner = sessionOf(desk, { isDispatcher: true }, desk.ownerId);
    const mixed = { ids: [desk.driverId, other.driverId], status: true };
    await expect(performAction(TEAM_ACTIONS, admin, "members.status", mixed)).rejects.toMatchObject({ status: 404 });
    expect(await statusOf("company_members", desk.driverId)).toBe(0);
    await expect(performAction(TEAM_ACTIONS, planner, "members.status", { ids, status: true })).rejects.toMatchObject({
      status: 403,
    });
  });

  /** What the log says, of each record: how often it is named, and what it says that was changed. */
  async function logged(action: string) {
    const entries = await listLogEntries(db(), desk.companyId, { action }, 100);
    const ids = entries.flatMap((entry) => JSON.parse(entry.ids ?? "[]") as number[]);
    const changes = entries.flatMap(
      (entry) => JSON.parse(entry.changes ?? "[]") as { id: number; fields: Record<string, unknown[]> }[],
    );
    return { entries, ids: ids.sort((a, b) => a - b), changes: changes.sort((a, b) => a.id - b.id) };
  }

  it("change many members as one: each is in the log with what was changed, and the news go out once", async () => {
    const ownerId = await createMember(db(), desk.companyId, { user_id: desk.ownerId, is_admin: 1 });
    const ids: number[] = [];
    for (let nth = 0; nth < 60; nth += 1)
      ids.push(await createMember(db(), desk.companyId, { name: `Driver ${nth}`, is_courier: 1 }));
    const published = listen();
    const chosen = [ownerId, ...ids];
    const outcome = await performAction(TEAM_ACTIONS, admin, "members.status", { ids: chosen, status: false });
    expect(outcome).toMatchObject({ done: 60, leftOut: [{ why: expect.stringContaining("owner") as string }] });
    const { entries, ids: named, changes } = await logged("members.status");
    expect(named).toEqual(ids);
    expect(changes.map(({ id, fields }) => [id, fields])).toEqual(ids.map((id) => [id, { status: [1, 0] }]));
    expect(entries.map((entry) => (JSON.parse(entry.ids ?? "[]") as number[]).length).sort()).toEqual([10, 50]);
    expect(published.filter(({ model }) => model === "CompanyMember")).toEqual([
      expect.objectContaining({ action: "update", ids }),
    ]);
  });

  it("remove many vehicles as one: each of them is in the log", async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 60; nth += 1) ids.push(await createVehicle(db(), desk.companyId, { title: `Van ${nth}` }));
    await performAction(RESOURCE_ACTIONS, desk.dispatcher, "vehicles.remove", { ids });
    expect((await logged("vehicles.remove")).ids).toEqual(ids);
  });
});
