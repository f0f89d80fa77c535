import path from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { expect, test } from "./fixtures";

/** As after sign-up: what the dispatcher's account has is asked for once more. */
function makeIncomplete(dataDir: string): void {
  const database = new Database(path.join(dataDir, "platform.sqlite"));
  database
    .prepare("UPDATE users SET name = '', phone = NULL, is_completed = 0 WHERE email = 'dispatcher@demo.example'")
    .run();
  database.prepare("UPDATE companies SET title = 'My Company', country_id = NULL, industry_id = NULL").run();
  database.close();
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Complete your profile" });

test.describe("with scripts", () => {
  // @spec AA-2.20 AA-2.21 AA-2.22 AA-2.24 AA-2.26 AA-2.27 AA-4.04 AA-5.03 AA-5.04 PC-2.41 AA-2.16
  test("the dialog stays until everything is there, and says at once what is wrong with a phone", async ({
    page,
    signIn,
    platform,
  }) => {
    await signIn(page, "dispatcher");
    makeIncomplete(platform.dataDir);
    await page.goto("company/resources/vehicles");
    await expect(page).toHaveURL(/\/planning\/main$/);
    const dialog = dialogOf(page);
    const button = dialog.getByRole("button", { name: "Get started" });
    await expect(button).toBeDisabled();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();

    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Ann");
    await dialog.getByRole("textbox", { name: "Phone" }).fill("12");
    await dialog.getByRole("textbox", { name: "Surname" }).focus();
    await expect(dialog.getByText("Phone is not valid")).toBeVisible();
    await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 34");
    await choose(page, "Company country", "Liechtenstein");
    await choose(page, "Business type", "Cash-in-transit services");
    await dialog.getByRole("textbox", { name: "Company name" }).fill("Ann's Vans");
    await dialog.getByRole("combobox", { name: "Address", exact: true }).fill("Landstrasse 1, Schaan");
    await dialog.getByLabel("Latitude").fill("47.1353");
    await expect(button).toBeDisabled();
    await expect(dialog.getByText("Still to fill in: Latitude and Longitude.")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Address", exact: true }).fill("");
    await expect(dialog.getByText("Still to fill in: Address, Latitude and Longitude.")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Address", exact: true }).fill("Landstrasse 1, Schaan");
    await dialog.getByLabel("Longitude").fill("9.5373");
    await expect(button).toBeEnabled();
    await button.click();
    await expect(dialog).toBeHidden();
    await page.goto("company/resources/warehouses");
    await expect(page.getByRole("row", { name: /Main warehouse/ })).toContainText("Landstrasse 1, Schaan");
    await expect(page.getByRole("banner")).toContainText("Ann's Vans");
  });
});

/** Chooses in a long list, which opens with a search box. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await dialogOf(page).getByRole("combobox", { name: label, exact: true }).click();
  await page.keyboard.type(option);
  await page.keyboard.press("Enter");
}

test.describe("what a field says when it is left", () => {
  // @spec AA-5.04 AA-5.05 AA-5.06 AA-5.10 AA-5.13
  test("each required field that is left empty says so, and none before", async ({ page, signIn, platform }) => {
    await signIn(page, "dispatcher");
    makeIncomplete(platform.dataDir);
    await page.goto("planning/main");
    const dialog = dialogOf(page);
    const named = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    await expect(named("Name")).toBeFocused();
    await expect(dialog.getByText("Name is required")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(named("Surname")).toBeFocused();
    await expect(named("Name")).toHaveAccessibleDescription("Name is required");
    await expect(dialog.getByText("Phone is require")).toHaveCount(0);
    await dialog.getByRole("textbox", { name: "Phone" }).focus();
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("textbox", { name: "Phone" })).toHaveAccessibleDescription("Phone is require");
    await expect(page.getByText("Please enter a valid phone number")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Company country" }).focus();
    await page.keyboard.press("Tab");
    await expect(dialog.getByText("Company country is required")).toBeVisible();
    await named("Company name").fill("");
    await page.keyboard.press("Tab");
    await expect(named("Company name")).toHaveAccessibleDescription("Please enter company title");
    const address = dialog.getByRole("combobox", { name: "Address", exact: true });
    await address.focus();
    await page.keyboard.press("Tab");
    await expect(address).toHaveAccessibleDescription("Please enter a valid address of warehouse");
    await named("Company name").fill("Ann's Vans");
    await expect(dialog.getByText("Please enter company title")).toHaveCount(0);
  });

  test("where the countries' numbers don't come, the form can be sent, and the server tells", async ({
    page,
    signIn,
    platform,
    browserErrors,
  }) => {
    browserErrors.allow(/status of (422|502)/);
    await signIn(page, "dispatcher");
    makeIncomplete(platform.dataDir);
    await page.route(/\/browser-phone[^/]*\.js/, (route) => route.fulfill({ status: 502 }));
    await page.goto("planning/main");
    const dialog = dialogOf(page);
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Ann");
    await dialog.getByRole("textbox", { name: "Phone" }).fill("12");
    await choose(page, "Company country", "Liechtenstein");
    await choose(page, "Business type", "Other");
    await dialog.getByRole("textbox", { name: "Company name" }).fill("Ann's Vans");
    await dialog.getByRole("combobox", { name: "Address", exact: true }).fill("Landstrasse 1, Schaan");
    await dialog.getByLabel("Latitude").fill("47.1353");
    await dialog.getByLabel("Longitude").fill("9.5373");
    await dialog.getByRole("button", { name: "Get started" }).click();
    await expect(dialog.getByText("Phone is not valid").first()).toBeVisible();
  });

  test("another country is another number: what is said of a phone follows it", async ({ page, signIn, platform }) => {
    await signIn(page, "dispatcher");
    makeIncomplete(platform.dataDir);
    await page.goto("planning/main");
    const dialog = dialogOf(page);
    await choose(page, "Country of the phone", "Liechtenstein");
    await dialog.getByRole("textbox", { name: "Phone" }).fill("079 123 45 67");
    await page.keyboard.press("Tab");
    await expect(dialog.getByText("Phone is not valid")).toBeVisible();
    await choose(page, "Country of the phone", "Switzerland");
    await expect(dialog.getByText("Phone is not valid")).toHaveCount(0);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("what is missing is named at its field, what was typed stays, and a complete form is taken", async ({
    page,
    signIn,
    platform,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 422/);
    await signIn(page, "dispatcher");
    makeIncomplete(platform.dataDir);
    await page.goto("planning");
    const dialog = dialogOf(page);
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Ann");
    await dialog.getByRole("textbox", { name: "Phone" }).fill("12");
    await dialog.getByRole("combobox", { name: "Company country" }).selectOption("Liechtenstein");
    await dialog.getByRole("combobox", { name: "Business type" }).selectOption("Other");
    await dialog.getByRole("textbox", { name: "Company name" }).fill("Ann's Vans");
    await dialog.getByRole("textbox", { name: "Address", exact: true }).fill("Landstrasse 1, Schaan");
    await dialog.getByLabel("Latitude").fill("47.1353");
    await dialog.getByLabel("Longitude").fill("9.5373");
    await dialog.getByRole("button", { name: "Get started" }).click();
    await expect(dialog.getByText("Phone is not valid").first()).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ann");
    await dialog.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 34");
    await dialog.getByRole("button", { name: "Get started" }).click();
    await expect(page).toHaveURL(/\/planning/);
    await expect(dialog).toBeHidden();
  });
});
