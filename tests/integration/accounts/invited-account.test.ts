import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { factorsOf } from "~/auth/factors.server";
import { currentSession, openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { answerLink, answerOwn } from "~/features/accounts/invitation-actions.server";
import { loadInvitation } from "~/features/accounts/queries/invitation-page.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { beginAccounts, endAccounts, queuedMails, sendForm } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { giveTotp } from "../../helpers/factors";
import { submit } from "../../helpers/forms";
import { justSignedIn, sessionOf } from "../../helpers/sessions";

/** A super admin has changed an account's e-mail without saying that it is verified; a company invites this e-mail. */
describe.each(databases())("an account in use with a new e-mail that is invited, on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let email = "";
  let userId = 0;
  let nth = 0;

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    company = await createCompany(db);
    email = `moved-${nth}@test.example`;
    userId = await createUser(db, { email: `before-${nth}@test.example`, password_hash: "theirs" });
    await giveTotp(db, userId, NOW);
    const staff = await justSignedIn(sessionOf(company, { hasAdminFlag: true }, company.ownerId));
    await submit(PROFILE_ACTIONS["user.change_email"], staff, { user_id: userId, email });
  });
  afterEach(endAccounts);

  const account = () => getUserAcrossCompanies(database().db, userId);
  const invite = async (roles: Record<string, string>): Promise<string> => {
    const admin = sessionOf(company, { isOwner: true }, company.ownerId);
    await submit(TEAM_ACTIONS["member.create"], admin, { name: "Ines", surname: "Road", email, ...roles });
    return /\/invitation\/([\w-]+)$/.exec((await queuedMails(database().db)).at(-1)!.link)![1]!;
  };
  const wayOf = async (token: string, cookie = "") => {
    const request = new Request("http://localhost/platform/invitation", { headers: { Cookie: cookie } });
    return (await (await loadInvitation({ request, params: { token } })).json()).invitation?.way;
  };

  it.each([
    ["a driver", { is_courier: "1" }],
    ["a dispatcher", { is_dispatcher: "1" }],
  ])("keeps password, name and second step: the link for %s leads to the sign-in", async (_who, roles) => {
    const before = await account();
    expect([before.email, before.email_verified_at, before.is_completed]).toEqual([email, null, 1]);
    const factors = await factorsOf(database().db, userId);
    expect(factors.hasTotp).toBe(true);
    const token = await invite(roles);
    expect(await wayOf(token)).toBe("sign_in");
    for (const way of ["start", "register"]) {
      const fields = { answer: way, name: "Somebody", surname: "Else", password: "correct horse battery" };
      const refused = await sendForm(answerLink, fields, { params: { token } });
      const message = "Open the link again: somebody has signed in or out meanwhile.";
      expect([way, refused.status, await refused.json()]).toMatchObject([way, 409, { message }]);
    }
    expect(await account()).toEqual(before);
    expect(await factorsOf(database().db, userId)).toEqual(factors);
    expect(await database().db("sessions").where({ user_id: userId })).toEqual([]);
  });

  it("signs in, is held until the e-mail is verified, and answers then", async () => {
    const { db } = database();
    const token = await invite({ is_dispatcher: "1" });
    const cookie = (await openSession(await account(), new Headers())).split(";")[0]!;
    const session = () => currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
    expect([(await session())?.held, await wayOf(token, cookie)]).toEqual(["email", "sign_in"]);
    await updateUser(db, userId, { email_verified_at: NOW }, NOW);
    const { id } = (await db("company_members").where({ company_id: company.companyId, email }).first())!;
    expect((await sendForm(answerOwn, { answer: "accept", id: String(id) }, { cookie })).status).toBe(303);
    expect((await session())?.company?.id).toBe(company.companyId);
  });
});
