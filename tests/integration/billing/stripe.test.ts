import { describe, expect, it, vi } from "vitest";
import { checkoutOf, portalOf } from "~/features/billing/billing-links.server";
import { cancelPlan } from "~/features/billing/commands/cancel-plan.server";
import { approveOrder, rejectOrder } from "~/features/billing/commands/decide-order.server";
import { orderPackage, withdrawOrder } from "~/features/billing/commands/order-package.server";
import { confirmPayment, takePaymentEvent } from "~/features/billing/commands/take-payment-event.server";
import { updateCustom } from "~/features/billing/commands/update-custom.server";
import { loadBillingPage } from "~/features/billing/queries/billing-page.server";
import { endUnusedSubscriptions, rollBillings } from "~/features/billing/roll-billings.server";
import { services } from "~/services/container.server";
import { createCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { billingPage as page, secOf, useStripe } from "./stripe-world";

describe.each(databases())("packages that are paid for with Stripe on %s", (kind) => {
  const { db, stripe, owner, admin, setDay, records, recordOf, orderOf, tell, paid, subscribe, renew, ...world } =
    useStripe(kind);
  const actual = () => recordOf("actual");

  it("lead to a page of Stripe's, whose payment gives the package once, however often it is told", async () => {
    const { orderId, outcome } = await orderPackage(owner(), { months: 6, visits: 2000 });
    expect(outcome).toBe("isPaidOnline");
    expect((await orderPackage(owner(), { months: 6, visits: 2000 })).orderId).toBe(orderId);
    const url = await checkoutOf(owner(), orderId);
    const session = stripe.sessions.get(url.split("/").at(-1)!)!;
    expect(session.asked).toMatchObject({
      mode: "subscription",
      client_reference_id: String(orderId),
      customer_email: owner().user.email,
      success_url: expect.stringMatching(/\/platform\/company\/billing\/main\?paid=1$/),
      cancel_url: expect.stringMatching(/\/platform\/company\/billing\/shop\/6\/2000$/),
      line_items: [
        {
          quantity: "1",
          price_data: {
            currency: "eur",
            unit_amount: "48600",
            product_data: { name: "6 months, 2,000 visits a month" },
            recurring: { interval: "month", interval_count: "6" },
          },
        },
      ],
    });
    stripe.pay(session.id);
    const event = await stripe.signed("checkout.session.completed", stripe.sessionBody(session));
    await Promise.all([1, 2, 3].map(() => takePaymentEvent(event.body, event.signature)));
    expect(await records()).toMatchObject([
      { status: "past", package: "free" },
      {
        status: "actual",
        package: "optimization_6_months",
        visits_limit: 2000,
        end_date: "2026-11-10",
        customer_id: session.customer,
        subscription_id: session.subscription,
      },
    ]);
    await expect(checkoutOf(owner(), orderId)).rejects.toMatchObject({ code: "order.over" });
    expect(await loadBillingPage(owner(), page)).toMatchObject({
      renews: true,
      card: { brand: "visa", last4: "4242", expires: "07/2031" },
      hasPortal: true,
    });
    expect(await portalOf(owner())).toBe(`${stripe.url}/portal/${session.customer}`);
  });

  it("take no event without Stripe's signature, with an old one, or of a changed body", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const object = stripe.sessionBody(await paid(orderId));
    const type = "checkout.session.completed";
    const old = await stripe.signed(type, object, { atSec: Math.floor(Date.now() / 1000) - 301 });
    const strange = await stripe.signed(type, object, { secret: "whsec_other" });
    const good = await stripe.signed(type, object);
    for (const [body, signature] of [
      [old.body, old.signature],
      [strange.body, strange.signature],
      [good.body.replace("paid", "paix"), good.signature],
      [`${good.body} `, good.signature],
      [good.body, ""],
      [good.body, "t=1,v1=00"],
    ] as const)
      await expect(takePaymentEvent(body, signature)).rejects.toMatchObject({ status: 400, code: "payment.signature" });
    expect((await actual()).package).toBe("free");
    expect(await db()("payment_events").where({ kind: type, event_id: JSON.parse(good.body).id })).toEqual([]);
  });

  it("are asked after where Stripe's news are late, and an unpaid one stays open", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    expect(await confirmPayment(owner(), orderId)).toEqual({ isPaid: false });
    const session = await paid(orderId);
    expect(await confirmPayment(owner(), orderId)).toEqual({ isPaid: true });
    expect((await actual()).subscription_id).toBe(session.subscription);
    await tell("checkout.session.completed", stripe.sessionBody(session));
    expect(await confirmPayment(owner(), orderId)).toEqual({ isPaid: true });
    expect((await records()).filter(({ package: key }) => key !== "free")).toHaveLength(1);
  });

  it("by direct debit count when the money has come", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const session = await paid(orderId);
    const body = { ...stripe.sessionBody(session), payment_status: "unpaid" };
    await tell("checkout.session.completed", body);
    expect((await actual()).package).toBe("free");
    await tell("checkout.session.async_payment_succeeded", { ...body, payment_status: "paid" });
    expect((await actual()).package).toBe("optimization_monthly");
  });

  it("can't be paid for any more once the order is withdrawn, nor withdrawn once it is paid for", async () => {
    const first = await orderPackage(owner(), { months: 1, visits: 1000 });
    const checkoutId = (await orderOf(first.orderId))!.checkout_id!;
    expect(await withdrawOrder(owner(), first.orderId)).toEqual({ withdrawn: true });
    expect(stripe.sessions.get(checkoutId)!.status).toBe("expired");
    const second = await orderPackage(owner(), { months: 1, visits: 1000 });
    expect(second.orderId).not.toBe(first.orderId);
    await paid(second.orderId);
    await expect(withdrawOrder(owner(), second.orderId)).rejects.toMatchObject({ status: 409, code: "order.paid" });
  });

  it.each(["approved", "rejected"] as const)("can't be paid for any more once the order is %s", async (outcome) => {
    const decide = (orderId: number) =>
      outcome === "approved" ? approveOrder(admin(), orderId) : rejectOrder(admin(), { orderId });
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const checkoutId = (await orderOf(orderId))!.checkout_id!;
    stripe.failing = 9;
    await expect(decide(orderId)).rejects.toMatchObject({ status: 502, code: "payment.failed" });
    expect((await orderOf(orderId))!.status).toBe("open");
    stripe.failing = 0;
    await decide(orderId);
    expect((await orderOf(orderId))!.status).toBe(outcome);
    expect(stripe.sessions.get(checkoutId)!.status).toBe("expired");
  });

  it("are neither approved nor declined once they are paid for", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const session = await paid(orderId);
    const paidAlready = { status: 409, code: "order.paid" };
    await expect(approveOrder(admin(), orderId)).rejects.toMatchObject(paidAlready);
    await expect(rejectOrder(admin(), { orderId })).rejects.toMatchObject(paidAlready);
    await tell("checkout.session.completed", stripe.sessionBody(session));
    expect((await orderOf(orderId))!.status).toBe("approved");
  });

  it("are given up when the page of Stripe's is left for a day", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const session = stripe.sessions.get((await orderOf(orderId))!.checkout_id!)!;
    await tell("checkout.session.expired", { ...stripe.sessionBody(session), status: "expired" });
    expect((await orderOf(orderId))!.status).toBe("withdrawn");
    const second = await orderPackage(owner(), { months: 12, visits: 1000 });
    expect(second.outcome).toBe("isPaidOnline");
    const checkout = await paid(second.orderId);
    await tell("checkout.session.completed", stripe.sessionBody(checkout));
    // An order that is carried out stays so.
    await tell("checkout.session.expired", { ...stripe.sessionBody(checkout), status: "expired" });
    expect((await orderOf(second.orderId))!.status).toBe("approved");
  });

  it("are renewed turn by turn, whatever the order of the news, and run on while a payment is under way", async () => {
    const subscription = await subscribe();
    setDay("2026-06-11");
    expect(await world.isRunning()).toBe(true);
    await renew(subscription, "2026-07-10", "2026-08-10");
    await renew(subscription, "2026-06-10", "2026-07-10");
    expect((await actual()).end_date).toBe("2026-08-10");
    await tell("invoice.paid", stripe.invoiceBody(subscription, secOf("2026-05-10"), secOf("2099-01-01"), "manual"));
    expect((await actual()).end_date).toBe("2026-08-10");
    setDay("2026-08-13");
    expect(await world.isRunning()).toBe(false);
    await world.end(subscription);
    expect((await actual()).subscription_status).toBe("cancelled");
  });

  it("are followed by another one on the same card, in a second phase of the subscription", async () => {
    const subscription = await subscribe();
    const { outcome, orderId } = await orderPackage(owner(), { months: 12, visits: 3000 });
    expect(outcome).toBe("follows");
    const [schedule] = [...stripe.schedules.values()].filter((one) => one.subscription === subscription);
    expect(schedule!.asked).toMatchObject({
      end_behavior: "release",
      proration_behavior: "none",
      phases: [
        { items: [{ price: expect.stringMatching(/^price_/), quantity: "1" }] },
        {
          duration: { interval: "month", interval_count: "12" },
          metadata: { order_id: String(orderId) },
          items: [{ price_data: { currency: "eur", unit_amount: String((await orderOf(orderId))!.amount_cents) } }],
        },
      ],
    });
    expect((await records()).slice(1)).toMatchObject([
      { status: "actual", package: "optimization_monthly", end_date: "2026-06-10" },
      {
        status: "next",
        package: "optimization_yearly",
        start_date: "2026-06-10",
        end_date: "2026-06-10",
        subscription_id: subscription,
        phase_id: schedule!.id,
      },
    ]);
    // The payment of the second phase is no renewal of the first one.
    setDay("2026-06-10");
    await renew(subscription, "2026-06-10", "2027-06-10");
    expect(await rollBillings()).toBe(1);
    expect(await actual()).toMatchObject({ package: "optimization_yearly", end_date: "2027-06-10" });
    expect((await records())[1]).toMatchObject({ status: "past", end_date: "2026-06-10" });
  });

  it("are followed from the end of a renewal whose news come later", async () => {
    const subscription = await subscribe();
    setDay("2026-06-11");
    stripe.renew(subscription, secOf("2026-07-10"));
    await orderPackage(owner(), { months: 12, visits: 3000 });
    const both = [
      { status: "actual", end_date: "2026-07-10" },
      { status: "next", start_date: "2026-07-10", end_date: "2026-07-10" },
    ];
    expect((await records()).slice(1)).toMatchObject(both);
    await renew(subscription, "2026-06-10", "2026-07-10");
    expect((await records()).slice(1)).toMatchObject(both);
    // A payment for days before what follows is the first one's, however far it reaches.
    await renew(subscription, "2026-06-10", "2026-07-11");
    expect((await records()).slice(1)).toMatchObject([{ ...both[0], end_date: "2026-07-11" }, both[1]]);
  });

  it("are followed once, though the order is carried out while Stripe is asked for a second phase", async () => {
    await subscribe();
    const { payment } = services();
    const follow = payment.follow.bind(payment);
    // why: the second press has to come between what Stripe does and what is stored of it.
    vi.spyOn(payment, "follow").mockImplementationOnce(async (asked) => {
      const followed = await follow(asked);
      await orderPackage(owner(), { months: 12, visits: 3000 });
      return followed;
    });
    expect((await orderPackage(owner(), { months: 12, visits: 3000 })).outcome).toBe("follows");
    expect((await records()).map(({ status }) => status)).toEqual(["past", "actual", "next"]);
  });

  it("end with what is paid for once they are cancelled, with what was to follow", async () => {
    const subscription = await subscribe();
    await orderPackage(owner(), { months: 12, visits: 3000 });
    await cancelPlan(owner());
    expect(stripe.subscriptions.get(subscription)).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect(await loadBillingPage(owner(), page)).toMatchObject({ isCancelled: true, renews: false, next: null });
    // What is ordered now begins at the end of it, and is not paid for twice.
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 500 });
    const session = await paid(orderId);
    expect(session.asked.subscription_data).toMatchObject({ trial_end: String(secOf("2026-06-10")) });
    expect(session).toMatchObject({ payment_status: "no_payment_required", customer: (await actual()).customer_id });
    await tell("checkout.session.completed", stripe.sessionBody(session));
    expect((await records()).at(-1)).toMatchObject({
      status: "next",
      start_date: "2026-06-10",
      subscription_id: session.subscription,
    });
  });

  const agreed = () =>
    ({
      billed_company_id: world.company().companyId,
      visits_limit: 5000,
      visits_period: "yearly",
      custom_cost_per_visit: 0,
      custom_discount: 0,
      start_date: "2026-05-10",
      end_date: "",
      replaces: true,
    }) as const;

  it("run on where an agreed one is refused, because nobody said that it replaces what is paid for", async () => {
    const subscription = await subscribe();
    await expect(updateCustom(admin(), { ...agreed(), replaces: false })).rejects.toMatchObject({
      code: "billing.paid",
    });
    expect(stripe.subscriptions.get(subscription)).toMatchObject({ status: "active", cancel_at_period_end: false });
    expect(await loadBillingPage(owner(), page)).toMatchObject({ renews: true, isCancelled: false });
  });

  it("stop when a platform admin agrees on another one, and when the company is removed", async () => {
    const subscription = await subscribe();
    await updateCustom(admin(), agreed());
    expect(stripe.subscriptions.get(subscription)!.cancel_at_period_end).toBe(true);
    expect(await loadBillingPage(owner(), page)).toMatchObject({ package: "Custom", renews: false, end: null });

    const other = await createCompany(db());
    await db()("company_billings")
      .where({ company_id: other.companyId })
      .update({ subscription_id: subscription, subscription_status: null });
    stripe.subscriptions.get(subscription)!.cancel_at_period_end = false;
    expect(await endUnusedSubscriptions()).toBe(0);
    await db()("companies").where({ id: other.companyId }).update({ deleted_at: "2026-05-10 08:00:00" });
    expect(await endUnusedSubscriptions()).toBe(1);
    expect(await endUnusedSubscriptions()).toBe(0);
    expect(stripe.subscriptions.get(subscription)!.cancel_at_period_end).toBe(true);
  });

  it("change nothing while Stripe is away, and the page is there all the same", async () => {
    await subscribe();
    stripe.failing = 100;
    await expect(cancelPlan(owner())).rejects.toMatchObject({ status: 502, code: "payment.failed" });
    expect((await actual()).subscription_status).toBeNull();
    await expect(orderPackage(owner(), { months: 12, visits: 3000 })).rejects.toMatchObject({ status: 502 });
    expect(await loadBillingPage(owner(), page)).toMatchObject({ card: null, isCancelled: false, next: null });
    // The order waits; pressed once more it is carried out.
    stripe.failing = 0;
    expect((await orderPackage(owner(), { months: 12, visits: 3000 })).outcome).toBe("follows");
    expect((await loadBillingPage(owner(), page)).next).toMatchObject({ package: "Yearly" });
  });

  it("try once more by themselves what Stripe failed at, and pay once", async () => {
    stripe.failing = 2;
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    expect(stripe.asked.filter((one) => one === "POST checkout/sessions")).toHaveLength(3);
    expect(
      [...stripe.sessions.values()].filter((one) => one.asked.client_reference_id === String(orderId)),
    ).toHaveLength(1);
  });
});
