import { AppForm } from "~/ui/form/app-form";
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

const columnsOf = (timeZone: OwnProfile["user"]["timeZone"]): Column<Row>[] => [
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
    cell: ({ id, title, mayUnlink }) =>
      mayUnlink ? (
        <AppForm intent="identity.unlink" hidden={{ identity_id: id }} layout="inline">
          <SubmitButton kind="quiet" aria-label={`Unlink ${title}`}>
            Unlink
          </SubmitButton>
        </AppForm>
      ) : (
        "Your only way to sign in"
      ),
  },
];

/** Accounts elsewhere that open this one. */
export function LinkedAccountsPanel({ profile }: { profile: Pick<OwnProfile, "linked" | "user"> }) {
  const { identities, providers } = profile.linked;
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
        columns={columnsOf(profile.user.timeZone)}
        rows={identities}
        rowKey={({ id }) => id}
        empty={<p className={styles.none}>None yet. With one you sign in here as you do there.</p>}
      />
    </Panel>
  );
}
