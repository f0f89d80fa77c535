import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { hashPassword } from "~/services/password.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import {
  beginAccounts,
  cookiesOf,
  endAccounts,
  queuedMails,
  resetParams,
  sendCall,
  verifyParams,
} from "../../helpers/accounts";
import { askDocumented } from "../../helpers/documented";
import { databases, useTestDatabase } from "../../helpers/databases";

const PASSWORD = "correct horse battery";

describe.each(databases())("the calls of accounts on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    email = `caller-${nth}@test.example`;
  });
  afterEach(endAccounts);

  const get = async (path: string, cookie = ""): Promise<[number, unknown]> => {
    const request = new Request(`http://localhost/platform/api/${path}`, { headers: { Cookie: cookie } });
    const answer = await askDocumented(request, path.replace(/\?.*/, ""), "203.0.113.1");
    return [answer.status, await answer.json()];
  };
  const isIn = async (cookie: string) => (await get("user/check-auth", cookie))[1];

  /** Somebody of a company, signed in. */
  async function member(
    part: { platform_role?: "sudo"; is_admin?: 0 | 1 } = {},
  ): Promise<{ id: number; cookie: string }> {
    const { db } = database();
    const { companyId } = await createCompany(db);
    const { is_admin, ...user } = part;
    const id = await createUser(db, { ...user, current_company_id: companyId });
    await createMember(db, companyId, { user_id: id, is_dispatcher: 1, is_admin: is_admin ?? 0 });
    return { id, cookie: (await openSession(await getUserAcrossCompanies(db, id), new Headers())).split(";")[0]! };
  }

  // @spec AA-7.02 AA-7.05 AA-7.06
  it("sign in with a cookie, tell so, and sign out", async () => {
    await createUser(database().db, { email, password_hash: await hashPassword(PASSWORD) });
    expect(await isIn("")).toEqual({ status: "success", data: { authenticated: false } });
    const answer = await sendCall("login", { email, password: PASSWORD });
    const cookie = cookiesOf(answer);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "success", data: true }]);
    expect(await isIn(cookie)).toEqual({ status: "success", data: { authenticated: true } });
    const out = await sendCall("logout", {}, { cookie });
    expect([out.status, out.headers.get("Set-Cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")]);
    expect(await isIn(cookie)).toEqual({ status: "success", data: { authenticated: false } });
  });

  // @spec AA-8.05 AA-7.05
  it("refuse a wrong password, and too many", async () => {
    const answers = [];
    for (let tries = 0; tries < 11; tries += 1) answers.push(await sendCall("login", { email, password: "wrong" }));
    const wrong = "The e-mail or the password is not correct.";
    expect([answers[0]!.status, await answers[0]!.json()]).toEqual([
      422,
      { status: "fail", data: wrong, message: wrong },
    ]);
    const late = answers[10]!;
    expect([late.status, ((await late.json()) as { data: string }).data]).toEqual([429, "Too many login attempts."]);
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  // @spec AA-7.07 AA-7.12
  it("verify by a link, and tell whether it is done", async () => {
    const cookie = cookiesOf(await sendCall("register", { email, password: PASSWORD }));
    const { id, hash } = verifyParams((await queuedMails(database().db))[0]!.link);
    expect(await get("email/verify")).toEqual([200, { status: "success", data: { verified: false } }]);
    expect((await sendCall("email/verify", { id: Number(id), hash })).status).toBe(422);
    const answer = await sendCall("email/verify", { id: Number(id), hash }, { cookie });
    expect(answer.status).toBe(200);
    expect(await get("email/verify", cookiesOf(answer))).toEqual([
      200,
      { status: "success", data: { verified: true } },
    ]);
    expect((await sendCall("email/verify", { id: Number(id), hash })).status).toBe(410);
    expect((await sendCall("email/resend", {})).status).toBe(401);
  });

  // @spec AA-7.13
  it("verify by a link, which leads a browser to its page and changes nothing when it is read", async () => {
    await sendCall("register", { email, password: PASSWORD });
    const { id, hash } = verifyParams((await queuedMails(database().db))[0]!.link);
    const other = await createUser(database().db);
    const path = `email/verify/${id}/${hash}`;
    const read = (as: string, accept: string) =>
      askDocumented(new Request(`http://localhost/platform/api/${as}`, { headers: { Accept: accept } }), as, "::1");
    for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*"]) {
      const led = await read(path, accept);
      expect([led.status, led.headers.get("Location")]).toEqual([302, `/email-verify/${id}/${hash}`]);
    }
    const waits = await read(path, "application/json");
    expect([waits.status, await waits.json()]).toEqual([200, { status: "success", data: { verified: false } }]);
    expect(waits.headers.get("Set-Cookie")).toBeNull();
    expect((await read(`email/verify/${other}/${hash}`, "application/json")).status).toBe(410);
    expect((await sendCall(`email/verify/${other}/${hash}`, {})).status).toBe(410);
    // The path counts, and what the wrapper adds to every payload is no fault.
    const answer = await sendCall(path, { id: other, tab: "t-1", password: "chosen by the mailbox" });
    expect([answer.status, await answer.json()]).toEqual([200, { status: "success", data: true }]);
    expect((await get("email/verify", cookiesOf(answer)))[1]).toEqual({ status: "success", data: { verified: true } });
    const ended = await read(path, "application/json");
    expect([ended.status, ended.headers.get("Set-Cookie")]).toEqual([410, null]);
    expect((await sendCall(path, {})).status).toBe(410);
    expect((await sendCall(`${path}/more`, {})).status).toBe(404);
    expect((await sendCall(`email/verify/${id}`, {})).status).toBe(404);
    expect((await sendCall(path, { nonsense: 1 })).status).toBe(400);
  });

  // @spec AA-7.08 AA-7.09 AA-7.11
  it("reset a password by a link, which leads a browser to its page", async () => {
    await createUser(database().db, { email, password_hash: await hashPassword(PASSWORD) });
    expect((await sendCall("password/email", { email })).status).toBe(200);
    const { token } = resetParams((await queuedMails(database().db))[0]!.link);
    const query = new URLSearchParams({ token, email }).toString();
    const address = `http://localhost/platform/api/password/reset?${query}`;
    const led = await askDocumented(new Request(address), "password/reset", "203.0.113.1");
    expect([led.status, led.headers.get("Location")]).toEqual([302, `/reset?${query}`]);
    const next = `${PASSWORD} now`;
    expect((await sendCall("password/reset", { token, email, password: next })).status).toBe(200);
    expect((await sendCall("login", { email, password: PASSWORD })).status).toBe(422);
    expect((await sendCall("login", { email, password: next })).status).toBe(200);
  });

  // @spec AA-7.10 AA-7.14
  it("confirm the password of whoever is signed in, and send the verification once more", async () => {
    const answer = await sendCall("register", { email, password: PASSWORD });
    const cookie = cookiesOf(answer);
    expect((await sendCall("email/resend", {}, { cookie })).status).toBe(200);
    expect((await queuedMails(database().db)).map(({ to }) => to)).toEqual([email, email]);
    await database().db("users").where({ email }).update({ email_verified_at: NOW });
    const own = cookiesOf(await sendCall("login", { email, password: PASSWORD }));
    expect((await sendCall("password/confirm", { password: "wrong" }, { cookie: own })).status).toBe(422);
    expect((await sendCall("password/confirm", { password: PASSWORD }, { cookie: own })).status).toBe(200);
    expect((await sendCall("password/confirm", { password: PASSWORD })).status).toBe(401);
  });

  // @spec AA-7.20
  it("tell whether an e-mail is free to those alone who may edit users", async () => {
    const { id, cookie } = await member({ platform_role: "sudo" });
    const taken = (await getUserAcrossCompanies(database().db, id)).email;
    const ask = (query: string, as = cookie) => get(`users/list?${new URLSearchParams(query)}`, as);
    expect(await ask(`action=check-email&email=${email}`)).toEqual([200, { status: "success", data: true }]);
    expect(await ask(`action=check-email&email=${taken.toUpperCase()}`)).toEqual([
      200,
      { status: "success", data: false },
    ]);
    expect(await ask(`action=check-email&email=${taken}&id=${id}`)).toEqual([200, { status: "success", data: true }]);
    expect((await ask("action=check-email&email=nobody"))[0]).toBe(422);
    expect((await ask("action=everything"))[0]).toBe(422);
    const admin = await member({ is_admin: 1 });
    for (const [as, status] of [
      [admin.cookie, 403],
      ["", 401],
    ] as const)
      expect((await ask(`action=check-email&email=${email}`, as))[0]).toBe(status);
  });

  // @spec AA-7.18 AA-7.19 AA-6.11
  it("send a verification to a user for those alone who may edit users", async () => {
    const { db } = database();
    const { id, cookie } = await member({ platform_role: "sudo" });
    const waiting = await createUser(db, { email, email_verified_at: null });
    const ask = (userId: number, as = cookie) => get(`users/list?action=send-verification&id=${userId}`, as);
    expect(await ask(waiting)).toEqual([200, { status: "success", data: "Verification email sent successfully." }]);
    expect((await queuedMails(db)).map(({ to, subject }) => [to, subject])).toEqual([[email, "Confirm your e-mail"]]);
    expect([(await ask(id))[0], (await ask(999_999))[0]]).toEqual([409, 404]);
    expect((await ask(waiting, (await member({ is_admin: 1 })).cookie))[0]).toBe(403);
    expect(await queuedMails(db)).toHaveLength(1);
  });
});
