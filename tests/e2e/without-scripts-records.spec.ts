import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { prepareDay, stops } from "./prepare";

/** Vehicles, warehouses and waiting visits in a browser that runs no script. */
test.use({ javaScriptEnabled: false });

test.beforeEach(({ browserErrors }) => browserErrors.allow(/status of (404|409|422)/));

const message = (page: Page, text: string) => page.locator("noscript p", { hasText: text });
const dialogOf = (page: Page) => page.getByRole("dialog");
const save = (page: Page) => dialogOf(page).getByRole("button", { name: "Save", exact: true }).click();

test("whoever changes the same field as a colleague is told of it once, in each kind of record", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const colleague = await openPage({ javaScriptEnabled: false });
  await signIn(colleague, "dispatcher");
  const day = await prepareDay(page, {
    title: "Same field",
    visits: stops(["Ash"], { "Package load": 10 }),
    vehicles: [{ Plate: "Same 1", "Max load": 100 }],
    calculate: false,
  });
  const waiting = await day.visit("Ash");
  await page.goto(`${day.path}?dialog=remove-visit&visit=${waiting}`);
  await page.getByRole("button", { name: "No, keep it without a plan" }).click();

  const cases = [
    { list: "company/resources/vehicles?q=Same+1", link: "Same 1", field: "Load", unit: " kg" },
    { list: "company/visits?q=Ash", link: "Ash", field: "Load", unit: " kg" },
    { list: "company/resources/warehouses?q=Same+field", link: "Same field depot", field: "External id" },
  ];
  for (const { list, link, field, unit = "" } of cases)
    await test.step(link, async () => {
      const input = (of: Page) => dialogOf(of).getByRole("textbox", { name: new RegExp(`^${field}`) });
      for (const one of [page, colleague]) {
        await one.goto(list);
        await one.getByRole("link", { name: link, exact: true }).first().click();
      }
      await input(colleague).fill("21");
      await save(colleague);
      await expect(message(colleague, "Successfully saved")).toBeVisible();
      await input(page).fill("22");
      await save(page);
      const told = `“${field}” was changed to “21${unit}” in the meantime.`;
      await expect(dialogOf(page).getByText(told).first()).toBeVisible();
      await expect(input(page)).toHaveValue("22");
      await save(page);
      await expect(message(page, "Successfully saved")).toBeVisible();
      await page.getByRole("link", { name: link, exact: true }).first().click();
      await expect(input(page)).toHaveValue("22");
    });
});

test("a choice that is no longer offered stays in its refused form, and is no other one", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const colleague = await openPage({ javaScriptEnabled: false });
  await signIn(colleague, "dispatcher");
  await colleague.goto("company/resources/warehouses?dialog=new-warehouse");
  for (const [name, text] of [
    ["Title", "Closing depot"],
    ["Latitude", "47.1353"],
    ["Longitude", "9.5373"],
  ] as const)
    await dialogOf(colleague).getByRole("textbox", { name }).fill(text);
  await dialogOf(colleague).getByRole("button", { name: "Add warehouse" }).click();

  await page.goto("planning?dialog=new-plan");
  const warehouse = dialogOf(page).getByRole("combobox", { name: "Warehouse", exact: true });
  await dialogOf(page).getByRole("textbox", { name: "Title", exact: true }).fill("   ");
  await warehouse.selectOption("Closing depot");
  const chosen = await warehouse.inputValue();

  await colleague.getByRole("link", { name: "Closing depot", exact: true }).click();
  await dialogOf(colleague).getByRole("switch", { name: "Active" }).uncheck();
  await save(colleague);

  const create = dialogOf(page).getByRole("button", { name: "Create plan" });
  await create.click();
  await expect(dialogOf(page).getByText("Title is required").first()).toBeVisible();
  await expect(warehouse).toHaveValue(chosen);
  await expect(warehouse.getByRole("option", { selected: true })).toHaveText("No longer offered");
  await dialogOf(page).getByRole("textbox", { name: "Title", exact: true }).fill("Closed plan");
  await create.click();
  await expect(dialogOf(page).getByText("Closing depot is inactive. Choose another warehouse.").first()).toBeVisible();
  await expect(warehouse).toHaveValue(chosen);
});

test("a new vehicle is filled in whole: its speed is read from a scale, and its warehouse needs a name", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await page.goto("company/resources/vehicles?dialog=new-vehicle");
  const dialog = dialogOf(page);
  const field = (name: string | RegExp) => dialog.getByRole("textbox", { name });
  await field("Title").fill("Whole van");
  const speed = dialog.getByRole("slider", { name: "Speed" });
  await expect(dialog.getByText("150", { exact: true })).toBeVisible();
  await speed.fill("80");
  await dialog.getByText("Add new warehouse", { exact: true }).click();
  await field("Search for an address").fill("Ringstrasse 4");
  await dialog.getByRole("button", { name: "Search", exact: true }).first().click();
  await expect(dialog.getByText("No addresses are loaded here, so none can be searched for.").first()).toBeVisible();
  await expect(field("Search for an address")).toHaveValue("Ringstrasse 4");
  await field("Latitude").first().fill("47.2");
  await field("Longitude").first().fill("9.6");
  const add = dialog.getByRole("button", { name: "Add vehicle", exact: true });
  await add.click();
  await expect(dialog.getByText("New warehouse is required").first()).toBeVisible();
  await field("New warehouse").fill("Whole yard");
  await add.click();
  await expect(message(page, "Successfully saved")).toBeVisible();

  await page.getByRole("searchbox", { name: "Search" }).fill("Whole");
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await expect(page.getByRole("row", { name: /Whole van/ })).toContainText("Whole yard");
  await page.getByRole("link", { name: "Whole van", exact: true }).click();
  await expect(speed).toHaveValue("80");
  await page.goto("company/resources/vehicles?q=Whole&status=1");
  await page.getByRole("link", { name: "Clear the search" }).click();
  await expect(page).toHaveURL(/vehicles\?status=1$/);
});

test("Enter in the shop shows the price, and a number that is none is named", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("company/billing/shop/12/1000");
  const visits = page.getByLabel("Visits a month");
  await visits.fill("many");
  await visits.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Visits a month must be a number, not “many”");
  await expect(visits).toHaveValue("many");
  await expect(page.getByRole("radio", { name: /Yearly/ })).toBeChecked();
  await visits.fill("2,000");
  await visits.press("Enter");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(visits).toHaveValue("2000");
  await expect(page.getByRole("button", { name: "Order" })).toBeVisible();
});
