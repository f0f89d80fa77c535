import type Stripe from "stripe";
import { utcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import { checkoutFields, isOverdue, releaseAfter, scheduleAfter } from "./stripe-requests";
import type { PaidCheckout, PaidInvoice, PaymentEvent, PaymentProvider } from "./payment-provider";

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
/** Why an invoice was made: another turn, or another phase of the schedule. */
const RENEWALS: ReadonlySet<string> = new Set(["subscription_cycle", "subscription_update"]);

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

    checkout: (request) =>
      asked(async () => {
        const { sessions } = (await stripe()).checkout;
        const { orderId, replaces } = request;
        // With the same key Stripe would answer with the one that is over.
        const idempotencyKey = `order-${orderId}${replaces === null ? "" : `-after-${replaces}`}`;
        const session = await sessions.create(checkoutFields(request), { idempotencyKey });
        if (!session.url) throw new AppError("payment.failed", "The payment could not be begun.", { status: 502 });
        return { id: session.id, url: session.url };
      }),

    checkoutUrl: (id) => asked(async () => (await (await stripe()).checkout.sessions.retrieve(id)).url ?? null),

    paidCheckout: (id) => asked(async () => paidOf(await (await stripe()).checkout.sessions.retrieve(id))),

    endCheckout: (id) =>
      asked(async () => {
        const { sessions } = (await stripe()).checkout;
        const { status } = await sessions.retrieve(id);
        if (status === "open") await sessions.expire(id);
        return status !== "complete";
      }),

    follow: (request) => asked(async () => scheduleAfter(await stripe(), request)),

    unfollow: (request) => asked(async () => releaseAfter(await stripe(), request)),

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
      asked(async () => {
        const { subscriptions, subscriptionSchedules } = await stripe();
        const { schedule, status } = await subscriptions.retrieve(subscriptionId);
        if (status === "canceled") return;
        // What follows is given up first: Stripe takes no end of a subscription that has a schedule.
        const scheduleId = idOf(schedule);
        if (scheduleId !== null) await subscriptionSchedules.release(scheduleId);
        // Nothing of it is paid for, and a card that works again would be charged: Stripe stops trying with the end.
        if (isOverdue(status)) await subscriptions.cancel(subscriptionId);
        else await subscriptions.update(subscriptionId, { cancel_at_period_end: true });
      }),

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

const OTHER = { what: "other" } as const;

/** What was concluded: paid for, or what begins later and is paid for then. Null: nothing so far. */
function paidOf(session: Stripe.Checkout.Session): PaidCheckout | null {
  if (session.status !== "complete" || session.payment_status === "unpaid") return null;
  const [customerId, subscriptionId] = [idOf(session.customer), idOf(session.subscription)];
  const isPaidLater = session.payment_status === "no_payment_required";
  return { what: "paid", checkoutId: session.id, customerId, subscriptionId, isPaidLater };
}

const dayOf = (sec: number): string => utcText(sec).slice(0, 10);

/** The first invoice comes with the checkout; all later ones pay for one more turn, or for what follows. */
function renewedBy(invoice: Stripe.Invoice) {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const [last] = invoice.lines.data.map(({ period }) => period).sort((one, other) => other.end - one.end);
  if (subscriptionId === null || last === undefined || !RENEWALS.has(invoice.billing_reason ?? "")) return OTHER;
  return { what: "renewed", subscriptionId, from: dayOf(last.start), until: dayOf(last.end) } as const;
}

function told(event: Stripe.Event): PaymentEvent {
  const of = { id: event.id, kind: event.type };
  switch (event.type) {
    case "checkout.session.completed":
    // Payments by direct debit are known days later.
    case "checkout.session.async_payment_succeeded":
      return { ...of, ...(paidOf(event.data.object) ?? OTHER) };
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return { ...of, what: "abandoned", checkoutId: event.data.object.id };
    case "invoice.paid":
      return { ...of, ...renewedBy(event.data.object) };
    case "customer.subscription.deleted":
      return { ...of, what: "ended", subscriptionId: event.data.object.id };
    default:
      return { ...of, what: "other" };
  }
}
