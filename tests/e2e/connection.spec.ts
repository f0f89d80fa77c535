import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { expect, test } from "./fixtures";

test("a lost connection is told calmly, and no more once it is back", async ({
  page,
  context,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  const open: WebSocketRoute[] = [];
  // Everything passes to the real server; it is here only to be cut, once socket.io says that it is connected.
  let connected = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    open.push(socket);
    socket.connectToServer().onMessage((message) => {
      if (String(message).startsWith("40")) connected = true;
      socket.send(message);
    });
  });
  await signIn(page, "dispatcher");
  await page.goto("planning");
  await expect.poll(() => connected).toBe(true);
  const notice = page.getByRole("status").filter({ hasText: "Connection lost. Reconnecting…" });
  await expect(notice).toHaveCount(0);

  await context.setOffline(true);
  for (const socket of open) await socket.close();
  await expect(notice).toBeVisible();
  await expect(notice).toContainText("What you see may be out of date, and changes can’t be saved until it is back.");

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test("where only the live connection is cut, the notice says that changes are saved, and they are", async ({
  page,
  context,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|ERR_CONNECTION_REFUSED|status of 403/);
  const open: WebSocketRoute[] = [];
  let [isConnected, isCut] = [false, false];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close();
    open.push(socket);
    socket.connectToServer().onMessage((message) => {
      if (String(message).startsWith("40")) isConnected = true;
      socket.send(message);
    });
  });
  await page.route(/socket\.io\//, (route) => route.abort("connectionrefused"));
  await signIn(page, "dispatcher");
  const dialog = await newWarehouse(page, "Saved without news");
  await expect.poll(() => isConnected).toBe(true);
  isCut = true;
  for (const socket of open) await socket.close();
  const notice = page.getByRole("status").filter({ hasText: "Reconnecting…" });
  await expect(notice).toHaveText(/^Live updates paused\. Reconnecting… .*Your changes are still saved\.$/);
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(page.getByRole("row", { name: /Saved without news/ })).toBeVisible();

  // Pauses have grown meanwhile; a network that is back has it asked at once.
  const askAgain = () => page.evaluate(() => window.dispatchEvent(new Event("online")));
  // The installation keeps the address to itself.
  await context.route(/readyz/, (route) => route.fulfill({ status: 403 }));
  await askAgain();
  await expect(notice).toHaveText(/^Live updates paused\. Reconnecting… What others change may be missing here\.$/);
  // The server itself is away.
  await context.route(/readyz/, (route) => route.abort("connectionrefused"));
  await askAgain();
  await expect(notice).toHaveText(/^Connection lost\. .*changes can’t be saved until it is back\.$/);
});

// @spec PC-4.103 PC-4.104 PC-7.46 PC-7.50
test("after a deploy an open page asks whether to apply the changes, and loads itself then", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket/);
  const open: WebSocketRoute[] = [];
  // A socket has its name only once it has been told which site it speaks with; opened it is before that.
  let told = 0;
  let isDeployed = false;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    open.push(socket);
    socket.connectToServer().onMessage((message) => {
      // The server that comes back after the deploy runs another build.
      const isVersion = /^42\["site",/.test(String(message));
      socket.send(isVersion && isDeployed ? '42["site","newer"]' : message);
      if (isVersion) told += 1;
    });
  });
  await signIn(page, "dispatcher");
  await page.goto("planning");
  await expect.poll(() => told).toBe(1);
  const question = page.getByText("Site was upgraded. Would you like to apply changes?");
  await expect(question).toHaveCount(0);

  isDeployed = true;
  await open[0]!.close();
  await expect(question).toBeVisible();
  isDeployed = false;
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Apply changes" }).click();
  await loaded;
  await expect(page.getByRole("heading", { name: "Planning" })).toBeVisible();
  await expect.poll(() => told).toBeGreaterThan(2);
  await expect(question).toHaveCount(0);

  // What the page asks by itself names the socket, so that the tab is left out of the news of its own changes.
  const asked = page.waitForRequest((request) => request.url().includes("_data="));
  await page.getByRole("link", { name: "Company", exact: true }).first().click();
  expect(await (await asked).headerValue("X-Socket-Id")).toMatch(/^[\w-]{20}$/);
});

/** The dialog for a new warehouse, filled in and not sent. */
async function newWarehouse(page: Page, title: string): Promise<Locator> {
  await page.goto("company/resources/warehouses");
  await page.getByRole("link", { name: "Add warehouse" }).click();
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Latitude").fill("47.1");
  await dialog.getByLabel("Longitude").fill("9.5");
  return dialog;
}

test("a session that ends while somebody types loses nothing", async ({
  page,
  context,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/);
  await signIn(page, "dispatcher");
  const dialog = await newWarehouse(page, "Typed for an hour");
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Add warehouse" }).click();

  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill("not mine");
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toContainText("not correct");
  await page.keyboard.press("Escape");
  await again.getByLabel("Password").fill(platform.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("row", { name: /Typed for an hour/ })).toBeVisible();
  await expect(again).toHaveCount(0);
});

test("what waits for a sign-in is not sent in the name of somebody else who signs in", async ({
  page,
  context,
  signIn,
  signInByForm,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/);
  await signIn(page, "dispatcher");
  const dialog = await newWarehouse(page, "Mine alone");
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toBeVisible();

  // In another tab, from which they come to this one.
  await signInByForm(await context.newPage(), "super admin");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(again).toContainText("Somebody else has signed in");
  await expect(dialog.getByLabel("Title")).toHaveValue("Mine alone");
  const titles = async () => (await page.request.get("company/resources/warehouses")).text();
  expect(await titles()).not.toContain("Mine alone");

  await again.getByLabel("Password").fill(platform.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("row", { name: /Mine alone/ })).toBeVisible();
  await expect(again).toHaveCount(0);
});

test("a page waits while somebody else is signed in, who may not see it, and goes on with its owner", async ({
  page,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|WebSocket/);
  await signIn(page, "dispatcher");
  const dialog = await newWarehouse(page, "Whose is it");
  await signIn(page, "driver");
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toContainText("Somebody else has signed in in this browser");
  await expect(dialog.getByLabel("Title")).toHaveValue("Whose is it");
  // As when the socket is there again: what the page shows stays its owner's.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(dialog.getByLabel("Title")).toHaveValue("Whose is it");
  await again.getByLabel("Password").fill(platform.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("row", { name: /Whose is it/ })).toBeVisible();
  await expect(again).toHaveCount(0);
});

test("whoever has signed in leaves the page of another user behind", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/status of 401|WebSocket/);
  await signIn(page, "dispatcher");
  const dialog = await newWarehouse(page, "Not theirs");
  await signIn(page, "super admin");
  page.on("dialog", (asked) => void asked.accept());
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  // It comes a moment later, and moves the buttons.
  await expect(again).toContainText("Somebody else has signed in in this browser");
  await again.getByRole("button", { name: "Leave this page" }).click();
  await expect(page).toHaveURL(/\/company\/general$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a session that was ended elsewhere asks to sign in again, and speaks of no lost connection", async ({
  page,
  openPage,
  signIn,
  signInByForm,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401|WebSocket/);
  // An account whose session no other test of this file needs after this one.
  await signIn(page, "super admin");
  const other = await openPage();
  await page.goto("admin/companies");
  await signInByForm(other, "super admin");
  await other.goto("profile");
  await other.getByRole("button", { name: "End all others" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toBeVisible();
  // Longer than the notice waits.
  await page.waitForTimeout(3000);
  await expect(page.getByText("Connection lost")).toHaveCount(0);
  await again.getByLabel("Password").fill(platform.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again).toHaveCount(0);
});

test("a form that reaches nobody says so in its place, and can be sent again", async ({
  page,
  context,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|WebSocket/);
  await signIn(page, "dispatcher");
  const dialog = await newWarehouse(page, "Typed in a tunnel");
  await context.route(/_data=/, (route) => route.abort("connectionrefused"));
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(dialog.getByRole("alert").or(dialog.locator("[data-form-errors]"))).toContainText(
    "the server can't be reached",
  );
  await expect(dialog.getByLabel("Title")).toHaveValue("Typed in a tunnel");

  // It may be sent again while the page's data wait for the server.
  await expect(dialog.getByRole("button", { name: "Add warehouse" })).toBeEnabled();
  await context.unroute(/_data=/);
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(dialog.locator("[data-form-errors]")).toHaveText(/^You are offlineNot sent\. Your entries are kept\.$/);
  await expect(dialog.getByLabel("Title")).toHaveValue("Typed in a tunnel");
  await expect(dialog.getByRole("button", { name: "Add warehouse" })).toBeEnabled();

  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(page.getByRole("row", { name: /Typed in a tunnel/ })).toBeVisible();
});

test("an empty form is answered with our own sentences, not with the browser's bubble", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, "dispatcher");
  await page.goto("company/resources/warehouses");
  await page.getByRole("link", { name: "Add warehouse" }).click();
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(dialog.getByText("Title is required").first()).toBeVisible();
});

test("without scripts the browser's own check of a form stays", async ({ openPage, signIn }) => {
  const page = await openPage({ javaScriptEnabled: false });
  await signIn(page, "dispatcher");
  await page.goto("company/resources/warehouses");
  await page.getByRole("link", { name: "Add warehouse" }).click();
  const form = page.locator("form").filter({ has: page.getByLabel("Title") });
  await expect(form).toHaveCount(1);
  await expect(form).not.toHaveAttribute("novalidate");
});

test("a page whose live connection can't be loaded says so, tries again, and shows what it has missed", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/);
  await signIn(page, "dispatcher");
  const colleague = await openPage();
  await signIn(colleague, "dispatcher");
  let [tries, isReachable] = [0, false];
  await page.route(/\/build\/.*\.js/, async (route) => {
    const response = await route.fetch();
    // The one file that speaks the protocol of engine.io.
    if (!(await response.text()).includes("EIO")) return route.fulfill({ response });
    tries += 1;
    return isReachable ? route.fulfill({ response }) : route.abort();
  });
  await page.goto("company/resources/warehouses");
  const notice = page.getByRole("status").filter({ hasText: "Live updates paused. Reconnecting…" });
  await expect(notice).toBeVisible();
  const add = async (title: string) => {
    await colleague.goto("company/resources/warehouses?dialog=new-warehouse");
    const dialog = colleague.getByRole("dialog", { name: "New warehouse" });
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("Latitude").fill("47.14");
    await dialog.getByLabel("Longitude").fill("9.52");
    await dialog.getByRole("button", { name: "Add warehouse" }).click();
    await expect(colleague.getByRole("link", { name: title, exact: true })).toBeVisible();
  };
  await add("Missed depot");
  isReachable = true;
  await expect(notice).toHaveCount(0);
  expect(tries).toBeGreaterThan(1);
  await expect(page.getByRole("link", { name: "Missed depot", exact: true })).toBeVisible();
  await add("Heard depot");
  await expect(page.getByRole("link", { name: "Heard depot", exact: true })).toBeVisible();
});

test("a page that is connected late loads its data again", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/WebSocket|Content Security Policy/);
  await page.addInitScript(() => {
    const Real = window.WebSocket;
    window.WebSocket = new Proxy(Real, {
      construct: (_, [url, protocols]: ConstructorParameters<typeof WebSocket>) =>
        new Real("isReachable" in window ? url : "ws://127.0.0.1:9/", protocols),
    });
  });
  await signIn(page, "dispatcher");
  await page.goto("company/general");
  await expect(page.getByRole("status").filter({ hasText: "Live updates paused. Reconnecting…" })).toBeVisible();
  const reloaded = page.waitForRequest((request) => request.url().includes("_data=") && request.method() === "GET");
  await page.evaluate(() => Object.assign(window, { isReachable: true }));
  await reloaded;
});
