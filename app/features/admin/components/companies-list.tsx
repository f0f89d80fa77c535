import { Form, Link } from "@remix-run/react";
import { LIST_ORDERS } from "~/domain/list-order";
import type { Paging } from "~/domain/paging";
import type { ActionResult } from "~/lib/action-result";
import { paths } from "~/paths";
import { Button } from "~/ui/button";
import { FlashBanner } from "~/ui/feedback/flash-banner";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { PageFields } from "~/ui/form/page-fields";
import { LocalTime } from "~/ui/local-time";
import { ListPage } from "~/ui/page/list-page";
import { EmptyState } from "~/ui/page/states";
import { StatusFilter } from "~/ui/table/choice-filter";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { ListFiles } from "~/ui/table/list-files";
import { Pagination } from "~/ui/table/pagination";
import { PageBody } from "~/ui/page/page-header";
import type { ClosedCompany, CompanyOfList } from "../queries/platform-lists.server";
import { ClosedCompanies } from "./closed-companies";

const columns = (currentId: number): Column<CompanyOfList>[] => [
  { id: "title", header: "Company", grow: true, cell: (row) => row.title },
  {
    id: "owner",
    header: "Owner",
    grow: true,
    tooltip: (row) => row.owner?.title ?? "",
    cell: (row) => (row.owner === null ? "–" : <Link to={paths.userProfile(row.owner.id)}>{row.owner.title}</Link>),
  },
  { id: "country", header: "Country", cell: (row) => row.country ?? "–", hideBelow: "tablet" },
  { id: "members", header: "Members", numeric: true, cell: (row) => row.members },
  {
    id: "status",
    header: "Status",
    cell: (row) =>
      row.isActive ? <StatusBadge tone="green" label="Active" /> : <StatusBadge tone="grey" label="Inactive" />,
  },
  {
    id: "created",
    header: "Created",
    cell: (row) => <LocalTime at={row.createdAt} timeZone={null} />,
    hideBelow: "tablet",
  },
  { id: "id", header: "Id", numeric: true, cell: (row) => row.id },
  {
    id: "open",
    header: "Open",
    headerHidden: true,
    words: true,
    align: "end",
    cell: (row) =>
      row.id === currentId ? (
        <Link to={paths.adminCompanyGeneral()}>Opened</Link>
      ) : (
        // A page is made for one company, from its beginning to its end.
        <Form method="post" reloadDocument>
          <PageFields />
          <input type="hidden" name="intent" value="company.open" />
          <input type="hidden" name="company_id" value={row.id} />
          <Button type="submit" kind="quiet" aria-label={`Open ${row.title}`}>
            Open
          </Button>
        </Form>
      ),
  },
];

interface Props {
  list: { rows: CompanyOfList[]; total: number; paging: Paging };
  /** the company that the session works for now */
  currentId: number;
  closed: readonly ClosedCompany[];
  result: ActionResult<unknown> | null;
}

/** Every company of the platform, of which any can be opened. */
export function CompaniesList({ list, currentId, closed, result }: Props) {
  return (
    <>
      <FlashBanner result={result} />
      <ListPage
        title="Companies"
        description="Every company of the platform, to be opened and worked in."
        showSearch
        searchLabel="Search companies"
        filter={<StatusFilter />}
        actions={<ListFiles file={(format, query) => paths.adminListFile("companies", format, query)} />}
      >
        <DataTable
          label="Companies"
          order={LIST_ORDERS.companies}
          columns={columns(currentId)}
          rows={list.rows}
          rowKey={({ id }) => id}
          empty={<EmptyState title="Nothing found">There is no such company.</EmptyState>}
          footer={<Pagination paging={list.paging} total={list.total} label="companies" />}
        />
      </ListPage>
      {closed.length > 0 && (
        <PageBody>
          <ClosedCompanies closed={closed} result={result} />
        </PageBody>
      )}
    </>
  );
}
