import type { WebSocketRoute } from "@playwright/test";
import { expect, test } from "./fixtures";

test("a lost connection is told calmly, and no more once it is back", async ({ page, context, signIn, browserErrors }) => {
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
  await expect.poll(() => connected).toBe(true);
  const notice = page.getByRole("status").filter({ hasText: "Connection lost. Reconnecting…" });
  await expect(notice).toHaveCount(0);

  await context.setOffline(true);
  for (const socket of open) await socket.close();
  await expect(notice).toBeVisible();

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test("an empty form is answered with our own sentences, not with the browser's bubble", async ({ page, signIn, browserErrors }) => {
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
