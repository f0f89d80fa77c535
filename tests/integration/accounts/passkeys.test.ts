import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addPasskey, registrationQuestion } from "~/auth/passkeys.server";
import { currentSession, openSession } from "~/auth/session.server";
import { signIn as signInPage } from "~/auth/sign-in.server";
import { invitedAccount } from "~/auth/ways-in.server";
import { useDatabase } from "~/db/database.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { env } from "~/env.server";
import { verifyMfa } from "~/features/accounts/account-actions.server";
import { answerPasskeySignIn } from "~/features/accounts/passkey-page.server";
import { hashPassword } from "~/services/password.server";
import { publicOrigin } from "~/services/public-address.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import { cookiesOf, endAccounts, sendCall, sendForm, startAccounts } from "../../helpers/accounts";
import { SoftPasskey } from "../../helpers/authenticator";
import { databases, useTestDatabase } from "../../helpers/databases";

const PASSWORD = "several words are good";
const ELSEWHERE = "https://elsewhere.example";

describe.each(databases())("passkeys on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";
  let userId = 0;
  let passkey: SoftPasskey;
  let origin = "";

  const accountOf = (id: number) => getUserAcrossCompanies(database().db, id);

  async function newAccount(): Promise<number> {
    nth += 1;
    const { companyId } = await createCompany(database().db);
    return createUser(database().db, {
      email: `passkey-${kind}-${nth}@test.example`,
      current_company_id: companyId,
      password_hash: await hashPassword(PASSWORD),
    });
  }

  async function newPasskey(id: number): Promise<SoftPasskey> {
    const soft = new SoftPasskey(origin);
    const user = await accountOf(id);
    const { challenge } = await registrationQuestion(user);
    await withTransaction(database().db, (trx) => addPasskey(trx, user, "Phone", soft.register({ challenge })));
    return soft;
  }

  beforeEach(async () => {
    const { db } = database();
    useDatabase(db);
    startAccounts(db, NOW);
    await db("limits").delete();
    origin = publicOrigin(env());
    userId = await newAccount();
    ({ email } = await accountOf(userId));
    passkey = await newPasskey(userId);
  });
  afterEach(endAccounts);

  async function question(use: string, cookie = ""): Promise<string> {
    const answer = await sendCall("passkey/question", { for: use }, { cookie });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: { challenge: string } }).data.challenge;
  }
  const signIn = (credential: string) =>
    answerPasskeySignIn({
      request: new Request("http://localhost/platform/login/passkey", {
        method: "POST",
        body: new URLSearchParams({ credential, redirectTo: "/planning" }),
      }),
      context: { nonce: "", ip: "203.0.113.5" },
    });
  const whoIs = async (cookie: string) =>
    (await currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } })))?.user.id;
  const pending = async (who = email) =>
    cookiesOf(
      await signInPage(
        new Request("http://localhost/platform/login", {
          method: "POST",
          body: new URLSearchParams({ email: who, password: PASSWORD }),
        }),
        "203.0.113.9",
      ),
    );
  const step = (cookie: string, credential: string) => sendForm(verifyMfa, { credential }, { cookie });

  it("sign in by themselves, without a second step", async () => {
    const credential = passkey.answer({ challenge: await question("sign_in"), counter: 7 });
    const answer = await signIn(credential);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/planning"]);
    expect(await whoIs(cookiesOf(answer))).toBe(userId);
    expect(await database().db("user_passkeys").where({ user_id: userId }).first()).toMatchObject({
      counter: 7,
      last_used_at: NOW,
    });
    // Each question is answered once.
    const again = await signIn(credential);
    expect([again.status, again.headers.get("Location")]).toEqual([303, "/login"]);
    expect(await whoIs(cookiesOf(again))).toBeUndefined();
  });

  it("take one answer of two that come at once", async () => {
    const credential = passkey.answer({ challenge: await question("sign_in"), counter: 1 });
    const answers = await Promise.all([signIn(credential), signIn(credential)]);
    expect(answers.map(({ headers }) => headers.get("Location")).sort()).toEqual(["/login", "/planning"]);
  });

  it.each([
    ["another origin", { origin: ELSEWHERE }],
    ["another site's key", { rpId: "elsewhere.example" }],
    ["nobody who has shown a finger or a PIN", { isVerified: false }],
  ])("open nothing for %s", async (_what, wrong) => {
    const answer = await signIn(passkey.answer({ challenge: await question("sign_in"), ...wrong }));
    expect(answer.headers.get("Location")).toBe("/login");
    expect(await whoIs(cookiesOf(answer))).toBeUndefined();
  });

  it("open nothing with a made-up, an old or another kind of question, or an unknown passkey", async () => {
    const { db } = database();
    const stranger = new SoftPasskey(origin);
    const old = await question("sign_in");
    startAccounts(db, addSeconds(NOW, 3600));
    const credentials = [
      passkey.answer({ challenge: "A".repeat(43) }),
      passkey.answer({ challenge: old }),
      passkey.answer({ challenge: await question("second_step", await pending()) }),
      stranger.answer({ challenge: await question("sign_in") }),
      "no credential",
      "{}",
    ];
    for (const credential of credentials)
      expect((await signIn(credential)).headers.get("Location"), credential).toBe("/login");
  });

  it("are refused when their counter goes back: somebody has copied them", async () => {
    const answerWith = async (counter: number) =>
      (await signIn(passkey.answer({ challenge: await question("sign_in"), counter }))).headers.get("Location");
    expect([await answerWith(5), await answerWith(5), await answerWith(4), await answerWith(6)]).toEqual([
      "/planning",
      "/login",
      "/login",
      "/planning",
    ]);
  });

  it("open no account that is blocked", async () => {
    await updateUser(database().db, userId, { status: "ban" }, NOW);
    const answer = await signIn(passkey.answer({ challenge: await question("sign_in") }));
    expect(answer.headers.get("Location")).toBe("/login");
    const [entry] = await database().db("audit_log").where({ outcome: "auth.banned", action: "session.sign_in" });
    expect(entry?.ids).toBe(`[${userId}]`);
  });

  it("are tried a hundred times from one address, and no more for a while", async () => {
    const tryOne = async (ip: string) => (await sendCall("passkey/login", { credential: "{}" }, { ip })).status;
    for (let nth = 0; nth < 100; nth += 1) expect([nth, await tryOne("192.0.2.1")]).toEqual([nth, 422]);
    expect([await tryOne("192.0.2.1"), await tryOne("192.0.2.2")]).toEqual([429, 422]);
  });

  it("are asked for after the password, also without a finger or a PIN", async () => {
    const cookie = await pending();
    expect(cookie).not.toContain("platform_session");
    const challenge = await question("second_step", cookie);
    const answer = await step(cookie, passkey.answer({ challenge, isVerified: false }));
    expect(answer.status).toBe(303);
    expect(await whoIs(cookiesOf(answer))).toBe(userId);
  });

  it("of another account are no second step, nor is the question of another account", async () => {
    const otherId = await newAccount();
    const other = await newPasskey(otherId);
    const cookie = await pending();
    expect((await step(cookie, other.answer({ challenge: await question("second_step", cookie) }))).status).toBe(422);
    const theirs = await pending((await accountOf(otherId)).email);
    const challenge = await question("second_step", theirs);
    expect((await step(cookie, passkey.answer({ challenge }))).status).toBe(422);
    expect((await step(cookie, other.answer({ challenge: await question("sign_in") }))).status).toBe(422);
    const right = await step(cookie, passkey.answer({ challenge: await question("second_step", cookie) }));
    expect(await whoIs(cookiesOf(right))).toBe(userId);
  });

  it("are registered once, for the account and the site that asked", async () => {
    const user = await accountOf(userId);
    const keep = (credential: string) =>
      withTransaction(database().db, (trx) => addPasskey(trx, user, "New", credential));
    const ask = async () => (await registrationQuestion(user)).challenge;
    const soft = new SoftPasskey(origin);
    await expect(keep(soft.register({ challenge: await ask(), origin: ELSEWHERE }))).rejects.toMatchObject({
      code: "passkey.refused",
    });
    const otherId = await newAccount();
    const { challenge } = await registrationQuestion(await accountOf(otherId));
    await expect(keep(soft.register({ challenge }))).rejects.toMatchObject({ code: "passkey.refused" });
    await expect(keep(passkey.register({ challenge: await ask() }))).rejects.toMatchObject({ code: "passkey.known" });
    await keep(soft.register({ challenge: await ask() }));
    expect(await database().db("user_passkeys").where({ user_id: userId })).toHaveLength(2);
  });

  it("ask nobody who may not be asked", async () => {
    const cookie = await openSession(await accountOf(userId), new Headers());
    expect((await sendCall("passkey/question", { for: "second_step" })).status).toBe(410);
    expect((await sendCall("passkey/question", { for: "registration" })).status).toBe(401);
    expect((await sendCall("passkey/question", { for: "proof" })).status).toBe(401);
    expect((await sendCall("passkey/question", { for: "registration" }, { cookie })).status).toBe(200);
    startAccounts(database().db, addSeconds(NOW, 600));
    expect((await sendCall("passkey/question", { for: "registration" }, { cookie })).status).toBe(403);
    expect((await sendCall("passkey/question", { for: "proof" }, { cookie })).status).toBe(200);
  });

  it("ask nobody whose e-mail is not verified, and no address without end", async () => {
    const { db } = database();
    const cookie = (await openSession(await accountOf(userId), new Headers())).split(";")[0]!;
    await updateUser(db, userId, { email_verified_at: null }, NOW);
    for (const use of ["proof", "registration"])
      expect((await sendCall("passkey/question", { for: use }, { cookie })).status).toBe(401);
    await db("limits").delete();
    await question("sign_in");
    await db("limits").update({ points: 600 });
    expect((await sendCall("passkey/question", { for: "sign_in" })).status).toBe(429);
    expect((await sendCall("passkey/question", { for: "sign_in" }, { ip: "192.0.2.9" })).status).toBe(200);
  });

  it("are a way in of their own: an invitation's link does not replace it", async () => {
    const { db } = database();
    await db("users").where({ id: userId }).update({ password_hash: null, email_verified_at: NOW });
    expect(await invitedAccount(db, await accountOf(userId))).toBe("own_way_in");
    await db("user_passkeys").where({ user_id: userId }).delete();
    expect(await invitedAccount(db, await accountOf(userId))).toBe("no_way_in");
  });
});
