import { expect, test } from "./fixtures";

test("a visitor is asked to sign in, and is let in with the announced account", async ({ page, signIn }) => {
  await page.goto("planning");
  await expect(page).toHaveURL(/\/platform\/login/);
  await signIn(page, "dispatcher");
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
