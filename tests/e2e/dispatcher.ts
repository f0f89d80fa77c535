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
export async function upload(page: Page, file: Spreadsheet): Promise<void> {
  await page.getByRole("link", { name: "Import", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Import from a spreadsheet" });
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page).toHaveURL(/\/company\/sheet\/\d+/);
}

/** The plan page's rows of routes that serve somebody. */
export const routesWithVisits = (page: Page) =>
  page.locator('[role=row][data-kind="route"]').filter({ hasText: /[1-9]\d* visits/ });
