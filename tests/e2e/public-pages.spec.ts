import { expect, test } from "./fixtures";

// @spec PC-7.52
test("a platform admin writes a page, looks at it first, and goes back; anybody reads it", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  const stranger = await openPage();
  await stranger.goto("login");
  await stranger.getByRole("navigation", { name: "About this site" }).getByRole("link", { name: "Terms" }).click();
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Terms of use");
  await expect(stranger.getByRole("note")).toContainText("This is a sample.");
  expect(await stranger.locator("meta[name=robots]").count()).toBe(0);
  await expect(stranger.locator("link[rel=canonical]")).toHaveAttribute("href", /\/platform\/terms$/);

  await signIn(page, "super admin");
  await page.goto("admin/pages?page=terms");
  await expect(page.getByRole("status").filter({ hasText: "Put in your own name" })).toContainText(
    "[name of the operator]",
  );
  const colleague = await openPage();
  await signIn(colleague, "super admin");
  await colleague.goto("admin/pages?page=terms");

  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("## Ours\n\nBetween **Hill & Co** and <b>you</b>. See [privacy](/privacy).");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = await opened;
  await expect(preview.getByRole("note").first()).toContainText("nothing is saved yet");
  await expect(preview.getByRole("heading", { level: 2 })).toHaveText("Ours");
  await expect(preview.getByText("Between Hill & Co and <b>you</b>.")).toBeVisible();
  await preview.close();
  // The page that it came from goes on as before.
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Terms: the page is changed")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Put in your own name" })).toHaveCount(0);

  await stranger.reload();
  await expect(stranger.getByRole("note")).toHaveCount(0);
  await stranger.getByRole("main").getByRole("link", { name: "privacy" }).click();
  await expect(stranger).toHaveURL(/\/privacy$/);

  await test.step("who writes at the same time loses nothing", async () => {
    const theirs = colleague.getByRole("textbox", { name: "Text" });
    await theirs.fill("Theirs");
    await colleague.getByRole("button", { name: "Save" }).click();
    await expect(colleague.getByText(/changed the page in the meantime/).first()).toBeVisible();
    await expect(theirs).toHaveValue("Theirs");
    // Until the newer version has been loaded a further press gets the same answer.
    await expect(async () => {
      await colleague.getByRole("button", { name: "Save" }).click();
      await expect(colleague.getByText("Terms: the page is changed")).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  await page.reload();
  await page.getByRole("link", { name: "Restore version 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Public" })).toContainText("3");
  await expect(text).toHaveValue(/Hill & Co/);
});

test("Enter in the title saves the page, and opens no preview", async ({ page, signIn }) => {
  await signIn(page, "super admin");
  await page.goto("admin/pages?page=privacy");
  await page.getByRole("textbox", { name: "Title" }).fill("How we keep your data");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Privacy: the page is changed")).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page is written and looked at by plain forms", async ({ page, signIn }) => {
    await signIn(page, "super admin");
    await page.goto("admin/pages?page=contacts");
    await page.getByRole("textbox", { name: "Text" }).fill("Call us");
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect((await opened).getByText("Call us")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await page.goto("contacts");
    await expect(page.getByRole("main")).toContainText("Call us");
  });
});
