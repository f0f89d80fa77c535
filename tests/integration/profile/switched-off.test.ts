import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("people whose company or membership is switched off, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: TestCompany;
  let theirs: TestCompany;
  let memberUserId: number;

  beforeEach(async () => {
    setDatabase(db());
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    desk = await createCompany(db());
    theirs = await createCompany(db(), "Theirs");
    memberUserId = await createUser(db());
    await createMember(db(), theirs.companyId, { user_id: memberUserId, is_dispatcher: 1, status: 0 });
  });
  afterEach(() => {
    setDatabase(undefined);
    setServices(undefined);
  });

  const admin = () => sessionOf(desk, { hasAdminFlag: true }, desk.ownerId);
  const act = (name: keyof typeof PROFILE_ACTIONS, input: object) =>
    performAction(PROFILE_ACTIONS, admin(), name, input);
  const change = (values: object) => db()("companies").where({ id: theirs.companyId }).update(values);
  const owned = (userId: number): Promise<number[]> =>
    db()("companies").where({ user_id: userId }).orderBy("id").pluck("id");
  const user = (id: number) => getUserAcrossCompanies(db(), id);

  describe.each(["user.verify", "user.change_email"] as const)("when their e-mail is verified by %s", (name) => {
    async function verify(userId: number): Promise<void> {
      await db()("users").where({ id: userId }).update({ email_verified_at: null });
      const email = { email: (await user(userId)).email, verified: true };
      await act(name, { user_id: userId, ...(name === "user.change_email" ? email : {}) });
      expect((await user(userId)).email_verified_at).toBe(NOW);
    }

    it.each([
      ["is not active", { status: 0 }],
      ["was removed", { deleted_at: NOW }],
    ])("get no new company, and no new trial, where their own %s", async (_what, values) => {
      await change(values);
      await verify(theirs.ownerId);
      expect(await owned(theirs.ownerId)).toEqual([theirs.companyId]);
    });

    it.each([
      ["are not active in it", { status: 0 }],
      ["have left it", { invitation_type: 2 }],
    ])("get no company in the place of a team where they %s", async (_what, values) => {
      await db()("company_members")
        .where({ user_id: memberUserId })
        .update({ status: 1, ...values });
      await verify(memberUserId);
      expect(await owned(memberUserId)).toEqual([]);
    });
  });
});
