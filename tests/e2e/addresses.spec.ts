import { rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { loadAddresses } from "~/boot/roads/addresses.server";
import { createDatabase } from "~/db/client.server";
import { makeExtract } from "../fixtures/roads/make-extract";
import { expect, test } from "./fixtures";
import { prepareDay, SCHAAN } from "./prepare";
import type { Day } from "./prepare";

const NO_ADDRESSES = "No addresses are loaded here, so nothing is suggested while you type.";

/** The made-up town's addresses, as `npm run roads` loads them while the product runs. */
async function loadTown(dataDir: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "town-"));
  const db = createDatabase({ file: path.join(dataDir, "platform.sqlite"), busyTimeoutMs: 10_000 });
  try {
    const source = path.join(folder, "town.osm.pbf");
    await makeExtract(source, SCHAAN);
    await loadAddresses(db, { region: "auland", version: "1", source });
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
}

async function newWarehouse(page: Page): Promise<{ dialog: Locator; address: Locator }> {
  await page.goto("company/resources/warehouses?dialog=new-warehouse");
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  return { dialog, address: dialog.getByLabel("Address", { exact: true }) };
}

test("without any addresses the field says so and stays a plain field", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const { dialog, address } = await newWarehouse(page);
  await address.fill("Ringstrasse 4");
  await expect(dialog.getByText(NO_ADDRESSES)).toBeVisible();
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await expect(address).toHaveValue("Ringstrasse 4");
});

test.describe("with the addresses of a town", () => {
  test.beforeAll(async ({ platform }) => loadTown(platform.dataDir));

  // @spec PC-5.30 PC-2.71
  test("suggestions are chosen by keyboard, and a place that is set moves only after the question", async ({
    page,
    signIn,
  }) => {
    await signIn(page, "dispatcher");
    const { dialog, address } = await newWarehouse(page);
    const [lat, lng] = [dialog.getByLabel("Latitude"), dialog.getByLabel("Longitude")];
    await address.pressSequentially("hauptstr 20");
    await expect(dialog.getByRole("option").first()).toHaveText("Hauptstraße 20, 99901 Auental");
    // Esc closes the list and not the dialog.
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("option")).toHaveCount(0);
    await expect(address).toHaveValue("hauptstr 20");
    await address.pressSequentially(" auental");
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(address).toHaveValue("Hauptstraße 20, 99901 Auental");
    await expect(lat).toHaveValue(/^47\.\d+$/);
    const first = await lng.inputValue();
    expect(Number(first)).toBeCloseTo(SCHAAN.lng, 1);

    await test.step("a stored place asks before it moves", async () => {
      await dialog.getByLabel("Title").fill("Warehouse with an address");
      await dialog.getByRole("button", { name: "Add warehouse" }).click();
      await expect(dialog).toHaveCount(0);
      await page.getByRole("link", { name: "Warehouse with an address" }).first().click();
      const edit = page.getByRole("dialog", { name: "Warehouse with an address" });
      const place = edit.getByLabel("Longitude");
      await expect(place).toHaveValue(first);
      const field = edit.getByLabel("Address", { exact: true });
      await field.fill("");
      await field.pressSequentially("Kirchgasse 2 Auental");
      await edit.getByRole("option", { name: /Kirchgasse 2,/ }).click();
      const question = edit.getByRole("alertdialog", { name: "Change the location" });
      await expect(question).toContainText("Are you sure you want to change the location?");
      await expect(place).toHaveValue(first);
      await question.getByRole("button", { name: "Change" }).click();
      await expect(place).not.toHaveValue(first);
      await expect(field).toHaveValue(/^Kirchgasse 2, 99901 Auental$/);
    });
  });

  // @spec PC-2.70
  test("coordinates that are pasted are a place; a click on the map proposes the address there", async ({
    page,
    signIn,
  }) => {
    await signIn(page, "dispatcher");
    const { dialog, address } = await newWarehouse(page);
    // What is pasted earlier is a text in a plain field.
    await expect(address).toHaveRole("combobox");
    await address.focus();
    await address.evaluate((field) => {
      const data = new DataTransfer();
      data.setData("text", "47.1353, 9.5373");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect(dialog.getByLabel("Latitude")).toHaveValue("47.1353");
    await expect(dialog.getByLabel("Longitude")).toHaveValue("9.5373");
    await dialog.getByRole("application").click();
    await dialog.getByRole("button", { name: "Change" }).click();
    await expect(dialog.getByText(/^Address there: .*Auental/)).toBeVisible();
    await dialog.getByRole("button", { name: "Use this address" }).click();
    await expect(address).toHaveValue(/Auental/);
  });

  test("a service that fails says so under the field, and typing by hand still works", async ({
    page,
    signIn,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 502/);
    await signIn(page, "dispatcher");
    const { dialog, address } = await newWarehouse(page);
    const sentence = "Addresses can't be looked up: the service does not answer.";
    await page.route("**/map-service/suggest*", (route) =>
      route.fulfill({ status: 502, json: { status: "fail", data: sentence } }),
    );
    await address.pressSequentially("Hauptstr 12");
    await expect(dialog.getByText(sentence)).toBeVisible();
    await dialog.getByLabel("Latitude").fill("47.1");
    await dialog.getByLabel("Longitude").fill("9.5");
    await dialog.getByLabel("Title").fill("By hand");
    await dialog.getByRole("button", { name: "Add warehouse" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: "By hand" }).first()).toBeVisible();
  });

  /** A plan with imported visits: a sure address, one that three houses may be, one that nobody knows. */
  const importedDay = (page: Page, title: string): Promise<Day> =>
    prepareDay(page, {
      title,
      visits: [
        { Name: "Sure", Address: "Hauptstraße 20, 99901 Auental" },
        { Name: "Two houses", Address: "Hauptstraße 3" },
        { Name: "Nobody knows", Address: "Qqqqq 77, 00000 Zzzzz" },
      ],
      vehicles: [{ Plate: title }],
      calculate: false,
    });
  const placesOf = async (day: Day) =>
    new Map((await day.state()).visits.map(({ name, lat, lng }) => [name, lat == null ? null : `${lat}, ${lng}`]));

  test("after an import sure addresses are placed, and the list to fix goes from visit to visit by keyboard", async ({
    page,
    signIn,
  }) => {
    await signIn(page, "dispatcher");
    const day = await importedDay(page, "Day to fix");
    await page.goto(day.path);
    // Live: nobody loads the page again.
    await expect(page.getByText("2 without a place")).toBeVisible();
    expect((await placesOf(day)).get("Sure")).toMatch(/^47\./);
    await page.getByRole("link", { name: "Set places" }).click();
    await expect(page.getByText("2 visits without a sure place.")).toBeVisible();
    const first = page.getByRole("region", { name: "Two houses" });
    await expect(first.getByRole("radio").first()).toBeFocused();
    await page.keyboard.press("2");
    await expect(first.getByRole("radio").nth(1)).toBeChecked();
    await expect(first.getByText(/km from the warehouse/).first()).toBeVisible();
    await page.keyboard.press("Enter");

    const second = page.getByRole("region", { name: "Nobody knows" });
    await expect(second.getByText("Nothing was found for this address.")).toBeVisible();
    expect((await placesOf(day)).get("Two houses")).toMatch(/^47\./);
    await test.step("another address is looked up, and then the map decides", async () => {
      await second.getByLabel("Address", { exact: true }).fill("Kirchgasse 2, Auental");
      await second.getByRole("button", { name: "Search again" }).click();
      await expect(second.getByRole("radio", { name: /Kirchgasse 2, 99901 Auental/ })).toBeChecked();
      expect((await placesOf(day)).get("Nobody knows")).toBeNull();
      await second.getByRole("application").click();
      await expect(second.getByLabel("Another place")).toHaveValue(/^47\.\d+, 9\.\d+$/);
      const set = await second.getByLabel("Another place").inputValue();
      await second.getByRole("button", { name: "Take and next" }).click();
      await expect(page.getByText("Nothing to fix")).toBeVisible();
      expect((await placesOf(day)).get("Nobody knows")).toBe(set);
    });
  });

  test("in a visit's panel a choice saves address, place and postcode at once", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const day = await importedDay(page, "Day of one visit");
    await page.goto(`${day.path}?visit=${await day.visit("Nobody knows")}`);
    const form = page.getByRole("form", { name: "Visit" });
    const address = form.getByLabel("Address", { exact: true });
    await address.fill("");
    await address.pressSequentially("Kirchgasse 2 Auental");
    await expect(form.getByRole("option", { name: /^Kirchgasse 2,/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(address).toHaveValue("Kirchgasse 2, 99901 Auental");
    await expect(form.getByLabel("Postcode")).toHaveValue("99901");
    await expect.poll(async () => (await placesOf(day)).get("Nobody knows")).toMatch(/^47\./);
    await page.reload();
    await expect(address).toHaveValue("Kirchgasse 2, 99901 Auental");
    await expect(form.getByLabel("Postcode")).toHaveValue("99901");
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("a button searches, and the page comes back with the places and all that was typed", async ({
      page,
      signInByForm,
    }) => {
      await signInByForm(page, "dispatcher");
      const { dialog, address } = await newWarehouse(page);
      await dialog.getByLabel("Title").fill("Plain warehouse");
      await address.fill("nowhere at all 7");
      await dialog.getByRole("button", { name: "Search" }).click();
      await expect(dialog.getByText("“nowhere at all 7” was not found.").first()).toBeVisible();
      await address.fill("hauptstr 990, auental");
      await dialog.getByRole("button", { name: "Search" }).click();
      await expect(dialog.getByRole("radio", { name: "Hauptstraße 990, 99901 Auental · Street" })).toBeVisible();
      await address.fill("hauptstr 20, auental");
      await dialog.getByRole("button", { name: "Search" }).click();
      await expect(dialog.getByLabel("Title")).toHaveValue("Plain warehouse");
      await expect(address).toHaveValue("hauptstr 20, auental");
      await dialog.getByRole("radio", { name: "Hauptstraße 20, 99901 Auental" }).check();
      await dialog.getByLabel("External id").press("Enter");
      await expect(page.getByRole("link", { name: "Plain warehouse" }).first()).toBeVisible();
      await page.getByRole("link", { name: "Plain warehouse" }).first().click();
      const edit = page.getByRole("dialog", { name: "Plain warehouse" });
      await expect(edit.getByLabel("Address", { exact: true })).toHaveValue("Hauptstraße 20, 99901 Auental");
      await expect(edit.getByLabel("Longitude")).toHaveValue(/^9\.5\d+$/);
    });

    test("the list to fix is radio buttons and a button; what is skipped comes last", async ({
      page,
      signInByForm,
      browserErrors,
    }) => {
      browserErrors.allow(/status of 422/);
      await signInByForm(page, "dispatcher");
      const day = await importedDay(page, "Plain day to fix");
      await expect(async () => {
        await page.goto(`planning/places?plan=${day.planId}`);
        await expect(page.getByText("2 visits without a sure place.")).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await page.getByRole("button", { name: "Skip" }).click();
      await expect(page.getByRole("region", { name: "Nobody knows" })).toBeVisible();
      await page.getByLabel("Coordinates").fill("here");
      await page.getByRole("button", { name: "Take and next" }).click();
      await expect(page.getByText("Coordinates must be like 47.14, 9.52, not “here”").first()).toBeVisible();
      await page.getByLabel("Coordinates").fill("47.15, 9.53");
      await page.getByRole("button", { name: "Take and next" }).click();
      await expect(page.getByText("Only skipped visits are left")).toBeVisible();
      await page.getByRole("link", { name: "Two houses" }).click();
      await page.getByRole("radio").first().check();
      await page.getByRole("button", { name: "Take and next" }).click();
      await expect(page.getByText("Nothing to fix")).toBeVisible();
      expect([...(await placesOf(day)).values()].filter((place) => place === null)).toEqual([]);
    });
  });
});
