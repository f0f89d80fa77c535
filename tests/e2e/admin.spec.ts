import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures";

// @spec PC-1.12 AA-2.53 AA-2.54 AA-2.55 AA-6.14
test("a super admin opens a company of others, works in it, and leaves it again", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4\d\d/);
  // Somebody with a company of their own: a user who signed up is given one.
  await signIn(page, "super admin");
  await page.goto("profile/3/companies?dialog=new-company");
  await page.getByRole("dialog").getByLabel("Title").fill("Others & Sons");
  await page.getByRole("dialog").getByRole("button", { name: "Add company" }).click();
  await expect(page.getByRole("cell", { name: "Others & Sons" })).toBeVisible();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).click();
  await expect(page.getByRole("heading", { name: "Platform", level: 1 })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Companies" }).first()).toContainText("2");
  const tabs = page.getByRole("navigation", { name: "Administration" });
  await tabs.getByRole("link", { name: "Users" }).click();
  await page.getByLabel("Search users").fill("drew");
  await expect(page.getByRole("row")).toHaveCount(2);
  await tabs.getByRole("link", { name: "Companies" }).click();
  await page.getByLabel("Search companies").fill("sons");
  await expect(page.getByRole("row")).toHaveCount(2);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export All to CSV" }).click();
  expect(await readFile(await (await file).path(), "utf8")).toContain('"Others & Sons"');

  await page.getByRole("button", { name: "Open Others & Sons" }).click();
  await expect(page).toHaveURL(/\/admin\/company\/general$/);
  const bar = page.getByRole("note", { name: "Opened company" });
  await expect(bar).toContainText("You work in Others & Sons");
  const company = page.getByRole("navigation", { name: "Company", exact: true });
  await company.getByRole("link", { name: "Warehouses" }).click();
  await expect(page).toHaveURL(/\/admin\/company\/resources\/warehouses$/);
  // A link of the rail leads to the same company, and stays in the administration.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Company" }).click();
  await expect(page).toHaveURL(/\/admin\/company\/general$/);
  await page.getByLabel("Comment").fill("Calls on Mondays");
  const saved = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/company/general"),
  );
  await page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({ hasText: "Super admins alone" })
    .getByRole("button", { name: "Save" })
    .click();
  await saved;
  await page.reload();
  await expect(page.getByLabel("Comment")).toHaveValue("Calls on Mondays");
  await expect(bar).toBeVisible();

  // Nobody else is moved by it.
  const other = await openPage();
  await signIn(other, "dispatcher");
  await other.goto("company/general");
  await expect(other.getByRole("heading", { level: 1 })).not.toHaveText("Others & Sons");
  await expect(other.getByRole("note", { name: "Opened company" })).toHaveCount(0);
  expect((await other.goto("admin/companies"))?.status()).toBe(403);
  expect((await other.goto("admin/company/general"))?.status()).toBe(403);

  await bar.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/admin\/companies$/);
  await expect(bar).toHaveCount(0);
  await page.goto("admin/log?platform=1");
  for (const action of ["Company: open", "Company: comment", "Company: leave"])
    await expect(page.getByRole("link", { name: action })).toBeVisible();
});

test("what the generator made is taken away again; the log of the platform is narrowed to days and exported", async ({
  page,
  signIn,
}) => {
  await signIn(page, "super admin");
  await page.goto("system/generator");
  await page.getByRole("textbox", { name: "Title" }).fill("Lesson");
  await page.getByRole("textbox", { name: "Visits of each plan" }).fill("3");
  await page.getByRole("button", { name: "Make them up" }).click();
  const run = page.getByRole("row").filter({ hasText: "Lesson" });
  await expect(run).toContainText("1 of 1");
  await page.goto("admin/companies?q=Lesson");
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.goto("system/generator");
  await run.getByRole("link", { name: "Remove Lesson" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Lesson is being removed").first()).toBeVisible();
  await expect(run).toHaveCount(0);
  await page.goto("admin/companies?q=Lesson");
  await expect(page.getByText("There is no such company.")).toBeVisible();

  await page.goto("admin/log?action=generator.remove");
  await expect(page.getByRole("link", { name: "Generator: remove" })).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export All to CSV" }).click();
  const text = await readFile(await (await file).path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(2);
  expect(text).toContain("generator.remove");
  await page.getByLabel("To day").fill("2020-01-01");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("Nothing of that kind has happened.")).toBeVisible();
});
