import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";
import { ConfirmDialog } from "~/ui/dialog/confirm-dialog";
import { TextField } from "~/ui/form/fields";
import type { OrderOfList } from "../queries/orders-page.server";

export const APPROVE_DIALOG = "approve-order";
export const DECLINE_DIALOG = "decline-order";
export const ORDER_PARAMS = ["id"];

interface Props {
  /** the order that the address names */
  order: OrderOfList;
  result: ActionResult<unknown> | null;
}

/** Who ordered what for how much: the table may cut it off. */
const Ordered = ({ order: { company, what, amount, by } }: Pick<Props, "order">) => (
  <p>
    <strong>{company}</strong> ordered {what} for <strong>{amount}</strong>
    {by === "" ? "." : `, by ${by}.`}
  </p>
);

/** The questions before an order is decided, which can't be taken back. */
export function OrderDialogs({ order, result }: Props) {
  const shared = { hidden: { billing_order_id: order.id }, params: ORDER_PARAMS };
  return (
    <>
      <ConfirmDialog
        {...shared}
        name={APPROVE_DIALOG}
        question={
          <>
            <p>Do you want to approve this order?</p>
            <Ordered order={order} />
            <p>It gets its invoice, and the package is the company’s.</p>
          </>
        }
        confirmLabel="Approve"
        intent="billing_order.approve"
        result={refusalOf(result, "billing_order.approve")}
      />
      <ConfirmDialog
        {...shared}
        name={DECLINE_DIALOG}
        question={
          <>
            <p>Do you want to decline this order?</p>
            <Ordered order={order} />
          </>
        }
        confirmLabel="Decline"
        danger
        intent="billing_order.reject"
        result={refusalOf(result, "billing_order.reject")}
      >
        <TextField name="reason" label="Reason" maxLength={500} help="Whoever ordered reads it in the mail." />
      </ConfirmDialog>
    </>
  );
}
