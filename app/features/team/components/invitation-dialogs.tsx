import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import type { MemberInDialog } from "../queries/members-page.server";
import type { MemberRights } from "../member-rights";

const DIALOG_PARAMS = ["id"];

interface InvitationDialogsProps {
  item: MemberInDialog;
  rights: MemberRights;
  result: ActionResult<unknown> | null;
}

/** What admins do with an invitation, and how the owner makes somebody else the owner. */
export function InvitationDialogs({ item, rights, result }: InvitationDialogsProps) {
  const tab = useTabId();
  const same = { hidden: { tab, id: item.id }, params: DIALOG_PARAMS, result };
  return (
    <>
      {rights.invite && item.canInvite && (
        <ConfirmDialog
          name="invite-member"
          question={
            item.invitation === "waiting"
              ? `Send ${item.email} another invitation? The link that was sent before ends.`
              : `Send an invitation to ${item.email}?`
          }
          confirmLabel="Send"
          intent="member.invite"
          {...same}
        />
      )}
      {rights.invite && item.invitation === "waiting" && (
        <ConfirmDialog
          name="withdraw-invitation"
          question={`Withdraw the invitation of ${item.title}? Its link ends, and ${item.title} stays in the list.`}
          confirmLabel="Withdraw"
          danger
          intent="member.withdraw"
          {...same}
        />
      )}
      {rights.invite && item.askedEmail !== null && (
        <>
          <ConfirmDialog
            name="allow-account"
            question={
              `The invitation went to ${item.email}. Somebody opened it with the account ${item.askedEmail} and asks ` +
              `to join as ${item.title}. Only allow it if you know that this account is theirs.`
            }
            confirmLabel="Allow"
            intent="member.allow_account"
            {...same}
          />
          <ConfirmDialog
            name="refuse-account"
            question={`Refuse the account ${item.askedEmail}? You can send ${item.email} a new link then.`}
            confirmLabel="Refuse"
            danger
            intent="member.refuse_account"
            {...same}
          />
        </>
      )}
      {rights.handOver && item.canHandOver && (
        <ConfirmDialog
          name="hand-over"
          title="Hand the company over"
          question={`Make ${item.title} the owner? You stay an admin, and only the new owner can undo it.`}
          confirmLabel="Make them the owner"
          danger
          intent="company.hand_over"
          {...same}
        />
      )}
    </>
  );
}
