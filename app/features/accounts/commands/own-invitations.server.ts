/**
 * Invitations that are answered without their link, by the account with the invited e-mail; leaving a team; and a
 * company of one's own for whoever is in none.
 */
import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { publishAccessChange } from "~/auth/access-changes.server";
import { foundCompany, givenTitle, nameDefaultCompanies } from "~/auth/found-company.server";
import { endInvitation, invitationEnded, joinTeam } from "~/auth/invitation-links.server";
import { inactiveAccesses } from "~/auth/no-company.server";
import { waitingInvitations } from "~/auth/waiting-invitations.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import {
  countOtherAdmins,
  findMemberOfUser,
  getMember,
  listAccessesOfUserAcrossCompanies,
  lockTeam,
} from "~/db/repositories/members.server";
import type { MemberRow } from "~/db/repositories/members.server";
import { keepNewestSubscriptions } from "~/db/repositories/push.server";
import { listRoutesOfDriver } from "~/db/repositories/routes.server";
import { getUserAcrossCompanies, lockUser, setCurrentCompany } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { mayAddInPlace, whyNoCompany } from "~/domain/access/no-company";
import { refusalError } from "~/domain/decision";
import { RouteStatus } from "~/domain/route/route-status";
import { mayLeave } from "~/domain/team/member-rules";
import { notFound } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import type { Visitor } from "./answer-invitation.server";

async function answer(
  visitor: Visitor,
  memberId: number,
  action: string,
  work: (trx: Db, member: MemberRow, user: UserRow) => Promise<void>,
): Promise<number> {
  const companyId = await withTransaction(db(), async (trx) => {
    const user = await getUserAcrossCompanies(trx, visitor.userId);
    const find = async () =>
      (await waitingInvitations(trx, user.email)).find(({ member_id }) => member_id === memberId);
    const found = await find();
    if (found === undefined || user.email_verified_at === null) throw invitationEnded();
    await lockTeam(trx, found.company_id);
    // Whoever held the team may have withdrawn it.
    if ((await find()) === undefined) throw invitationEnded();
    await work(trx, await getMember(trx, found.company_id, memberId), user);
    const subject = { model: "Member", ids: [memberId] };
    await noteInLog(trx, { by: authorOfAccount(user), companyId: found.company_id, action, subject });
    return found.company_id;
  });
  publishChange(companyId, { model: "CompanyMember", action: "update", ids: [memberId] });
  return companyId;
}

/** @returns the company. @throws AppError 409, 410 */
export const acceptOwn = (visitor: Visitor, memberId: number): Promise<number> =>
  answer(visitor, memberId, "invitation.accept", joinTeam);

/** @throws AppError 410 */
export const declineOwn = (visitor: Visitor, memberId: number): Promise<number> =>
  answer(visitor, memberId, "invitation.decline", endInvitation);

/**
 * Leaves a team: the company is closed to them from the next request on.
 * @throws AppError 404, 409 for its owner, its last admin, and the driver of a route that is on the road
 */
export async function leaveTeam({ userId }: Visitor, companyId: number): Promise<void> {
  const memberId = await withTransaction(db(), async (trx) => {
    const { ownerUserId } = await lockTeam(trx, companyId);
    const member = await findMemberOfUser(trx, companyId, userId);
    if (member === undefined) throw notFound("Member");
    const otherAdmins = await countOtherAdmins(trx, companyId, member, ownerUserId);
    const onRoad = { statuses: [RouteStatus.OnRoute], limit: 1 };
    const isOnRoad = (await listRoutesOfDriver(trx, companyId, member.id, onRoad)).length > 0;
    const allowed = mayLeave(member, { ownerUserId, otherAdmins, isOnRoad });
    if (!allowed.ok) throw refusalError(allowed.error);
    await endInvitation(trx, member);
    await keepNewestSubscriptions(trx, companyId, member.id, 0);
    // Their sessions go on: each request asks which companies they may work for.
    afterCommit(trx, () => publishAccessChange(userId));
    const user = await getUserAcrossCompanies(trx, userId);
    const subject = { model: "Member", ids: [member.id] };
    await noteInLog(trx, { by: authorOfAccount(user), companyId, action: "invitation.leave", subject });
    return member.id;
  });
  publishChange(companyId, { model: "CompanyMember", action: "update", ids: [memberId] });
}

/**
 * A company for whoever works for none, because it was closed or they have left it. Sent twice, it is added once.
 * @throws AppError 403 for the owner of one that is not active
 */
export const addFirstCompany = ({ userId }: Visitor, title: string): Promise<void> =>
  withTransaction(db(), async (trx) => {
    const user = await lockUser(trx, userId);
    if ((await listAccessesOfUserAcrossCompanies(trx, userId)).length > 0) return;
    const inactive = await inactiveAccesses(trx, userId);
    if (!mayAddInPlace(inactive)) throw refusalError(whyNoCompany(false, inactive));
    await nameDefaultCompanies(trx, user);
    const companyId = await foundCompany(trx, user, await givenTitle(trx, user, title));
    await setCurrentCompany(trx, userId, companyId);
    const subject = { model: "Company", ids: [companyId] };
    await noteInLog(trx, { by: authorOfAccount(user), companyId, action: "company.create", subject });
    afterCommit(trx, () => publishAccessChange(userId));
  });
