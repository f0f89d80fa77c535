/** What Stripe is asked for. */
import type Stripe from "stripe";
import { utcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import type { CheckoutRequest, Followed, FollowRequest } from "./payment-provider";

const CURRENCY = "eur";

const recurring = (months: number) => ({ interval: "month", interval_count: months }) as const;

/** The card was refused, and Stripe tries it again, or has given up. */
export const isOverdue = (status: Stripe.Subscription.Status): boolean => status === "past_due" || status === "unpaid";

export function checkoutFields(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { orderId, companyId, email, customerId, title, amountCents, months, firstPaymentSec } = request;
  const metadata = { order_id: String(orderId), company_id: String(companyId) };
  return {
    mode: "subscription",
    client_reference_id: String(orderId),
    metadata,
    // Stripe's word for what is not paid for yet.
    subscription_data: { metadata, ...(firstPaymentSec === null ? {} : { trial_end: firstPaymentSec }) },
    ...(customerId === null ? { customer_email: email } : { customer: customerId }),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: CURRENCY,
          unit_amount: amountCents,
          product_data: { name: title },
          recurring: recurring(months),
        },
      },
    ],
  };
}

/**
 * Adds a phase to a subscription, after what is paid for: Stripe charges the new price from then on. Told twice, it
 * does it once.
 * @returns the schedule, and when the phase begins
 * @throws AppError 409 while a payment of the subscription is due
 */
export async function scheduleAfter(stripe: Stripe, request: FollowRequest): Promise<Followed> {
  const { orderId, subscriptionId, title, amountCents, months, attempt } = request;
  const once = (what: string) => ({ idempotencyKey: `order-${orderId}-${what}-${attempt}` });
  const { schedule: known, status } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ["schedule"] });
  // Stripe's turn goes on although nobody has paid for it: its end is none of what is paid for.
  if (isOverdue(status))
    throw new AppError("payment.due", "Your last payment was refused. Look after your card first.", { status: 409 });
  const schedule =
    known !== null && typeof known === "object"
      ? known
      : await stripe.subscriptionSchedules.create({ from_subscription: subscriptionId }, once("schedule"));
  const product = await stripe.products.create({ name: title }, once("product"));
  const now = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.start_date);
  if (now === undefined)
    throw new AppError("payment.failed", "What is paid for could not be found at the payment service.", {
      status: 502,
    });
  await stripe.subscriptionSchedules.update(schedule.id, {
    // Afterwards it goes on like any subscription.
    end_behavior: "release",
    proration_behavior: "none",
    phases: [
      {
        start_date: now.start_date,
        end_date: now.end_date,
        items: now.items.map(({ price, quantity }) => ({
          price: typeof price === "string" ? price : price.id,
          ...(quantity === undefined ? {} : { quantity }),
        })),
      },
      {
        duration: recurring(months),
        proration_behavior: "none",
        metadata: { order_id: String(orderId) },
        items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              product: product.id,
              unit_amount: amountCents,
              recurring: recurring(months),
            },
          },
        ],
      },
    ],
  });
  return { phaseId: schedule.id, startDate: utcText(now.end_date).slice(0, 10) };
}

/** Gives up the phase of an order, which is not charged then. The subscription goes on as it was. */
export async function releaseAfter(
  stripe: Stripe,
  { orderId, subscriptionId }: Pick<FollowRequest, "orderId" | "subscriptionId">,
): Promise<void> {
  const { schedule } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ["schedule"] });
  if (schedule === null || typeof schedule !== "object") return;
  if (schedule.phases.some(({ metadata }) => metadata?.order_id === String(orderId)))
    await stripe.subscriptionSchedules.release(schedule.id);
}
