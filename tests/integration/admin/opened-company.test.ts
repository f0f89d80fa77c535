import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { openSession, sessionFromCookie, switchCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { updateMember } from "~/db/repositories/members.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { ADMIN_ACTIONS } from "~/features/admin/actions.server";
import { loadPlatformLog } from "~/features/admin/queries/log-page.server";
import { API_KEY_ACTIONS, GENERAL_ACTIONS } from "~/features/company/actions.server";
import { loadApiPage } from "~/features/company/queries/api-page.server";
import { loadGeneralPage } from "~/features/company/queries/general-page.server";
import { loadLogPage } from "~/features/company/queries/log-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { loader as companyArea } from "~/routes/_main.company/route";
import { loader as billingArea } from "~/routes/_main.company.billing._index/route";
import { loader as openedArea } from "~/routes/_main.admin_.company/route";
import { loader as vehiclesPage } from "~/routes/_main.company.resources.vehicles/route";
import { action as companiesAction } from "~/routes/_main.admin.companies/route";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, createVehicle, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { post } from "../api/api-world";
import { forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("a company that a super admin opens on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let own: TestCompany;
  let other: TestCompany;
  let adminId = 0;
  let cookie = "";
  let changed: number[] = [];
  let stop = () => {};

  const signIn = async (userId: number): Promise<string> =>
    (await openSession(await getUserAcrossCompanies(db(), userId), new Headers())).split(";")[0]!;
  const sessionOf = async (of = cookie): Promise<CompanySession> => (await sessionFromCookie(of)) as CompanySession;
  const companyOf = async (of = cookie) => (await sessionFromCookie(of))?.company?.id ?? null;
  const act = async (name: string, input: object, of = cookie) =>
    performAction(ADMIN_ACTIONS, await sessionOf(of), name, input);
  const open = (companyId = other.companyId, of = cookie) => act("company.open", { company_id: companyId }, of);
  const asked = (path: string, of = cookie) => ({
    request: new Request(`http://localhost/platform${path}`, { headers: { Cookie: of } }),
    params: {},
    context: { ip: "::1", nonce: "" },
  });
  const vehicles = async (of = cookie) => JSON.stringify(await (await vehiclesPage(asked("/company/x", of))).json());

  beforeEach(async () => {
    setWorld(db());
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    own = await createCompany(db());
    other = await createCompany(db());
    await createVehicle(db(), own.companyId, { title: "Van of their own" });
    await createVehicle(db(), other.companyId, { title: "Van of others" });
    adminId = await createUser(db(), { is_admin: 1, current_company_id: own.companyId });
    await createMember(db(), own.companyId, { user_id: adminId, is_dispatcher: 1 });
    cookie = await signIn(adminId);
    changed = [];
    stop = listenToAccessChanges((id) => changed.push(id));
  });
  afterEach(() => {
    stop();
    forgetWorld();
  });

  it("is any one for those whom their own company has shut out, so that they can undo it", async () => {
    await db()("company_members").where({ user_id: adminId }).update({ status: 0 });
    const session = await sessionOf();
    expect(session).toMatchObject({ opened: true, company: { id: expect.any(Number) as number } });
    await open(other.companyId);
    expect(await companyOf()).toBe(other.companyId);
    await act("company.leave", {});
    expect(await companyOf()).not.toBeNull();
    // Others have none.
    const userId = await createUser(db(), {});
    expect(await companyOf(await signIn(userId))).toBeNull();
  });

  it("tells in its log that somebody without a company of their own was led into it, once in a session", async () => {
    await db()("company_members").where({ user_id: adminId }).update({ status: 0 });
    const all = await Promise.all([1, 2, 3].map(() => companyOf()));
    const [companyId] = all;
    expect(all).toEqual([companyId, companyId, companyId]);
    const stored = () => db()("sessions").where({ user_id: adminId }).first("opened_company_id");
    expect(await stored()).toEqual({ opened_company_id: companyId });
    const opened = { action: "company.open", outcome: "done", user_id: adminId, by_platform: 1 };
    const log = () => db()("audit_log").where({ user_id: adminId, company_id: companyId!, action: "company.open" });
    expect(await log()).toEqual([expect.objectContaining(opened)]);
    // Where it is left it is opened anew, in place of none; where it is removed, another.
    await act("company.leave", {});
    expect([await companyOf(), await companyOf()]).toEqual([companyId, companyId]);
    expect(await log()).toHaveLength(2);
    await db()("companies").where({ id: companyId! }).update({ deleted_at: NOW });
    const next = await companyOf();
    expect(next).not.toBe(companyId);
    expect(await db()("audit_log").where({ user_id: adminId, company_id: next! })).toEqual([
      expect.objectContaining(opened),
    ]);
  });

  it("is what the session works for, request after request, until it is left", async () => {
    expect(await companyOf()).toBe(own.companyId);
    await open();
    for (let request = 0; request < 2; request += 1)
      expect(await sessionOf()).toMatchObject({
        opened: true,
        company: { id: other.companyId },
        // Of their own role nothing is left there: what they may do, they may as a super admin.
        memberId: null,
        actor: { companyId: other.companyId, memberId: null, isDispatcher: false, isOwner: false, hasAdminFlag: true },
        companies: [{ id: own.companyId }],
      });
    expect(await vehicles()).toContain("Van of others");
    expect(await vehicles()).not.toContain("Van of their own");
    await act("company.leave", {});
    const back = await sessionOf();
    expect([back.company.id, back.opened, back.actor.isDispatcher]).toEqual([own.companyId, undefined, true]);
    expect(await vehicles()).not.toContain("Van of others");
    // Sockets of both moments are closed.
    expect(changed).toEqual([adminId, adminId]);
  });

  it("is opened in this session alone, and not by the next sign-in", async () => {
    const elsewhere = await signIn(adminId);
    await open();
    expect([await companyOf(elsewhere), await companyOf(await signIn(adminId))]).toEqual([
      own.companyId,
      own.companyId,
    ]);
  });

  it("opens to nobody else", async () => {
    for (const rights of [{}, { platform_role: "dev_team" as const }]) {
      const userId = await createUser(db(), { ...rights, current_company_id: own.companyId });
      await createMember(db(), own.companyId, { user_id: userId, is_admin: 1 });
      const theirs = await signIn(userId);
      await expect(open(other.companyId, theirs)).rejects.toMatchObject({ status: 403 });
      await expect(switchCompany(await sessionOf(theirs), other.companyId)).rejects.toMatchObject({ status: 404 });
      await expect(openedArea(asked("/admin/company/general", theirs))).rejects.toMatchObject({ status: 403 });
      // Not even with what an opened company leaves behind.
      await db()("sessions").where({ user_id: userId }).update({ opened_company_id: other.companyId });
      expect(await sessionOf(theirs)).toMatchObject({ company: { id: own.companyId }, actor: { isAdmin: true } });
      expect((await sessionOf(theirs)).opened).toBeUndefined();
      expect(await vehicles(theirs)).not.toContain("Van of others");
    }
  });

  it("closes when its opener is a super admin no more, and when it is removed", async () => {
    await open();
    await updateUser(db(), adminId, { is_admin: 0 }, NOW);
    expect(await companyOf()).toBe(own.companyId);
    await updateUser(db(), adminId, { is_admin: 1 }, NOW);
    expect(await companyOf()).toBe(other.companyId);
    await db()("companies").where({ id: other.companyId }).update({ deleted_at: NOW });
    expect(await companyOf()).toBe(own.companyId);
    for (const companyId of [other.companyId, 999_999])
      await expect(open(companyId)).rejects.toMatchObject({ status: 404, message: "Company not found" });
  });

  it("may be one that is not active, and stays open when its opener leaves their own", async () => {
    await db()("companies").where({ id: other.companyId }).update({ status: 0 });
    await open();
    const memberId = (await db()("company_members").where({ user_id: adminId }).first("id"))?.id ?? 0;
    await updateMember(db(), own.companyId, memberId, { status: 0 }, NOW);
    expect(await sessionOf()).toMatchObject({ company: { id: other.companyId }, companies: [] });
  });

  it("is shut for its members and let open again, and remarked upon for super admins alone", async () => {
    const member = await signIn(other.ownerId);
    await open();
    const manage = async (name: string, input: object = {}, of = cookie) =>
      performAction(GENERAL_ACTIONS, await sessionOf(of), name, input);
    for (const name of ["company.deactivate", "company.comment"])
      await expect(manage(name, { admin_comment: "x" }, member)).rejects.toMatchObject({ status: 403 });
    await manage("company.comment", { admin_comment: "Pays late" });
    await manage("company.deactivate");
    expect(await companyOf(member)).toBeNull();
    expect((await loadGeneralPage(await sessionOf())).managed).toEqual({ isActive: false, comment: "Pays late" });
    expect(changed).toContain(other.ownerId);
    await manage("company.activate");
    expect(await companyOf(member)).toBe(other.companyId);
    expect((await loadGeneralPage(await sessionOf(member))).managed).toBeNull();
    // Its administrators read in their log that it was shut, and not what is thought of it.
    const told = await loadLogPage(await sessionOf(member), asked("/company/log").request);
    expect(told.entries.map(({ action, who }) => [action, who])).toEqual(
      expect.arrayContaining([["company.deactivate", "Uma User (platform)"]]),
    );
    expect(JSON.stringify(told)).not.toContain("Pays late");
    const { entries } = await loadPlatformLog(await sessionOf(), asked("/admin/log?action=company.comment").request);
    expect(entries[0]).toMatchObject({ company: null, changes: ["Admin comment: – → Pays late"] });
  });

  it("of one's own is switched to, with the role there", async () => {
    await createMember(db(), other.companyId, { user_id: adminId, is_dispatcher: 1 });
    await open();
    const session = await sessionOf();
    expect([session.company.id, session.opened, session.actor.isDispatcher]).toEqual([
      other.companyId,
      undefined,
      true,
    ]);
  });

  // @spec AA-2.54
  it("shows its pages under /admin/company, wherever a link leads", async () => {
    expect((await companyArea(asked("/company/team?q=a"))).status).toBe(200);
    await open();
    const answer = (await companyArea(asked("/company/team?q=a")).catch((thrown: unknown) => thrown)) as Response;
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/admin/company/team?q=a"]);
    const { tabs } = (await (await openedArea(asked("/admin/company/team"))).json()) as { tabs: { to: string }[] };
    expect(tabs.map(({ to }) => to)).toContain("/admin/company/team");
    expect(tabs.filter(({ to }) => !to.startsWith("/admin/company/"))).toEqual([]);
    for (const area of ["/company", "/admin/company"]) {
      const billing = billingArea(asked(`${area}/billing`));
      expect([billing.status, billing.headers.get("Location")]).toEqual([302, `${area}/billing/main`]);
    }
  });

  it("is in its own log, with who opened it; the header leads back to it", async () => {
    await open();
    const opened = await sessionOf();
    await act("company.leave", {});
    await switchCompany(await sessionOf(), other.companyId);
    expect(await companyOf()).toBe(other.companyId);
    await switchCompany(await sessionOf(), own.companyId);
    expect(await companyOf()).toBe(own.companyId);
    expect(opened.company.id).toBe(other.companyId);
    const entries = await db()("audit_log")
      .where({ user_id: adminId })
      .whereNot({ action: "session.sign_in" })
      .orderBy("id")
      .select("company_id", "action", "outcome", "by_platform");
    expect(entries).toEqual([
      { company_id: other.companyId, action: "company.open", outcome: "done", by_platform: 1 },
      { company_id: other.companyId, action: "company.leave", outcome: "done", by_platform: 1 },
      { company_id: other.companyId, action: "company.open", outcome: "done", by_platform: 1 },
      { company_id: own.companyId, action: "session.switch_company", outcome: "done", by_platform: 0 },
    ]);
  });

  it("is opened and brought back by calls, which name it and not the caller's own", async () => {
    const headers = { headers: { Cookie: cookie } };
    const named = { company_id: other.companyId };
    expect((await post(headers, "action/company.open", named)).status).toBe(200);
    expect(await companyOf()).toBe(other.companyId);
    expect((await post(headers, "action/company.leave")).status).toBe(200);
    await db()("companies").where({ id: other.companyId }).update({ deleted_at: NOW });
    expect((await post(headers, "action/company.open", named)).status).toBe(404);
    expect((await post(headers, "action/company.restore", named)).status).toBe(200);
    expect((await db()("companies").where({ id: other.companyId }).first())?.deleted_at).toBeNull();
    // Of any other call it is the caller's.
    expect((await post(headers, "action/vehicle.create", { title: "Van", ...named })).status).toBe(404);
    const owner = { headers: { Cookie: await signIn(own.ownerId) } };
    for (const call of ["action/company.open", "action/company.restore"])
      expect((await post(owner, call, named)).status, call).toBe(403);
  });

  it("keeps its main key to its own administrators, and tells them when it is made anew", async () => {
    const asOwner = await signIn(other.ownerId);
    const key = async (name: string, input: object, of: string) =>
      performAction(API_KEY_ACTIONS, await sessionOf(of), name, input);
    const shown = async (of: string) => {
      const { main } = await loadApiPage(await sessionOf(of), asked("/company/api").request);
      const { body } = await post({ headers: { Cookie: of } }, "company/item");
      return [main?.value, (body.data as { api_key: string | null }).api_key];
    };
    await key("api_key.regenerate", {}, asOwner);
    const [onPage, called] = await shown(asOwner);
    expect([onPage, called]).toEqual([expect.stringMatching(/^\w{32}$/), onPage]);
    await open();
    expect(await shown(cookie)).toEqual([null, null]);
    const page = await loadApiPage(await sessionOf(), asked("/company/api").request);
    expect(page.main).toMatchObject({ isForOthers: true });
    const headers = { headers: { Cookie: cookie } };
    const list = await post(headers, "company/list", { user_id: other.ownerId });
    expect(list.body.data).toMatchObject([{ id: other.companyId, api_key: null }]);
    // Nor do they see the one that they make, of which the company's log tells.
    await key("api_key.regenerate", {}, cookie);
    expect(await shown(cookie)).toEqual([null, null]);
    expect((await shown(asOwner))[0]).not.toBe(onPage);
    const entries = await db()("audit_log").where({ company_id: other.companyId, action: "api_key.regenerate" });
    expect(entries.map(({ user_id: by, by_platform: isOfPlatform }) => [by, isOfPlatform])).toEqual([
      [other.ownerId, 0],
      [adminId, 1],
    ]);
  });

  // @spec AA-2.55 AA-2.56
  it("is opened by a form that leads to its first page", async () => {
    const body = new URLSearchParams({
      pageCompany: String(own.companyId),
      intent: "company.open",
      company_id: String(other.companyId),
    });
    const request = new Request("http://localhost/platform/admin/companies", {
      method: "POST",
      headers: { Cookie: cookie, Accept: "text/html" },
      body,
    });
    const answer = (await companiesAction({ ...asked("/"), request }).catch((thrown: unknown) => thrown)) as Response;
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/company/general"]);
    expect(await companyOf()).toBe(other.companyId);
  });
});
