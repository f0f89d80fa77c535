import { FileLinks } from "~/ui/table/list-files";
import { Form, useSearchParams } from "@remix-run/react";
import { COMPANY_ROLE_LABELS, COMPANY_ROLES } from "~/domain/access/company-role";
import { ROLE_PARAM } from "~/domain/team/member-filter";
import type { ActionResult } from "~/lib/action-result";
import { absolute, paths } from "~/paths";
import { Button, ButtonLink } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { TextField } from "~/ui/form/fields";
import { PageFields } from "~/ui/form/page-fields";
import { ListPage } from "~/ui/page/list-page";
import { EmptyState } from "~/ui/page/states";
import { ChoiceFilter } from "~/ui/table/choice-filter";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { CompaniesPage } from "../queries/companies-page.server";
import { ProfileTabs } from "./profile-tabs";

interface Props extends CompaniesPage {
  /** whose they are, for a super admin; left out: one's own */
  user?: { id: number; title: string; mayChange: boolean };
  result: ActionResult<unknown> | null;
}

type Row = CompaniesPage["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    id: "title",
    header: "Company",
    grow: true,
    cell: (row) => row.title,
  },
  { id: "roles", header: "Roles", cell: (row) => row.roles },
  { id: "id", header: "Id", numeric: true, cell: (row) => row.companyId },
];

/** Beside the title, and not behind it: a long title is cut. */
const CURRENT: Column<Row> = {
  id: "current",
  header: "Current",
  headerHidden: true,
  words: true,
  align: "end",
  cell: (row) => row.isCurrent && <StatusBadge tone="green" label="Current" />,
};

/** Of another user: which of them are inactive, or have the user inactive. */
const STATUS: Column<Row> = {
  ...CURRENT,
  id: "status",
  header: "Status",
  cell: (row) => (row.isInactive ? <StatusBadge tone="grey" label="Inactive" /> : CURRENT.cell(row)),
};

/** As the header's switch, which has no roles and no search. */
const SWITCH: Column<Row> = {
  ...CURRENT,
  id: "switch",
  header: "Switch",
  cell: (row) =>
    row.isCurrent ? (
      CURRENT.cell(row)
    ) : (
      <Form method="post" action={paths.switchCompany()} reloadDocument>
        <PageFields />
        <input type="hidden" name="company_id" value={row.companyId} />
        <Button type="submit" kind="quiet" aria-label={`Switch to ${row.title}`}>
          Switch
        </Button>
      </Form>
    ),
};
const ROLES = [
  { value: null, label: "All roles" },
  ...COMPANY_ROLES.map((value) => ({ value, label: COMPANY_ROLE_LABELS[value] })),
];

/** The companies of whoever is signed in, between which the header switches, or of another user. */
export function ProfileCompanies({ rows, total, paging, user, result }: Props) {
  const dialog = useDialogUrl();
  const mayAdd = user === undefined || user.mayChange;
  return (
    <>
      <ProfileTabs userId={user?.id} />
      <ListPage
        title={user === undefined ? "Companies" : `Companies of ${user.title}`}
        description={
          user === undefined
            ? "The companies that you work for, and your roles there."
            : "The companies that the user works for, and their roles there."
        }
        showSearch
        searchLabel="Search companies"
        filter={<ChoiceFilter param={ROLE_PARAM} label="Role" choices={ROLES} />}
        actions={
          <>
            <ExportLinks userId={user?.id} />
            {mayAdd && (
              <ButtonLink kind="primary" icon="plus" to={dialog.href("new-company")} preventScrollReset>
                Add company
              </ButtonLink>
            )}
          </>
        }
      >
        <DataTable
          label="Companies"
          columns={[...COLUMNS, user === undefined ? SWITCH : STATUS]}
          rows={rows}
          rowKey={(row) => row.companyId}
          empty={<EmptyState title="Nothing found">There is no such company.</EmptyState>}
          footer={<Pagination paging={paging} total={total} label="companies" />}
        />
      </ListPage>
      {mayAdd && (
        <FormDialog
          name="new-company"
          title="New company"
          intent={user === undefined ? "company.create" : "user.add_company"}
          result={result}
          submitLabel="Add company"
          width={400}
        >
          {user !== undefined && <p>{user.title} becomes the owner of the company.</p>}
          <TextField name="title" label="Title" required autoFocus autoComplete="organization" />
        </FormDialog>
      )}
    </>
  );
}

/** All rows that the list is narrowed to, of every page of it. */
function ExportLinks({ userId }: { userId: number | undefined }) {
  const [params] = useSearchParams();
  const query = Object.fromEntries([...params].filter(([name]) => name === "q" || name === ROLE_PARAM));
  const file = (format: "xlsx" | "csv") =>
    absolute(
      userId === undefined ? paths.companiesFile(format, query) : paths.userCompaniesFile(userId, format, query),
    );
  return <FileLinks xlsx={file("xlsx")} csv={file("csv")} />;
}
