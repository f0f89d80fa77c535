import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { factorsOf } from "~/auth/factors.server";
import { currentSession, openSession } from "~/auth/session.server";
import { signIn as signInPage } from "~/auth/sign-in.server";
import { findTotp } from "~/db/repositories/factors.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { env } from "~/env.server";
import { verifyMfa } from "~/features/accounts/account-actions.server";
import { loadSecurity } from "~/features/accounts/queries/security-page.server";
import { changeSecurity } from "~/features/accounts/security.server";
import type { ActionRefusal } from "~/lib/action-result";
import { openTotp } from "~/services/factors/totp.server";
import { hashPassword } from "~/services/password.server";
import { publicOrigin } from "~/services/public-address.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import {
  beginAccounts,
  cookiesOf,
  endAccounts,
  queuedMails,
  sendCall,
  sendForm,
  startAccounts,
} from "../../helpers/accounts";
import { SoftPasskey } from "../../helpers/authenticator";
import { databases, useTestDatabase } from "../../helpers/databases";
import { codeAt, giveTotp, wrongCodeAt } from "../../helpers/factors";

const PASSWORD = "several words are good";
/** The proof of a sign-in lasts no longer. */
const LATER = addSeconds(NOW, 600);

describe.each(databases())("the page for second factors on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";
  let userId = 0;
  let cookie = "";

  const account = () => getUserAcrossCompanies(database().db, userId);
  const open = async () => cookiesOf(new Response(null, { headers: await session() }));
  const session = async () => ({ "Set-Cookie": await openSession(await account(), new Headers()) });

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    email = `security-${kind}-${nth}@test.example`;
    const { companyId } = await createCompany(db);
    const password_hash = await hashPassword(PASSWORD);
    userId = await createUser(db, { email, password_hash, current_company_id: companyId });
    cookie = await open();
  });
  afterEach(endAccounts);

  const send = (answer: string, fields: Record<string, string> = {}) =>
    sendForm(changeSecurity, { answer, ...fields }, { cookie });
  const page = async (more = "") => {
    const request = new Request("http://localhost/platform/profile/security", {
      headers: { Cookie: `${cookie}; ${more}` },
    });
    return (await loadSecurity({ request })).json();
  };
  const saidBy = async (answer: Response) => [answer.status, ((await answer.json()) as ActionRefusal).message];
  const secretOf = async () => openTotp((await findTotp(database().db, userId))?.secret ?? "") ?? "";
  const factors = () => factorsOf(database().db, userId);
  const mails = async () => (await queuedMails(database().db)).map(({ to, subject }) => [to, subject]);
  const actions = async () =>
    (await database().db("audit_log").where({ user_id: userId }).orderBy("id")).map(({ action }) => action);
  const signsIn = async () =>
    (
      await signInPage(
        new Request("http://localhost/platform/login", {
          method: "POST",
          body: new URLSearchParams({ email, password: PASSWORD }),
        }),
        "203.0.113.9",
      )
    ).headers.get("Location");

  async function switchOn(): Promise<string[]> {
    await send("start_app");
    const done = await send("confirm_app", { code: codeAt(await secretOf(), NOW) });
    expect(done.status).toBe(303);
    return (await page(cookiesOf(done))).newCodes ?? [];
  }

  it("sets an app up, which counts once a code of it is typed", async () => {
    const other = await open();
    expect((await send("start_app")).headers.get("Location")).toBe("/profile/security");
    const { app } = await page();
    expect(app).toMatchObject({ state: "begun", secret: expect.stringMatching(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/) });
    expect(await signsIn()).toBe("/");
    const secret = await secretOf();
    expect((await findTotp(database().db, userId))?.secret).not.toContain(secret);
    expect((await send("confirm_app", { code: wrongCodeAt(secret, NOW) })).status).toBe(422);
    expect((await factors()).hasTotp).toBe(false);
    const ended = vi.fn();
    const stop = listenToAccessChanges(ended);
    const done = await send("confirm_app", { code: codeAt(secret, NOW) });
    stop();
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/profile/security"]);
    // Ten codes, shown once; this session goes on, and the others have ended.
    const shown = await page(cookiesOf(done));
    expect([shown.newCodes?.length, new Set(shown.newCodes).size, shown.codesLeft]).toEqual([10, 10, 10]);
    expect((await page()).newCodes).toBeNull();
    const isIn = (one: string) =>
      currentSession(new Request("http://localhost/", { headers: { Cookie: one } })).then((found) => found !== null);
    expect([await isIn(cookie), await isIn(other)]).toEqual([true, false]);
    expect(ended).toHaveBeenCalledWith(userId);
    expect(await signsIn()).toBe("/verify-mfa");
    expect(await mails()).toEqual([[email, "Your account has an authenticator app now"]]);
    expect(await actions()).toContain("user.add_app");
    // The code that switched it on is used up.
    const pending = cookiesOf(await sendCall("login", { email, password: PASSWORD }));
    expect((await sendForm(verifyMfa, { code: codeAt(secret, NOW) }, { cookie: pending })).status).toBe(422);
    expect((await send("start_app")).status).toBe(409);
    expect(await secretOf()).toBe(secret);
  });

  it("takes no code of an app that does not count yet, as a proof", async () => {
    await send("start_app");
    const secret = await secretOf();
    startAccounts(database().db, LATER);
    expect((await send("prove", { proof: codeAt(secret, LATER) })).status).toBe(422);
    expect((await page()).isProved).toBe(false);
  });

  it("lets nobody guess the code that sets an app up", async () => {
    await send("start_app");
    const secret = await secretOf();
    const wrong = { code: wrongCodeAt(secret, NOW) };
    for (let nth = 0; nth < 5; nth += 1) expect((await send("confirm_app", wrong)).status).toBe(422);
    expect((await send("confirm_app", { code: codeAt(secret, NOW) })).status).toBe(429);
    expect((await factors()).hasTotp).toBe(false);
  });

  it("forgets an app that was not wanted after all, and never one that counts", async () => {
    await send("start_app");
    await send("cancel_app");
    expect(await findTotp(database().db, userId)).toBeUndefined();
    await switchOn();
    await send("cancel_app");
    expect((await factors()).hasTotp).toBe(true);
  });

  it("makes new codes, with which those of before end, and none without a factor", async () => {
    expect((await send("new_codes")).status).toBe(409);
    const before = await switchOn();
    const after = (await page(cookiesOf(await send("new_codes")))).newCodes ?? [];
    expect([after.length, before.some((code) => after.includes(code))]).toEqual([10, false]);
    const pending = cookiesOf(await sendCall("login", { email, password: PASSWORD }));
    expect((await sendForm(verifyMfa, { code: before[0]! }, { cookie: pending })).status).toBe(422);
    expect((await sendForm(verifyMfa, { code: after[0]! }, { cookie: pending })).status).toBe(303);
    expect((await mails()).map(([, subject]) => subject)).toContain("You have new recovery codes");
  });

  it("removes the app and with the last factor the codes, and says so", async () => {
    await switchOn();
    expect((await send("remove_app")).status).toBe(303);
    expect(await factors()).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 });
    expect(await signsIn()).toBe("/");
    expect((await queuedMails(database().db)).at(-1)?.text).toContain("no second step at sign-in any more");
    expect(await actions()).toContain("user.remove_app");
  });

  it.each(["start_app", "cancel_app", "confirm_app", "remove_app", "new_codes", "add_passkey", "remove_passkey"])(
    "refuses %s ten minutes after the sign-in, and tells no secret then",
    async (answer) => {
      const { secret } = await giveTotp(database().db, userId, NOW);
      startAccounts(database().db, LATER);
      const fields = { code: codeAt(secret, LATER), id: "1", credential: "{}" };
      expect(await saidBy(await send(answer, fields))).toEqual([
        403,
        "Show first that it is you, with your password or a code.",
      ]);
      expect(await factors()).toEqual({ hasTotp: true, passkeys: 0, recoveryCodes: 10 });
      await database().db("user_totps").where({ user_id: userId }).update({ confirmed_at: null });
      expect([(await page()).isProved, (await page()).app]).toEqual([false, { state: "off" }]);
    },
  );

  it("puts wrong answers of whoever is signed in into the log, without what they typed", async () => {
    const { db } = database();
    await send("start_app");
    await send("confirm_app", { code: wrongCodeAt(await secretOf(), NOW) });
    await send("add_passkey", { name: "Key", credential: "{}" });
    await send("prove", { proof: "not this one" });
    await send("prove", { credential: "{}" });
    await sendCall("password/confirm", { password: "nor this one" }, { cookie });
    const rows = await db("audit_log").where({ user_id: userId }).whereNot({ outcome: "done" }).orderBy("id");
    expect(rows.map(({ action, outcome, ids }) => [action, outcome, ids])).toEqual(
      [
        ["user.add_app", "auth.wrong_code"],
        ["user.add_passkey", "passkey.refused"],
        ["session.prove", "proof.wrong"],
        ["session.prove", "auth.wrong_code"],
        ["session.prove", "password.wrong"],
      ].map((one) => [...one, `[${userId}]`]),
    );
    expect(JSON.stringify(rows)).not.toMatch(/this one/);
  });

  it("takes the password, a code or a recovery code as proof, each code once, and lets nobody guess", async () => {
    const { db } = database();
    const { secret, codes } = await giveTotp(db, userId, NOW);
    const proof = (text: string) => send("prove", { proof: text });
    let now = LATER;
    for (const right of [PASSWORD, () => codeAt(secret, now), codes[0]!]) {
      startAccounts(db, now);
      expect((await page()).isProved).toBe(false);
      expect((await proof(typeof right === "string" ? right : right())).status).toBe(303);
      expect((await page()).isProved).toBe(true);
      now = addSeconds(now, 600);
    }
    startAccounts(db, now);
    expect(await saidBy(await proof(codes[0]!))).toEqual([422, "The password or the code is not correct."]);
    expect((await proof("")).status).toBe(422);
    const tries: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) tries.push((await proof("a wrong password")).status);
    expect(tries).toEqual([422, 422, 422, 422, 429]);
    expect((await proof(PASSWORD)).status).toBe(429);
  });

  it("registers a passkey, which is asked for from then on, and keeps the only way in", async () => {
    const { db } = database();
    const soft = new SoftPasskey(publicOrigin(env()));
    const asked = await sendCall("passkey/question", { for: "registration" }, { cookie });
    const { challenge } = ((await asked.json()) as { data: { challenge: string } }).data;
    const credential = soft.register({ challenge });
    const done = await send("add_passkey", { credential, name: "My phone" });
    expect(done.status).toBe(303);
    const shown = await page(cookiesOf(done));
    expect([shown.newCodes?.length, shown.passkeys]).toEqual([
      10,
      [{ id: expect.any(Number) as number, name: "My phone", createdAt: NOW, lastUsedAt: null }],
    ]);
    expect(await signsIn()).toBe("/verify-mfa");
    expect((await send("add_passkey", { credential, name: "Again" })).status).toBe(422);
    expect(await mails()).toEqual([[email, "Your account has a passkey now"]]);
    const id = String(shown.passkeys[0]?.id ?? 0);
    await db("users").where({ id: userId }).update({ password_hash: null });
    expect((await send("remove_passkey", { id })).status).toBe(409);
    expect((await factors()).passkeys).toBe(1);
    await db("users").where({ id: userId }).update({ password_hash: "some hash" });
    // Of somebody else.
    const mine = cookie;
    const other = await createUser(db, { email: `other-${email}`, password_hash: "x" });
    cookie = await openSession(await getUserAcrossCompanies(db, other), new Headers());
    expect((await send("remove_passkey", { id })).status).toBe(404);
    cookie = mine;
    expect((await send("remove_passkey", { id })).status).toBe(303);
    expect(await factors()).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 });
  });

  it("takes a passkey as proof, the own one alone", async () => {
    const { db } = database();
    const [mine, theirs] = [new SoftPasskey(publicOrigin(env())), new SoftPasskey(publicOrigin(env()))];
    const ask = async (use: string) => {
      const answer = await sendCall("passkey/question", { for: use }, { cookie });
      return { challenge: ((await answer.json()) as { data: { challenge: string } }).data.challenge };
    };
    await send("add_passkey", { credential: mine.register(await ask("registration")), name: "Mine" });
    const other = await createUser(db, { email: `their-${email}`, password_hash: "x" });
    const own = cookie;
    cookie = await openSession(await getUserAcrossCompanies(db, other), new Headers());
    await send("add_passkey", { credential: theirs.register(await ask("registration")), name: "Theirs" });
    cookie = own;
    startAccounts(db, LATER);
    expect((await send("prove", { credential: theirs.answer(await ask("proof")) })).status).toBe(422);
    // Whoever has the device has not shown that it is theirs.
    const silent = mine.answer({ ...(await ask("proof")), isVerified: false });
    expect((await send("prove", { credential: silent })).status).toBe(422);
    expect((await page()).isProved).toBe(false);
    expect((await send("prove", { credential: mine.answer(await ask("proof")) })).status).toBe(303);
    expect((await page()).isProved).toBe(true);
  });
});
