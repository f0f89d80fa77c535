/**
 * Stripe on this machine, as far as the product asks it: it keeps what it is told, refuses what Stripe's reference
 * (https://docs.stripe.com/api) says is refused, and answers in the documented shapes, which its own types check.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { readStripeForm } from "./form";
import type { FormFields } from "./form";
import type { LocalSchedule, LocalSession, LocalSubscription } from "./objects";

export const STRIPE_KEY = "sk_test_local";
export const STRIPE_WEBHOOK_SECRET = "whsec_local";

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly type: "invalid_request_error" | "idempotency_error" | "api_error",
    message: string,
  ) {
    super(message);
  }
}

const missing = (what: string, id: string): Refused =>
  new Refused(404, "invalid_request_error", `No such ${what}: '${id}'`);

/** The documented names of each request; others are refused, as Stripe does. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  "POST checkout/sessions": [
    "mode",
    "client_reference_id",
    "metadata",
    "subscription_data",
    "customer",
    "customer_email",
    "success_url",
    "cancel_url",
    "line_items",
  ],
  "POST billing_portal/sessions": ["customer", "return_url"],
  "POST products": ["name", "description", "metadata"],
  "POST subscriptions/:id": ["cancel_at_period_end", "metadata"],
  "POST subscription_schedules": ["from_subscription", "customer", "phases", "start_date"],
  "POST subscription_schedules/:id": ["phases", "end_behavior", "proration_behavior", "metadata"],
};

const DAY_SEC = 86_400;
const monthsLater = (sec: number, months: number): number => {
  const date = new Date(sec * 1000);
  return date.setUTCMonth(date.getUTCMonth() + months) / 1000;
};
const text = (value: unknown): string => String(value);

export class LocalStripe {
  readonly sessions = new Map<string, LocalSession>();
  readonly subscriptions = new Map<string, LocalSubscription>();
  readonly schedules = new Map<string, LocalSchedule>();
  readonly invoices: { customer: string; number: string; total: number; created: number }[] = [];
  /** every request, 'POST checkout/sessions' */
  readonly asked: string[] = [];
  url = "";
  /** of the provider's clock, in seconds */
  nowSec = Math.floor(Date.now() / 1000);
  /** so many requests are answered with 500 first */
  failing = 0;
  /** where paying leads; null: the page is only an address */
  onPaid: ((session: LocalSession) => Promise<void>) | null = null;
  private readonly once = new Map<string, { request: string; answer: unknown }>();
  private count = 0;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Somebody pays on the page of the checkout. */
  pay(sessionId: string): LocalSession {
    const session = this.sessionOf(sessionId);
    if (session.status !== "open") throw new Error(`Session ${sessionId} is ${session.status}.`);
    const { trial_end: later } = (session.asked.subscription_data ?? {}) as { trial_end?: string };
    const customer = session.customer ?? this.id("cus");
    const [line] = session.asked.line_items as unknown as [{ price_data: { recurring: { interval_count: string } } }];
    const start = this.nowSec;
    const months = Number(line.price_data.recurring.interval_count);
    const phase = { start_date: start, end_date: later ? Number(later) : monthsLater(start, months) };
    const subscription: LocalSubscription = {
      id: this.id("sub"),
      customer,
      status: later ? "trialing" : "active",
      cancel_at_period_end: false,
      schedule: null,
      phases: [{ ...phase, items: [{ price: this.id("price"), quantity: 1 }] }],
    };
    this.subscriptions.set(subscription.id, subscription);
    Object.assign(session, {
      status: "complete",
      payment_status: later ? "no_payment_required" : "paid",
      customer,
      subscription: subscription.id,
      url: null,
    } satisfies Partial<LocalSession>);
    return session;
  }

  /** Another turn of a subscription is paid for, up to a moment in seconds. */
  renew(subscriptionId: string, untilSec: number): void {
    const [phase] = this.subscriptionOf(subscriptionId).phases;
    Object.assign(phase!, { start_date: phase!.end_date, end_date: untilSec });
  }

  /** An event with its signature, as Stripe posts it. @param atSec when it was signed */
  async signed(
    type: Stripe.Event["type"],
    object: object,
    { id = this.id("evt"), atSec = Math.floor(Date.now() / 1000), secret = STRIPE_WEBHOOK_SECRET } = {},
  ): Promise<{ body: string; signature: string }> {
    const body = JSON.stringify({ id, object: "event", type, created: atSec, livemode: false, data: { object } });
    const signature = await new Stripe(STRIPE_KEY).webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret,
      timestamp: atSec,
    });
    return { body, signature };
  }

  /** The session as events and answers hold it. */
  sessionBody = (session: LocalSession) =>
    ({
      id: session.id,
      object: "checkout.session",
      status: session.status,
      payment_status: session.payment_status,
      url: session.url,
      customer: session.customer,
      subscription: session.subscription,
      client_reference_id: text(session.asked.client_reference_id),
    }) satisfies Partial<Stripe.Checkout.Session>;

  /** The invoice of another turn, from one moment to another, in seconds. */
  invoiceBody = (subscription: string, start: number, end: number, reason: Stripe.Invoice.BillingReason) =>
    ({
      id: this.id("in"),
      object: "invoice",
      billing_reason: reason,
      parent: { type: "subscription_details", subscription_details: { subscription } },
      lines: { object: "list", data: [{ period: { start, end } }] },
    }) as unknown as Partial<Stripe.Invoice>;

  private id(prefix: string): string {
    this.count += 1;
    return `${prefix}_${this.count}`;
  }

  private sessionOf(id: string): LocalSession {
    const session = this.sessions.get(id);
    if (!session) throw missing("checkout.session", id);
    return session;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? "/", this.url);
    if (url.pathname.startsWith("/pay/")) return this.paymentPage(url, request, response);
    if (url.pathname.startsWith("/portal/"))
      return void response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Cards</title>");
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    try {
      const path = url.pathname.replace(/^\/v1\//, "");
      this.asked.push(`${request.method} ${path}`);
      if (this.failing > 0) {
        this.failing -= 1;
        throw new Refused(500, "api_error", "Something went wrong on Stripe's end.");
      }
      if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
        throw new Refused(401, "invalid_request_error", "Invalid API Key provided");
      const fields = readStripeForm(Buffer.concat(parts).toString());
      const key = request.headers["idempotency-key"];
      const whole = `${request.method} ${path} ${JSON.stringify(fields)}`;
      const known = typeof key === "string" ? this.once.get(key) : undefined;
      if (known && known.request !== whole)
        throw new Refused(400, "idempotency_error", "Keys for idempotent requests can only be used with the same");
      const answer = known?.answer ?? this.carryOut(request.method ?? "", path, fields, url.searchParams);
      if (typeof key === "string" && request.method === "POST") this.once.set(key, { request: whole, answer });
      send(200, answer);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      send(error.status, { error: { type: error.type, message: error.message } });
    }
  }

  private carryOut(method: string, path: string, fields: FormFields, query: URLSearchParams): unknown {
    const [resource = "", id = "", act] =
      path.startsWith("checkout/") || path.startsWith("billing_portal/")
        ? [path.split("/").slice(0, 2).join("/"), ...path.split("/").slice(2)]
        : path.split("/");
    const known = KNOWN[`${method} ${resource}${id === "" ? "" : "/:id"}`];
    const strange = Object.keys(fields).find((name) => known !== undefined && !known.includes(name));
    if (strange !== undefined)
      throw new Refused(400, "invalid_request_error", `Received unknown parameter: ${strange}`);
    switch (`${method} ${resource}${id === "" ? "" : "/:id"}${act === undefined ? "" : `/${act}`}`) {
      case "POST checkout/sessions":
        return this.newSession(fields);
      case "GET checkout/sessions/:id":
        return this.sessionBody(this.sessionOf(id));
      case "POST checkout/sessions/:id/expire":
        return this.expire(this.sessionOf(id));
      case "POST billing_portal/sessions":
        return { id: this.id("bps"), url: `${this.url}/portal/${text(fields.customer)}` };
      case "POST products":
        return { id: this.id("prod"), object: "product", name: fields.name };
      case "GET invoices":
        return { object: "list", has_more: false, data: this.invoicesOf(query.get("customer") ?? "") };
      case "GET customers/:id/payment_methods":
        return { object: "list", has_more: false, data: [{ id: "pm_1", type: "card", card: CARD }] };
      case "GET subscriptions/:id":
        return this.subscriptionBody(id, query.get("expand[0]") === "schedule");
      case "POST subscriptions/:id":
        return this.changeSubscription(id, fields);
      case "DELETE subscriptions/:id":
        this.subscriptionOf(id).status = "canceled";
        return this.subscriptionBody(id, false);
      case "POST subscription_schedules":
        return this.newSchedule(text(fields.from_subscription));
      case "POST subscription_schedules/:id":
        return this.changeSchedule(id, fields);
      case "POST subscription_schedules/:id/release":
        return this.release(id);
      default:
        throw new Refused(404, "invalid_request_error", `Unrecognized request URL (${method}: /v1/${path}).`);
    }
  }

  private newSession(asked: FormFields): unknown {
    if (asked.customer !== undefined && asked.customer_email !== undefined)
      throw new Refused(400, "invalid_request_error", "You may only specify one of these parameters.");
    const { trial_end: later } = (asked.subscription_data ?? {}) as { trial_end?: string };
    if (later !== undefined && Number(later) < this.nowSec + 2 * DAY_SEC)
      throw new Refused(400, "invalid_request_error", "The `trial_end` date has to be at least 2 days in the future.");
    const id = this.id("cs_test");
    const session: LocalSession = {
      id,
      status: "open",
      payment_status: "unpaid",
      url: `${this.url}/pay/${id}`,
      customer: asked.customer === undefined ? null : text(asked.customer),
      subscription: null,
      asked,
    };
    this.sessions.set(id, session);
    return this.sessionBody(session);
  }

  private expire(session: LocalSession): unknown {
    if (session.status !== "open")
      throw new Refused(400, "invalid_request_error", 'Only Checkout Sessions with a status in ["open"] can expire.');
    session.status = "expired";
    session.url = null;
    return this.sessionBody(session);
  }

  private invoicesOf(customer: string): unknown[] {
    return this.invoices
      .filter((invoice) => invoice.customer === customer)
      .map(({ number, total, created }) => ({
        id: `in_${number}`,
        number,
        total,
        created,
        status: "paid",
        hosted_invoice_url: `${this.url}/invoice/${number}`,
      }));
  }

  private subscriptionOf(id: string): LocalSubscription {
    const found = this.subscriptions.get(id);
    if (!found) throw missing("subscription", id);
    return found;
  }

  private subscriptionBody(id: string, isExpanded: boolean): unknown {
    const { schedule, phases: _phases, ...rest } = this.subscriptionOf(id);
    return {
      ...rest,
      object: "subscription",
      schedule: schedule !== null && isExpanded ? this.scheduleBody(this.scheduleOf(schedule)) : schedule,
    };
  }

  private changeSubscription(id: string, fields: FormFields): unknown {
    const subscription = this.subscriptionOf(id);
    if (fields.cancel_at_period_end !== undefined && subscription.schedule !== null)
      throw new Refused(
        400,
        "invalid_request_error",
        `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any ` +
          "cancelation behavior directly is not allowed.",
      );
    subscription.cancel_at_period_end = fields.cancel_at_period_end === "true";
    return this.subscriptionBody(id, false);
  }

  private scheduleOf(id: string): LocalSchedule {
    const found = this.schedules.get(id);
    if (!found) throw missing("subscription_schedule", id);
    return found;
  }

  private scheduleBody = ({ asked: _asked, ...schedule }: LocalSchedule) => ({
    ...schedule,
    phases: [...schedule.phases, ...((_asked?.phases ?? []) as unknown as object[]).slice(1)],
    object: "subscription_schedule",
    current_phase: { start_date: schedule.phases[0]!.start_date, end_date: schedule.phases[0]!.end_date },
  });

  private newSchedule(subscriptionId: string): unknown {
    const subscription = this.subscriptionOf(subscriptionId);
    if (subscription.schedule !== null || subscription.cancel_at_period_end)
      throw new Refused(400, "invalid_request_error", "You cannot migrate a subscription that is already managed.");
    const schedule: LocalSchedule = {
      id: this.id("sub_sched"),
      subscription: subscriptionId,
      status: "active",
      phases: subscription.phases,
      asked: null,
    };
    this.schedules.set(schedule.id, schedule);
    subscription.schedule = schedule.id;
    return this.scheduleBody(schedule);
  }

  private changeSchedule(id: string, asked: FormFields): unknown {
    const schedule = this.scheduleOf(id);
    const [first] = asked.phases as unknown as [{ start_date: string }];
    if (Number(first.start_date) !== schedule.phases[0]!.start_date)
      throw new Refused(400, "invalid_request_error", "You can not modify the start date of the current phase.");
    schedule.asked = asked;
    return this.scheduleBody(schedule);
  }

  private release(id: string): unknown {
    const schedule = this.scheduleOf(id);
    if (schedule.status !== "active")
      throw new Refused(400, "invalid_request_error", "You cannot release a subscription schedule that is released.");
    schedule.status = "released";
    this.subscriptionOf(schedule.subscription).schedule = null;
    return this.scheduleBody(schedule);
  }

  /** The page of a checkout, for browsers. */
  private async paymentPage(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = this.sessionOf(url.pathname.split("/")[2] ?? "");
    if (request.method === "POST") {
      this.pay(session.id);
      await this.onPaid?.(session);
      response.writeHead(303, { Location: text(session.asked.success_url) }).end();
      return;
    }
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(
      '<!doctype html><html lang="en"><title>Pay</title><form method="post"><button>Pay</button></form></html>',
    );
  }
}

const CARD = { brand: "visa", last4: "4242", exp_month: 7, exp_year: 2031 };
