import type { Page } from "@playwright/test";
import { demoEmail } from "../setup/e2e-platform";
import type { PlatformServer } from "../setup/e2e-server";
import { expect, test } from "./fixtures";

const OWN = "several words are good";

/** A super admin generates a password for the dispatcher. @returns it */
async function setPassword(admin: Page): Promise<string> {
  await admin.goto("profile/2");
  // Who is not here right now is not blocked.
  await expect(admin.getByRole("link", { name: "Block user" })).toBeVisible();
  const section = admin.locator("section").filter({ has: admin.getByRole("heading", { name: "Password" }) });
  await section.getByRole("button", { name: "Generate a new one" }).click();
  const password = await section.getByRole("textbox", { name: "New password" }).inputValue();
  await section.getByRole("button", { name: "Set password" }).click();
  await expect(admin.getByText("Successfully updated!")).toBeVisible();
  // Shown once: it is not in the page any more.
  await admin.reload();
  await expect(section.getByRole("textbox", { name: "New password" })).toHaveValue("");
  return password;
}

/** Signs in with what was set, tries to get around the question, and chooses a password. */
async function chooseOne(page: Page, platform: PlatformServer, given: string, own: string): Promise<void> {
  await page.goto("company/team");
  await page.getByLabel("E-mail").fill(demoEmail(platform, "dispatcher"));
  await page.getByLabel("Password").fill(given);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Choose a password" })).toBeVisible();
  for (const path of ["planning", "profile", "profile/security", "driver", "login", "sign-up", "invitations"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/new-password/);
  }
  await page.goto("company/team");
  await expect(page).toHaveURL(/\/new-password\?redirectTo=%2Fcompany%2Fteam$/);
  await page.getByLabel("New password").fill(given);
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose another password than the one that was set for you");
  await page.getByLabel("New password").fill(own);
  await page.getByRole("button", { name: "Save the password" }).click();
  await expect(page).toHaveURL(/\/company\/team$/);
  await expect(page.getByRole("heading", { name: "Team", level: 1 })).toBeVisible();
}

// @spec AA-2.41
test("a password that was set for somebody is replaced before anything else, with and without scripts", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d/);
  await signIn(page, "super admin");
  await chooseOne(await openPage(), platform, await setPassword(page), OWN);
  await chooseOne(await openPage({ javaScriptEnabled: false }), platform, await setPassword(page), `${OWN} too`);
});

test("a page that asks to sign in again waits for the new password, and keeps what was typed", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d|WebSocket/);
  await signIn(page, "super admin");
  const other = await openPage();
  await other.goto("login");
  await other.getByLabel("E-mail").fill(demoEmail(platform, "dispatcher"));
  const first = await setPassword(page);
  await other.getByLabel("Password").fill(first);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.getByLabel("New password").fill(`${OWN} first`);
  await other.getByRole("button", { name: "Save the password" }).click();
  await other.goto("company/resources/warehouses");
  await other.getByRole("link", { name: "Add warehouse" }).click();
  const dialog = other.getByRole("dialog", { name: "New warehouse" });
  await dialog.getByLabel("Title").fill("Typed before");
  await dialog.getByLabel("Latitude").fill("47.1");
  await dialog.getByLabel("Longitude").fill("9.5");

  const given = await setPassword(page);
  const again = other.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password").fill(given);
  await again.getByRole("button", { name: "Sign in" }).click();
  const opened = other.context().waitForEvent("page");
  await again.getByRole("link", { name: "Go on in a new tab" }).click();
  const step = await opened;
  // Looked at too early, the page still waits.
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await step.getByLabel("New password").fill(`${OWN} then`);
  await step.getByRole("button", { name: "Save the password" }).click();
  await expect(step.getByRole("button", { name: /^Account of/ })).toBeVisible();
  await expect(again).toBeVisible();
  await other.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(again).toHaveCount(0);
  await expect(dialog.getByLabel("Title")).toHaveValue("Typed before");
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
  await expect(other.getByRole("row", { name: /Typed before/ })).toBeVisible();
});

test("whoever doesn't choose a password signs out", async ({ page, openPage, signIn, platform }) => {
  await signIn(page, "super admin");
  const given = await setPassword(page);
  const other = await openPage();
  await other.goto("login");
  await other.getByLabel("E-mail").fill(demoEmail(platform, "dispatcher"));
  await other.getByLabel("Password").fill(given);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.getByRole("button", { name: "Sign out" }).click();
  await expect(other).toHaveURL(/\/login$/);
  await other.goto("planning");
  await expect(other).toHaveURL(/\/login/);
});
