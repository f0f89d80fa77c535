import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { LIST_ORDERS } from "~/domain/list-order";
import { formatNumber } from "~/domain/format-number";
import { vehicleName } from "~/domain/vehicle/vehicle";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { useHighlight } from "~/ui/feedback/highlight";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { Paging } from "~/domain/paging";
import { RowAction } from "~/ui/table/row-action";
import { StatusToggle } from "./status-toggle";
import styles from "./resources.module.css";
import type { VehicleListItem } from "../queries/vehicles-page.server";
import { useUnits } from "~/ui/use-units";
import { fromKg } from "~/domain/units";
import { VEHICLE_FIELD_LABELS as LABELS } from "~/domain/vehicle/field-labels";

interface VehicleListProps {
  rows: readonly VehicleListItem[];
  total: number;
  paging: Paging;
  search: string;
  narrowed: boolean;
  rights: { create: boolean; update: boolean; remove: boolean };
  /** Shown beside "Add vehicle" while there is none: import. */
  emptyAction?: ReactNode;
}

const amount = (value: number): string => (value > 0 ? formatNumber(value, 3) : "–");

export function VehicleList({ rows, total, paging, search, narrowed, rights, emptyAction }: VehicleListProps) {
  const units = useUnits();
  const [params] = useSearchParams();
  const dialog = useDialogUrl();
  const highlight = useHighlight(Number(params.get("highlight")) || null);
  const editHref = (row: VehicleListItem) => dialog.href("edit-vehicle", { id: String(row.id) });
  const actions = [
    ...(rights.update ? [{ dialog: "edit-vehicles", label: "Edit", icon: "edit" } as const] : []),
    ...(rights.remove ? [{ dialog: "remove-vehicles", label: "Remove", icon: "trash" } as const] : []),
  ];
  const columns: Column<VehicleListItem>[] = [
    { id: "title", header: LABELS.title, grow: true, cell: vehicleName, tooltip: vehicleName },
    { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (row) => row.id },
    {
      id: "plate",
      header: LABELS.plate,
      cell: (row) => <span className={styles.short}>{row.plate || "–"}</span>,
      tooltip: (row) => row.plate,
    },
    { id: "type", header: LABELS.type, hideBelow: "tablet", cell: (row) => row.typeLabel },
    {
      id: "driver",
      header: LABELS.driverId,
      grow: true,
      cell: (row) => (row.hasDriver ? row.driver : <span className={styles.dim}>{row.driver}</span>),
      tooltip: (row) => row.driver,
    },
    {
      id: "capacity",
      header: `${LABELS.capacity}, m³`,
      numeric: true,
      hideBelow: "tablet",
      cell: (row) => amount(row.capacity),
    },
    {
      id: "load",
      header: `${LABELS.maxLoad}, ${units.weight}`,
      numeric: true,
      hideBelow: "tablet",
      cell: (row) => amount(fromKg(row.maxLoad, units)),
    },
    {
      id: "visits",
      header: LABELS.maxQuantity,
      numeric: true,
      hideBelow: "tablet",
      cell: (row) => amount(row.maxQuantity),
    },
    { id: "hours", header: "Working hours", cell: (row) => <span className="num">{row.workHours}</span> },
    { id: "warehouse", header: "Warehouse", grow: true, hideBelow: "tablet", cell: (row) => row.warehouse ?? "–" },
    {
      id: "status",
      header: LABELS.status,
      cell: (row) => <StatusToggle id={row.id} name={vehicleName(row)} status={row.status} disabled={!rights.update} />,
    },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      align: "end",
      cell: (row) =>
        rights.remove && (
          <RowAction
            to={dialog.href("remove-vehicle", { id: String(row.id) })}
            icon="trash"
            label={`Remove ${vehicleName(row)}`}
          />
        ),
    },
  ];
  return (
    <DataTable
      label="Vehicles"
      order={LIST_ORDERS.vehicles}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={rights.update ? editHref : undefined}
      highlightKey={highlight}
      choice={actions.length === 0 ? undefined : { what: "vehicles", nameOf: vehicleName, actions }}
      empty={
        !narrowed ? (
          <EmptyState
            icon="truck"
            title="Add your first vehicle"
            action={
              <span className={styles.buttons}>
                {emptyAction}
                {rights.create && (
                  <ButtonLink kind="primary" icon="plus" to={dialog.href("new-vehicle")}>
                    Add vehicle
                  </ButtonLink>
                )}
              </span>
            }
          >
            Each vehicle becomes a route of a plan. A whole fleet comes quickest from a spreadsheet.
          </EmptyState>
        ) : (
          <EmptyState
            icon="search"
            title={search === "" ? "No vehicle has this status" : `No vehicle matches “${search}”`}
          >
            {search === "" ? undefined : "Search in title, plate or driver."}
          </EmptyState>
        )
      }
      footer={<Pagination paging={paging} total={total} label="vehicles" />}
    />
  );
}
