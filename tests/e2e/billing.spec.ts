import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";

// @spec PC-1.10 PC-2.28 PC-2.29 AA-2.48 AA-2.49 AA-7.30
test(
  "a company orders a package without scripts, an admin approves it, and the company sees it",
  { tag: "@screen" },
  async ({ page, openPage, signIn }) => {
    const plain = await openPage({ ...SIZES.desktop, javaScriptEnabled: false });
    await signIn(plain, "dispatcher");
    await test.step("an order is declined with a reason, without scripts, too", async () => {
      await plain.goto("company/billing/shop/1/1000");
      await plain.getByRole("button", { name: "Order" }).click();
      const office = await openPage({ ...SIZES.desktop, javaScriptEnabled: false });
      await signIn(office, "super admin");
      await office.goto("admin/dashboard");
      const card = office.getByRole("listitem").filter({ has: office.getByRole("heading", { name: "Orders" }) });
      await expect(card).toContainText("1waiting");
      await card.getByRole("link", { name: "Orders" }).click();
      const row = office.getByRole("row").filter({ hasText: "1 month, 1,000 visits a month" });
      await row.getByRole("link", { name: "Decline" }).click();
      await expect(office.getByText("Demo Deliveries ordered 1 month, 1,000 visits a month for €50.00")).toBeVisible();
      await office.getByLabel("Reason").fill("Six months are cheaper.");
      await office.getByRole("button", { name: "Decline" }).click();
      await expect(row.getByText("Declined")).toBeVisible();
    });
    await plain.goto("company/billing");
    await expect(plain).toHaveURL(/\/company\/billing\/main$/);
    await expect(plain.getByText("Forever")).toBeVisible();
    await plain.getByRole("link", { name: "Choose a package" }).click();
    await plain.getByRole("radio", { name: /6 months/ }).check();
    await plain.getByLabel("Visits a month").fill("2000");
    const show = plain.getByRole("button", { name: "Show the price" });
    const corner = (button: Locator) => button.evaluate((element) => getComputedStyle(element).borderRadius);
    expect(await corner(show)).toBe(await corner(plain.getByRole("button", { name: "Order" })));
    await show.click();
    // What the form says of itself is in no address.
    await expect(plain).toHaveURL(/\/company\/billing\/shop\?months=6&visits=2000$/);
    await expect(plain.getByText("€486.00").first()).toBeVisible();
    await expect(plain.getByText("no VAT is added to it, and invoices list none")).toBeVisible();
    await plain.getByRole("button", { name: "Order" }).click();
    await expect(plain.getByText("6 months, 2,000 visits a month")).toBeVisible();

    await signIn(page, "super admin");
    await page.goto("admin/orders");
    const order = page.getByRole("row").filter({ hasText: "6 months, 2,000 visits a month" });
    await order.getByRole("link", { name: "Approve" }).click();
    const question = page.getByRole("alertdialog", { name: "Please Confirm" });
    for (const fact of ["Demo Deliveries", "6 months, 2,000 visits a month", "€486.00"])
      await expect(question).toContainText(fact);
    await question.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("The order is approved")).toBeVisible();
    await expect(order.getByText("Approved")).toBeVisible();

    await plain.reload();
    await expect(plain.getByRole("heading", { name: "6 months" })).toBeVisible();
    const invoice = plain.getByRole("link", { name: /^No\. \d+$/ });
    const file = await plain.request.get((await invoice.getAttribute("href"))!);
    expect(file.headers()["content-type"]).toBe("application/pdf");
    expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");

    // The price follows the choice, and so does the address.
    const owner = await openPage(SIZES.phone);
    await signIn(owner, "dispatcher");
    await owner.goto("company/billing/shop");
    await owner.getByRole("radio", { name: /Yearly/ }).check();
    await expect(owner).toHaveURL(/\/shop\/12\/1000$/);
    await expect(owner.getByText("€510.00").first()).toBeVisible();

    await owner.goto("company/billing/main?dialog=cancel-plan");
    await owner.getByRole("button", { name: "Cancel the plan" }).last().click();
    await expect(owner.getByText("Your plan has been cancelled successfully.")).toBeVisible();
    await expect(owner.getByText("Active, cancelled")).toBeVisible();
  },
);
