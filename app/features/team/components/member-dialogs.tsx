import { RecordStatus } from "~/domain/record-status";
import { RELATED_COMPANY } from "~/domain/team/member-rules";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import type { ShownGroup } from "~/lib/shown-values";
import { useTabId } from "~/realtime/use-live";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FormActions } from "~/ui/form/app-form";
import type { MemberInDialog } from "../queries/members-page.server";
import { memberFormTexts } from "../member-form-values";
import type { MemberRights } from "../member-rights";
import { InvitationDialogs } from "./invitation-dialogs";
import { MemberFields } from "./member-fields";

interface MemberDialogsProps {
  item: MemberInDialog | null;
  rights: MemberRights;
  /** of the company's country */
  phoneExample: string;
  result: ActionResult<unknown> | null;
  /** The role of a new member: the team's list adds members of any role, the drivers' list drivers. */
  noun?: "driver" | "member";
}

const DIALOG_PARAMS = ["id"];

/** The dialogs that the address of the team's list may ask for. */
export function MemberDialogs({ item, rights, phoneExample, result, noun = "driver" }: MemberDialogsProps) {
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
          <MemberFields item={null} isDriver={noun === "driver"} rights={rights} phoneExample={phoneExample} />
        </FormDialog>
      )}
      {item?.isCompany === true && rights.update && <RelatedCompanyDialog title={item.title} />}
      {item !== null && !item.isCompany && rights.update && (
        <FormDialog
          key={item.id}
          name="edit-member"
          title={item.title}
          intent="member.update"
          params={DIALOG_PARAMS}
          hidden={{ tab, id: item.id }}
          shown={shownOf(item)}
          result={result}
        >
          <MemberFields item={item} rights={rights} phoneExample={phoneExample} />
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

/** What the fields of a member show: nobody gives back a right that somebody else has taken away meanwhile. */
const shownOf = (item: MemberInDialog): ShownGroup[] =>
  shownGroups({
    ...memberFormTexts(item),
    status: item.status === RecordStatus.Active,
    is_courier: item.isCourier === 1,
    is_dispatcher: item.isDispatcher === 1,
    is_admin: item.isAdmin === 1,
  });

/** In place of the form: the entry is no person. */
function RelatedCompanyDialog({ title }: { title: string }) {
  const dialog = useDialogUrl(DIALOG_PARAMS);
  if (dialog.name !== "edit-member") return null;
  return (
    <DialogFrame title={title} closeTo={dialog.closeTo} onClose={dialog.close}>
      <p>{RELATED_COMPANY}.</p>
      <FormActions>
        <ButtonLink to={dialog.closeTo} preventScrollReset>
          Close
        </ButtonLink>
      </FormActions>
    </DialogFrame>
  );
}
