import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { RESOURCE_ACTIONS } from "~/features/resources/actions.server";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { askDocumented } from "../../helpers/documented";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("drivers of vehicles on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;

  beforeAll(async () => {
    setDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    company = await createCompany(database().db);
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });
  const cookieOf = async (userId: number) =>
    (await openSession(await getUserAcrossCompanies(database().db, userId), new Headers())).split(";")[0]!;
  const post = async (path: string, body: Record<string, unknown>, userId = company.ownerId) => {
    const request = new Request(`http://localhost/platform/api/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", Cookie: await cookieOf(userId) },
    });
    return askDocumented(request, path, "203.0.113.1");
  };
  const driverOf = async () => (await database().db("vehicles").where({ id: company.vehicleId }).first())?.driver_id;

  // @spec PC-6.02
  it("are active members with the role Driver alone: by the form, by fields, for several, and by the API", async () => {
    const { db } = database();
    const owner = sessionOf(company, { isOwner: true }, company.ownerId);
    const sister = await createCompany(db);
    const wrong = {
      "no driver": await createMember(db, company.companyId, { is_dispatcher: 1 }),
      inactive: await createMember(db, company.companyId, { is_courier: 1, status: 0 }),
      declined: await createMember(db, company.companyId, { is_courier: 1, invitation_type: 2 }),
      "a company": await createMember(db, company.companyId, { is_courier: 1, related_company_id: sister.companyId }),
    };
    const right = await createMember(db, company.companyId, { is_courier: 1, invitation_type: 0, name: "Newcomer" });
    const id = company.vehicleId;
    const before = await driverOf();
    for (const [why, driverId] of Object.entries(wrong)) {
      const form = { title: "Van", driver_id: driverId };
      const refused = expect.objectContaining({ code: "vehicle.no_driver" }) as Error;
      await expect(submit(RESOURCE_ACTIONS["vehicle.create"], owner, form), why).rejects.toEqual(refused);
      await expect(submit(RESOURCE_ACTIONS["vehicle.update"], owner, { ...form, id }), why).rejects.toEqual(refused);
      await expect(
        submit(RESOURCE_ACTIONS["vehicle.update_fields"], owner, { id, driver_id: driverId }),
        why,
      ).rejects.toEqual(refused);
      for (const [path, body] of [
        ["vehicle/store", form],
        ["vehicle/update", { ...form, id }],
        ["vehicle/update-field", { id, name: "driver_id", value: driverId }],
        ["vehicle/update-field", { bulk: { [id]: { driver_id: driverId } } }],
      ] as const) {
        const answer = await post(path, body);
        expect([why, path, (await answer.json()).status]).toEqual([why, path, "fail"]);
      }
    }
    expect(await driverOf()).toBe(before);
    const request = new Request(`http://localhost/platform/?dialog=edit-vehicle&id=${id}`);
    const options = (await loadVehiclesPage(owner, request)).options!.drivers.map(({ value }) => Number(value));
    expect(options.sort()).toEqual([company.driverId, right].sort());
    await submit(RESOURCE_ACTIONS["vehicle.update_fields"], owner, { id, driver_id: right });
    expect(await driverOf()).toBe(right);
  });

  // @spec PC-6.03
  it("get their roles from admins: not from dispatchers, from other companies, or for the owner", async () => {
    const { db } = database();
    const userId = await createUser(db);
    await createMember(db, company.companyId, { user_id: userId, is_dispatcher: 1 });
    const id = await createMember(db, company.companyId, { is_courier: 1 });
    const member = () => db("company_members").where({ id }).first();
    const before = await member();
    const other = await createCompany(db);
    for (const [name, value] of [
      ["is_admin", 1],
      ["is_dispatcher", 1],
      ["is_courier", 0],
      ["status", 0],
      ["email", "x@test.example"],
    ] as const) {
      expect((await post("company-members/update-field", { id, name, value }, userId)).status, name).toBe(403);
      expect((await post("company-members/update", { id, name: "Max", [name]: value }, userId)).status, name).toBe(403);
      expect((await post("company-members/update-field", { id, name, value }, other.ownerId)).status, name).toBe(404);
    }
    expect(await member()).toEqual(before);
    expect((await post("company-members/update-field", { id, name: "name", value: "Rosa" }, userId)).status).toBe(200);
    expect(await member()).toMatchObject({ name: "Rosa", is_courier: 1 });
    expect((await post("company-members/update-field", { id, name: "is_admin", value: 1 })).status).toBe(200);
    expect(await member()).toMatchObject({ is_admin: 1, name: "Rosa" });
    for (const name of ["user_id", "company_id", "related_company_id", "invitation_type", "asked_user_id"])
      expect((await post("company-members/update-field", { id, name, value: 1 })).status, name).toBeGreaterThan(399);
  });
});
