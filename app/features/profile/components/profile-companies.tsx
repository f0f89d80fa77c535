import type { Paging } from "~/domain/paging";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { TextField } from "~/ui/form/fields";
import { ListPage } from "~/ui/page/list-page";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { OwnCompany } from "../queries/companies-page.server";
import { ProfileTabs } from "./profile-tabs";

interface Props {
  rows: readonly OwnCompany[];
  total: number;
  paging: Paging;
  result: ActionResult<unknown> | null;
}

const COLUMNS: Column<OwnCompany>[] = [
  { id: "title", header: "Company", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
  { id: "roles", header: "Roles", cell: (row) => row.roles },
  { id: "id", header: "Id", numeric: true, cell: (row) => row.companyId },
];

/** The companies of whoever is signed in; the header switches between them. */
export function ProfileCompanies({ rows, total, paging, result }: Props) {
  const dialog = useDialogUrl();
  return (
    <>
      <ProfileTabs />
      <ListPage
        title="Companies"
        description="The companies that you work for, and your roles there."
        showSearch
        searchLabel="Search companies"
        actions={
          <ButtonLink kind="primary" icon="plus" to={dialog.href("new-company")} preventScrollReset>
            Add company
          </ButtonLink>
        }
      >
        <DataTable
          label="Companies"
          columns={COLUMNS}
          rows={rows}
          rowKey={(row) => row.companyId}
          empty={<EmptyState title="Nothing found">No company of yours has this title.</EmptyState>}
          footer={<Pagination paging={paging} total={total} label="companies" />}
        />
      </ListPage>
      <FormDialog
        name="new-company"
        title="New company"
        intent="company.create"
        result={result}
        submitLabel="Add company"
        width={400}
      >
        <TextField name="title" label="Title" required autoFocus autoComplete="organization" />
      </FormDialog>
    </>
  );
}
