import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { setServices } from "~/services/container.server";
import { stripeProvider } from "~/services/payment/stripe-provider";
import { createCompany, createMember, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { LocalStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from "../../helpers/stripe/stripe-server";
import { testServices } from "../../helpers/services";
import { get, post } from "../api/api-world";
import { forgetWorld, setWorld } from "../planning/desk";

type Person = { headers: Record<string, string> };

describe.each(databases())("calls of billing on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let stripe: LocalStripe;
  let company: TestCompany;
  let other: TestCompany;
  let owner: Person;
  let boss: Person;

  async function signedIn(userId: number): Promise<Person> {
    const user = await getUserAcrossCompanies(db(), userId);
    return { headers: { Cookie: (await openSession(user, new Headers())).split(";")[0]! } };
  }
  const list = async (who: Person, query: object = {}) => (await get(who, "company-billing/list", query)).body.data;

  beforeAll(async () => {
    stripe = await new LocalStripe().start();
  });
  afterAll(() => stripe.stop());
  beforeEach(async () => {
    setWorld(db());
    const settings = { secretKey: STRIPE_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl: stripe.url };
    const clock = { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) };
    setServices(testServices({ clock, payment: stripeProvider(settings) }));
    company = await createCompany(db());
    other = await createCompany(db());
    owner = await signedIn(company.ownerId);
    await updateUser(db(), other.ownerId, { is_admin: 1 }, NOW);
    boss = await signedIn(other.ownerId);
  });
  afterEach(forgetWorld);

  // @spec AA-7.28 AA-7.29 AA-7.31 AA-3.26
  it("list a company's package, give it one that was agreed on, list its invoices, and cancel it", async () => {
    const { companyId } = company;
    const agreed = {
      billed_company_id: companyId,
      visits_limit: 5000,
      visits_period: "monthly",
      start_date: "2026-11-01",
    };
    const custom = { ...agreed, custom_cost_per_visit: 0.01, custom_discount: 10, replaces: true };
    expect((await post(owner, "company-billing/update-custom", custom)).status).toBe(403);
    expect((await post(boss, "company-billing/update-custom", custom)).status).toBe(200);
    const [billing] = (await list(owner, { company_id: companyId })) as Record<string, unknown>[];
    expect(billing).toMatchObject({
      company_id: companyId,
      package: "custom",
      status: "actual",
      visits_limit: 5000,
      visits_period: "monthly",
      custom_cost_per_visit: 0.01,
      custom_discount: 10,
      subscription_status: null,
      end_date: null,
    });
    expect((await get(boss, "company-billing/list", { company_id: companyId })).status).toBe(404);
    expect((await get(owner, "company-billing/list", { company_id: other.companyId })).status).toBe(404);
    const invoices = await get(owner, "company-billing/invoices", { company_id: companyId });
    expect([invoices.status, invoices.body.data]).toEqual([200, []]);

    expect((await post(owner, "company-billing/cancel", { company_id: other.companyId })).status).toBe(404);
    expect((await post(owner, "company-billing/cancel", { company_id: companyId })).status).toBe(200);
    expect(await list(owner)).toMatchObject([{ company_id: companyId, subscription_status: "cancelled" }]);
  });

  // @spec AA-7.32
  it("lead to the payment service's pages, say whether it is paid, take an order back, and know the card", async () => {
    await db()("company_billings")
      .where({ company_id: company.companyId })
      .update({ package: "free", visits_limit: 1000 });
    const begin = async () => {
      const { status, body } = await post(owner, "company/billing/session", { months: 1, visits: 1000 });
      expect(status).toBe(200);
      return body.data as { order_id: number; url: string };
    };
    const first = await begin();
    expect(first.url).toMatch(/^https?:/);
    expect((await post(owner, "company/billing/sessionCancel", { order_id: first.order_id })).body.data).toEqual({
      withdrawn: true,
    });
    expect((await get(owner, "company/billing/payment-method")).body.data).toBeNull();

    const { order_id, url } = await begin();
    const isPaid = async () => (await post(owner, "company/billing/sessionSuccess", { order_id })).body.data;
    expect(await isPaid()).toEqual({ isPaid: false });
    stripe.pay(url.split("/").at(-1)!);
    expect(await isPaid()).toEqual({ isPaid: true });
    expect(await list(owner)).toMatchObject([{ package: "optimization_monthly", visits_limit: 1000 }]);
    const portal = await post(owner, "company/billing/portal");
    expect([portal.status, portal.body.data]).toEqual([200, { url: expect.stringMatching(/^https?:/) as string }]);
    expect((await get(owner, "company/billing/payment-method")).body.data).toMatchObject({
      brand: expect.any(String) as string,
      last4: expect.stringMatching(/^\d{4}$/) as string,
    });
    for (const call of ["session", "sessionSuccess", "sessionCancel", "portal", "payment-method"])
      expect((await post(null, `company/billing/${call}`, {})).status, call).toBe(401);
  });

  // @spec AA-7.26
  it("tell for several companies how much of their packages they have used", async () => {
    const ids = { company_ids: `${company.companyId},${other.companyId}` };
    const { status, body } = await get(boss, "company/list", ids);
    expect(status).toBe(200);
    expect(body.data).toMatchObject(
      [company, other].map(({ companyId }) => ({
        company_id: companyId,
        package: "custom",
        label: "Active",
        visits_used: 0,
        visits_limit: 1_000_000,
        colour: "green",
        end_date: null,
      })),
    );
    expect((await get(owner, "company/list", ids)).status).toBe(404);
    const wrong = await get(boss, "company/list", { company_ids: "abc" });
    expect([wrong.status, wrong.body.data]).toEqual([
      422,
      {
        company_ids: "Company ids must be numbers with commas between them",
      },
    ]);
  });

  // @spec AA-7.26
  it("tell it of each company that the caller manages, whichever is current", async () => {
    const ids = { company_ids: `${other.companyId},${company.companyId}` };
    const member = await createMember(db(), other.companyId, { user_id: company.ownerId, is_dispatcher: 1 });
    // No admin there.
    expect((await get(owner, "company/list", ids)).status).toBe(403);
    await db()("company_members").where({ id: member }).update({ is_admin: 1 });
    const { status, body } = await get(owner, "company/list", ids);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ company_id: other.companyId }, { company_id: company.companyId }]);
    await db()("company_members").where({ id: member }).update({ status: 0 });
    expect((await get(owner, "company/list", ids)).status).toBe(404);
  });
});
