import type { Page } from "@playwright/test";
import type { PlatformServer } from "../setup/e2e-server";
import { expect, test } from "./fixtures";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";

const PASSWORD = "several words are good";

// A refused form is a page with a status that says so.
test.beforeEach(({ browserErrors }) => browserErrors.allow(/status of 4(22|10|01)/));

/** The newest link that was mailed to somebody, as the console shows it. */
async function mailedLink(platform: PlatformServer, to: string, subject: string): Promise<string> {
  const mails = new RegExp(`Mail to ${to.replace(/\./g, "\\.")}: ${subject}\\n  (\\S+)`, "g");
  let link: string | undefined;
  await expect
    .poll(() => (link = [...platform.output().matchAll(mails)].at(-1)?.[1]), { message: `a mail to ${to}` })
    .toBeDefined();
  return link!;
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("sign-up");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/email-verify$/);
}

/** From the form to the first page, and a new password later. */
async function wholeWay(page: Page, platform: PlatformServer, email: string): Promise<void> {
  await test.step("sign up; what is wrong stands at its field, and the e-mail stays", async () => {
    await page.goto("login");
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("password123");
    await page.getByRole("button", { name: "Sign up" }).click();
    const fault = "This password is among those that are guessed first. Choose another one";
    await expect(page.getByRole("alert")).toContainText(fault);
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(new RegExp(fault));
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(page.getByLabel("Password")).toHaveValue("");
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page).toHaveURL(/\/email-verify$/);
    await expect(page.getByText(email)).toBeVisible();
  });

  await test.step("ask for the mail again", async () => {
    await page.getByRole("button", { name: "Send the mail again" }).click();
    await expect(page.getByRole("status")).toHaveText("Verification email sent successfully.");
  });

  await test.step("the link asks, and leads to a company of one's own", async () => {
    await expect.poll(() => platform.output().split(`Mail to ${email}: Confirm your e-mail`).length).toBe(3);
    await page.goto(await mailedLink(platform, email, "Confirm your e-mail"));
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole("button", { name: "Yes, go on" }).click();
    await expect(page).toHaveURL(/\/planning/);
    await expect(page.getByText("My Company").first()).toBeVisible();
  });

  await test.step("a new password by mail, which ends the session", async () => {
    await page.context().clearCookies({ name: "platform_session" });
    await page.goto("login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("status")).toHaveText(
      "If there is an account with this e-mail, we have sent a link to it.",
    );
    const link = await mailedLink(platform, email, "Set a new password");
    await page.goto(link);
    await page.getByLabel("New password").fill(`${PASSWORD} now`);
    await page.getByRole("button", { name: "Save the password" }).click();
    await expect(page.getByRole("status")).toHaveText("Your password has been changed. Sign in with it.");
    await page.goto(link);
    await expect(page.getByRole("alert")).toHaveText("This link has expired or was used already.");
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toHaveText("The e-mail or the password is not correct.");
    await expect(page.getByLabel("E-mail")).toHaveValue(email);
    await page.getByLabel("Password").fill(`${PASSWORD} now`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/planning/);
  });
}

// @spec AA-2.01 AA-2.03 AA-2.05 AA-2.07 AA-2.10 AA-2.14 AA-2.15 AA-7.19
test("an account from signing up to a new password", async ({ page, platform }) => {
  await wholeWay(page, platform, "ada@accounts.example");
});

test("the same in a browser without scripts", async ({ openPage, platform }) => {
  await wholeWay(await openPage({ javaScriptEnabled: false }), platform, "bob@accounts.example");
});

// @spec AA-2.02 AA-2.04 AA-2.06 AA-2.08
test("whoever is signed in is led from these pages to the company, and a driver to their routes", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const driver = await openPage();
  await signIn(driver, "driver");
  for (const path of ["login", "sign-up", "forgot", "email-verify"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/company\/general$/);
    await driver.goto(path);
    await expect(driver, path).toHaveURL(/\/driver$/);
  }
});

test("a password is shown on request, and one press sends one form", async ({ page }) => {
  await page.goto("sign-up");
  await page.getByLabel("Password").fill(PASSWORD);
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByLabel("Password")).toHaveAttribute("type", "password");
  await expect(page.getByLabel("Password")).toHaveAttribute("autocomplete", "new-password");
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username");
  let sent = 0;
  page.on("request", (request) => void (request.method() === "POST" && (sent += 1)));
  await page.getByLabel("E-mail").fill("twice@accounts.example");
  await page.getByRole("button", { name: "Sign up" }).dblclick();
  await expect(page).toHaveURL(/\/email-verify$/);
  expect(sent).toBe(1);
});

// @spec AA-4.03
test("who waits for the mail goes on by itself when its link was opened elsewhere", async ({
  page,
  context,
  platform,
}) => {
  const email = "cleo@accounts.example";
  await signUp(page, email);
  const other = await context.newPage();
  await other.goto(await mailedLink(platform, email, "Confirm your e-mail"));
  await other.getByRole("button", { name: "Yes, go on" }).click();
  await expect(other).toHaveURL(/\/planning/);
  await expect(page).toHaveURL(/\/(company|planning)/);
});

// @spec AA-5.11 AA-5.13
test("a wrong e-mail is told when its field is left, not while it is typed", async ({ page }) => {
  await page.goto("sign-up");
  await page.getByLabel("E-mail").fill("cleo@accounts");
  await expect(page.getByText("E-mail is not correct")).toHaveCount(0);
  await page.getByLabel("Password").focus();
  await expect(page.getByText("E-mail is not correct")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("E-mail is not correct");
  await page.getByLabel("E-mail").fill("cleo@accounts.example");
  await expect(page.getByText("E-mail is not correct")).toHaveCount(0);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByRole("alert")).toContainText("Password is required");
});

// @spec AA-4.02 AA-2.07
test("signing in before the e-mail is verified leads to the verification, whatever was asked for", async ({
  page,
  platform,
}) => {
  const email = "dora@accounts.example";
  await signUp(page, email);
  await page.context().clearCookies();
  await page.goto("planning");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/email-verify$/);
  for (const path of ["planning", "driver", "company/general", "sign-up"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/email-verify$/);
  }
  await page.goto(await mailedLink(platform, email, "Confirm your e-mail"));
  await page.getByRole("button", { name: "Yes, go on" }).click();
  await expect(page).toHaveURL(/\/planning/);
});

test("the pages load one small script, fit every width, and are open to assistive technology", async ({
  openPage,
  platform,
}) => {
  // Colours are the same at every width, and roles and names in either scheme: the widest is light, the narrowest dark.
  const looks = [
    ["desktop", "light"],
    ["tablet", "light"],
    ["phone", "dark"],
  ] as const;
  for (const [size, colorScheme] of looks) {
    const page = await openPage({ ...SIZES[size], colorScheme, bypassCSP: true });
    const scripts = new Set<string>();
    page.on("request", (one) => void (one.resourceType() === "script" && scripts.add(one.url())));
    const email = `${size}.${colorScheme}@accounts.example`;
    await signUp(page, email);
    const link = await mailedLink(platform, email, "Confirm your e-mail");
    for (const path of ["login", "sign-up", "forgot", "reset?token=none&email=a%40b.example", "email-verify", link]) {
      await page.goto(path);
      if (size !== "tablet") {
        await addExaminer(page);
        expect(await seriousFaults(page), `${path} ${size} ${colorScheme}`).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} ${size} sideways`).toBeLessThanOrEqual(0);
    }
    // Browsers with passkeys load one more where one signs in; `sign-in-budget` weighs both.
    const [only, ...others] = [...scripts].filter((url) => !url.includes("/passkeys-"));
    expect(others).toEqual([]);
    expect((await (await page.request.get(only!)).body()).length).toBeLessThan(5_000);
    await page.close();
  }
});
