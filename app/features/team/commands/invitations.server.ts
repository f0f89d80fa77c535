/** What admins do with invitations; the answers of those who are invited are in the area of accounts. */
import { authorize } from "~/auth/actor.server";
import { countInvitation, countInvitations } from "~/auth/invitation-limits.server";
import { endInvitationLink, inviteMember, joinTeam } from "~/auth/invitation-links.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getMember, getMembers, lockTeam, updateMember } from "~/db/repositories/members.server";
import type { MemberRow } from "~/db/repositories/members.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { withTransaction } from "~/db/transaction.server";
import { memberName } from "~/domain/access/person-name";
import { refusalError } from "~/domain/decision";
import type { BulkOutcome } from "~/domain/left-out";
import { withdrawInvitation } from "~/domain/team/invitation";
import { invitedEmail, invitedOf } from "~/domain/team/many-invitations";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/** The work on one member, in one transaction; the team's lists are told. */
async function onMember<Result>(
  session: CompanySession,
  id: number,
  tab: string | undefined,
  work: (trx: Db, member: MemberRow) => Promise<Result>,
): Promise<Result> {
  authorize(session, "member.invite");
  const companyId = session.company.id;
  const result = await withTransaction(db(), async (trx) => {
    await lockTeam(trx, companyId);
    return work(trx, await getMember(trx, companyId, id));
  });
  publishChange(companyId, { model: "CompanyMember", action: "update", ids: [id] }, tab);
  return result;
}

/** Sends the first mail, or another one: earlier links end. @returns the e-mail. @throws AppError 404, 409, 422, 429 */
export async function inviteTeamMember(session: CompanySession, id: number, tab?: string): Promise<string> {
  authorize(session, "member.invite");
  const companyId = session.company.id;
  const { email } = await getMember(db(), companyId, id);
  if (email !== null) await countInvitation(companyId, email);
  return onMember(session, id, tab, async (trx, member) => {
    await inviteMember(trx, companyId, id, session.user.name);
    return invitedEmail(member);
  });
}

const CHANGED = "Changed meanwhile. Please try again.";

/**
 * The same for several members, in one transaction; those who can't get one are left out, as are those for whom no mail
 * is left in this hour.
 * @throws AppError 404 when one is not the company's: then nothing is done
 */
export async function inviteTeamMembers(
  session: CompanySession,
  ids: readonly number[],
  tab?: string,
): Promise<BulkOutcome> {
  authorize(session, "member.invite");
  const companyId = session.company.id;
  const emails = invitedOf(await getMembers(db(), companyId, ids), memberName, nowText()).invited.map(invitedEmail);
  const uncounted = await countInvitations(companyId, emails);
  const { done, leftOut } = await withTransaction(db(), async (trx) => {
    await lockTeam(trx, companyId);
    const { invited, leftOut } = invitedOf(await getMembers(trx, companyId, ids), memberName, nowText());
    const done: number[] = [];
    for (const member of invited) {
      const why = emails.includes(invitedEmail(member)) ? uncounted.get(invitedEmail(member)) : CHANGED;
      if (why === undefined) {
        await inviteMember(trx, companyId, member.id, session.user.name);
        done.push(member.id);
      } else leftOut.push({ name: memberName(member), why });
    }
    return { done, leftOut };
  });
  if (done.length > 0) publishChange(companyId, { model: "CompanyMember", action: "update", ids: done }, tab);
  return { done: done.length, leftOut };
}

/** @returns the member's name. @throws AppError 404, 409 when none is waiting */
export const withdrawTeamInvitation = (session: CompanySession, id: number, tab?: string): Promise<string> =>
  onMember(session, id, tab, async (trx, member) => {
    const decision = withdrawInvitation(member);
    if (!decision.ok) throw refusalError(decision.error);
    await endInvitationLink(trx, member);
    const changes = { ...decision.changes, invitation_token_id: null, asked_user_id: null };
    await updateMember(trx, session.company.id, id, changes, nowText());
    return memberName(member);
  });

const nobodyAsks = (): AppError =>
  new AppError("invitation.not_asked", "No other account asks to be let in", { status: 409 });

/** The account that asked with a link of another e-mail works for the company now. @throws AppError 404, 409 */
export const allowAskedAccount = (session: CompanySession, id: number, tab?: string): Promise<string> =>
  onMember(session, id, tab, async (trx, member) => {
    const user = member.asked_user_id === null ? undefined : await findUserAcrossCompanies(trx, member.asked_user_id);
    if (user === undefined || user.status !== "active") throw nobodyAsks();
    await joinTeam(trx, member, user);
    return memberName(member);
  });

/** The account stays outside; the invitation goes on waiting and can be sent again. @throws AppError 404, 409 */
export const refuseAskedAccount = (session: CompanySession, id: number, tab?: string): Promise<string> =>
  onMember(session, id, tab, async (trx, member) => {
    if (member.asked_user_id === null) throw nobodyAsks();
    await updateMember(trx, session.company.id, id, { asked_user_id: null }, nowText());
    return memberName(member);
  });
