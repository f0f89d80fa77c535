import { changeOwnPassword } from "~/auth/change-own-password.server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { changePassword } from "~/auth/new-password.server";
import { currentSession, openSession } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { signIn as signInPage } from "~/auth/sign-in.server";
import type { Db } from "~/db/client.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { requestPassword, setNewPassword } from "~/features/accounts/account-actions.server";
import { choosePassword } from "~/features/accounts/commands/choose-password.server";
import { setPasswordOf } from "~/features/profile/commands/change-password.server";
import type { ActionRefusal } from "~/lib/action-result";
import { hashPassword } from "~/services/password.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import {
  beginAccounts,
  cookiesOf,
  endAccounts,
  queuedMails,
  resetParams,
  sendCall,
  sendForm,
  startAccounts,
} from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { justSignedIn, sessionOf } from "../../helpers/sessions";

const OLD = "the first password";
const NEW = "several words are good";
const NEXT = "better words than before";
const ENDED = "This link has expired or was used already.";

describe.each(databases())("a forgotten password on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";
  let userId = 0;

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    email = `forgot-${nth}@test.example`;
    const { companyId } = await createCompany(db);
    userId = await createUser(db, { email, password_hash: await hashPassword(OLD), current_company_id: companyId });
  });
  afterEach(endAccounts);

  const forgot = (address = email, ip = "203.0.113.1") => sendForm(requestPassword, { email: address }, { ip });
  const link = async () => resetParams((await queuedMails(database().db)).at(-1)!.link);
  const reset = (fields: Record<string, string>) => sendForm(setNewPassword, { password: NEW, ...fields });
  const signIn = (password: string) =>
    signInPage(
      new Request("http://localhost/platform/login", {
        method: "POST",
        body: new URLSearchParams({ email, password }),
      }),
      "203.0.113.9",
    );
  const open = async () => openSession(await getUserAcrossCompanies(database().db, userId), new Headers());
  const isIn = async (cookie: string) =>
    (await currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } }))) !== null;

  it("is changed by the mail's link, once, which ends all sessions and tells the mailbox", async () => {
    const cookies = [await open(), await open()];
    expect(await Promise.all(cookies.map(isIn))).toEqual([true, true]);
    const asked = await forgot(email.toUpperCase());
    expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/login"]);
    const ended = vi.fn();
    const stop = listenToAccessChanges(ended);
    const changed = await reset(await link());
    stop();
    expect([changed.status, changed.headers.get("Location")]).toEqual([303, "/login"]);
    expect(await isIn(cookiesOf(changed))).toBe(false);
    expect(await Promise.all(cookies.map(isIn))).toEqual([false, false]);
    expect(await database().db("sessions").where({ user_id: userId })).toEqual([]);
    expect(ended).toHaveBeenCalledWith(userId);
    expect([(await signIn(OLD)).status, (await signIn(NEW)).status]).toEqual([401, 302]);
    const mails = await queuedMails(database().db);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, "Set a new password"],
      [email, "Your password was changed"],
    ]);
    const log = await database().db("audit_log").where({ user_id: userId }).orderBy("id").pluck("action");
    expect(log).toEqual(["session.sign_in", "session.sign_in", "account.reset_password", "session.sign_in"]);
    const again = await reset(resetParams(mails[0]!.link));
    expect([again.status, ((await again.json()) as ActionRefusal).message]).toEqual([410, ENDED]);
  });

  it("costs the same statements and bytes for an e-mail without an account, and sends nothing", async () => {
    const { db } = database();
    await createUser(db, { email: `ban-${nth}@test.example`, status: "ban" });
    await createUser(db, { email: `gone-${nth}@test.example`, deleted_at: NOW });
    const seen: string[] = [];
    const listen = ({ sql }: { sql: string }) => void seen.push(sql);
    const work = async (address: string) => {
      seen.length = 0;
      db.on("query", listen);
      const answer = await forgot(address);
      db.removeListener("query", listen);
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, "=…"));
      return { head: [answer.status, answer.headers.get("Location"), cookies, await answer.text()], seen: [...seen] };
    };
    const known = await work(email);
    for (const address of [`nobody-${nth}@test.example`, `ban-${nth}@test.example`, `gone-${nth}@test.example`])
      expect(await work(address)).toEqual(known);
    expect(known.seen.length).toBeGreaterThan(4);
    expect((await queuedMails(db)).map(({ to }) => to)).toEqual([email]);
  });

  it("is not changed by a link that has expired, was replaced, or is another person's", async () => {
    const { db } = database();
    await forgot();
    const first = await link();
    await forgot();
    const second = await link();
    const other = `other-${nth}@test.example`;
    await createUser(db, { email: other, password_hash: await hashPassword(OLD) });
    await forgot(other);
    const others = await link();
    for (const fields of [
      first,
      { ...second, email: other },
      { ...others, email },
      { ...second, token: "" },
      { ...second, token: "x".repeat(43) },
      { ...second, email: "" },
    ])
      expect((await reset(fields)).status, JSON.stringify(fields)).toBe(410);
    startAccounts(db, addSeconds(NOW, 3600));
    expect((await reset(second)).status).toBe(410);
    startAccounts(db, addSeconds(NOW, 3599));
    // None of the failures has used the link up.
    expect((await reset(second)).status).toBe(303);
    expect((await signIn(NEW)).status).toBe(302);
  });

  it("stays as it is when the new one is refused, and the link can be used again", async () => {
    await forgot();
    const fields = await link();
    for (const [password, fault] of [
      ["short", "Password needs at least 8 characters"],
      ["qwertyuiop", "This password is among those that are guessed first. Choose another one"],
      [email, "Your e-mail can't be your password"],
    ] as const) {
      const refused = await reset({ ...fields, password });
      const { fieldErrors, values } = (await refused.json()) as ActionRefusal;
      expect([refused.status, fieldErrors]).toEqual([422, { password: fault }]);
      expect(values).not.toHaveProperty("password");
    }
    expect((await signIn(OLD)).status).toBe(302);
    expect((await reset(fields)).status).toBe(303);
  });

  it("lets one of two through who use a link at once", async () => {
    await forgot();
    const fields = await link();
    const answers = await Promise.all([reset(fields), reset({ ...fields, password: "another good one" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  it("stands against a change with the old one that was verified before and is stored after it", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await createMember(db, companyId, { user_id: userId, is_dispatcher: 1 });
    const session = await currentSession(new Request("http://localhost/", { headers: { Cookie: await open() } }));
    await forgot();
    const fields = await link();
    // The change has made its hash when it begins to store; the reset takes place in between.
    let answered = 0;
    const storing = vi.spyOn(db, "transaction").mockImplementationOnce(async (work: unknown) => {
      answered = (await reset(fields)).status;
      return db.transaction(work as (trx: Db) => Promise<void>);
    });
    const change = changeOwnPassword(session as CompanySession, OLD, "what a thief has chosen");
    await expect(change).rejects.toMatchObject({ status: 401, code: "not_authorized" });
    storing.mockRestore();
    expect(answered).toBe(303);
    expect(await db("sessions").where({ user_id: userId })).toEqual([]);
    expect([(await signIn("what a thief has chosen")).status, (await signIn(NEW)).status]).toEqual([401, 302]);
  });

  it.each([
    ["its holder changes it", "Your password was changed", (me: CompanySession) => changeOwnPassword(me, OLD, NEXT)],
    [
      "a super admin sets another",
      "A new password was set for you",
      async (me: CompanySession) => {
        const adminId = await createUser(database().db);
        const admin = await justSignedIn(sessionOf({ companyId: me.company.id }, { hasAdminFlag: true }, adminId));
        await setPasswordOf(admin, { user_id: me.user.id ?? 0, new_password: NEXT, password: "" });
      },
    ],
    [
      "its holder chooses one in place of what a super admin has set",
      "Set a new password",
      async (me: CompanySession) => {
        await database().db("users").where({ id: userId }).update({ is_password_due: 1 });
        await choosePassword({ ...me, held: "password" }, NEXT);
      },
    ],
  ] as const)("is not changed by a link from before, once %s", async (_way, told, change) => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await createMember(db, companyId, { user_id: userId, is_dispatcher: 1 });
    const me = await currentSession(new Request("http://localhost/", { headers: { Cookie: await open() } }));
    await forgot();
    const fields = await link();
    await change(me as CompanySession);
    const refused = await reset(fields);
    expect([refused.status, ((await refused.json()) as ActionRefusal).message]).toEqual([410, ENDED]);
    expect([(await signIn(NEW)).status, (await signIn(NEXT)).status]).toEqual([401, 302]);
    expect((await queuedMails(db)).at(-1)).toMatchObject({ to: email, subject: told });
    // A new one is mailed and works as ever.
    await forgot();
    expect((await reset(await link())).status).toBe(303);
  });

  it("can't be changed on a blocked account by a link from before, and a change of e-mail ends the link", async () => {
    const { db } = database();
    await forgot();
    const fields = await link();
    await updateUser(db, userId, { status: "ban" }, NOW);
    expect((await reset(fields)).status).toBe(410);
    await updateUser(db, userId, { status: "active", email: `moved-${nth}@test.example` }, NOW);
    expect((await reset(fields)).status).toBe(410);
    expect((await reset({ ...fields, email: `moved-${nth}@test.example` })).status).toBe(410);
  });

  it("verifies the e-mail with it, and founds no company for those who work already", async () => {
    const { db } = database();
    await updateUser(db, userId, { email_verified_at: null }, NOW);
    await forgot();
    await reset(await link());
    expect((await getUserAcrossCompanies(db, userId)).email_verified_at).toBe(NOW);
    expect(await db("companies").where({ user_id: userId })).toEqual([]);
  });

  it("is guessed by its link at most 30 times in a quarter of an hour from one address", async () => {
    const guess = (ip: string) =>
      sendCall("password/reset", { token: "x".repeat(43), email, password: NEW }, { ip }).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 40 }, () => guess("198.51.100.7")));
    expect(statuses.filter((status) => status === 410)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(await guess("198.51.100.8")).toBe(410);
  });

  it("can be changed by oneself without losing the session that does it", async () => {
    const { db } = database();
    const [mine, other] = [await open(), await open()];
    const session = (await currentSession(new Request("http://localhost/", { headers: { Cookie: mine } })))!;
    const hash = await hashPassword(NEW);
    await withTransaction(db, (trx) => changePassword(trx, userId, hash, { keepId: session.id! }));
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false]);
    // Another user's session can't be kept by it.
    const strangers = await createUser(db);
    for (let times = 0; times < 2; times += 1)
      await withTransaction(db, (trx) => changePassword(trx, strangers, hash, { keepId: session.id! }));
    expect(await isIn(mine)).toBe(true);
  });

  it("is asked for once more by its right spelling alone, of whoever is signed in", async () => {
    const cookie = await open();
    const ask = async (password: string, as = cookie) => {
      const answer = await sendCall("password/confirm", { password }, { cookie: as });
      return [answer.status, await answer.json()];
    };
    expect(await ask(OLD)).toEqual([200, { status: "success", data: true }]);
    expect(await ask(NEW)).toEqual([
      422,
      { status: "fail", data: { password: "The password is not correct." }, message: "The password is not correct." },
    ]);
    expect(await ask(OLD, "")).toEqual([401, { status: "not_authorized", data: "You are not authorized" }]);
    // Guesses count for the account, from wherever; the right one clears them.
    for (let times = 0; times < 9; times += 1) expect((await ask(NEW))[0]).toBe(422);
    expect((await ask(OLD))[0]).toBe(429);
  });
});
