import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { demoEmail } from "../setup/e2e-platform";
import { expect, test } from "./fixtures";
import { expectNoFaults } from "./pages/serious-faults";

/**
 * Passkeys belong to a host with a name, and a server has to know under which one people reach it. Below the ports that
 * the system gives to connections and to servers that ask for any.
 */
const PORT = 21_000 + (process.pid % 11_000);
const SITE = `http://localhost:${PORT}`;
const at = (path: string): string => `${SITE}/platform/${path}`;

test.use({ serverEnv: { PORT: String(PORT), PUBLIC_URL: SITE } });

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto(at("login"));
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const secretOf = async (page: Page): Promise<string> =>
  (await page.locator(".key code").innerText()).replaceAll(" ", "");

// @spec AA-2.09
test("an app is set up, asked for and removed without scripts", async ({ openPage, platform, browserErrors }) => {
  browserErrors.allow(/status of 4\d\d/);
  const page = await openPage({ javaScriptEnabled: false });
  const email = demoEmail(platform, "dispatcher");
  await typePassword(page, email, platform.password);
  await page.goto(at("profile/security"));
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("img", { name: "QR code of the key" })).toBeVisible();
  await expect(page.getByText("Passkeys need JavaScript")).toBeVisible();
  const secret = await secretOf(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("alert")).toHaveText("The code is not correct, or was used already.");
  await page.getByLabel("Code", { exact: true }).fill(generateSync({ secret }));
  await page.getByRole("button", { name: "Switch on" }).click();
  const codes = await page.getByRole("list", { name: "Recovery codes" }).locator("code").allInnerTexts();
  expect(codes).toHaveLength(10);
  const file = await page.getByRole("link", { name: "Download" }).getAttribute("href");
  expect(decodeURIComponent(file ?? "")).toContain(codes.join("\n"));
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of your recovery codes are left")).toBeVisible();

  await page.context().clearCookies();
  await typePassword(page, email, platform.password);
  await expect(page).toHaveURL(/\/verify-mfa/);
  await page.goto(at("profile"));
  await expect(page).toHaveURL(/\/login/);
  await page.goto(at("verify-mfa?redirectTo=%2Fprofile%2Fsecurity"));
  await page.getByLabel("Code", { exact: true }).fill(codes[0]!);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/security/);
  await expect(page.getByText("9 of your recovery codes are left")).toBeVisible();
  await page.getByRole("button", { name: "Remove the app" }).click();
  await expect(page.getByRole("status")).toHaveText("Your authenticator app is removed.");
});

test("a passkey is registered, signs in alone, and is the second step after a password", async ({ page, platform }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = demoEmail(platform, "driver");
  await typePassword(page, email, platform.password);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto(at("profile/security"));
  await page.getByLabel("Name of the passkey").fill("My phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" }).locator("code")).toHaveCount(10);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("My phone", { exact: true })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(at("login?redirectTo=%2Fprofile%2Fsecurity"));
  // The browser offers it by itself where it fills fields in, or when it is asked to.
  await expect(async () => {
    if (/\/login/.test(page.url())) await page.getByRole("button", { name: "Use a passkey" }).click({ timeout: 2000 });
    await expect(page).toHaveURL(/\/profile\/security/, { timeout: 3000 });
  }).toPass();
  await expect(page.getByText("My phone", { exact: true })).toBeVisible();
  await expect(page.getByText(/not used yet/)).toBeHidden();

  // After a password, which is sent without the page: there the passkey would be faster.
  await page.context().clearCookies();
  const answer = await page.request.post(at("login"), {
    form: { email, password: platform.password },
    headers: { Origin: SITE },
    maxRedirects: 0,
  });
  expect(answer.headers().location).toBe("/platform/verify-mfa");
  await page.goto(at("verify-mfa?redirectTo=%2Fprofile%2Fsecurity"));
  await expect(page.getByRole("button", { name: "Go on with a passkey" })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Go on with a passkey" }).click();
  await expect(page).toHaveURL(/\/profile\/security/);
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await expect(page.getByRole("status")).toHaveText("The passkey is removed.");
});
