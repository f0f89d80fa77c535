import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import { insertOrder } from "~/db/repositories/billing-orders.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { loadCards } from "~/features/admin/queries/dashboard.server";
import { loadPlatformLog } from "~/features/admin/queries/log-page.server";
import {
  companiesFile,
  loadCompaniesPage,
  loadUsersPage,
  usersFile,
} from "~/features/admin/queries/platform-lists.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createPlan, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { forgetWorld, setWorld } from "../planning/desk";

describe.each(databases())("the platform's lists on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let first: TestCompany;
  let second: TestCompany;
  let admin: CompanySession;
  let adminId = 0;
  let cookie = "";

  const asked = (query = "") => new Request(`http://localhost/platform/admin/x?${query}`);
  const users = async (query: string) => (await loadUsersPage(admin, asked(query))).list;
  const companies = async (query: string) => (await loadCompaniesPage(admin, asked(query))).list;
  const lines = async (file: Promise<unknown>) => [...((await file) as Iterable<string>)].join("").trim().split("\r\n");

  beforeAll(async () => {
    setWorld(db());
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 } }));
    first = await createCompany(db(), "Zebra 100%");
    second = await createCompany(db(), "apple");
    await db()("companies").where({ id: second.companyId }).update({ status: 0 });
    adminId = await createUser(db(), { name: "Ada", surname: "Admin", is_admin: 1, active_at: NOW });
    await createMember(db(), first.companyId, { user_id: adminId });
    for (let nth = 0; nth < 30; nth += 1)
      await createUser(db(), { name: `Many ${nth}`, surname: "Ones", email: `many-${nth}@test.example` });
    await createUser(db(), { name: "Bad", surname: "Boy", email: "bad@test.example", status: "ban" });
    await createUser(db(), {
      name: "=Fresh",
      surname: "Face",
      email: "fresh@test.example",
      email_verified_at: null,
      active_at: addSeconds(NOW, -100_000),
    });
    await createUser(db(), { email: "gone@test.example", deleted_at: NOW });
    cookie = (await openSession(await getUserAcrossCompanies(db(), adminId), new Headers())).split(";")[0]!;
    admin = (await sessionFromCookie(cookie)) as CompanySession;
  });
  afterAll(forgetWorld);

  // @spec AA-2.57
  it("have 25 rows, unless somebody has chosen another number", async () => {
    const page = await users("q=many");
    expect([page.rows.length, page.total, page.paging]).toEqual([25, 30, { page: 1, size: 25 }]);
    expect((await users("q=many&page=2")).rows).toHaveLength(5);
    const remembered = new Request(asked("q=many"), { headers: { Cookie: "rows=10" } });
    expect((await loadUsersPage(admin, remembered)).list.rows).toHaveLength(10);
  });

  it("find users by name and e-mail, by status, in the order that is asked for; removed ones never", async () => {
    const emails = async (query: string) => (await users(query)).rows.map(({ email }) => email);
    expect(await emails("q=BAD%40test")).toEqual(["bad@test.example"]);
    expect(await emails("status=ban")).toEqual(["bad@test.example"]);
    expect(await emails("status=unverified")).toEqual(["fresh@test.example"]);
    expect(await emails("q=gone")).toEqual([]);
    expect((await emails("")).slice(0, 2)).toEqual(["fresh@test.example", "bad@test.example"]);
    expect((await emails("sort=-active")).slice(0, 2)).toEqual([admin.user.email, "fresh@test.example"]);
    expect((await users("sort=name")).rows[0]?.title).toBe("=Fresh Face");
    expect((await users("sort=king&status=king")).total).toBe((await users("")).total);
  });

  // @spec AA-6.07 AA-3.13
  it("find companies by title and owner, with their owner and how many members they have", async () => {
    const titles = async (query: string) => (await companies(query)).rows.map(({ title }) => title);
    expect(await titles("sort=title")).toEqual(["apple", "Zebra 100%"]);
    expect(await titles("")).toEqual(["apple", "Zebra 100%"]);
    expect(await titles("q=0%25")).toEqual(["Zebra 100%"]);
    expect(await titles("q=olga")).toHaveLength(2);
    expect(await titles("status=1")).toEqual(["Zebra 100%"]);
    expect(await titles("status=0")).toEqual(["apple"]);
    expect((await companies("q=zebra")).rows[0]).toMatchObject({
      id: first.companyId,
      owner: { id: first.ownerId, title: "Olga Owner" },
      members: 2,
      isActive: true,
    });
  });

  it("are exported as they are narrowed, every page of them, without formulas", async () => {
    expect(await lines(usersFile(admin, asked("q=many&page=2"), "csv"))).toHaveLength(31);
    const [head, row] = await lines(usersFile(admin, asked("q=fresh"), "csv"));
    expect(head).toContain('"E-mail"');
    expect(row).toContain(`"'=Fresh","Face","fresh@test.example"`);
    expect((await lines(companiesFile(admin, asked("status=0"), "csv")))[1]).toContain('"apple","Olga Owner"');
  });

  it("count what there is", async () => {
    await db()("routing_queries").insert([
      { company_id: first.companyId, status: "queued", created_at: NOW, updated_at: NOW },
      { company_id: second.companyId, status: "failed", created_at: NOW, updated_at: NOW },
      {
        company_id: second.companyId,
        status: "failed",
        created_at: "2026-01-01 00:00:00",
        updated_at: "2026-01-01 00:00:00",
      },
    ]);
    const order = { visits: 100, months: 1, amount_cents: 500, user_id: null };
    for (const [status, checkout_id] of [
      ["open", null],
      ["open", `paid-online-${kind}`],
      ["approved", null],
    ] as const) {
      const kept = { ...order, package: "optimization_monthly", provider: "invoice", status } as const;
      const id = await insertOrder(db(), first.companyId, kept, NOW);
      await db()("billing_orders").where({ id }).update({ checkout_id });
    }
    await createPlan(db(), first.companyId);
    expect(await loadCards(admin)).toMatchObject({
      companies: { total: 2, active: 1 },
      users: { active_last_day: 1, banned: 1, unverified: 1 },
      visits: { total: 6, on_routes: 4 },
      calculations: { total: 3, last_day: 2 },
      queue: { waiting: 1, running: 0 },
      orders: { waiting: 1 },
      failures: { calculations_last_day: 1, mails: 0 },
      storage: { database_bytes: expect.any(Number), free_bytes: expect.any(Number) },
    });
    expect((await loadCards(admin)).storage.database_bytes).toBeGreaterThan(100_000);
  });

  it("tell what was done to accounts, in which company, and by whom", async () => {
    const banned = (await users("q=bad")).rows[0]!.id;
    await performAction(PROFILE_ACTIONS, admin, "user.unban", { user_id: banned });
    const { entries } = await loadPlatformLog(admin, asked("platform=1"));
    expect(entries[0]).toMatchObject({
      who: "Ada Admin (platform)",
      company: null,
      action: "user.unban",
      subject: `User ${banned}`,
      records: [{ id: banned, to: `/profile/${banned}` }],
      changes: ["Status: Banned → Active"],
      refused: null,
    });
    const signIns = await loadPlatformLog(admin, asked(`action=session.sign_in&person=${adminId}`));
    expect(signIns.entries).toHaveLength(1);
    expect(signIns.entries[0]).toMatchObject({ company: { id: first.companyId, title: "Zebra 100%" } });
    expect((await loadPlatformLog(admin, asked(`company=${second.companyId}`))).entries).toEqual([]);
    expect((await loadPlatformLog(admin, asked("refused=1"))).entries).toEqual([]);
    const ofCompany = await loadPlatformLog(admin, asked("company=zebra 100%25&action=session.sign_in"));
    expect(ofCompany.entries.map(({ company }) => company?.id)).toEqual([first.companyId]);
    expect((await loadPlatformLog(admin, asked("company=nobody"))).entries).toEqual([]);
    expect((await loadPlatformLog(admin, asked("action=session.sign_in&person=ada"))).entries).toHaveLength(1);
    expect((await loadPlatformLog(admin, asked("person=bad&action=session.sign_in"))).entries).toEqual([]);
    expect((await loadPlatformLog(admin, asked(`company=${first.companyId}`))).names.company).toBe("Zebra 100%");
    // A title of digits alone is found whole, and isn't taken for an id alone.
    await db()("companies").where({ id: first.companyId }).update({ title: "990044" });
    const companiesOf = async (text: string) =>
      (await loadPlatformLog(admin, asked(`company=${text}&action=session.sign_in`))).entries.map(
        ({ company }) => company?.id,
      );
    expect([await companiesOf("990044"), await companiesOf("9900")]).toEqual([[first.companyId], []]);
  });

  it("are for super admins alone", async () => {
    const owner = {
      ...admin,
      actor: { ...admin.actor, hasAdminFlag: false, isOwner: true, isAdmin: true, platformRole: "dev_team" as const },
    };
    for (const work of [
      () => loadUsersPage(owner, asked()),
      () => loadCompaniesPage(owner, asked()),
      () => usersFile(owner, asked(), "csv"),
      () => companiesFile(owner, asked(), "xlsx"),
      () => loadCards(owner),
      () => loadPlatformLog(owner, asked()),
    ])
      await expect(work()).rejects.toMatchObject({ status: 403 });
  });
});
