import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { AppForm } from "~/ui/form/app-form";
import { proofActions, ProofField } from "~/ui/form/proof";
import { SubmitButton } from "~/ui/form/submit-button";
import { ButtonLink } from "~/ui/button";
import { LocalTime } from "~/ui/local-time";
import { Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { paths } from "~/paths";
import type { OwnProfile } from "../queries/profile-page.server";
import styles from "./profile.module.css";

type Row = OwnProfile["linked"]["identities"][number];

const INTENT = "identity.unlink";
const dialogOf = ({ id }: Row): string => `unlink-${id}`;

const columnsOf = (
  timeZone: OwnProfile["user"]["timeZone"],
  /** opens the dialog that asks for a proof; null: it needs none */
  askHref: ((row: Row) => string) | null,
): Column<Row>[] => [
  { id: "title", header: "Account", cell: ({ title }) => title },
  { id: "email", header: "E-mail", grow: true, cell: ({ email }) => email ?? "–" },
  {
    id: "used",
    header: "Last use",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "–" : <LocalTime at={lastUsedAt} timeZone={timeZone} />),
  },
  {
    id: "actions",
    header: "Actions",
    headerHidden: true,
    align: "end",
    cell: (row) =>
      !row.mayUnlink ? (
        "Your only way to sign in"
      ) : askHref === null ? (
        <AppForm intent={INTENT} hidden={{ identity_id: row.id }} layout="inline">
          <SubmitButton kind="quiet" aria-label={`Unlink ${row.title}`}>
            Unlink
          </SubmitButton>
        </AppForm>
      ) : (
        <ButtonLink kind="quiet" to={askHref(row)} preventScrollReset aria-label={`Unlink ${row.title}`}>
          Unlink
        </ButtonLink>
      ),
  },
];

interface Props {
  profile: Pick<OwnProfile, "linked"> & {
    user: Pick<OwnProfile["user"], "timeZone">;
  };
  result: ActionResult<unknown> | null;
}

/** Accounts elsewhere that open this one. */
export function LinkedAccountsPanel({ profile: { linked, user }, result }: Props) {
  const dialog = useDialogUrl();
  const { identities, providers, proof } = linked;
  if (identities.length === 0 && providers.length === 0) return null;
  return (
    <Panel
      title="Linked accounts"
      flush
      actions={providers.map(({ driver, title }) => (
        <ButtonLink key={driver} to={paths.socialLogin(driver, paths.profile())} reloadDocument>
          Link {title}
        </ButtonLink>
      ))}
    >
      <DataTable
        label="Linked accounts"
        columns={columnsOf(user.timeZone, proof === "nothing" ? null : (row) => dialog.href(dialogOf(row)))}
        rows={identities}
        rowKey={({ id }) => id}
        empty={<p className={styles.none}>None yet. With one you sign in here as you do there.</p>}
      />
      {proof !== "nothing" &&
        identities.map((row) => (
          <FormDialog
            key={row.id}
            name={dialogOf(row)}
            title={`Unlink ${row.title}`}
            description="Your other ways to sign in stay."
            intent={INTENT}
            hidden={{ identity_id: row.id }}
            result={refusalOf(result, INTENT)}
            submitLabel="Unlink"
            actions={proofActions(proof, dialog.closeTo)}
            width={440}
          >
            <ProofField proof={proof} act="unlinks it" autoFocus />
          </FormDialog>
        ))}
    </Panel>
  );
}
