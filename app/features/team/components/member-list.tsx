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
import { InvitationBadge } from "./invitation-badge";
import { INVITE_ACTION } from "./invite-chosen-dialog";
import type { MemberRights } from "../member-rights";
import type { MemberItem } from "../queries/members-page.server";

interface MemberListProps {
  rows: readonly MemberItem[];
  total: number;
  paging: Paging;
  search: string;
  narrowed: boolean;
  rights: Pick<MemberRights, "create" | "update" | "remove" | "roles" | "invite">;
  noun?: "driver" | "member";
  /** beside the one that adds the first one by hand */
  emptyAction?: ReactNode;
}

export function MemberList({
  rows,
  total,
  paging,
  search,
  narrowed,
  rights,
  noun = "driver",
  emptyAction,
}: MemberListProps) {
  const [params] = useSearchParams();
  const dialog = useDialogUrl();
  const highlight = useHighlight(Number(params.get("highlight")) || null);
  const editHref = (row: MemberItem) => dialog.href("edit-member", { id: String(row.id) });
  const actions = [...(rights.invite ? [INVITE_ACTION] : []), ...(rights.roles ? STATUS_ACTIONS : [])];
  const columns: Column<MemberItem>[] = [
    { id: "name", header: "Name", grow: true, cell: (row) => row.title, tooltip: (row) => row.title },
    { id: "id", header: "Id", numeric: true, hideBelow: "wide", cell: (row) => row.id },
    { id: "email", header: "E-mail", grow: true, cell: (row) => row.email ?? "–" },
    {
      id: "phone",
      header: "Phone",
      cell: (row) =>
        row.shownPhone ? (
          <a href={`tel:${row.shownPhone.replace(/[^\d+]/g, "")}`} className="num">
            {row.shownPhone}
          </a>
        ) : (
          "–"
        ),
    },
    {
      id: "roles",
      header: "Roles",
      ...(noun === "driver" ? { hideBelow: "tablet" as const } : {}),
      cell: (row) => [...(row.isOwner ? ["Owner"] : []), ...row.roles].join(", ") || "–",
    },
    { id: "invitation", header: "Invitation", cell: (row) => <InvitationBadge item={row} /> },
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
        rights.remove &&
        !row.isOwner && (
          <RowAction
            to={dialog.href("remove-member", { id: String(row.id) })}
            icon="trash"
            label={`Remove ${row.title}`}
          />
        ),
    },
  ];
  return (
    <DataTable
      label={noun === "driver" ? "Drivers" : "Team"}
      order={LIST_ORDERS.members}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={rights.update ? editHref : undefined}
      highlightKey={highlight}
      choice={actions.length === 0 ? undefined : { what: `${noun}s`, nameOf: (row) => row.title, actions }}
      empty={
        !narrowed ? (
          <EmptyState
            icon="users"
            title={`Add your first ${noun}`}
            action={
              rights.create ? (
                <>
                  {emptyAction}{" "}
                  <ButtonLink kind="primary" icon="plus" to={dialog.href("new-member")}>{`Add ${noun}`}</ButtonLink>
                </>
              ) : undefined
            }
          >
            A driver follows the route on the phone and marks each stop done.
          </EmptyState>
        ) : (
          <EmptyState
            icon="search"
            title={search === "" ? `No ${noun} fits these filters` : `No ${noun} matches “${search}”`}
          >
            {search === "" ? undefined : "Search in name, e-mail or phone."}
          </EmptyState>
        )
      }
      footer={<Pagination paging={paging} total={total} label={`${noun}s`} />}
    />
  );
}
