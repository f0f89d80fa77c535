import type { Paging } from "~/domain/paging";
import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { ListPage } from "~/ui/page/list-page";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import { Pagination } from "~/ui/table/pagination";
import type { OrderOfList } from "../queries/orders-page.server";
import { ORDER_COLUMNS } from "./orders-table";

type Row = OrderOfList;

interface Props {
  list: { rows: Row[]; total: number; paging: Paging; narrowed: boolean };
  result: ActionResult<unknown> | null;
}

/** Orders of all companies, for platform admins. */
export function AllOrders({ list, result }: Props) {
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
          <AppForm
            layout="inline"
            hidden={{ billing_order_id: order.id }}
            id={`order-${order.id}`}
            aria-label={`${order.company}: ${order.what}`}
            result={refusalOf(result, "billing_order.approve") ?? refusalOf(result, "billing_order.reject")}
          >
            <SubmitButton intent="billing_order.approve">Approve</SubmitButton>
            <SubmitButton kind="plain" intent="billing_order.reject">
              Decline
            </SubmitButton>
          </AppForm>
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
    </ListPage>
  );
}
