import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { listAccessesOfUserAcrossCompanies, listDrivers } from "~/db/repositories/members.server";
import { listRoutesByStatus } from "~/db/repositories/routes.server";
import { insertSession } from "~/db/repositories/sessions.server";
import { findUserByEmailAcrossCompanies } from "~/db/repositories/users.server";
import { removeTeamMember } from "~/features/team/commands/remove-member.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { loadDriversPage, loadTeamPage } from "~/features/team/queries/members-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, createVehicle, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { queuedMails } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const createCourier = (session: CompanySession, fields: Posted) =>
  submit(TEAM_ACTIONS["member.create"], session, fields);
const editCourier = (session: CompanySession, id: number, fields: Posted) =>
  submit(TEAM_ACTIONS["member.update"], session, { ...fields, id: String(id) });

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
    expect(page.rights).toEqual({
      create: true,
      update: true,
      remove: true,
      roles: true,
      invite: true,
      handOver: true,
    });
    await expect(
      loadTeamPage(sessionOf(desk, { isDriver: true, memberId: desk.driverId }, desk.driverUserId), request),
    ).rejects.toMatchObject({ status: 403 });
  });

  it("shows the phone of the account where the team knows none, and not of somebody who has left", async () => {
    const { db } = database();
    const desk = await createCompany(db);
    const phone = "+49301234567";
    const account = async () => ({ user_id: await createUser(db, { phone }), name: "" });
    const own = await createMember(db, desk.companyId, { ...(await account()), phone: "+423 2345678" });
    const none = await createMember(db, desk.companyId, await account());
    const gone = await createMember(db, desk.companyId, { ...(await account()), invitation_type: 2 });
    const owner = sessionOf(desk, { isOwner: true }, desk.ownerId);
    const rows = async (query: string) =>
      (await loadTeamPage(owner, new Request(`http://localhost/platform/company/team?${query}`))).list.rows;
    const shown = new Map((await rows("")).map((row) => [row.id, [row.phone, row.shownPhone]]));
    expect([own, none, gone].map((id) => shown.get(id))).toEqual([
      ["+423 2345678", "+423 2345678"],
      [null, phone],
      [null, null],
    ]);
    expect((await rows("q=1234567")).map(({ id }) => id)).toContain(none);
    // On the road it is called the same.
    await db("routing_routes").where({ id: desk.routeId }).update({ driver_id: none, status: 4 });
    expect((await listRoutesByStatus(db, desk.companyId, [4])).map((route) => route.driver_phone)).toEqual([phone]);
  });

  it("names the owner and the admins first where chosen members are asked about", async () => {
    const desk = await createCompany(database().db);
    const { id: country_id } = (await database().db("countries").where({ code: "DE" }).first("id"))!;
    await database().db("companies").where({ id: desk.companyId }).update({ country_id });
    const ids = [desk.driverId];
    for (const name of ["Bo", "Al"]) ids.push(await createMember(database().db, desk.companyId, { name }));
    ids.push(await createMember(database().db, desk.companyId, { name: "Cy", is_admin: 1 }));
    ids.push(await createMember(database().db, desk.companyId, { name: "Di", user_id: desk.ownerId }));
    const chosen = ids.map((id) => `ids=${id}`).join("&");
    const request = new Request(`http://localhost/platform/company/team?dialog=deactivate-chosen&${chosen}`);
    const page = await loadTeamPage(sessionOf(desk, { isOwner: true }, desk.ownerId), request);
    expect(page.chosen.map(({ name }) => name)).toEqual([
      "Di Member (owner)",
      "Cy Member (admin)",
      "Al Member",
      "Bo Member",
      expect.stringMatching(/^Dora/),
    ]);
    expect(page.phoneExample).toMatch(/^\+49 /);
  });

  it("tells who has removed the member of an open dialog", async () => {
    const id = await createCourier(admin, form({ email: "" }));
    const request = new Request(`http://localhost/platform/company/team?dialog=edit-member&id=${id}`);
    expect(await loadTeamPage(admin, request)).toMatchObject({ item: { id }, removedBy: null });
    await performAction(TEAM_ACTIONS, admin, "member.remove", { id });
    const by = expect.stringContaining(admin.user.name) as string;
    expect(await loadTeamPage(admin, request)).toMatchObject({ item: null, removedBy: by });
  });

  it("adds members without an account, and gives nobody a password", async () => {
    const id = await createCourier(admin, form({ email: "", password: "correct horse 1" }));
    expect(await member(id)).toMatchObject({ email: null, user_id: null, invitation_type: 0, invited_at: null });
    expect(await queuedMails(database().db)).toEqual([]);
    const quiet = await createCourier(admin, form({ email: `quiet.${kind}@road.example`, invite: "0" }));
    expect(await member(quiet)).toMatchObject({ user_id: null, invited_at: null });
    expect(await queuedMails(database().db)).toEqual([]);
    expect(await findUserByEmailAcrossCompanies(database().db, `quiet.${kind}@road.example`)).toBeUndefined();
  });

  it.each([
    ["no name", { name: "" }, "name", "Name is required"],
    ["a wrong e-mail", { email: "rita@road" }, "email", "E-mail is not correct"],
    ["a wrong phone", { phone: "call me" }, "phone", "Phone is not correct"],
  ])("refuses %s by the field's name", async (_, wrong, field, message) => {
    await expect(createCourier(admin, form(wrong as Record<string, string>))).rejects.toMatchObject({
      issues: [{ path: [field], message }],
    });
  });

  it("refuses an e-mail that a member has already", async () => {
    await createCourier(admin, form({ email: `twice.${kind}@road.example` }));
    await expect(createCourier(admin, form({ email: `TWICE.${kind}@road.example` }))).rejects.toMatchObject({
      status: 409,
      field: "email",
      message: "Object already exists.",
      detail: "Rita Road has this e-mail already.",
    });
    const id = await createCourier(admin, form({ email: `once.${kind}@road.example` }));
    await expect(editCourier(admin, id, form({ email: `twice.${kind}@road.example` }))).rejects.toMatchObject({
      message: "Object already exists.",
    });
  });

  it("lets dispatchers correct names and phones, and leaves the rest to admins", async () => {
    const dispatcher = sessionOf(company, { isDispatcher: true }, company.ownerId);
    const id = await createCourier(admin, form({ email: `names.${kind}@road.example` }));
    await editCourier(dispatcher, id, { name: "Rosa", phone: "+423 234 56 79" });
    const before = await member(id);
    expect(before).toMatchObject({ name: "Rosa", phone: "+423 234 56 79", surname: "Road", is_courier: 1 });
    for (const [field, value] of [
      ["is_admin", "1"],
      ["is_dispatcher", "1"],
      ["is_courier", "0"],
      ["status", "0"],
      ["email", `elsewhere.${kind}@road.example`],
    ] as const)
      await expect(editCourier(dispatcher, id, { name: "Forged", [field]: value })).rejects.toMatchObject({
        status: 403,
        field,
      });
    expect(await member(id)).toEqual(before);
    await expect(createCourier(dispatcher, form({}))).rejects.toMatchObject({ status: 403 });
    await expect(removeTeamMember(dispatcher, company.driverId)).rejects.toMatchObject({ status: 403 });
    const page = await loadDriversPage(dispatcher, new Request("http://localhost/platform/"));
    expect(page.rights).toEqual({
      create: false,
      update: true,
      remove: false,
      roles: false,
      invite: false,
      handOver: false,
    });
  });

  it("lets nobody lock themselves out", async () => {
    const userId = await createUser(database().db);
    const own = await createMember(database().db, company.companyId, { user_id: userId, is_admin: 1, is_courier: 1 });
    const self = sessionOf(company, { isAdmin: true, memberId: own }, userId);
    await expect(editCourier(self, own, { is_admin: "0" })).rejects.toMatchObject({ field: "is_admin" });
    await expect(editCourier(self, own, { status: "0" })).rejects.toMatchObject({ field: "status" });
    await expect(removeTeamMember(self, own)).rejects.toMatchObject({ code: "member.own_removal" });
  });

  it("keeps the owner, whatever another admin asks for", async () => {
    const desk = await createCompany(database().db);
    const own = await createMember(database().db, desk.companyId, { user_id: desk.ownerId, is_admin: 1 });
    const otherId = await createUser(database().db);
    await createMember(database().db, desk.companyId, { user_id: otherId, is_admin: 1 });
    const other = sessionOf(desk, { isAdmin: true }, otherId);
    await expect(editCourier(other, own, { is_admin: "0" })).rejects.toMatchObject({ code: "member.owner" });
    await expect(editCourier(other, own, { status: "0" })).rejects.toMatchObject({ code: "member.owner" });
    await expect(removeTeamMember(other, own)).rejects.toMatchObject({ code: "member.owner" });
    expect(await member(own)).toMatchObject({ is_admin: 1, status: 1 });
  });

  it("keeps one admin of a company without an owner: of two who demote each other one stays", async () => {
    const { db } = database();
    const desk = await createCompany(db);
    await db("companies").where({ id: desk.companyId }).update({ user_id: null });
    const people = [await createUser(db), await createUser(db)] as const;
    const ids = [
      await createMember(db, desk.companyId, { user_id: people[0], is_admin: 1 }),
      await createMember(db, desk.companyId, { user_id: people[1], is_admin: 1 }),
    ] as const;
    const by = people.map((userId) => sessionOf(desk, { isAdmin: true }, userId));
    const tries = await Promise.allSettled([
      editCourier(by[0]!, ids[1], { is_admin: "0" }),
      editCourier(by[1]!, ids[0], { is_admin: "0" }),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = tries.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "member.only_admins", status: 403 });
    const left = (await db("company_members").whereIn("id", ids)).filter((row) => row.is_admin === 1);
    expect(left).toHaveLength(1);
    const last = left[0]!;
    await expect(
      removeTeamMember(sessionOf(desk, { hasAdminFlag: true }, company.ownerId), last.id),
    ).rejects.toMatchObject({ code: "member.last_admin" });
    // An admin whose account is blocked governs nothing.
    await db("company_members").whereIn("id", ids).update({ is_admin: 1 });
    await db("users").where({ id: people[1] }).update({ status: "ban" });
    await expect(
      editCourier(sessionOf(desk, { hasAdminFlag: true }, company.ownerId), ids[0], { is_admin: "0" }),
    ).rejects.toMatchObject({ code: "member.last_admin" });
  });

  it.each(["demote", "remove"] as const)(
    "lets one of two admins who %s each other do it, beside the owner",
    async (what) => {
      const { db } = database();
      const desk = await createCompany(db);
      const people = [await createUser(db), await createUser(db)];
      const ids: number[] = [];
      for (const userId of people)
        ids.push(await createMember(db, desk.companyId, { user_id: userId, is_admin: 1, is_dispatcher: 1 }));
      const change = (by: number, id: number) => {
        const session = sessionOf(desk, { isAdmin: true, isDispatcher: true }, people[by]!);
        return what === "demote" ? editCourier(session, id, { is_admin: "0" }) : removeTeamMember(session, id);
      };
      const tries = await Promise.allSettled([change(0, ids[1]!), change(1, ids[0]!)]);
      expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = tries.find(({ status }) => status === "rejected") as PromiseRejectedResult;
      expect(refused.reason).toMatchObject({ code: "member.only_admins", status: 403 });
      expect(await db("company_members").whereIn("id", ids).where({ is_admin: 1 })).toHaveLength(1);
    },
  );

  it("lets nobody be added by an admin who is none any more", async () => {
    const { db } = database();
    const desk = await createCompany(db);
    const userId = await createUser(db);
    const own = await createMember(db, desk.companyId, { user_id: userId, is_admin: 1, is_dispatcher: 1 });
    const stale = sessionOf(desk, { isAdmin: true, isDispatcher: true }, userId);
    expect(await createCourier(stale, form({ is_admin: "1" }))).toBeTypeOf("number");
    await editCourier(sessionOf(desk, { isOwner: true }, desk.ownerId), own, { is_admin: "0" });
    await expect(createCourier(stale, form({ name: "Nina", is_admin: "1" }))).rejects.toMatchObject({
      code: "member.only_admins",
      status: 403,
    });
    expect(await db("company_members").where({ company_id: desk.companyId, name: "Nina" })).toEqual([]);
  });

  it("hands the company over: the new owner is an admin, and the former one stays", async () => {
    const { db } = database();
    const desk = await createCompany(db);
    const owner = sessionOf(desk, { isOwner: true }, desk.ownerId);
    const someAdmin = sessionOf(desk, { isAdmin: true }, await createUser(db));
    const handOver = (by: CompanySession, id: number) => submit(TEAM_ACTIONS["company.hand_over"], by, { id });
    await expect(handOver(someAdmin, desk.driverId)).rejects.toMatchObject({ status: 403 });
    // A session that was the owner's a moment ago.
    const stale = sessionOf(desk, { isOwner: true }, someAdmin.user.id!);
    await expect(handOver(stale, desk.driverId)).rejects.toMatchObject({ status: 403 });
    await expect(handOver(owner, other.driverId)).rejects.toMatchObject({ status: 404 });
    expect(await handOver(owner, desk.driverId)).toBe("Dora Driver");
    expect((await db("companies").where({ id: desk.companyId }).first())?.user_id).toBe(desk.driverUserId);
    expect(await member(desk.driverId)).toMatchObject({ is_admin: 1 });
    expect(await listAccessesOfUserAcrossCompanies(db, desk.ownerId)).toMatchObject([
      { company_id: desk.companyId, is_owner: 0, is_admin: 1 },
    ]);
    await expect(handOver(owner, desk.driverId)).rejects.toMatchObject({ status: 403 });
  });

  it("narrows the team to a role and a state of invitations; a related company is named by its title", async () => {
    const { db } = database();
    const desk = await createCompany(db);
    const sister = await createCompany(db, `Sister ${kind}`);
    const related = {
      name: "",
      surname: "",
      email: null,
      related_company_id: sister.companyId,
      is_courier: 1,
    } as const;
    await createMember(db, desk.companyId, { ...related, invitation_type: 0 });
    await createMember(db, desk.companyId, { name: "Adam", is_admin: 1, invitation_type: 2 });
    await createMember(db, desk.companyId, { name: "Willa", is_dispatcher: 1, invitation_type: 0, invited_at: NOW });
    const owner = sessionOf(desk, { isOwner: true }, desk.ownerId);
    const titles = async (query: string) => {
      const page = await loadTeamPage(owner, new Request(`http://localhost/platform/company/team?${query}`));
      return page.list.rows.map(({ title }) => title);
    };
    expect(await titles("")).toEqual(["Adam Member", "Dora Driver", `Sister ${kind}`, "Willa Member"]);
    expect(await titles("role=admin")).toEqual(["Adam Member"]);
    expect(await titles("role=dispatcher")).toEqual(["Willa Member"]);
    expect(await titles("role=courier")).toEqual(["Dora Driver", `Sister ${kind}`]);
    expect(await titles("invitation=none")).toEqual([`Sister ${kind}`]);
    expect(await titles("invitation=waiting")).toEqual(["Willa Member"]);
    expect(await titles("invitation=accepted&q=dora")).toEqual(["Dora Driver"]);
    expect(await titles("invitation=declined&role=courier")).toEqual([]);
    expect(await titles("q=sister")).toEqual([`Sister ${kind}`]);
    expect((await listDrivers(db, desk.companyId)).map(({ name }) => name)).toEqual(["Dora"]);
  });

  it("edits no related company as if it were a person", async () => {
    const { db } = database();
    const desk = await createCompany(db);
    const sister = await createCompany(db);
    const owner = sessionOf(desk, { isOwner: true }, desk.ownerId);
    const related = { name: "", surname: "", email: null, related_company_id: sister.companyId, invitation_type: 0 };
    const id = await createMember(db, desk.companyId, related);
    const before = await member(id);
    for (const fields of [{ name: "Rita" }, { is_admin: "1" }, { is_courier: "1" }, { status: "0" }])
      await expect(editCourier(owner, id, fields)).rejects.toMatchObject({ status: 409, code: "member.company" });
    expect(await member(id)).toEqual(before);
  });

  it("takes vehicles from whoever drives no more; sessions end with what is taken, not given", async () => {
    const desk = await createCompany(database().db);
    const owner = sessionOf(desk, { isOwner: true }, desk.ownerId);
    const vehicleId = await createVehicle(database().db, desk.companyId, { driver_id: desk.driverId });
    const values = { user_id: desk.driverUserId, company_id: desk.companyId, session_version: 1, user_agent: "" };
    const hasSession = async () => (await database().db("sessions").where({ user_id: desk.driverUserId })).length === 1;
    const driverOf = async () => (await database().db("vehicles").where({ id: vehicleId }).first())!.driver_id;
    await insertSession(database().db, { ...values, hash: `${kind}-driver`, expires_at: "2027-01-01 00:00:00" }, NOW);

    await editCourier(owner, desk.driverId, { is_dispatcher: "1" });
    expect([await hasSession(), await driverOf()]).toEqual([true, desk.driverId]);
    await editCourier(owner, desk.driverId, { status: "0" });
    expect([await hasSession(), await driverOf()]).toEqual([false, null]);
    await editCourier(owner, desk.driverId, { status: "1" });
    await database().db("vehicles").where({ id: vehicleId }).update({ driver_id: desk.driverId });
    await editCourier(owner, desk.driverId, { is_courier: "0" });
    expect(await driverOf()).toBeNull();
  });

  it("keeps drivers of routes, and says why; vehicles of others have no driver then", async () => {
    await expect(removeTeamMember(admin, company.driverId)).rejects.toMatchObject({
      status: 409,
      code: "courier.in_use",
    });
    const id = await createCourier(admin, form({ email: "" }));
    const vehicleId = await createVehicle(database().db, company.companyId, { driver_id: id });
    expect(await removeTeamMember(admin, id)).toBe("Rita Road");
    expect((await database().db("vehicles").where({ id: vehicleId }).first())?.driver_id).toBeNull();
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
