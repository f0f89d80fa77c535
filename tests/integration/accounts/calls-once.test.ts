import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { hashPassword } from "~/services/password.server";
import { createUser, NOW } from "../../factories/company";
import { cookiesOf, endAccounts, queuedMails, sendCall, startAccounts } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";

const PASSWORD = "correct horse battery";
const ONCE = { "Idempotency-Key": "same" };

describe.each(databases())("a key of idempotency without a company on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nth = 0;
  let email = "";

  beforeEach(async () => {
    const { db } = database();
    setDatabase(db);
    startAccounts(db, NOW);
    for (const table of ["mails", "limits", "open_calls"] as const) await db(table).delete();
    nth += 1;
    email = `once-${nth}@test.example`;
  });
  afterEach(() => {
    setDatabase(undefined);
    endAccounts();
  });

  const register = (fields: object = {}, more: Parameters<typeof sendCall>[2] = {}) =>
    sendCall("register", { email, password: PASSWORD, ...fields }, { headers: ONCE, ...more });
  const kept = () => database().db("open_calls").select();

  it("makes one account and sends one mail; the answer comes again without a cookie", async () => {
    const first = await register();
    expect([first.status, first.headers.getSetCookie().length]).toEqual([200, 1]);
    const again = await register();
    expect([again.status, await again.json(), again.headers.getSetCookie()]).toEqual([200, await first.json(), []]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await queuedMails(database().db)).toHaveLength(1);
  });

  it("keeps nothing of a password, and no cookie", async () => {
    const first = await register();
    const text = JSON.stringify(await kept());
    for (const secret of [PASSWORD, email, "same", cookiesOf(first)]) expect(text).not.toContain(secret);
    expect((await kept()).map(({ answer }) => answer)).toEqual(['{"status":"success","data":true}']);
  });

  it("refuses another payload and another call under the same key, and one that is under way", async () => {
    await register();
    for (const other of [
      await register({ password: "another one 1234" }),
      await sendCall("password/email", { email }, { headers: ONCE }),
    ])
      expect([other.status, ((await other.json()) as { message: string }).message]).toEqual([
        422,
        "This Idempotency-Key was used for another request.",
      ]);
    await database().db("open_calls").update({ answer: null, claimed_by: "another process", claimed_at: NOW });
    expect((await register()).status).toBe(409);
    // A process that has ended holds a key for a minute.
    await database().db("open_calls").update({ claimed_at: "2026-11-20 00:00:00" });
    expect((await register()).status).toBe(200);
  });

  it("is each sender's own: by address, by browser, and by account", async () => {
    await register();
    for (const more of [{ ip: "198.51.100.7" }, { cookie: "somebody=else" }]) {
      const theirs = await register({}, more);
      expect([theirs.status, theirs.headers.get("Idempotent-Replayed")]).toEqual([200, null]);
    }
    expect(await kept()).toHaveLength(3);
  });

  it("signs in anew each time: no session comes from what was kept", async () => {
    await createUser(database().db, { email, password_hash: await hashPassword(PASSWORD) });
    const signIn = (password = PASSWORD) => sendCall("login", { email, password }, { headers: ONCE });
    const [first, again] = [await signIn(), await signIn()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(cookiesOf(again)).not.toBe(cookiesOf(first));
    expect((await kept()).map(({ answer }) => answer)).toEqual(["null"]);
    expect((await signIn("another one 1234")).status).toBe(422);
  });

  it("lets a call that was refused come again", async () => {
    expect((await register({ password: "x" })).status).toBe(422);
    expect(await kept()).toEqual([]);
    expect((await register()).status).toBe(200);
  });
});
