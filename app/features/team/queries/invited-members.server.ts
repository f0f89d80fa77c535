import { lookAtInvitations, mayHaveMail } from "~/auth/invitation-limits.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findMembers } from "~/db/repositories/members.server";
import { can } from "~/domain/access/permissions";
import { memberName } from "~/domain/access/person-name";
import type { LeftOut } from "~/domain/left-out";
import { invitationStateOf } from "~/domain/team/invitation";
import { invitedEmail, invitedOf } from "~/domain/team/many-invitations";
import { chosenOf } from "~/http/list-request.server";
import { nowText } from "~/services/now.server";

/** What the dialog about chosen members says before anything is sent; `ids` are those who would get a mail. */
interface InvitedMembers {
  ids: number[];
  names: string[];
  /** of them, those whose earlier link ends */
  again: number;
  /** of them, those who have said no */
  declined: number;
  leftOut: readonly LeftOut[];
  /** so many were removed since they were chosen */
  removed: number;
}

/** Null where the address asks for no such dialog. */
export async function loadInvited(session: CompanySession, request: Request): Promise<InvitedMembers | null> {
  const chosen = chosenOf(request, ["invite-chosen"]);
  if (chosen.length === 0 || !can(session.actor, "member.invite")) return null;
  const companyId = session.company.id;
  const members = await findMembers(db(), companyId, chosen);
  const now = nowText();
  const { invited, leftOut } = invitedOf(members, memberName, now);
  const mailed = new Set(invited.filter(({ invited_at }) => mayHaveMail(invited_at, now)).map(invitedEmail));
  const uncounted = await lookAtInvitations(companyId, invited.map(invitedEmail), mailed);
  const waiting = invited.flatMap((member) => {
    const why = uncounted.get(invitedEmail(member));
    return why === undefined ? [] : [{ name: memberName(member), why }];
  });
  const sent = invited.filter((member) => !uncounted.has(invitedEmail(member)));
  const ofState = (state: string): number => sent.filter((member) => invitationStateOf(member) === state).length;
  return {
    ids: sent.map(({ id }) => id),
    names: sent.map(memberName),
    again: ofState("waiting"),
    declined: ofState("declined"),
    leftOut: [...leftOut, ...waiting],
    removed: chosen.length - members.length,
  };
}
