import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { UserRow } from "~/db/tables";
import { mayManage } from "~/domain/access/manage-user";
import { refusalError } from "~/domain/decision";

/** @throws AppError 403 for an account that is not theirs to manage */
export function managedUser(session: CompanySession, user: UserRow): UserRow {
  authorize(session, "users.manage");
  const permission = mayManage(session.actor, user);
  if (!permission.ok) throw refusalError(permission.error);
  return user;
}
