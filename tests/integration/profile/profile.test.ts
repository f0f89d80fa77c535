import { factorsOf } from "~/auth/factors.server";
import { ZodError } from "zod";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import { DEFAULT_TITLE, foundCompany } from "~/auth/found-company.server";
import { changeOwnPassword } from "~/auth/change-own-password.server";
import { openSession } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { changeSettings } from "~/auth/user-settings.server";
import type { Db } from "~/db/client.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { getCompany } from "~/db/repositories/companies.server";
import { insertSession } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies, setPassword, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import type { Actor } from "~/domain/access/actor";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { loadOwnCompanies } from "~/features/profile/queries/companies-page.server";
import { loadOwnProfile, loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { addSeconds } from "~/domain/time/utc-text";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { hashPassword, verifyPassword } from "~/services/password.server";
import { createCompany, createMember, createUser } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { queuedMails } from "../../helpers/accounts";
import { databases, useTestDatabase } from "../../helpers/databases";
import { giveTotp } from "../../helpers/factors";
import { testServices } from "../../helpers/services";
import { justSignedIn, sessionOf } from "../../helpers/sessions";

const NOW = "2026-11-21 06:00:00";
const LATER = "2026-12-21 06:00:00";
const OLD = "correct horse 1";
const NEXT = "battery staple 2";

describe.each(databases())("profiles on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let oldHash: string;
  let userId: number;
  let own: CompanySession;
  let changed: number[];
  let stop: () => void;

  beforeAll(async () => {
    setDatabase(db());
    setLimits(limitsWith(databaseLimiter(db())));
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    company = await createCompany(db());
    oldHash = await hashPassword(OLD);
    stop = listenToAccessChanges((id) => changed.push(id));
  });
  afterAll(() => {
    stop();
    setLimits(undefined);
    setDatabase(undefined);
    setServices(undefined);
  });
  beforeEach(async () => {
    changed = [];
    userId = await createUser(db());
    await setPassword(db(), userId, oldHash, NOW);
    own = { ...sessionOf(company, { memberId: 1 }, userId), id: await opened(userId, "here") };
  });

  let opening = 0;
  const opened = async (user: number, userAgent: string): Promise<number> =>
    insertSession(
      db(),
      {
        hash: String((opening += 1)).padStart(64, "0"),
        user_id: user,
        company_id: company.companyId,
        session_version: (await getUserAcrossCompanies(db(), user)).session_version,
        user_agent: userAgent,
        expires_at: LATER,
      },
      NOW,
    );
  const act = async (session: CompanySession, name: keyof typeof PROFILE_ACTIONS, input: object) =>
    performAction(PROFILE_ACTIONS, session.id === 0 ? await justSignedIn(session) : session, name, input);
  const user = () => getUserAcrossCompanies(db(), userId);
  const staff = (rights: Partial<Actor>, id = company.ownerId) => sessionOf(company, rights, id);
  const sessionsOf = (id: number): Promise<number[]> =>
    db()("sessions").where({ user_id: id }).orderBy("id").pluck("id");

  // @spec AA-4.24 AA-6.16
  it("changes the fields that are given; a phone gives the country where none is set", async () => {
    const idOf = async (code: string) => (await db()("countries").where({ code }).first("id"))!.id as number;
    await act(own, "profile.update", { phone: "232 12 34", phone_country: "LI" });
    expect(await user()).toMatchObject({ name: "Uma", phone: "+423 232 12 34", country_id: await idOf("LI") });
    await act(own, "profile.update", { name: "Ulla", country_id: await idOf("AT") });
    await act(own, "profile.update", { phone: "+41 44 668 18 00" });
    expect(await user()).toMatchObject({ name: "Ulla", surname: "User", country_id: await idOf("AT") });
    await expect(act(own, "profile.update", { country_id: 9999 })).rejects.toMatchObject({ field: "country_id" });
    await expect(act(own, "profile.update", { name: " " })).rejects.toThrow("Name is required");
  });

  it.runIf(kind === "mariadb")("keeps both of two choices that are made at once", async () => {
    const { map, router } = { map: "openstreetmap", router: "valhalla" } as const;
    let [begun, goOn] = [(): void => undefined, (): void => undefined];
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const first = withTransaction(db(), async (trx) => {
      await changeSettings(userId, { map }, trx);
      begun();
      await mayGoOn;
    });
    await hasBegun;
    // Once it sends a statement that waits for the first one, the second has read what it could see.
    const hear = ({ sql }: { sql: string }): void => {
      if (/^update|for update$/i.test(sql)) goOn();
    };
    db().on("query", hear);
    await Promise.all([first, changeSettings(userId, { router })]);
    db().removeListener("query", hear);
    expect(JSON.parse((await user()).settings ?? "")).toEqual({ map, router });
  });

  it.each(["platform_role", "is_admin", "email", "email_verified_at", "status", "user_id", "id", "password_hash"])(
    "takes no %s along with a profile",
    async (field) => {
      const before = await user();
      await expect(act(own, "profile.update", { name: "Eve", [field]: 1 })).rejects.toBeInstanceOf(ZodError);
      expect(await user()).toEqual(before);
    },
  );

  // @spec AA-3.07 AA-6.15
  // @spec AA-1.05
  it("keeps what was chosen before", async () => {
    await act(own, "profile.preferences", { map: "openstreetmap", experimental: true });
    await act(own, "profile.preferences", { router: "valhalla" });
    expect(JSON.parse((await user()).settings ?? "")).toEqual({
      map: "openstreetmap",
      experimental: true,
      router: "valhalla",
    });
  });

  describe("one's own password", () => {
    const change = (old_password: string, new_password: string) =>
      act(own, "profile.password", { old_password, new_password });

    // @spec AA-5.14 AA-2.40
    it("needs both fields and the right old one, and no common one", async () => {
      await expect(change(OLD, "")).rejects.toThrow("Fill both fields!");
      await expect(change("", NEXT)).rejects.toThrow("Fill both fields!");
      await expect(change("wrong", NEXT)).rejects.toMatchObject({ field: "old_password", status: 422 });
      await expect(change(OLD, "password1234")).rejects.toMatchObject({ field: "new_password" });
      expect(await verifyPassword((await user()).password_hash, OLD)).toBe(true);
    });

    it("ends all other sessions and closes the sockets, and this session goes on", async () => {
      await opened(userId, "elsewhere");
      const others = await sessionsOf(company.ownerId);
      await change(OLD, NEXT);
      expect(await verifyPassword((await user()).password_hash, NEXT)).toBe(true);
      const left = await db()("sessions").where({ user_id: userId });
      expect(left.map(({ id, session_version: version }) => [id, version])).toEqual([
        [own.id, (await user()).session_version],
      ]);
      expect(await sessionsOf(company.ownerId)).toEqual(others);
      expect(changed).toEqual([userId]);
    });

    it("is not changed by a session that was ended meanwhile", async () => {
      const storing = vi.spyOn(db(), "transaction").mockImplementationOnce(async (work: unknown) => {
        await db()("sessions").where({ id: own.id! }).delete();
        return db().transaction(work as (trx: Db) => Promise<void>);
      });
      await expect(changeOwnPassword(own, OLD, NEXT)).rejects.toMatchObject({ status: 401, code: "not_authorized" });
      storing.mockRestore();
      expect((await user()).password_hash).toBe(oldHash);
    });

    it("may not be guessed on and on with a session alone", async () => {
      for (let attempt = 0; attempt < 10; attempt += 1)
        await expect(change("wrong", NEXT)).rejects.toMatchObject({ status: 422 });
      await expect(change(OLD, NEXT)).rejects.toMatchObject({ status: 429 });
    });
  });

  it("lists one's sessions with their devices, and ends one or all others, and nobody else's", async () => {
    const chrome =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
    const second = await opened(userId, chrome);
    await opened(userId, "");
    const foreign = await opened(company.ownerId, chrome);
    const { sessions } = await loadOwnProfile(own);
    expect(sessions.map(({ device, isThis }) => [device, isThis])).toEqual([
      ["Unknown device", false],
      ["Chrome on Linux", false],
      ["Unknown device", true],
    ]);
    await expect(act(own, "session.end", { session_id: foreign })).rejects.toMatchObject({ status: 404 });
    await act(own, "session.end", { session_id: second });
    expect(await sessionsOf(userId)).not.toContain(second);
    await act(own, "sessions.end_others", {});
    expect(await sessionsOf(userId)).toEqual([own.id]);
    expect(await sessionsOf(company.ownerId)).toContain(foreign);
    expect(changed).toEqual([userId, userId]);
  });

  // @spec AA-3.18 AA-5.16
  it("adds a company, and a default title gives way to the owner's name", async () => {
    const person = await user();
    const first = await foundCompany(db(), person, DEFAULT_TITLE);
    const foreign = await foundCompany(db(), await getUserAcrossCompanies(db(), company.ownerId), DEFAULT_TITLE);
    await expect(act(own, "company.create", { title: "  " })).rejects.toThrow("Title is required");
    await act(own, "company.create", { title: "Second" });
    const page = (query: string) => new Request(`http://localhost/platform/profile/companies?${query}`);
    const { rows, total } = await loadOwnCompanies(own, page(""));
    expect(total).toBe(2);
    expect(rows.map(({ title, roles }) => [title, roles])).toEqual([
      ["Company of Uma User", "Owner, Admin, Dispatcher"],
      ["Second", "Owner, Admin, Dispatcher"],
    ]);
    expect(rows[0]?.companyId).toBe(first);
    expect((await loadOwnCompanies(own, page("q=sec"))).rows.map(({ title }) => title)).toEqual(["Second"]);
    expect((await getCompany(db(), foreign)).title).toBe(DEFAULT_TITLE);
    // Recipients are told a company's e-mail: the owner's own is not for them.
    expect((await getCompany(db(), first)).email).toBeNull();
    await expect(act(sessionOf(company, { kind: "api" }, userId), "company.create", { title: "x" })).rejects.toThrow();
  });

  // @spec AA-3.18
  it("adds no company with the default title beside another, and gives no two the same name", async () => {
    const titles = () => db()("companies").where({ user_id: userId }).orderBy("id").pluck("title");
    const [first, second, third] = ["Company of Uma User", "Company of Uma User 2", "Company of Uma User 3"];
    await foundCompany(db(), await user(), DEFAULT_TITLE);
    await foundCompany(db(), await user(), DEFAULT_TITLE);
    await act(own, "company.create", { title: DEFAULT_TITLE });
    expect(await titles()).toEqual([first, second, third]);
    await act(staff({ hasAdminFlag: true }), "user.add_company", { user_id: userId, title: DEFAULT_TITLE });
    expect(await titles()).toEqual([first, second, third, "Company of Uma User 4"]);
  });

  // @spec AA-3.06
  it("are titled by name and surname, else by the e-mail", async () => {
    const titleOf = async () => (await loadUserProfile(staff({ hasAdminFlag: true }), userId)).user.title;
    expect(await titleOf()).toBe("Uma User");
    await updateUser(db(), userId, { name: "", surname: "" }, NOW);
    expect(await titleOf()).toBe((await user()).email);
  });

  describe("of another user", () => {
    const admin = () => staff({ hasAdminFlag: true });

    it("is told apart from one's own, whose password is changed with the old one", async () => {
      const isOwn = async (id: number) => (await loadUserProfile(admin(), id)).isOwn;
      expect([await isOwn(userId), await isOwn(company.ownerId)]).toEqual([false, true]);
    });

    it("keeps one e-mail for teams and sign-in, unless another member has it or the team knows another", async () => {
      const before = (await user()).email;
      const email = `moved-${userId}@test.example`;
      const [second, third, fourth] = [await createCompany(db()), await createCompany(db()), await createCompany(db())];
      const known = await createMember(db(), company.companyId, { user_id: userId, email: before });
      const taken = await createMember(db(), second.companyId, { user_id: userId, email: before });
      await createMember(db(), second.companyId, { email });
      const otherwise = await createMember(db(), third.companyId, {
        user_id: userId,
        email: `desk-${userId}@a.example`,
      });
      const stranger = await createMember(db(), fourth.companyId, { email: before });
      await act(admin(), "user.change_email", { user_id: userId, email, verified: true });
      const emails = [];
      for (const id of [known, taken, otherwise, stranger])
        emails.push((await db()("company_members").where({ id }).first("email"))?.email);
      expect(emails).toEqual([email, before, `desk-${userId}@a.example`, before]);
    });

    it("keeps one phone for teams that know the account's, however it is written, and for no others", async () => {
      await updateUser(db(), userId, { phone: "+4232345678" }, NOW);
      const [second, third] = [await createCompany(db()), await createCompany(db())];
      const same = { user_id: userId, phone: "+423 234 56 78" };
      const known = await createMember(db(), company.companyId, same);
      const otherwise = await createMember(db(), second.companyId, { user_id: userId, phone: "+423 7654321" });
      const left = await createMember(db(), third.companyId, { ...same, invitation_type: 2 });
      await act(admin(), "user.update", { user_id: userId, phone: "+4232345679" });
      const phoneOf = async (id: number) => (await db()("company_members").where({ id }).first("phone"))?.phone;
      expect([await phoneOf(known), await phoneOf(otherwise), await phoneOf(left)]).toEqual([
        (await user()).phone,
        "+423 7654321",
        same.phone,
      ]);
    });

    // @spec AA-1.04
    it("is shown to super admins alone", async () => {
      for (const rights of [{ isOwner: true }, { isAdmin: true }, { platformRole: "dev_team" as const }])
        await expect(loadUserProfile(staff(rights), userId)).rejects.toMatchObject({ status: 403 });
      const isOffered = async (session: CompanySession) => (await loadOwnProfile(session)).mayManage;
      expect([await isOffered(own), await isOffered(admin())]).toEqual([false, true]);
      const profile = await loadUserProfile(admin(), userId);
      expect([profile.user.id, profile.mayChange]).toEqual([userId, true]);
    });

    // @spec AA-4.11 AA-4.12 AA-5.15 AA-6.09
    it("takes a new e-mail: not verified it is mailed, verified it is stamped, taken it is refused", async () => {
      const taken = (await getUserAcrossCompanies(db(), company.ownerId)).email;
      const email = `new-${userId}@test.example`;
      const change = (to: string, verified: boolean) =>
        act(admin(), "user.change_email", { user_id: userId, email: to, verified });
      await expect(change(taken.toUpperCase(), true)).rejects.toThrow("Email is not available");
      await change(email, false);
      expect(await user()).toMatchObject({ email, email_verified_at: null });
      expect(await db()("mails").where({ recipient: email })).toHaveLength(1);
      await act(admin(), "user.send_verification", { user_id: userId });
      expect(await db()("mails").where({ recipient: email })).toHaveLength(2);
      await change(email, true);
      expect((await user()).email_verified_at).toBe(NOW);
      await expect(act(admin(), "user.send_verification", { user_id: userId })).rejects.toMatchObject({ status: 409 });
      expect(changed.length).toBeGreaterThan(0);
    });

    it("tells the old e-mail that there is another one, and says nothing where it stays", async () => {
      const { email: old } = await user();
      await db()("mails").delete();
      const change = (email: string, verified: boolean) =>
        act(admin(), "user.change_email", { user_id: userId, email, verified });
      const told = async () => (await queuedMails(db())).map(({ to, subject }) => [to, subject]);
      await change(old.toUpperCase(), true);
      expect(await told()).toEqual([]);
      await change(`first-${userId}@test.example`, true);
      const note = [old, "The e-mail of your account was changed"];
      expect(await told()).toEqual([note]);
      await change(`second-${userId}@test.example`, false);
      expect(await told()).toEqual([
        note,
        [`first-${userId}@test.example`, note[1]],
        [`second-${userId}@test.example`, "Confirm your e-mail"],
      ]);
    });

    // @spec AA-6.10
    // @spec AA-2.42 AA-3.04
    it("is verified by hand, and has a company then", async () => {
      await db()("users").where({ id: userId }).update({ email_verified_at: null });
      await act(admin(), "user.verify", { user_id: userId });
      expect((await user()).email_verified_at).toBe(NOW);
      expect((await loadUserProfile(admin(), userId)).user.accesses.map(({ roles }) => roles)).toEqual([
        "Owner, Admin, Dispatcher",
      ]);
    });

    it.each([
      ["none while an invitation waits", NOW, 0],
      ["one where the invitation has ended", "2026-11-13 06:00:00", 1],
    ])("is verified by hand, and has %s", async (_what, invitedAt, companies) => {
      const { email } = await user();
      await createMember(db(), company.companyId, { email, invitation_type: 0, invited_at: invitedAt });
      await db()("users").where({ id: userId }).update({ email_verified_at: null });
      await act(admin(), "user.verify", { user_id: userId });
      expect((await loadUserProfile(admin(), userId)).user.accesses).toHaveLength(companies);
    });

    it("shows when they were here last, also when that session has ended", async () => {
      const cookie = await openSession(await user(), new Headers());
      expect(cookie).not.toBe("");
      await db()("sessions").where({ user_id: userId }).delete();
      expect((await loadUserProfile(admin(), userId)).user.lastSessionAt).toBe(NOW);
      await db()("users").where({ id: userId }).update({ active_at: "2026-11-20 06:00:00" });
      await opened(userId, "later");
      expect((await loadUserProfile(admin(), userId)).user.lastSessionAt).toBe(NOW);
    });

    // @spec AA-6.12
    it("gets a new password, and all its sessions end", async () => {
      await act(admin(), "user.set_password", { user_id: userId, new_password: NEXT });
      expect(await verifyPassword((await user()).password_hash, NEXT)).toBe(true);
      expect(await sessionsOf(userId)).toEqual([]);
      expect(changed).toEqual([userId]);
      await expect(
        act(admin(), "user.set_password", { user_id: company.ownerId, new_password: NEXT }),
      ).rejects.toMatchObject({ status: 422 });
      const [entry] = await db()("audit_log").where({ action: "user.set_password" }).orderBy("id", "desc");
      expect([entry?.user_id, entry?.ids, entry?.changes]).toEqual([company.ownerId, `[${userId}]`, null]);
    });

    // @spec AA-4.06 AA-3.03
    it("is blocked with all sessions ended, and gets none of them back when unblocked", async () => {
      await act(admin(), "user.ban", { user_id: userId });
      expect([(await user()).status, await sessionsOf(userId), changed]).toEqual(["ban", [], [userId]]);
      expect((await loadUserProfile(admin(), userId)).user.isOnline).toBe(false);
      await act(admin(), "user.unban", { user_id: userId });
      expect([(await user()).status, await sessionsOf(userId)]).toEqual(["active", []]);
      const log = await db()("audit_log")
        .where({ ids: `[${userId}]` })
        .orderBy("id")
        .pluck("action");
      expect(log).toEqual(["user.ban", "user.unban"]);
    });

    // @spec AA-4.09 AA-6.08
    it("is removed: the row stays, sessions and sockets end, and the e-mail stays taken", async () => {
      const { email } = await user();
      expect(await act(admin(), "user.remove", { user_id: userId })).toBe("Uma User");
      expect(await db()("users").where({ id: userId }).first()).toMatchObject({ deleted_at: NOW, email });
      expect([await sessionsOf(userId), changed]).toEqual([[], [userId]]);
      await expect(user()).rejects.toMatchObject({ status: 404 });
      await expect(act(admin(), "user.unban", { user_id: userId })).rejects.toMatchObject({ status: 404 });
      await expect(
        act(admin(), "user.change_email", { user_id: company.ownerId, email, verified: true }),
      ).rejects.toThrow("Email is not available");
    });

    it("is not removed while nobody else could manage one of their companies", async () => {
      const owned = await createCompany(db(), `Only theirs ${kind}`);
      const remove = () => act(admin(), "user.remove", { user_id: owned.ownerId });
      await expect(remove()).rejects.toMatchObject({
        code: "account.only_admin",
        status: 409,
        message: expect.stringContaining(`Nobody else could manage Only theirs ${kind}.`) as string,
      });
      expect((await getUserAcrossCompanies(db(), owned.ownerId)).deleted_at).toBeNull();
      await createMember(db(), owned.companyId, { user_id: await createUser(db()), is_admin: 1 });
      await remove();
      await expect(getUserAcrossCompanies(db(), owned.ownerId)).rejects.toMatchObject({ status: 404 });
    });

    // @spec AA-4.10
    it.each(["user.ban", "user.remove"] as const)("%s is not for one's own account", async (name) => {
      const before = await getUserAcrossCompanies(db(), company.ownerId);
      for (const rights of [{ hasAdminFlag: true }, { platformRole: "sudo" as const }])
        await expect(act(staff(rights), name, { user_id: company.ownerId })).rejects.toMatchObject({ status: 409 });
      expect(await getUserAcrossCompanies(db(), company.ownerId)).toEqual(before);
      expect((await loadUserProfile(admin(), company.ownerId)).mayClose).toBe(false);
    });

    it("loses a second step that its holder has lost, and is told by a mail", async () => {
      await expect(act(admin(), "user.remove_second_factor", { user_id: userId })).rejects.toMatchObject({
        code: "factor.none",
      });
      await giveTotp(db(), userId, NOW);
      expect((await loadUserProfile(admin(), userId)).hasSecondFactor).toBe(true);
      await act(admin(), "user.remove_second_factor", { user_id: userId });
      expect(await factorsOf(db(), userId)).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 });
      expect([await sessionsOf(userId), changed]).toEqual([[], [userId]]);
      const mail = await db()("mails").orderBy("id", "desc").first();
      expect([mail?.recipient, mail?.subject]).toEqual([
        (await user()).email,
        "Your second step at sign-in was removed",
      ]);
      const [entry] = await db()("audit_log").where({ action: "user.remove_second_factor" }).orderBy("id", "desc");
      expect([entry?.user_id, entry?.ids]).toEqual([company.ownerId, `[${userId}]`]);
      await expect(act(admin(), "user.remove_second_factor", { user_id: company.ownerId })).rejects.toMatchObject({
        code: "factor.own",
      });
    });

    it.each([
      ["user.remove_second_factor", {}],
      ["user.set_password", { new_password: NEXT }],
      ["user.change_email", { email: "moved@test.example", verified: true }],
      ["user.erase", { title: "Uma User" }],
    ] as const)("opens or ends it for good by %s with a proof alone, of lately or typed", async (name, input) => {
      await giveTotp(db(), userId, NOW);
      await setPassword(db(), company.ownerId, oldHash, NOW);
      const id = await opened(company.ownerId, "an open computer");
      await db()("sessions")
        .where({ id })
        .update({ created_at: addSeconds(NOW, -601) });
      const session = { ...admin(), id };
      const account = async () => [await db()("users").where({ id: userId }).first(), await factorsOf(db(), userId)];
      const before = await account();
      const asked = { ...input, user_id: userId };
      expect((await loadUserProfile(session, userId)).proof).toBe("text");
      await expect(act(session, name, asked)).rejects.toMatchObject({ code: "proof.needed", status: 403 });
      const wrong = act(session, name, { ...asked, password: NEXT });
      await expect(wrong).rejects.toMatchObject({ code: "proof.wrong", field: "password" });
      expect(await account()).toEqual(before);
      await act(session, name, { ...asked, password: OLD });
      expect(await account()).not.toEqual(before);
      expect((await loadUserProfile(session, company.ownerId)).proof).toBe("nothing");
    });

    it.each([
      ["user.ban", {}],
      ["user.unban", {}],
      ["user.remove", {}],
      ["user.update", { name: "Eve" }],
      ["user.remove_second_factor", {}],
      ["user.set_password", { new_password: NEXT }],
      ["user.change_email", { email: "eve@test.example", verified: true }],
      ["user.comment", { admin_comment: "x" }],
    ] as const)("with rights over the platform: %s is for sudo admins", async (name, input) => {
      await db()("users").where({ id: userId }).update({ platform_role: "sudo" });
      const before = await user();
      const all = { ...input, user_id: userId };
      for (const rights of [{ hasAdminFlag: true }, { platformRole: "dev" as const }])
        await expect(act(staff(rights), name, all)).rejects.toMatchObject({ code: "account.staff" });
      await expect(act(staff({ isOwner: true }), name, all)).rejects.toMatchObject({ status: 403 });
      expect(await user()).toEqual(before);
    });
  });
});
