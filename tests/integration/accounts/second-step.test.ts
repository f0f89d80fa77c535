import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changePassword } from "~/auth/new-password.server";
import { currentSession } from "~/auth/session.server";
import { signIn as signInPage } from "~/auth/sign-in.server";
import { countRecoveryCodes } from "~/db/repositories/factors.server";
import { updateUser } from "~/db/repositories/users.server";
import type { Db } from "~/db/client.server";
import { withTransaction, withWitness } from "~/db/transaction.server";
import { addSeconds } from "~/domain/time/utc-text";
import { verifyMfa } from "~/features/accounts/account-actions.server";
import type { ActionRefusal } from "~/lib/action-result";
import { hashPassword } from "~/services/password.server";
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
import { databases, useTestDatabase } from "../../helpers/databases";
import { codeAt, giveTotp, wrongCodeAt } from "../../helpers/factors";

const PASSWORD = "several words are good";
const EXPIRED = "Your sign-in has expired. Please sign in again.";
const WRONG = "The code is not correct, or was used already.";

describe.each(databases())("the second step of a sign-in on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";
  let userId = 0;
  let secret = "";
  let codes: string[] = [];

  async function newAccount() {
    const { db } = database();
    nth += 1;
    const { companyId } = await createCompany(db);
    const account = { email: `factor-${kind}-${nth}@test.example`, current_company_id: companyId };
    const id = await createUser(db, { ...account, password_hash: await hashPassword(PASSWORD) });
    return { id, ...account };
  }

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    ({ id: userId, email } = await newAccount());
    ({ secret, codes } = await giveTotp(db, userId, NOW));
  });
  afterEach(() => {
    vi.useRealTimers();
    endAccounts();
  });

  const signIn = (redirectTo = "", who = email, ip = "203.0.113.9") =>
    signInPage(
      new Request("http://localhost/platform/login", {
        method: "POST",
        body: new URLSearchParams({ email: who, password: PASSWORD, redirectTo }),
      }),
      ip,
    );
  const pending = async (who = email, ip?: string) => cookiesOf(await signIn("", who, ip));
  const step = (cookie: string, code: string, more: { redirectTo?: string; ip?: string } = {}) =>
    sendForm(
      verifyMfa,
      { code, ...(more.redirectTo === undefined ? {} : { redirectTo: more.redirectTo }) },
      { cookie, ...(more.ip === undefined ? {} : { ip: more.ip }) },
    );
  const saidBy = async (answer: Response) => [answer.status, ((await answer.json()) as ActionRefusal).message];
  const isIn = async (cookie: string) =>
    (await currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } })))?.user.id === userId;

  it.each([
    ["an app is set up", (db: Db, id: number) => giveTotp(db, id, NOW)],
    ["the account is blocked", (db: Db, id: number) => updateUser(db, id, { status: "ban" }, NOW)],
    ["the password is changed", (db: Db, id: number) => changePassword(db, id, "another hash")],
  ])("lets nobody in by a password alone when %s at the last moment", async (_, happens) => {
    const { db } = database();
    const { id, email: who } = await newAccount();
    const lastMoment = { isOver: false, beforeCommit: async () => undefined, committed: () => undefined };
    const begin = async () => void (await happens(db, id));
    const answer = await withWitness({ ...lastMoment, begin }, () => signIn("", who));
    expect(await saidBy(answer)).toEqual([410, EXPIRED]);
    expect(await db("sessions").where({ user_id: id })).toEqual([]);
  });

  it("is asked for after the password, which opens nothing by itself", async () => {
    const first = await signIn("/planning");
    expect([first.status, first.headers.get("Location")]).toEqual([302, "/verify-mfa?redirectTo=%2Fplanning"]);
    const cookie = cookiesOf(first);
    expect(cookie).not.toContain("platform_session");
    expect(await isIn(cookie)).toBe(false);
    expect(await database().db("sessions").where({ user_id: userId })).toEqual([]);
    const second = await step(cookie, codeAt(secret, NOW), { redirectTo: "/planning" });
    expect([second.status, second.headers.get("Location")]).toEqual([303, "/planning"]);
    expect(await isIn(cookiesOf(second))).toBe(true);
  });

  it("takes a code of the step before and after, and no other", async () => {
    const statuses: number[] = [];
    for (const sec of [-60, -30, 0, 30, 60])
      statuses.push((await step(await pending(), codeAt(secret, addSeconds(NOW, sec)))).status);
    expect(statuses).toEqual([422, 303, 303, 303, 422]);
    expect(await saidBy(await step(await pending(), wrongCodeAt(secret, NOW)))).toEqual([422, WRONG]);
  });

  it("takes a code once, also when two requests bring it at the same time", async () => {
    const cookies = [await pending(), await pending()];
    const answers = await Promise.all(cookies.map((cookie) => step(cookie, codeAt(secret, NOW))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect((await step(await pending(), codeAt(secret, NOW))).status).toBe(422);
    // An older one is no better, though it was never used.
    expect((await step(await pending(), codeAt(secret, addSeconds(NOW, -30)))).status).toBe(422);
    expect(await database().db("sessions").where({ user_id: userId })).toHaveLength(1);
  });

  it("takes a recovery code once, however it is typed, and tells the mailbox how many are left", async () => {
    const typed = ` ${codes[0]!.toLowerCase().replace("-", " ")} `;
    const cookies = [await pending(), await pending()];
    const answers = await Promise.all(cookies.map((cookie) => step(cookie, typed)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await countRecoveryCodes(database().db, userId)).toBe(9);
    const mails = await queuedMails(database().db);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, "A recovery code was used"]]);
    expect(mails[0]?.text).toContain("9 codes are left.");
    const [entry] = await database().db("audit_log").where({ action: "user.use_recovery_code", user_id: userId });
    expect(entry).toMatchObject({ outcome: "done" });
  });

  it("opens one session for one first step, and keeps the code when the first step is used up", async () => {
    const cookie = await pending();
    expect((await step(cookie, codes[0]!)).status).toBe(303);
    expect(await saidBy(await step(cookie, codes[1]!))).toEqual([410, EXPIRED]);
    const again = await pending();
    const answers = await Promise.all([step(again, codes[1]!), step(again, codes[2]!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(await countRecoveryCodes(database().db, userId)).toBe(8);
  });

  it("is over after ten minutes, after a new password, and for an account that is blocked", async () => {
    const { db } = database();
    const cookie = await pending();
    startAccounts(db, addSeconds(NOW, 599));
    expect((await step(cookie, wrongCodeAt(secret, addSeconds(NOW, 599)))).status).toBe(422);
    startAccounts(db, addSeconds(NOW, 600));
    expect(await saidBy(await step(cookie, codes[0]!))).toEqual([410, EXPIRED]);
    startAccounts(db, NOW);
    const [before, blocked] = [await pending(), await pending()];
    await updateUser(db, userId, { status: "ban" }, NOW);
    expect(await saidBy(await step(blocked, codes[0]!))).toEqual([410, EXPIRED]);
    await updateUser(db, userId, { status: "active" }, NOW);
    await withTransaction(db, (trx) => changePassword(trx, userId, "another hash"));
    expect(await saidBy(await step(before, codes[0]!))).toEqual([410, EXPIRED]);
    expect(await countRecoveryCodes(db, userId)).toBe(10);
  });

  it("takes nothing of another account", async () => {
    const other = await newAccount();
    const theirs = await giveTotp(database().db, other.id, NOW);
    const cookie = await pending(other.email);
    expect((await step(cookie, codeAt(secret, NOW))).status).toBe(422);
    expect((await step(cookie, codes[0]!)).status).toBe(422);
    const [session] = [await step(cookie, codeAt(theirs.secret, NOW))];
    expect(session.status).toBe(303);
    expect(await isIn(cookiesOf(session))).toBe(false);
    expect(await saidBy(await step("platform_sign_in=made-up", codes[0]!))).toEqual([410, EXPIRED]);
    expect(await saidBy(await step("", codes[0]!))).toEqual([410, EXPIRED]);
  });

  it("lets nobody guess: five tries from one address, twenty in an hour from all", async () => {
    // why: what is left of a window is told to the second, and a busy machine takes some for the tries.
    vi.useFakeTimers({ now: Date.parse(`${NOW.replace(" ", "T")}Z`), toFake: ["Date"] });
    const wrong = wrongCodeAt(secret, NOW);
    const cookie = await pending();
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) statuses.push((await step(cookie, wrong)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    const waiting = await step(cookie, codeAt(secret, NOW));
    expect([waiting.status, Number(waiting.headers.get("Retry-After"))]).toEqual([429, 300]);
    expect(await saidBy(waiting)).toEqual([429, "Too many login attempts."]);
    for (let nth = 0; nth < 15; nth += 1)
      expect((await step(cookie, wrong, { ip: `198.51.100.${nth}` })).status).toBe(422);
    const all = await step(cookie, codeAt(secret, NOW), { ip: "198.51.100.200" });
    expect([all.status, Number(all.headers.get("Retry-After"))]).toEqual([429, 3600]);
    const refused = await database().db("audit_log").where({ action: "session.second_step" });
    expect(refused.filter(({ ids }) => ids === `[${userId}]`)).toHaveLength(20);
  });

  it("lets nobody guess slowly either: a hundred tries in a day, from wherever", async () => {
    // why: windows are counted by the machine's clock, and an hour has to pass five times.
    vi.useFakeTimers({ now: Date.parse(`${NOW.replace(" ", "T")}Z`), toFake: ["Date"] });
    const wrong = wrongCodeAt(secret, NOW);
    const cookie = await pending();
    for (let nth = 0; nth < 100; nth += 1) {
      if (nth > 0 && nth % 20 === 0) vi.setSystemTime(Date.now() + 3_601_000);
      const { status } = await step(cookie, wrong, { ip: `198.51.100.${nth}` });
      expect([nth, status]).toEqual([nth, 422]);
    }
    vi.setSystemTime(Date.now() + 3_601_000);
    expect((await step(cookie, codeAt(secret, NOW), { ip: "198.51.100.200" })).status).toBe(429);
    vi.setSystemTime(Date.now() + 20 * 3_600_000);
    expect((await step(cookie, codeAt(secret, NOW), { ip: "198.51.100.200" })).status).toBe(303);
  });

  it("is told to programs, which answer it with a call", async () => {
    const first = await sendCall("login", { email, password: PASSWORD });
    expect([first.status, await first.json()]).toEqual([
      200,
      { status: "success", data: { second_factor: ["totp", "recovery_code"] } },
    ]);
    const cookie = cookiesOf(first);
    expect((await sendCall("verify-mfa", { code: "000000x" }, { cookie })).status).toBe(422);
    const second = await sendCall("verify-mfa", { code: codeAt(secret, NOW) }, { cookie });
    expect([second.status, await second.json()]).toEqual([200, { status: "success", data: true }]);
    expect(await isIn(cookiesOf(second))).toBe(true);
    const late = await sendCall("verify-mfa", { code: codes[0]! }, { cookie });
    expect(late.status).toBe(410);
  });
});
