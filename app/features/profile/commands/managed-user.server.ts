import { publishAccessChange } from "~/auth/access-changes.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession, Session } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { mayClose, mayLeaveUnverified, mayManage } from "~/domain/access/manage-user";
import { refusalError } from "~/domain/decision";
import { publishPerson } from "../publish-person.server";

/** @throws AppError 403 for an account that is not theirs to manage */
export function managedUser(session: Session, user: UserRow): UserRow {
  authorize(session, "users.manage");
  const permission = mayManage(session.actor, user);
  if (!permission.ok) throw refusalError(permission.error);
  return user;
}

/** @throws AppError 403 for an account that is not theirs to manage, 409 for their own */
export function closableUser(session: Session, user: UserRow): UserRow {
  authorize(session, "users.manage");
  const permission = mayClose(session.actor, user);
  if (!permission.ok) throw refusalError(permission.error);
  return user;
}

/** @throws AppError 403 for an account that is not theirs to manage, 409 for their own */
export function unverifiableUser(session: Session, user: UserRow): UserRow {
  authorize(session, "users.manage");
  const permission = mayLeaveUnverified(session.actor, user);
  if (!permission.ok) throw refusalError(permission.error);
  return user;
}

/** One change to an account by a super admin. */
export const manage = <T>(
  session: CompanySession,
  userId: number,
  work: (trx: Db, user: UserRow) => Promise<T>,
  check: typeof managedUser = managedUser,
  find: typeof getUserAcrossCompanies = getUserAcrossCompanies,
): Promise<T> =>
  withTransaction(db(), async (trx) => {
    const done = await work(trx, check(session, await find(trx, userId)));
    await publishPerson(trx, userId);
    // Whether they may go on working is asked anew.
    afterCommit(trx, () => publishAccessChange(userId));
    return done;
  });
