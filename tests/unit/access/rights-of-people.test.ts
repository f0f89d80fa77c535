import { describe, expect, it } from "vitest";
import { isActive } from "~/domain/access/activity";
import { ANONYMOUS } from "~/domain/access/actor";
import type { Actor } from "~/domain/access/actor";
import { COMPANY_ROLES, companyRoleOf, hasRole } from "~/domain/access/company-role";
import { mayOpen } from "~/domain/access/doors";
import { mayClose, mayLeaveUnverified, mayManage } from "~/domain/access/manage-user";
import { can, may, mayEver } from "~/domain/access/permissions";
import { mayJoinCompanyRoom } from "~/domain/access/rooms";

const user = (part: Partial<Actor> = {}): Actor => ({ ...ANONYMOUS, kind: "user", userId: 5, ...part });
const member = (part: Partial<Actor> = {}): Actor => user({ companyId: 1, memberId: 50, ...part });
const program = (part: Partial<Actor> = {}): Actor => ({ ...ANONYMOUS, kind: "api", companyId: 1, ...part });

// @spec AA-2.11 AA-2.18
it.each([
  ["login", [true, true, true, true, true]],
  ["invitations", [false, true, true, true, false]],
  ["email-verify", [false, true, true, true, false]],
  ["new-password", [false, true, true, true, false]],
  ["_main.profile", [false, false, true, true, false]],
  ["_main.planning._index", [false, false, false, true, true]],
] as const)("%s is open to nobody, a person without a company, a member, a dispatcher, a program: %j", (page, open) => {
  const visitors = [ANONYMOUS, user(), member(), member({ isDispatcher: true }), program({ scopes: ["read"] })];
  expect(visitors.map((actor) => mayOpen(actor, page))).toEqual(open);
});

describe("accounts that a super admin manages", () => {
  const account = { id: 7, platform_role: "none", is_admin: 0 } as const;
  const staff = { ...account, platform_role: "dev_team" } as const;
  const flagged = { ...account, is_admin: 1 } as const;
  const admin = user({ hasAdminFlag: true });
  const sudo = user({ platformRole: "sudo" });
  const answer = (permission: ReturnType<typeof mayManage>) => (permission.ok ? "yes" : permission.error.code);

  it.each([
    ["somebody of the company", member({ isOwner: true }), account, "forbidden"],
    ["the team of developers", user({ platformRole: "dev_team" }), account, "forbidden"],
    ["a super admin", admin, account, "yes"],
    ["a super admin", admin, staff, "account.staff"],
    ["a super admin", admin, flagged, "account.staff"],
    ["a developer", user({ platformRole: "dev" }), flagged, "account.staff"],
    ["a sudo admin", sudo, staff, "yes"],
    ["a sudo admin", sudo, flagged, "yes"],
  ] as const)("%s: %o of %o: %s", (_, actor, subject, expected) => {
    expect(answer(mayManage(actor, subject))).toBe(expected);
    expect(answer(mayClose(actor, subject))).toBe(expected);
    expect(answer(mayLeaveUnverified(actor, subject))).toBe(expected);
  });

  it("their own they change, and neither close nor leave unverified", () => {
    for (const own of [account, staff, flagged].map((one) => ({ ...one, id: 5 })))
      for (const actor of [admin, sudo])
        expect([mayManage, mayClose, mayLeaveUnverified].map((may) => answer(may(actor, own)))).toEqual([
          "yes",
          "account.own",
          "account.own_email",
        ]);
    for (const may of [mayClose, mayLeaveUnverified])
      expect(answer(may(user(), { ...account, id: 5 }))).toBe("forbidden");
  });
});

it("people count as active for two minutes", () => {
  const active = (at: string | null) => isActive(at, "2026-11-20 08:00:00");
  expect([null, "2026-11-20 07:58:00", "2026-11-20 07:58:01", "2026-11-20 08:00:00"].map(active)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it("a role is one of the four, or all", () => {
  expect([...COMPANY_ROLES, "sudo", "", null].map(companyRoleOf)).toEqual([...COMPANY_ROLES, null, null, null]);
  const access = { is_owner: 0, is_admin: 1, is_dispatcher: 0, is_courier: 1 } as const;
  expect(COMPANY_ROLES.filter((role) => hasRole(access, role))).toEqual(["admin", "courier"]);
});

describe("a company's rights", () => {
  it("need a place in it: a session that names the company is none", () => {
    const stranger = member({ memberId: null });
    expect(can(stranger, "address.search", { companyId: 1 })).toBe(false);
    expect(can({ ...stranger, isOwner: true }, "address.search", { companyId: 1 })).toBe(true);
    expect(can(program({ memberId: 50 }), "address.search", { companyId: 1 })).toBe(false);
    const driver = member({ isDriver: true });
    expect([can(driver, "route.listOwn"), can({ ...driver, memberId: null }, "route.listOwn")]).toEqual([true, false]);
  });

  it("to hand it over are its owner's as a person, and a scope is a program's", () => {
    const owner = member({ isOwner: true });
    expect([can(owner, "company.handOver"), can({ ...owner, kind: "api" }, "company.handOver")]).toEqual([true, false]);
    const scoped = { scopes: ["read"] } as const;
    expect([can(program(scoped), "plan.list"), can(member(scoped), "plan.list")]).toEqual([true, false]);
  });

  it("are asked for the company at hand when no other is named, and there is none without one", () => {
    const dispatcher = member({ isDispatcher: true });
    expect(can(dispatcher, "plan.list")).toBe(true);
    expect(can({ ...dispatcher, companyId: null }, "plan.list")).toBe(false);
    expect(mayJoinCompanyRoom(dispatcher)).toBe(true);
    expect(mayJoinCompanyRoom({ ...dispatcher, companyId: null })).toBe(false);
  });

  it("that depend on the route are checked as for one's own, to know whether there can be any", () => {
    const driver = member({ isDriver: true });
    const code = (actor: Actor, action: Parameters<typeof mayEver>[1]) => {
      const permission = mayEver(actor, action);
      return permission.ok ? "yes" : permission.error.code;
    };
    expect(code(driver, "route.start")).toBe("yes");
    expect(code({ ...driver, memberId: null }, "route.start")).toBe("not_found");
    expect(code({ ...driver, companyId: null }, "route.start")).toBe("forbidden");
    expect(code(member(), "route.start")).toBe("forbidden");
    expect(code(user(), "company.api")).toBe("forbidden");
    expect(code(member({ isAdmin: true }), "company.api")).toBe("yes");
  });

  it("that are missing are told as such; what can't be seen isn't there", () => {
    const status = (actor: Actor, action: Parameters<typeof may>[1], subject?: Parameters<typeof may>[2]) => {
      const permission = may(actor, action, subject);
      return permission.ok ? 200 : permission.error.status;
    };
    expect(status(member(), "company.api")).toBe(403);
    expect(status(member(), "route.view", { companyId: 1, route: null })).toBe(403);
    expect(status(member({ isDriver: true }), "company.api", { companyId: 1 })).toBe(403);
    expect(status(member({ isDriver: true }), "route.view", { companyId: 1, route: null })).toBe(404);
    expect(status(member(), "company.api", { companyId: 2 })).toBe(404);
  });
});
