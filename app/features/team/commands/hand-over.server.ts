import { authorize } from "~/auth/actor.server";
import { endSessionsOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { updateCompany } from "~/db/repositories/companies.server";
import { findMemberOfUser, getMember, insertMember, lockTeam, updateMember } from "~/db/repositories/members.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { memberName } from "~/domain/access/person-name";
import { refusalError } from "~/domain/decision";
import { RecordStatus } from "~/domain/record-status";
import { InvitationType } from "~/domain/team/invitation";
import { mayHandOver } from "~/domain/team/member-rules";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/**
 * Makes another member the owner. Whoever was it stays an admin of the team.
 * @returns the new owner's name
 * @throws AppError 403, 404, 409
 */
export async function handOverCompany(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "company.handOver");
  const companyId = session.company.id;
  const { name, formerId } = await withTransaction(db(), async (trx) => {
    const { ownerUserId } = await lockTeam(trx, companyId);
    if (ownerUserId === null || ownerUserId !== session.user.id)
      throw new AppError("forbidden", "You have no access", { status: 403 });
    const member = await getMember(trx, companyId, id);
    const allowed = mayHandOver(member, { ownerUserId, otherAdmins: 0 });
    if (!allowed.ok) throw refusalError(allowed.error);
    const now = nowText();
    const userId = member.user_id!;
    if ((await getUserAcrossCompanies(trx, userId)).status !== "active")
      throw new AppError("owner.inactive", "This account is blocked", { status: 409 });
    await updateCompany(trx, companyId, { user_id: userId }, now);
    await updateMember(trx, companyId, id, { is_admin: 1 }, now);
    const formerId = await keepAsAdmin(ownerUserId);
    await endSessionsOf(trx, session, userId, { companyId });
    await endSessionsOf(trx, session, ownerUserId, { companyId });
    return { name: memberName(member), formerId };

    async function keepAsAdmin(userId: number): Promise<number> {
      const admin = { is_admin: 1, status: RecordStatus.Active, invitation_type: InvitationType.Accepted } as const;
      const own = await findMemberOfUser(trx, companyId, userId);
      if (own !== undefined) {
        await updateMember(trx, companyId, own.id, admin, now);
        return own.id;
      }
      const { name, surname, phone, email } = await getUserAcrossCompanies(trx, userId);
      return insertMember(trx, companyId, { user_id: userId, name, surname, phone, email, ...admin }, now);
    }
  });
  publishChange(companyId, { model: "CompanyMember", action: "update", ids: [id, formerId] }, tab);
  // Who owns it.
  publishChange(companyId, { model: "Company", action: "update", ids: [companyId] }, tab);
  return name;
}
