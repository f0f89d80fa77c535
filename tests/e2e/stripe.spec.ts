import { LocalStripe, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from "../helpers/stripe/stripe-server";
import { expect, test as base } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { prepareDay, stops } from "./prepare";

let starting: Promise<LocalStripe> | undefined;
const stripe = (): Promise<LocalStripe> => (starting ??= new LocalStripe().start());

const test = base.extend({
  serverEnv: async ({}, provide) => {
    const { url } = await stripe();
    await provide({
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET,
      STRIPE_API_URL: url,
    });
  },
});
test.beforeEach(async ({ platform, request }) => {
  const local = await stripe();
  local.onPaid = async (session) => {
    const { body, signature } = await local.signed("checkout.session.completed", local.sessionBody(session));
    const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
    const answer = await request.post(`${platform.url}payment/stripe`, { data: body, headers });
    expect(answer.status()).toBe(200);
  };
});
test.afterAll(async () => (await starting)?.stop());

test("who has no visits left is led to the shop, pays by card without scripts, and plans on", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 402/);
  const admin = await openPage();
  await signIn(admin, "super admin");
  await admin.goto("company/billing/main");
  await admin.getByRole("textbox", { name: "Visits", exact: true }).fill("0");
  await admin.getByRole("button", { name: "Save the package" }).click();
  await expect(admin.getByText("Successfully saved")).toBeVisible();
  await expect(admin.getByText("0 of 0")).toBeVisible();

  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Out of visits",
    visits: stops(["Ash", "Beech"]),
    vehicles: [{ Plate: "Out of visits 1" }],
    calculate: false,
  });
  await page.goto(day.path);
  await page.getByRole("button", { name: "Calculate", exact: true }).click();
  // Said twice: once for those who don't see it.
  const refusal = page.getByText("has 0 of 0 visits left, and this calculation would plan 2 new ones.");
  await expect(refusal.last()).toBeVisible();
  await page.getByRole("link", { name: "Open the shop" }).click();
  await expect(page).toHaveURL(/\/company\/billing\/shop$/);

  const plain = await openPage({ ...SIZES.desktop, javaScriptEnabled: false });
  await signIn(plain, "dispatcher");
  await plain.goto("company/billing/shop/1/1000");
  await plain.getByRole("button", { name: "Go on to the payment" }).click();
  await plain.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(plain.getByText("Thank you.")).toBeVisible();
  await expect(plain.getByRole("heading", { name: "1 month" })).toBeVisible();
  await expect(plain.getByText("visa ···· 4242, 07/2031")).toBeVisible();

  await page.goto(day.path);
  await page.getByRole("button", { name: "Calculate", exact: true }).click();
  await expect.poll(async () => (await day.order("Out of visits 1")).length).toBe(2);

  // The next one is ordered with a click, and is paid for with the same card.
  await page.goto("company/billing/shop/12/2000");
  await page.getByRole("button", { name: "Go on to the payment" }).click();
  await expect(page.getByText("The package is ordered")).toBeVisible();
  await expect(page.getByText(/^From .*: Yearly, 2,000 visits a month/)).toBeVisible();
  await page.getByRole("link", { name: "Cards and invoices" }).click();
  await expect(page).toHaveURL(/\/portal\/cus_\d+$/);
});
