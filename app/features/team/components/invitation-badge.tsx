import { INVITATION_LABELS } from "~/domain/team/invitation";
import type { InvitationState } from "~/domain/team/invitation";
import { StatusBadge } from "~/ui/feedback/status-badge";
import type { Tone } from "~/ui/feedback/status-badge";
import type { MemberItem } from "../queries/members-page.server";

const TONES: Readonly<Record<InvitationState, Tone>> = {
  none: "grey",
  waiting: "blue",
  accepted: "green",
  declined: "red",
};

/** Whether the member has joined, in one word and a colour. */
export function InvitationBadge({
  item,
}: {
  item: Pick<MemberItem, "invitation" | "linkEnded" | "isAsked" | "isCompany">;
}) {
  if (item.isCompany) return <StatusBadge tone="grey" icon="company" label="Company" />;
  const { invitation } = item;
  if (invitation === "waiting" && item.isAsked) return <StatusBadge tone="blue" icon="help" label="Asks to join" />;
  if (invitation === "waiting" && item.linkEnded) return <StatusBadge tone="grey" icon="clock" label="Link expired" />;
  return (
    <StatusBadge
      tone={TONES[invitation]}
      {...(invitation === "waiting" ? { icon: "clock" as const } : {})}
      label={INVITATION_LABELS[invitation]}
    />
  );
}
