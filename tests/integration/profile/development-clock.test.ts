import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ZodError } from "zod";
import { currentSession, openSession, requireCompany } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { listSessions } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { todayIn } from "~/domain/time/time-zone";
import { loadDriverHome } from "~/features/driver/queries/driver-home.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { createPlan } from "~/features/planning/commands/create-plan.server";
import { loadPlanList } from "~/features/planning/plans/plan-list.server";
import { loadPlanPage } from "~/features/planning/plan-page/plan-page.server";
import { PROFILE_ACTIONS } from "~/features/profile/actions.server";
import { loadClockBar } from "~/features/profile/queries/clock-bar.server";
import { loadOwnProfile } from "~/features/profile/queries/profile-page.server";
import { performAction } from "~/http/actions/perform-action.server";
import { setServices } from "~/services/container.server";
import { createMember, createUser } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { newPlan } from "../../helpers/inputs";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

/** Of the factory's plan. */
const TODAY = "2026-11-23";
const ON = { dev_custom_time: true, dev_start_time: "2027-03-01T08:00", dev_speed_factor: 60 };

describe.each(databases())("the custom time of developers on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let devId: number;
  let cookie: string;
  let nowMs = 0;

  const page = () => new Request("http://localhost/platform/planning", { headers: { Cookie: cookie } });
  /** As the next request of their browser has it. */
  const dev = () => requireCompany(page());
  const set = async (session: CompanySession, input: object) =>
    performAction(PROFILE_ACTIONS, session, "profile.clock", input);

  beforeEach(async () => {
    desk = await createDesk(db(), { routeStatus: 4 });
    setWorld(db());
    nowMs = Date.parse(`${at("06:00").replace(" ", "T")}Z`);
    setServices(testServices({ clock: { nowMs: () => nowMs }, routing: testRouting() }));
    devId = await createUser(db());
    await createMember(db(), desk.companyId, { user_id: devId, is_admin: 1, is_dispatcher: 1 });
    await updateUser(db(), devId, { platform_role: "dev_team" }, at("06:00"));
    cookie = (await openSession(await getUserAcrossCompanies(db(), devId), new Headers())).split(";")[0]!;
  });
  afterEach(forgetWorld);

  it("shows two people different days at the same moment", async () => {
    expect((await loadPlanList(await dev(), page())).today).toBe(TODAY);
    await set(await dev(), ON);
    expect((await loadPlanList(await dev(), page())).today).toBe("2027-03-01");
    expect((await loadPlanList(desk.dispatcher, page())).today).toBe(TODAY);
    const dayOf = async (session: CompanySession) => {
      const { plan } = await loadPlanPage(session, desk.planId);
      return todayIn(plan.timeZone, plan.nowSec);
    };
    expect([await dayOf(await dev()), await dayOf(desk.dispatcher)]).toEqual(["2027-03-01", TODAY]);
    expect((await loadDriverHome(desk.driver)).days[0]?.label).toBe("Today");
  });

  it("goes with its speed, by the clock of their own zone, until it is switched off", async () => {
    await updateUser(db(), devId, { time_zone: "America/New_York" }, at("06:00"));
    await set(await dev(), ON);
    nowMs += 90_000;
    const shown = await loadClockBar(await dev());
    expect(shown).toEqual({
      nowSec: Date.parse("2027-03-01T14:30:00Z") / 1000,
      speed: 60,
      timeZone: "America/New_York",
    });
    expect((await loadOwnProfile(await dev())).clock).toMatchObject({
      isOn: true,
      start: "2027-03-01T09:30",
      speed: 60,
    });
    await set(await dev(), { dev_custom_time: false });
    expect(await loadClockBar(await dev())).toBeNull();
    expect((await loadPlanList(await dev(), page())).today).toBe(TODAY);
  });

  it("decides which days may be planned, for them alone", async () => {
    await set(await dev(), ON);
    const plan = (serviceDate: string) =>
      newPlan({ title: "Tried", warehouseId: desk.warehouseId, serviceDate, vehicleIds: [] });
    await expect(createPlan(await dev(), plan(TODAY))).rejects.toMatchObject({ status: 422 });
    const { planId } = await createPlan(desk.dispatcher, plan(TODAY));
    expect(planId).toBeGreaterThan(0);
  });

  it("dates what they report; rows, logs and sessions keep the time", async () => {
    await set(await dev(), { ...ON, dev_start_time: `${TODAY}T18:00` });
    nowMs += 60_000;
    await markVisitDone(await dev(), { visitId: desk.a, confirmed: true, ageSec: 30 });
    // 18:00 in Vaduz is 17:00 UTC; half a minute of the time is half an hour of the clock.
    expect(await desk.visit(desk.a)).toMatchObject({ completed_at: at("17:30"), updated_at: at("06:01") });
    // The stops ahead are timed from when it was reported, ten minutes' drive away.
    expect(await desk.visit(desk.b)).toMatchObject({ arrival_time: at("17:40") });
    const [change] = await db()("plan_changes").where({ plan_id: desk.planId }).orderBy("id", "desc");
    expect(change).toMatchObject({ kind: "visit.done", created_at: at("06:01") });
    const logged = await db()("audit_log").where({ user_id: devId }).pluck("created_at");
    expect(logged.length).toBeGreaterThan(0);
    for (const time of logged) expect([at("06:00"), at("06:01")]).toContain(time);
    const [session] = await listSessions(db(), devId, at("06:01"));
    expect(session!.last_used_at < at("06:02")).toBe(true);
    // A day on their clock ends no session.
    nowMs += 3_600_000;
    expect(await currentSession(page())).not.toBeNull();
  });

  it("is for the dev team and admins of the platform alone", async () => {
    const before = await getUserAcrossCompanies(db(), desk.ownerId);
    for (const session of [desk.dispatcher, desk.driver])
      await expect(set(session, ON)).rejects.toMatchObject({ status: 403 });
    for (const [field, value] of Object.entries({ ...ON, dev_current_time: at("06:00") })) {
      const fault = await performAction(PROFILE_ACTIONS, await dev(), "profile.preferences", { [field]: value }).catch(
        (error: unknown) => error,
      );
      expect((fault as ZodError).issues[0]).toMatchObject({
        path: [field],
        message: `${field} is no field of this action`,
      });
    }
    expect(await getUserAcrossCompanies(db(), desk.ownerId)).toEqual(before);
    // Settings from when they still had the right.
    await set(await dev(), ON);
    await updateUser(db(), devId, { platform_role: "none" }, at("06:00"));
    expect((await dev()).clock).toBeNull();
    expect((await loadOwnProfile(await dev())).clock).toBeNull();
  });

  it.each([
    [{ ...ON, dev_speed_factor: 0 }, "dev_speed_factor"],
    [{ ...ON, dev_speed_factor: 3601 }, "dev_speed_factor"],
    [{ ...ON, dev_start_time: "1999-12-31T08:00" }, "dev_start_time"],
    [{ ...ON, dev_start_time: "" }, "dev_start_time"],
  ])("refuses %j", async (input, field) => {
    const fault = await set(await dev(), input).catch((error: unknown) => error);
    expect((fault as ZodError).issues.map(({ path }) => path[0])).toEqual([field]);
    expect((await dev()).clock).toBeNull();
  });
});
