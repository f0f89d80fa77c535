import { refusalError } from "~/domain/decision";
import type { Actor } from "~/domain/access/actor";
import { may } from "~/domain/access/permissions";
import type { Action, Subject } from "~/domain/access/permissions";
import type { UserAccess } from "~/db/repositories/members.server";
import type { UserRow } from "~/db/tables";

/** The actor of a signed-in user in the company that is current. */
export function actorOf(user: UserRow, access: UserAccess | undefined): Actor {
  return {
    kind: "user",
    userId: user.id,
    ...standing(access),
    platformRole: user.platform_role,
    hasAdminFlag: user.is_admin === 1,
    scopes: [],
  };
}

/** The same person in another of their companies. */
export const actorIn = (actor: Actor, access: UserAccess): Actor => ({ ...actor, ...standing(access) });

const standing = (access: UserAccess | undefined) => ({
  companyId: access?.company_id ?? null,
  memberId: access?.member_id ?? null,
  isOwner: access?.is_owner === 1,
  isAdmin: access?.is_admin === 1,
  isDispatcher: access?.is_dispatcher === 1,
  isDriver: access?.is_courier === 1,
});

/** @throws AppError 401, 403 or 404 as the permission matrix says */
export function authorize(session: { actor: Actor }, action: Action, subject: Subject = {}): void {
  const permission = may(session.actor, action, subject);
  if (!permission.ok) throw refusalError(permission.error);
}
