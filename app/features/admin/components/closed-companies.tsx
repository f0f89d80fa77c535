import { count } from "~/domain/format-number";
import { ERASED_AFTER_DAYS } from "~/domain/rights/erasure";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { Button } from "~/ui/button";
import { AppForm } from "~/ui/form/app-form";
import { LocalTime } from "~/ui/local-time";
import { Panel } from "~/ui/page/page-header";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { ClosedCompany } from "../queries/platform-lists.server";

interface Props {
  closed: readonly ClosedCompany[];
  result: ActionResult<unknown> | null;
}

/** Deleted companies, as long as they can come back. */
export function ClosedCompanies({ closed, result }: Props) {
  if (closed.length === 0) return null;
  const columns: Column<ClosedCompany>[] = [
    { id: "title", header: "Company", grow: true, cell: (row) => row.title },
    { id: "closed", header: "Deleted", cell: (row) => <LocalTime at={row.closedAt} timeZone={null} /> },
    { id: "erased", header: "Erased from", cell: (row) => <LocalTime at={row.erasedFrom} timeZone={null} /> },
    { id: "id", header: "Id", numeric: true, cell: (row) => row.id, hideBelow: "tablet" },
    {
      id: "restore",
      header: "Restore",
      headerHidden: true,
      words: true,
      align: "end",
      cell: (row) => (
        <AppForm intent="company.restore" layout="inline" result={refusalOf(result, "company.restore")}>
          <input type="hidden" name="company_id" value={row.id} />
          <Button type="submit" kind="quiet" aria-label={`Restore ${row.title}`}>
            Restore
          </Button>
        </AppForm>
      ),
    },
  ];
  return (
    <Panel title="Deleted companies">
      <p style={{ margin: "0 0 12px" }}>
        {`Each can come back for ${count(ERASED_AFTER_DAYS, "day")}. Then its data and files are erased for good.`}
      </p>
      <DataTable label="Deleted companies" columns={columns} rows={closed} rowKey={({ id }) => id} />
    </Panel>
  );
}
