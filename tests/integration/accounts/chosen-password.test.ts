import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentSession, openSession } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { getUserAcrossCompanies, setPassword } from "~/db/repositories/users.server";
import { chooseNewPassword, signIn } from "~/features/accounts/account-actions.server";
import { choosePassword } from "~/features/accounts/commands/choose-password.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import type { ActionRefusal } from "~/lib/action-result";
import { hashPassword } from "~/services/password.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import { beginAccounts, cookiesOf, endAccounts, queuedMails, sendCall, sendForm } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { justSignedIn, sessionOf } from "../../helpers/sessions";

const SET = "what support has set 7";
const OWN = "several words are good";

describe.each(databases())("a password that a super admin has set, on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";
  let userId = 0;
  let admin: CompanySession;

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    email = `set-${nth}@test.example`;
    const company = await createCompany(db);
    const companyId = company.companyId;
    userId = await createUser(db, { email, current_company_id: companyId });
    await createMember(db, companyId, { is_dispatcher: 1, user_id: userId });
    admin = { ...sessionOf(company, { hasAdminFlag: true }, company.ownerId), id: null };
  });
  afterEach(endAccounts);

  const set = async (password = SET) =>
    performAction(PROFILE_ACTIONS, await justSignedIn(admin), "user.set_password", {
      user_id: userId,
      new_password: password,
    });
  const signedIn = async (password: string) => {
    const answer = await sendForm(signIn, { email, password });
    return { status: answer.status, cookie: cookiesOf(answer) };
  };
  const session = async (cookie: string) =>
    currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
  const choose = (cookie: string, password: string, redirectTo = "") =>
    sendForm(chooseNewPassword, { password, redirectTo }, { cookie });

  it("opens sessions without a right or a company, until its holder has chosen another", async () => {
    await set();
    expect((await queuedMails(database().db)).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "A new password was set for you"],
    ]);
    expect((await queuedMails(database().db))[0]?.text).not.toContain(SET);
    const { cookie } = await signedIn(SET);
    const elsewhere = (await signedIn(SET)).cookie;
    expect(await session(cookie)).toMatchObject({ held: "password", company: null, actor: { kind: "anonymous" } });
    const answer = await choose(cookie, OWN, "/planning?q=1");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/planning?q=1"]);
    const now = await session(cookie);
    expect([now?.held, now?.company?.id, now?.actor.isDispatcher]).toEqual([undefined, admin.company.id, true]);
    // The session with which it was chosen goes on; whoever else knew the old password is out.
    expect(await session(elsewhere)).toBeNull();
    expect([(await signedIn(SET)).status, (await signedIn(OWN)).status]).toEqual([401, 303]);
    expect((await session((await signedIn(OWN)).cookie))?.held).toBeUndefined();
    const log = await database().db("audit_log").where({ user_id: userId }).orderBy("id").pluck("action");
    expect(log.filter((action) => action.startsWith("account."))).toEqual(["account.choose_password"]);
  });

  it("is not chosen again, nor replaced by one that is guessed first", async () => {
    await set();
    const { cookie } = await signedIn(SET);
    for (const [password, fault] of [
      [SET, "Choose another password than the one that was set for you"],
      ["password123", "This password is among those that are guessed first. Choose another one"],
      ["", "Password is required"],
    ] as const) {
      const answer = await choose(cookie, password);
      const { fieldErrors, values } = (await answer.json()) as ActionRefusal;
      expect([answer.status, fieldErrors?.password, values?.password]).toEqual([422, fault, undefined]);
    }
    expect((await session(cookie))?.held).toBe("password");
  });

  it("is chosen by a call too, which nobody else may make", async () => {
    const { db } = database();
    await setPassword(db, userId, await hashPassword(OWN), NOW);
    const own = (await signedIn(OWN)).cookie;
    expect((await sendCall("password/choose", { password: "another one 1234" }, { cookie: own })).status).toBe(409);
    expect((await sendCall("password/choose", { password: "another one 1234" })).status).toBe(401);
    await set();
    const { cookie } = await signedIn(SET);
    const refused = await sendCall("password/confirm", { password: SET }, { cookie });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        status: "fail",
        data: "Choose a password of your own first.",
        message: "Choose a password of your own first.",
      },
    ]);
    expect((await sendCall("password/choose", { password: OWN }, { cookie })).status).toBe(200);
    expect((await sendCall("password/confirm", { password: OWN }, { cookie })).status).toBe(200);
  });

  it("that is set anew meanwhile ends the session, and what it chooses is not taken", async () => {
    await set();
    const { cookie } = await signedIn(SET);
    const looked = await session(cookie);
    await set("what support has set 8");
    await expect(choosePassword(looked, OWN)).rejects.toMatchObject({ status: 401 });
    expect((await choose(cookie, OWN)).status).toBe(401);
    const row = await getUserAcrossCompanies(database().db, userId);
    expect(row.is_password_due).toBe(1);
    // However the session is opened: by a passkey or an account elsewhere as well.
    expect((await session((await openSession(row, new Headers())).split(";")[0]!))?.held).toBe("password");
  });
});
