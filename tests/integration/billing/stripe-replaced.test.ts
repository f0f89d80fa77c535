import { describe, expect, it } from "vitest";
import { cancelPlan } from "~/features/billing/commands/cancel-plan.server";
import { orderPackage } from "~/features/billing/commands/order-package.server";
import { updateCustom } from "~/features/billing/commands/update-custom.server";
import { loadBillingPage } from "~/features/billing/queries/billing-page.server";
import { endUnusedSubscriptions, rollBillings } from "~/features/billing/roll-billings.server";
import { databases } from "../../helpers/databases";
import { billingPage, useStripe } from "./stripe-world";

describe.each(databases())("subscriptions that nothing needs any more on %s", (kind) => {
  const { db, stripe, company, owner, admin, setDay, records, recordOf, ...world } = useStripe(kind);
  const { tell, paid, subscribe, renew, end } = world;
  const subscriptionOf = (id: string) => stripe.subscriptions.get(id)!;
  const agreed = () =>
    ({
      billed_company_id: company().companyId,
      visits_limit: 5000,
      visits_period: "yearly",
      custom_cost_per_visit: 0,
      custom_discount: 0,
      start_date: "2026-05-10",
      end_date: "",
      replaces: true,
    }) as const;
  const remove = () =>
    db()("companies").where({ id: company().companyId }).update({ deleted_at: "2026-05-10 08:00:00" });

  it("end with an order that an agreed package replaces", async () => {
    const first = await subscribe();
    await cancelPlan(owner());
    const ordered = await subscribe({ months: 12, visits: 3000 });
    await updateCustom(admin(), agreed());
    await endUnusedSubscriptions();
    expect(subscriptionOf(first).cancel_at_period_end).toBe(true);
    expect(subscriptionOf(ordered).cancel_at_period_end).toBe(true);
    expect(await endUnusedSubscriptions()).toBe(0);
  });

  it("end at once where a refused renewal would be tried again", async () => {
    const refused = await subscribe();
    subscriptionOf(refused).status = "past_due";
    setDay("2026-06-14");
    const { orderId, outcome } = await orderPackage(owner(), { months: 1, visits: 1000 });
    expect(outcome).toBe("isPaidOnline");
    const session = await paid(orderId);
    await tell("checkout.session.completed", stripe.sessionBody(session));
    expect(await endUnusedSubscriptions()).toBe(1);
    expect(subscriptionOf(refused).status).toBe("canceled");
    expect(subscriptionOf(session.subscription!)).toMatchObject({ status: "active", cancel_at_period_end: false });
    await end(refused);
    expect(await recordOf("actual")).toMatchObject({
      subscription_id: session.subscription,
      subscription_status: null,
    });
  });

  it("end at once where an agreed package replaces one whose renewal was refused, now or later", async () => {
    const refused = await subscribe();
    subscriptionOf(refused).status = "past_due";
    setDay("2026-06-14");
    await updateCustom(admin(), { ...agreed(), replaces: false, start_date: "2026-06-20" });
    expect(subscriptionOf(refused).status).toBe("canceled");
    expect(await recordOf("actual")).toMatchObject({ subscription_id: refused, subscription_status: "cancelled" });
    expect(await loadBillingPage(owner(), billingPage)).toMatchObject({ renews: false });
  });

  it("go on where a package that follows is paid for in the same way", async () => {
    const subscription = await subscribe();
    await orderPackage(owner(), { months: 12, visits: 3000 });
    setDay("2026-06-10");
    await renew(subscription, "2026-06-10", "2027-06-10");
    await rollBillings();
    expect((await records()).at(-2)).toMatchObject({ status: "past", subscription_id: subscription });
    expect(await endUnusedSubscriptions()).toBe(0);
    expect(subscriptionOf(subscription).cancel_at_period_end).toBe(false);
  });

  it("end where a company was removed before it paid, and give it the package should it come back", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const session = await paid(orderId);
    await remove();
    await tell("checkout.session.completed", stripe.sessionBody(session));
    expect(await recordOf("actual")).toMatchObject({ subscription_id: session.subscription, end_date: "2026-06-10" });
    expect(await endUnusedSubscriptions()).toBe(1);
    expect(subscriptionOf(session.subscription!).cancel_at_period_end).toBe(true);
    await end(session.subscription!);
    expect((await recordOf("actual")).subscription_status).toBe("cancelled");
  });

  it("are paid for at the price of the order that waits, and not at that of today", async () => {
    stripe.failing = 9;
    await expect(orderPackage(owner(), { months: 1, visits: 1000 })).rejects.toMatchObject({ status: 502 });
    stripe.failing = 0;
    const own = { company_id: company().companyId };
    await db()("billing_orders").where(own).update({ amount_cents: 4200 });
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const { asked } = stripe.sessions.get((await world.orderOf(orderId))!.checkout_id!)!;
    expect(asked.line_items).toMatchObject([{ price_data: { unit_amount: "4200" } }]);
    expect((await world.orderOf(orderId))!.amount_cents).toBe(4200);
  });

  it("leave the order of a removed company that didn't pay", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const session = stripe.sessions.get((await world.orderOf(orderId))!.checkout_id!)!;
    await remove();
    await tell("checkout.session.expired", { ...stripe.sessionBody(session), status: "expired" });
    expect((await world.orderOf(orderId))!.status).toBe("withdrawn");
  });
});
