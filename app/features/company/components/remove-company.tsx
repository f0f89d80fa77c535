import { Link } from "@remix-run/react";
import type { ProofAsked } from "~/domain/access/proof-asked";
import { count } from "~/domain/format-number";
import { ERASED_AFTER_DAYS } from "~/domain/rights/erasure";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { proofActions, ProofField } from "~/ui/form/proof";
import { Panel } from "~/ui/page/page-header";

const REMOVE_DIALOG = "remove-company";
const WAIT = count(ERASED_AFTER_DAYS, "day");

interface Props {
  title: string;
  proof: ProofAsked;
  result: ActionResult<unknown> | null;
}

/** Closing the company, for its administrators: it takes its title, and a proof that nobody else sits here. */
export function RemoveCompany({ title, proof, result }: Props) {
  const dialog = useDialogUrl();
  const intent = "company.remove";
  return (
    <Panel title="Delete the company">
      <p style={{ margin: 0 }}>
        Nobody can work in it any more: plans, visits, vehicles and links are closed for all members and programs. Other
        companies of yours stay. For {WAIT} the administration of the platform can bring it back. Then its data and
        files are erased for good, with the accounts of members who belong to no other company.{" "}
        <Link to={paths.companyData()}>Export the data</Link> first if you may need them.
      </p>
      <FormActions>
        <ButtonLink kind="plain" to={dialog.href(REMOVE_DIALOG)} preventScrollReset>
          Delete the company
        </ButtonLink>
      </FormActions>
      <FormDialog
        name={REMOVE_DIALOG}
        title="Delete the company"
        description={`Are you sure you want to delete ${title}? Its data are erased after ${WAIT}.`}
        intent={intent}
        result={refusalOf(result, intent)}
        submitLabel="Delete"
        danger
        actions={proofActions(proof, dialog.closeTo)}
        width={440}
      >
        <TextField name="title" label="Title" required autoFocus help={`Type ${title}`} />
        <ProofField proof={proof} act="closes the company" />
      </FormDialog>
    </Panel>
  );
}
