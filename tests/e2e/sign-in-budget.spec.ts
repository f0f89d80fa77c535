import { PAGES } from "~/domain/access/doors";
import type { Doors } from "~/domain/access/doors";
import { expect, test } from "./fixtures";
import { scriptSize } from "./pages/script-size";

/** Gzip; a driver signs in on a phone far from anywhere. */
const MOST_BYTES = 30_000;

/** Pages that people see who are not signed in, as such a browser opens them. */
const ADDRESSES: Readonly<Record<string, string>> = {
  login: "login",
  "sign-up": "sign-up",
  forgot: "forgot",
  reset: "reset?token=x&email=a@b.example",
  "email-verify": "email-verify",
  "email-verify_.$id.$hash": "email-verify/1/x",
  "invitation.$token": "invitation/x",
  "new-password": "new-password",
  "verify-mfa": "verify-mfa",
};

/** They answer without a page, or with the frame of those who are signed in. */
const NO_PAGES = [
  "_main.company.billing._index",
  "payment.stripe",
  "_main.$",
  "_main.admin._index",
  "_main.company._index",
  "activity",
  "api.$",
  "company.switch",
  "driver.position.$routeId",
  "driver.report.$routeId",
  "login_.passkey",
  "logout",
  "map-service.get-address",
  "map-service.get-location",
  "routing",
  "social.$driver.callback",
  "social.$driver.login",
];

/** Recipients' pages have one script, or none: integration/recipients/client-size weighs it. */
const OF_RECIPIENTS = [
  "stop.$token",
  "tracking.public",
  "tracking.public.$routeId.$hash",
  "tracking.public.$routeId.$hash.events",
  "tracking.public._index",
  "tracking.public.visit.$visitId.$hash",
  "tracking.public.visit.$visitId.$hash.events",
  "tracking.public.visit.$visitId.$hash.picture.$pictureId",
];

/** Pages of words alone. */
const WITHOUT_SCRIPTS = ["about-us", "contacts", "home", "privacy", "terms"];

test("pages for people who are not signed in load at most 30 kB of scripts", async ({ page }) => {
  const open = Object.entries(PAGES as Readonly<Record<string, Doors>>)
    .filter(([, { get }]) => ["open", "account", "password"].includes(get))
    .map(([name]) => name);
  const known = [...Object.keys(ADDRESSES), ...NO_PAGES, ...OF_RECIPIENTS, ...WITHOUT_SCRIPTS];
  expect(open.sort(), "a new page: give its address above").toEqual(known.sort());

  // Whoever has just signed up waits for the mail on a page of their own.
  await page.goto("sign-up");
  await page.getByLabel("E-mail").fill("budget@test.example");
  await page.getByLabel("Password").fill("several words are good");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(/\/email-verify$/);

  const sizes: Record<string, number> = {};
  for (const [name, address] of Object.entries(ADDRESSES)) sizes[name] = await scriptSize(page, address);
  console.info("Scripts of the pages before the sign-in, bytes:", JSON.stringify(sizes));
  for (const [name, size] of Object.entries(sizes)) {
    // The address was measured, and scripts were counted.
    expect(size, name).toBeGreaterThan(100);
    expect(size, name).toBeLessThan(MOST_BYTES);
  }
  // Nothing, compressed, has 20 bytes.
  for (const address of WITHOUT_SCRIPTS) expect(await scriptSize(page, address), address).toBe(20);
});
