/** Sign-ups and invitations that nobody has answered: the addresses of people who may not know of them. */
import { DAY_SEC } from "~/domain/time/calendar";
import { UNANSWERED_DAYS } from "~/domain/rights/erasure";
import { addSeconds } from "~/domain/time/utc-text";
import { INVITATION_DAYS, InvitationType } from "~/domain/team/invitation";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";
import type { UtcText } from "../tables";

/**
 * Removes accounts whose e-mail was never confirmed, which are in no team and have no company, once their last link is
 * that old. Sending a link raises `updated_at`.
 */
export function removeUnclaimedAccountsAcrossCompanies(pieces: ShortPieces, now: UtcText): Promise<void> {
  const before = addSeconds(now, -UNANSWERED_DAYS * DAY_SEC);
  return pieces.repeat(async (trx, size) => {
    const unclaimed = () =>
      trx("users")
        .whereNull("email_verified_at")
        .whereNull("deleted_at")
        .where({ status: "active", is_completed: 0, platform_role: "none", is_admin: 0 })
        .where("updated_at", "<=", before)
        .whereNotExists(trx("company_members").whereRaw("company_members.user_id = users.id").select("id"))
        .whereNotExists(trx("company_members").whereRaw("company_members.asked_user_id = users.id").select("id"))
        .whereNotExists(trx("companies").whereRaw("companies.user_id = users.id").select("id"));
    const ids: number[] = await unclaimed().orderBy("id").limit(size).pluck("id");
    if (ids.length === 0) return false;
    await forgetInLog(trx, ids);
    // Asked again: the link may have been used meanwhile.
    await unclaimed().whereIn("id", ids).delete();
    return ids.length === size;
  });
}

/** Entries of no company about these accounts alone: who asked for their links, and from where. */
async function forgetInLog(trx: Db, userIds: readonly number[]): Promise<void> {
  await trx("audit_log")
    .whereNull("company_id")
    .where({ model: "User" })
    .whereIn(
      "ids",
      userIds.map((id) => JSON.stringify([id])),
    )
    .whereNull("user_id")
    .update({ changes: null, ip: null, user_agent: null });
}

/** Takes the e-mail out of invitations that have expired or were declined, and of nobody who has joined. */
export function forgetUnansweredInvitationsAcrossCompanies(pieces: ShortPieces, now: UtcText): Promise<void> {
  const before = addSeconds(now, -UNANSWERED_DAYS * DAY_SEC);
  const invitedBefore = addSeconds(before, -INVITATION_DAYS * DAY_SEC);
  const unanswered = (db: Db) =>
    db("company_members")
      .whereNotNull("email")
      .whereNull("user_id")
      // Somebody with another e-mail waits to be let in.
      .whereNull("asked_user_id")
      .where((either) => {
        either
          .where((one) => one.where({ invitation_type: InvitationType.Declined }).where("updated_at", "<=", before))
          .orWhere((one) =>
            one.where({ invitation_type: InvitationType.Waiting }).where("invited_at", "<=", invitedBefore),
          );
      });
  return pieces.repeat(async (trx, size) => {
    const ids: number[] = await unanswered(trx).orderBy("id").limit(size).pluck("id");
    // Asked again: meanwhile somebody may have accepted, or was invited anew.
    await unanswered(trx).whereIn("id", ids).update({ email: null, updated_at: now });
    return ids.length === size;
  });
}
