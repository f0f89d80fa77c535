import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const newMember = (page: Page) => page.getByRole("dialog", { name: "New member" });

// @spec AA-5.10 AA-5.11 AA-5.13
test("a field of a member that is empty or wrong says so when it is left", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("company/team?dialog=new-member");
  const dialog = newMember(page);
  const name = dialog.getByRole("textbox", { name: "Name", exact: true });
  const phone = dialog.getByRole("textbox", { name: "Phone" });
  await expect(name).toBeFocused();
  await phone.fill("12");
  await expect(name).toHaveAccessibleDescription("Name is required");
  await expect(dialog.getByText("Phone is not correct")).toHaveCount(0);
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("x@y");
  await expect(phone).toHaveAccessibleDescription("Phone is not correct");
  await name.fill("Tom");
  await expect(dialog.getByText("Name is required")).toHaveCount(0);
  await expect(dialog.getByText("E-mail is not correct")).toBeVisible();
  await phone.fill("+423 232 12 34");
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("");
  await name.focus();
  await expect(dialog.getByText(/is not correct|is required/)).toHaveCount(0);
});

test("a form that is closed says nothing of what is missing, and a switch is reached with one press", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await page.goto("company/team?dialog=new-member");
  const dialog = newMember(page);
  const name = dialog.getByRole("textbox", { name: "Name", exact: true });
  for (const close of [
    dialog.getByRole("link", { name: "Cancel" }),
    dialog.getByRole("link", { name: "Close" }),
    dialog.getByRole("button", { name: "Add member" }),
  ]) {
    await name.focus();
    await close.hover();
    await page.mouse.down();
    await expect(name).not.toBeFocused();
    // The press is taken back.
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await expect(name).toHaveAccessibleDescription("");
  }
  await name.focus();
  const dispatcher = dialog.getByRole("switch", { name: /^Dispatcher/ });
  await expect(dispatcher).not.toBeChecked();
  await dispatcher.hover({ force: true });
  await page.mouse.down();
  await expect(name).not.toBeFocused();
  // A line more would move the switch away from under the pointer.
  await expect(name).toHaveAccessibleDescription("");
  await page.mouse.up();
  await expect(dispatcher).toBeChecked();
  await expect(name).toHaveAccessibleDescription("Name is required");
});

test("a person's own name and phone say what is missing when they are left", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("profile");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("");
  await page.keyboard.press("Tab");
  await expect(name).toHaveAccessibleDescription("Name is required");
  const phone = page.getByRole("textbox", { name: "Phone" });
  await phone.fill("");
  await page.keyboard.press("Tab");
  await expect(phone).toHaveAccessibleDescription("Phone is require");
});

test("a dialog that was just opened by its button says nothing of what is missing", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  for (const [path, button] of [
    ["company/settings", "Add template"],
    ["company/general", "Delete the company"],
    ["company/api", "Add key"],
    ["company/team", "Add member"],
    ["company/resources/warehouses", "Add warehouse"],
  ] as const)
    await test.step(button, async () => {
      await page.goto(path);
      await page.getByRole("link", { name: button }).first().click();
      const dialog = page.locator("dialog:modal");
      const field = dialog.getByRole("textbox").first();
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(/^(?!.*is required)/);
      await expect(dialog.getByText("is required")).toHaveCount(0);
      await page.keyboard.press("Tab");
      await expect(dialog.getByText("is required").first()).toBeVisible();
    });
});

test("Enter sends the form, and leaves the focus in the field", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("company/general");
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  // A press before it must not be taken for that of the button.
  await title.click();
  await title.fill("Demo Deliveries");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Successfully saved")).toBeVisible();
  await expect(title).toBeFocused();
});
