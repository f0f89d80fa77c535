/** How somebody comes into a team: they are invited by mail, and accept or decline. */
import { accept, refuse } from "../decision";
import type { Decision } from "../decision";
import type { ValueOf } from "../labels";
import { RecordStatus } from "../record-status";
import type { UtcText } from "../time/utc-text";

/** `company_members.invitation_type` */
export const InvitationType = { Waiting: 0, Accepted: 1, Declined: 2 } as const;
export type InvitationType = ValueOf<typeof InvitationType>;

/** What the team is shown: whoever waits without a mail was never invited, such as a driver without an account. */
export const INVITATION_STATES = ["none", "waiting", "accepted", "declined"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const INVITATION_LABELS: Readonly<Record<InvitationState, string>> = {
  none: "Not invited",
  waiting: "Waiting",
  accepted: "Accepted",
  declined: "Declined",
};

/** A link of an invitation works so long. */
export const INVITATION_DAYS = 7;

export interface Invited {
  invitation_type: number;
  /** when the newest mail went out; null: never, or the invitation was withdrawn */
  invited_at: UtcText | null;
  email: string | null;
  status: number;
  related_company_id: number | null;
}

export interface InvitationChanges {
  invitation_type: InvitationType;
  invited_at: UtcText | null;
}

export function invitationStateOf({
  invitation_type,
  invited_at,
}: Pick<Invited, "invitation_type" | "invited_at">): InvitationState {
  if (invitation_type === InvitationType.Accepted) return "accepted";
  if (invitation_type === InvitationType.Declined) return "declined";
  return invited_at === null ? "none" : "waiting";
}

export const INVITATION_ENDED = "This invitation has expired, was answered already or was withdrawn.";

const ended = () => refuse("invitation.ended", INVITATION_ENDED, 410);

/** The first mail, another one with a new link, or one more to somebody who declined. */
export function sendInvitation(member: Invited, now: UtcText): Decision<InvitationChanges> {
  if (member.related_company_id !== null)
    return refuse("invitation.company", "A related company can't be invited", 409);
  if (invitationStateOf(member) === "accepted")
    return refuse("invitation.joined", "This member has joined the team already", 409);
  if (member.email === null)
    return refuse("invitation.no_email", "E-mail is required for an invitation", 422, {
      email: "E-mail is required for an invitation",
    });
  if (member.status !== RecordStatus.Active) return refuse("invitation.inactive", "Make the member active first", 409);
  return accept({ invitation_type: InvitationType.Waiting, invited_at: now });
}

export const acceptInvitation = (member: Invited): Decision<InvitationChanges> =>
  invitationStateOf(member) === "waiting"
    ? accept({ invitation_type: InvitationType.Accepted, invited_at: member.invited_at })
    : ended();

/** Declines, or leaves the team that was joined. */
export function declineInvitation(member: Invited): Decision<InvitationChanges> {
  const state = invitationStateOf(member);
  return state === "waiting" || state === "accepted"
    ? accept({ invitation_type: InvitationType.Declined, invited_at: member.invited_at })
    : ended();
}

/** Its link works no more; the member stays in the lists. */
export const withdrawInvitation = (member: Invited): Decision<InvitationChanges> =>
  invitationStateOf(member) === "waiting"
    ? accept({ invitation_type: InvitationType.Waiting, invited_at: null })
    : refuse("invitation.not_waiting", "No invitation is waiting for an answer", 409);
