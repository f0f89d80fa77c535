import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearedCookie } from "~/auth/session-cookie.server";
import { currentSession, openSession, requireCompany, signOut, switchCompany } from "~/auth/session.server";
import { useDatabase } from "~/db/database.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { updateMember } from "~/db/repositories/members.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies, setPassword, updateUser } from "~/db/repositories/users.server";
import { addSeconds, epochSec } from "~/domain/time/utc-text";
import { removeTeamMember } from "~/features/team/commands/remove-member.server";
import { TEAM_ACTIONS } from "~/features/team/actions.server";
import type { CompanySession } from "~/auth/session.server";
import { submit } from "../../helpers/forms";
import type { Posted } from "../../helpers/forms";
import { OWNER_HEADER } from "~/lib/report-answer";
import { setServices } from "~/services/container.server";
import { createCompany, createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const editCourier = (session: CompanySession, id: number, fields: Posted) =>
  submit(TEAM_ACTIONS["member.update"], session, { ...fields, id: String(id) });

const DAY_SEC = 24 * 3600;

describe.each(databases())("sessions on %s", (kind) => {
  const database = useTestDatabase(kind);
  let nowMs = 0;
  let company: TestCompany;
  const later = (sec: number) => {
    nowMs += sec * 1000;
  };
  const requestWith = (cookie: string) =>
    new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } });
  /** What the browser sends back. */
  const signIn = async (userId: number, before?: string, userAgent = "Test") => {
    const headers = new Headers({ "User-Agent": userAgent, ...(before ? { Cookie: before } : {}) });
    return (await openSession(await getUserAcrossCompanies(database().db, userId), headers)).split(";")[0]!;
  };
  const userOf = async (cookie: string) => (await currentSession(requestWith(cookie)))?.user.id ?? null;

  beforeEach(async () => {
    useDatabase(database().db);
    nowMs = epochSec(NOW) * 1000;
    setServices(testServices({ clock: { nowMs: () => nowMs } }));
    company = await createCompany(database().db);
  });
  afterEach(() => {
    useDatabase(undefined);
    setServices(undefined);
  });

  it("are made anew by every sign-in: another cookie, and the one before has ended", async () => {
    const first = await signIn(company.ownerId, undefined, `Phone ${"x".repeat(400)}`);
    const elsewhere = await signIn(company.ownerId);
    expect(elsewhere).not.toBe(first);
    expect([await userOf(first), await userOf(elsewhere)]).toEqual([company.ownerId, company.ownerId]);
    const again = await signIn(company.ownerId, first);
    expect([await userOf(first), await userOf(elsewhere), await userOf(again)]).toEqual([
      null,
      company.ownerId,
      company.ownerId,
    ]);
    const rows = await database().db("sessions").where({ user_id: company.ownerId });
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.hash.length === 64 && !first.includes(row.hash))).toBe(true);
  });

  it("keep what the browser calls itself, cut to what the column holds, and end one by one or all", async () => {
    const { db } = database();
    const cookies = [
      await signIn(company.ownerId, undefined, `Phone ${"x".repeat(400)}`),
      await signIn(company.ownerId),
      await signIn(company.ownerId),
    ];
    const rows = await db("sessions").where({ user_id: company.ownerId }).orderBy("id", "desc");
    expect(rows.at(-1)?.user_agent).toHaveLength(255);
    const ids = await Promise.all(cookies.map(async (cookie) => (await currentSession(requestWith(cookie)))?.id));
    expect(await endSessions(db, company.driverUserId, { id: ids[0]! })).toBe(0);
    expect(await endSessions(db, company.ownerId, { id: ids[0]! })).toBe(1);
    expect(await Promise.all(cookies.map(userOf))).toEqual([null, company.ownerId, company.ownerId]);
    expect(await endSessions(db, company.ownerId, { exceptId: ids[2]! })).toBe(1);
    expect(await Promise.all(cookies.map(userOf))).toEqual([null, null, company.ownerId]);
  });

  it("end on the server when somebody signs out, and an unsigned or emptied cookie is none", async () => {
    const cookie = await signIn(company.ownerId);
    const answer = await signOut(requestWith(cookie));
    expect(answer.headers.get("Location")).toBe("/login?signedOut=1");
    expect(answer.headers.get("Clear-Site-Data")).toBe('"cache"');
    // Whoever signs in next is not led to the plan that was open.
    expect(answer.headers.getSetCookie().find((cookie) => cookie.startsWith("platform_last_page="))).toContain(
      "Max-Age=0",
    );
    expect(answer.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    expect(await userOf(cookie)).toBeNull();
    const other = await signIn(company.ownerId);
    expect(await userOf(other.replace(/\.[^.]*$/, ".forged"))).toBeNull();
    expect(await userOf((await clearedCookie()).split(";")[0]!)).toBeNull();
    expect(await userOf(other)).toBe(company.ownerId);
  });

  it("end after 30 days without use and after 90 in all; a use is written at most once a minute", async () => {
    const { db } = database();
    const idle = await signIn(company.ownerId);
    const used = await signIn(company.driverUserId);
    const row = () => db("sessions").where({ user_id: company.driverUserId }).first();
    later(59);
    expect(await userOf(used)).toBe(company.driverUserId);
    expect((await row())?.last_used_at).toBe(NOW);
    later(1);
    expect(await userOf(used)).toBe(company.driverUserId);
    expect((await row())?.last_used_at).toBe(addSeconds(NOW, 60));
    later(29 * DAY_SEC);
    expect(await userOf(used)).toBe(company.driverUserId);
    later(DAY_SEC - 60);
    expect([await userOf(idle), await userOf(used)]).toEqual([null, company.driverUserId]);
    for (let day = 31; day < 90; day += 1) {
      later(DAY_SEC);
      expect(await userOf(used)).toBe(company.driverUserId);
    }
    later(DAY_SEC);
    expect(await userOf(used)).toBeNull();
    expect(await db("sessions").where({ user_id: company.driverUserId })).toHaveLength(1);
    await runHousekeeping(db, addSeconds(NOW, 90 * DAY_SEC));
    expect(await db("sessions").whereIn("user_id", [company.ownerId, company.driverUserId])).toEqual([]);
  });

  it.each([
    ["a new password", (userId: number) => setPassword(database().db, userId, "argon", NOW)],
    ["a ban", (userId: number) => updateUser(database().db, userId, { status: "ban" }, NOW)],
    ["the account's removal", (userId: number) => updateUser(database().db, userId, { deleted_at: NOW }, NOW)],
  ])("end with %s", async (_what, change) => {
    const [theirs, others] = [await signIn(company.driverUserId), await signIn(company.ownerId)];
    expect(await userOf(theirs)).toBe(company.driverUserId);
    await change(company.driverUserId);
    expect([await userOf(theirs), await userOf(others)]).toEqual([null, company.ownerId]);
  });

  it("end when rights are taken in the company that they work for, and with nothing less", async () => {
    const { db } = database();
    const admin = sessionOf(company, { isOwner: true }, company.ownerId);
    const elsewhere = await createCompany(db);
    const fields = {
      name: "Dora",
      surname: "Driver",
      email: "",
      phone: "",
      status: "1",
      is_courier: "1",
      is_dispatcher: "0",
      is_admin: "0",
      password: "",
    };
    await createMember(db, elsewhere.companyId, { user_id: company.driverUserId, is_courier: 1 });
    const [here, there] = [await signIn(company.driverUserId), await signIn(company.driverUserId)];
    await switchCompany((await currentSession(requestWith(there)))!, elsewhere.companyId);
    await editCourier(admin, company.driverId, { ...fields, phone: "+4232345678" });
    expect(await userOf(here)).toBe(company.driverUserId);
    await editCourier(admin, company.driverId, { ...fields, is_dispatcher: "1" });
    expect(await userOf(here)).toBe(company.driverUserId);
    await editCourier(admin, company.driverId, { ...fields, is_dispatcher: "0" });
    expect([await userOf(here), await userOf(there)]).toEqual([null, company.driverUserId]);
    const userId = await createUser(db);
    const id = await createMember(db, company.companyId, { user_id: userId, is_courier: 1 });
    const last = await signIn(userId);
    await removeTeamMember(admin, id);
    expect(await userOf(last)).toBeNull();
  });

  it("work for one company each: a switch in one browser leaves the others where they are", async () => {
    const { db } = database();
    const second = await createCompany(db);
    await createMember(db, second.companyId, { user_id: company.ownerId, is_dispatcher: 1 });
    const [desk, phone] = [await signIn(company.ownerId), await signIn(company.ownerId)];
    const companyOf = async (cookie: string) => (await requireCompany(requestWith(cookie))).company.id;
    await expect(switchCompany((await currentSession(requestWith(desk)))!, 999_999)).rejects.toMatchObject({
      status: 404,
    });
    await switchCompany((await currentSession(requestWith(desk)))!, second.companyId);
    expect([await companyOf(desk), await companyOf(phone)]).toEqual([second.companyId, company.companyId]);
    expect(await companyOf(await signIn(company.ownerId))).toBe(second.companyId);
    const member = await db("company_members")
      .where({ company_id: second.companyId, user_id: company.ownerId })
      .first();
    await updateMember(db, second.companyId, member!.id, { status: 0 }, NOW);
    expect(await companyOf(desk)).toBe(company.companyId);
  });

  it.each(["planning", "tracking", "tracking/route/7"])(
    "are none for the open page of somebody else, which waits for its owner: %s",
    async (path) => {
      const cookie = await signIn(company.ownerId);
      const { companyId } = company;
      const ledTo = async (userId: number): Promise<string | null> => {
        const headers = { Cookie: cookie, [OWNER_HEADER]: `${companyId}.${userId}` };
        const answer = requireCompany(new Request(`http://localhost/platform/${path}`, { headers }));
        return answer.then(
          () => null,
          (led: Response) => led.headers.get("Location"),
        );
      };
      expect(await ledTo(company.ownerId)).toBeNull();
      expect(await ledTo(company.driverUserId)).toMatch(/^\/login/);
    },
  );

  it("refuse who belongs to no company, by name", async () => {
    const cookie = await signIn(await createUser(database().db));
    await expect(requireCompany(requestWith(cookie))).rejects.toMatchObject({ code: "company.none", status: 403 });
    await expect(requireCompany(requestWith(""))).rejects.toMatchObject({ status: 302 });
  });
});
