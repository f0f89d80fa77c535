import type { MemberInput } from "../schemas";
import { grantSignIn } from "./grant-sign-in.server";
import { authorize } from "~/auth/actor.server";
import { endSessionsOf } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { getMember, insertMember, updateMember } from "~/db/repositories/members.server";
import type { CompanyMemberRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { hashPassword } from "~/services/password.server";

/** What decides what somebody may do in the company. */
const RIGHTS = ["status", "is_courier", "is_dispatcher", "is_admin"] as const;

const columnsOf = (input: MemberInput) => ({
  name: input.name,
  surname: input.surname,
  email: input.email || null,
  phone: input.phone || null,
  status: toFlag(input.status),
  is_courier: toFlag(input.is_courier),
  is_dispatcher: toFlag(input.is_dispatcher),
  is_admin: toFlag(input.is_admin),
});

/**
 * @returns `company_members.id` of the new member
 * @throws AppError 403, 409 (e-mail in use)
 */
export async function createTeamMember(session: CompanySession, input: MemberInput, tab?: string): Promise<number> {
  authorize(session, "driver.create");
  // Hashing takes its time; the transaction must not wait for it.
  const passwordHash = input.password === "" ? null : await hashPassword(input.password);
  const id = await withTransaction(db(), async (trx) => {
    const memberId = await insertMember(trx, session.company.id, columnsOf(input), nowText());
    if (passwordHash !== null)
      await grantSignIn(trx, session, await getMember(trx, session.company.id, memberId), passwordHash);
    return memberId;
  });
  publishChange(session.company.id, { model: "CompanyMember", action: "create", ids: [id] }, tab);
  return id;
}

/** @throws AppError 403, 404, 409 */
export async function editTeamMember(
  session: CompanySession,
  id: number,
  input: MemberInput,
  tab?: string,
): Promise<void> {
  authorize(session, "driver.update");
  const passwordHash = input.password === "" ? null : await hashPassword(input.password);
  await withTransaction(db(), async (trx) => {
    const before = await getMember(trx, session.company.id, id);
    refuseOwnDemotion(session, before, input);
    await updateMember(trx, session.company.id, id, columnsOf(input), nowText());
    const companyId = session.company.id;
    if (before.user_id !== null && RIGHTS.some((right) => before[right] !== toFlag(input[right])))
      await endSessionsOf(trx, session, before.user_id, { companyId });
    if (passwordHash !== null) await grantSignIn(trx, session, { ...before, ...columnsOf(input) }, passwordHash);
  });
  publishChange(session.company.id, { model: "CompanyMember", action: "update", ids: [id] }, tab);
}

/** Nobody locks themselves out by a slip: another administrator can still do it. */
function refuseOwnDemotion(session: CompanySession, before: CompanyMemberRow, input: MemberInput): void {
  if (before.user_id === null || before.user_id !== session.user.id) return;
  if (before.is_admin === 1 && !input.is_admin)
    throw new AppError("member.own_role", "You can't take the role Admin from yourself", { field: "is_admin" });
  if (!input.status) throw new AppError("member.own_status", "You can't make yourself inactive", { field: "status" });
}
