import type { ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
import { LIST_ORDERS } from "~/domain/list-order";
import { RecordStatus, recordStatusLabel } from "~/domain/record-status";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { STATUS_ACTIONS } from "~/ui/dialog/status-dialogs";
import { useHighlight } from "~/ui/feedback/highlight";
import { StatusBadge } from "~/ui/feedback/status-badge";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { Paging } from "~/domain/paging";
import { RowAction } from "~/ui/table/row-action";
import type { WarehouseItem } from "../queries/warehouses-page.server";
import styles from "./resources.module.css";

interface WarehouseListProps {
  rows: readonly WarehouseItem[];
  total: number;
  paging: Paging;
  search: string;
  narrowed: boolean;
  rights: { create: boolean; update: boolean; remove: boolean };
  /** beside the one that adds the first one by hand */
  emptyAction?: ReactNode;
}

const coordinates = (row: WarehouseItem): string => `${row.lat.toFixed(5)}, ${row.lng.toFixed(5)}`;

export function WarehouseList({ rows, total, paging, search, narrowed, rights, emptyAction }: WarehouseListProps) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl();
  const highlight = useHighlight(Number(params.get("highlight")) || null);
  const editHref = (row: WarehouseItem) => dialog.href("edit-warehouse", { id: String(row.id) });
  const columns: Column<WarehouseItem>[] = [
    { id: "title", header: "Title", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
    { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (row) => row.id },
    { id: "address", header: "Address", grow: true, cell: (row) => row.address || "–" },
    {
      id: "place",
      header: "Coordinates",
      hideBelow: "tablet",
      cell: (row) => <span className="num">{coordinates(row)}</span>,
    },
    { id: "zone", header: "Time zone", hideBelow: "tablet", cell: (row) => row.timeZone?.replaceAll("_", " ") ?? "–" },
    {
      id: "status",
      header: "Status",
      cell: (row) => (
        <StatusBadge
          tone={row.status === RecordStatus.Active ? "green" : "grey"}
          label={recordStatusLabel(row.status)}
        />
      ),
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      align: "end",
      cell: (row) =>
        rights.remove && (
          <RowAction
            to={dialog.href("remove-warehouse", { id: String(row.id) })}
            icon="trash"
            label={`Remove ${row.title}`}
          />
        ),
    },
  ];
  return (
    <DataTable
      label="Warehouses"
      order={LIST_ORDERS.warehouses}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={rights.update ? editHref : undefined}
      highlightKey={highlight}
      choice={rights.update ? { what: "warehouses", nameOf: (row) => row.title, actions: STATUS_ACTIONS } : undefined}
      empty={
        !narrowed ? (
          <EmptyState
            icon="warehouse"
            title="Add your first warehouse"
            action={
              rights.create ? (
                <span className={styles.buttons}>
                  {emptyAction}
                  <ButtonLink kind="primary" icon="plus" to={dialog.href("new-warehouse")}>
                    Add warehouse
                  </ButtonLink>
                </span>
              ) : undefined
            }
          >
            Plans start from a warehouse and follow its clock.
          </EmptyState>
        ) : (
          <EmptyState
            icon="search"
            title={search === "" ? "No warehouse matches the filter" : `No warehouse matches “${search}”`}
          >
            {search === "" ? undefined : "Search in title, address or external id."}
          </EmptyState>
        )
      }
      footer={<Pagination paging={paging} total={total} label="warehouses" />}
    />
  );
}
