import { ZodError } from "zod";
import { describe, expect, it, vi } from "vitest";
import { DEFAULT_TITLE, foundCompany } from "~/auth/found-company.server";
import { changeOwnPassword } from "~/auth/change-own-password.server";
import { changeSettings } from "~/auth/user-settings.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { loadOwnCompanies } from "~/features/profile/queries/companies-page.server";
import { loadOwnProfile, loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { verifyPassword } from "~/services/password.server";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { NEXT, NOW, OLD, useProfiles } from "./profile-world";

describe.each(databases())("profiles on %s", (kind) => {
  const world = useProfiles(kind);
  const { db, opened, act, user, staff, sessionsOf } = world;

  // @spec AA-4.24 AA-6.16
  it("changes the fields that are given; a phone gives the country where none is set", async () => {
    const idOf = async (code: string) => (await db()("countries").where({ code }).first("id"))!.id as number;
    await act(world.own, "profile.update", { phone: "232 12 34", phone_country: "LI" });
    expect(await user()).toMatchObject({ name: "Uma", phone: "+423 232 12 34", country_id: await idOf("LI") });
    await act(world.own, "profile.update", { name: "Ulla", country_id: await idOf("AT") });
    await act(world.own, "profile.update", { phone: "+41 44 668 18 00" });
    expect(await user()).toMatchObject({ name: "Ulla", surname: "User", country_id: await idOf("AT") });
    await expect(act(world.own, "profile.update", { country_id: 9999 })).rejects.toMatchObject({ field: "country_id" });
    await expect(act(world.own, "profile.update", { name: " " })).rejects.toThrow("Name is required");
  });

  it.runIf(kind === "mariadb")("keeps both of two choices that are made at once", async () => {
    const { map, router } = { map: "openstreetmap", router: "valhalla" } as const;
    let [begun, goOn] = [(): void => undefined, (): void => undefined];
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const first = withTransaction(db(), async (trx) => {
      await changeSettings(world.userId, { map }, trx);
      begun();
      await mayGoOn;
    });
    await hasBegun;
    // Once it sends a statement that waits for the first one, the second has read what it could see.
    const hear = ({ sql }: { sql: string }): void => {
      if (/^update|for update$/i.test(sql)) goOn();
    };
    db().on("query", hear);
    await Promise.all([first, changeSettings(world.userId, { router })]);
    db().removeListener("query", hear);
    expect(JSON.parse((await user()).settings ?? "")).toEqual({ map, router });
  });

  it.each(["platform_role", "is_admin", "email", "email_verified_at", "status", "user_id", "id", "password_hash"])(
    "takes no %s along with a profile",
    async (field) => {
      const before = await user();
      await expect(act(world.own, "profile.update", { name: "Eve", [field]: 1 })).rejects.toBeInstanceOf(ZodError);
      expect(await user()).toEqual(before);
    },
  );

  // @spec AA-3.07 AA-6.15
  // @spec AA-1.05
  it("keeps what was chosen before", async () => {
    await act(world.own, "profile.preferences", { map: "openstreetmap", experimental: true });
    await act(world.own, "profile.preferences", { router: "valhalla" });
    expect(JSON.parse((await user()).settings ?? "")).toEqual({
      map: "openstreetmap",
      experimental: true,
      router: "valhalla",
    });
  });

  describe("one's own password", () => {
    const change = (old_password: string, new_password: string) =>
      act(world.own, "profile.password", { old_password, new_password });

    // @spec AA-5.14 AA-2.40
    it("needs both fields and the right old one, and no common one", async () => {
      await expect(change(OLD, "")).rejects.toThrow("Fill both fields!");
      await expect(change("", NEXT)).rejects.toThrow("Fill both fields!");
      await expect(change("wrong", NEXT)).rejects.toMatchObject({ field: "old_password", status: 422 });
      await expect(change(OLD, "password1234")).rejects.toMatchObject({ field: "new_password" });
      expect(await verifyPassword((await user()).password_hash, OLD)).toBe(true);
    });

    it("ends all other sessions and closes the sockets, and this session goes on", async () => {
      await opened(world.userId, "elsewhere");
      const others = await sessionsOf(world.company.ownerId);
      await change(OLD, NEXT);
      expect(await verifyPassword((await user()).password_hash, NEXT)).toBe(true);
      const left = await db()("sessions").where({ user_id: world.userId });
      expect(left.map(({ id, session_version: version }) => [id, version])).toEqual([
        [world.own.id, (await user()).session_version],
      ]);
      expect(await sessionsOf(world.company.ownerId)).toEqual(others);
      expect(world.changed).toEqual([world.userId]);
    });

    it("is not changed by a session that was ended meanwhile", async () => {
      const storing = vi.spyOn(db(), "transaction").mockImplementationOnce(async (work: unknown) => {
        await db()("sessions").where({ id: world.own.id! }).delete();
        return db().transaction(work as (trx: Db) => Promise<void>);
      });
      await expect(changeOwnPassword(world.own, OLD, NEXT)).rejects.toMatchObject({
        status: 401,
        code: "not_authorized",
      });
      storing.mockRestore();
      expect((await user()).password_hash).toBe(world.oldHash);
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
    const second = await opened(world.userId, chrome);
    await opened(world.userId, "");
    const foreign = await opened(world.company.ownerId, chrome);
    const { sessions } = await loadOwnProfile(world.own);
    expect(sessions.map(({ device, isThis }) => [device, isThis])).toEqual([
      ["Unknown device", false],
      ["Chrome on Linux", false],
      ["Unknown device", true],
    ]);
    await expect(act(world.own, "session.end", { session_id: foreign })).rejects.toMatchObject({ status: 404 });
    await act(world.own, "session.end", { session_id: second });
    expect(await sessionsOf(world.userId)).not.toContain(second);
    await act(world.own, "sessions.end_others", {});
    expect(await sessionsOf(world.userId)).toEqual([world.own.id]);
    expect(await sessionsOf(world.company.ownerId)).toContain(foreign);
    expect(world.changed).toEqual([world.userId, world.userId]);
  });

  // @spec AA-3.18 AA-5.16
  it("adds a company, and a default title gives way to the owner's name", async () => {
    const person = await user();
    const first = await foundCompany(db(), person, DEFAULT_TITLE);
    const foreign = await foundCompany(db(), await getUserAcrossCompanies(db(), world.company.ownerId), DEFAULT_TITLE);
    await expect(act(world.own, "company.create", { title: "  " })).rejects.toThrow("Title is required");
    await act(world.own, "company.create", { title: "Second" });
    const page = (query: string) => new Request(`http://localhost/platform/profile/companies?${query}`);
    const { rows, total } = await loadOwnCompanies(world.own, page(""));
    expect(total).toBe(2);
    expect(rows.map(({ title, roles }) => [title, roles])).toEqual([
      ["Company of Uma User", "Owner, Admin, Dispatcher"],
      ["Second", "Owner, Admin, Dispatcher"],
    ]);
    expect(rows[0]?.companyId).toBe(first);
    expect((await loadOwnCompanies(world.own, page("q=sec"))).rows.map(({ title }) => title)).toEqual(["Second"]);
    expect((await getCompany(db(), foreign)).title).toBe(DEFAULT_TITLE);
    // Recipients are told a company's e-mail: the owner's own is not for them.
    expect((await getCompany(db(), first)).email).toBeNull();
    await expect(
      act(sessionOf(world.company, { kind: "api" }, world.userId), "company.create", { title: "x" }),
    ).rejects.toThrow();
  });

  // @spec AA-3.18
  it("adds no company with the default title beside another, and gives no two the same name", async () => {
    const titles = () => db()("companies").where({ user_id: world.userId }).orderBy("id").pluck("title");
    const [first, second, third] = ["Company of Uma User", "Company of Uma User 2", "Company of Uma User 3"];
    await foundCompany(db(), await user(), DEFAULT_TITLE);
    await foundCompany(db(), await user(), DEFAULT_TITLE);
    await act(world.own, "company.create", { title: DEFAULT_TITLE });
    expect(await titles()).toEqual([first, second, third]);
    await act(staff({ hasAdminFlag: true }), "user.add_company", { user_id: world.userId, title: DEFAULT_TITLE });
    expect(await titles()).toEqual([first, second, third, "Company of Uma User 4"]);
  });

  // @spec AA-3.06
  it("are titled by name and surname, else by the e-mail", async () => {
    const titleOf = async () => (await loadUserProfile(staff({ hasAdminFlag: true }), world.userId)).user.title;
    expect(await titleOf()).toBe("Uma User");
    await updateUser(db(), world.userId, { name: "", surname: "" }, NOW);
    expect(await titleOf()).toBe((await user()).email);
  });
});
