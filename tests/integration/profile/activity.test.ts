import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteActivity } from "~/auth/activity.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { setServices } from "~/services/container.server";
import { createCompany, createUser } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("activity on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let nowMs: number;
  let company: TestCompany;

  beforeEach(async () => {
    nowMs = Date.parse("2026-11-23T06:00:00Z");
    setDatabase(db());
    setServices(testServices({ clock: { nowMs: () => nowMs } }));
    company = await createCompany(db());
  });
  afterEach(() => {
    setDatabase(undefined);
    setServices(undefined);
  });

  // @spec AA-4.21
  it("is noted once a minute, for the person alone, and writes no log", async () => {
    const [userId, otherId] = [await createUser(db()), await createUser(db())];
    const session = sessionOf(company, {}, userId);
    const notedAt = async (id = userId) => (await getUserAcrossCompanies(db(), id)).active_at;
    const after = async (sec: number) => {
      nowMs += sec * 1000;
      await noteActivity(session);
      return notedAt();
    };
    expect(await after(0)).toBe("2026-11-23 06:00:00");
    expect(await after(59)).toBe("2026-11-23 06:00:00");
    expect(await after(1)).toBe("2026-11-23 06:01:00");
    expect(await notedAt(otherId)).toBeNull();
    expect(await db()("audit_log").where({ user_id: userId })).toEqual([]);
    const program = { ...session, id: null, user: { ...session.user, id: null } };
    await expect(noteActivity(program)).rejects.toMatchObject({ status: 403 });
  });

  it("is what the profile calls online: within two minutes, never a banned account", async () => {
    const userId = await createUser(db());
    const admin = sessionOf(company, { platformRole: "sudo" }, company.ownerId);
    const chip = async () => {
      const { isOnline, isBanned } = (await loadUserProfile(admin, userId)).user;
      return { isOnline, isBanned };
    };
    expect(await chip()).toEqual({ isOnline: false, isBanned: false });
    await noteActivity(sessionOf(company, {}, userId));
    nowMs += 119_000;
    expect(await chip()).toEqual({ isOnline: true, isBanned: false });
    await db()("users").where({ id: userId }).update({ status: "ban" });
    expect(await chip()).toEqual({ isOnline: false, isBanned: true });
    await db()("users").where({ id: userId }).update({ status: "active" });
    nowMs += 1_000;
    expect(await chip()).toEqual({ isOnline: false, isBanned: false });
  });
});
