import { existsSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { chooseFile } from "./dispatcher";
import { expect, test } from "./fixtures";
import { workbook } from "./prepare";

const REAL = path.resolve("../shared/data/liechtenstein/own-headers-80.xlsx");
const TITLE = "Import from a spreadsheet";

/** As a German dispatcher writes it; nothing tells what the second column is. */
const german = (names: readonly string[]) =>
  workbook("Tour Montag.xlsx", {
    Tour: names.map((name, index) => ({
      Kunde: name,
      "Feld 7": `${index + 3}`,
      Anschrift: `Hauptstrasse ${index + 1}, Vaduz`,
      Gewicht: index === 1 ? "etwa zwölf" : 12.5,
      von: "08:00",
    })),
  });

const openDialog = async (page: Page): Promise<void> => {
  await page.goto("planning");
  await page.getByRole("link", { name: "Import", exact: true }).first().click();
};
const field = (page: Page, header: string) => page.getByLabel(new RegExp(`^Field of column \\w+, ${header}$`));
const fact = (page: Page, label: string) => page.locator("dl > div").filter({ hasText: label }).locator("dd");

// @spec PC-2.67 PC-5.52 PC-5.53 PC-4.098
// @spec PC-4.100
test("columns are mapped with their values beside them, and a row is mended in place", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await openDialog(page);
  await chooseFile(page, german(["Amsel", "Buche", ""]), TITLE);
  const address = page.url();

  await test.step("a field that another column has moves, and says so", async () => {
    await page.getByRole("link", { name: "Columns" }).click();
    const dialog = page.getByRole("dialog", { name: "Columns of sheet Tour" });
    await field(page, "Feld 7").selectOption({ label: "Service time" });
    await expect(dialog.getByRole("row", { name: /Feld 7/ })).toContainText("3 min");
    await field(page, "Feld 7").selectOption({ label: "Package load" });
    await expect(dialog.getByText("This field is already used")).toBeVisible();
    await expect(field(page, "Gewicht")).toHaveValue("");
    await field(page, "Gewicht").selectOption({ label: "Package load" });
    await field(page, "Feld 7").selectOption({ label: "Service time" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("what will happen is said before anything is imported, also to whoever comes back", async () => {
    await expect(fact(page, "visits to add")).toHaveText("2");
    await page.goto("planning");
    await page.goto(address);
    await expect(fact(page, "rows left out")).toHaveText("1");
    await expect(page.getByRole("row", { name: /etwa zwölf/ })).toContainText("is no number. The default is used.");
  });

  await test.step("rows are imported, the one without a name is mended and follows", async () => {
    await page.getByRole("button", { name: "Import now" }).click();
    await expect(fact(page, "visits added")).toHaveText("2");
    await page.getByLabel("Row 4, column A, Name").fill("Eiche");
    await page.getByRole("button", { name: "Check changed cells" }).click();
    await page.getByRole("button", { name: "Import 1 mended row" }).click();
    await expect(fact(page, "visits added")).toHaveText("3");
    await page.goto("company/visits?q=Eiche");
    await expect(page.getByRole("row", { name: /Eiche/ })).toBeVisible();
  });

  await test.step("the next file with these headers needs no question", async () => {
    await openDialog(page);
    await chooseFile(page, german(["Fichte"]), TITLE);
    await expect(page.getByRole("button", { name: "Import now" })).toBeVisible();
    // On the narrowest phone too the whole word can be read.
    await page.setViewportSize({ width: 320, height: 640 });
    const columns = page.getByRole("link", { name: "Columns" });
    await columns.scrollIntoViewIfNeeded();
    const cut = await columns.evaluate((link) =>
      [link, ...link.querySelectorAll("*")].some((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0),
    );
    expect(cut).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByText("Service time", { exact: false }).first()).toBeVisible();
  });
});

test("by the keyboard alone", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await openDialog(page);
  await chooseFile(page, german(["Tanne"]), TITLE);
  await page.getByRole("link", { name: "Columns" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Columns of sheet Tour" });
  await field(page, "Kunde").focus();
  await page.keyboard.press("Home");
  await expect(field(page, "Kunde")).toHaveValue("");
  await page.keyboard.press("ArrowDown");
  await expect(field(page, "Kunde")).toHaveValue("name");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Import now" }).press("Enter");
  await expect(fact(page, "visits added")).toHaveText("1");
});

test("Enter in a field of the columns saves them, and leaves the rows that were checked", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await openDialog(page);
  await chooseFile(page, german(["Ulme"]), TITLE);
  await page.getByRole("link", { name: "Columns" }).click();
  const dialog = page.getByRole("dialog", { name: "Columns of sheet Tour" });
  await dialog.getByText("Values for fields without a column").click();
  await dialog.getByLabel("Recipient name").fill("Reception");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Successfully saved").first()).toBeVisible();
  await expect(fact(page, "visits to add")).toHaveText("1");
  await page.getByRole("link", { name: "Columns" }).click();
  await expect(dialog.getByLabel("Recipient name")).toHaveValue("Reception");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  // @spec PC-2.40 PC-2.32 PC-8.11
  test("the columns are shown, mapped, checked and imported by plain forms", async ({
    page,
    signIn,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 422/);
    await signIn(page, "dispatcher");
    await page.goto("import");
    await page.locator("input[type=file]").setInputFiles(german(["Kiefer", ""]));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page).toHaveURL(/\/company\/sheet\/\d+/);
    await page.getByRole("link", { name: "Columns" }).click();
    await field(page, "Feld 7").selectOption({ label: "Name (required)" });
    await page.getByRole("dialog").getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("This field is already used")).toBeVisible();
    await expect(field(page, "Kunde")).toHaveValue("");
    await field(page, "Kunde").selectOption({ label: "Name (required)" });
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: /Kunde/ })).toContainText("This field is already used");
    await expect(field(page, "Kunde")).toHaveValue("name");
    await expect(field(page, "Feld 7")).toHaveValue("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(fact(page, "rows left out")).toHaveText("1");
    await page.getByLabel("Row 3, column A, Name").fill("Linde");
    await page.getByRole("button", { name: "Check changed cells" }).click();
    await expect(fact(page, "visits to add")).toHaveText("2");
    await page.getByRole("button", { name: "Import now" }).click();
    await expect(page.getByText("Importing was finished").first()).toBeVisible();
    await expect(fact(page, "visits added")).toHaveText("2");
  });
});

// @spec PC-5.50 PC-5.51
test("a sheet that says nothing is refused in the specification's words", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, "dispatcher");
  await openDialog(page);
  await chooseFile(page, german(["Ulme"]), TITLE);
  await page.getByLabel("What sheet Tour holds").selectOption({ label: "Leave out" });
  await page.getByRole("button", { name: /Check/ }).first().click();
  await expect(page.getByText("Please select entity for sheets").first()).toBeVisible();
  await page.getByLabel("What sheet Tour holds").selectOption({ label: "Vehicles" });
  await page.getByRole("button", { name: /Check/ }).first().click();
  await expect(page.getByText("Field Plate is required in sheet Tour").first()).toBeVisible();
});

test("a real file with a dispatcher's own headers", async ({ page, signIn }) => {
  test.skip(!existsSync(REAL), "../shared/data is not there");
  await signIn(page, "dispatcher");
  await openDialog(page);
  await chooseFile(page, REAL, TITLE);
  await expect(fact(page, "visits to add")).toHaveText("80");
  await page.getByRole("button", { name: "Import now" }).click();
  await expect(fact(page, "visits added")).toHaveText("80");
});
