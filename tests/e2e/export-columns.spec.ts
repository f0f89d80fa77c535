import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { prepareDay, stops } from "./prepare";

const TITLE = "Columns of exported plans";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: TITLE });

/** Without scripts a saved dialog leads back to the plan, which says so. */
async function expectPlan(page: Page, path: string): Promise<void> {
  await expect(page.locator("noscript p", { hasText: "Successfully saved" })).toBeVisible();
  expect(new URL(page.url()).pathname).toContain(path);
  await expect(dialogOf(page)).toHaveCount(0);
}

/** The first line of the plan's file. */
async function heads(page: Page, path: string): Promise<string> {
  const planId = /\d+/.exec(path)![0];
  const answer = await page.request.get(`export/plan/${planId}/csv`);
  return (await answer.text()).split("\n")[0]!;
}

// @spec PC-2.66
test("the columns of exports are chosen over the plan", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Columns", visits: stops(["Ash"]), vehicles: [], calculate: false });
  const plan = new PlanPage(page, "desktop");
  await page.goto(day.path);
  const address = page.url();

  await plan.inPlanMenu("Columns of exports");
  await expect(dialogOf(page).getByLabel("Header of Name")).toHaveValue("Name");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  expect(page.url()).toBe(address);

  await plan.inPlanMenu("Columns of exports");
  await dialogOf(page).getByLabel("Header of Name").fill("Kunde");
  await page.keyboard.press("Escape");
  await dialogOf(page).getByRole("button", { name: "Keep editing" }).click();
  await dialogOf(page).getByRole("checkbox", { name: "Export Address" }).uncheck();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText("Successfully saved")).toBeVisible();
  expect(page.url()).toBe(address);
  expect(await heads(page, day.path)).toMatch(/^\uFEFF?(?!.*"Address").*"Kunde"/);

  await plan.inPlanMenu("Columns of exports");
  await expect(dialogOf(page).getByLabel("Header of Name")).toHaveValue("Kunde");
  await dialogOf(page).getByRole("button", { name: "All columns as they are" }).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await heads(page, day.path)).toContain('"Address"');
  await plan.inPlanMenu("Columns of exports");
  await expect(dialogOf(page).getByLabel("Header of Name")).toHaveValue("Name");
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
});

test("Enter in a field saves the columns, and resets nothing", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Enter", visits: stops(["Ash"]), vehicles: [], calculate: false });
  await page.goto(`${day.path}?dialog=export-columns`);
  await dialogOf(page).getByLabel("Header of Name").fill("Kunde");
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeHidden();
  expect(await heads(page, day.path)).toContain('"Kunde"');
  await page.goto(`${day.path}?dialog=export-columns`);
  await dialogOf(page).getByRole("button", { name: "All columns as they are" }).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await heads(page, day.path)).toContain('"Name"');
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("Enter in a field saves the columns, and resets nothing", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const day = await prepareDay(page, {
      title: "Plain Enter",
      visits: stops(["Ash"]),
      vehicles: [],
      calculate: false,
    });
    await page.goto(`${day.path}?dialog=export-columns`);
    await dialogOf(page).getByLabel("Header of Name").fill("Kunde");
    await Promise.all([page.waitForEvent("load"), page.keyboard.press("Enter")]);
    await expectPlan(page, day.path);
    expect(await heads(page, day.path)).toContain('"Kunde"');
    await page.goto(`${day.path}?dialog=export-columns`);
    await dialogOf(page).getByRole("button", { name: "All columns as they are" }).click();
    await expectPlan(page, day.path);
    expect(await heads(page, day.path)).toContain('"Name"');
  });

  test("the same form is a panel of the plan, and a refusal has a page", async ({ page, signIn, browserErrors }) => {
    browserErrors.allow(/status of 422/);
    await signIn(page, "dispatcher");
    const day = await prepareDay(page, { title: "Plain", visits: stops(["Ash"]), vehicles: [], calculate: false });
    await page.goto(`${day.path}?dialog=export-columns`);
    await dialogOf(page).getByLabel("Header of Name").fill("Address");
    await dialogOf(page).getByRole("checkbox", { name: "Export Type" }).uncheck();
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("This field is already used: Address").first()).toBeVisible();
    await expect(page.getByLabel("Header of Name")).toHaveValue("Address");
    await expect(page.getByRole("checkbox", { name: "Export Type" })).not.toBeChecked();
    await page.getByLabel("Header of Name").fill("Kunde");
    await page.getByRole("button", { name: "Save" }).click();
    await expectPlan(page, day.path);
    expect(await heads(page, day.path)).toMatch(/^\uFEFF?(?!.*"Type").*"Kunde"/);

    // The page by its own address stays where it is.
    await page.goto(`planning/export/${/\d+/.exec(day.path)![0]}`);
    await page.getByRole("button", { name: "All columns as they are" }).click();
    await expect(page.getByLabel("Header of Name")).toHaveValue("Name");
  });
});
