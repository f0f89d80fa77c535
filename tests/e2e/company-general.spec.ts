import type { Page } from "@playwright/test";
import { redPng } from "../helpers/red-png";
import { expect, test } from "./fixtures";

const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

// @spec PC-2.18
test("an admin says who the company is and gives it a picture; its drivers look at both", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d/);
  await signIn(page, "dispatcher");
  await page.goto("company/general");
  const form = panel(page, "Company");
  await form.getByLabel("Title").fill("Bread & more");
  await form.getByLabel("Phone").fill("12");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Phone is not correct").first()).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue("Bread & more");
  await form.getByLabel("Phone").fill("+423 232 12 34");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Bread & more", level: 1 })).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({ name: "b.png", mimeType: "image/png", buffer: redPng() });
  const driver = await openPage();
  await signIn(driver, "driver");
  await driver.goto("company/general");
  for (const view of [page, driver]) {
    const picture = view.getByRole("img", { name: "Bread & more" });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
  }
  await expect(driver.getByText("+423 232 12 34")).toBeVisible();
  await expect(panel(driver, "Company")).toHaveCount(0);
});

test("a page of the company that fails is tried again in its place, under the tabs", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 500|^Error/);
  await signIn(page, "dispatcher");
  const tabs = page.getByRole("navigation", { name: "Company" });
  await page.goto("company/general");
  const isTeamsData = ({ search }: URL) => search.includes(encodeURIComponent("routes/_main.company.team"));
  await page.route(isTeamsData, (route) =>
    route.fulfill({ status: 500, headers: { "X-Remix-Error": "yes" }, json: {} }),
  );
  await tabs.getByRole("link", { name: "Team" }).click();
  await expect(page.getByRole("alert").getByRole("heading")).toHaveText("Something goes wrong. Please try later");
  await expect(tabs.getByRole("link", { name: "Team" })).toHaveAttribute("aria-current", "page");
  await page.unroute(isTeamsData);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Team", level: 1 })).toBeVisible();

  await tabs.getByRole("link", { name: "General" }).click();
  await expect(panel(page, "Company").getByLabel("Title")).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("its owner closes a company, and goes on in another one", async ({ page, signIn, browserErrors }) => {
    browserErrors.allow(/status of 422/);
    await signIn(page, "super admin");
    await page.goto("profile/companies?dialog=new-company");
    await page.getByRole("dialog").getByLabel("Title").fill("Short-lived");
    await page.getByRole("dialog").getByRole("button", { name: "Add company" }).click();
    await page.goto("planning");
    await page.getByTitle("Switch company").click();
    await page.getByRole("menuitem", { name: "Short-lived" }).click();
    await expect(page.getByTitle("Switch company")).toContainText("Short-lived");
    await page.goto("company/general");
    await expect(page.getByRole("heading", { name: "Short-lived", level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Delete the company" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete the company" });
    await dialog.getByLabel("Title").fill("Another");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText("This is not the title of the company").first()).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue("Another");
    await dialog.getByLabel("Title").fill("Short-lived");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.locator("noscript p", { hasText: "Short-lived has been deleted!" })).toBeVisible();
    await page.goto("company/general");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Short-lived");
  });
});
