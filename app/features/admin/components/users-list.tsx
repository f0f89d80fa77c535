import { USER_STATE_LABELS, USER_STATES } from "~/domain/access/platform-lists";
import { LIST_ORDERS } from "~/domain/list-order";
import { useSearchParams } from "@remix-run/react";
import type { ProofAsked } from "~/domain/access/proof-asked";
import type { Paging } from "~/domain/paging";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { STATUS_PARAM } from "~/lib/list-params";
import { paths } from "~/paths";
import { ButtonLink } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { TextField } from "~/ui/form/fields";
import { proofActions, ProofField } from "~/ui/form/proof";
import { LocalTime } from "~/ui/local-time";
import { ListPage } from "~/ui/page/list-page";
import { EmptyState } from "~/ui/page/states";
import { ChoiceFilter } from "~/ui/table/choice-filter";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { ListFiles } from "~/ui/table/list-files";
import { Pagination } from "~/ui/table/pagination";
import type { UserOfList } from "../queries/platform-lists.server";

const COLUMNS: Column<UserOfList>[] = [
  { id: "name", header: "Name", grow: true, cell: (row) => row.title },
  { id: "email", header: "E-mail", grow: true, cell: (row) => row.email },
  { id: "phone", header: "Phone", cell: (row) => row.phone ?? "–", hideBelow: "wide" },
  { id: "status", header: "Status", cell: (row) => <UserStatus {...row} /> },
  {
    id: "active",
    header: "Last active",
    cell: (row) => (row.activeAt === null ? "–" : <LocalTime at={row.activeAt} timeZone={null} />),
  },
  {
    id: "registered",
    header: "Registered",
    cell: (row) => <LocalTime at={row.registeredAt} timeZone={null} />,
    hideBelow: "tablet",
  },
  { id: "id", header: "Id", numeric: true, cell: (row) => row.id },
];

function UserStatus({ isBanned, isVerified, isRemoved }: Pick<UserOfList, "isBanned" | "isVerified" | "isRemoved">) {
  if (isRemoved) return <StatusBadge tone="grey" label={USER_STATE_LABELS.removed} />;
  if (isBanned) return <StatusBadge tone="red" label={USER_STATE_LABELS.ban} />;
  return isVerified ? (
    <StatusBadge tone="green" label={USER_STATE_LABELS.active} />
  ) : (
    <StatusBadge tone="grey" label={USER_STATE_LABELS.unverified} />
  );
}

const STATES = [
  { value: null, label: "All" },
  ...USER_STATES.map((value) => ({ value, label: USER_STATE_LABELS[value] })),
];

interface Props {
  list: { rows: UserOfList[]; total: number; paging: Paging };
  proof: ProofAsked;
  result: ActionResult<unknown> | null;
}

const USER_PARAM = "user";

/** An account that was removed has no page: it can be erased here, and nothing else. */
function EraseLink({ id, title }: Pick<UserOfList, "id" | "title">) {
  const dialog = useDialogUrl([USER_PARAM]);
  return (
    <ButtonLink
      kind="quiet"
      to={dialog.href("erase-user", { [USER_PARAM]: String(id) })}
      preventScrollReset
      aria-label={`Erase ${title}`}
    >
      Erase
    </ButtonLink>
  );
}

function EraseDialog({ rows, proof, result }: Omit<Props, "list"> & { rows: readonly UserOfList[] }) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl([USER_PARAM]);
  const user = rows.find(({ id, isRemoved }) => isRemoved && String(id) === params.get(USER_PARAM));
  if (user === undefined) return null;
  return (
    <FormDialog
      name="erase-user"
      title="Erase the user"
      description={`Are you sure you want to erase ${user.title}? Nothing brings their data back.`}
      intent="user.erase"
      hidden={{ user_id: user.id }}
      params={[USER_PARAM]}
      result={refusalOf(result, "user.erase")}
      submitLabel="Erase"
      danger
      actions={proofActions(proof, dialog.closeTo)}
      width={440}
    >
      <TextField name="title" label="Name" required autoFocus help={`Type ${user.title}`} />
      <ProofField proof={proof} act="erases them" />
    </FormDialog>
  );
}

const ERASE: Column<UserOfList> = {
  id: "erase",
  header: "Erase",
  headerHidden: true,
  words: true,
  align: "end",
  cell: (row) => (row.isRemoved ? <EraseLink {...row} /> : null),
};

/** Every account of the platform; a row leads to its page. */
export function UsersList({ list, proof, result }: Props) {
  const hasRemoved = list.rows.some(({ isRemoved }) => isRemoved);
  return (
    <ListPage
      title="Users"
      description="Every account of the platform."
      showSearch
      searchLabel="Search users"
      filter={<ChoiceFilter param={STATUS_PARAM} label="Status" choices={STATES} />}
      actions={<ListFiles file={(format, query) => paths.adminListFile("users", format, query)} />}
    >
      <DataTable
        label="Users"
        order={LIST_ORDERS.users}
        columns={hasRemoved ? [...COLUMNS, ERASE] : COLUMNS}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id, isRemoved }) => (isRemoved ? undefined : paths.userProfile(id))}
        empty={<EmptyState title="Nothing found">There is no such user.</EmptyState>}
        footer={<Pagination paging={list.paging} total={list.total} label="users" />}
      />
      <EraseDialog rows={list.rows} proof={proof} result={result} />
    </ListPage>
  );
}
