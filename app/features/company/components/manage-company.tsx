import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { shownGroups } from "~/lib/shown-values";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { TextareaField } from "~/ui/form/fields";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import type { GeneralPage } from "../queries/general-page.server";

const DEACTIVATE_DIALOG = "deactivate-company";

interface Props {
  title: string;
  managed: NonNullable<GeneralPage["managed"]>;
  result: ActionResult<unknown> | null;
}

/** What super admins alone see of a company: whether it is active, and what they remark about it. */
export function ManageCompany({ title, managed, result }: Props) {
  const dialog = useDialogUrl();
  const intent = "company.comment";
  return (
    <>
      <Panel
        title="Status"
        actions={
          managed.isActive ? <StatusBadge tone="green" label="Active" /> : <StatusBadge tone="grey" label="Inactive" />
        }
      >
        <p style={{ margin: 0 }}>
          {managed.isActive
            ? "Inactive, it opens to none of its members and programs until it is activated again. Nothing is removed."
            : "Its members and programs can’t work in it. Nothing is removed."}
        </p>
        <FormActions>
          {managed.isActive ? (
            <ButtonLink kind="plain" to={dialog.href(DEACTIVATE_DIALOG)} preventScrollReset>
              Deactivate
            </ButtonLink>
          ) : (
            <AppForm intent="company.activate" layout="inline">
              <SubmitButton kind="plain">Activate</SubmitButton>
            </AppForm>
          )}
        </FormActions>
        <ConfirmDialog
          name={DEACTIVATE_DIALOG}
          title="Attention"
          question={`Are you sure you want to deactivate ${title}?`}
          confirmLabel="Deactivate"
          danger
          intent="company.deactivate"
          result={refusalOf(result, "company.deactivate")}
        />
      </Panel>
      <Panel title="Comments">
        <AppForm
          id="company-comment"
          intent={intent}
          shown={shownGroups({ admin_comment: managed.comment })}
          result={refusalOf(result, intent)}
        >
          <TextareaField
            name="admin_comment"
            label="Comment"
            defaultValue={managed.comment}
            help="Super admins alone see it."
          />
          <FormActions>
            <SubmitButton kind="plain">Save</SubmitButton>
          </FormActions>
        </AppForm>
      </Panel>
    </>
  );
}
