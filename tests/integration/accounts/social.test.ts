import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { listIdentities } from "~/db/repositories/identities.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { signUp, verify } from "~/features/accounts/account-actions.server";
import { hashPassword } from "~/services/password.server";
import { openidSignIn } from "~/services/social/openid.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import { cookiesOf, endAccounts, queuedMails, sendForm, startAccounts, verifyParams } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { AtProvider, CLIENT, startOidcServer } from "../../helpers/oidc-server";
import type { OidcAccount, OidcServer } from "../../helpers/oidc-server";
import { giveTotp } from "../../helpers/factors";
import { flashOf } from "../../helpers/flash";
import { begin, callbackOf, finish, passwordSignIn, placeOf, sessionOf, socialSignIn, there } from "./social-way";

const PASSWORD = "correct horse battery";

let acme: OidcServer;
let other: OidcServer;
beforeAll(async () => {
  [acme, other] = await Promise.all([startOidcServer([callbackOf("acme")]), startOidcServer([callbackOf("other")])]);
});
afterAll(async () => {
  await Promise.all([acme.close(), other.close()]);
});

describe.each(databases())("signing in with an account elsewhere on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let login = "";
  let email = "";

  const startAt = (now: string) =>
    startAccounts(database().db, now, {
      social: openidSignIn([
        { driver: "acme", title: "Acme", issuer: acme.issuer, ...CLIENT },
        { driver: "other", title: "Other", issuer: other.issuer, ...CLIENT },
      ]),
    });

  beforeEach(async () => {
    const { db } = database();
    useDatabase(db);
    startAt(NOW);
    await db("mails").delete();
    await db("limits").delete();
    nth += 1;
    login = `ann-${kind}-${nth}`;
    email = `ann-${nth}@test.example`;
    told({ email, email_verified: true, given_name: "Ann", family_name: "Ash" });
  });
  afterEach(endAccounts);

  const told = (account: OidcAccount) => {
    acme.accounts.set(login, account);
    other.accounts.set(login, account);
  };
  const social = (options: Parameters<typeof socialSignIn>[1] = {}) => socialSignIn(login, options);
  const userOf = (address = email) => database().db("users").where({ email: address }).first();
  /** Refused: back on the sign-in with this sentence, and without a session. */
  async function expectRefusal(answer: Response, sentence: string | RegExp): Promise<void> {
    expect(placeOf(answer)).toMatch(/^\/login(\?|$)/);
    const flash = await flashOf(answer);
    expect(flash?.tone).toBe("error");
    expect(flash?.message).toMatch(sentence);
    expect(await sessionOf(answer)).toBeNull();
  }

  // @spec AA-7.15
  it("makes an account that is verified, with a company and no password, and opens it again", async () => {
    const answer = await social();
    expect([answer.status, placeOf(answer)]).toEqual([302, "/planning"]);
    const session = (await sessionOf(answer))!;
    expect([session.user.email, session.company?.title, session.mustComplete]).toEqual([email, "My Company", true]);
    const user = (await userOf())!;
    expect(user).toMatchObject({ name: "Ann", surname: "Ash", password_hash: null, email_verified_at: NOW });
    const { db } = database();
    expect(await listIdentities(db, user.id)).toMatchObject([{ issuer: acme.issuer, subject: login, email }]);
    expect(await queuedMails(db)).toEqual([]);

    // The e-mail there is another one by now, or none; the account is known by its subject.
    told({ email: "elsewhere@test.example", email_verified: false });
    startAt(addSeconds(NOW, 3600));
    expect((await sessionOf(await social()))?.user.id).toBe(user.id);
    expect(await listIdentities(db, user.id)).toMatchObject([{ last_used_at: addSeconds(NOW, 3600), email }]);
    const actions = await db("audit_log").where({ user_id: user.id }).orderBy("id").pluck("action");
    expect(actions).toEqual(["identity.link", "session.sign_in", "session.sign_in"]);
  });

  it.each(["//evil.example", "https://evil.example/", "/\\evil.example", "/login", ""])(
    "leads back to own pages alone, and not to %s",
    async (redirectTo) => {
      expect(placeOf(await social({ redirectTo }))).toBe("/");
    },
  );

  it("sends a challenge, a state and a nonce, and keeps what they belong to where no script reads it", async () => {
    const begun = await begin();
    const sent = new URL(placeOf(begun) ?? "").searchParams;
    expect(sent.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) expect(sent.get(name)?.length, name).toBe(43);
    const [cookie = ""] = begun.headers.getSetCookie();
    expect(cookie).toMatch(/^platform_social_start=.*; Max-Age=600; Path=\/platform\/social; HttpOnly; SameSite=Lax/);
    const kept = Buffer.from(decodeURIComponent(cookie.split(";")[0]!.split("=")[1]!), "base64").toString("latin1");
    expect(kept).not.toContain(sent.get("state"));
  });

  describe("refuses", () => {
    const EXPIRED = /^This sign-in has expired or was used already/;
    const UNSURE = "Acme could not confirm who you are. Please try again.";

    it("another state, another browser and a way that was gone already, before the provider is asked", async () => {
      const begun = await begin();
      const back = await there(begun, login);
      const before = acme.tokenRequests;
      const forged = new URL(back);
      forged.searchParams.set("state", "A".repeat(43));
      await expectRefusal(await finish(forged, cookiesOf(begun)), EXPIRED);
      await expectRefusal(await finish(back, ""), EXPIRED);
      // Somebody else's cookie with this browser's answer.
      await expectRefusal(await finish(back, cookiesOf(await begin())), EXPIRED);
      expect(acme.tokenRequests).toBe(before);
      expect(await sessionOf(await finish(back, cookiesOf(begun)))).not.toBeNull();
      expect(acme.tokenRequests).toBe(before + 1);
      await expectRefusal(await finish(back, cookiesOf(begun)), EXPIRED);
      expect(acme.tokenRequests).toBe(before + 1);
    });

    it("what comes back too late", async () => {
      const begun = await begin();
      const back = await there(begun, login);
      startAt(addSeconds(NOW, 600));
      await expectRefusal(await finish(back, cookiesOf(begun)), EXPIRED);
    });

    it("the answer of one provider at the address of another", async () => {
      const begun = await begin("acme");
      const back = await there(begun, login);
      const before = [acme.tokenRequests, other.tokenRequests];
      await expectRefusal(await finish(back, cookiesOf(begun), "other"), EXPIRED);
      expect([acme.tokenRequests, other.tokenRequests]).toEqual(before);
    });

    it("an answer whose issuer is another one", async () => {
      const begun = await begin();
      const back = await there(begun, login);
      back.searchParams.set("iss", other.issuer);
      const before = acme.tokenRequests;
      await expectRefusal(await finish(back, cookiesOf(begun)), UNSURE);
      expect(acme.tokenRequests).toBe(before);
    });

    it.each([
      ["without the nonce", (url: URL) => url.searchParams.delete("nonce")],
      ["with another nonce", (url: URL) => url.searchParams.set("nonce", "another")],
      ["for another challenge", (url: URL) => url.searchParams.set("code_challenge", "B".repeat(43))],
    ])("a sign-in %s", async (_what, change) => {
      const begun = await begin();
      const url = new URL(placeOf(begun) ?? "");
      change(url);
      const back = await new AtProvider().signIn(url.href, login);
      await expectRefusal(await finish(back, cookiesOf(begun)), UNSURE);
      expect(await userOf()).toBeUndefined();
    });

    it("who has cancelled there", async () => {
      const begun = await begin();
      const back = await new AtProvider().signIn(placeOf(begun) ?? "", login, "refuse");
      expect(back.searchParams.get("error")).toBe("access_denied");
      const answer = await finish(back, cookiesOf(begun));
      await expectRefusal(answer, "Sign-in was cancelled.");
      expect(placeOf(answer)).toBe("/login?redirectTo=%2Fplanning");
    });

    it("an e-mail that the provider has not confirmed, with and without an account", async () => {
      const sentence = /^Acme has not confirmed your e-mail/;
      told({ email, email_verified: false });
      await expectRefusal(await social(), sentence);
      expect(await userOf()).toBeUndefined();
      const userId = await createUser(database().db, { email });
      await expectRefusal(await social(), sentence);
      told({ email });
      await expectRefusal(await social(), sentence);
      told({});
      await expectRefusal(await social(), sentence);
      expect(await listIdentities(database().db, userId)).toEqual([]);
    });

    it("an account that is blocked or closed, known or not", async () => {
      const { db } = database();
      const blocked = /^This account is blocked/;
      const userId = await createUser(db, { email, status: "ban" });
      await expectRefusal(await social(), blocked);
      await updateUser(db, userId, { status: "active", password_hash: null }, NOW);
      expect(await sessionOf(await social())).not.toBeNull();
      await updateUser(db, userId, { status: "ban" }, NOW);
      await expectRefusal(await social(), blocked);
      await updateUser(db, userId, { status: "active", deleted_at: NOW }, NOW);
      await expectRefusal(await social(), blocked);
      const refusals = await db("audit_log").where({ action: "session.sign_in", outcome: "auth.banned" });
      expect(refusals.length).toBeGreaterThanOrEqual(2);
    });

    it("a driver that there is not", async () => {
      await expect(begin("nobody")).rejects.toMatchObject({ status: 404 });
      await expect(finish(new URL(callbackOf("nobody")), "", "nobody")).rejects.toMatchObject({ status: 404 });
    });
  });

  it("makes one account of two ways that come back at once", async () => {
    const begun = await Promise.all([begin(), begin()]);
    const backs = await Promise.all(begun.map((one) => there(one, login)));
    const answers = await Promise.all(backs.map((back, index) => finish(back, cookiesOf(begun[index]!))));
    const sessions = await Promise.all(answers.map(sessionOf));
    expect(new Set(sessions.map((session) => session?.user.id)).size).toBe(1);
    expect(sessions[0]).not.toBeNull();
  });

  it("takes an account that nobody has confirmed from whoever signed up with the e-mail first", async () => {
    const { db } = database();
    await sendForm(signUp, { email, password: PASSWORD });
    const attacker = cookiesOf(await passwordSignIn(email, PASSWORD));
    expect((await sessionOf(attacker))?.held).toBe("email");
    const [{ link } = { link: "" }] = await queuedMails(db);

    // In whichever browser: a session that still has to verify its e-mail is nobody's.
    const answer = await social({ cookie: attacker });
    expect(placeOf(answer)).toBe("/planning");
    expect((await sessionOf(answer))?.company?.title).toBe("My Company");
    expect(await userOf()).toMatchObject({ password_hash: null, email_verified_at: NOW });
    // Nothing of before opens it.
    expect(await sessionOf(attacker)).toBeNull();
    expect((await passwordSignIn(email, PASSWORD)).status).toBe(401);
    expect((await sendForm(verify, {}, { params: verifyParams(link) })).status).toBe(410);
    expect((await queuedMails(db)).at(-1)?.subject).toBe("You can sign in with Acme now");
  });

  it("leaves an account alone that was worked with and waits for its new e-mail", async () => {
    const { db } = database();
    const passwordHash = await hashPassword(PASSWORD);
    const userId = await createUser(db, { email, email_verified_at: null, password_hash: passwordHash });
    expect(placeOf(await social())).toBe("/login?redirectTo=%2Fsocial%2Flink");
    expect((await getUserAcrossCompanies(db, userId)).password_hash).toBe(passwordHash);
    expect(await listIdentities(db, userId)).toEqual([]);
  });

  it("opens a verified account that has no way in of its own, and tells its mailbox", async () => {
    const { db } = database();
    const userId = await createUser(db, { email });
    expect((await sessionOf(await social()))?.user.id).toBe(userId);
    expect((await queuedMails(db)).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "You can sign in with Acme now"],
    ]);
    // It has one now: a second provider is linked from inside.
    const second = await social({ driver: "other" });
    expect([placeOf(second), await sessionOf(second)]).toEqual(["/login?redirectTo=%2Fsocial%2Flink", null]);
    expect(await listIdentities(db, userId)).toHaveLength(1);
  });

  it("makes no company for whoever comes with an invitation", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await createMember(db, companyId, { email, invitation_type: 0, invited_at: NOW });
    const invited = await sessionOf(await social({ redirectTo: `/invitation/${"x".repeat(43)}` }));
    expect([invited?.user.email, invited?.companies]).toEqual([email, []]);
    // Whoever comes without the link has signed up by themselves.
    login = `${login}-a`;
    told({ email: `a-${email}`, email_verified: true });
    await createMember(db, companyId, { email: `a-${email}`, invitation_type: 0, invited_at: NOW });
    expect((await sessionOf(await social()))?.company?.title).toBe("My Company");
    // Without an invitation that address changes nothing.
    login = `${login}-b`;
    told({ email: `b-${email}`, email_verified: true });
    const alone = await sessionOf(await social({ redirectTo: `/invitation/${"x".repeat(43)}` }));
    expect(alone?.company?.title).toBe("My Company");
  });

  it("asks for the second factor as after a password", async () => {
    const { db } = database();
    await social();
    await giveTotp(db, (await userOf())!.id, NOW);
    const answer = await social();
    expect([placeOf(answer), await sessionOf(answer)]).toEqual(["/verify-mfa?redirectTo=%2Fplanning", null]);
  });

  it("says whose it is when somebody who is signed in brings a known one", async () => {
    const { db } = database();
    await social();
    const stranger = await createUser(db);
    const cookie = await openSession(await getUserAcrossCompanies(db, stranger), new Headers());
    const answer = await social({ cookie, redirectTo: "/profile" });
    expect(placeOf(answer)).toBe("/profile");
    expect((await flashOf(answer))?.message).toBe("This Acme account belongs to another account here.");
    expect((await sessionOf(cookie))?.user.id).toBe(stranger);
    expect(await listIdentities(db, stranger)).toEqual([]);
  });
});
