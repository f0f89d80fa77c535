import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentSession, openSession, requireSession } from "~/auth/session.server";
import { signIn as signInPage } from "~/auth/sign-in.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { resend, setNewPassword, signUp, verify } from "~/features/accounts/account-actions.server";
import { loadVerifyLink } from "~/features/accounts/queries/account-page.server";
import type { ActionRefusal } from "~/lib/action-result";
import { hashPassword } from "~/services/password.server";
import * as passwords from "~/services/password.server";
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
  verifyParams,
} from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";

const PASSWORD = "correct horse battery";

describe.each(databases())("signing up on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    email = `new-${nth}@test.example`;
  });
  afterEach(endAccounts);

  /** Of the browser that signed up last. */
  let browser = "";
  const register = async (fields: Record<string, string> = {}) => {
    const answer = await sendForm(signUp, { email, password: PASSWORD, ...fields });
    browser = cookiesOf(answer);
    return answer;
  };
  const userOf = (address = email) => database().db("users").where({ email: address }).first();
  const sessionOf = (cookie: string) =>
    currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } }));
  const signIn = (password: string, address = email) =>
    signInPage(
      new Request("http://localhost/platform/login", {
        method: "POST",
        body: new URLSearchParams({ email: address, password }),
      }),
      "203.0.113.9",
    );
  const lastLink = async () => (await queuedMails(database().db)).at(-1)!.link;
  const confirm = (link: string, cookie = browser, fields: Record<string, string> = {}) =>
    sendForm(verify, fields, { params: verifyParams(link), cookie });

  it("makes an account, and its link a verified one with a company of its own that is signed in", async () => {
    const answer = await register({ email: ` NEW-${nth}@Test.example ` });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/email-verify"]);
    expect(await sessionOf(cookiesOf(answer))).toBeNull();
    const [mail, ...others] = await queuedMails(database().db);
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([email, "Confirm your e-mail"]);
    expect(await userOf()).toMatchObject({ email_verified_at: null, is_completed: 0, status: "active" });

    const confirmed = await confirm(mail!.link);
    expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, "/"]);
    const session = (await sessionOf(cookiesOf(confirmed)))!;
    expect(session.held).toBeUndefined();
    expect(session.company?.title).toBe("My Company");
    expect([session.actor.isOwner, session.actor.isAdmin, session.actor.isDispatcher]).toEqual([true, true, true]);
    const user = (await userOf())!;
    expect([user.email_verified_at, user.current_company_id]).toEqual([NOW, session.company!.id]);
    expect(await database().db("company_billings").where({ company_id: session.company!.id }).first()).toMatchObject({
      package: "free",
      start_date: "2026-11-21",
      end_date: "2026-11-28",
    });
  });

  it("takes a name and a language along, and nothing else", async () => {
    const body = { email, password: PASSWORD, name: "Nora", language_id: 3 };
    expect((await sendCall("register", body)).status).toBe(200);
    expect(await userOf()).toMatchObject({ name: "Nora", language_id: 3 });
    expect((await sendCall("register", { ...body, is_admin: 1 })).status).toBe(400);
  });

  it.each(["register", "users/quick-register"])("refuses a language that its column can't hold: %s", async (call) => {
    const known = call === "register" ? { email, password: PASSWORD } : { email };
    const refused = await sendCall(call, { ...known, language_id: 2_147_483_648 });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Language")]);
    expect(await userOf()).toBeUndefined();
    expect((await sendCall(call, { ...known, language_id: 2_147_483_647 })).status).toBe(200);
    expect(await userOf()).toMatchObject({ language_id: 2_147_483_647 });
  });

  it("leads whoever signs in before to the verification, with no right and no company", async () => {
    await register();
    const cookie = cookiesOf(await signIn(PASSWORD));
    const request = new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } });
    const led = (await requireSession(request).catch((answer: unknown) => answer)) as Response;
    expect(led.headers.get("Location")).toBe("/email-verify");
    expect(await currentSession(request)).toMatchObject({
      company: null,
      held: "email",
      actor: { kind: "anonymous" },
    });

    const again = await sendForm(resend, {}, { cookie });
    expect(again.headers.get("Location")).toBe("/email-verify");
    const mails = await queuedMails(database().db);
    expect(mails.map(({ to }) => to)).toEqual([email, email]);
    // Only the newest link works.
    expect((await confirm(mails[0]!.link)).status).toBe(410);
    expect((await confirm(mails[1]!.link)).status).toBe(303);
    // The session that waited goes on.
    expect((await requireSession(request)).company?.title).toBe("My Company");
  });

  it("takes the rights from a member whose e-mail was changed, until the new one is verified", async () => {
    const { db } = database();
    const { ownerId } = await createCompany(db);
    const cookie = await openSession(await getUserAcrossCompanies(db, ownerId), new Headers());
    expect((await sessionOf(cookie))?.company).not.toBeNull();
    await updateUser(db, ownerId, { email_verified_at: null }, NOW);
    expect(await sessionOf(cookie)).toMatchObject({ company: null, companies: [], held: "email" });
    await updateUser(db, ownerId, { email_verified_at: NOW }, NOW);
    expect((await sessionOf(cookie))?.actor.isOwner).toBe(true);
  });

  it.each([
    [{ email: "" }, { email: "E-mail is required" }],
    [{ email: "nobody" }, { email: "E-mail is not correct" }],
    [{ email: `${"x".repeat(40)}@test.example` }, { email: "E-mail should be less then 50" }],
    [{ email: "a@b.example\r\nBcc: eve@b.example" }, { email: "E-mail is not correct" }],
    [{ password: "" }, { password: "Password is required" }],
    [{ password: "short12" }, { password: "Password needs at least 8 characters" }],
    [{ password: "x".repeat(256) }, { password: "Password should be less then 255" }],
    [
      { password: "Password123" },
      { password: "This password is among those that are guessed first. Choose another one" },
    ],
    [{ email: "rosalind.f@test.example", password: "Rosalind-F" }, { password: "Your e-mail can't be your password" }],
  ])("refuses %j at its field, keeps what was typed but the password, and stores nothing", async (given, faults) => {
    const { db } = database();
    const before = await db("users").count({ count: "*" }).first();
    const answer = await register(given);
    const refused = (await answer.json()) as ActionRefusal;
    expect([answer.status, refused.fieldErrors]).toEqual([422, faults]);
    expect(refused.values).toEqual({ email: (given as { email?: string }).email ?? email });
    expect(await queuedMails(db)).toEqual([]);
    expect(await db("users").count({ count: "*" }).first()).toEqual(before);
    expect(await db("limits")).toEqual([]);
  });

  it("answers a known e-mail with the same bytes, hashes and number of statements, and tells the mailbox", async () => {
    const { db } = database();
    const known = await createUser(db, {
      email: `known-${nth}@test.example`,
      password_hash: await hashPassword("old one"),
    });
    const banned = await createUser(db, { email: `ban-${nth}@test.example`, status: "ban" });
    const removed = await createUser(db, { email: `gone-${nth}@test.example`, deleted_at: NOW });
    const hashing = vi.spyOn(passwords, "hashPassword");
    const seen: string[] = [];
    const listen = ({ sql }: { sql: string }) => {
      if (!/^(?:BEGIN|COMMIT)/i.test(sql)) seen.push(sql.split(" ")[0]!);
    };
    const work = async (address: string) => {
      seen.length = 0;
      hashing.mockClear();
      db.on("query", listen);
      const answer = await sendForm(signUp, { email: address, password: PASSWORD });
      db.removeListener("query", listen);
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, "=…"));
      const head = [answer.status, answer.headers.get("Location"), cookies, await answer.text()];
      return {
        head,
        hashes: hashing.mock.calls.length,
        statements: seen.length,
        writes: seen.filter((one) => !/select/i.test(one)).length,
      };
    };
    const fresh = await work(email);
    expect(fresh).toMatchObject({ hashes: 1, writes: 6 });
    for (const id of [known, banned, removed]) {
      const { email: address } = (await db("users").where({ id }).first("email"))!;
      expect(await work(address)).toEqual(fresh);
    }
    expect(await work(email), "signed up twice").toEqual(fresh);
    const mails = await queuedMails(db);
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Confirm your e-mail",
      "You already have an account",
      "Your account is closed",
      "Your account is closed",
      "Confirm your e-mail",
    ]);
    expect(mails.slice(1, 4).some(({ text }) => /verify|token/.test(text))).toBe(false);
    // Nothing of them was changed.
    expect((await signIn("old one", `known-${nth}@test.example`)).status).toBe(302);
    expect((await userOf(`ban-${nth}@test.example`))?.status).toBe("ban");
  });

  it("makes one account of a form that is sent several times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => register()));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(await database().db("users").where({ email })).toHaveLength(1);
    expect((await confirm(await lastLink())).status).toBe(303);
    const { id } = (await userOf(email))!;
    expect(await database().db("companies").where({ user_id: id })).toHaveLength(1);
    // Without a hash to wait for they really meet.
    const quick = `quick-${email}`;
    const calls = Array.from({ length: 5 }, () =>
      sendCall("users/quick-register", { email: quick, language_id: null }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await database().db("users").where({ email: quick })).toHaveLength(1);
  });

  it("lets the mailbox win over a stranger who signed up with its e-mail before", async () => {
    await register({ password: "chosen by a stranger" });
    const strangers = cookiesOf(await signIn("chosen by a stranger"));
    await register();
    const [first, second] = await queuedMails(database().db);
    expect((await confirm(first!.link)).status).toBe(410);
    expect((await confirm(second!.link)).status).toBe(303);
    expect((await signIn("chosen by a stranger")).status).toBe(401);
    expect(await sessionOf(strangers)).toBeNull();
    expect((await signIn(PASSWORD)).status).toBe(302);
  });

  it("asks for a password where another browser chose the account's, and leaves nothing to that one", async () => {
    await register();
    const own = browser;
    await register({ password: "chosen by a stranger" });
    const strangers = cookiesOf(await signIn("chosen by a stranger"));
    const link = await lastLink();
    const params = verifyParams(link);
    for (const cookie of ["", own]) {
      const page = await loadVerifyLink({ request: new Request("http://localhost/", { headers: { cookie } }), params });
      expect(await page.json()).toMatchObject({ email, isOpen: true, asksPassword: true });
      const asked = await confirm(link, cookie);
      expect([asked.status, ((await asked.json()) as ActionRefusal).fieldErrors?.password]).toEqual([
        422,
        expect.stringMatching("has not signed up with this e-mail"),
      ]);
    }
    expect((await confirm(link, own, { password: email })).status).toBe(422);
    expect(await userOf()).toMatchObject({ email_verified_at: null });

    const confirmed = await confirm(link, own, { password: "chosen by the mailbox" });
    expect(confirmed.status).toBe(303);
    expect((await sessionOf(cookiesOf(confirmed)))?.company?.title).toBe("My Company");
    expect(await sessionOf(strangers)).toBeNull();
    expect((await signIn("chosen by a stranger")).status).toBe(401);
    expect((await signIn("chosen by the mailbox")).status).toBe(302);
  });

  it("asks for no password in the browser that signed up, or is signed in with it", async () => {
    await register();
    const request = (cookie: string) => new Request("http://localhost/", { headers: { cookie } });
    const asks = async (cookie: string) =>
      (await loadVerifyLink({ request: request(cookie), params: verifyParams(await lastLink()) })).json();
    for (const cookie of [browser, cookiesOf(await signIn(PASSWORD))])
      expect(await asks(cookie)).toMatchObject({ isOpen: true, asksPassword: false });
    const others = await createUser(database().db, { email_verified_at: null, is_completed: 0 });
    const theirs = await openSession(await getUserAcrossCompanies(database().db, others), new Headers());
    expect(await asks(theirs)).toMatchObject({ asksPassword: true });
  });

  it("verifies by its own link alone, once, and within a day", async () => {
    await register();
    const { id, hash } = verifyParams(await lastLink());
    const other = await createUser(database().db, { email_verified_at: null, is_completed: 0 });
    for (const params of [
      { id: String(other), hash },
      { id, hash: hash.replace(/^./, (c) => (c === "A" ? "B" : "A")) },
      { id: "0", hash },
      { id: "x", hash },
    ])
      expect((await sendForm(verify, {}, { params })).status, JSON.stringify(params)).toBeGreaterThanOrEqual(410);
    expect((await userOf())?.email_verified_at).toBeNull();
    startAccounts(database().db, addSeconds(NOW, 24 * 3600));
    expect((await confirm(await lastLink())).status).toBe(410);
    startAccounts(database().db, addSeconds(NOW, 24 * 3600 - 1));
    expect((await confirm(await lastLink())).status).toBe(303);
    expect((await confirm(await lastLink())).status).toBe(410);
  });

  it("opens no session by the link for a blocked account, nor for one that is worked with", async () => {
    const { db } = database();
    await register();
    const link = await lastLink();
    const { id } = (await userOf())!;
    await updateUser(db, id, { status: "ban" }, NOW);
    expect((await confirm(link)).status).toBe(410);
    await updateUser(db, id, { status: "active", is_completed: 1 }, NOW);
    const confirmed = await confirm(link);
    expect([confirmed.status, await sessionOf(cookiesOf(confirmed))]).toEqual([303, null]);
    expect((await userOf())?.email_verified_at).toBe(NOW);
  });

  it("gives no company of their own to those who have one already", async () => {
    const { db } = database();
    await register();
    const { id } = (await userOf())!;
    const { companyId } = await createCompany(db);
    await db("company_members").where({ company_id: companyId }).update({ user_id: id });
    const session = (await sessionOf(cookiesOf(await confirm(await lastLink()))))!;
    expect(session.companies.map((company) => company.id)).toEqual([companyId]);
  });

  it("founds no company for those who were invited", async () => {
    const { db } = database();
    const { companyId } = await createCompany(db);
    await createMember(db, companyId, { email, invitation_type: 0, invited_at: NOW });
    await register();
    const session = await sessionOf(cookiesOf(await confirm(await lastLink())));
    expect([session?.user.email, session?.companies]).toEqual([email, []]);
  });

  it("never puts a forged host into a link", async () => {
    await sendForm(signUp, { email, password: PASSWORD }, { host: "evil.example" });
    expect(new URL(await lastLink()).host).toBe("localhost:3000");
  });

  // @spec AA-7.16
  it("quickly: an account without a password, whose mail lets its holder choose one", async () => {
    const answer = await sendCall("users/quick-register", { email, language_id: 3 });
    expect([answer.status, await answer.json()]).toEqual([200, { status: "success", data: true }]);
    expect(await userOf()).toMatchObject({ language_id: 3, password_hash: null, email_verified_at: null });
    const [mail] = await queuedMails(database().db);
    expect(mail?.subject).toBe("Your account is ready");
    expect((await sendForm(setNewPassword, { ...resetParams(mail!.link), password: PASSWORD })).status).toBe(303);
    const session = await sessionOf(cookiesOf(await signIn(PASSWORD)));
    expect(session?.company?.title).toBe("My Company");
    // For a known e-mail the answer is the same, and nothing is changed.
    const known = await sendCall("users/quick-register", { email, language_id: 5 });
    expect([known.status, await known.json()]).toEqual([200, { status: "success", data: true }]);
    expect((await userOf())?.language_id).toBe(3);
  });

  it("sends five mails an hour to one address, whoever asks, and says when to come again", async () => {
    const address = (ip: number) => ({ ip: `198.51.100.${ip}` });
    const fields = { email, password: PASSWORD };
    for (let ip = 0; ip < 5; ip += 1) expect((await sendForm(signUp, fields, address(ip))).status).toBe(303);
    const late = await sendForm(signUp, fields, address(6));
    expect([late.status, Number(late.headers.get("Retry-After")) > 3500]).toEqual([429, true]);
    expect(((await late.json()) as ActionRefusal).message).toMatch(
      /^Too many mails were asked for. Please try again in/,
    );
    expect(await queuedMails(database().db)).toHaveLength(5);
    expect((await sendCall("users/quick-register", { email, language_id: null }, address(7))).status).toBe(429);
  });

  it("sends fifty mails an hour for one visitor, to whomever, and goes on for others", async () => {
    const ask = async (nth: number, ip: string) =>
      (await sendCall("password/email", { email: `mailbox-${nth}@test.example` }, { ip })).status;
    for (let nth = 0; nth < 50; nth += 1) expect([nth, await ask(nth, "198.51.100.7")]).toEqual([nth, 200]);
    expect([await ask(50, "198.51.100.7"), await ask(50, "198.51.100.8")]).toEqual([429, 200]);
  });

  it("refuses fields that it doesn't know, and answers programs in the envelope", async () => {
    const unknown = await sendCall("register", { email, password: PASSWORD, platform_role: "sudo" });
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      {
        status: "fail",
        data: { platform_role: "platform_role is no field of register" },
        message: "platform_role is no field of register",
      },
    ]);
    const done = await sendCall("register", { email, password: PASSWORD, tab: "x" });
    expect([done.status, await done.json()]).toEqual([200, { status: "success", data: true }]);
    const short = await sendCall("register", { email, password: "x" });
    expect([short.status, await short.json()]).toEqual([
      422,
      {
        status: "fail",
        data: { password: "Password needs at least 8 characters" },
        message: "Password needs at least 8 characters",
      },
    ]);
  });
});
