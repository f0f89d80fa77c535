import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { EMAIL_VERIFY, PASSWORD_RESET } from "~/auth/account-links.server";
import { claimAccount } from "~/auth/claim-account.server";
import { factorsOf } from "~/auth/factors.server";
import { currentSession, openSession } from "~/auth/session.server";
import { findIdentity, insertIdentity } from "~/db/repositories/identities.server";
import { createToken, findToken } from "~/db/repositories/tokens.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { createUser, NOW } from "../../factories/company";
import { beginAccounts, endAccounts } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { giveTotp } from "../../helpers/factors";

const FRESH = { name: "Ines", surname: "Road", password_hash: null };
const LINKS = [EMAIL_VERIFY, PASSWORD_RESET] as const;

/** Somebody signs up with an e-mail that is not theirs, and prepares ways to come back once its owner works with it. */
describe.each(databases())("an account that was claimed from a stranger on %s", (kind) => {
  const database = useTestDatabase(kind);
  let stranger: UserRow;
  let cookie = "";
  let links: string[] = [];
  let nth = 0;

  beforeEach(async () => {
    const { db } = database();
    await beginAccounts(db, NOW);
    nth += 1;
    const email = `claimed-${kind}-${nth}@test.example`;
    const id = await createUser(db, { email, password_hash: "theirs", email_verified_at: null });
    stranger = await getUserAcrossCompanies(db, id);
    cookie = (await openSession(stranger, new Headers())).split(";")[0]!;
    await giveTotp(db, id, NOW);
    await insertIdentity(db, { user_id: id, issuer: "https://id.example", subject: email, email }, NOW);
    links = await Promise.all(LINKS.map((one) => createToken(db, { kind: one, userId: id, ttlSec: 600 }, NOW)));
  });
  afterEach(endAccounts);

  const claim = () => withTransaction(database().db, (trx) => claimAccount(trx, stranger, FRESH));
  const openLinks = async () => {
    const found = await Promise.all(LINKS.map((one, at) => findToken(database().db, one, links[at]!, NOW)));
    return found.filter((row) => row !== null).length;
  };
  const identity = () => findIdentity(database().db, "https://id.example", stranger.email);

  it("opens by nothing that the stranger has left behind", async () => {
    const { db } = database();
    expect([await openLinks(), (await identity())?.user_id]).toEqual([2, stranger.id]);
    await claim();
    expect(await getUserAcrossCompanies(db, stranger.id)).toMatchObject({ ...FRESH, email_verified_at: NOW });
    expect(await currentSession(new Request("http://localhost/", { headers: { Cookie: cookie } }))).toBeNull();
    expect(await db("sessions").where({ user_id: stranger.id })).toEqual([]);
    expect(await identity()).toBeUndefined();
    expect(await factorsOf(db, stranger.id)).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 });
    expect(await openLinks()).toBe(0);
  });

  it("is not opened by a sign-in of the stranger that had begun before", async () => {
    await claim();
    await expect(openSession(stranger, new Headers())).rejects.toMatchObject({ code: "auth.expired" });
  });

  it("closes the stranger's sockets with the commit, and not before", async () => {
    const heard: number[] = [];
    const stop = listenToAccessChanges((userId) => heard.push(userId));
    await withTransaction(database().db, async (trx) => {
      await claimAccount(trx, stranger, FRESH);
      expect(heard).toEqual([]);
    });
    stop();
    expect(heard).toEqual([stranger.id]);
  });
});
