import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countLinkTry } from "~/auth/mail-limits.server";
import { openSession } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { listIdentities } from "~/db/repositories/identities.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { answerSocialLink } from "~/features/accounts/social-link.server";
import { loadSocialLink } from "~/features/accounts/queries/social-link-page.server";
import type { LinkPage } from "~/features/accounts/queries/social-link-page.server";
import type { ActionRefusal } from "~/lib/action-result";
import { hashPassword } from "~/services/password.server";
import { openidSignIn } from "~/services/social/openid.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import { cookiesOf, endAccounts, queuedMails, sendForm, startAccounts } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { flashOf } from "../../helpers/flash";
import { CLIENT, startOidcServer } from "../../helpers/oidc-server";
import type { OidcServer } from "../../helpers/oidc-server";
import { callbackOf, passwordSignIn, placeOf, sessionOf, socialSignIn } from "./social-way";

const PASSWORD = "correct horse battery";

let acme: OidcServer;
beforeAll(async () => {
  acme = await startOidcServer([callbackOf("acme")]);
});
afterAll(() => acme.close());

describe.each(databases())("linking an account elsewhere on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let login = "";
  let email = "";
  let userId = 0;

  const startAt = (now: string) =>
    startAccounts(database().db, now, {
      social: openidSignIn([{ driver: "acme", title: "Acme", issuer: acme.issuer, ...CLIENT }]),
    });

  beforeEach(async () => {
    const { db } = database();
    useDatabase(db);
    startAt(NOW);
    await db("mails").delete();
    await db("limits").delete();
    nth += 1;
    login = `ben-${kind}-${nth}`;
    email = `ben-${nth}@test.example`;
    acme.accounts.set(login, { email, email_verified: true });
    const { ownerId } = await createCompany(db);
    userId = ownerId;
    await db("users")
      .where({ id: userId })
      .update({ email, password_hash: await hashPassword(PASSWORD) });
  });
  afterEach(endAccounts);

  const identities = (id = userId) => listIdentities(database().db, id);
  const join = (...cookies: string[]) => cookies.filter(Boolean).join("; ");
  const signedInAs = async (id: number) =>
    openSession(await getUserAcrossCompanies(database().db, id), new Headers()).then((cookie) => cookie.split(";")[0]!);
  const page = async (cookie: string): Promise<LinkPage | Response> => {
    const request = new Request("http://localhost/platform/social/link", { headers: { Cookie: cookie } });
    const answer = await loadSocialLink({ request }).catch((thrown: unknown) => thrown as Response);
    return answer.status === 200 ? ((await answer.json()) as LinkPage) : answer;
  };
  const answer = (cookie: string, given: string, fields: Record<string, string> = {}) =>
    sendForm(answerSocialLink, { answer: given, ...fields }, { cookie });

  it("waits until the holder of the account has signed in with their password, and asks", async () => {
    const { db } = database();
    const led = await socialSignIn(login);
    expect([placeOf(led), await sessionOf(led)]).toEqual(["/login?redirectTo=%2Fsocial%2Flink", null]);
    expect((await flashOf(led))?.message).toBe(
      "There is an account with this e-mail already. Sign in your own way once, and link it with Acme.",
    );
    expect(await identities()).toEqual([]);
    // The page is for those who are signed in.
    expect(((await page(cookiesOf(led))) as Response).headers.get("Location")).toBe(
      "/login?redirectTo=%2Fsocial%2Flink",
    );

    const cookie = join(cookiesOf(led), cookiesOf(await passwordSignIn(email, PASSWORD)));
    expect(await page(cookie)).toMatchObject({ title: "Acme", email, account: email, proof: "none" });
    const linked = await answer(cookie, "link");
    expect(placeOf(linked)).toBe("/planning");
    expect(await identities()).toMatchObject([{ issuer: acme.issuer, subject: login, email }]);
    const [mail] = await queuedMails(db);
    expect([mail?.to, mail?.subject]).toEqual([email, "You can sign in with Acme now"]);
    expect(await db("audit_log").where({ action: "identity.link", user_id: userId })).toHaveLength(1);

    expect((await sessionOf(await socialSignIn(login)))?.user.id).toBe(userId);
    expect((await getUserAcrossCompanies(db, userId)).password_hash).not.toBeNull();
  });

  it("links nothing without the yes", async () => {
    const cookie = join(cookiesOf(await socialSignIn(login)), await signedInAs(userId));
    const skipped = await answer(cookie, "skip");
    expect([placeOf(skipped), await identities()]).toEqual(["/planning", []]);
    expect(skipped.headers.getSetCookie().join()).toMatch(/platform_social_link=;.*Max-Age=0/);
  });

  it("links from inside, whatever e-mail the other account has", async () => {
    acme.accounts.set(login, { email: "private@elsewhere.example", email_verified: false });
    const cookie = await signedInAs(userId);
    const led = await socialSignIn(login, { cookie, redirectTo: "/profile" });
    expect(placeOf(led)).toBe("/social/link");
    const all = join(cookie, cookiesOf(led));
    expect(await page(all)).toMatchObject({ email: "private@elsewhere.example", account: email });
    expect(placeOf(await answer(all, "link"))).toBe("/profile");
    expect((await sessionOf(await socialSignIn(login)))?.user.id).toBe(userId);
  });

  it("asks for the password where somebody signed in a while ago", async () => {
    const cookie = await signedInAs(userId);
    startAt(addSeconds(NOW, 3600));
    const all = join(cookie, cookiesOf(await socialSignIn(login, { cookie })));
    expect(await page(all)).toMatchObject({ proof: "password" });
    for (const password of ["", "wrong horse battery"]) {
      const refused = await answer(all, "link", { password });
      expect([refused.status, (await refused.json()) as ActionRefusal]).toMatchObject([
        422,
        { fieldErrors: { password: "The password is not correct." } },
      ]);
    }
    expect(await identities()).toEqual([]);
    expect((await answer(all, "link", { password: PASSWORD })).status).toBe(303);
    expect(await identities()).toHaveLength(1);
  });

  it("takes so many passwords from one visitor, whosever account they are for", async () => {
    const cookie = await signedInAs(userId);
    startAt(addSeconds(NOW, 3600));
    const all = join(cookie, cookiesOf(await socialSignIn(login, { cookie })));
    for (let tries = 0; tries < 30; tries += 1) await countLinkTry("192.0.2.9");
    const tryFrom = async (ip: string) =>
      (await sendForm(answerSocialLink, { answer: "link", password: "wrong" }, { cookie: all, ip })).status;
    expect([await tryFrom("192.0.2.9"), await tryFrom("192.0.2.10")]).toEqual([429, 422]);
  });

  it("asks for another sign-in where there is no password, and goes on after it", async () => {
    await database().db("users").where({ id: userId }).update({ password_hash: null });
    const cookie = await signedInAs(userId);
    startAt(addSeconds(NOW, 3600));
    const all = join(cookie, cookiesOf(await socialSignIn(login, { cookie })));
    expect(await page(all)).toMatchObject({ proof: "again" });
    expect((await answer(all, "link")).status).toBe(403);
    const out = await answer(all, "again");
    expect([placeOf(out), await sessionOf(cookie)]).toEqual(["/login?redirectTo=%2Fsocial%2Flink", null]);
    const again = join(all.replace(cookie, ""), await signedInAs(userId));
    expect(await page(again)).toMatchObject({ proof: "none" });
    expect((await answer(again, "link")).status).toBe(303);
    expect(await identities()).toHaveLength(1);
  });

  it("offers an identity to the account that it was brought for, and to no other", async () => {
    const stranger = await createUser(database().db, { email: `stranger-${nth}@test.example` });
    const cookie = join(cookiesOf(await socialSignIn(login)), await signedInAs(stranger));
    expect(((await page(cookie)) as Response).headers.get("Location")).toBe("/");
    expect((await answer(cookie, "link")).status).toBe(410);
    expect([await identities(), await identities(stranger)]).toEqual([[], []]);
  });

  it("lets nobody put their own identity into the account of somebody else", async () => {
    const victim = await signedInAs(userId);
    // What the attacker's browser was given for their own account.
    const attackerId = await createUser(database().db, { email: `attacker-${nth}@test.example` });
    acme.accounts.set(login, { email: `attacker-${nth}@test.example`, email_verified: true });
    const own = await signedInAs(attackerId);
    const planted = cookiesOf(await socialSignIn(login, { cookie: own }));
    expect((await answer(join(victim, planted), "link")).status).toBe(410);
    expect(await identities()).toEqual([]);
  });

  it("says no when the identity has become another account's meanwhile, and after ten minutes", async () => {
    const cookie = await signedInAs(userId);
    const all = join(cookie, cookiesOf(await socialSignIn(login, { cookie })));
    const { db } = database();
    const stranger = await createUser(db);
    await db("user_identities").insert({ user_id: stranger, issuer: acme.issuer, subject: login, created_at: NOW });
    const refused = await answer(all, "link");
    expect([refused.status, ((await refused.json()) as ActionRefusal).message]).toEqual([
      409,
      "This sign-in belongs to another account",
    ]);
    await db("user_identities").where({ user_id: stranger }).delete();
    startAt(addSeconds(NOW, 600));
    expect((await answer(all, "link")).status).toBe(410);
    expect(await identities()).toEqual([]);
  });
});
