import { describe, expect, it } from "vitest";
import { companySettingsFromRow, confirmationSettingsFromJson } from "~/db/codecs.server";
import {
  getAttachment,
  insertAttachment,
  listAttachments,
  removeAttachment,
} from "~/db/repositories/attachments.server";
import { getCompany, updateCompany } from "~/db/repositories/companies.server";
import {
  getConfirmationTemplate,
  insertConfirmationTemplate,
  listConfirmationTemplates,
  removeConfirmationTemplates,
  updateConfirmationTemplate,
} from "~/db/repositories/confirmation-templates.server";
import {
  getMember,
  insertMember,
  listAccessesOfUserAcrossCompanies,
  listDrivers,
  listMembers,
  removeMember,
  updateMember,
} from "~/db/repositories/members.server";
import { companySearchArea, listCountries, listCountryAreas } from "~/db/repositories/reference.server";
import { getSheet, insertSheet, listSheets, updateSheet } from "~/db/repositories/sheets.server";
import {
  findUserAcrossCompanies,
  findUserByEmailAcrossCompanies,
  getUserAcrossCompanies,
  isEmailFree,
  setCurrentCompany,
  setPassword,
  updateUser,
} from "~/db/repositories/users.server";
import {
  getVehicle,
  getVehicles,
  listVehicles,
  removeVehicles,
  updateVehicle,
} from "~/db/repositories/vehicles.server";
import {
  getWarehouse,
  listWarehouses,
  removeWarehouses,
  updateWarehouse,
  warehousesByExternalId,
} from "~/db/repositories/warehouses.server";
import { createCompany, createMember, createUser, createVehicle, createWarehouse, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const LATER = "2026-11-21 07:30:00";

describe.each(databases())("people and resources on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("find accounts by any spelling of the e-mail, and end sessions with a new password", async () => {
    const { db } = database();
    const id = await createUser(db, { email: " Mia.Müller@Test.Example ", name: "Mia", surname: "Müller" });
    expect(await findUserByEmailAcrossCompanies(db, "MIA.MÜLLER@test.example")).toMatchObject({
      id,
      status: "active",
      platform_role: "none",
      is_admin: 0,
      session_version: 1,
    });
    expect(await isEmailFree(db, "mia.müller@test.example")).toBe(false);
    expect(await isEmailFree(db, "mia.müller@test.example", id)).toBe(true);
    await setPassword(db, id, "argon", LATER);
    expect(await getUserAcrossCompanies(db, id)).toMatchObject({
      password_hash: "argon",
      session_version: 2,
      updated_at: LATER,
    });
    await updateUser(db, id, { email: "Mia@Test.Example", settings: '{"map":"openstreetmap"}' }, LATER);
    expect((await findUserAcrossCompanies(db, id))?.email).toBe("mia@test.example");
    await updateUser(db, id, { deleted_at: LATER }, LATER);
    expect(await findUserByEmailAcrossCompanies(db, "mia@test.example")).toBeUndefined();
    expect(await isEmailFree(db, "mia@test.example")).toBe(false);
    await expect(setPassword(db, id, "x", LATER)).rejects.toMatchObject({ status: 404 });
  });

  // @spec PC-6.01 AA-3.12 AA-6.01
  it("know which companies a user may work for, and as what", async () => {
    const { db } = database();
    const own = await createCompany(db, "Zebra");
    const second = await createCompany(db, "ant");
    const third = await createCompany(db, "Bee");
    const declined = await createCompany(db, "Cow");
    await createMember(db, second.companyId, { user_id: own.ownerId, is_dispatcher: 1, is_courier: 1 });
    const inactive = await createMember(db, third.companyId, { user_id: own.ownerId, is_admin: 1, status: 0 });
    await createMember(db, declined.companyId, { user_id: own.ownerId, invitation_type: 2 });
    const accesses = await listAccessesOfUserAcrossCompanies(db, own.ownerId);
    expect(accesses).toMatchObject([
      { company_id: second.companyId, company_title: "ant", is_owner: 0, is_admin: 0, is_dispatcher: 1, is_courier: 1 },
      {
        company_id: own.companyId,
        company_title: "Zebra",
        member_id: null,
        is_owner: 1,
        is_admin: 0,
        is_dispatcher: 0,
        is_courier: 0,
      },
    ]);
    await updateMember(db, third.companyId, inactive, { status: 1 }, LATER);
    await updateCompany(db, second.companyId, { deleted_at: LATER }, LATER);
    expect((await listAccessesOfUserAcrossCompanies(db, own.ownerId)).map((access) => access.company_title)).toEqual([
      "Bee",
      "Zebra",
    ]);
    await updateCompany(db, own.companyId, { status: 0 }, LATER);
    expect((await listAccessesOfUserAcrossCompanies(db, own.ownerId)).map((access) => access.company_title)).toEqual([
      "Bee",
    ]);
    await setCurrentCompany(db, own.ownerId, third.companyId);
    expect((await findUserAcrossCompanies(db, own.ownerId))?.current_company_id).toBe(third.companyId);
  });

  it("keep companies and their settings", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db, "Äpfel & Co");
    await updateCompany(
      db,
      companyId,
      { api_key: "AbCd", confirmation_settings: '{"to_door":{"enabled":1,"photo":"2","signature":0}}' },
      LATER,
    );
    expect(companySettingsFromRow(await getCompany(db, companyId))).toEqual({
      companyId,
      countryId: null,
      defaultVisitBalanceCoefficient: 0,
      defaultSquashDuration: 1,
      defaultVisitDuration: 5,
      defaultVehicleStartHour: "08:00",
      defaultVehicleEndHour: "18:00",
      defaultHasBreaks: false,
      defaultBreakAfter: 360,
      defaultStartLocationType: "W",
      defaultEndLocationType: "N",
      defaultAim: "time",
      deliveryConfirmation: false,
      pickupConfirmation: false,
      confirmationSettings: { to_door: { enabled: true, photo: 2, signature: 0 } },
      failReasonsSettings: [1, 2, 7],
    });
    // What another program has written stops nobody from reporting.
    for (const text of [null, "", "not json", "null", "[]"]) expect(confirmationSettingsFromJson(text)).toEqual({});
    expect(confirmationSettingsFromJson('{"to_door":null}')).toEqual({
      to_door: { enabled: false, photo: 0, signature: 0 },
    });
    const reasons = async (fail_reasons_settings: string | null) => {
      await updateCompany(db, companyId, { fail_reasons_settings }, LATER);
      return companySettingsFromRow(await getCompany(db, companyId)).failReasonsSettings;
    };
    expect(await reasons('["2",6,null,"x"]')).toEqual([2, 6]);
    for (const text of [null, "", "[]", "not json", "null", '{"1":1}'])
      expect(await reasons(text), String(text)).toEqual([]);
    await updateCompany(db, companyId, { deleted_at: LATER }, LATER);
    await expect(getCompany(db, companyId)).rejects.toMatchObject({ status: 404 });
  });

  it("list, change and remove members; their vehicles stay without a driver", async () => {
    const { db } = database();
    const { companyId, driverId, driverUserId, vehicleId } = await createCompany(db);
    const anna = await insertMember(db, companyId, { name: "anna", email: "Anna@x.example", is_dispatcher: 1 }, NOW);
    expect((await listMembers(db, companyId)).rows.map((member) => member.id)).toEqual([anna, driverId]);
    expect((await listMembers(db, companyId, { search: "ANNA@" })).rows.map((member) => member.id)).toEqual([anna]);
    expect((await listDrivers(db, companyId)).map((member) => member.id)).toEqual([driverId]);
    await updateMember(db, companyId, anna, { is_courier: 1, email: "ANNA@y.example" }, LATER);
    expect(await getMember(db, companyId, anna)).toMatchObject({
      is_courier: 1,
      email: "anna@y.example",
      user_id: null,
      related_company_id: null,
      invitation_type: 0,
    });
    await expect(insertMember(db, companyId, { user_id: driverUserId }, NOW)).rejects.toMatchObject({
      code: "db.duplicate",
      field: "user_id",
    });
    await removeMember(db, companyId, driverId);
    expect((await getVehicle(db, companyId, vehicleId)).driver_id).toBeNull();
  });

  it("list, change and remove vehicles and warehouses", async () => {
    const { db } = database();
    const { companyId, vehicleId, warehouseId } = await createCompany(db);
    const truck = await createVehicle(db, companyId, {
      title: "a truck",
      plate: "FL 1",
      type: "truck",
      capacity: 12.5,
      weight: 7.5,
      status: 0,
    });
    const page = await listVehicles(db, companyId, { pageSize: 1 });
    expect(page).toMatchObject({ total: 2, pages: 2, rows: [{ id: truck, driver_name: "" }] });
    expect((await listVehicles(db, companyId, { search: "dora" })).rows).toMatchObject([
      { id: vehicleId, driver_name: "Dora Driver" },
    ]);
    expect((await listVehicles(db, companyId, { status: 0 })).rows.map((vehicle) => vehicle.id)).toEqual([truck]);
    expect((await listVehicles(db, companyId, { warehouseId })).rows.map((vehicle) => vehicle.id)).toEqual([vehicleId]);
    expect((await getVehicles(db, companyId, [vehicleId, truck])).map((vehicle) => vehicle.id)).toEqual([
      vehicleId,
      truck,
    ]);
    await updateVehicle(db, companyId, truck, { speed_factor: 1.3, driver_id: null }, LATER);
    expect(await getVehicle(db, companyId, truck)).toMatchObject({
      speed_factor: 1.3,
      capacity: 12.5,
      work_hour_start: "08:00",
      updated_at: LATER,
    });
    await removeVehicles(db, companyId, [truck], LATER);
    expect((await listVehicles(db, companyId)).total).toBe(1);

    const north = await createWarehouse(db, companyId, { title: "North", external_id: "N1", status: 0 });
    expect((await listWarehouses(db, companyId)).rows.map((row) => row.title)).toEqual(["Depot", "North"]);
    expect((await listWarehouses(db, companyId, { status: 1, search: "vaduz" })).rows.map((row) => row.id)).toEqual([
      warehouseId,
    ]);
    expect((await warehousesByExternalId(db, companyId, ["N1", "N2"])).get("N1")?.id).toBe(north);
    await updateWarehouse(db, companyId, north, { lat: 47.2, time_zone: "Europe/Zurich" }, LATER);
    expect(await getWarehouse(db, companyId, north)).toMatchObject({
      lat: 47.2,
      lng: 9.5209,
      time_zone: "Europe/Zurich",
    });
    await removeWarehouses(db, companyId, [north], LATER);
    await expect(removeWarehouses(db, companyId, [north], LATER)).rejects.toMatchObject({
      status: 404,
      message: "Warehouse not found",
    });
  });

  it("keep proofs, templates and sheets", async () => {
    const { db } = database();
    const { companyId, visitIds, planId, ownerId } = await createCompany(db);
    const photo = await insertAttachment(db, companyId, { visit_id: visitIds[0]!, path: "p.jpg", type: "photo" }, NOW);
    await insertAttachment(db, companyId, { visit_id: visitIds[1]!, path: "s.png", type: "signature" }, NOW);
    expect((await listAttachments(db, companyId, visitIds)).map((one) => one.type)).toEqual(["photo", "signature"]);
    expect((await getAttachment(db, companyId, photo)).path).toBe("p.jpg");
    await removeAttachment(db, companyId, photo);
    await expect(removeAttachment(db, companyId, photo)).rejects.toMatchObject({ status: 404 });

    const template = await insertConfirmationTemplate(db, companyId, { title: "Door", delivery_confirmation: 1 }, NOW);
    await updateConfirmationTemplate(db, companyId, template, { confirmation_settings: "{}" }, LATER);
    expect(await getConfirmationTemplate(db, companyId, template)).toMatchObject({
      delivery_confirmation: 1,
      pickup_confirmation: 0,
      confirmation_settings: "{}",
    });
    await removeConfirmationTemplates(db, companyId, [template], LATER);
    expect(await listConfirmationTemplates(db, companyId)).toEqual([]);

    const sheet = await insertSheet(
      db,
      companyId,
      { title: "Monday", plan_id: planId, user_id: ownerId, file_name: "monday.xlsx" },
      NOW,
    );
    await updateSheet(
      db,
      companyId,
      sheet,
      { state: "applied", rows_total: 150, rows_applied: 148, errors: '[{"row":17}]' },
      LATER,
    );
    expect((await listSheets(db, companyId, { search: "MONDAY.x" })).rows).toMatchObject([
      { id: sheet, state: "applied", status: 1, rows_applied: 148 },
    ]);
    expect((await getSheet(db, companyId, sheet)).errors).toBe('[{"row":17}]');
    expect((await listSheets(db, companyId, { status: 0 })).total).toBe(0);
  });

  // @spec AA-3.35
  it("list the countries", async () => {
    const { db } = database();
    expect((await listCountries(db)).slice(0, 2).map((country) => country.code)).toContain("AF");
  });

  // @spec AA-3.36
  it("list areas of countries: each country is in one of them", async () => {
    const { db } = database();
    const areas = await listCountryAreas(db);
    expect(areas.map(({ id }) => id)).toEqual(areas.map((_, index) => index + 1));
    const codes = (await listCountries(db)).map(({ code }) => code);
    expect(areas.flatMap((area) => area.codes).sort()).toEqual(codes.sort());
  });

  it("know where a company's addresses are: at home, next door, then the rest of its area", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const of = async (code: string | null) => {
      const country = code === null ? undefined : (await listCountries(db)).find((one) => one.code === code);
      await db("companies")
        .where({ id: companyId })
        .update({ country_id: country?.id ?? null });
      return companySearchArea(db, companyId);
    };
    const liechtenstein = await of("LI");
    expect(liechtenstein.slice(0, 3)).toEqual(["LI", "CH", "AT"]);
    const europe = (await listCountryAreas(db)).find(({ codes }) => codes.includes("LI"));
    expect([...liechtenstein].sort()).toEqual([...europe!.codes].sort());
    expect((await of("UY")).slice(0, 2)).toEqual(["UY", "AR"]);
    expect(await of(null)).toEqual([]);
  });
});
