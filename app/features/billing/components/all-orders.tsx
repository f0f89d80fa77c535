import type { Paging } from "~/domain/paging";
import type { ActionResult } from "~/lib/action-result";
import { ButtonLink } from "~/ui/button";
import { useDialogUrl } from "~/ui/dialog/use-dialog-url";
import { ListPage } from "~/ui/page/list-page";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { OrderOfList } from "../queries/orders-page.server";
import { APPROVE_DIALOG, DECLINE_DIALOG, ORDER_PARAMS, OrderDialogs } from "./order-dialogs";
import { ORDER_COLUMNS } from "./orders-table";

type Row = OrderOfList;

interface Props {
  list: { rows: Row[]; total: number; paging: Paging; narrowed: boolean };
  item: Row | null;
  result: ActionResult<unknown> | null;
}

/** Orders of all companies, for platform admins. */
export function AllOrders({ list, item, result }: Props) {
  const dialog = useDialogUrl(ORDER_PARAMS);
  const columns: Column<Row>[] = [
    {
      id: "company",
      header: "Company",
      cell: (order) => order.company,
      tooltip: (order) => order.company,
      grow: true,
    },
    { id: "by", header: "By", cell: (order) => order.by, hideBelow: "tablet" },
    ...ORDER_COLUMNS,
    { id: "invoice", header: "Invoice", cell: (order) => order.invoice ?? "–", numeric: true },
    {
      id: "do",
      header: "Decide",
      headerHidden: true,
      words: true,
      cell: (order) =>
        order.isOpen &&
        !order.isPaidOnline && (
          <>
            <ButtonLink kind="primary" to={dialog.href(APPROVE_DIALOG, { id: String(order.id) })} preventScrollReset>
              Approve
            </ButtonLink>{" "}
            <ButtonLink to={dialog.href(DECLINE_DIALOG, { id: String(order.id) })} preventScrollReset>
              Decline
            </ButtonLink>
          </>
        ),
    },
  ];
  return (
    <ListPage
      title="Orders"
      description="What companies ordered, and what waits for an approval."
      showSearch
      searchLabel="Search orders"
    >
      <DataTable
        label="Orders of all companies"
        columns={columns}
        rows={list.rows}
        rowKey={(order) => order.id}
        empty={
          <EmptyState icon="info" title={list.narrowed ? "Nothing found" : "No orders"} compact>
            {list.narrowed
              ? "There is no order of such a company."
              : "What companies order in the shop waits here for your approval."}
          </EmptyState>
        }
        footer={<Pagination paging={list.paging} total={list.total} label="orders" />}
      />
      {item !== null && <OrderDialogs order={item} result={result} />}
    </ListPage>
  );
}
