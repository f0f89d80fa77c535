import { Fragment } from "react";
import { formatNumber } from "~/domain/format-number";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { DialogFrame } from "~/ui/dialog/dialog-frame";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { AppForm, FormActions } from "~/ui/form/app-form";
import { TextField } from "~/ui/form/fields";
import { proofActions, ProofField } from "~/ui/form/proof";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { DataPage } from "../queries/data-page.server";
import { ERASE_RECIPIENT_DIALOG, ERASURE_PARAM } from "../recipient-dialog";
import styles from "./rights.module.css";

type ListedErasure = DataPage["erasures"][number];
type LookedFor = NonNullable<DataPage["lookedFor"]>;

const PARAMS = [ERASURE_PARAM];

const STATES = {
  done: <StatusBadge tone="green" label="Erased" />,
  erasing: <StatusBadge tone="blue" label="Being erased" />,
  lost: <StatusBadge tone="red" label="Ask for it again" />,
} as const;

const COLUMNS: Column<ListedErasure>[] = [
  { id: "when", header: "When", cell: (row) => row.when },
  { id: "who", header: "By", grow: true, cell: (row) => row.who, tooltip: (row) => row.who },
  { id: "visits", header: "Visits", numeric: true, cell: (row) => row.visits },
  { id: "state", header: "State", cell: (row) => STATES[row.state] },
];

interface Props extends Pick<DataPage, "erasures" | "lookedFor"> {
  result: ActionResult<unknown> | null;
}

/** A recipient who asks to be forgotten: looked for first, so that whoever decides sees what goes. */
export function RecipientPanel({ erasures, lookedFor, result }: Props) {
  const intent = "recipient.look_for";
  return (
    <Panel title="Erase a recipient">
      <p className={styles.text}>
        For a recipient who asks to be forgotten. All visits with their e-mail or phone lose names, contacts, addresses
        and notes, removed ones too, with photos, signatures, messages and the spreadsheets that they came from. That
        somebody was served, when and by whom, and the place on the map stay. There is no way back.
      </p>
      <div className={styles.form}>
        <AppForm intent={intent} result={refusalOf(result, intent)}>
          <TextField name="contact" label="E-mail or phone" required help="As their visits have it." />
          <FormActions>
            <SubmitButton kind="plain">Look for visits</SubmitButton>
          </FormActions>
        </AppForm>
      </div>
      {erasures.length > 0 && (
        <div className={styles.list}>
          <DataTable label="Erased recipients" columns={COLUMNS} rows={erasures} rowKey={({ id }) => id} />
        </div>
      )}
      <Question lookedFor={lookedFor} result={result} />
    </Panel>
  );
}

/** What there is of the recipient, and the decision. */
function Question({ lookedFor, result }: Pick<Props, "lookedFor" | "result">) {
  const dialog = useDialogUrl(PARAMS);
  const title = "Erase the recipient";
  const intent = "recipient.erase";
  if (dialog.name !== ERASE_RECIPIENT_DIALOG) return null;
  const close = (
    <FormActions>
      <ButtonLink kind="quiet" to={dialog.closeTo} preventScrollReset>
        Close
      </ButtonLink>
    </FormActions>
  );
  const frame = { title, closeTo: dialog.closeTo, onClose: dialog.close, width: 480 };
  if (lookedFor === null)
    return (
      <DialogFrame {...frame}>
        <p className={styles.text}>This is too long ago, or done already. Look for the recipient again.</p>
        {close}
      </DialogFrame>
    );
  if (lookedFor.blocker !== null)
    return (
      <DialogFrame {...frame}>
        <p className={styles.text}>{lookedFor.contact} can’t be erased yet.</p>
        <p className={styles.text}>{lookedFor.blocker}</p>
        <Found {...lookedFor} />
        {close}
      </DialogFrame>
    );
  return (
    <FormDialog
      name={ERASE_RECIPIENT_DIALOG}
      title={title}
      description={`Are you sure you want to erase ${lookedFor.contact}? Nothing brings their data back.`}
      intent={intent}
      hidden={{ erasure_id: lookedFor.id }}
      params={PARAMS}
      result={refusalOf(result, intent)}
      submitLabel="Erase"
      danger
      actions={proofActions(lookedFor.proof, dialog.closeTo)}
      width={480}
    >
      <Found {...lookedFor} />
      <TextField name="contact" label="E-mail or phone" required autoFocus help={`Type ${lookedFor.contact}`} />
      <ProofField proof={lookedFor.proof} act="erases them" />
    </FormDialog>
  );
}

function Found({ counts }: LookedFor) {
  const { visits, removed, pictures, messages, imports } = counts;
  if (visits + removed + messages === 0)
    return (
      <p className={styles.text}>
        No visit and no message has this e-mail or phone. It is looked for in uploaded spreadsheets and in texts all the
        same.
      </p>
    );
  const facts: [string, number][] = [
    ["Visits", visits],
    ["Removed visits", removed],
    ["Photos and signatures", pictures],
    ["Messages", messages],
    ["Imports with their visits", imports],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, amount]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(amount)}</dd>
          </Fragment>
        ))}
      </dl>
      <p className={styles.text}>
        Plans’ changes, calculations, activity and all uploaded spreadsheets are searched for them, too.
      </p>
    </>
  );
}
