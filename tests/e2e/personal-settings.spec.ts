import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

async function chooseUnits(page: Page, units: string): Promise<void> {
  await page.goto("profile");
  const preferences = panel(page, "Preferences");
  await preferences.getByRole("combobox", { name: "Units" }).selectOption(units);
  const saved = page.waitForResponse(
    (response) => /profile\b/.test(response.url()) && response.request().method() === "POST",
  );
  await preferences.getByRole("button", { name: "Save" }).click();
  expect((await saved).ok()).toBe(true);
}

// @spec AA-1.05 AA-2.39 AA-6.04 AA-6.05
test("a developer's own time goes on every page until it is switched off", async ({ page, signIn, openPage }) => {
  await signIn(page, "super admin");
  await page.goto("profile");
  const settings = panel(page, "Development settings");
  await settings.getByRole("switch", { name: "Custom time" }).check({ force: true });
  await settings.getByLabel("Start time").fill("2031-05-06T07:08");
  await settings.getByLabel("Speed factor").fill("60");
  await settings.getByRole("button", { name: "Save" }).click();
  const bar = page.getByRole("note", { name: "Custom time" });
  await expect(bar).toContainText("Tue 6 May 2031 07:");
  await expect(bar).toContainText("60 times as fast");
  // A second of it takes a sixtieth of one.
  await expect(bar).not.toContainText("07:08");
  await page.goto("planning?dialog=new-plan");
  await expect(page.locator("[name=serviceDate]")).toHaveValue(/^2031-05-0[67]$/);
  await expect(bar).toBeVisible();
  const colleague = await openPage();
  await signIn(colleague, "dispatcher");
  await colleague.goto("profile");
  await expect(colleague.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(colleague.getByRole("note", { name: "Custom time" })).toBeHidden();
  await expect(panel(colleague, "Development settings")).toBeHidden();
  await page.goto("planning");
  await bar.getByRole("button", { name: "Switch off" }).click();
  await expect(bar).toBeHidden();
});

test("miles and pounds are shown and typed; what nobody changes stays as it is stored", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await chooseUnits(page, "Miles, pounds");
  await page.goto("company/resources/vehicles?dialog=new-vehicle");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Pounds");
  await dialog.getByLabel("Load", { exact: true }).fill("2204.62");
  await dialog.getByLabel("Max distance").fill("100");
  await expect(dialog.getByLabel("Cost per mi")).toBeVisible();
  await dialog.getByRole("button", { name: "Add vehicle" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row").filter({ hasText: "Pounds" });
  await expect(row).toContainText("2,204.62");
  const scaleOfMap = async (of: RegExp) => {
    await page.goto("company/resources/warehouses?dialog=new-warehouse");
    await expect(page.locator(".map-scale")).toHaveText(of);
  };
  await scaleOfMap(/\d (mi|ft)$/);
  await chooseUnits(page, "Kilometres, kilograms");
  await page.goto("company/resources/vehicles");
  await expect(row).toContainText("999.999");
  await scaleOfMap(/\d k?m$/);
});

test("units chosen in another tab change nothing of what is being typed", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("company/resources/vehicles");
  const dialog = page.getByRole("dialog");
  const load = dialog.getByLabel("Load", { exact: true });
  const rowOf = (title: string) => page.locator("tr").filter({ hasText: title });
  const fill = async (title: string, kg: string) => {
    await page.getByRole("link", { name: "Add vehicle" }).first().click();
    await dialog.getByLabel("Title").fill(title);
    await load.fill(kg);
    await dialog.getByLabel("Cost per km").fill("2");
  };
  const add = async () => {
    await dialog.getByRole("button", { name: "Add vehicle" }).click();
    await expect(dialog).toBeHidden();
  };
  await fill("First van", "1000");
  await add();
  await expect(rowOf("First van")).toContainText("1,000");
  await fill("Second van", "2000");
  const other = await page.context().newPage();
  await chooseUnits(other, "Miles, pounds");
  // The list behind the dialog follows at once.
  await expect(rowOf("First van")).toContainText("2,204.62");
  await expect(dialog.getByLabel("Cost per km")).toHaveValue("2");
  await add();
  const row = rowOf("Second van");
  await expect(row).toContainText("4,409.24");

  // Fields that save themselves: made in pounds, left when the setting is kilograms.
  await row.getByRole("link", { name: "Second van", exact: true }).click();
  await expect(load).toHaveValue("4409.25");
  await load.fill("1000");
  await chooseUnits(other, "Kilometres, kilograms");
  await expect(row).toContainText("2,000");
  await load.blur();
  await expect(row).toContainText("453.59");
  await expect(dialog).not.toContainText(/was changed|changed this/);
  await expect(load).toHaveValue("1000");
  await other.close();
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("profile times are on the clock of the chosen zone", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    await page.goto("profile");
    const registered = page.locator("dl time").first();
    const at = new Date((await registered.getAttribute("datetime")) ?? "");
    const inVaduz = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Vaduz", hour: "2-digit", minute: "2-digit" });
    await expect(registered).toContainText(inVaduz.format(at));
  });

  // @spec AA-4.20
  test("a click is told to the server once", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const told: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/activity")) told.push(request.method());
    });
    await page.goto("profile");
    await expect(page.locator("time").first()).not.toContainText("UTC");
    expect(told).toEqual([]);
    const answered = page.waitForResponse((response) => response.url().endsWith("/activity"));
    await page.getByRole("heading", { name: "Profile", level: 1 }).click();
    expect((await answered).status()).toBe(204);
    await page.getByRole("heading", { name: "Preferences" }).click();
    await page.keyboard.press("Tab");
    expect(told).toEqual(["POST"]);
  });
});
