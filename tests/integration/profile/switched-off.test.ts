import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { companiesFile, loadOwnCompanies, loadUserCompanies } from "~/features/profile/queries/companies-page.server";
import { loadOwnProfile, loadUserProfile } from "~/features/profile/queries/profile-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { justSignedIn, sessionOf } from "../../helpers/sessions";

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
  const act = async (name: keyof typeof PROFILE_ACTIONS, input: object) =>
    performAction(PROFILE_ACTIONS, await justSignedIn(admin()), name, input);
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
      ["are not active in it", { status: 0 } as const],
      ["have left it", { invitation_type: 2 } as const],
    ])("get no company in the place of a team where they %s", async (_what, values) => {
      await db()("company_members")
        .where({ user_id: memberUserId })
        .update({ status: 1, ...values });
      await verify(memberUserId);
      expect(await owned(memberUserId)).toEqual([]);
    });
  });

  describe("in the lists of super admins", () => {
    const asked = () => new Request("http://localhost/platform/profile/companies");
    const profile = async (userId: number) => (await loadUserProfile(admin(), userId)).user.accesses;
    const page = async (userId: number) => (await loadUserCompanies(admin(), userId, asked())).rows;
    const file = async (session: CompanySession, userId: number | null) =>
      [...((await companiesFile(session, userId, asked(), "csv")) as Iterable<string>)]
        .join("")
        .trimEnd()
        .split("\r\n");
    const both = async (userId: number) => [await profile(userId), await page(userId)];

    it("stand with their companies, which are inactive", async () => {
      await change({ status: 0 });
      const own = { companyId: theirs.companyId, title: "Theirs", roles: "Owner", isInactive: true };
      await db()("users").where({ id: theirs.ownerId }).update({ current_company_id: theirs.companyId });
      expect(await both(theirs.ownerId)).toEqual([[own], [{ ...own, isCurrent: false }]]);
      expect(await file(admin(), theirs.ownerId)).toEqual([
        '\uFEFF"Company id","Company","Current","Owner","Admin","Dispatcher","Driver","Status"',
        `${theirs.companyId},"Theirs","No","Yes","No","No","No","Inactive"`,
      ]);
    });

    it("stand with the teams in which they are inactive, beside those in which they work", async () => {
      const { companyId } = await createCompany(db(), "Another");
      await createMember(db(), companyId, { user_id: memberUserId, is_courier: 1 });
      const seen = [
        ["Another", "Driver", false],
        ["Theirs", "Dispatcher", true],
      ];
      for (const rows of await both(memberUserId))
        expect(rows.map(({ title, roles, isInactive }) => [title, roles, isInactive])).toEqual(seen);
      const lines = await file(admin(), memberUserId);
      expect(lines.slice(1).map((line) => line.split(",").at(-1))).toEqual(['"Active"', '"Inactive"']);
    });

    it("stand with no team that they have left, and with no company that was removed", async () => {
      await db()("company_members").where({ user_id: memberUserId }).update({ invitation_type: 2 });
      await change({ deleted_at: NOW });
      for (const id of [memberUserId, theirs.ownerId]) expect(await both(id)).toEqual([[], []]);
    });

    it("are shown as owners alone where an owner's own membership is inactive: they may work", async () => {
      await createMember(db(), theirs.companyId, { user_id: theirs.ownerId, is_courier: 1, status: 0 });
      const [access] = await profile(theirs.ownerId);
      expect([access?.roles, access?.isInactive]).toEqual(["Owner", false]);
      expect(await listAccessesOfUserAcrossCompanies(db(), theirs.ownerId)).toMatchObject([
        { company_id: theirs.companyId, is_owner: 1, is_courier: 0 },
      ]);
    });

    it("see of their own companies those that they work for", async () => {
      const { companyId, ...rest } = await createCompany(db(), "Another");
      await createMember(db(), companyId, { user_id: memberUserId, is_courier: 1 });
      const own = sessionOf({ companyId, ...rest }, { memberId: 1 }, memberUserId);
      expect((await loadOwnCompanies(own, asked())).rows.map(({ title }) => title)).toEqual(["Another"]);
      expect((await loadOwnProfile(own)).user.accesses.map(({ title }) => title)).toEqual(["Another"]);
      expect(await file(own, null)).toHaveLength(2);
    });
  });
});
