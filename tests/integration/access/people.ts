import type { Db } from "~/db/client.server";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import type { NewMember } from "~/db/repositories/members.server";
import type { Actor } from "~/domain/access/actor";
import { PERMISSIONS } from "~/domain/access/permissions";
import type { Action } from "~/domain/access/permissions";
import { SCOPES, scopeOf } from "~/domain/access/scopes";
import type { Scope } from "~/domain/access/scopes";
import type { NewUser } from "~/db/repositories/users.server";
import { createApiKey } from "../../factories/api-keys";
import { createMember, createUser, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import type { DatabaseKind } from "../../helpers/databases";

/** The roles of the matrix: their rights, and the groups of the permission matrix that they are in, named by hand. */
export interface Role {
  rights: Partial<Actor>;
  groups: readonly string[];
}

const MEMBER = ["signedIn", "member"];

export const ROLES = {
  nobody: { rights: { kind: "anonymous" }, groups: [] },
  "a member of no role": { rights: { memberId: 1 }, groups: MEMBER },
  "a driver": { rights: { isDriver: true, memberId: 1 }, groups: [...MEMBER, "driver", "ownDriver", "recentDriver"] },
  "a dispatcher": { rights: { isDispatcher: true, memberId: 1 }, groups: [...MEMBER, "dispatcher"] },
  "an administrator": { rights: { isAdmin: true, memberId: 1 }, groups: [...MEMBER, "admin"] },
  "the owner": { rights: { isOwner: true }, groups: [...MEMBER, "admin", "owner"] },
  "a super admin": { rights: { hasAdminFlag: true, memberId: 1 }, groups: [...MEMBER, "super"] },
  "the dev team": { rights: { platformRole: "dev_team", memberId: 1 }, groups: [...MEMBER, "devTeam"] },
  "a dev admin": { rights: { platformRole: "dev", memberId: 1 }, groups: [...MEMBER, "super", "dev", "devTeam"] },
  "a sudo admin": {
    rights: { platformRole: "sudo", memberId: 1 },
    groups: [...MEMBER, "super", "sudo", "dev", "devTeam"],
  },
} as const satisfies Record<string, Role>;
export type RoleName = keyof typeof ROLES;

export const hasRight = ({ groups }: Role, action: Action): boolean =>
  (PERMISSIONS[action] as readonly string[]).some((group) => groups.includes(group));

/** Of a program whose key is for these scopes. */
export const keyHasRight = (scopes: readonly Scope[], action: Action): boolean =>
  (PERMISSIONS[action] as readonly string[]).includes("api") && scopes.includes(scopeOf(action));

/** What an account and its place in the company say of a role. */
const ACCOUNTS: Partial<Record<RoleName, { user?: Partial<NewUser>; member?: NewMember }>> = {
  "a member of no role": {},
  "a dispatcher": { member: { is_dispatcher: 1 } },
  "an administrator": { member: { is_admin: 1 } },
  "a super admin": { user: { is_admin: 1 } },
  "the dev team": { user: { platform_role: "dev_team" } },
  "a dev admin": { user: { platform_role: "dev" } },
  "a sudo admin": { user: { platform_role: "sudo" } },
};

/** Who has nothing to do with any company, or is not let in yet; and programs, whose keys open no pages. */
export const OUTSIDERS = [
  "somebody without a company",
  "somebody whose e-mail is not verified",
  "somebody whose password was set for them",
  ...SCOPES.map((scope) => `a program with a key to ${scope}`),
] as const;
export type Visitor = RoleName | (typeof OUTSIDERS)[number];

/**
 * Whether a sweep over all doors tries this one on this database. Who is let in is decided by the same code on both:
 * all of it is tried on SQLite. On MariaDB those who may everything try all, so that each page and call asks it, and of
 * the others every fourth does, another one at each door.
 * @param nth of the door and the visitor together
 */
export const asksOn = (kind: DatabaseKind, visitor: Visitor, nth: number): boolean =>
  kind === "sqlite" || visitor === "a sudo admin" || nth % 4 === 0;

/** The headers that each role's requests come with. */
export async function headersOfPeople(db: Db, company: TestCompany): Promise<Record<Visitor, Record<string, string>>> {
  const signIn = async (userId: number) => {
    const cookie = await openSession(await getUserAcrossCompanies(db, userId), new Headers());
    return { Cookie: cookie.split(";")[0]! };
  };
  const people: Record<string, Record<string, string>> = {
    nobody: {},
    "a driver": await signIn(company.driverUserId),
    "the owner": await signIn(company.ownerId),
    "somebody without a company": await signIn(await createUser(db)),
  };
  for (const [name, { user, member }] of Object.entries(ACCOUNTS)) {
    const userId = await createUser(db, { ...user, current_company_id: company.companyId });
    await createMember(db, company.companyId, { ...member, user_id: userId });
    people[name] = await signIn(userId);
  }
  const unverified = await createUser(db, { current_company_id: company.companyId });
  await createMember(db, company.companyId, { is_admin: 1, user_id: unverified });
  people["somebody whose e-mail is not verified"] = await signIn(unverified);
  await updateUser(db, unverified, { email_verified_at: null }, NOW);
  const due = await createUser(db, { current_company_id: company.companyId });
  await createMember(db, company.companyId, { is_admin: 1, user_id: due });
  people["somebody whose password was set for them"] = await signIn(due);
  await updateUser(db, due, { is_password_due: 1 }, NOW);
  for (const scope of SCOPES)
    people[`a program with a key to ${scope}`] = (
      await createApiKey(db, company.companyId, { scopes: [scope] })
    ).headers;
  return people as Record<Visitor, Record<string, string>>;
}
