import { count, formatNumber } from "~/domain/format-number";
import { CHOSEN_PARAM } from "~/lib/dialog-param";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { ChosenNames, LeftOutNames, leftOutOf, type ChosenResult } from "~/ui/dialog/left-out-dialog";
import type { loadInvited } from "../queries/invited-members.server";

export const INVITE_ACTION = { dialog: "invite-chosen", label: "Invite", icon: "mail" } as const;

interface InviteChosenDialogProps {
  invited: Awaited<ReturnType<typeof loadInvited>>;
  noun: string;
  result: ChosenResult | null;
}

/** Asks before chosen members are sent an invitation: who gets one, and why others don't. */
export function InviteChosenDialog({ invited, noun, result }: InviteChosenDialogProps) {
  const tab = useTabId();
  // What was left out is in the dialog that follows.
  if (invited === null || leftOutOf(result).length > 0) return null;
  const { ids, names, again, declined, removed } = invited;
  const leftOut =
    removed === 0 ? invited.leftOut : [...invited.leftOut, { name: count(removed, noun), why: "Removed meanwhile" }];
  const without = invited.leftOut.length + removed;
  const none = ids.length === 0;
  return (
    <ConfirmDialog
      name={INVITE_ACTION.dialog}
      title="Confirmation"
      question={none ? "Nobody can be invited." : `Send an invitation to ${count(ids.length, noun)}?`}
      confirmLabel={none ? null : `Send ${count(ids.length, "invitation")}`}
      intent="members.invite"
      hidden={{ ids: ids.join(","), tab }}
      params={[CHOSEN_PARAM]}
      result={result}
    >
      {!none && <ChosenNames names={names} />}
      {again > 0 && (
        <div>{`${some(again, ids.length, "was", "were")} invited before: a new link replaces the earlier one.`}</div>
      )}
      {declined > 0 && <div>{some(declined, ids.length, "declined", "declined")} before.</div>}
      {leftOut.length > 0 && (
        <>
          <div>{`${count(without, noun)} ${without === 1 ? "gets" : "get"} no invitation:`}</div>
          <LeftOutNames leftOut={leftOut} />
        </>
      )}
    </ConfirmDialog>
  );
}

/** '2 of them were', and of all 'They were'. */
const some = (part: number, all: number, one: string, many: string): string =>
  part === all ? `They ${many}` : `${formatNumber(part)} of them ${part === 1 ? one : many}`;
