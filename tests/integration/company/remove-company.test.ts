import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { sessionOfKey } from "~/auth/api-key.server";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { getCompany } from "~/db/repositories/companies.server";
import { updateRoutes } from "~/db/repositories/routes.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { RouteStatus } from "~/domain/route/route-status";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { GENERAL_ACTIONS } from "~/features/company/actions.server";
import { loadGeneralPage } from "~/features/company/queries/general-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { hashPassword } from "~/services/password.server";
import { createApiKey } from "../../factories/api-keys";
import { createCompany, createMember, createPlan, createRoute, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { post } from "../api/api-world";
import { forgetWorld, setWorld } from "../planning/desk";

const PASSWORD = "several words are good";

describe.each(databases())("closing a company on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let title = "";
  let owner: CompanySession;
  let cookie = "";
  let nowMs = 0;

  const open = async (userId: number): Promise<string> =>
    (await openSession(await getUserAcrossCompanies(db(), userId), new Headers())).split(";")[0]!;
  const sessionNow = async (): Promise<CompanySession> => (await sessionFromCookie(cookie)) as CompanySession;
  const remove = (input: object, by = owner) => performAction(GENERAL_ACTIONS, by, "company.remove", input);
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      ({ code, status, field }: { code: string; status: number; field?: string }) => ({ code, status, field }),
    );
  const isClosed = async () => (await db()("companies").where({ id: company.companyId }).first())?.deleted_at !== null;

  beforeEach(async () => {
    setWorld(db());
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs } }));
    company = await createCompany(db());
    ({ title } = await getCompany(db(), company.companyId));
    await updateUser(db(), company.ownerId, { password_hash: await hashPassword(PASSWORD) }, NOW);
    cookie = await open(company.ownerId);
    owner = await sessionNow();
    // Signed in longer ago than a proof holds.
    nowMs = epochSec(addSeconds(NOW, 3_600)) * 1000;
  });
  afterEach(forgetWorld);

  it("asks who closes it, and which one; a wrong answer closes nothing", async () => {
    expect(await refusal(remove({ title }))).toMatchObject({ code: "proof.needed", status: 403 });
    expect(await refusal(remove({ title, password: "not this one" }))).toMatchObject({
      status: 422,
      field: "password",
    });
    expect((await loadGeneralPage(owner)).removal).toEqual({ proof: "text" });
    expect(await refusal(remove({ title: "Another", password: PASSWORD }))).toMatchObject({
      code: "company.other_title",
      status: 422,
      field: "title",
    });
    expect(await isClosed()).toBe(false);
    // The password was right: it holds for a while.
    expect((await loadGeneralPage(owner)).removal).toEqual({ proof: "nothing" });
    await remove({ title });
    expect(await isClosed()).toBe(true);
  });

  it("waits for routes that are on the road", async () => {
    const planId = await createPlan(db(), company.companyId);
    const routeId = await createRoute(db(), company.companyId, planId, { status: RouteStatus.OnRoute });
    expect(await refusal(remove({ title, password: PASSWORD }))).toMatchObject({
      code: "company.on_road",
      status: 409,
    });
    expect(await isClosed()).toBe(false);
    await updateRoutes(db(), company.companyId, [{ id: routeId, status: RouteStatus.Completed }], NOW);
    await remove({ title });
    expect(await isClosed()).toBe(true);
  });

  it("is its owner's and its admins', not a dispatcher's or a program's", async () => {
    for (const rights of [{ isDispatcher: true }, { isDriver: true }, { kind: "api" as const }])
      expect(
        await refusal(remove({ title, password: PASSWORD }, { ...owner, ...sessionOf(company, rights, 0) })),
      ).toMatchObject({
        status: 403,
      });
    const admin = { ...owner, actor: { ...owner.actor, isOwner: false, isAdmin: true } };
    expect(await refusal(remove({ title: "Another", password: PASSWORD }, admin))).toMatchObject({
      code: "company.other_title",
    });
    expect(await isClosed()).toBe(false);
  });

  it("ends it for everybody at once: members, their open pages, keys and calls; other companies stay", async () => {
    const memberUser = await createUser(db());
    await createMember(db(), company.companyId, { user_id: memberUser, is_dispatcher: 1, invitation_type: 1 });
    const theirs = await open(memberUser);
    expect(((await sessionFromCookie(theirs)) as CompanySession).company.id).toBe(company.companyId);
    const second = await createCompany(db());
    await db()("companies").where({ id: second.companyId }).update({ user_id: company.ownerId });
    const { value } = await createApiKey(db(), company.companyId);
    const told: number[] = [];
    const stop = listenToAccessChanges((userId) => told.push(userId));

    const answer = await post({ headers: { Cookie: cookie } }, "company/destroy", { title, password: PASSWORD });
    stop();
    expect([answer.status, answer.body]).toMatchObject([200, { data: { ids: [company.companyId] } }]);
    expect([...new Set(told)].sort()).toEqual([company.ownerId, company.driverUserId, memberUser].sort());
    expect((await sessionNow()).company.id).toBe(second.companyId);
    expect((await sessionFromCookie(theirs))?.company).toBeNull();
    await expect(sessionOfKey({ headers: new Headers({ "X-Api-Key": value }) })).rejects.toMatchObject({ status: 401 });
    expect(
      (await post({ headers: { Cookie: cookie } }, "company/destroy", { id: company.companyId, title })).status,
    ).toBe(404);
    const [entry] = await db()("audit_log")
      .where({ action: "company.remove", outcome: "done" })
      .orderBy("id", "desc")
      .limit(1);
    expect(entry).toMatchObject({ company_id: company.companyId, user_id: company.ownerId });
    expect(JSON.parse(entry?.changes ?? "[]")).toMatchObject([{ fields: { deleted_at: [null, expect.any(String)] } }]);
  });
});
