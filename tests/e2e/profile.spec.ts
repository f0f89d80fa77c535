import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { redPng } from "../helpers/red-png";
import { expect, test } from "./fixtures";

const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

// @spec AA-2.28 AA-2.31 AA-2.32 AA-2.33 AA-2.40 AA-8.14 AA-5.14
// @spec AA-2.60
test("a person changes their name, phone, picture and password, and signs another browser out", async ({
  page,
  openPage,
  signInByForm,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d/);
  await signInByForm(page, "dispatcher");
  const other = await openPage();
  await signInByForm(other, "dispatcher");

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();

  const personal = panel(page, "Personal Information");
  await personal.getByRole("textbox", { name: "Name", exact: true }).fill("Danae");
  await personal.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Account of Danae/ })).toBeVisible();

  const contact = panel(page, "Contact Information");
  await contact.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 34");
  await contact.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("+423 232 12 34")).toBeVisible();

  await page.locator("input[type=file]").setInputFiles({
    name: "me.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
  });
  await expect(page.getByText('The file "me.svg" has wrong format.').first()).toBeVisible();
  const picture = page.getByRole("img", { name: /^Danae/ });
  const portrait = { name: "me.png", mimeType: "image/png", buffer: redPng() };
  // The refusal stands there a moment before its form takes another file.
  await expect(async () => {
    await page.locator("input[type=file]").setInputFiles(portrait);
    await expect(picture).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
  // The header has the same picture in place of the initials.
  const own = page.getByRole("button", { name: /^Account of Danae/ }).locator("img");
  await expect(own).toHaveAttribute("src", (await picture.getAttribute("src")) ?? "");

  const sessions = page.getByRole("table", { name: "Sessions" });
  await expect(sessions.getByRole("row", { name: /Chrome.*\(this one\)/ })).toBeVisible();
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(sessions.getByRole("row")).toHaveCount(2);
  await other.goto("planning");
  await expect(other).toHaveURL(/\/login/);

  const password = panel(page, "Password");
  await password.getByLabel("Old password").fill(platform.password);
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Fill both fields!").first()).toBeVisible();
  await password.getByLabel("Old password").fill(platform.password);
  await password.getByLabel("New password").fill(`${platform.password}-2`);
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Successfully updated!").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
});

// @spec AA-2.34 AA-2.35 AA-2.36 AA-2.44 AA-5.15 AA-7.19 AA-6.11
test("a super admin gives a user another e-mail, which is verified by hand", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d/);
  await signIn(page, "super admin");
  await page.goto("profile/3");
  await page.getByRole("link", { name: "Edit e-mail" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Email" });
  await dialog.getByLabel("E-mail").fill("admin@demo.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Email is not available").first()).toBeVisible();
  await dialog.getByLabel("E-mail").fill("drew@demo.example");
  await dialog.getByLabel("Verified").uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const contact = panel(page, "Contact Information");
  await expect(contact).toContainText("drew@demo.example Not verified");
  await contact.getByRole("button", { name: "Send verification email" }).click();
  await expect(page.getByText("Verification email sent successfully.").first()).toBeVisible();
  await contact.getByRole("button", { name: "Verify user manually" }).click();
  await expect(contact.getByText("Not verified")).toBeHidden();
});

// @spec AA-2.34 AA-2.43
test("a super admin's own e-mail and comment are changed where those of others are", async ({ page, signIn }) => {
  await signIn(page, "super admin");
  await page.goto("profile");
  const contact = panel(page, "Contact Information");
  await expect(contact.getByRole("link", { name: "Comments" })).toBeVisible();
  await contact.getByRole("link", { name: "Edit e-mail" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Email" });
  await expect(dialog.getByLabel("E-mail")).toHaveValue("admin@demo.example");
  await page.keyboard.press("Escape");
  await expect(panel(page, "Comments")).toBeVisible();
  // That is changed with the old one.
  await expect(panel(page, "Password")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  // @spec AA-2.38 AA-2.29 AA-2.45
  test("preferences are saved, and a wrong phone is named at its field", async ({ page, signIn, browserErrors }) => {
    browserErrors.allow(/status of 4\d\d/);
    await signIn(page, "super admin");
    await page.goto("profile");
    const preferences = panel(page, "Preferences");
    await preferences.getByRole("combobox", { name: "Routing engine" }).selectOption("Valhalla");
    await preferences.getByRole("button", { name: "Save" }).click();
    await expect(preferences.getByRole("combobox", { name: "Routing engine" })).toHaveValue("valhalla");
    const contact = panel(page, "Contact Information");
    await contact.getByRole("textbox", { name: "Phone" }).fill("12");
    await contact.getByRole("button", { name: "Save" }).click();
    await expect(contact.getByText("Phone is not valid").first()).toBeVisible();
    await expect(contact.getByRole("textbox", { name: "Phone" })).toHaveValue("12");
    await page.getByRole("link", { name: "Companies", exact: true }).click();
    await page.getByRole("link", { name: "Add company" }).click();
    const dialog = page.getByRole("dialog", { name: "New company" });
    await dialog.getByLabel("Title").fill("Second Deliveries");
    await dialog.getByRole("button", { name: "Add company" }).click();
    await expect(page.getByRole("row", { name: /Second Deliveries/ })).toContainText("Owner");
  });
});

/** Of a user whom a super admin looks after. */
async function addsCompanyFor(page: Page, userId: number): Promise<void> {
  await page.goto(`profile/${userId}`);
  await page.getByRole("navigation", { name: "Profile" }).getByRole("link", { name: "Companies" }).click();
  await page.getByRole("link", { name: "Add company" }).click();
  const dialog = page.getByRole("dialog", { name: "New company" });
  await dialog.getByLabel("Title").fill("Night Post");
  await dialog.getByRole("button", { name: "Add company" }).click();
  await expect(page.getByRole("row", { name: /Night Post/ })).toContainText("Owner");
}

// @spec AA-2.45 AA-2.46
test("a super admin adds a company for a user, finds it by role, and exports what the list is narrowed to", async ({
  page,
  signIn,
}) => {
  await signIn(page, "super admin");
  await addsCompanyFor(page, 3);
  const rows = page.getByRole("table", { name: "Companies" }).locator("tbody").getByRole("row");
  const all = await rows.count();
  expect(all).toBeGreaterThan(1);
  await page.getByRole("navigation", { name: "Role" }).getByRole("link", { name: "Owner" }).click();
  await expect(rows).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export All to CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("companies.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text.trimEnd().split("\r\n")).toHaveLength(2);
  expect(text).toContain('"Night Post"');
});

test.describe("without scripts, of others", () => {
  test.use({ javaScriptEnabled: false });

  test("a super admin adds a company for a user", async ({ page, signIn }) => {
    await signIn(page, "super admin");
    await addsCompanyFor(page, 2);
  });
});
