import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { findUserByEmailAcrossCompanies } from "~/db/repositories/users.server";
import { removeTeamMember } from "~/features/team/commands/remove-member.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { loadDriversPage, loadTeamPage } from "~/features/team/queries/members-page.server";
import { setServices } from "~/services/container.server";
import { verifyPassword } from "~/services/password.server";
import { createCompany, createMember, createUser } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const createCourier = (session: CompanySession, fields: Posted) =>
  submit(TEAM_ACTIONS["member.create"], session, fields);
const editCourier = (session: CompanySession, id: number, fields: Posted) =>
  submit(TEAM_ACTIONS["member.update"], session, { ...fields, id: String(id) });

const PASSWORD = "correct horse 1";

describe.each(databases())("drivers on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let other: TestCompany;
  let admin: CompanySession;

  beforeAll(async () => {
    setDatabase(database().db);
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    company = await createCompany(database().db);
    other = await createCompany(database().db);
    admin = sessionOf(company, { isOwner: true }, company.ownerId);
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });
  const member = async (id: number) => (await database().db("company_members").where({ id }).first())!;
  const form = (part: Record<string, string>) => ({
    name: "Rita",
    surname: "Road",
    phone: "+423 234 56 78",
    status: "1",
    is_courier: "1",
    ...part,
  });

  it("lists the whole team; roles are the administrators' to give", async () => {
    const desk = await createCompany(database().db);
    await createMember(database().db, desk.companyId, { name: "Dita", is_dispatcher: 1 });
    const request = new Request("http://localhost/platform/company/team");
    const owner = sessionOf(desk, { isOwner: true }, desk.ownerId);
    const page = await loadTeamPage(owner, request);
    expect(page.list.rows.map((row) => [row.name, row.isCourier, row.isDispatcher])).toEqual([
      ["Dita", 0, 1],
      ["Dora", 1, 0],
    ]);
    expect(page.rights).toEqual({ create: true, update: true, roles: true });
    expect((await loadTeamPage(sessionOf(desk, { isDispatcher: true }, desk.ownerId), request)).rights).toEqual({
      create: false,
      update: false,
      roles: false,
    });
    await expect(
      loadTeamPage(sessionOf(desk, { isDriver: true, memberId: desk.driverId }, desk.driverUserId), request),
    ).rejects.toMatchObject({ status: 403 });
  });

  it("adds a driver who can sign in with the chosen password, and only for this company", async () => {
    const id = await createCourier(admin, form({ email: `Rita.${kind}@Road.Example`, password: PASSWORD }));
    const user = await findUserByEmailAcrossCompanies(database().db, `rita.${kind}@road.example`);
    expect(await member(id)).toMatchObject({
      name: "Rita",
      email: `rita.${kind}@road.example`,
      user_id: user?.id,
      is_courier: 1,
      is_admin: 0,
      is_dispatcher: 0,
      invitation_type: 1,
    });
    expect(await verifyPassword(user?.password_hash ?? null, PASSWORD)).toBe(true);
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await listAccessesOfUserAcrossCompanies(database().db, user!.id)).toMatchObject([
      { company_id: company.companyId, member_id: id, is_courier: 1, is_admin: 0 },
    ]);

    await editCourier(admin, id, form({ email: `rita.${kind}@road.example`, password: "another horse 2" }));
    const changed = await findUserByEmailAcrossCompanies(database().db, `rita.${kind}@road.example`);
    expect(await verifyPassword(changed?.password_hash ?? null, "another horse 2")).toBe(true);
    expect(changed?.session_version).toBe((user?.session_version ?? 0) + 1);
  });

  it("adds nobody when the e-mail belongs to an account already", async () => {
    const stranger = `stranger.${kind}@road.example`;
    const userId = await createUser(database().db, { email: stranger });
    const before = await database().db("company_members").where({ company_id: company.companyId });
    await expect(createCourier(admin, form({ email: stranger, password: PASSWORD }))).rejects.toMatchObject({
      status: 409,
      field: "email",
      message: "Email is not available",
    });
    expect(await database().db("company_members").where({ company_id: company.companyId })).toEqual(before);
    expect((await database().db("users").where({ id: userId }).first())?.password_hash).toBeNull();
  });

  it("sets no password for an account that is used elsewhere, owns a company, or is staff", async () => {
    const cases = {
      elsewhere: async (userId: number) =>
        void (await createMember(database().db, other.companyId, { user_id: userId, invitation_type: 0, status: 0 })),
      owner: async (userId: number) =>
        void (await database().db("companies").where({ id: company.companyId }).update({ user_id: userId })),
      staff: async (userId: number) =>
        void (await database().db("users").where({ id: userId }).update({ platform_role: "dev_team" })),
    };
    for (const [name, make] of Object.entries(cases)) {
      const email = `${name}.${kind}@road.example`;
      const userId = await createUser(database().db, { email });
      const id = await createMember(database().db, company.companyId, { user_id: userId, email, is_courier: 1 });
      await make(userId);
      await expect(editCourier(admin, id, form({ email, name: "Renamed", password: PASSWORD }))).rejects.toMatchObject({
        status: 403,
        field: "password",
      });
      expect((await database().db("users").where({ id: userId }).first())?.password_hash).toBeNull();
      expect((await member(id)).name).toBe("Max");
      // Everything but the password may be changed.
      await editCourier(admin, id, form({ email, name: "Renamed", password: "" }));
      expect((await member(id)).name).toBe("Renamed");
    }
    await database().db("companies").where({ id: company.companyId }).update({ user_id: company.ownerId });
  });

  it.each([
    ["no name", { name: "" }, "name", "Name is required"],
    ["a wrong e-mail", { email: "rita@road" }, "email", "E-mail is not correct"],
    ["a wrong phone", { phone: "call me" }, "phone", "Phone is not correct"],
    [
      "a short password",
      { email: "x@y.example", password: "short" },
      "password",
      "Sign-in password needs at least 8 characters",
    ],
    ["a password without e-mail", { password: PASSWORD }, "email", "E-mail is required for a sign-in password"],
  ])("refuses %s by the field's name", async (_, wrong, field, message) => {
    await expect(createCourier(admin, form(wrong as Record<string, string>))).rejects.toMatchObject({
      issues: [{ path: [field], message }],
    });
  });

  it("refuses an e-mail that a member has already", async () => {
    await createCourier(admin, form({ email: "twice@road.example" }));
    await expect(createCourier(admin, form({ email: "TWICE@road.example" }))).rejects.toMatchObject({
      status: 409,
      field: "email",
    });
  });

  it("leaves roles and drivers to administrators", async () => {
    const dispatcher = sessionOf(company, { isDispatcher: true }, company.ownerId);
    await expect(createCourier(dispatcher, form({}))).rejects.toMatchObject({ status: 403 });
    await expect(editCourier(dispatcher, company.driverId, form({ is_admin: "1" }))).rejects.toMatchObject({
      status: 403,
    });
    await expect(removeTeamMember(dispatcher, company.driverId)).rejects.toMatchObject({ status: 403 });
    expect((await loadDriversPage(dispatcher, new Request("http://localhost/platform/"))).rights).toEqual({
      create: false,
      update: false,
      roles: false,
    });
  });

  it("lets nobody lock themselves out", async () => {
    const own = await createMember(database().db, company.companyId, {
      user_id: company.ownerId,
      is_admin: 1,
      is_courier: 1,
      email: `own.${kind}@road.example`,
    });
    await expect(editCourier(admin, own, form({ is_admin: "0" }))).rejects.toMatchObject({ field: "is_admin" });
    await expect(editCourier(admin, own, form({ is_admin: "1", status: "0" }))).rejects.toMatchObject({
      field: "status",
    });
    await expect(removeTeamMember(admin, own)).rejects.toMatchObject({ code: "member.own_removal" });
  });

  it("keeps drivers of vehicles and routes, and says why", async () => {
    await expect(removeTeamMember(admin, company.driverId)).rejects.toMatchObject({
      status: 409,
      message: "Dora Driver drives Van. Choose another driver there first, or make Dora Driver inactive.",
    });
    await database().db("vehicles").where({ id: company.vehicleId }).update({ driver_id: null });
    await expect(removeTeamMember(admin, company.driverId)).rejects.toMatchObject({
      status: 409,
      code: "courier.in_use",
    });
    const id = await createCourier(admin, form({ email: "" }));
    expect(await removeTeamMember(admin, id)).toBe("Rita Road");
    expect(await database().db("company_members").where({ id }).first()).toBeUndefined();
  });

  it("knows nobody of another company", async () => {
    await expect(editCourier(admin, other.driverId, form({}))).rejects.toMatchObject({ status: 404 });
    await expect(removeTeamMember(admin, other.driverId)).rejects.toMatchObject({ status: 404 });
    const page = await loadDriversPage(
      admin,
      new Request(`http://localhost/platform/?dialog=edit-member&id=${other.driverId}&rows=all`),
    );
    expect(page.item).toBeNull();
    expect(page.list.rows.map((row) => row.id)).not.toContain(other.driverId);
  });
});
