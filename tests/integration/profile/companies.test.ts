import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenToAccessChanges } from "~/auth/access-changes.server";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { Actor } from "~/domain/access/actor";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { companiesFile, loadOwnCompanies, loadUserCompanies } from "~/features/profile/queries/companies-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { fileMaker } from "~/services/export/file-maker.server";
import type { FileMaker } from "~/services/export/file-maker.server";
import { createCompany, createMember, createUser } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { bundle, bundleEntries } from "../../../scripts/lib/bundles.mjs";

let files: FileMaker;

beforeAll(async () => {
  await bundle(bundleEntries().filter((entry) => entry.output === "make-file.worker.js"));
  files = fileMaker(path.resolve("build/make-file.worker.js"));
});
afterAll(() => files.close());

describe.each(databases())("the companies of a user on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: TestCompany;
  let userId = 0;
  let own: CompanySession;
  let mine: TestCompany;
  let changed: number[] = [];
  let stop = () => {};

  beforeAll(async () => {
    setDatabase(db());
    setServices(testServices({ files, clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
    desk = await createCompany(db());
    stop = listenToAccessChanges((id) => changed.push(id));
  });
  afterAll(() => {
    stop();
    setDatabase(undefined);
    setServices(undefined);
  });
  beforeEach(async () => {
    userId = await createUser(db());
    mine = await createCompany(db());
    await createMember(db(), mine.companyId, { user_id: userId, is_courier: 1 });
    await db()("companies").where({ id: mine.companyId }).update({ title: 'Post "North"' });
    own = sessionOf(mine, { memberId: 1 }, userId);
    for (const title of ["=Sum", "Alpha"]) await performAction(PROFILE_ACTIONS, own, "company.create", { title });
    changed = [];
  });

  const staff = (rights: Partial<Actor>) => sessionOf(desk, rights, desk.ownerId);
  const asked = (query = "") => new Request(`http://localhost/platform/profile/companies?${query}`);
  const titles = async (query: string) => (await loadOwnCompanies(own, asked(query))).rows.map(({ title }) => title);
  const csv = async (session: CompanySession, id: number | null, query = "") =>
    [...((await companiesFile(session, id, asked(query), "csv")) as Iterable<string>)].join("");

  it("are at most twenty new ones a day, because each begins with a trial; others have their own", async () => {
    const add = (session: CompanySession) =>
      performAction(PROFILE_ACTIONS, session, "company.create", { title: "New" });
    for (let nth = 2; nth < 20; nth += 1) await add(own);
    await expect(add(own)).rejects.toMatchObject({ status: 429, code: "company.too_many" });
    expect(await db()("companies").where({ user_id: userId })).toHaveLength(20);
    await add(sessionOf(mine, { memberId: 1 }, await createUser(db())));
    await db()("companies").where({ user_id: userId }).update({ created_at: "2026-11-20 05:59:59" });
    await add(own);
  });

  // @spec AA-2.46 PC-6.06
  it("are searched, filtered by role, and say which one is current", async () => {
    expect(await titles("")).toEqual(["=Sum", "Alpha", 'Post "North"']);
    expect(await titles("q=NORTH")).toEqual(['Post "North"']);
    expect(await titles("role=courier")).toEqual(['Post "North"']);
    expect(await titles("role=owner")).toEqual(["=Sum", "Alpha"]);
    expect(await titles("role=king")).toHaveLength(3);
    const { rows } = await loadOwnCompanies(own, asked());
    expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true]);
  });

  it("are told to one's other open pages when one adds another", async () => {
    await performAction(PROFILE_ACTIONS, own, "company.create", { title: "Beta" });
    expect(changed).toEqual([userId]);
  });

  // @spec AA-2.46
  it("come in pages, of which the last that was chosen is remembered", async () => {
    for (let nth = 0; nth < 9; nth += 1)
      await performAction(PROFILE_ACTIONS, own, "company.create", { title: `More ${nth}` });
    const small = await loadOwnCompanies(own, asked("rows=10&page=2"));
    expect([small.rows.length, small.total, small.paging]).toEqual([2, 12, { page: 2, size: 10 }]);
    const again = new Request(asked(), { headers: { Cookie: "rows=10" } });
    expect((await loadOwnCompanies(own, again)).rows).toHaveLength(10);
    expect((await csv(own, null, "rows=10")).trimEnd().split("\r\n")).toHaveLength(13);
  });

  // @spec AA-2.46
  it("are exported as they are filtered, without formulas", async () => {
    const id = (await loadOwnCompanies(own, asked("q=sum"))).rows[0]!.companyId;
    expect(await csv(own, null)).toContain(`${mine.companyId},"Post ""North""","Yes","No","No","No","Yes"`);
    const lines = (await csv(own, null, "q=sum")).trimEnd().split("\r\n");
    expect(lines).toEqual([
      '\uFEFF"Company id","Company","Current","Owner","Admin","Dispatcher","Driver"',
      `${id},"'=Sum","No","Yes","Yes","Yes","No"`,
    ]);
    const book = (await companiesFile(own, null, asked(), "xlsx")) as Uint8Array;
    expect(Buffer.from(book.subarray(0, 2)).toString()).toBe("PK");
  });

  it("are those of others for super admins alone", async () => {
    for (const rights of [{ isOwner: true }, { isAdmin: true }, { platformRole: "dev_team" as const }]) {
      await expect(loadUserCompanies(staff(rights), userId, asked())).rejects.toMatchObject({ status: 403 });
      await expect(companiesFile(staff(rights), userId, asked(), "csv")).rejects.toMatchObject({ status: 403 });
    }
    const page = await loadUserCompanies(staff({ hasAdminFlag: true }), userId, asked());
    expect([page.total, page.user]).toEqual([3, { id: userId, title: "Uma User", mayChange: true }]);
    await expect(loadUserCompanies(staff({ hasAdminFlag: true }), 999_999, asked())).rejects.toMatchObject({
      status: 404,
    });
  });

  describe("added by a super admin", () => {
    const add = (session: CompanySession, input: object) =>
      performAction(PROFILE_ACTIONS, session, "user.add_company", input);
    const admin = () => staff({ hasAdminFlag: true });

    // @spec AA-5.17 AA-5.16
    it("need a user and a title", async () => {
      await expect(add(admin(), { title: "Theirs" })).rejects.toThrow("User is required");
      await expect(add(admin(), { user_id: userId, title: " " })).rejects.toThrow("Title is required");
      await expect(add(admin(), { user_id: 999_999, title: "Theirs" })).rejects.toMatchObject({ status: 404 });
      for (const rights of [{ isOwner: true }, { isAdmin: true }])
        await expect(add(staff(rights), { user_id: userId, title: "Theirs" })).rejects.toMatchObject({ status: 403 });
      expect(await titles("q=theirs")).toEqual([]);
    });

    it("are the user's, who hears of it, and stand in the log", async () => {
      await db()("users").where({ id: userId }).update({ current_company_id: mine.companyId });
      const id = (await add(admin(), { user_id: userId, title: "Theirs" })) as number;
      expect(await getCompany(db(), id)).toMatchObject({ user_id: userId, title: "Theirs" });
      expect(await titles("q=theirs&role=owner")).toEqual(["Theirs"]);
      expect((await getUserAcrossCompanies(db(), userId)).current_company_id).toBe(mine.companyId);
      expect(changed).toContain(userId);
      const entry = await db()("audit_log").where({ action: "user.add_company" }).orderBy("id", "desc").first();
      expect(entry).toMatchObject({ user_id: desk.ownerId, ids: `[${userId}]`, company_id: null });
    });

    it("are the current one of somebody who had none", async () => {
      const lone = await createUser(db());
      const id = (await add(admin(), { user_id: lone, title: "First" })) as number;
      expect((await getUserAcrossCompanies(db(), lone)).current_company_id).toBe(id);
    });

    it("are for sudo admins alone where the user has rights over the platform", async () => {
      await db()("users").where({ id: userId }).update({ is_admin: 1 });
      await expect(add(admin(), { user_id: userId, title: "Theirs" })).rejects.toMatchObject({ status: 403 });
      await add(staff({ platformRole: "sudo" }), { user_id: userId, title: "Theirs" });
      expect(await titles("q=theirs")).toEqual(["Theirs"]);
    });
  });
});
