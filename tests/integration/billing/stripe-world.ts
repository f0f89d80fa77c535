/** A company in its trial, and Stripe on this machine. */
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import type { BillingStatus } from "~/domain/billing/billing-record";
import { orderPackage } from "~/features/billing/commands/order-package.server";
import { takePaymentEvent } from "~/features/billing/commands/take-payment-event.server";
import { packageOf } from "~/planner/company-package.server";
import { setServices } from "~/services/container.server";
import { stripeProvider } from "~/services/payment/stripe-provider";
import { createCompany } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import type { databases } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { LocalStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from "../../helpers/stripe/stripe-server";

export const billingPage = new Request("http://localhost/platform/company/billing/main");
export const secOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

export function useStripe(kind: ReturnType<typeof databases>[number]) {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  const stripe = new LocalStripe();
  let today = "";
  let company: TestCompany;
  let owner: CompanySession;
  const setDay = (day: string) => {
    today = day;
    stripe.nowSec = secOf(day) + 8 * 3600;
  };
  const records = async () => db()("company_billings").where({ company_id: company.companyId }).orderBy("id");
  const recordOf = async (status: BillingStatus) => (await records()).find((one) => one.status === status)!;
  const orderOf = (id: number) => db()("billing_orders").where({ id }).first();
  const tell = async (...event: Parameters<LocalStripe["signed"]>) => {
    const { body, signature } = await stripe.signed(...event);
    await takePaymentEvent(body, signature);
  };
  /** @returns the session, paid for, before anything is told */
  const paid = async (orderId: number) => stripe.pay((await orderOf(orderId))!.checkout_id!);
  /** Orders a package on Stripe's page, and concludes it there. @returns its subscription */
  const subscribe = async (choice = { months: 1, visits: 1000 }) => {
    const session = await paid((await orderPackage(owner, choice)).orderId);
    await tell("checkout.session.completed", stripe.sessionBody(session));
    return session.subscription!;
  };
  const renew = (subscription: string, from: string, until: string) =>
    tell("invoice.paid", stripe.invoiceBody(subscription, secOf(from), secOf(until), "subscription_cycle"));
  /** Stripe has given up trying the card, or the subscription's time is over. */
  const end = (subscription: string) =>
    tell("customer.subscription.deleted", { id: subscription, object: "subscription" });
  const isRunning = async () => (await packageOf(db(), company.companyId, `${today} 08:00:00`)).isRunning;

  beforeAll(() => stripe.start());
  afterAll(() => stripe.stop());
  beforeEach(async () => {
    setDay("2026-05-10");
    stripe.failing = 0;
    stripe.asked.length = 0;
    setDatabase(db());
    const settings = { secretKey: STRIPE_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl: stripe.url };
    const clock = { nowMs: () => Date.parse(`${today}T08:00:00Z`) };
    setServices(testServices({ clock, payment: stripeProvider(settings) }));
    company = await createCompany(db());
    owner = sessionOf(company, { isOwner: true }, company.ownerId);
    await db()("company_billings").where({ company_id: company.companyId }).update({
      package: "free",
      visits_limit: 1000,
      visits_period: "all_period",
      start_date: "2026-05-08",
      end_date: "2026-05-15",
    });
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
    vi.restoreAllMocks();
  });

  return {
    db,
    stripe,
    company: () => company,
    owner: () => owner,
    admin: () => sessionOf(company, { hasAdminFlag: true, isOwner: true }, company.ownerId),
    setDay,
    records,
    recordOf,
    orderOf,
    tell,
    paid,
    subscribe,
    renew,
    end,
    isRunning,
  };
}
