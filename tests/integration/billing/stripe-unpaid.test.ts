import { describe, expect, it } from "vitest";
import { cancelPlan } from "~/features/billing/commands/cancel-plan.server";
import { orderPackage } from "~/features/billing/commands/order-package.server";
import { loadBillingPage } from "~/features/billing/queries/billing-page.server";
import { rollBillings } from "~/features/billing/roll-billings.server";
import { databases } from "../../helpers/databases";
import { billingPage, useStripe } from "./stripe-world";

describe.each(databases())("packages that are paid for when they begin on %s", (kind) => {
  const { stripe, owner, setDay, recordOf, subscribe, paid, tell, renew, end, isRunning } = useStripe(kind);
  /** Pays for a month, and orders a year that follows on the same subscription. */
  async function followed(): Promise<string> {
    const subscription = await subscribe();
    await orderPackage(owner(), { months: 12, visits: 3000 });
    return subscription;
  }
  /** Pays for a month, cancels it, and orders a year that Stripe charges at the end of the month. */
  async function reordered(): Promise<string> {
    await subscribe();
    await cancelPlan(owner());
    return subscribe({ months: 12, visits: 3000 });
  }

  describe.each([
    ["after a running package", followed],
    ["after a cancelled package", reordered],
  ])("%s", (_when, order) => {
    it("end when the card is refused", async () => {
      const subscription = await order();
      expect((await loadBillingPage(owner(), billingPage)).next).toMatchObject({
        start: "Wed 10 Jun 2026",
        end: "Wed 9 Jun 2027",
      });
      setDay("2026-06-10");
      expect(await rollBillings()).toBe(1);
      expect(await recordOf("actual")).toMatchObject({ package: "optimization_yearly", subscription_id: subscription });
      // The charge may be on the way, and is tried again.
      setDay("2026-06-12");
      expect(await isRunning()).toBe(true);
      setDay("2026-06-13");
      expect(await isRunning()).toBe(false);
      setDay("2026-06-11");
      await end(subscription);
      expect(await isRunning()).toBe(false);
      setDay("2026-06-20");
      expect(await isRunning()).toBe(false);
    });

    it("run for their whole term once they are paid for, whenever that is told", async () => {
      const subscription = await order();
      setDay("2026-06-10");
      await rollBillings();
      setDay("2026-06-20");
      await renew(subscription, "2026-06-10", "2027-06-10");
      expect(await recordOf("actual")).toMatchObject({ start_date: "2026-06-10", end_date: "2027-06-10" });
      setDay("2027-06-09");
      expect(await isRunning()).toBe(true);
    });
  });

  it("run for their whole term where Stripe has charged them before it tells that they were ordered", async () => {
    await subscribe();
    await cancelPlan(owner());
    const session = await paid((await orderPackage(owner(), { months: 12, visits: 3000 })).orderId);
    setDay("2026-06-12");
    await rollBillings();
    await renew(session.subscription!, "2026-06-10", "2027-06-10");
    await tell("checkout.session.completed", stripe.sessionBody(session));
    expect(await recordOf("actual")).toMatchObject({
      subscription_id: session.subscription,
      package: "optimization_yearly",
    });
    setDay("2027-06-01");
    expect(await isRunning()).toBe(true);
  });

  it("are followed by nothing while their charge is refused, so that nothing moves their end", async () => {
    const subscription = await followed();
    setDay("2026-06-11");
    await rollBillings();
    stripe.subscriptions.get(subscription)!.status = "past_due";
    await expect(orderPackage(owner(), { months: 1, visits: 1000 })).rejects.toMatchObject({ code: "payment.due" });
    // The first one doesn't wait, and keeps nobody from another choice.
    await expect(orderPackage(owner(), { months: 12, visits: 1000 })).rejects.toMatchObject({ code: "payment.due" });
    expect((await recordOf("actual")).end_date).toBe("2026-06-10");
  });

  it("are paid for at once where Stripe takes no later day, and count at once", async () => {
    await subscribe();
    await cancelPlan(owner());
    setDay("2026-06-09");
    const subscription = await subscribe({ months: 12, visits: 3000 });
    expect(stripe.subscriptions.get(subscription)!.status).toBe("active");
    expect(await recordOf("next")).toMatchObject({ start_date: "2026-06-10", end_date: "2027-06-10" });
  });
});
