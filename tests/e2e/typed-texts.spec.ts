import { expect, test } from "./fixtures";

test("a message's text is kept while a colleague stores another part, and asked about before it goes", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const address = "company/messages?kind=failed&language=en";
  await page.goto(address);
  const colleague = await openPage();
  await signIn(colleague, "dispatcher");
  await colleague.goto(address);
  const text = page.getByRole("form", { name: "Text", exact: true });
  const mail = text.getByLabel("E-mail");
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  const show = page.getByRole("form", { name: "Text to show" });

  await mail.fill("We could not hand over your parcel.");
  await colleague.getByRole("form", { name: "Text", exact: true }).getByLabel("Subject").fill("Sorry");
  await colleague.getByRole("button", { name: "Save the text" }).click();
  await expect(text.getByLabel("Subject")).toHaveValue("Sorry");
  await expect(mail).toHaveValue("We could not hand over your parcel.");
  await expect(page.getByRole("group", { name: "Preview" })).toContainText("Sorry");
  await expect(page.getByRole("group", { name: "Preview" })).toContainText("We could not hand over your parcel.");

  await show.getByLabel("Message").selectOption({ label: "Delivered" });
  await show.getByRole("button", { name: "Show" }).click();
  await expect(question).toContainText("Leave without saving what you typed?");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(mail).toHaveValue("We could not hand over your parcel.");

  await page.getByRole("button", { name: "Save the text" }).click();
  await expect(page.getByText("Successfully saved")).toBeVisible();
  await colleague.reload();
  await expect(colleague.getByRole("form", { name: "Text", exact: true }).getByLabel("Subject")).toHaveValue("Sorry");
  // What is saved goes without a question.
  await page.getByRole("link", { name: "General" }).click();
  await expect(page).toHaveURL(/company\/general/);
});

test("a public page's text is asked about before another page is shown or left, and not after a preview", async ({
  page,
  signIn,
}) => {
  await signIn(page, "super admin");
  await page.goto("admin/pages?page=privacy");
  const text = page.getByRole("textbox", { name: "Text" });
  const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
  const terms = page.getByRole("link", { name: "Terms", exact: true });

  await text.fill("Not saved");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview" }).click();
  await (await opened).close();
  await terms.click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL(/page=privacy/);
  await expect(text).toHaveValue("Not saved");

  await terms.click();
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(text).toHaveValue("Not saved");
  await terms.click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/page=terms/);
  await expect(text).not.toHaveValue("Not saved");
});
