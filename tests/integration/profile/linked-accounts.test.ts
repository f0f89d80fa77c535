import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { insertIdentity, listIdentities } from "~/db/repositories/identities.server";
import { insertSession } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { setNewPassword } from "~/features/accounts/account-actions.server";
import { epochSec } from "~/domain/time/utc-text";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { loadOwnProfile } from "~/features/profile/queries/profile-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { hashPassword, verifyPassword } from "~/services/password.server";
import { openidSignIn } from "~/services/social/openid.server";
import { createCompany, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { queuedMails, resetParams, sendForm } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const ISSUER = "https://id.acme.example/realms/main";

describe.each(databases())("accounts elsewhere on the profile on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let userId: number;
  let own: CompanySession;
  let nth = 0;
  let nowMs = 0;

  beforeAll(async () => {
    setDatabase(db());
    setLimits(limitsWith(databaseLimiter(db())));
    const provider = { driver: "acme", title: "Acme", issuer: ISSUER, clientId: "id", clientSecret: "secret" };
    setServices(testServices({ clock: { nowMs: () => nowMs }, social: openidSignIn([provider]) }));
    company = await createCompany(db());
  });
  afterAll(() => {
    setLimits(undefined);
    setDatabase(undefined);
    setServices(undefined);
  });
  beforeEach(async () => {
    nowMs = epochSec(NOW) * 1000;
    await db()("mails").delete();
    await db()("limits").delete();
    userId = await createUser(db());
    const { email } = await getUserAcrossCompanies(db(), userId);
    const session = sessionOf(company, { memberId: 1 }, userId);
    nth += 1;
    const id = await insertSession(
      db(),
      {
        hash: String(nth).padStart(64, "0"),
        user_id: userId,
        company_id: company.companyId,
        session_version: 1,
        user_agent: "",
        expires_at: "2026-12-21 06:00:00",
      },
      NOW,
    );
    own = { ...session, id, user: { ...session.user, email } };
  });

  const link = (issuer = ISSUER, ofUser = userId) =>
    insertIdentity(db(), { user_id: ofUser, issuer, subject: `${nth}-${ofUser}`, email: "ann@acme.example" }, NOW);
  const act = (name: keyof typeof PROFILE_ACTIONS, input: object) => performAction(PROFILE_ACTIONS, own, name, input);
  const linked = async () => (await loadOwnProfile(own)).linked;

  it("are listed by what their providers are called, also those of providers that are gone", async () => {
    expect((await linked()).providers).toEqual([{ driver: "acme", title: "Acme" }]);
    await link();
    await link("https://old.example/sso");
    const { identities, providers, hasPassword } = await linked();
    expect(identities.map(({ title, email, mayUnlink }) => [title, email, mayUnlink])).toEqual([
      ["Acme", "ann@acme.example", true],
      ["old.example", "ann@acme.example", true],
    ]);
    // What is linked is not offered again.
    expect([providers, hasPassword]).toEqual([[], false]);
  });

  it("are unlinked one by one, and the last way in stays", async () => {
    const [first, second] = [await link(), await link("https://old.example/sso")];
    const foreign = await link(ISSUER, company.ownerId);
    await expect(act("identity.unlink", { identity_id: foreign })).rejects.toMatchObject({ status: 404 });
    await act("identity.unlink", { identity_id: first });
    await expect(act("identity.unlink", { identity_id: first })).rejects.toMatchObject({ status: 404 });
    expect((await linked()).identities.map(({ mayUnlink }) => mayUnlink)).toEqual([false]);
    await expect(act("identity.unlink", { identity_id: second })).rejects.toMatchObject({
      status: 409,
      code: "identity.last",
    });
    await db()("users").where({ id: userId }).update({ password_hash: "x" });
    await act("identity.unlink", { identity_id: second });
    expect(await listIdentities(db(), userId)).toEqual([]);
    expect(await listIdentities(db(), company.ownerId)).toHaveLength(1);
  });

  it("are unlinked by whoever shows that it is them, and a mail tells of it", async () => {
    const password = "correct horse battery";
    await db()("users")
      .where({ id: userId })
      .update({ password_hash: await hashPassword(password) });
    const [first, second] = [await link(), await link("https://old.example/sso")];
    // Signed in longer ago than a proof holds.
    nowMs += 3_600_000;
    expect((await linked()).proof).toBe("text");
    await expect(act("identity.unlink", { identity_id: first })).rejects.toMatchObject({ code: "proof.needed" });
    await expect(act("identity.unlink", { identity_id: first, password: "wrong" })).rejects.toMatchObject({
      code: "proof.wrong",
    });
    expect(await listIdentities(db(), userId)).toHaveLength(2);
    expect(await queuedMails(db())).toEqual([]);
    await act("identity.unlink", { identity_id: first, password });
    expect((await linked()).proof).toBe("nothing");
    await act("identity.unlink", { identity_id: second });
    expect((await queuedMails(db())).map(({ to, subject }) => [to, subject])).toEqual([
      [own.user.email, "You can no longer sign in with Acme"],
      [own.user.email, "You can no longer sign in with old.example"],
    ]);
  });

  it("leave one when both are unlinked at once", async () => {
    const ids = [await link(), await link("https://old.example/sso")];
    const answers = await Promise.allSettled(ids.map((identity_id) => act("identity.unlink", { identity_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await listIdentities(db(), userId)).toHaveLength(1);
  });

  it("need no password beside them; one is chosen by a mailed link", async () => {
    await act("profile.mail_password", {});
    const [mail] = await queuedMails(db());
    expect([mail?.to, mail?.subject]).toEqual([own.user.email, "Set a new password"]);
    const password = "correct horse battery";
    const done = await sendForm(setNewPassword, { ...resetParams(mail!.link), password });
    expect(done.status).toBe(303);
    const { password_hash } = await getUserAcrossCompanies(db(), userId);
    expect(await verifyPassword(password_hash, password)).toBe(true);
  });

  it("don't let anybody fill a mailbox with such links", async () => {
    for (let sent = 0; sent < 5; sent += 1) await act("profile.mail_password", {});
    await expect(act("profile.mail_password", {})).rejects.toMatchObject({ status: 429 });
    expect(await queuedMails(db())).toHaveLength(5);
  });
});
