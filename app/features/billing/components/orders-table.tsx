import { absolute, paths } from "~/paths";
import { AppForm } from "~/ui/form/app-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { EmptyState } from "~/ui/page/states";
import { DataTable } from "~/ui/table/data-table";
import type { Column } from "~/ui/table/data-table";
import type { OrderView } from "../order-view";

/** What an order is, wherever it is listed. */
export const ORDER_COLUMNS: readonly Column<OrderView>[] = [
  { id: "ordered", header: "Ordered", cell: (order) => <span className="num">{order.ordered}</span> },
  { id: "what", header: "Package", cell: (order) => order.what, grow: true },
  { id: "amount", header: "Amount", cell: (order) => order.amount, numeric: true },
  { id: "status", header: "Status", cell: (order) => order.status },
  { id: "period", header: "From – to", cell: (order) => <span className="num">{order.period || "–"}</span> },
];

/** The company's own orders with their invoices. */
export function OrdersTable({ orders }: { orders: readonly OrderView[] }) {
  return (
    <DataTable
      label="Orders"
      columns={[
        ...ORDER_COLUMNS,
        {
          id: "do",
          header: "Invoice",
          cell: (order) =>
            order.isOpen ? (
              <AppForm layout="inline" hidden={{ order_id: order.id }} id={`order-${order.id}`}>
                {order.isPaidOnline && (
                  <>
                    <a href={absolute(paths.billingCheckout(order.id))}>Pay</a>
                    <SubmitButton kind="quiet" intent="billing.confirm">
                      Check the payment
                    </SubmitButton>
                  </>
                )}
                <SubmitButton kind="quiet" intent="billing.withdraw">
                  Withdraw
                </SubmitButton>
              </AppForm>
            ) : order.invoice === null ? (
              "–"
            ) : (
              <a href={absolute(paths.billingInvoice(order.id))}>No. {order.invoice}</a>
            ),
        },
      ]}
      rows={orders}
      rowKey={(order) => order.id}
      empty={
        <EmptyState icon="info" title="No orders yet" compact>
          What you order in the shop stands here, with its invoice.
        </EmptyState>
      }
    />
  );
}
