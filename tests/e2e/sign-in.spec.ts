import { expect, test } from "./fixtures";

test("a visitor is asked to sign in, and is let in with the announced account", async ({ page, signInByForm }) => {
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
  await expect(page).toHaveURL(/\/login/);
});

test("signing out ends the session on the server, and another window asks for the password in place", async ({
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
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  // Whoever kept the cookie gets nothing for it.
  await context.addCookies([before!]);
  const answer = await page.request.get("planning", { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/platform/login?redirectTo=%2Fplanning"]);
  await context.clearCookies();
  await signInByForm(page, "dispatcher");
  expect((await context.cookies(platform.url))[0]?.value).not.toBe(before?.value);
});
