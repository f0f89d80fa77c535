import { useSearchParams } from "@remix-run/react";
import type { ActionResult } from "~/lib/action-result";
import { LIST_ORDERS } from "~/domain/list-order";
import { shownGroups } from "~/lib/shown-values";
import { paths } from "~/paths";
import { useTabId } from "~/realtime/use-live";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { FormDialog } from "~/ui/dialog/form-dialog";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { VisitStatusBadge } from "~/ui/feedback/status-badge";
import { Icon } from "~/ui/icons";
import { EmptyState } from "~/ui/page/states";
import { ButtonLink } from "~/ui/button";
import { DataTable, type Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import { RowAction } from "~/ui/table/row-action";
import { formatDay } from "~/domain/time/day-words";
import type { VisitListItem } from "./asked-visits.server";
import type { VisitsPageData } from "./visits-page.server";
import { PLACE_FIELDS, visitFormValues } from "../visit-fields";
import { VisitFields } from "../visit-panel/visit-form";
import styles from "./visits-page.module.css";

const DIALOG_PARAMS = ["id"];

/** The company's visits and where each of them is. One in a plan opens there, a waiting one in a dialog. */
export function VisitsList({
  list,
  rights,
  columns: shown,
  isFigure,
}: Pick<VisitsPageData, "list" | "rights" | "columns" | "isFigure">) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl(DIALOG_PARAMS);
  const highlight = Number(params.get("highlight")) || null;
  const actions = [
    ...(rights.update ? [{ dialog: "edit-visits", label: "Edit", icon: "edit" } as const] : []),
    ...(rights.remove ? [{ dialog: "remove-visits", label: "Remove", icon: "trash" } as const] : []),
  ];
  const all: Column<VisitListItem>[] = [
    { id: "name", header: "Name", grow: true, cell: (visit) => visit.name, tooltip: (visit) => visit.name },
    {
      id: "code",
      header: "Order",
      hideBelow: "tablet",
      cell: (visit) => (
        <span className={`cut num ${styles.plan}`} title={visit.code}>
          {visit.code || "–"}
        </span>
      ),
    },
    { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (visit) => visit.id },
    {
      id: "address",
      header: "Address",
      grow: true,
      cell: (visit) =>
        visit.hasPlace ? (
          visit.address || "–"
        ) : (
          <span className={styles.placeless}>
            <Icon name="alert" size={14} />
            {visit.address || "No place yet"}
          </span>
        ),
      tooltip: (visit) => (visit.hasPlace ? visit.address : `${visit.address} (its place is not set)`),
    },
    { id: "recipient", header: "Recipient", hideBelow: "tablet", cell: (visit) => cut(visit.recipient) },
    { id: "window", header: "Window", hideBelow: "wide", cell: (visit) => <span className="num">{visit.window}</span> },
    { id: "driver", header: "Driver", hideBelow: "tablet", cell: (visit) => cut(visit.driver) },
    { id: "vehicle", header: "Vehicle", hideBelow: "tablet", cell: (visit) => cut(visit.vehicle) },
    { id: "reason", header: "Fail reason", hideBelow: "tablet", cell: (visit) => cut(visit.reason) },
    { id: "type", header: "Type", hideBelow: "wide", cell: (visit) => visit.type },
    {
      id: "plan",
      header: "Plan",
      cell: (visit) =>
        visit.plan === null ? (
          "Waiting"
        ) : (
          <span className={`cut ${styles.plan}`} title={visit.plan.title}>
            {visit.plan.title}
          </span>
        ),
    },
    {
      id: "date",
      header: "Date",
      cell: (visit) => <span className="num">{visit.plan === null ? "–" : formatDay(visit.plan.date)}</span>,
    },
    {
      id: "warehouse",
      header: "Warehouse",
      hideBelow: "tablet",
      cell: (visit) => (
        <span className={`cut ${styles.plan}`} title={visit.warehouse ?? undefined}>
          {visit.warehouse ?? "–"}
        </span>
      ),
    },
    { id: "source", header: "Source", hideBelow: "wide", cell: (visit) => visit.source },
    { id: "status", header: "Status", cell: (visit) => <VisitStatusBadge status={visit.status} /> },
    {
      id: "actions",
      header: "Actions",
      headerHidden: true,
      align: "end",
      cell: (visit) =>
        rights.remove &&
        visit.plan === null && (
          <RowAction
            to={dialog.href("remove-visit", { id: String(visit.id) })}
            icon="trash"
            label={`Remove ${visit.name}`}
          />
        ),
    },
  ];
  const columns = all.filter(({ id }) => id === "name" || id === "actions" || shown.some((one) => one === id));
  return (
    <DataTable
      label="Visits"
      order={isFigure ? { ...LIST_ORDERS.visits, standard: null } : LIST_ORDERS.visits}
      columns={columns}
      rows={list.rows}
      rowKey={(visit) => visit.id}
      rowHref={(visit) =>
        visit.plan === null
          ? dialog.href("edit-visit", { id: String(visit.id) })
          : paths.plan(visit.plan.id, { visit: visit.id })
      }
      highlightKey={highlight}
      choice={actions.length === 0 ? undefined : { what: "visits", nameOf: (visit) => visit.name, actions }}
      empty={
        list.narrowed ? (
          <EmptyState
            icon="search"
            title={list.search === "" ? "No visit stands like this" : `No visit matches “${list.search}”`}
          >
            {list.search === "" ? undefined : "Search in name, address, recipient or external id."}
          </EmptyState>
        ) : (
          <EmptyState
            icon="map"
            title="No visits yet"
            action={
              rights.import && (
                <ButtonLink kind="primary" icon="upload" to={dialog.href("import")}>
                  Import
                </ButtonLink>
              )
            }
          >
            Import a spreadsheet of stops, or add visits in a plan.
          </EmptyState>
        )
      }
      footer={<Pagination paging={list.paging} total={list.total} label="visits" />}
    />
  );
}

const cut = (text: string | null) => (
  <span className={`cut ${styles.plan}`} title={text ?? undefined}>
    {text || "–"}
  </span>
);

/** The dialogs about a visit that waits for a plan. */
export function WaitingVisitDialogs({
  subject,
  map,
  rights,
  result,
}: Pick<VisitsPageData, "subject" | "map" | "rights"> & { result: ActionResult<unknown> | null }) {
  const tab = useTabId();
  if (subject === null) return null;
  const shared = { params: DIALOG_PARAMS, hidden: { visitId: subject.id, tab }, result };
  return (
    <>
      {rights.update && (
        <FormDialog
          key={subject.id}
          name="edit-visit"
          title={subject.name}
          description="It waits for a plan."
          intent="waiting_visit.update"
          place="side"
          width={560}
          shown={shownGroups(visitFormValues(subject), [PLACE_FIELDS])}
          {...shared}
        >
          <VisitFields visit={subject} map={map} />
        </FormDialog>
      )}
      {rights.remove && (
        <ConfirmDialog
          name="remove-visit"
          question={`Do you want to remove ${subject.name}?`}
          confirmLabel="Remove"
          danger
          intent="waiting_visit.remove"
          {...shared}
        />
      )}
    </>
  );
}
