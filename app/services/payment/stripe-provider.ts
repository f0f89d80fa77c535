import type Stripe from "stripe";
import { utcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import type { PaidInvoice, PaymentEvent, PaymentProvider } from "./payment-provider";

interface StripeSettings {
  secretKey: string;
  /** of the endpoint that Stripe sends its events to, 'whsec_…' */
  webhookSecret: string;
  /** left out: Stripe's own */
  apiUrl?: string | undefined;
}

/** An event that was signed longer ago is somebody's copy. */
const OLDEST_EVENT_SEC = 300;
const TIMEOUT_MS = 15_000;
const MOST_INVOICES = 24;
const CURRENCY = "eur";

/** Loaded when it is asked for: a server without card payments starts without it. */
async function clientOf({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const given = apiUrl === undefined ? null : new URL(apiUrl);
  return new Client(secretKey, {
    timeout: TIMEOUT_MS,
    // Each call is one that may be repeated: what pays is keyed by the order.
    maxNetworkRetries: 2,
    telemetry: false,
    ...(given === null
      ? {}
      : {
          protocol: given.protocol === "http:" ? ("http" as const) : ("https" as const),
          host: given.hostname,
          port: given.port === "" ? (given.protocol === "http:" ? 80 : 443) : Number(given.port),
        }),
  });
}

/** Card payments by Stripe Checkout: the card's number never comes here. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  let client: Promise<Stripe> | undefined;
  const stripe = (): Promise<Stripe> => (client ??= clientOf(settings));
  return {
    name: "stripe",

    checkout: ({ orderId, companyId, email, customerId, title, amountCents, months, successUrl, cancelUrl }) =>
      asked(async () => {
        const session = await (
          await stripe()
        ).checkout.sessions.create(
          {
            mode: "subscription",
            client_reference_id: String(orderId),
            metadata: { order_id: String(orderId), company_id: String(companyId) },
            ...(customerId === null ? { customer_email: email } : { customer: customerId }),
            success_url: successUrl,
            cancel_url: cancelUrl,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: amountCents,
                  product_data: { name: title },
                  recurring: { interval: "month", interval_count: months },
                },
              },
            ],
          },
          { idempotencyKey: `order-${orderId}` },
        );
        if (!session.url) throw new AppError("payment.failed", "The payment could not be begun.", { status: 502 });
        return { id: session.id, url: session.url };
      }),

    checkoutUrl: (id) => asked(async () => (await (await stripe()).checkout.sessions.retrieve(id)).url ?? null),

    portalUrl: (customer, returnUrl) =>
      asked(
        async () => (await (await stripe()).billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),

    invoices: (customer) =>
      asked(async () => {
        const { data } = await (await stripe()).invoices.list({ customer, limit: MOST_INVOICES });
        return data.map((invoice): PaidInvoice => ({
          id: invoice.id ?? "",
          number: invoice.number ?? "",
          amountCents: invoice.total,
          createdAt: utcText(invoice.created),
          status: invoice.status ?? "",
          url: invoice.hosted_invoice_url ?? null,
        }));
      }),

    paymentMethod: (customer) =>
      asked(async () => {
        const { data } = await (await stripe()).customers.listPaymentMethods(customer, { type: "card", limit: 1 });
        const card = data[0]?.card;
        if (!card) return null;
        const month = String(card.exp_month).padStart(2, "0");
        return { brand: card.brand, last4: card.last4, expires: `${month}/${card.exp_year}` };
      }),

    cancel: (subscriptionId) =>
      asked(
        async () => void (await (await stripe()).subscriptions.update(subscriptionId, { cancel_at_period_end: true })),
      ),

    async readEvent(body, signature) {
      let event: Stripe.Event;
      try {
        event = await (
          await stripe()
        ).webhooks.constructEventAsync(body, signature, settings.webhookSecret, OLDEST_EVENT_SEC);
      } catch (cause) {
        throw new AppError("payment.signature", "The signature is not correct", { status: 400, cause });
      }
      return told(event);
    },
  };
}

/** Stripe's faults as one of ours, which tells nobody what was sent. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("payment.failed", "The payment service did not answer. Please try again later.", {
      status: 502,
      cause,
    });
  }
}

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : value.id;

function told(event: Stripe.Event): PaymentEvent {
  const of = { id: event.id, kind: event.type };
  switch (event.type) {
    case "checkout.session.completed": {
      const session = event.data.object;
      if (session.payment_status !== "paid") return { ...of, what: "other" };
      const [customerId, subscriptionId] = [idOf(session.customer), idOf(session.subscription)];
      return { ...of, what: "paid", checkoutId: session.id, customerId, subscriptionId };
    }
    case "checkout.session.expired":
      return { ...of, what: "abandoned", checkoutId: event.data.object.id };
    case "invoice.paid": {
      const invoice = event.data.object;
      const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
      const end = Math.max(0, ...invoice.lines.data.map(({ period }) => period.end));
      // The first invoice comes with the checkout.
      if (subscriptionId === null || invoice.billing_reason !== "subscription_cycle" || end === 0)
        return { ...of, what: "other" };
      return { ...of, what: "renewed", subscriptionId, until: utcText(end).slice(0, 10) };
    }
    case "customer.subscription.deleted":
      return { ...of, what: "ended", subscriptionId: event.data.object.id };
    default:
      return { ...of, what: "other" };
  }
}
