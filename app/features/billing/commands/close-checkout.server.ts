import type { BillingOrderRow } from "~/db/tables";
import { OrderStatus } from "~/domain/billing/order";
import { AppError } from "~/lib/errors";
import { services } from "~/services/container.server";

type Paying = Pick<BillingOrderRow, "status" | "checkout_id">;

/**
 * Ends the provider's page on which an order that waits is paid for, before it is decided in another way. No
 * transaction may be open: `refuseReopened` looks again under the lock.
 * @throws AppError 409 'order.paid'; 502 where the payment provider doesn't answer, and the order waits as before
 */
export async function closeCheckout({ status, checkout_id: checkoutId }: Paying): Promise<void> {
  if (status !== OrderStatus.Open || checkoutId === null) return;
  if (!(await services().payment.endCheckout(checkoutId)))
    throw new AppError("order.paid", "This order was paid for already.", { status: 409 });
}

/**
 * @param closed the order as `closeCheckout` had it
 * @throws AppError 409 where it has got a page since, on which somebody could pay for what is over
 */
export function refuseReopened(order: Paying, closed: Paying): void {
  if (order.checkout_id !== closed.checkout_id)
    throw new AppError("order.changed", "Somebody is about to pay for this order. Please try again.", { status: 409 });
}
