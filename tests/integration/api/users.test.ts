import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, setPassword } from "~/db/repositories/users.server";
import { hashPassword, verifyPassword } from "~/services/password.server";
import { createApiKey } from "../../factories/api-keys";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { MISSING } from "../access/ids";
import { askApi, get, post } from "./api-world";

const OLD = "correct horse 1";
const NEXT = "battery staple 2";
type Person = { headers: Record<string, string> };
type Item = Record<string, unknown> & { id: number };

describe.each(databases())("the calls on accounts on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  /** owns a company, and has no right over the platform */
  let owner: Person;
  let superAdmin: Person;
  let adminId: number;
  let userId: number;

  beforeEach(async () => {
    setWorld(db());
    desk = await createDesk(db());
    adminId = await createUser(db(), { is_admin: 1 });
    await createMember(db(), desk.companyId, { user_id: adminId, is_dispatcher: 1 });
    userId = await createUser(db(), { name: "Vera", admin_comment: "Calls on Mondays" });
    [owner, superAdmin] = [await signedIn(desk.ownerId), await signedIn(adminId)];
  });
  afterEach(forgetWorld);

  const user = (id = userId) => getUserAcrossCompanies(db(), id);
  async function signedIn(id: number): Promise<Person> {
    const cookie = await openSession(await user(id), new Headers());
    return { headers: { Cookie: cookie.split(";")[0]! } };
  }
  const field = (who: Person, name: string, value: unknown, id = userId) =>
    post(who, "users/update-field", { id, field: name, value });

  it("people see themselves, without what super admins note about them", async () => {
    await db()("users").where({ id: desk.ownerId }).update({ admin_comment: "Pays late" });
    const { body } = await get(owner, "users/list", {});
    expect((body.data as Item[]).map(({ id, admin_comment: comment }) => [id, comment])).toEqual([
      [desk.ownerId, null],
    ]);
    expect(Object.keys((body.data as Item[])[0]!).filter((name) => /password|session|role/.test(name))).toEqual([]);
    expect(((await get(owner, "users/item")).body.data as Item).id).toBe(desk.ownerId);
    const missing = await get(owner, "users/item", { id: 999_999 });
    const others = await get(owner, "users/item", { id: userId });
    expect([others.status, others.body]).toEqual([404, missing.body]);
    for (const query of [{ id: userId }, { id: userId, type: "members" }])
      expect((await get(owner, "users/list", query)).status).toBe(404);
  });

  // @spec AA-1.04
  it("super admins see all accounts, page by page, and their comments", async () => {
    const ids: number[] = [];
    for (let cursor: string | null = "0"; cursor !== null;) {
      const query = { limit: 2, ...(cursor === "0" ? {} : { cursor }) };
      const { body, status } = await get(superAdmin, "users/list", query);
      expect(status).toBe(200);
      expect((body.data as Item[]).length).toBeLessThanOrEqual(2);
      ids.push(...(body.data as Item[]).map(({ id }) => id));
      cursor = body.next_cursor ?? null;
    }
    expect(ids).toEqual(await db()("users").whereNull("deleted_at").orderBy("id").pluck("id"));
    const { body } = await get(superAdmin, "users/list", { search: (await user()).email.toUpperCase() });
    expect(body.data).toMatchObject([{ id: userId, admin_comment: "Calls on Mondays" }]);
  });

  // @spec AA-7.17
  it("tells the companies that a user works for, with their roles there", async () => {
    const query = { id: desk.ownerId, type: "members" };
    const expected = [{ company_id: desk.companyId, is_owner: 1, is_courier: 0 }];
    expect((await get(superAdmin, "users/list", query)).body.data).toMatchObject(expected);
    expect((await get(owner, "users/list", query)).body.data).toMatchObject(expected);
  });

  it("says of inactive companies, and of teams in which the user is inactive, that they can't work there", async () => {
    const query = { id: desk.ownerId, type: "members" };
    const { companyId } = await createCompany(db(), "Another");
    await createMember(db(), companyId, { user_id: desk.ownerId, is_dispatcher: 1 });
    const seen = async (who: Person) =>
      ((await get(who, "users/list", query)).body.data as Item[]).map((row) => [row.company_id, row.is_active]);
    for (const [status, memberStatus] of [
      [1, 0],
      [0, 1],
    ] as const) {
      await db()("companies").where({ id: companyId }).update({ status });
      await db()("company_members").where({ company_id: companyId, user_id: desk.ownerId }).update({
        status: memberStatus,
      });
      const expected = [
        [companyId, 0],
        [desk.companyId, 1],
      ];
      for (const who of [superAdmin, owner]) expect(await seen(who)).toEqual(expected);
    }
  });

  // @spec AA-7.18 AA-7.19 AA-7.20
  it("whether an e-mail is free is for super admins; a verification mail is sent and noted", async () => {
    const check = { action: "check-email", email: (await user()).email };
    expect((await get(owner, "users/list", check)).status).toBe(403);
    expect((await get(superAdmin, "users/list", check)).body.data).toBe(false);
    await db()("users").where({ id: userId }).update({ email_verified_at: null });
    const send = { action: "send-verification", id: userId };
    expect((await get(owner, "users/list", send)).status).toBe(403);
    expect((await get(superAdmin, "users/list", send)).body.data).toBe("Verification email sent successfully.");
    expect(await db()("mails").where({ recipient: check.email })).toHaveLength(1);
    const noted = await db()("audit_log").where({ action: "user.send_verification", ids: `[${userId}]` });
    expect(noted).toHaveLength(1);
    const led = { headers: { ...superAdmin.headers, "Sec-Fetch-Site": "cross-site" } };
    expect((await get(led, "users/list", send)).status).toBe(403);
    expect(await db()("mails").where({ recipient: check.email })).toHaveLength(1);
    for (let nth = 2; nth <= 5; nth += 1) expect((await get(superAdmin, "users/list", send)).status).toBe(200);
    expect((await get(superAdmin, "users/list", send)).status).toBe(429);
    expect(await db()("mails").where({ recipient: check.email })).toHaveLength(5);
  });

  it("names are one line, and a comment may have several", async () => {
    expect((await field(owner, "name", "Dan\r\nX: y", desk.ownerId)).body.data).toMatchObject({ name: "Dan X: y" });
    await field(superAdmin, "admin_comment", "Late\r\nagain");
    expect((await user()).admin_comment).toBe("Late\r\nagain");
    const email = `lines-${desk.ownerId}@test.example`;
    await post(null, "register", { name: "Bob\r\nBcc: evil", email, password: OLD });
    expect(await db()("users").where({ email }).first()).toMatchObject({ name: "Bob Bcc: evil" });
  });

  it("one field is named in one way", async () => {
    const both = { id: desk.ownerId, name: "name", field: "surname", value: "Both" };
    expect((await post(owner, "users/update-field", both)).status).toBe(422);
    expect(JSON.stringify(await user(desk.ownerId))).not.toContain("Both");
    expect((await post(owner, "users/update-field", { ...both, field: "name" })).status).toBe(200);
    expect((await user(desk.ownerId)).name).toBe("Both");
  });

  // @spec AA-7.21
  it("people change their own name, phone and country, and nothing else of themselves or of others", async () => {
    expect((await field(owner, "surname", "Beck", desk.ownerId)).status).toBe(200);
    expect((await user(desk.ownerId)).surname).toBe("Beck");
    const before = [await user(), await user(desk.ownerId)];
    for (const [name, value] of [
      ["status", "ban"],
      ["email", "eve@test.example"],
      ["email_verified_at", ""],
      ["deleted_at", NOW],
      ["admin_comment", "x"],
    ] as const)
      expect([name, (await field(owner, name, value, desk.ownerId)).status]).toEqual([name, 403]);
    expect((await field(owner, "platform_role", "sudo", desk.ownerId)).status).toBe(400);
    for (const name of ["name", "status"]) expect((await field(owner, name, "ban")).status).toBe(404);
    expect([await user(), await user(desk.ownerId)]).toEqual(before);
  });

  // @spec AA-7.21
  it("people say that they are active, by the clock of the server, for nobody else and in no log", async () => {
    const [long, never] = ["2020-01-01 00:00:00", "2090-01-01 00:00:00"];
    await db()("users").update({ active_at: long });
    const logged = await db()("audit_log").count();
    expect((await field(owner, "active_at", never, desk.ownerId)).status).toBe(200);
    const at = (await user(desk.ownerId)).active_at!;
    expect([at > long, at < never]).toEqual([true, true]);
    expect(await db()("audit_log").count()).toEqual(logged);
    expect((await field(owner, "active_at", NOW)).status).toBe(404);
    expect((await field(superAdmin, "active_at", NOW)).status).toBe(403);
    for (const nothing of ["", null]) expect((await field(owner, "active_at", nothing, desk.ownerId)).status).toBe(422);
    expect([(await user()).active_at, (await user(desk.ownerId)).active_at]).toEqual([long, at]);
  });

  // @spec AA-7.21 AA-4.06 AA-6.10 AA-6.13 AA-6.08
  it("super admins block, verify, comment and remove by single fields", async () => {
    await field(superAdmin, "status", "ban");
    expect((await user()).status).toBe("ban");
    await field(superAdmin, "status", "active");
    await field(superAdmin, "email_verified_at", "");
    expect(await user()).toMatchObject({ status: "active", email_verified_at: null });
    await field(superAdmin, "email_verified_at", NOW);
    await field(superAdmin, "admin_comment", "");
    await field(superAdmin, "name", "Vally");
    expect(await user()).toMatchObject({ name: "Vally", admin_comment: null });
    expect((await user()).email_verified_at).not.toBeNull();
    const taken = await field(superAdmin, "email", (await user(desk.ownerId)).email);
    expect([taken.status, JSON.stringify(taken.body)]).toEqual([
      409,
      expect.stringContaining("Email is not available"),
    ]);
    expect((await field(superAdmin, "status", "gone")).status).toBe(422);
    expect((await field(superAdmin, "deleted_at", null)).status).toBe(422);
    // The first verification founded a company, which nobody else could manage.
    expect((await field(superAdmin, "deleted_at", NOW)).status).toBe(409);
    await db()("companies").where({ user_id: userId }).update({ deleted_at: NOW });
    expect((await field(superAdmin, "deleted_at", NOW)).body.data).toBeNull();
    await expect(user()).rejects.toMatchObject({ status: 404 });
    expect((await field(superAdmin, "deleted_at", NOW, adminId)).status).toBe(409);
  });

  describe("several at once", () => {
    const change = (who: Person, bulk: object) => post(who, "users/update-field", { bulk });
    const remove = (who: Person, ids: readonly number[]) => post(who, "users/destroy", { ids });
    const doneSince = () =>
      db()("audit_log").where({ outcome: "done" }).where("id", ">", lastEntry).orderBy("id").pluck("action");
    let secondId: number;
    let before: unknown;
    let lastEntry = 0;
    const all = async () => [await db()("users").orderBy("id"), await db()("mails").orderBy("id")];
    beforeEach(async () => {
      secondId = await createUser(db(), { name: "Walt" });
      before = await all();
      lastEntry = Number((await db()("audit_log").max({ id: "id" }).first())?.id ?? 0);
    });

    it("are changed by a super admin, each as its single calls would", async () => {
      const { status, body } = await change(superAdmin, {
        [secondId]: { name: "Wilma", surname: "Beck", phone: "+423 232 12 34", status: "ban", admin_comment: "Late" },
        [userId]: { deleted_at: NOW, email: "gone@test.example", surname: "Gone" },
        [adminId]: { surname: "Boss" },
      });
      expect([status, body.data]).toMatchObject([200, [{ id: adminId }, null, { id: secondId }]]);
      expect(await user(secondId)).toMatchObject({ surname: "Beck", status: "ban", admin_comment: "Late" });
      expect(await db()("users").where({ id: userId }).first()).toMatchObject({
        email: "gone@test.example",
        surname: "Gone",
        deleted_at: expect.any(String),
      });
      expect((await user(adminId)).surname).toBe("Boss");
      expect(await doneSince()).toEqual([
        ...["profile.update", "user.update", "user.change_email", "user.remove"],
        ...["user.update", "user.comment", "user.ban"],
      ]);
    });

    it("are people's own alone, and one id of another account refuses all", async () => {
      const own = { [desk.ownerId]: { name: "Olga" } };
      expect((await change(owner, { ...own, [userId]: { name: "Mine" } })).status).toBe(404);
      expect((await change(superAdmin, { ...own, [MISSING]: { name: "None" } })).status).toBe(404);
      expect(await all()).toEqual(before);
      expect((await change(owner, own)).body.data).toMatchObject([{ id: desk.ownerId, name: "Olga" }]);
    });

    it("stay as they are where one of them is refused, and the fault says which", async () => {
      const good = { [userId]: { name: "New", admin_comment: "New" } };
      const taken = (await user()).email;
      for (const [fields, status, place] of [
        [{ phone: "12" }, 422, "phone"],
        [{ status: "gone" }, 422, "status"],
        [{ name: ["x"] }, 422, "name"],
        [{ email: taken }, 409, "email"],
      ] as const) {
        const { body, ...answer } = await change(superAdmin, { ...good, [secondId]: fields });
        expect([answer.status, Object.keys(body.data as object)]).toEqual([status, [`bulk.${secondId}.${place}`]]);
      }
      const own = await change(superAdmin, { ...good, [adminId]: { status: "ban" } });
      expect(own.status).toBe(409);
      expect((await change(superAdmin, { ...good, [secondId]: { platform_role: "sudo" } })).status).toBe(400);
      expect([await all(), await doneSince()]).toEqual([before, []]);
    });

    it("the right comes before the value", async () => {
      const staffId = await createUser(db(), { platform_role: "sudo" });
      for (const value of ["ban", "gone", 7]) {
        expect([value, (await field(owner, "status", value, desk.ownerId)).status]).toEqual([value, 403]);
        expect((await change(owner, { [desk.ownerId]: { status: value, name: 7 } })).status).toBe(403);
        expect((await field(superAdmin, "status", value, staffId)).status).toBe(403);
      }
      for (const value of [NOW, "", null])
        expect((await field(owner, "deleted_at", value, desk.ownerId)).status).toBe(403);
    });

    it("are as many as in other bulk calls", async () => {
      const many = Object.fromEntries(Array.from({ length: 501 }, (_, nth) => [nth + 1, { name: "Many" }]));
      expect((await change(superAdmin, many)).status).toBe(422);
      expect((await post(owner, "users/update-field", { bulk: {}, id: 1 })).status).toBe(422);
      expect((await change(superAdmin, {})).status).toBe(422);
      expect(await all()).toEqual(before);
    });

    it("are removed, all of them or none", async () => {
      for (const [who, ids, status] of [
        [owner, [desk.ownerId, userId], 404],
        [owner, [desk.ownerId], 403],
        [superAdmin, [userId, MISSING], 404],
        [superAdmin, [userId, adminId], 409],
      ] as const)
        expect([ids, (await remove(who, ids)).status]).toEqual([ids, status]);
      expect((await post(superAdmin, "users/destroy", { id: userId, ids: [secondId] })).status).toBe(422);
      expect((await post(superAdmin, "users/destroy", {})).status).toBe(422);
      expect([await all(), await doneSince()]).toEqual([before, []]);
      const { body } = await remove(superAdmin, [userId, secondId, userId]);
      expect(body.data).toEqual({ ids: [userId, secondId] });
      for (const id of [userId, secondId]) await expect(user(id)).rejects.toMatchObject({ status: 404 });
      expect(await doneSince()).toEqual(["user.remove", "user.remove"]);
    });

    it("are changed once for a key, in a form too", async () => {
      const form = { bulk: JSON.stringify({ [userId]: { name: "Once" }, [secondId]: { name: "Twice" } }) };
      const send = () =>
        askApi(superAdmin, "users/update-field", { form, headers: { "Idempotency-Key": `several-${userId}` } });
      const first = await send();
      expect([first.status, first.body.data]).toMatchObject([200, [{ name: "Once" }, { name: "Twice" }]]);
      await db()("users").where({ id: userId }).update({ name: "Since" });
      const again = await send();
      expect([again.headers.get("Idempotent-Replayed"), again.body]).toEqual(["true", first.body]);
      expect((await user()).name).toBe("Since");
    });
  });

  // @spec AA-7.22 AA-7.23 AA-6.12
  it("a password is changed with the old one, and by a super admin without", async () => {
    await setPassword(db(), desk.ownerId, await hashPassword(OLD), NOW);
    owner = await signedIn(desk.ownerId);
    const change = (who: Person, input: object) => post(who, "users/update", input);
    expect((await change(owner, { new_password: NEXT })).status).toBe(422);
    expect((await change(owner, { id: userId, new_password: NEXT })).status).toBe(404);
    expect((await change(owner, { old_password: OLD, new_password: NEXT })).status).toBe(200);
    expect(await verifyPassword((await user(desk.ownerId)).password_hash, NEXT)).toBe(true);
    expect((await change(superAdmin, { id: userId, new_password: NEXT })).status).toBe(200);
    expect(await verifyPassword((await user()).password_hash, NEXT)).toBe(true);
  });

  it("only super admins remove accounts, and programs see none", async () => {
    expect((await post(owner, "users/destroy", { id: userId })).status).toBe(404);
    expect((await post(owner, "users/destroy", { id: desk.ownerId })).status).toBe(403);
    expect((await post(superAdmin, "users/destroy", { id: userId })).body.data).toEqual({ ids: [userId] });
    await expect(user()).rejects.toMatchObject({ status: 404 });
    const key = await createApiKey(db(), desk.companyId);
    for (const path of ["users/list", "users/item"]) expect((await get(key, path)).status).toBe(403);
  });
});
