import { formatBytes, formatNumber } from "~/domain/format-number";
import { RecordStatus, recordStatusLabel } from "~/domain/record-status";
import { ButtonLink } from "~/ui/button";
import { StatusBadge } from "~/ui/feedback/status-badge";
import type { Tone } from "~/ui/feedback/status-badge";
import type { IconName } from "~/ui/icons";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { Paging } from "~/domain/paging";
import { paths } from "~/paths";
import { SHEET_STATE_LABELS } from "~/domain/import/sheet-state";
import type { SheetState } from "~/domain/import/sheet-state";
import { IMPORT_DIALOG } from "./import-dialog";
import type { SheetListItem } from "../queries/sheets-page.server";

const TONES: Readonly<Record<SheetState, { tone: Tone; icon?: IconName }>> = {
  uploaded: { tone: "amber", icon: "edit" },
  mapped: { tone: "blue" },
  parsed: { tone: "amber", icon: "edit" },
  applying: { tone: "blue" },
  applied: { tone: "green" },
  failed: { tone: "red" },
  discarded: { tone: "grey" },
};

const COLUMNS: Column<SheetListItem>[] = [
  { id: "title", header: "File", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
  { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (row) => row.id },
  { id: "country", header: "Country", hideBelow: "wide", cell: (row) => row.country ?? "–" },
  { id: "rows", header: "Rows", numeric: true, cell: (row) => formatNumber(row.rowsTotal) },
  { id: "applied", header: "Imported", numeric: true, cell: (row) => formatNumber(row.rowsApplied) },
  {
    id: "size",
    header: "Size",
    numeric: true,
    hideBelow: "tablet",
    // Older imports were not measured.
    cell: (row) => (row.storedBytes === 0 ? "–" : formatBytes(row.storedBytes)),
  },
  {
    id: "created",
    header: "Uploaded",
    cell: (row) => (
      <time className="num" dateTime={`${row.createdAt.replace(" ", "T")}Z`}>
        {row.when}
      </time>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: (row) => <StatusBadge {...TONES[row.state]} label={SHEET_STATE_LABELS[row.state]} />,
  },
  {
    id: "status",
    header: "Status",
    hideBelow: "wide",
    cell: (row) => (
      <StatusBadge tone={row.status === RecordStatus.Active ? "green" : "grey"} label={recordStatusLabel(row.status)} />
    ),
  },
];

export function SheetList({
  rows,
  total,
  paging,
  search,
  narrowed,
}: {
  rows: readonly SheetListItem[];
  total: number;
  paging: Paging;
  search: string;
  narrowed: boolean;
}) {
  const dialog = useDialogUrl();
  return (
    <DataTable
      label="Imports"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.sheet(row.id)}
      empty={
        !narrowed ? (
          <EmptyState
            icon="upload"
            title="Import your first spreadsheet"
            action={
              <ButtonLink kind="primary" icon="upload" to={dialog.href(IMPORT_DIALOG)}>
                Import
              </ButtonLink>
            }
          >
            Visits and vehicles can be imported from Excel and .csv files. Each import is listed here with its results.
          </EmptyState>
        ) : (
          <EmptyState
            icon="search"
            title={search === "" ? "No import matches the filter" : `No import matches “${search}”`}
          />
        )
      }
      footer={<Pagination paging={paging} total={total} label="imports" />}
    />
  );
}
