import type { Page } from "@playwright/test";
import { demoEmail } from "../setup/e2e-platform";
import { CLIENT, startOidcServer } from "../helpers/oidc-server";
import type { OidcServer } from "../helpers/oidc-server";
import { expect, test as base } from "./fixtures";
import { expectNoFaults } from "./pages/serious-faults";

const redirectUris: string[] = [];
let starting: Promise<OidcServer> | undefined;
const provider = (): Promise<OidcServer> => (starting ??= startOidcServer(redirectUris));

const test = base.extend({
  serverEnv: async ({}, provide) => {
    const { issuer } = await provider();
    await provide({
      OIDC_ACME_ISSUER: issuer,
      OIDC_ACME_CLIENT_ID: CLIENT.clientId,
      OIDC_ACME_CLIENT_SECRET: CLIENT.clientSecret,
      OIDC_ACME_TITLE: "Acme",
    });
  },
});

test.beforeEach(({ platform, browserErrors }) => {
  if (redirectUris.length === 0) redirectUris.push(`${platform.url}social/acme/callback`);
  // The provider's pages want a font from elsewhere.
  browserErrors.allow(/fonts\.googleapis\.com/);
});
test.afterAll(async () => (await starting)?.close());

/** On the provider's own pages. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

for (const javaScriptEnabled of [true, false])
  test(`somebody new signs in with another account, scripts ${javaScriptEnabled ? "on" : "off"}`, async ({
    openPage,
  }) => {
    const { accounts } = await provider();
    const login = javaScriptEnabled ? "ann" : "bea";
    accounts.set(login, { email: `${login}@acme.example`, email_verified: true, given_name: "Ann" });
    const page = await openPage({ javaScriptEnabled });
    await page.goto("login");
    await page.getByRole("link", { name: "Continue with Acme" }).click();
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await expect(page.getByRole("alert")).toHaveText("Sign-in was cancelled.");

    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByRole("link", { name: "Continue with Acme" }).click();
    await signInThere(page, login);
    await expect(page).toHaveURL(/\/planning\/main/);
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Ann");
  });

test("a dispatcher links another account, signs in with it, and unlinks it", async ({ page, platform }) => {
  const email = demoEmail(platform, "dispatcher");
  (await provider()).accounts.set("dispatcher", { email, email_verified: true });
  await page.goto("login?redirectTo=/profile");
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  await signInThere(page, "dispatcher");
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByRole("status")).toContainText("There is an account with this e-mail already.");
  await expectNoFaults(page);

  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(platform.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/social\/link$/);
  await expect(page.getByText(`${email} at Acme will open your account ${email}.`)).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Link with Acme" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText("You can sign in with Acme from now on.")).toBeVisible();

  await page.context().clearCookies({ domain: "127.0.0.1", path: /^\/platform/ });
  await page.goto("login?redirectTo=/profile");
  await page.getByRole("link", { name: "Continue with Acme" }).click();
  // The provider knows who it is.
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole("button", { name: "Unlink Acme" }).click();
  await expect(page.getByText("None yet. With one you sign in here as you do there.")).toBeVisible();
});
