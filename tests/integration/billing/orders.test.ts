import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { cancelPlan } from "~/features/billing/commands/cancel-plan.server";
import { approveOrder, rejectOrder } from "~/features/billing/commands/decide-order.server";
import { orderPackage, withdrawOrder } from "~/features/billing/commands/order-package.server";
import { updateCustom } from "~/features/billing/commands/update-custom.server";
import { loadBillingPage } from "~/features/billing/queries/billing-page.server";
import { loadOrdersPage } from "~/features/billing/queries/orders-page.server";
import { loadShopPage } from "~/features/billing/queries/shop-page.server";
import { rollBillings } from "~/features/billing/roll-billings.server";
import { packageOf, refuseBeyondPackage } from "~/planner/company-package.server";
import { setServices } from "~/services/container.server";
import { createCompany } from "../../factories/company";
import { queuedMails } from "../../helpers/accounts";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const page = (query = "") => new Request(`http://localhost/platform/company/billing/main${query}`);

describe.each(databases())("packages of companies on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let today = "2026-05-10";
  let company: TestCompany;
  let owner: CompanySession;
  let admin: CompanySession;
  const records = () => db()("company_billings").where({ company_id: company.companyId }).orderBy("id");
  const trial = () =>
    db()("company_billings").where({ company_id: company.companyId }).update({
      package: "free",
      visits_limit: 1000,
      visits_period: "all_period",
      start_date: "2026-05-08",
      end_date: "2026-05-15",
    });

  beforeEach(async () => {
    today = "2026-05-10";
    setDatabase(db());
    setServices(testServices({ clock: { nowMs: () => Date.parse(`${today}T08:00:00Z`) } }));
    company = await createCompany(db());
    owner = sessionOf(company, { isOwner: true }, company.ownerId);
    const platform = await createCompany(db());
    admin = sessionOf(platform, { hasAdminFlag: true, isOwner: true }, platform.ownerId);
    await trial();
  });
  afterEach(() => {
    setServices(undefined);
    setDatabase(undefined);
  });

  it("say at which hour they end where one is, since their days are UTC's", async () => {
    await db()("users").where({ id: company.ownerId }).update({ time_zone: "America/Los_Angeles" });
    const ends = "Thu 14 May 2026, 17:00, by the clock of America/Los_Angeles";
    expect(await loadBillingPage(owner, page())).toMatchObject({ end: "Thu 14 May 2026", endsAt: ends });
    today = "2026-05-15";
    expect(await loadBillingPage(owner, page())).toMatchObject({ isRunning: false, endsAt: ends });
    await db()("company_billings").where({ company_id: company.companyId }).update({ end_date: null });
    expect(await loadBillingPage(owner, page())).toMatchObject({ end: null, endsAt: null });
  });

  it("are ordered, approved in place of a trial, with an invoice's number, and shown", async () => {
    const { orderId, outcome } = await orderPackage(owner, { months: 6, visits: 2000 });
    expect(outcome).toBe("waits");
    // Pressed twice is one order; another one has to wait.
    expect((await orderPackage(owner, { months: 6, visits: 2000 })).orderId).toBe(orderId);
    for (const other of [
      { months: 1, visits: 2000 },
      { months: 6, visits: 3000 },
    ])
      await expect(orderPackage(owner, other)).rejects.toMatchObject({ code: "order.open" });
    const before = await loadBillingPage(owner, page());
    expect(before).toMatchObject({ label: "Trial", start: "Fri 8 May 2026", end: "Thu 14 May 2026" });
    expect(before.orders).toMatchObject([
      { what: "6 months, 2,000 visits a month", amount: "€486.00", status: "Waiting", isOpen: true, invoice: null },
    ]);
    await approveOrder(admin, orderId);
    expect(await records()).toMatchObject([
      { package: "free", status: "past" },
      {
        package: "optimization_6_months",
        status: "actual",
        visits_limit: 2000,
        visits_period: "monthly",
        start_date: "2026-05-10",
        end_date: "2026-11-10",
      },
    ]);
    const shown = await loadBillingPage(owner, page());
    expect(shown).toMatchObject({
      package: "6 months",
      label: "Active",
      limit: 2000,
      colour: "green",
      period: "per month",
      nextReset: "Wed 10 Jun 2026",
      price: "€486.00",
      cannotCancel: null,
      start: "Sun 10 May 2026",
      end: "Mon 9 Nov 2026",
      endCancelled: "Mon 9 Nov 2026",
    });
    expect(shown.orders).toMatchObject([{ period: "Sun 10 May 2026 – Mon 9 Nov 2026" }]);
    expect(shown.orders).toMatchObject([{ status: "Approved", isOpen: false, invoice: expect.any(Number) as number }]);
    await expect(approveOrder(admin, orderId)).rejects.toMatchObject({ code: "order.decided" });
    const logged = await db()("audit_log").where({ company_id: company.companyId, action: "billing_order.approve" });
    expect(logged).toMatchObject([{ user_id: admin.user.id }]);
  });

  it("tell platform admins by mail that an order waits, and whoever ordered what became of it", async () => {
    await db()("mails").delete();
    const { email: ours } = (await db()("users").where({ id: admin.user.id! }).first("email"))!;
    const { email: theirs } = (await db()("users").where({ id: company.ownerId }).first("email"))!;
    const { title } = (await db()("companies").where({ id: company.companyId }).first("title"))!;
    await db()("users").where({ platform_role: "sudo" }).update({ platform_role: "none" });
    await db()("users").update({ is_admin: 0 });
    await db()("users").where({ id: admin.user.id! }).update({ is_admin: 1 });
    const sent = async () => {
      const mails = await queuedMails(db());
      await db()("mails").delete();
      return mails.map(({ to, subject, text }) => ({ to, subject, text }));
    };
    const { orderId } = await orderPackage(owner, { months: 1, visits: 1000 });
    await orderPackage(owner, { months: 1, visits: 1000 });
    expect(await sent()).toEqual([
      {
        to: ours,
        subject: `${title}: an order waits for your approval`,
        text: expect.stringMatching(
          /ordered 1 month with 1,000 visits a month for €50\.00[^]*\/admin\/orders/,
        ) as string,
      },
    ]);
    await rejectOrder(admin, { orderId, reason: "Please take 6 months." });
    expect(await sent()).toEqual([
      {
        to: theirs,
        subject: "Your order is declined",
        text: expect.stringContaining("Please take 6 months.") as string,
      },
    ]);
    const [entry] = await db()("audit_log").where({ company_id: company.companyId, action: "billing_order.reject" });
    expect(JSON.parse(entry!.changes!)).toMatchObject([{ fields: { reason: [null, "Please take 6 months."] } }]);
    // Without an account that can sign in, those are told who manage the company: here the owner.
    const again = (await orderPackage({ ...owner, user: { ...owner.user, id: null } }, { months: 6, visits: 1000 }))
      .orderId;
    await sent();
    await approveOrder(admin, again);
    const { invoice_number: invoice } = (await db()("billing_orders").where({ id: again }).first())!;
    expect(await sent()).toEqual([
      {
        to: theirs,
        subject: "Your order is approved",
        text: expect.stringMatching(new RegExp(`No\\. ${invoice}\\.[^]*/company/billing/invoice/${again}`)) as string,
      },
    ]);
  });

  it("are asked about with all that is decided, on whatever page of the list the order is", async () => {
    const { orderId } = await orderPackage(owner, { months: 1, visits: 1000 });
    const asked = (query: string) =>
      loadOrdersPage(admin, new Request(`http://localhost/platform/admin/orders?${query}`));
    const [order] = (await asked("")).list.rows.filter(({ id }) => id === orderId);
    expect(order).toMatchObject({ what: "1 month, 1,000 visits a month", amount: "€50.00" });
    const elsewhere = await asked(`q=nobody&dialog=approve-order&id=${orderId}`);
    expect([elsewhere.list.rows, elsewhere.item]).toEqual([[], order]);
    await db()("companies").where({ id: company.companyId }).update({ deleted_at: "2026-05-10 08:00:00" });
    expect((await asked(`dialog=approve-order&id=${orderId}`)).item).toBeNull();
    await expect(loadOrdersPage(owner, page(`?id=${orderId}`))).rejects.toMatchObject({ status: 403 });
  });

  it("have invoices numbered without a gap, whoever approves at the same time", async () => {
    const others: TestCompany[] = [];
    for (let index = 0; index < 9; index++) others.push(await createCompany(db()));
    const ids: number[] = [];
    for (const one of [company, ...others])
      ids.push(
        (await orderPackage(sessionOf(one, { isOwner: true }, one.ownerId), { months: 1, visits: 100 })).orderId,
      );
    for (const id of ids.slice(0, 3)) await approveOrder(admin, id);
    await Promise.all(ids.slice(3).map((id) => approveOrder(admin, id)));
    const numbers = (await db()("billing_orders").whereIn("id", ids).orderBy("id")).map((row) => row.invoice_number!);
    const first = numbers[0]!;
    expect(numbers.slice(0, 3)).toEqual([first, first + 1, first + 2]);
    expect(numbers.slice(3).sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9].map((next) => first + next));
  });

  // @spec AA-3.27
  it("follow what is paid for, and take their turn on their day, also after days without a look", async () => {
    await approveOrder(admin, (await orderPackage(owner, { months: 1, visits: 1000 })).orderId);
    today = "2026-06-01";
    expect((await loadShopPage(owner, page(), {})).begins).toBe("Wed 10 Jun 2026");
    await approveOrder(admin, (await orderPackage(owner, { months: 12, visits: 3000 })).orderId);
    await expect(orderPackage(owner, { months: 1, visits: 1000 })).rejects.toMatchObject({ code: "order.next" });
    expect((await loadBillingPage(owner, page())).next).toMatchObject({
      package: "Yearly",
      start: "Wed 10 Jun 2026",
      end: "Wed 9 Jun 2027",
    });
    today = "2026-06-09";
    expect(await rollBillings()).toBe(0);
    today = "2026-06-14";
    expect(await rollBillings()).toBe(1);
    expect(await rollBillings()).toBe(0);
    expect((await records()).map(({ package: key, status }) => [key, status])).toEqual([
      ["free", "past"],
      ["optimization_monthly", "past"],
      ["optimization_yearly", "actual"],
    ]);
  });

  it("count from their first day on, also before the hourly look", async () => {
    await approveOrder(admin, (await orderPackage(owner, { months: 1, visits: 1000 })).orderId);
    await approveOrder(admin, (await orderPackage(owner, { months: 12, visits: 3000 })).orderId);
    today = "2026-06-10";
    const now = `${today} 00:10:00`;
    await refuseBeyondPackage(db(), company.companyId, [1_000_000], now);
    expect(await packageOf(db(), company.companyId, now)).toMatchObject({ isRunning: true, usage: { limit: 3000 } });
    expect(await loadBillingPage(owner, page())).toMatchObject({ package: "Yearly", limit: 3000, next: null });
    expect((await loadShopPage(owner, page(), {})).cannotOrder).toBeNull();
    // What is done now is done with the package that has begun.
    await approveOrder(admin, (await orderPackage(owner, { months: 1, visits: 1000 })).orderId);
    await cancelPlan(owner);
    expect((await records()).map((row) => [row.package, row.status, row.start_date])).toEqual([
      ["free", "past", "2026-05-08"],
      ["optimization_monthly", "past", "2026-05-10"],
      ["optimization_yearly", "actual", "2026-06-10"],
      ["optimization_monthly", "next", "2027-06-10"],
    ]);
    expect(await rollBillings()).toBe(0);
  });

  it("follow what has its turn today, though the order is approved before the hourly look", async () => {
    await approveOrder(admin, (await orderPackage(owner, { months: 1, visits: 1000 })).orderId);
    const { orderId } = await orderPackage(owner, { months: 12, visits: 3000 });
    await updateCustom(admin, {
      billed_company_id: company.companyId,
      visits_limit: 5000,
      visits_period: "monthly",
      custom_cost_per_visit: 0,
      custom_discount: 0,
      start_date: "2026-06-10",
      end_date: "2026-12-10",
      replaces: true,
    });
    today = "2026-06-10";
    await approveOrder(admin, orderId);
    expect((await records()).map((row) => [row.package, row.status, row.start_date])).toEqual([
      ["free", "past", "2026-05-08"],
      ["optimization_monthly", "past", "2026-05-10"],
      ["custom", "actual", "2026-06-10"],
      ["optimization_yearly", "next", "2026-12-10"],
    ]);
  });

  // @spec AA-3.28 AA-4.14
  it("end with what is paid for once they are cancelled, what follows and is invoiced included", async () => {
    await expect(cancelPlan(owner)).rejects.toMatchObject({ code: "billing.trial" });
    await approveOrder(admin, (await orderPackage(owner, { months: 1, visits: 1000 })).orderId);
    await approveOrder(admin, (await orderPackage(owner, { months: 6, visits: 1000 })).orderId);
    expect(await loadBillingPage(owner, page())).toMatchObject({ endCancelled: "Wed 9 Dec 2026", dropsNext: false });
    await cancelPlan(owner);
    const shown = await loadBillingPage(owner, page());
    expect(shown).toMatchObject({ isCancelled: true, isRunning: true, next: { end: "Wed 9 Dec 2026" } });
    await expect(cancelPlan(owner)).rejects.toMatchObject({ code: "billing.cancelled" });
    today = "2026-06-10";
    expect(await rollBillings()).toBe(1);
    expect(await loadBillingPage(owner, page())).toMatchObject({ isRunning: true, isCancelled: true });
    today = "2026-12-10";
    expect((await loadBillingPage(owner, page())).isRunning).toBe(false);
    // One without an end has one from then on.
    await db()("company_billings").where({ company_id: company.companyId, status: "actual" }).update({
      package: "custom",
      end_date: null,
      visits_period: "all_period",
      subscription_status: null,
    });
    await cancelPlan(owner);
    expect(await loadBillingPage(owner, page())).toMatchObject({ isRunning: true, end: "Thu 10 Dec 2026" });
    // What is ordered afterwards can be cancelled, too.
    await approveOrder(admin, (await orderPackage(owner, { months: 1, visits: 1000 })).orderId);
    expect((await loadBillingPage(owner, page())).cannotCancel).toBeNull();
    await cancelPlan(owner);
    expect((await loadBillingPage(owner, page())).cannotCancel).not.toBeNull();
  });

  it("have invoices that stay as they were, also of many orders, and are found by nobody else", async () => {
    const { orderId } = await orderPackage(owner, { months: 1, visits: 1000 });
    await approveOrder(admin, orderId);
    const to = async () => (await db()("billing_orders").where({ id: orderId }).first())!.billed_to;
    const before = await to();
    expect(JSON.parse(before!)).toContain((await db()("companies").where({ id: company.companyId }).first())!.title);
    await db()("companies").where({ id: company.companyId }).update({ title: "Renamed" });
    expect(await to()).toBe(before);
    for (let nth = 0; nth < 25; nth++)
      await withdrawOrder(owner, (await orderPackage(owner, { months: 12, visits: 1000 })).orderId);
    const { orders } = await loadBillingPage(owner, page());
    expect(orders).toHaveLength(21);
    expect(orders.at(-1)).toMatchObject({ id: orderId, invoice: expect.any(Number) as number });
  });

  it("that begin later follow what is there, and are named in the company's log with what was agreed", async () => {
    const later = {
      billed_company_id: company.companyId,
      visits_limit: 7000,
      visits_period: "monthly",
      custom_cost_per_visit: 0,
      custom_discount: 0,
      start_date: "2026-05-12",
      end_date: "",
      replaces: false,
    } as const;
    await updateCustom(admin, later);
    expect((await records()).map(({ package: key, status, end_date }) => [key, status, end_date])).toEqual([
      ["free", "actual", "2026-05-12"],
      ["custom", "next", null],
    ]);
    expect((await loadBillingPage(owner, page())).isRunning).toBe(true);
    today = "2026-05-12";
    expect(await rollBillings()).toBe(1);
    // Nothing is what was agreed on, and not the usual price.
    expect(await loadBillingPage(owner, page())).toMatchObject({ limit: 7000, price: null });
    const [entry] = await db()("audit_log").where({ company_id: company.companyId, action: "billing.update_custom" });
    expect(entry!.changes).toContain("7000");
    await expect(updateCustom(admin, { ...later, end_date: today })).rejects.toMatchObject({ field: "end_date" });
  });

  it("that were agreed on take the place of others, forever or for a time", async () => {
    const agreed = {
      billed_company_id: company.companyId,
      visits_limit: 50_000,
      visits_period: "yearly",
      custom_cost_per_visit: 0.01,
      custom_discount: 10,
      start_date: "2026-05-01",
      end_date: "",
      replaces: false,
    } as const;
    await updateCustom(admin, agreed);
    expect(await loadBillingPage(owner, page())).toMatchObject({
      package: "Custom",
      label: "Active",
      end: null,
      limit: 50_000,
      period: "per year",
      price: "€450.00",
    });
    await updateCustom(admin, { ...agreed, visits_limit: 60_000, end_date: "2027-05-01" });
    expect((await records()).filter(({ status }) => status === "actual")).toMatchObject([
      { visits_limit: 60_000, end_date: "2027-05-01", subscription_price: 540 },
    ]);
    await db()("company_billings").where({ company_id: company.companyId }).update({ package: "optimization_yearly" });
    await expect(updateCustom(admin, agreed)).rejects.toMatchObject({ code: "billing.paid", field: "replaces" });
    await updateCustom(admin, { ...agreed, replaces: true });
    expect((await loadBillingPage(owner, page())).limit).toBe(50_000);
  });

  it("are the business of the company's administrators, and of platform admins where they are approved", async () => {
    const dispatcher = sessionOf(company, { isDispatcher: true }, company.driverUserId);
    const { orderId } = await orderPackage(owner, { months: 1, visits: 1000 });
    for (const attempt of [
      () => loadBillingPage(dispatcher, page()),
      () => loadShopPage(dispatcher, page(), {}),
      () => orderPackage(dispatcher, { months: 1, visits: 1000 }),
      () => withdrawOrder(dispatcher, orderId),
      () => cancelPlan(dispatcher),
      () => approveOrder(owner, orderId),
      () => rejectOrder(owner, { orderId }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    const stranger = await createCompany(db());
    const other = sessionOf(stranger, { isOwner: true }, stranger.ownerId);
    await expect(withdrawOrder(other, orderId)).rejects.toMatchObject({ status: 404 });
    await rejectOrder(admin, { orderId });
    expect(await withdrawOrder(owner, orderId)).toEqual({ withdrawn: false });
    expect((await loadBillingPage(owner, page())).orders).toMatchObject([{ status: "Declined" }]);
  });

  it("name what is wrong with a choice, and begin with one that can be bought", async () => {
    await expect(orderPackage(owner, { months: 2, visits: 1000 })).rejects.toMatchObject({ field: "months" });
    await expect(orderPackage(owner, { months: 1, visits: 150 })).rejects.toMatchObject({ field: "visits" });
    expect(await db()("billing_orders").where({ company_id: company.companyId })).toEqual([]);
    expect((await loadShopPage(owner, page(), { month: "x", visits: "-1" })).choice).toEqual({
      months: 1,
      visits: 1000,
    });
    expect(await loadShopPage(owner, page(), { month: "6", visits: "2050" })).toMatchObject({
      choice: { months: 6, visits: 2050 },
      fault: "Visits are sold in steps of 100, from 100 to 100,000 a month",
    });
  });
});
