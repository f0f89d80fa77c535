/** The answers of those who are invited: by the link of the mail, or from their own account. */
import { authorOfAccount, noteInLog } from "~/audit/note-in-log.server";
import { claimAccount, isUnclaimed } from "~/auth/claim-account.server";
import {
  companyOfLink,
  endInvitation,
  INVITATION,
  invitationEnded,
  joinTeam,
  memberOfLink,
} from "~/auth/invitation-links.server";
import { invitedAccount } from "~/auth/ways-in.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { lockTeam, updateMember } from "~/db/repositories/members.server";
import type { MemberRow } from "~/db/repositories/members.server";
import { findToken, redeemToken } from "~/db/repositories/tokens.server";
import { findAccountByEmail, getUserAcrossCompanies, insertUser } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { wayIn } from "~/domain/team/invitation-answer";
import type { InvitedAccount, WayIn } from "~/domain/team/invitation-answer";
import { isOnlyDriverMember } from "~/domain/team/role-words";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { wholePhone } from "~/domain/validation/national-phone";

/** Whoever has the page open. */
export interface Visitor {
  userId: number;
  /** verified */
  email: string;
}

const notThisWay = (): AppError =>
  new AppError("invitation.way", "Open the link again: somebody has signed in or out meanwhile.", { status: 409 });

/**
 * Uses the link up and does the work on its member, in one transaction: refused, the link stays as it was.
 * @throws AppError 410 for a link that has ended
 */
async function withLink<Result>(token: string, work: (trx: Db, member: MemberRow) => Promise<Result>): Promise<Result> {
  const { result, member } = await withTransaction(db(), async (trx) => {
    // The team first, as everybody does who changes it: withdrawing an invitation ends its link after that.
    const link = await findToken(trx, INVITATION, token, nowText());
    if (link === null) throw invitationEnded();
    await lockTeam(trx, companyOfLink(link));
    const row = await redeemToken(trx, INVITATION, token, nowText());
    const member = row === null ? null : await memberOfLink(trx, row);
    if (member === null) throw invitationEnded();
    return { result: await work(trx, member), member };
  });
  publishChange(member.company_id, { model: "CompanyMember", action: "update", ids: [member.id] });
  return result;
}

const note = (trx: Db, member: MemberRow, action: string, by: UserRow | null): Promise<void> =>
  noteInLog(trx, {
    by: by === null ? null : authorOfAccount(by),
    companyId: member.company_id,
    action,
    subject: { model: "Member", ids: [member.id] },
  });

/** @throws AppError 409 when the page offered something else */
function checkWay(member: MemberRow, visitor: Visitor | null, account: InvitedAccount, wanted: WayIn): void {
  const way = wayIn(member.email ?? "", visitor?.email ?? null, account, isOnlyDriverMember(member));
  if (way !== wanted) throw notThisWay();
}

/** Somebody who is signed in with the invited e-mail joins. @returns the company. @throws AppError 409, 410 */
export const acceptByLink = (token: string, visitor: Visitor): Promise<number> =>
  withLink(token, async (trx, member) => {
    checkWay(member, visitor, "none", "answer");
    const user = await getUserAcrossCompanies(trx, visitor.userId);
    await joinTeam(trx, member, user);
    await note(trx, member, "invitation.accept", user);
    return member.company_id;
  });

/** Whoever has the link declines in the name of the e-mail that it was sent to. @throws AppError 410 */
export const declineByLink = (token: string): Promise<void> =>
  withLink(token, async (trx, member) => {
    await endInvitation(trx, member);
    await note(trx, member, "invitation.decline", null);
  });

/**
 * An account with another e-mail asks to be let in; an admin answers. The link is used up.
 * @throws AppError 409, 410
 */
export const askByLink = (token: string, visitor: Visitor): Promise<void> =>
  withLink(token, async (trx, member) => {
    checkWay(member, visitor, "none", "other");
    await updateMember(trx, member.company_id, member.id, { asked_user_id: visitor.userId }, nowText());
    await note(trx, member, "invitation.ask", await getUserAcrossCompanies(trx, visitor.userId));
  });

interface NewPerson {
  name: string;
  surname: string;
  passwordHash: string;
}

/**
 * Joins without signing in: the link opens an account that has no password, or makes one. `person` is left out for
 * drivers, who need none.
 * @returns the account, to open a session for
 * @throws AppError 409, 410
 */
export const joinByLink = (token: string, person: NewPerson | null): Promise<UserRow> =>
  withLink(token, async (trx, member) => {
    const account = await findAccountByEmail(trx, member.email ?? "");
    checkWay(member, null, await invitedAccount(trx, account), person === null ? "start" : "register");
    const user = await accountOf(trx, member, account, person);
    await joinTeam(trx, member, user);
    await note(trx, member, "invitation.accept", user);
    return getUserAcrossCompanies(trx, user.id);
  });

async function accountOf(
  trx: Db,
  member: MemberRow,
  account: UserRow | undefined,
  person: NewPerson | null,
): Promise<UserRow> {
  const now = nowText();
  const { name, surname } = person ?? member;
  const fresh = { name, surname, password_hash: person?.passwordHash ?? null, email_verified_at: now };
  if (account === undefined) {
    const { email, company_id } = member;
    // Whose name and phone the company knows has nothing to complete.
    const whole = wholePhone(member.phone ?? "", "");
    const isCompleted = whole !== null && name.trim() !== "";
    const known = {
      email: email ?? "",
      phone: whole?.phone ?? member.phone,
      is_completed: isCompleted ? 1 : 0,
    } as const;
    const id = await insertUser(trx, { ...fresh, ...known, current_company_id: company_id }, now);
    return getUserAcrossCompanies(trx, id);
  }
  if (!isUnclaimed(account)) return account;
  await claimAccount(trx, account, { name, surname, password_hash: fresh.password_hash });
  return getUserAcrossCompanies(trx, account.id);
}
