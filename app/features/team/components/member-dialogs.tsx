import type { ActionResult } from "~/lib/action-result";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import type { MemberInDialog } from "../queries/members-page.server";
import type { MemberRights } from "../member-rights";
import { InvitationDialogs } from "./invitation-dialogs";
import { MemberFields } from "./member-fields";

export interface MemberDialogsProps {
  item: MemberInDialog | null;
  rights: MemberRights;
  result: ActionResult<unknown> | null;
  /** The role of a new member: the team's list adds members of any role, the drivers' list drivers. */
  noun?: "driver" | "member";
}

const DIALOG_PARAMS = ["id"];

/** The dialogs that the address of the team's list may ask for. */
export function MemberDialogs({ item, rights, result, noun = "driver" }: MemberDialogsProps) {
  const tab = useTabId();
  return (
    <>
      {rights.create && (
        <FormDialog
          name="new-member"
          title={`New ${noun}`}
          intent="member.create"
          params={DIALOG_PARAMS}
          hidden={{ tab }}
          result={result}
          submitLabel={`Add ${noun}`}
        >
          <MemberFields item={null} isDriver={noun === "driver"} rights={rights} />
        </FormDialog>
      )}
      {item !== null && rights.update && (
        <FormDialog
          key={item.id}
          name="edit-member"
          title={item.title}
          intent="member.update"
          params={DIALOG_PARAMS}
          hidden={{ tab, id: item.id }}
          result={result}
        >
          <MemberFields item={item} rights={rights} />
        </FormDialog>
      )}
      {item !== null && rights.remove && (
        <ConfirmDialog
          name="remove-member"
          question={`Do you want to remove ${item.title}?`}
          confirmLabel="Remove"
          danger
          intent="member.remove"
          hidden={{ tab, id: item.id }}
          params={DIALOG_PARAMS}
          result={result}
        />
      )}
      {item !== null && <InvitationDialogs item={item} rights={rights} result={result} />}
    </>
  );
}
