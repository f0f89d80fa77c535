/** Invitations into a team: the mail, its link, and whom the link lets in. */
import { publishAccessChange } from "./access-changes.server";
import { nameDefaultCompanies } from "./found-company.server";
import { invitationMail } from "./invitation-mail";
import type { Db } from "~/db/client.server";
import { parseJson } from "~/db/codecs.server";
import { findMember, findMemberOfUser, getMember, updateMember } from "~/db/repositories/members.server";
import type { MemberRow } from "~/db/repositories/members.server";
import { createToken, findToken, removeToken } from "~/db/repositories/tokens.server";
import { getCompany, isCompanyOpen } from "~/db/repositories/companies.server";
import { setCurrentCompany } from "~/db/repositories/users.server";
import { releaseDriver } from "~/db/repositories/vehicles.server";
import { afterCommit } from "~/db/transaction.server";
import type { CompanyMemberRow, TokenRow, UserRow } from "~/db/tables";
import { refusalError } from "~/domain/decision";
import { RecordStatus } from "~/domain/record-status";
import {
  acceptInvitation,
  declineInvitation,
  INVITATION_DAYS,
  INVITATION_ENDED,
  invitationStateOf,
  sendInvitation,
} from "~/domain/team/invitation";
import { roleWords } from "~/domain/team/role-words";
import { DAY_SEC } from "~/domain/time/calendar";
import { AppError } from "~/lib/errors";
import { queueMail } from "~/mail/queue-mail.server";
import { paths } from "~/paths";
import { nowText } from "~/services/now.server";
import { publicLink } from "~/services/public-address.server";

export const INVITATION = "invitation";

/** What a link says beside the member's id: it is worth nothing once their e-mail is another one. */
interface InvitationPayload {
  companyId: number;
  memberId: number;
  email: string;
}

/**
 * Sends a member a link, the only one that works from now on.
 * @param by the name of whoever invites them
 * @throws AppError 409, 422 as the rules say
 */
export async function inviteMember(trx: Db, companyId: number, memberId: number, by: string): Promise<void> {
  const member = await getMember(trx, companyId, memberId);
  const now = nowText();
  const decision = sendInvitation(member, now);
  if (!decision.ok) throw refusalError(decision.error);
  const email = member.email ?? "";
  await endInvitationLink(trx, member);
  const payload: InvitationPayload = { companyId, memberId, email };
  const token = await createToken(
    trx,
    { kind: INVITATION, userId: null, payload, ttlSec: INVITATION_DAYS * DAY_SEC },
    now,
  );
  const row = await findToken(trx, INVITATION, token, now);
  await updateMember(
    trx,
    companyId,
    memberId,
    { ...decision.changes, invitation_token_id: row?.id ?? null, asked_user_id: null },
    now,
  );
  const { title } = await getCompany(trx, companyId);
  await queueMail(
    trx,
    invitationMail({
      to: email,
      company: title,
      by,
      roles: roleWords(member),
      url: publicLink(paths.invitation(token)),
    }),
  );
}

/** The member's link works no more. */
export async function endInvitationLink(trx: Db, member: Pick<MemberRow, "invitation_token_id">): Promise<void> {
  if (member.invitation_token_id !== null) await removeToken(trx, member.invitation_token_id);
}

/**
 * The account works for the company from the commit on.
 * @throws AppError 409 for an account that is in the team already, 410 when the invitation doesn't wait
 */
export async function joinTeam(
  trx: Db,
  member: MemberRow,
  user: Pick<UserRow, "id" | "current_company_id" | "email" | "name" | "surname">,
): Promise<void> {
  const decision = acceptInvitation(member);
  if (!decision.ok) throw refusalError(decision.error);
  const other = await findMemberOfUser(trx, member.company_id, user.id);
  if (other !== undefined && other.id !== member.id)
    throw new AppError("invitation.twice", "This account is in the team already", { status: 409 });
  const changes = { ...decision.changes, user_id: user.id, invitation_token_id: null, asked_user_id: null };
  await endInvitationLink(trx, member);
  await nameDefaultCompanies(trx, user);
  await updateMember(trx, member.company_id, member.id, changes, nowText());
  if (user.current_company_id === null) await setCurrentCompany(trx, user.id, member.company_id);
  afterCommit(trx, () => publishAccessChange(user.id));
}

/** Declined, or left: with the link, whichever way it was answered; nobody drives here then. @throws AppError 410 */
export async function endInvitation(trx: Db, member: CompanyMemberRow): Promise<void> {
  const decision = declineInvitation(member);
  if (!decision.ok) throw refusalError(decision.error);
  await endInvitationLink(trx, member);
  const changes = { ...decision.changes, invitation_token_id: null, asked_user_id: null };
  await updateMember(trx, member.company_id, member.id, changes, nowText());
  await releaseDriver(trx, member.company_id, member.id, nowText());
}

const payloadOf = (payload: TokenRow["payload"]): InvitationPayload =>
  parseJson<InvitationPayload>(payload, { companyId: 0, memberId: 0, email: "" });

/** Whose team a link lets in to. */
export const companyOfLink = ({ payload }: Pick<TokenRow, "payload">): number => payloadOf(payload).companyId;

/**
 * The member whom a link still lets in; null once it was answered, withdrawn, sent again or to another e-mail, and
 * while nobody works in the company: it was deleted, or isn't active.
 */
export async function memberOfLink(
  db: Db,
  { id, payload }: Pick<TokenRow, "id" | "payload">,
): Promise<MemberRow | null> {
  const { companyId, memberId, email } = payloadOf(payload);
  const member = await findMember(db, companyId, memberId);
  const isOpen =
    member !== undefined &&
    member.invitation_token_id === id &&
    member.email === email &&
    member.status === RecordStatus.Active &&
    invitationStateOf(member) === "waiting";
  return isOpen && (await isCompanyOpen(db, companyId)) ? member : null;
}

export const invitationEnded = (): AppError => new AppError("invitation.ended", INVITATION_ENDED, { status: 410 });
