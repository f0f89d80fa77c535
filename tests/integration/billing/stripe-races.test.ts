import { describe, expect, it, vi } from "vitest";
import { insertBilling } from "~/db/repositories/billings.server";
import * as companies from "~/db/repositories/companies.server";
import { insertOrder } from "~/db/repositories/billing-orders.server";
import { cancelPlan } from "~/features/billing/commands/cancel-plan.server";
import { approveOrder, rejectOrder } from "~/features/billing/commands/decide-order.server";
import { orderPackage, withdrawOrder } from "~/features/billing/commands/order-package.server";
import { updateCustom } from "~/features/billing/commands/update-custom.server";
import { services } from "~/services/container.server";
import type { PaymentProvider } from "~/services/payment/payment-provider";
import { databases } from "../../helpers/databases";
import { useStripe } from "./stripe-world";

describe.each(databases())("what happens while Stripe is asked, on %s", (kind) => {
  const { db, stripe, company, owner, admin, recordOf, orderOf, subscribe, renew, end } = useStripe(kind);

  /** Something else happens before Stripe answers. */
  function during(call: "cancel" | "checkout", work: () => Promise<unknown>): void {
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

  it.each([
    ["withdrawn", (orderId: number) => withdrawOrder(owner(), orderId)],
    ["declined", (orderId: number) => rejectOrder(admin(), { orderId })],
    ["approved", (orderId: number) => approveOrder(admin(), orderId)],
  ])("refuses that an order is %s whose page is made in the same moment", async (_, decide) => {
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
