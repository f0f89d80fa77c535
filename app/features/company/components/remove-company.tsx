import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { Panel } from "~/ui/page/page-header";

const REMOVE_DIALOG = "remove-company";

interface Props {
  title: string;
  /** they have shown lately who they are */
  isProved: boolean;
  result: ActionResult<unknown> | null;
}

/** Closing the company, for its owner: it takes its title, and a proof that nobody else sits here. */
export function RemoveCompany({ title, isProved, result }: Props) {
  const dialog = useDialogUrl();
  const intent = "company.remove";
  return (
    <Panel title="Delete the company">
      <p style={{ margin: 0 }}>
        Nobody can work in it any more: plans, visits, vehicles and links are closed for all members and programs. Other
        companies of yours stay.
      </p>
      <FormActions>
        <ButtonLink kind="plain" to={dialog.href(REMOVE_DIALOG)} preventScrollReset>
          Delete the company
        </ButtonLink>
      </FormActions>
      <FormDialog
        name={REMOVE_DIALOG}
        title="Delete the company"
        description={`Are you sure you want to delete ${title}?`}
        intent={intent}
        result={refusalOf(result, intent)}
        submitLabel="Delete"
        danger
        width={440}
      >
        <TextField name="title" label="Title" required autoFocus help={`Type ${title}`} />
        {!isProved && (
          <TextField
            name="password"
            label="Password or code"
            type="password"
            autoComplete="current-password"
            required
            help="Yours: so that nobody else closes the company in your place."
          />
        )}
      </FormDialog>
    </Panel>
  );
}
