import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentSession, signOut } from "~/auth/session.server";
import { signIn } from "~/auth/sign-in.server";
import { useDatabase } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { updateUser } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { hashPassword } from "~/services/password.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";

const PASSWORD = "correct horse battery";
const TOO_MANY = "Too many login attempts.";

describe.each(databases())("signing in on %s", (kind) => {
  const database = useTestDatabase(kind);
  let userId = 0;
  let email = "";
  let nth = 0;

  beforeEach(async () => {
    const { db } = database();
    useDatabase(db);
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    setLimits(limitsWith(databaseLimiter(db)));
    const { companyId } = await createCompany(db);
    nth += 1;
    email = `sign-in-${nth}-${kind}@test.example`;
    userId = await createUser(db, {
      email,
      password_hash: await hashPassword(PASSWORD),
      current_company_id: companyId,
    });
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
    setLimits(undefined);
    vi.useRealTimers();
  });

  /** Tries are counted by address too, for all tests of this database. */
  const addressOf = (test: number) => `203.0.113.${test}`;
  const send = (password: string, as = email, { ip = addressOf(nth), cookie = "" } = {}): Promise<Response> => {
    const body = new URLSearchParams({ email: as, password });
    return signIn(
      new Request("http://localhost/platform/login", { method: "POST", body, headers: { Cookie: cookie } }),
      ip,
    );
  };
  const browserOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith("platform_browser="))!
      .split(";")[0]!;
  const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { message: string }).message];

  it("opens a session with the right password alone, in any spelling of the e-mail", async () => {
    expect(await refusal(await send("wrong"))).toEqual([401, "The e-mail or the password is not correct."]);
    const answer = await send(PASSWORD, ` ${email.toUpperCase()} `);
    expect(answer.status).toBe(302);
    const cookie = answer.headers.get("Set-Cookie")!.split(";")[0]!;
    expect((await currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } })))?.user.id).toBe(
      userId,
    );
  });

  it("is in the audit log, with what was refused, and never with a password", async () => {
    const { db } = database();
    await send("guessed secret");
    const cookie = (await send(PASSWORD)).headers.get("Set-Cookie")!.split(";")[0]!;
    await signOut(new Request("http://localhost/platform/logout", { method: "POST", headers: { Cookie: cookie } }));
    await send("guessed secret", `nobody-${email}`);
    const entries = await db("audit_log").orderBy("id", "desc").limit(4);
    expect(entries.reverse().map(({ action, outcome, user_id, ids }) => [action, outcome, user_id, ids])).toEqual([
      ["session.sign_in", "auth.wrong", null, `[${userId}]`],
      ["session.sign_in", "done", userId, null],
      ["session.sign_out", "done", userId, null],
      ["session.sign_in", "auth.wrong", null, "[]"],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/guessed secret|correct horse/);
  });

  it("opens none for a blocked account, whose name it admits to the right password only", async () => {
    await updateUser(database().db, userId, { status: "ban" }, NOW);
    expect(await refusal(await send("wrong"))).toEqual([401, "The e-mail or the password is not correct."]);
    const answer = await send(PASSWORD);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(await refusal(answer)).toEqual([403, "This account is blocked. Ask the administrator of your company."]);
  });

  it("answers no more than ten of 300 tries at once with a verdict, and says when to come again", async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => send("wrong")));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
    const late = answers.find((answer) => answer.status === 429)!;
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await late.clone().json()).toMatchObject({
      detail: expect.stringMatching(/^Try again in \d+ (second|minute)s?\.$/),
    });
    expect(await refusal(late)).toEqual([429, TOO_MANY]);
    expect(await refusal(await send(PASSWORD))).toEqual([429, TOO_MANY]);
  });

  it("counts for all processes together, over a restart, and forgives after five minutes", async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    for (let wrong = 0; wrong < 10; wrong += 1) {
      // Each try comes to a process that has just been started.
      setLimits(limitsWith(databaseLimiter(database().db)));
      expect((await send("wrong")).status).toBe(401);
    }
    setLimits(limitsWith(databaseLimiter(database().db)));
    const late = await send(PASSWORD);
    expect([late.status, Number(late.headers.get("Retry-After"))]).toEqual([429, 300]);
    vi.setSystemTime(Date.now() + 300_001);
    expect((await send(PASSWORD)).status).toBe(302);
  });

  it("locks nobody out of an account in the browser that it is known from", async () => {
    const cookie = browserOf(await send(PASSWORD));
    for (let wrong = 0; wrong < 12; wrong += 1) await send("guessed");
    expect((await send(PASSWORD)).status).toBe(429);
    expect((await send(PASSWORD, email, { cookie: cookie.replace(/.{4}$/, "AAAA") })).status).toBe(429);
    expect((await send(PASSWORD, email, { cookie })).status).toBe(302);
    // There, too, a password can't be guessed without end.
    for (let wrong = 0; wrong < 10; wrong += 1) expect((await send("guessed", email, { cookie })).status).toBe(401);
    expect((await send("guessed", email, { cookie })).status).toBe(429);
  });

  it("knows a browser for the accounts that were signed in there, and for no other", async () => {
    const cookie = browserOf(await send(PASSWORD));
    const other = `other-${email}`;
    await createUser(database().db, { email: other, password_hash: await hashPassword(PASSWORD) });
    for (let wrong = 0; wrong < 10; wrong += 1) expect((await send("guessed", other, { cookie })).status).toBe(401);
    expect((await send(PASSWORD, other, { cookie })).status).toBe(429);
    const both = browserOf(await send(PASSWORD, other, { cookie, ip: addressOf(200) }));
    expect([
      (await send(PASSWORD, other, { cookie: both })).status,
      (await send(PASSWORD, email, { cookie: both })).status,
    ]).toEqual([302, 302]);
  });

  it("takes a success as the end of the tries", async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let wrong = 0; wrong < 9; wrong += 1) expect((await send("wrong")).status).toBe(401);
      expect((await send(PASSWORD)).status).toBe(302);
    }
  });

  it("keeps and hashes no name or password that none can have", async () => {
    for (let wrong = 0; wrong < 12; wrong += 1)
      expect((await send("wrong", `${"a".repeat(300)}@test.example`)).status).toBe(401);
    expect((await send("p".repeat(300))).status).toBe(401);
    expect((await send(PASSWORD)).status).toBe(302);
  });
});
