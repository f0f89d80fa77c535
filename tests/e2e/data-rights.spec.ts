import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures";

test("an administrator takes all data along, says how long proofs are kept, and learns what deleting means", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await page.goto("company/general");
  await page.getByRole("navigation", { name: "Company", exact: true }).getByRole("link", { name: "Data" }).click();
  await expect(page.getByText("30 days the administration of the platform can bring it back")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export all data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^company-data-\d{4}-\d\d-\d\d\.zip$/);
  const archive = await readFile(await file.path());
  // Its directory comes last: the archive is whole.
  expect(archive.subarray(-22, -18).toString("latin1")).toBe("PK\x05\x06");
  expect(archive.toString("latin1")).toContain("vehicles.json");
  // It is noted after the last byte of it is sent.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("table", { name: "Last exports" }).getByText("Complete")).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();

  await page.getByRole("link", { name: "Settings" }).last().click();
  const kept = page.getByLabel("Photos and signatures are kept for");
  await expect(kept).toHaveValue("");
  await kept.fill("90");
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/company/settings"),
  );
  await page.locator("form", { has: kept }).getByRole("button", { name: "Save" }).click();
  await saved;
  await page.goto("company/data");
  await expect(page.getByText("for 90 days")).toBeVisible();
});

test("a super admin brings a deleted company back, and erases a user whom no company needs", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d/);
  await signIn(page, "super admin");
  await page.goto("profile/3/companies?dialog=new-company");
  await page.getByRole("dialog").getByLabel("Title").fill("Short & Sweet");
  await page.getByRole("dialog").getByRole("button", { name: "Add company" }).click();
  await expect(page.getByRole("cell", { name: "Short & Sweet" })).toBeVisible();
  await page.goto("profile/3");
  // Said of removing and of erasing, in place of their buttons.
  await expect(page.getByText("Nobody else could manage Short & Sweet")).toHaveCount(2);
  await expect(page.getByRole("link", { name: /^(Erase|Remove) user$/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Block user" })).toBeVisible();

  await page.goto("admin/companies");
  await page.getByRole("button", { name: "Open Short & Sweet" }).click();
  await page.getByRole("link", { name: "Delete the company" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Short & Sweet");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog).toBeHidden();

  // The account is removed first: it has no page any more, and is erased from the list.
  await page.goto("profile/3");
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await page.getByRole("link", { name: "Remove user" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Their data stay");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page).toHaveURL(/\/admin\/users/);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Removed" }).click();
  await page.getByRole("link", { name: `Erase ${name}` }).click();
  await dialog.getByLabel("Name").fill("Somebody else");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(dialog.getByRole("link", { name: "This is not the name of the user" })).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Erase" }).click();
  await expect(page.getByText(`${name} is being erased`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users/);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Removed" }).click();
  await expect(page.getByText("There is no such user.")).toBeVisible();

  await page.goto("admin/companies");
  const deleted = page.getByRole("table", { name: "Deleted companies" });
  await deleted.getByRole("button", { name: "Restore Short & Sweet" }).click();
  await expect(page.getByText("Short & Sweet is back")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open Short & Sweet" })).toBeVisible();
  await expect(deleted).toHaveCount(0);
});
