import { factorsOf } from "~/auth/factors.server";
import { describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { getUserAcrossCompanies, setPassword, updateUser } from "~/db/repositories/users.server";
import { loadOwnProfile, loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { addSeconds } from "~/domain/time/utc-text";
import { verifyPassword } from "~/services/password.server";
import { createCompany, createMember, createUser } from "../../factories/company";
import { queuedMails } from "../../helpers/accounts";
import { databases } from "../../helpers/databases";
import { giveTotp } from "../../helpers/factors";
import { NEXT, NOW, OLD, useProfiles } from "./profile-world";

describe.each(databases())("the profile of another user on %s", (kind) => {
  const world = useProfiles(kind);
  const { db, opened, act, user, staff, sessionsOf } = world;
  const admin = () => staff({ hasAdminFlag: true });

  it("is told apart from one's own, whose password is changed with the old one", async () => {
    const isOwn = async (id: number) => (await loadUserProfile(admin(), id)).isOwn;
    expect([await isOwn(world.userId), await isOwn(world.company.ownerId)]).toEqual([false, true]);
  });

  it("keeps one e-mail for teams and sign-in, unless another member has it or the team knows another", async () => {
    const before = (await user()).email;
    const email = `moved-${world.userId}@test.example`;
    const [second, third, fourth] = [await createCompany(db()), await createCompany(db()), await createCompany(db())];
    const known = await createMember(db(), world.company.companyId, { user_id: world.userId, email: before });
    const taken = await createMember(db(), second.companyId, { user_id: world.userId, email: before });
    await createMember(db(), second.companyId, { email });
    const otherwise = await createMember(db(), third.companyId, {
      user_id: world.userId,
      email: `desk-${world.userId}@a.example`,
    });
    const stranger = await createMember(db(), fourth.companyId, { email: before });
    await act(admin(), "user.change_email", { user_id: world.userId, email, verified: true });
    const emails = [];
    for (const id of [known, taken, otherwise, stranger])
      emails.push((await db()("company_members").where({ id }).first("email"))?.email);
    expect(emails).toEqual([email, before, `desk-${world.userId}@a.example`, before]);
  });

  it("keeps one phone for teams that know the account's, however it is written, and for no others", async () => {
    await updateUser(db(), world.userId, { phone: "+4232345678" }, NOW);
    const [second, third] = [await createCompany(db()), await createCompany(db())];
    const same = { user_id: world.userId, phone: "+423 234 56 78" };
    const known = await createMember(db(), world.company.companyId, same);
    const otherwise = await createMember(db(), second.companyId, { user_id: world.userId, phone: "+423 7654321" });
    const left = await createMember(db(), third.companyId, { ...same, invitation_type: 2 });
    await act(admin(), "user.update", { user_id: world.userId, phone: "+4232345679" });
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
      await expect(loadUserProfile(staff(rights), world.userId)).rejects.toMatchObject({ status: 403 });
    const isOffered = async (session: CompanySession) => (await loadOwnProfile(session)).mayManage;
    expect([await isOffered(world.own), await isOffered(admin())]).toEqual([false, true]);
    const profile = await loadUserProfile(admin(), world.userId);
    expect([profile.user.id, profile.mayChange]).toEqual([world.userId, true]);
  });

  // @spec AA-4.11 AA-4.12 AA-5.15 AA-6.09
  it("takes a new e-mail: not verified it is mailed, verified it is stamped, taken it is refused", async () => {
    const taken = (await getUserAcrossCompanies(db(), world.company.ownerId)).email;
    const email = `new-${world.userId}@test.example`;
    const change = (to: string, verified: boolean) =>
      act(admin(), "user.change_email", { user_id: world.userId, email: to, verified });
    await expect(change(taken.toUpperCase(), true)).rejects.toThrow("Email is not available");
    await change(email, false);
    expect(await user()).toMatchObject({ email, email_verified_at: null });
    expect(await db()("mails").where({ recipient: email })).toHaveLength(1);
    await act(admin(), "user.send_verification", { user_id: world.userId });
    expect(await db()("mails").where({ recipient: email })).toHaveLength(2);
    await change(email, true);
    expect((await user()).email_verified_at).toBe(NOW);
    await expect(act(admin(), "user.send_verification", { user_id: world.userId })).rejects.toMatchObject({
      status: 409,
    });
    expect(world.changed.length).toBeGreaterThan(0);
  });

  it("tells the old e-mail that there is another one, and says nothing where it stays", async () => {
    const { email: old } = await user();
    await db()("mails").delete();
    const change = (email: string, verified: boolean) =>
      act(admin(), "user.change_email", { user_id: world.userId, email, verified });
    const told = async () => (await queuedMails(db())).map(({ to, subject }) => [to, subject]);
    await change(old.toUpperCase(), true);
    expect(await told()).toEqual([]);
    await change(`first-${world.userId}@test.example`, true);
    const note = [old, "The e-mail of your account was changed"];
    expect(await told()).toEqual([note]);
    await change(`second-${world.userId}@test.example`, false);
    expect(await told()).toEqual([
      note,
      [`first-${world.userId}@test.example`, note[1]],
      [`second-${world.userId}@test.example`, "Confirm your e-mail"],
    ]);
  });

  // @spec AA-6.10
  // @spec AA-2.42 AA-3.04
  it("is verified by hand, and has a company then", async () => {
    await db()("users").where({ id: world.userId }).update({ email_verified_at: null });
    await act(admin(), "user.verify", { user_id: world.userId });
    expect((await user()).email_verified_at).toBe(NOW);
    expect((await loadUserProfile(admin(), world.userId)).user.accesses.map(({ roles }) => roles)).toEqual([
      "Owner, Admin, Dispatcher",
    ]);
  });

  it.each([
    ["none while an invitation waits", NOW, 0],
    ["one where the invitation has ended", "2026-11-13 06:00:00", 1],
  ])("is verified by hand, and has %s", async (_what, invitedAt, companies) => {
    const { email } = await user();
    await createMember(db(), world.company.companyId, { email, invitation_type: 0, invited_at: invitedAt });
    await db()("users").where({ id: world.userId }).update({ email_verified_at: null });
    await act(admin(), "user.verify", { user_id: world.userId });
    expect((await loadUserProfile(admin(), world.userId)).user.accesses).toHaveLength(companies);
  });

  it("shows when they were here last, also when that session has ended", async () => {
    const cookie = await openSession(await user(), new Headers());
    expect(cookie).not.toBe("");
    await db()("sessions").where({ user_id: world.userId }).delete();
    expect((await loadUserProfile(admin(), world.userId)).user.lastSessionAt).toBe(NOW);
    await db()("users").where({ id: world.userId }).update({ active_at: "2026-11-20 06:00:00" });
    await opened(world.userId, "later");
    expect((await loadUserProfile(admin(), world.userId)).user.lastSessionAt).toBe(NOW);
  });

  // @spec AA-6.12
  it("gets a new password, and all its sessions end", async () => {
    await act(admin(), "user.set_password", { user_id: world.userId, new_password: NEXT });
    expect(await verifyPassword((await user()).password_hash, NEXT)).toBe(true);
    expect(await sessionsOf(world.userId)).toEqual([]);
    expect(world.changed).toEqual([world.userId]);
    await expect(
      act(admin(), "user.set_password", { user_id: world.company.ownerId, new_password: NEXT }),
    ).rejects.toMatchObject({ status: 422 });
    const [entry] = await db()("audit_log").where({ action: "user.set_password" }).orderBy("id", "desc");
    expect([entry?.user_id, entry?.ids, entry?.changes]).toEqual([world.company.ownerId, `[${world.userId}]`, null]);
  });

  // @spec AA-4.06 AA-3.03
  it("is blocked with all sessions ended, and gets none of them back when unblocked", async () => {
    await act(admin(), "user.ban", { user_id: world.userId });
    expect([(await user()).status, await sessionsOf(world.userId), world.changed]).toEqual(["ban", [], [world.userId]]);
    expect((await loadUserProfile(admin(), world.userId)).user.isOnline).toBe(false);
    await act(admin(), "user.unban", { user_id: world.userId });
    expect([(await user()).status, await sessionsOf(world.userId)]).toEqual(["active", []]);
    const log = await db()("audit_log")
      .where({ ids: `[${world.userId}]` })
      .orderBy("id")
      .pluck("action");
    expect(log).toEqual(["user.ban", "user.unban"]);
  });

  // @spec AA-4.09 AA-6.08
  it("is removed: the row stays, sessions and sockets end, and the e-mail stays taken", async () => {
    const { email } = await user();
    expect(await act(admin(), "user.remove", { user_id: world.userId })).toBe("Uma User");
    expect(await db()("users").where({ id: world.userId }).first()).toMatchObject({ deleted_at: NOW, email });
    expect([await sessionsOf(world.userId), world.changed]).toEqual([[], [world.userId]]);
    await expect(user()).rejects.toMatchObject({ status: 404 });
    await expect(act(admin(), "user.unban", { user_id: world.userId })).rejects.toMatchObject({ status: 404 });
    await expect(
      act(admin(), "user.change_email", { user_id: world.company.ownerId, email, verified: true }),
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
    const before = await getUserAcrossCompanies(db(), world.company.ownerId);
    for (const rights of [{ hasAdminFlag: true }, { platformRole: "sudo" as const }])
      await expect(act(staff(rights), name, { user_id: world.company.ownerId })).rejects.toMatchObject({ status: 409 });
    expect(await getUserAcrossCompanies(db(), world.company.ownerId)).toEqual(before);
    expect((await loadUserProfile(admin(), world.company.ownerId)).mayClose).toBe(false);
  });

  it("loses a second step that its holder has lost, and is told by a mail", async () => {
    await expect(act(admin(), "user.remove_second_factor", { user_id: world.userId })).rejects.toMatchObject({
      code: "factor.none",
    });
    await giveTotp(db(), world.userId, NOW);
    expect((await loadUserProfile(admin(), world.userId)).hasSecondFactor).toBe(true);
    await act(admin(), "user.remove_second_factor", { user_id: world.userId });
    expect(await factorsOf(db(), world.userId)).toEqual({ hasTotp: false, passkeys: 0, recoveryCodes: 0 });
    expect([await sessionsOf(world.userId), world.changed]).toEqual([[], [world.userId]]);
    const mail = await db()("mails").orderBy("id", "desc").first();
    expect([mail?.recipient, mail?.subject]).toEqual([(await user()).email, "Your second step at sign-in was removed"]);
    const [entry] = await db()("audit_log").where({ action: "user.remove_second_factor" }).orderBy("id", "desc");
    expect([entry?.user_id, entry?.ids]).toEqual([world.company.ownerId, `[${world.userId}]`]);
    await expect(act(admin(), "user.remove_second_factor", { user_id: world.company.ownerId })).rejects.toMatchObject({
      code: "factor.own",
    });
  });

  it.each([
    ["user.remove_second_factor", {}],
    ["user.set_password", { new_password: NEXT }],
    ["user.change_email", { email: "moved@test.example", verified: true }],
    ["user.erase", { title: "Uma User" }],
  ] as const)("opens or ends it for good by %s with a proof alone, of lately or typed", async (name, input) => {
    await giveTotp(db(), world.userId, NOW);
    await setPassword(db(), world.company.ownerId, world.oldHash, NOW);
    const id = await opened(world.company.ownerId, "an open computer");
    await db()("sessions")
      .where({ id })
      .update({ created_at: addSeconds(NOW, -601) });
    const session = { ...admin(), id };
    const account = async () => [
      await db()("users").where({ id: world.userId }).first(),
      await factorsOf(db(), world.userId),
    ];
    const before = await account();
    const asked = { ...input, user_id: world.userId };
    expect((await loadUserProfile(session, world.userId)).proof).toBe("text");
    await expect(act(session, name, asked)).rejects.toMatchObject({ code: "proof.needed", status: 403 });
    const wrong = act(session, name, { ...asked, password: NEXT });
    await expect(wrong).rejects.toMatchObject({ code: "proof.wrong", field: "password" });
    expect(await account()).toEqual(before);
    await act(session, name, { ...asked, password: OLD });
    expect(await account()).not.toEqual(before);
    expect((await loadUserProfile(session, world.company.ownerId)).proof).toBe("nothing");
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
    await db()("users").where({ id: world.userId }).update({ platform_role: "sudo" });
    const before = await user();
    const all = { ...input, user_id: world.userId };
    for (const rights of [{ hasAdminFlag: true }, { platformRole: "dev" as const }])
      await expect(act(staff(rights), name, all)).rejects.toMatchObject({ code: "account.staff" });
    await expect(act(staff({ isOwner: true }), name, all)).rejects.toMatchObject({ status: 403 });
    expect(await user()).toEqual(before);
  });
});
