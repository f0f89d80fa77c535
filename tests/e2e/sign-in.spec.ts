import { expect, test } from "./fixtures";

// @spec PC-2.37 AA-2.14 PC-6.05
test("a visitor is asked to sign in, and is let in with the announced account", async ({
  page,
  signInByForm,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404/);
  expect((await page.goto("nonsense"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await page.getByRole("link", { name: "To the start page" }).click();
  await expect(page).toHaveURL(/\/platform\/home$/);
  await page.goto("planning");
  await expect(page).toHaveURL(/\/platform\/login/);
  await signInByForm(page, "dispatcher");
  await expect(page).toHaveURL(/\/platform\/planning/);
});

test("a wrong password is refused with a sentence, and the address is kept", async ({ page, browserErrors }) => {
  browserErrors.allow(/status of 4\d\d/);
  await page.goto("login");
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("nobody@example.com");
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("E-mail").fill("");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your e-mail and your password.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
});

// @spec AA-2.13 AA-4.05
test("signing out ends the session on the server, and leaves nothing of the person in the browser", async ({
  page,
  context,
  signInByForm,
  platform,
}) => {
  await signInByForm(page, "dispatcher");
  const [before] = await context.cookies(platform.url);
  const other = await context.newPage();
  await other.goto("company/resources/vehicles");
  await expect(other.getByRole("heading", { name: "Vehicles" })).toBeVisible();
  const security = await context.newPage();
  await security.goto("profile/security");
  await page.evaluate(() => {
    for (const key of ["open:plan", "driver.reports.1", "mantine-color-scheme-value"]) localStorage.setItem(key, "x");
  });
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/logout"));
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("status")).toHaveText("You have signed out.");
  await expect(page).toHaveURL(/\/login$/);
  expect(await (await answered).headerValue("clear-site-data")).toBe('"cache"');
  // The other tabs show nothing of the person any more.
  for (const tab of [other, security]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  }
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith("activity.")));
  expect(kept.sort()).toEqual(["driver.reports.1", "mantine-color-scheme-value"]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  // Whoever kept the cookie gets nothing for it.
  await context.addCookies([before!]);
  const answer = await page.request.get("planning", { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/platform/login?redirectTo=%2Fplanning"]);
  await context.clearCookies();
  await signInByForm(page, "dispatcher");
  expect((await context.cookies(platform.url))[0]?.value).not.toBe(before?.value);
});
