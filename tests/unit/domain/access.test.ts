import { describe, expect, it } from "vitest";
import { ANONYMOUS, isDevTeam, isOnlyDriver, isSuperAdmin } from "~/domain/access/actor";
import { readScopes, SCOPES } from "~/domain/access/scopes";
import type { Actor } from "~/domain/access/actor";
import { ACTIONS, can, may, seenRoute } from "~/domain/access/permissions";
import type { Action } from "~/domain/access/permissions";

const user = (part: Partial<Actor>): Actor => ({
  ...ANONYMOUS,
  kind: "user",
  userId: 5,
  companyId: 1,
  memberId: 50,
  ...part,
});
const ACTORS = {
  anonymous: ANONYMOUS,
  member: user({}),
  driver: user({ isDriver: true }),
  dispatcher: user({ isDispatcher: true }),
  admin: user({ isAdmin: true }),
  owner: user({ isOwner: true, memberId: null }),
  api: user({ kind: "api", userId: null, memberId: null, scopes: SCOPES }),
  devTeam: user({ platformRole: "dev_team", companyId: null, memberId: null }),
  super: user({ hasAdminFlag: true, companyId: null, memberId: null }),
  dev: user({ platformRole: "dev", companyId: null, memberId: null }),
  sudo: user({ platformRole: "sudo", companyId: null, memberId: null }),
};
type Who = keyof typeof ACTORS;

const planners: Who[] = ["dispatcher", "admin", "owner", "api", "super", "dev", "sudo"];
const withDriver: Who[] = ["driver", ...planners];
const managers: Who[] = ["admin", "owner", "super", "dev", "sudo"];
const supers: Who[] = ["super", "dev", "sudo"];
const staff: Who[] = ["dispatcher", ...managers];
const signedIn = (Object.keys(ACTORS) as Who[]).filter((who) => who !== "anonymous" && who !== "api");

/** Written out a second time on purpose: an action that is added without a decision here fails. */
const EXPECTED: Record<Action, Who[]> = {
  "plan.list": planners,
  "plan.view": planners,
  "plan.create": planners,
  "plan.update": planners,
  "plan.remove": planners,
  "plan.export": planners,
  "plan.exportColumns": planners,
  "plan.dispatch": planners,
  "route.list": planners,
  "route.listOwn": ["driver"],
  "route.view": withDriver,
  "route.create": planners,
  "route.update": planners,
  "route.approve": planners,
  "route.start": withDriver,
  "route.finish": withDriver,
  "route.reset": planners,
  "route.lock": planners,
  "route.remove": planners,
  "route.export": withDriver,
  "route.share": planners,
  "visit.list": planners,
  "visit.view": withDriver,
  "visit.create": planners,
  "visit.update": planners,
  "visit.move": planners,
  "visit.remove": planners,
  "visit.report": withDriver,
  "visit.attach": withDriver,
  "position.share": ["driver"],
  "task.settle": planners,
  "calculation.list": planners,
  "calculation.view": planners,
  "calculation.run": planners,
  "calculation.cancel": planners,
  "calculation.export": planners,
  "import.run": planners,
  "vehicle.list": planners,
  "vehicle.create": planners,
  "vehicle.update": planners,
  "vehicle.remove": planners,
  "warehouse.list": planners,
  "warehouse.create": planners,
  "warehouse.update": planners,
  "warehouse.remove": planners,
  "driver.list": planners,
  "driver.create": managers,
  "member.list": staff,
  "member.update": staff,
  "member.roles": managers,
  "member.invite": managers,
  "company.handOver": ["owner"],
  "company.remove": managers,
  "address.search": ["member", "driver", "api", ...staff],
  "company.view": ["member", "driver", ...staff],
  "company.update": managers,
  "company.settings": managers,
  "company.dashboard": staff,
  "company.api": managers,
  "company.log": managers,
  "company.export": managers,
  "company.billing": managers,
  "company.create": signedIn,
  "template.list": planners,
  "template.update": staff,
  "tracking.view": withDriver,
  "profile.update": signedIn,
  "billing.manage": supers,
  "users.manage": supers,
  "companies.listAll": supers,
  "companies.open": supers,
  "companies.manage": supers,
  "site.announce": supers,
  "pages.edit": supers,
  "admin.view": supers,
  "system.generator": ["sudo"],
  "debug.visit": ["sudo"],
  "debug.calculate": ["sudo"],
  "debug.testApi": ["dev", "sudo"],
  "debug.time": ["devTeam", "dev", "sudo"],
};

describe("every action for every actor", () => {
  // @spec PC-1.04 PC-1.05 PC-2.54 PC-2.55 PC-2.61 PC-2.62 PC-2.63 AA-6.04 AA-6.07 AA-6.08 AA-6.13 AA-6.14 PC-6.03
  // @spec PC-6.05
  // @spec AA-2.58 PC-6.04
  // @spec AA-6.15
  it.each(ACTIONS)("%s", (action) => {
    const subject = { companyId: 1, route: { driverId: 50, status: 3, isRecent: true } };
    const allowed = (Object.keys(ACTORS) as Who[]).filter((who) => can(ACTORS[who], action, subject));
    expect(allowed.sort()).toEqual([...EXPECTED[action]].sort());
  });
  /** These ask for no company. */
  const WITHOUT_COMPANY: readonly Action[] = ["company.create", "profile.update"];
  const ofCompany = ["member", "driver", "dispatcher", "admin", "owner", "api"] as const;
  it.each(ACTIONS)("%s never reaches into another company", (action) => {
    const reaching = ofCompany.filter((who) =>
      can(ACTORS[who], action, { companyId: 2, route: { driverId: 50, status: 3, isRecent: true } }),
    );
    const needsNone = ofCompany.filter((who) => EXPECTED[action].includes(who));
    expect(reaching).toEqual(WITHOUT_COMPANY.includes(action) ? needsNone : []);
  });
});

describe("a program's key", () => {
  const DRIVE: readonly Action[] = ["route.start", "route.finish", "visit.report", "visit.attach"];
  const isReading = (action: Action) => /\.(?:list|view|export|search)$/.test(action);

  it.each(ACTIONS)("%s needs one scope, and no other helps", (action) => {
    const subject = { companyId: 1, route: { driverId: 50, status: 3, isRecent: true } };
    const needed = DRIVE.includes(action) ? "drive" : isReading(action) ? "read" : "plan";
    for (const scope of SCOPES) {
      const actor = { ...ACTORS.api, scopes: [scope] };
      const expected = EXPECTED[action].includes("api") && scope === needed;
      expect([scope, can(actor, action, subject)]).toEqual([scope, expected]);
    }
  });
  it("reads its scopes from the column and passes over other words", () => {
    expect(readScopes("drive,read")).toEqual(["read", "drive"]);
    expect(readScopes("all,PLAN, plan")).toEqual([]);
    expect(readScopes("")).toEqual([]);
  });
});

it("drivers see only their own routes", () => {
  const subject = { companyId: 1, route: { driverId: 51, status: 4, isRecent: true } };
  for (const action of ["route.view", "visit.report", "visit.attach", "route.start", "tracking.view"] as const) {
    expect(may(ACTORS.driver, action, subject)).toMatchObject({ ok: false, error: { code: "not_found", status: 404 } });
    expect(can(ACTORS.driver, action, { companyId: 1, route: { driverId: null, status: 4, isRecent: true } })).toBe(
      false,
    );
    expect(can(ACTORS.driver, action, { companyId: 1, route: null })).toBe(false);
    expect(can(ACTORS.driver, action, { companyId: 1 })).toBe(false);
  }
  // No member and no driver are not "the same driver".
  expect(
    can(user({ isDriver: true, memberId: null }), "route.view", {
      companyId: 1,
      route: { driverId: null, status: 4, isRecent: true },
    }),
  ).toBe(false);
});

describe("a route is seen by its driver until a week after its day", () => {
  const DAY = { serviceDate: "2026-11-23", timeZone: "Europe/Vaduz" };
  const asked = (action: Action, nowText: string, status = 5) => {
    const route = seenRoute({ driverId: 50, status }, DAY, Date.parse(nowText) / 1000);
    return may(ACTORS.driver, action, { companyId: 1, route });
  };
  it.each(["route.view", "route.export", "visit.view", "tracking.view"] as const)("%s", (action) => {
    expect(asked(action, "2026-11-30T22:59:59Z").ok).toBe(true);
    const refused = { ok: false, error: { code: "not_found", status: 404 } };
    expect(asked(action, "2026-11-30T23:00:00Z")).toMatchObject(refused);
    expect(may(ACTORS.driver, action, { companyId: 1, route: { driverId: 50, status: 5 } })).toMatchObject(refused);
    expect(can(ACTORS.dispatcher, action, { companyId: 1, route: { driverId: 50, status: 5 } })).toBe(true);
  });
  it("and as long as it is on the road", () => {
    expect(asked("route.view", "2026-12-30T12:00:00Z", 4).ok).toBe(true);
    expect(asked("route.view", "2026-12-30T12:00:00Z", 3).ok).toBe(false);
  });
  it("and reported on as ever", () => {
    for (const action of ["route.finish", "visit.report", "visit.attach"] as const)
      expect(asked(action, "2026-12-30T12:00:00Z").ok, action).toBe(true);
  });
});

describe("a route is its driver's from approval on", () => {
  it.each([
    [1, false],
    [2, false],
    [3, true],
    [4, true],
    [5, true],
    [99, false],
  ])("status %i: %s", (status, expected) => {
    const subject = { companyId: 1, route: { driverId: 50, status, isRecent: true } };
    for (const action of [
      "route.view",
      "route.start",
      "route.finish",
      "route.export",
      "visit.view",
      "visit.report",
      "visit.attach",
      "tracking.view",
    ] as const) {
      expect(can(ACTORS.driver, action, subject), action).toBe(expected);
      if (!expected)
        expect(may(ACTORS.driver, action, subject), action).toMatchObject({
          error: { code: "not_found", status: 404 },
        });
      expect(can(ACTORS.dispatcher, action, subject), action).toBe(true);
    }
  });
});

it("answers 401, 403 or 404", () => {
  expect(may(ANONYMOUS, "plan.view", { companyId: 1 })).toMatchObject({
    error: { code: "not_authorized", message: "You are not authorized", status: 401 },
  });
  expect(may(ACTORS.dispatcher, "company.api", { companyId: 1 })).toMatchObject({
    error: { code: "forbidden", message: "You have no access", status: 403 },
  });
  expect(may(ACTORS.dispatcher, "plan.view", { companyId: 2 })).toMatchObject({
    error: { code: "not_found", status: 404 },
  });
  expect(may(ACTORS.super, "plan.view", { companyId: 2 })).toEqual({ ok: true });
});

// @spec AA-6.06
// @spec AA-6.02 AA-6.03
it("knows roles", () => {
  expect(isOnlyDriver(ACTORS.driver)).toBe(true);
  expect(isOnlyDriver(user({ isDriver: true, isDispatcher: true }))).toBe(false);
  expect([isSuperAdmin(ACTORS.super), isSuperAdmin(ACTORS.dev), isSuperAdmin(ACTORS.devTeam)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isDevTeam(ACTORS.sudo)).toBe(true);
});
