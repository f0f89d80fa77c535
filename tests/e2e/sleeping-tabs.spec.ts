import type { Page, WebSocketRoute } from "@playwright/test";
import { expect, test } from "./fixtures";
import { prepareDay, stops } from "./prepare";

/** The page's line to the server, which can be dead without the page being told. */
async function lineOf(page: Page): Promise<{ isHeard: () => boolean; die: () => void; cut: () => Promise<void> }> {
  const dead = new Set<WebSocketRoute>();
  const open: WebSocketRoute[] = [];
  let isHeard = false;
  await page.routeWebSocket(/socket\.io/, (line) => {
    open.push(line);
    const server = line.connectToServer();
    line.onMessage((message) => {
      if (!dead.has(line)) server.send(message);
    });
    server.onMessage((message) => {
      if (dead.has(line)) return;
      line.send(message);
      isHeard ||= String(message).startsWith('42["site"');
    });
  });
  return {
    isHeard: () => isHeard,
    die: () => open.forEach((line) => dead.add(line)),
    cut: async () => {
      for (const line of open) await line.close();
    },
  };
}

const NIGHT_MS = 10 * 3_600_000;

/** As after a sleep: the clock has gone on, and timers have not. */
const wakeUp = (page: Page, afterMs = NIGHT_MS) =>
  page.evaluate((ms) => {
    const now = Date.now;
    Date.now = () => now() + ms;
  }, afterMs);

test("a page on a machine that slept shows soon what it has missed, though its line only seems to stand", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const colleague = await openPage();
  await signIn(colleague, "dispatcher");
  const line = await lineOf(page);
  await page.goto("company/resources/warehouses");
  await expect.poll(line.isHeard).toBe(true);
  line.die();
  await colleague.goto("company/resources/warehouses?dialog=new-warehouse");
  const dialog = colleague.getByRole("dialog", { name: "New warehouse" });
  await dialog.getByLabel("Title").fill("Built at night");
  await dialog.getByLabel("Latitude").fill("47.14");
  await dialog.getByLabel("Longitude").fill("9.52");
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(colleague.getByRole("link", { name: "Built at night", exact: true })).toBeVisible();
  await wakeUp(page);
  // The library's own timer would tell after 45 s, later than this waits.
  await expect(page.getByRole("link", { name: "Built at night", exact: true })).toBeVisible();
});

test("a session that ended while the page slept is asked for when it wakes up", async ({
  page,
  openPage,
  signInByForm,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|status of 401/);
  await signInByForm(page, "super admin");
  const line = await lineOf(page);
  await page.goto("company/resources/warehouses");
  await expect.poll(line.isHeard).toBe(true);
  line.die();
  const other = await openPage();
  await signInByForm(other, "super admin");
  await other.goto("profile");
  await other.getByRole("button", { name: "End all others" }).click();
  await expect(other.getByRole("button", { name: "End all others" })).toHaveCount(0);
  await line.cut();
  await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
});

/** The page without news, and how often it has loaded itself since it was opened. */
async function leftOpen(page: Page, address: string) {
  // Nothing else makes it load.
  await page.routeWebSocket(/socket\.io/, () => undefined);
  await page.goto(address);
  let loads = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith("_data=routes%2F_main")) loads += 1;
  });
  return async () => {
    await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
    return loads;
  };
}

test("pages that tell days load themselves once when the day is another one", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Left open", visits: stops(["Ash"]), vehicles: [{ Plate: "Open 1" }] });
  const addresses = ["company/calculation-history", "planning", day.path, "tracking"];
  for (const address of addresses) {
    const tab = await openPage();
    await signIn(tab, "dispatcher");
    const looked = await leftOpen(tab, address);
    expect(await looked()).toBe(0);
    await wakeUp(tab, 24 * 3_600_000);
    // Again and again, because the page listens once its scripts have run.
    await expect.poll(looked, address).toBe(1);
    await tab.waitForLoadState("networkidle");
    expect(await looked(), address).toBe(1);
    await tab.close();
  }
});

test("a clock that was put forward makes no page wrong for long", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const line = await lineOf(page);
  await page.goto("tracking");
  await expect.poll(line.isHeard).toBe(true);
  const loaded = page.waitForRequest((request) => request.url().endsWith("_data=routes%2F_main.tracking._index"));
  await wakeUp(page, 3_600_000);
  await loaded;
});
