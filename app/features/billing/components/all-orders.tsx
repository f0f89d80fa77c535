import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { OrdersPage } from "../queries/orders-page.server";
import { ORDER_COLUMNS } from "./orders-table";

type Row = OrdersPage["orders"][number];

/** Orders of all companies, for platform admins. */
export function AllOrders({ page, result }: { page: OrdersPage; result: ActionResult<unknown> | null }) {
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
    <DataTable
      label="Orders of all companies"
      columns={columns}
      rows={page.orders}
      rowKey={(order) => order.id}
      empty={
        <EmptyState icon="info" title="No orders" compact>
          What companies order in the shop waits here for your approval.
        </EmptyState>
      }
    />
  );
}
