import { describe, expect, it, vi } from "vitest";
import { insertBilling } from "~/db/repositories/billings.server";
import * as companies from "~/db/repositories/companies.server";
import { insertOrder } from "~/db/repositories/billing-orders.server";
import * as activation from "~/features/billing/commands/activate-order.server";
import { cancelPlan } from "~/features/billing/commands/cancel-plan.server";
import { approveOrder, rejectOrder } from "~/features/billing/commands/decide-order.server";
import { orderPackage, withdrawOrder } from "~/features/billing/commands/order-package.server";
import { updateCustom } from "~/features/billing/commands/update-custom.server";
import * as mails from "~/features/billing/order-mails.server";
import { services } from "~/services/container.server";
import type { PaymentProvider } from "~/services/payment/payment-provider";
import { databases } from "../../helpers/databases";
import { useStripe } from "./stripe-world";

describe.each(databases())("what happens while Stripe is asked, on %s", (kind) => {
  const { db, stripe, company, owner, admin, setDay, recordOf, orderOf, subscribe, renew, end, tell } = useStripe(kind);

  /** Something else happens before Stripe answers. */
  function during(call: "cancel" | "checkout" | "follow", work: () => Promise<unknown>): void {
    const { payment } = services();
    const asked = payment[call].bind(payment) as (request: unknown) => Promise<unknown>;
    // why: nothing else puts another request exactly between the look at the records and Stripe's answer.
    vi.spyOn(payment, call as "cancel").mockImplementationOnce((async (request: unknown) => {
      await work();
      return asked(request);
    }) as PaymentProvider["cancel"]);
  }

  /** An order that waits for a platform admin. */
  const waitingOrder = (): Promise<number> =>
    insertOrder(
      db(),
      company().companyId,
      {
        package: "optimization_yearly",
        visits: 1000,
        months: 12,
        amount_cents: 10_000,
        provider: "invoice",
        status: "open",
        user_id: owner().user.id,
      },
      "2026-05-10 08:00:00",
    );

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

  it("keeps a month that is paid for while a package is cancelled", async () => {
    const subscription = await subscribe();
    during("cancel", () => renew(subscription, "2026-06-10", "2026-07-10"));
    await cancelPlan(owner());
    expect(await recordOf("actual")).toMatchObject({ end_date: "2026-07-10", subscription_status: "cancelled" });
  });

  it("keeps an order that is approved while a package is cancelled, which is cancelled with it", async () => {
    await subscribe();
    const orderId = await waitingOrder();
    during("cancel", () => approveOrder(admin(), orderId));
    await cancelPlan(owner());
    expect(await orderOf(orderId)).toMatchObject({ status: "approved", start_date: "2026-06-10" });
    expect(await recordOf("actual")).toMatchObject({ end_date: "2026-06-10", subscription_status: "cancelled" });
    expect(await recordOf("next")).toMatchObject({
      package: "optimization_yearly",
      end_date: "2027-06-10",
      subscription_status: "cancelled",
    });
  });

  it("gives up what is ordered on the same subscription while a package is cancelled", async () => {
    const subscription = await subscribe();
    during("cancel", () => orderPackage(owner(), { months: 12, visits: 3000 }));
    await cancelPlan(owner());
    expect(stripe.subscriptions.get(subscription)).toMatchObject({ cancel_at_period_end: true, schedule: null });
    expect(await recordOf("actual")).toMatchObject({ end_date: "2026-06-10", subscription_status: "cancelled" });
    expect(await recordOf("next")).toBeUndefined();
  });

  it("leaves a package alone that takes the place of the cancelled one meanwhile", async () => {
    await subscribe();
    during("cancel", () => updateCustom(admin(), agreed()));
    await expect(cancelPlan(owner())).rejects.toMatchObject({ status: 409, code: "billing.changed" });
    expect(await recordOf("actual")).toMatchObject({ package: "custom", end_date: null, subscription_status: null });
  });

  it("closes the page for an order that is withdrawn while it is made", async () => {
    const onlyOrder = async () => (await db()("billing_orders").where({ company_id: company().companyId }).first())!;
    during("checkout", async () => {
      expect(await withdrawOrder(owner(), (await onlyOrder()).id)).toEqual({ withdrawn: true });
    });
    await expect(orderPackage(owner(), { months: 1, visits: 1000 })).rejects.toMatchObject({
      status: 409,
      code: "order.over",
    });
    expect(stripe.sessions.get((await onlyOrder()).checkout_id!)!.status).toBe("expired");
    expect((await orderPackage(owner(), { months: 1, visits: 1000 })).outcome).toBe("isPaidOnline");
  });

  const decisions = [
    ["withdrawn", (orderId: number) => withdrawOrder(owner(), orderId)],
    ["declined", (orderId: number) => rejectOrder(admin(), { orderId })],
    ["approved", (orderId: number) => approveOrder(admin(), orderId)],
  ] as const;
  const yearly = { months: 12, visits: 3000 };
  const openOrder = async () =>
    (await db()("billing_orders").where({ company_id: company().companyId, status: "open" }).first())!;
  const scheduleOf = (subscription: string) => stripe.subscriptions.get(subscription)!.schedule;

  it.each(decisions)("refuses that an order is %s while Stripe lets it follow", async (_, decide) => {
    await subscribe();
    during("follow", async () => {
      await expect(decide((await openOrder()).id)).rejects.toMatchObject({ status: 409, code: "order.changed" });
    });
    const { orderId, outcome } = await orderPackage(owner(), yearly);
    expect([outcome, (await orderOf(orderId))!.status]).toEqual(["follows", "approved"]);
    expect((await recordOf("next")).subscription_id).not.toBeNull();
  });

  it.each(decisions)("takes back what an attempt has left at Stripe before the order is %s", async (_, decide) => {
    const subscription = await subscribe();
    // why: the process ends between Stripe's answer and what is stored of it.
    const stored = vi.spyOn(activation, "activateOrder").mockRejectedValueOnce(new Error("The process is gone."));
    await expect(orderPackage(owner(), yearly)).rejects.toThrow("The process is gone.");
    expect(stored).toHaveBeenCalled();
    const { id } = await openOrder();
    await expect(decide(id)).rejects.toMatchObject({ code: "order.changed" });
    expect(scheduleOf(subscription)).not.toBeNull();
    setDay("2026-05-11");
    await decide(id);
    expect(scheduleOf(subscription)).toBeNull();
    expect((await orderOf(id))!.status).not.toBe("open");
  });

  it("gives up at Stripe what was decided while it took all too long", async () => {
    const subscription = await subscribe();
    during("follow", async () => {
      setDay("2026-05-11");
      await rejectOrder(admin(), { orderId: (await openOrder()).id });
    });
    await expect(orderPackage(owner(), yearly)).rejects.toMatchObject({ status: 409, code: "order.over" });
    expect(scheduleOf(subscription)).toBeNull();
    expect(await recordOf("next")).toBeUndefined();
  });

  it("lets an order be decided at once that Stripe hasn't answered, and be ordered again", async () => {
    const subscription = await subscribe();
    stripe.failing = 9;
    await expect(orderPackage(owner(), yearly)).rejects.toMatchObject({ status: 502 });
    stripe.failing = 0;
    expect(await withdrawOrder(owner(), (await openOrder()).id)).toEqual({ withdrawn: true });
    expect((await orderPackage(owner(), yearly)).outcome).toBe("follows");
    expect(scheduleOf(subscription)).not.toBeNull();
  });

  it("makes a new page for an order whose page was closed by a decision that failed", async () => {
    const monthly = { months: 1, visits: 1000 };
    const { orderId } = await orderPackage(owner(), monthly);
    const first = (await orderOf(orderId))!.checkout_id!;
    vi.spyOn(mails, "tellOfRejection").mockRejectedValueOnce(new Error("No mail is stored."));
    await expect(rejectOrder(admin(), { orderId })).rejects.toThrow("No mail is stored.");
    expect(stripe.sessions.get(first)!.status).toBe("expired");
    expect(await orderPackage(owner(), monthly)).toEqual({ orderId, outcome: "isPaidOnline" });
    const second = (await orderOf(orderId))!.checkout_id!;
    expect(stripe.sessions.get(second)!.status).toBe("open");
    // One that can be paid for, or was, stays.
    await orderPackage(owner(), monthly);
    stripe.pay(second);
    await orderPackage(owner(), monthly);
    expect((await orderOf(orderId))!.checkout_id).toBe(second);
  });

  it("keeps an order whose page was replaced in the moment in which its end is told", async () => {
    const { orderId } = await orderPackage(owner(), { months: 1, visits: 1000 });
    const first = stripe.sessions.get((await orderOf(orderId))!.checkout_id!)!;
    // why: nothing else puts another request exactly between the look at the order and its lock.
    const lock = vi.spyOn(companies, "lockAnyAcrossCompanies").mockImplementationOnce(async (trx, companyId) => {
      await trx("billing_orders").where({ id: orderId }).update({ checkout_id: "cs_of_the_next_page" });
      return (await trx("companies").where({ id: companyId }).first())!;
    });
    await tell("checkout.session.expired", { ...stripe.sessionBody(first), status: "expired" });
    expect(lock).toHaveBeenCalled();
    expect(await orderOf(orderId)).toMatchObject({ status: "open", checkout_id: "cs_of_the_next_page" });
  });

  it.each(decisions)("refuses that an order is %s whose page is made in the same moment", async (_, decide) => {
    const orderId = await waitingOrder();
    // why: nothing else puts another request exactly between the look at the order and its lock.
    const lock = vi.spyOn(companies, "lockCompany").mockImplementationOnce(async (trx, companyId) => {
      await trx("billing_orders").where({ id: orderId }).update({ checkout_id: "cs_of_another_request" });
      return trx("companies").where({ id: companyId }).first() as ReturnType<typeof companies.lockCompany>;
    });
    await expect(decide(orderId)).rejects.toMatchObject({ status: 409, code: "order.changed" });
    expect(lock).toHaveBeenCalled();
    expect((await orderOf(orderId))!.status).toBe("open");
  });

  it("says that a package is cancelled which Stripe has ended, also where another one came meanwhile", async () => {
    const subscription = await subscribe();
    const { companyId } = company();
    during("cancel", () =>
      insertBilling(
        db(),
        companyId,
        {
          ...{ package: "optimization_yearly", visits_limit: 1000, visits_period: "monthly", status: "next" },
          ...{ start_date: "2026-06-10", end_date: "2027-06-10", subscription_id: "sub_other" },
        },
        "2026-05-10 08:00:00",
      ),
    );
    await expect(cancelPlan(owner())).rejects.toMatchObject({ status: 409, code: "billing.changed" });
    expect(stripe.subscriptions.get(subscription)!.cancel_at_period_end).toBe(true);
    expect(await recordOf("actual")).toMatchObject({ end_date: "2026-06-10", subscription_status: "cancelled" });
    expect(await recordOf("next")).toMatchObject({ subscription_status: null });
  });

  it("keeps what Stripe has ended where it fails afterwards, and ends the rest with the next try", async () => {
    await subscribe();
    const { companyId } = company();
    const own = { package: "optimization_yearly", visits_limit: 1000, visits_period: "monthly" } as const;
    await insertBilling(
      db(),
      companyId,
      { ...own, status: "next", start_date: "2026-06-10", end_date: "2027-06-10", subscription_id: "sub_missing" },
      "2026-05-10 08:00:00",
    );
    await expect(cancelPlan(owner())).rejects.toMatchObject({ status: 502 });
    expect(await recordOf("actual")).toMatchObject({ end_date: "2026-06-10", subscription_status: "cancelled" });
    expect(await recordOf("next")).toMatchObject({ subscription_status: null });
    // why: the subscription is none of this machine's Stripe.
    const ended = vi.spyOn(services().payment, "cancel").mockResolvedValueOnce();
    await cancelPlan(owner());
    expect(ended.mock.calls).toEqual([["sub_missing"]]);
    expect(await recordOf("next")).toBeUndefined();
  });

  it("leaves a package cancelled where Stripe tells of the end before it answers", async () => {
    const subscription = await subscribe();
    during("cancel", () => end(subscription));
    await cancelPlan(owner());
    expect(await recordOf("actual")).toMatchObject({ end_date: "2026-06-10", subscription_status: "cancelled" });
  });
});
