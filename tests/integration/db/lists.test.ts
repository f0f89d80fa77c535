import { describe, expect, it } from "vitest";
import { listAttachments, insertAttachment, removeAttachment } from "~/db/repositories/attachments.server";
import { updateCompany } from "~/db/repositories/companies.server";
import {
  confirmationTemplatesWithRemoved,
  insertConfirmationTemplate,
  listConfirmationTemplates,
  removeConfirmationTemplates,
} from "~/db/repositories/confirmation-templates.server";
import { filesWithRowsAcrossCompanies, namedFilesAcrossCompanies } from "~/db/repositories/kept-files.server";
import { listDrivers, listMembers, removeMember } from "~/db/repositories/members.server";
import { companyCountryCode } from "~/db/repositories/reference.server";
import { insertSheet, latestSheetOfPlan, listSheetCountries, listSheets } from "~/db/repositories/sheets.server";
import { updateUser } from "~/db/repositories/users.server";
import { listVehicles, removeVehicles, vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { listVisits } from "~/db/repositories/filtered-visits.server";
import { visitsWithRemoved, removeVisits } from "~/db/repositories/visits.server";
import { listWarehouseCountries, listWarehouses, warehousesByExternalId } from "~/db/repositories/warehouses.server";
import {
  createCompany,
  createMember,
  createPlan,
  createUser,
  createVehicle,
  createVisits,
  createWarehouse,
  NOW,
} from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const idsOf = ({ rows }: { rows: readonly { id: number }[] }): number[] => rows.map((row) => row.id);

describe.each(databases())("lists and their filters on %s", (kind) => {
  const database = useTestDatabase(kind);
  const countryOf = async (code: string) =>
    ((await database().db("countries").where({ code }).first("id")) as { id: number }).id;

  it("a company's country, until the company is removed", async () => {
    const { db } = database();
    const [li, at] = [await countryOf("LI"), await countryOf("AT")];
    const first = await createCompany(db, `Alpine ${kind}`);
    const second = await createCompany(db, `Valley ${kind}`);
    await updateCompany(db, first.companyId, { country_id: li }, NOW);
    await updateCompany(db, second.companyId, { country_id: at }, NOW);
    expect([await companyCountryCode(db, first.companyId), await companyCountryCode(db, second.companyId)]).toEqual([
      "LI",
      "AT",
    ]);
    expect(await companyCountryCode(db, (await createCompany(db)).companyId)).toBeNull();
    await updateCompany(db, second.companyId, { deleted_at: NOW }, NOW);
    await expect(updateCompany(db, second.companyId, { title: "x" }, NOW)).rejects.toMatchObject({ status: 404 });
  });

  it("a user with their own changes, until they are removed", async () => {
    const { db } = database();
    const own = `list-${kind}`;
    const [first, second] = [await createUser(db), await createUser(db)];
    await updateUser(db, first, { email: `  ${own}@Mail.example ` }, NOW);
    await updateUser(db, first, { name: "Renamed" }, NOW);
    expect(await db("users").where({ id: first }).first()).toMatchObject({
      name: "Renamed",
      email: `${own}@mail.example`,
    });
    expect((await db("users").where({ id: second }).first())?.name).toBe("Uma");
    await updateUser(db, second, { deleted_at: NOW }, NOW);
    await expect(updateUser(db, second, { name: "x" }, NOW)).rejects.toMatchObject({ status: 404 });
  });

  it("members by status, role and text; by name, then surname, then id", async () => {
    const { db } = database();
    const { companyId, driverId } = await createCompany(db);
    const off = await createMember(db, companyId, {
      name: "bea",
      surname: "zimmer",
      status: 0,
      is_courier: 1,
      phone: "+423 55",
    });
    const office = await createMember(db, companyId, { name: "Bea", surname: "Adler", is_dispatcher: 1 });
    const twin = await createMember(db, companyId, { name: "Bea", surname: "Adler", is_courier: 1 });
    expect(idsOf(await listMembers(db, companyId))).toEqual([office, twin, off, driverId]);
    expect(idsOf(await listMembers(db, companyId, { status: 0 }))).toEqual([off]);
    expect(idsOf(await listMembers(db, companyId, { role: "courier" }))).toEqual([twin, off, driverId]);
    expect(idsOf(await listMembers(db, companyId, { search: "+423 55" }))).toEqual([off]);
    expect((await listDrivers(db, companyId)).map((member) => member.id)).toEqual([twin, driverId]);
    await removeMember(db, companyId, twin);
    expect(idsOf(await listMembers(db, companyId))).toEqual([office, off, driverId]);
    await expect(removeMember(db, companyId, twin)).rejects.toMatchObject({ status: 404 });
  });

  it("vehicles by status, warehouse, driver and text; by title, then plate", async () => {
    const { db } = database();
    const { companyId, vehicleId, driverId, warehouseId } = await createCompany(db);
    const north = await createWarehouse(db, companyId, { title: "North" });
    const spare = await createVehicle(db, companyId, { title: "van", plate: "A 1", warehouse_id: north, status: 0 });
    const truck = await createVehicle(db, companyId, { title: "Truck", plate: "Z 9" });
    expect(idsOf(await listVehicles(db, companyId))).toEqual([truck, spare, vehicleId]);
    expect(idsOf(await listVehicles(db, companyId, { status: 0 }))).toEqual([spare]);
    expect(idsOf(await listVehicles(db, companyId, { warehouseId: north }))).toEqual([spare]);
    expect(idsOf(await listVehicles(db, companyId, { warehouseId }))).toEqual([vehicleId]);
    expect(idsOf(await listVehicles(db, companyId, { driverId }))).toEqual([vehicleId]);
    expect(idsOf(await listVehicles(db, companyId, { search: "z 9" }))).toEqual([truck]);
    const tenth = await createVehicle(db, companyId, { title: "Truck", plate: "Z 10" });
    expect(idsOf(await listVehicles(db, companyId, { pageSize: "unpaged" }))).toEqual([truck, tenth, spare, vehicleId]);
    await removeVehicles(db, companyId, [spare], NOW);
    expect(
      (await vehiclesWithRemoved(db, companyId, [spare, truck, spare, 999_999]))
        .map((row) => row.id)
        .sort((a, b) => a - b),
    ).toEqual([spare, truck].sort((a, b) => a - b));
    expect(await vehiclesWithRemoved(db, companyId, [])).toEqual([]);
  });

  it("warehouses by status, country and text, and their countries", async () => {
    const { db } = database();
    const { companyId, warehouseId } = await createCompany(db);
    const graz = await createWarehouse(db, companyId, {
      title: "a Graz",
      address: "Graz",
      country_code: "AT",
      status: 0,
      external_id: "G-1",
    });
    expect(idsOf(await listWarehouses(db, companyId))).toEqual([graz, warehouseId]);
    expect(idsOf(await listWarehouses(db, companyId, { status: 0 }))).toEqual([graz]);
    expect(idsOf(await listWarehouses(db, companyId, { countryId: await countryOf("AT") }))).toEqual([graz]);
    expect(idsOf(await listWarehouses(db, companyId, { search: "g-1" }))).toEqual([graz]);
    expect((await listWarehouseCountries(db, companyId)).map((row) => row.title)).toEqual(["Austria", "Liechtenstein"]);
    expect(
      [...(await warehousesByExternalId(db, companyId, ["G-1", "G-1", "none"]))].map(([key, row]) => [key, row.id]),
    ).toEqual([["G-1", graz]]);
    expect((await warehousesByExternalId(db, companyId, [])).size).toBe(0);
  });

  it("imports by status, country, plan and text, newest first, and the newest of a plan", async () => {
    const { db } = database();
    const { companyId, planId } = await createCompany(db);
    const [li, at] = [await countryOf("LI"), await countryOf("AT")];
    const older = await insertSheet(db, companyId, { title: "Monday", plan_id: planId, country_id: li }, NOW);
    const newer = await insertSheet(
      db,
      companyId,
      { title: "Tuesday", plan_id: planId, country_id: at, file_name: "stops.xlsx" },
      NOW,
    );
    const loose = await insertSheet(db, companyId, { title: "Wednesday", status: 0, country_id: at }, NOW);
    expect(idsOf(await listSheets(db, companyId))).toEqual([loose, newer, older]);
    expect(idsOf(await listSheets(db, companyId, { status: 0 }))).toEqual([loose]);
    expect(idsOf(await listSheets(db, companyId, { countryId: li }))).toEqual([older]);
    expect(idsOf(await listSheets(db, companyId, { planId }))).toEqual([newer, older]);
    expect(idsOf(await listSheets(db, companyId, { search: "STOPS" }))).toEqual([newer]);
    expect(await listSheetCountries(db, companyId)).toEqual([
      { id: at, title: "Austria" },
      { id: li, title: "Liechtenstein" },
    ]);
    expect(await latestSheetOfPlan(db, companyId, planId)).toBe(newer);
    expect(await latestSheetOfPlan(db, companyId, await createPlan(db, companyId))).toBeUndefined();
  });

  it("visits by status, plan, warehouse and text, newest first, without marks", async () => {
    const { db } = database();
    const { companyId, planId, visitIds, warehouseId } = await createCompany(db);
    const north = await createWarehouse(db, companyId, { title: "North" });
    const [loose, failed] = await createVisits(db, companyId, [
      { warehouse_id: north, recipient_note: "ring twice", external_id: "X-2" },
      { plan_id: planId, status: 5, external_id: "X-1", delivery_note: "at the back" },
      { plan_id: planId, type: "B" },
    ]);
    const inPlan = [failed, ...visitIds.toReversed()];
    expect(idsOf(await listVisits(db, companyId))).toEqual([failed, loose, ...visitIds.toReversed()]);
    expect(idsOf(await listVisits(db, companyId, { planned: true }))).toEqual(inPlan);
    expect(idsOf(await listVisits(db, companyId, { planned: false }))).toEqual([loose]);
    expect(idsOf(await listVisits(db, companyId, { planId }))).toEqual(inPlan);
    expect(idsOf(await listVisits(db, companyId, { status: 5 }))).toEqual([failed]);
    expect(idsOf(await listVisits(db, companyId, { warehouseId: north }))).toEqual([loose]);
    expect(idsOf(await listVisits(db, companyId, { warehouseId }))).toEqual(visitIds.toReversed());
    expect(idsOf(await listVisits(db, companyId, { search: "RING" }))).toEqual([loose]);
    expect(idsOf(await listVisits(db, companyId, { search: "at the back" }))).toEqual([failed]);
    await removeVisits(db, companyId, [failed!], NOW);
    expect(
      (await visitsWithRemoved(db, companyId, [failed!, loose!, failed!])).map((row) => row.id).sort((a, b) => a - b),
    ).toEqual([loose, failed]);
    expect(await visitsWithRemoved(db, companyId, [])).toEqual([]);
  });

  // @spec PC-3.28
  it("templates by title, and removed ones for the visits that used them", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const [door, apple] = [
      await insertConfirmationTemplate(db, companyId, { title: "door" }, NOW),
      await insertConfirmationTemplate(db, companyId, { title: "Apple" }, NOW),
    ];
    expect((await listConfirmationTemplates(db, companyId)).map((row) => row.id)).toEqual([apple, door]);
    await removeConfirmationTemplates(db, companyId, [door], NOW);
    expect((await listConfirmationTemplates(db, companyId)).map((row) => row.id)).toEqual([apple]);
    expect((await confirmationTemplatesWithRemoved(db, companyId, [door, door])).map((row) => row.id)).toEqual([door]);
    expect(await confirmationTemplatesWithRemoved(db, companyId, [])).toEqual([]);
  });

  it("proofs of some visits, of which one is removed", async () => {
    const { db } = database();
    const { companyId, visitIds } = await createCompany(db);
    const add = (visit: number, path: string) =>
      insertAttachment(db, companyId, { visit_id: visit, path, type: "photo" }, NOW);
    const [first, second] = [await add(visitIds[0]!, `${kind}-1.jpg`), await add(visitIds[0]!, `${kind}-2.jpg`)];
    const third = await add(visitIds[1]!, `${kind}-3.jpg`);
    expect((await listAttachments(db, companyId, [visitIds[0]!])).map((row) => row.id)).toEqual([first, second]);
    await removeAttachment(db, companyId, first);
    expect((await listAttachments(db, companyId, visitIds)).map((row) => row.id)).toEqual([second, third]);
  });

  it("files that belong to a row of any table", async () => {
    const { db } = database();
    const { companyId, ownerId, visitIds, planId } = await createCompany(db);
    const name = (part: string) => `files/${kind}-${part}`;
    await insertAttachment(db, companyId, { visit_id: visitIds[0]!, path: name("photo"), type: "photo" }, NOW);
    await insertSheet(db, companyId, { title: "x", plan_id: planId, file_path: name("sheet") }, NOW);
    await updateUser(db, ownerId, { image: name("user") }, NOW);
    await updateCompany(db, companyId, { image: name("company") }, NOW);
    const asked = ["photo", "sheet", "user", "company"].map(name);
    const named = await namedFilesAcrossCompanies(db);
    const found = (keys: string[]) => filesWithRowsAcrossCompanies(db, keys, named);
    expect([...(await found([...asked, name("stray")]))].sort()).toEqual([...asked].sort());
    expect(await found([name("sheet"), name("stray")])).toEqual(new Set([name("sheet")]));
    expect(await found([])).toEqual(new Set());
  });
});
