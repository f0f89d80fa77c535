import { formatNumber } from "~/domain/format-number";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { Paging } from "~/ui/table/paging";
import { paths } from "~/paths";
import { IMPORT_DIALOG } from "./import-dialog";
import type { SheetListItem } from "../queries/sheet-page.server";

const COLUMNS: Column<SheetListItem>[] = [
  { id: "title", header: "File", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
  { id: "rows", header: "Rows", numeric: true, cell: (row) => formatNumber(row.rowsTotal) },
  { id: "applied", header: "Imported", numeric: true, cell: (row) => formatNumber(row.rowsApplied) },
  { id: "created", header: "Imported at, UTC", cell: (row) => <time className="num" dateTime={`${row.createdAt.replace(" ", "T")}Z`}>{row.createdAt.slice(0, 16)}</time> },
];

export function SheetList({ rows, total, paging, search }: { rows: readonly SheetListItem[]; total: number; paging: Paging; search: string }) {
  const dialog = useDialogUrl();
  return (
    <DataTable
      label="Imports"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.sheet(row.id)}
      empty={
        search === "" ? (
          <EmptyState icon="upload" title="Import your first spreadsheet" action={<ButtonLink kind="primary" icon="upload" to={dialog.href(IMPORT_DIALOG)}>Import</ButtonLink>}>
            Visits and vehicles come in from Excel files; each import is listed here with what it did.
          </EmptyState>
        ) : (
          <EmptyState icon="search" title={`No import matches “${search}”`} />
        )
      }
      footer={<Pagination paging={paging} total={total} label="imports" />}
    />
  );
}
