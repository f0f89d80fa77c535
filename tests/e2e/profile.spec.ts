import { deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/** A PNG of 4 × 4 red points. */
function redPng(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(4, 0);
  head.writeUInt32BE(4, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.from([0, ...Array.from({ length: 4 }, () => [255, 0, 0]).flat()]);
  const rows = deflateSync(Buffer.concat([line, line, line, line]));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

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
  await personal.getByRole("textbox", { name: "Name", exact: true }).fill("Dana");
  await personal.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Account of Dana/ })).toBeVisible();

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
  await page.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: redPng() });
  const picture = page.getByRole("img", { name: /^Dana/ });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
  // The header has the same picture in place of the initials.
  const own = page.getByRole("button", { name: /^Account of Dana/ }).locator("img");
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

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

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
