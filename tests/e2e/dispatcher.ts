import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/** What a dispatcher does before there is a plan; from the page that a test is on to the page that it leads to. */

export type Spreadsheet = string | { name: string; mimeType: string; buffer: Buffer };

export async function addWarehouse(page: Page, title: string): Promise<void> {
  await page.goto("company/resources/warehouses");
  await page.getByRole("link", { name: "Add warehouse" }).click();
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Address").fill("Landstrasse 1, Schaan");
  await dialog.getByLabel("Latitude").fill("47.1353");
  await dialog.getByLabel("Longitude").fill("9.5373");
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(page.getByRole("row", { name: new RegExp(title) })).toContainText("Europe/Vaduz");
}

/** From a page with an Import button; ends on the page that says what became of the rows. */
export async function upload(page: Page, file: Spreadsheet, title = "Import from a spreadsheet"): Promise<void> {
  await page.getByRole("link", { name: "Import", exact: true }).first().click();
  await chooseFile(page, file, title);
  await importNow(page);
}

/** In the dialog; ends on the page of the uploaded file. */
export async function chooseFile(page: Page, file: Spreadsheet, title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page).toHaveURL(/\/company\/sheet\/\d+/);
}

/** Of a file whose columns are recognised. */
export async function importNow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import now" }).click();
  await expect(page.getByText("Importing was finished").first()).toBeVisible();
}

/** The plan page's rows of routes that serve somebody. */
export const routesWithVisits = (page: Page) =>
  page.locator('[role=row][data-kind="route"]').filter({ hasText: /[1-9]\d* visits/ });
