import { describe, expect, it } from "vitest";
import type { Permission } from "~/domain/decision";
import { memberName } from "~/domain/access/person-name";
import {
  ACCESS_COLUMNS,
  isSelectableDriver,
  mayAddMember,
  mayChangeMember,
  mayHandOver,
  mayLeave,
  mayRemoveMember,
} from "~/domain/team/member-rules";
import type { MemberColumns, TeamMember } from "~/domain/team/member-rules";

const member = (part: Partial<TeamMember> = {}): TeamMember => ({
  user_id: 20,
  name: "Mia",
  surname: "Member",
  email: "m@b.example",
  phone: null,
  status: 1,
  invitation_type: 1,
  related_company_id: null,
  is_courier: 1,
  is_dispatcher: 0,
  is_admin: 0,
  ...part,
});
const admin = member({ is_admin: 1 });
const BY_ADMIN = { userId: 5, mayGiveRoles: true };
const FACTS = { ownerUserId: 1, otherAdmins: 2, isOnRoad: false };
const codeOf = (permission: Permission): string => (permission.ok ? "ok" : permission.error.code);
const fieldOf = (permission: Permission) => (permission.ok ? null : Object.keys(permission.error.fields ?? {})[0]);

describe("who may be chosen as a driver", () => {
  // @spec PC-6.02
  it.each([
    ["an active driver", {}, true],
    ["one without an account", { user_id: null, invitation_type: 0 }, true],
    ["somebody without the role", { is_courier: 0 }, false],
    ["an inactive driver", { status: 0 }, false],
    ["who declined", { invitation_type: 2 }, false],
    ["a related company", { related_company_id: 3 }, false],
  ])("%s: %s", (_, part, expected) => {
    expect(isSelectableDriver(member(part))).toBe(expected);
  });
});

describe("changes of members", () => {
  it("leaves names and phones to everybody who may edit, and access to admins", () => {
    const by = { userId: 5, mayGiveRoles: false };
    expect(codeOf(mayChangeMember(admin, {}, by, FACTS))).toBe("ok");
    const changed: Record<(typeof ACCESS_COLUMNS)[number], MemberColumns> = {
      email: { email: "other@b.example" },
      status: { status: 0 },
      is_courier: { is_courier: 0 },
      is_dispatcher: { is_dispatcher: 1 },
      is_admin: { is_admin: 1 },
    };
    for (const column of ACCESS_COLUMNS) {
      const refused = mayChangeMember(member(), changed[column], by, FACTS);
      expect([codeOf(refused), fieldOf(refused)]).toEqual(["member.only_admins", column]);
      expect(codeOf(mayChangeMember(member(), changed[column], BY_ADMIN, FACTS))).toBe("ok");
      // The same value again is no change.
      expect(codeOf(mayChangeMember(member(), { [column]: member()[column] }, by, FACTS))).toBe("ok");
    }
  });

  it("keeps the owner an active admin, whoever asks", () => {
    const owner = { ...admin, user_id: 1 };
    for (const by of [BY_ADMIN, { userId: 1, mayGiveRoles: true }]) {
      expect(codeOf(mayChangeMember(owner, { is_admin: 0 }, by, FACTS))).toBe("member.owner");
      expect(codeOf(mayChangeMember(owner, { status: 0 }, by, FACTS))).toBe("member.owner");
      expect(codeOf(mayRemoveMember(owner, by, FACTS))).toBe("member.owner");
    }
    expect(codeOf(mayLeave(owner, FACTS))).toBe("member.owner");
    expect(codeOf(mayChangeMember(owner, { is_courier: 0 }, BY_ADMIN, FACTS))).toBe("ok");
  });

  it("lets nobody lock themselves out", () => {
    const self = { userId: 20, mayGiveRoles: true };
    expect(codeOf(mayChangeMember(admin, { is_admin: 0 }, self, FACTS))).toBe("member.own_role");
    expect(codeOf(mayChangeMember(admin, { status: 0 }, self, FACTS))).toBe("member.own_status");
    expect(codeOf(mayRemoveMember(admin, self, FACTS))).toBe("member.own_removal");
    expect(codeOf(mayRemoveMember(admin, { ...BY_ADMIN, mayGiveRoles: false }, FACTS))).toBe("member.only_admins");
    expect(codeOf(mayAddMember({ ...BY_ADMIN, mayGiveRoles: false }))).toBe("member.only_admins");
    expect(codeOf(mayAddMember(BY_ADMIN))).toBe("ok");
    expect(codeOf(mayLeave(admin, FACTS))).toBe("ok");
  });

  it("keeps the last admin", () => {
    const facts = { ownerUserId: null, otherAdmins: 0, isOnRoad: false };
    expect(codeOf(mayChangeMember(admin, { is_admin: 0 }, BY_ADMIN, facts))).toBe("member.last_admin");
    expect(codeOf(mayChangeMember(admin, { status: 0 }, BY_ADMIN, facts))).toBe("member.last_admin");
    expect(codeOf(mayRemoveMember(admin, BY_ADMIN, facts))).toBe("member.last_admin");
    expect(codeOf(mayLeave(admin, facts))).toBe("member.last_admin");
    // Who only waits, or is no admin, leaves the company as it is.
    for (const other of [member(), member({ is_admin: 1, invitation_type: 0, user_id: null })])
      expect(codeOf(mayRemoveMember(other, BY_ADMIN, facts))).toBe("ok");
    expect(codeOf(mayChangeMember(admin, { is_admin: 0 }, BY_ADMIN, { ...facts, otherAdmins: 1 }))).toBe("ok");
  });

  it("keeps a related company as it is, and takes the very entry back", () => {
    const company = member({ user_id: null, related_company_id: 3, name: "", surname: "", email: null, is_courier: 0 });
    const changes: Required<MemberColumns> = {
      name: "Mia",
      surname: "Member",
      email: "m@b.example",
      phone: "+423 234 56 78",
      status: 0,
      is_courier: 1,
      is_dispatcher: 1,
      is_admin: 1,
    };
    for (const [column, value] of Object.entries(changes))
      expect(codeOf(mayChangeMember(company, { [column]: value }, BY_ADMIN, FACTS)), column).toBe("member.company");
    expect(codeOf(mayChangeMember(company, company, BY_ADMIN, FACTS))).toBe("ok");
    expect(codeOf(mayChangeMember(member(), { name: "Max" }, BY_ADMIN, FACTS))).toBe("ok");
  });

  it("keeps whoever drives a route that is on the road", () => {
    expect(codeOf(mayLeave(member(), FACTS))).toBe("ok");
    expect(codeOf(mayLeave(member(), { ...FACTS, isOnRoad: true }))).toBe("courier.in_use");
  });

  it.each([
    ["a member with an account", {}, "ok"],
    ["the owner", { user_id: 1 }, "owner.same"],
    ["somebody without an account", { user_id: null }, "owner.no_account"],
    ["somebody who waits", { invitation_type: 0 }, "owner.no_account"],
    ["somebody who left", { invitation_type: 2 }, "owner.no_account"],
    ["a related company", { related_company_id: 3 }, "owner.no_account"],
    ["an inactive member", { status: 0 }, "owner.inactive"],
  ])("hands the company over to %s: %s", (_, part, code) => {
    expect(codeOf(mayHandOver(member(part), FACTS))).toBe(code);
  });
});

describe("the name of a member", () => {
  const nobody = { id: 7, name: "", surname: "", email: null };
  // @spec AA-3.24
  // @spec AA-3.22
  it.each([
    ["their own", { name: "Ines", surname: "Road", user_name: "Other" }, "Ines Road"],
    ["that of their account", { user_name: "Una", user_surname: "User", user_email: "u@b.example" }, "Una User"],
    ["the e-mail of their account", { user_email: "u@b.example", email: "m@b.example" }, "u@b.example"],
    ["the e-mail that was invited", { email: "m@b.example" }, "m@b.example"],
    ["the company's title", { related_title: "Sister Ltd", user_name: "Una" }, "Sister Ltd"],
    ["a number", {}, "User #7"],
  ])("is %s", (_, part, expected) => {
    expect(memberName({ ...nobody, ...part })).toBe(expected);
  });
});
