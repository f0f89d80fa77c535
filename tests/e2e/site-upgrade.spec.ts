import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { expect, test } from "./fixtures";

interface Upgrade {
  /**
   * The server that comes back runs another build: its data have another shape, and this page's scripts are gone. What
   * a page that is told asks for by itself is answered.
   */
  begin: (isTold?: boolean) => Promise<void>;
}

/** Another build answers what the page asks from now on, until it loads a document: then the two are one again. */
async function upgradeable(page: Page): Promise<Upgrade> {
  const open: WebSocketRoute[] = [];
  let [isUpgraded, isTold, told, asked, answers] = [false, true, 0, 0, 0];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    open.push(socket);
    socket.connectToServer().onMessage((message) => {
      const isVersion = /^42\["site",/.test(String(message));
      if (isVersion) told += 1;
      if (!isVersion || isTold || !isUpgraded) socket.send(isVersion && isUpgraded ? '42["site","newer"]' : message);
    });
  });
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isUpgraded = false;
  });
  await page.route(/\/build\/.*\.js/, (route) => (isUpgraded ? route.fulfill({ status: 404 }) : route.fallback()));
  await page.route(/_data=/, async (route) => {
    const isOther = isUpgraded;
    if (isOther) asked += 1;
    const response = await route.fetch({ maxRedirects: 0 });
    expect(response.headers()["x-site-build"], route.request().url()).toMatch(/^\w+$/);
    if (!isOther) return route.fulfill({ response });
    const headers = { ...response.headers(), "x-site-build": "newer" };
    const isData = route.request().method() === "GET" && response.status() === 200;
    await route.fulfill({ response, headers, ...(isData ? { json: { another: ["shape"] } } : {}) });
    answers += 1;
  });
  return {
    begin: async (isHeard = true) => {
      await expect.poll(() => told).toBeGreaterThan(0);
      const before = told;
      [isUpgraded, isTold] = [true, isHeard];
      for (const socket of open.splice(0)) await socket.close();
      await expect.poll(() => told).toBeGreaterThan(before);
      // A connection that was lost reloads the page's data. Only a page that has them does nothing more by itself.
      if (isHeard) await expect.poll(() => answers > 0 && answers === asked).toBe(true);
    },
  };
}

const question = (page: Page): Locator => page.getByText("Site was upgraded. Would you like to apply changes?");

async function newWarehouse(page: Page, title: string): Promise<Locator> {
  await page.goto("company/resources/warehouses");
  await page.getByRole("link", { name: "Add warehouse" }).click();
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Latitude").fill("47.1");
  await dialog.getByLabel("Longitude").fill("9.5");
  return dialog;
}

test("after a deploy a page keeps what it shows and what is typed, and a form is taken and told", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|status of 404/);
  await signIn(page, "dispatcher");
  const upgrade = await upgradeable(page);
  const dialog = await newWarehouse(page, "Typed before the deploy");
  await upgrade.begin();
  await expect(question(page)).toBeVisible();
  await expect(dialog.getByLabel("Title")).toHaveValue("Typed before the deploy");
  await expect(dialog.getByLabel("Latitude")).toHaveValue("47.1");
  await expect(page.locator("main table, main [role=table]").first()).toBeAttached();

  // The question leaves the drawer's own button free.
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(page.getByRole("row", { name: /Typed before the deploy/ })).toBeVisible();
  await expect(page.getByText("Successfully saved")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});

test("after a deploy a link leads where it says, and typed text is asked about once", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|status of 404/);
  page.on("dialog", () => expect("the browser asks, too").toBe("never"));
  await signIn(page, "dispatcher");
  const upgrade = await upgradeable(page);
  await page.goto("company/messages?kind=failed&language=en");
  const mail = page.getByRole("form", { name: "Text", exact: true }).getByLabel("E-mail");
  await mail.fill("We could not hand over your parcel.");
  await upgrade.begin();
  await expect(question(page)).toBeVisible();

  const leave = page.getByRole("alertdialog", { name: "Unsaved changes" });
  await page.getByRole("link", { name: "General" }).click();
  await leave.getByRole("button", { name: "Keep editing" }).click();
  await expect(mail).toHaveValue("We could not hand over your parcel.");
  const loaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "General" }).click();
  await leave.getByRole("button", { name: "Leave" }).click();
  await loaded;
  await expect(page).toHaveURL(/company\/general$/);
  await expect(page.getByLabel("Phone")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test("a page that nobody has told of the deploy learns it from the answer to its link", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|status of 404/);
  await signIn(page, "dispatcher");
  const upgrade = await upgradeable(page);
  await page.goto("planning");
  const [planning, company] = ["Planning", "Company"].map((name) =>
    page.getByRole("link", { name, exact: true }).first(),
  );
  // A page that was shown before: its scripts are there.
  await company!.click();
  await expect(page.getByLabel("Phone")).toBeVisible();
  await planning!.click();
  await expect(page.getByRole("heading", { name: "Planning" })).toBeVisible();
  await upgrade.begin(false);
  const loaded = page.waitForEvent("load");
  await company!.click();
  await loaded;
  await expect(page).toHaveURL(/company\/general$/);
  await expect(page.getByLabel("Phone")).toBeVisible();
});

test("a page that fails after a deploy says so, and is loaded anew", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/WebSocket|status of (404|500)|cannot be understood/);
  await signIn(page, "dispatcher");
  const upgrade = await upgradeable(page);
  const dialog = await newWarehouse(page, "Never stored");
  await upgrade.begin();
  await expect(question(page)).toBeVisible();
  const headers = { "X-Remix-Error": "yes", "X-Site-Build": "newer" };
  const reloaded = new Set<string>();
  await page.route(/_data=/, async (route) => {
    const request = route.request();
    if (request.method() === "POST")
      return route.fulfill({ status: 500, headers, json: { message: "cannot be understood" } });
    // One reload belongs to the failure. Another one would find nothing to keep, and load the document by itself.
    if (reloaded.has(request.url())) return;
    reloaded.add(request.url());
    return route.fallback();
  });
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  const failed = page.getByRole("alert").filter({ hasText: "Nothing that you saved is lost." });
  await expect(failed).toContainText("Site was upgraded");
  await expect(failed.getByRole("button", { name: "Try again" })).toHaveCount(0);
  const loaded = page.waitForEvent("load");
  await failed.getByRole("button", { name: "Apply changes" }).click();
  await loaded;
  await expect(page.getByRole("heading", { name: "Warehouses" }).first()).toBeVisible();
});
