/** Several members are invited at once. */
import { compareNames } from "../compare-names";
import type { LeftOut } from "../left-out";
import type { UtcText } from "../time/utc-text";
import { invitationStateOf, sendInvitation } from "./invitation";
import type { InvitationState, Invited } from "./invitation";

/** Members who were never invited come first, so that they get a mail when there are not enough for all. */
const ORDER: readonly InvitationState[] = ["none", "declined", "waiting", "accepted"];

const SOMEBODY_ASKS = "Another account asks to join with this invitation. Let it in or refuse it first.";

/** Where the mail of an invitation goes to: nobody without an e-mail is invited. */
export const invitedEmail = ({ email }: Pick<Invited, "email">): string => email ?? "";

/** Which members can be invited, by the rule for a single one, and why the others can't. */
export function invitedOf<M extends Invited & { asked_user_id: number | null }>(
  members: readonly M[],
  nameOf: (member: M) => string,
  now: UtcText,
): { invited: M[]; leftOut: LeftOut[] } {
  const invited: M[] = [];
  const leftOut: LeftOut[] = [];
  for (const member of members) {
    const decision = sendInvitation(member, now);
    // A new link would end what somebody with another account waits for, and the question says nothing of it.
    if (decision.ok && member.asked_user_id !== null) leftOut.push({ name: nameOf(member), why: SOMEBODY_ASKS });
    else if (decision.ok) invited.push(member);
    else leftOut.push({ name: nameOf(member), why: decision.error.message });
  }
  const weight = (member: M): number => ORDER.indexOf(invitationStateOf(member));
  return { invited: invited.sort((a, b) => weight(a) - weight(b) || compareNames(nameOf(a), nameOf(b))), leftOut };
}
