import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const IS_KEY = /^[A-Za-z0-9]{32}$/;
/** The document is resolved as a whole, which takes a busy machine longer than any other page. */
const DRAWN = { timeout: 120_000 };

/** The page of the calls gets a document of one call: for what doesn't depend on how many there are. */
async function shortDocument(page: Page): Promise<void> {
  await page.route("**/openapi.json", (route) => {
    const get = { tags: ["vehicle"], responses: { 200: { description: "All vehicles" } } };
    const json = { openapi: "3.1.0", info: { title: "Short", version: "1" }, paths: { "/vehicle/list": { get } } };
    return route.fulfill({ json });
  });
}

// @spec PC-1.11 AA-2.52 AA-5.19 AA-5.20 AA-8.15 AA-8.16
test("keys of the API are made, used, made anew and revoked", { tag: "@screen" }, async ({ page, signIn }, info) => {
  await page.context().grantPermissions(["clipboard-write"]);
  await signIn(page, "super admin");
  await page.goto("company/api");
  const main = page.locator("section", { hasText: "Company key" });

  /** A wrong key is refused although the browser's cookie comes along. */
  const statusOf = async (key: string) =>
    (await page.request.get("api/vehicle/list?limit=1", { headers: { "X-Api-Key": key } })).status();
  const shownKey = async () => {
    await main.getByText("Show the key").click();
    return (await main.locator("code").innerText()).trim();
  };

  const before = await test.step("the company's key is hidden until somebody wants to see it", async () => {
    await page.getByRole("link", { name: "Make the key" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make the key" }).click();
    await expect(page.getByText("Api key has been regenerated!")).toBeVisible();
    await expect(main.locator("code")).toBeHidden();
    const key = await shownKey();
    expect(key).toMatch(IS_KEY);
    expect(await statusOf(key)).toBe(200);
    return key;
  });

  await test.step("it is made anew after a question", async () => {
    await page.getByRole("link", { name: "Regenerate" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("Are you sure you want to regenerate api key?")).toBeVisible();
    await question.getByRole("button", { name: "Regenerate" }).click();
    await expect(question).toBeHidden();
    await page.reload();
    const key = await shownKey();
    expect(key).not.toBe(before);
    expect([await statusOf(before), await statusOf(key)]).toEqual([401, 200]);
  });

  await test.step("a program gets a key of its own, shown once, and it is revoked", async () => {
    await page.getByRole("link", { name: "Add key" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Web shop");
    await page.getByRole("dialog").getByRole("button", { name: "Add key" }).click();
    const shown = page.getByRole("dialog", { name: "Key of Web shop" });
    const key = (await shown.locator("code").innerText()).trim();
    expect(key).toMatch(IS_KEY);
    await shown.getByRole("button", { name: "Copy" }).click();
    await expect(page.getByText("Copied to clipboard.", { exact: true })).toBeVisible();
    await info.attach("made", { body: await page.screenshot(), contentType: "image/png" });
    for (const width of [1000, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await info.attach(`made-${width}`, { body: await page.screenshot(), contentType: "image/png" });
    }
    await shown.getByRole("link", { name: "Done" }).click();
    await main.getByText("Show the key").click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await info.attach("keys-360", { body: await page.screenshot(), contentType: "image/png" });
    await expect(page.getByText(key)).toHaveCount(0);
    expect(await statusOf(key)).toBe(200);
    await page.getByRole("link", { name: "Revoke" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("Web shop has been revoked!")).toBeVisible();
    expect(await statusOf(key)).toBe(401);
  });
});

test("the API's page lists the calls and tries one", { tag: "@screen" }, async ({ page, signIn }, info) => {
  await signIn(page, "dispatcher");
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto("api/docs");
  const call = page.locator("#operations-vehicle-get_vehicle_list");
  await page.locator("#operations-tag-vehicle").click(DRAWN);
  await call.locator(".opblock-summary-control").click(DRAWN);
  await call.getByRole("button", { name: "Execute" }).click(DRAWN);
  await expect(call.locator(".live-responses-table td.response-col_status").nth(1)).toContainText("200");
  // How wide it is, styles alone decide: it is not drawn once more, which takes longest.
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await info.attach(`docs-${width}`, { body: await page.screenshot(), contentType: "image/png" });
  }
});

test("the API's page is as dark as the product's other pages", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await shortDocument(page);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("api/docs");
  await expect.poll(ground).toBe("rgb(28, 32, 34)");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");

  // What was chosen in the product goes before what the device says.
  await page.goto("planning");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await page.goto("api/docs");
  await expect.poll(ground).toBe("rgb(28, 32, 34)");
  await expect(page.locator("#operations-tag-vehicle")).toBeVisible(DRAWN);
});
