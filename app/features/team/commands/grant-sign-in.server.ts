import { endSessionsOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { updateMember } from "~/db/repositories/members.server";
import { getUserAcrossCompanies, insertUser, isEmailFree, setPassword } from "~/db/repositories/users.server";
import type { CompanyMemberRow } from "~/db/tables";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";

/** 1 of `company_members.invitation_type`: the member may work in the company. */
const ACCEPTED = 1;

/**
 * Lets a member sign in with a password that the company's administrator chose.
 * Only an account that is new, or that belongs to this company alone, may be given one: otherwise an administrator of
 * one company could take over a person's account in another.
 * @throws AppError 403 'member.account_elsewhere', 409 'member.email_taken'
 */
export async function grantSignIn(
  trx: Db,
  session: CompanySession,
  member: CompanyMemberRow,
  passwordHash: string,
): Promise<void> {
  const companyId = session.company.id;
  const now = nowText();
  if (member.user_id === null) {
    if (member.email === null || !(await isEmailFree(trx, member.email))) {
      throw new AppError("member.email_taken", "Email is not available", { status: 409, field: "email" });
    }
    const userId = await insertUser(
      trx,
      {
        email: member.email,
        name: member.name,
        surname: member.surname,
        phone: member.phone,
        password_hash: passwordHash,
        // The administrator vouches for a colleague, whose e-mail may not even be read.
        email_verified_at: now,
        is_completed: 1,
        current_company_id: companyId,
      },
      now,
    );
    await updateMember(trx, companyId, member.id, { user_id: userId, invitation_type: ACCEPTED }, now);
    return;
  }
  await refuseSharedAccount(trx, session, member.user_id);
  await setPassword(trx, member.user_id, passwordHash, now);
  await endSessionsOf(trx, session, member.user_id);
}

async function refuseSharedAccount(trx: Db, session: CompanySession, userId: number): Promise<void> {
  const user = await getUserAcrossCompanies(trx, userId);
  const elsewhere = await trx("company_members")
    .where({ user_id: userId })
    .whereNot({ company_id: session.company.id })
    .first("id");
  const owned = await trx("companies").where({ user_id: userId }).first("id");
  const isStaff = user.platform_role !== "none" || user.is_admin === 1;
  if (elsewhere || owned || isStaff || userId === session.user.id) {
    throw new AppError("member.account_elsewhere", "This person's password can be changed only by themselves", {
      status: 403,
      field: "password",
    });
  }
}
