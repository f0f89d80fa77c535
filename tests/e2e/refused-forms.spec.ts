import type { Locator, Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures";

const panel = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title }) });

/** Opens the same dialog of the warehouses in both; what the colleague does then is news to the page. */
async function openInBoth(page: Page, colleague: Page, link: string): Promise<void> {
  const listening = page.waitForEvent("websocket", (socket) => socket.url().includes("socket.io"));
  for (const one of [page, colleague]) {
    await one.goto("company/resources/warehouses");
    await one.getByRole("link", { name: link, exact: true }).click();
  }
  await listening;
}

/** Adds a warehouse by its dialog. */
async function addWarehouse(page: Page, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole("button", { name: "Add warehouse" }).click();
}

// @spec AA-8.02 PC-5.16
test("a refused form keeps what was typed, and says why, while a colleague changes the page", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  const colleague = await openPage();
  await signIn(page, "dispatcher");
  await signIn(colleague, "super admin");
  await openInBoth(page, colleague, "Add warehouse");
  await addWarehouse(page, { Title: "North gate", Latitude: "47.1", Longitude: "" });
  const dialog = page.getByRole("dialog", { name: "New warehouse" });
  const why = dialog.locator("[data-form-errors]");
  await expect(why).toContainText("Please enter a valid address of warehouse");

  await addWarehouse(colleague, { Title: "South gate", Latitude: "47.05", Longitude: "9.5" });
  await expect(page.getByRole("row", { name: /South gate/ })).toBeVisible();
  await expect(why).toContainText("Please enter a valid address of warehouse");
  await expect(dialog.getByLabel("Title")).toHaveValue("North gate");
  await expect(dialog.getByLabel("Latitude")).toHaveValue("47.1");

  await addWarehouse(page, { Longitude: "9.51" });
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("row", { name: /North gate/ })).toContainText("47.10000, 9.51000");
});

test("who saves two forms of a page in a hurry has saved both", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("profile");
  const held: Route[] = [];
  await page.route(/profile\?_data=/, async (route) => {
    if (route.request().method() !== "POST" || held.length > 0) return route.continue();
    held.push(route);
  });
  const [personal, contact] = [panel(page, "Personal Information"), panel(page, "Contact Information")];
  await personal.getByRole("textbox", { name: "Name", exact: true }).fill("Hasty");
  await personal.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => held.length).toBe(1);
  await contact.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 34");
  await contact.getByRole("button", { name: "Save" }).click();
  await expect(contact.getByRole("button", { name: "Save" })).toBeDisabled();

  await held[0]?.continue();
  await expect(page.getByRole("button", { name: /^Account of Hasty/ })).toBeVisible();
  await expect(page.getByText("+423 232 12 34")).toBeVisible();
  await expect(contact.getByRole("button", { name: "Save" })).toBeEnabled();
});

test("two forms that are sent before the page has drawn anything of it are both saved", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("profile");
  const form = (title: string) =>
    panel(page, title)
      .locator("form")
      .filter({ has: page.getByRole("button") })
      .first();
  await panel(page, "Personal Information").getByRole("textbox", { name: "Name", exact: true }).fill("Faster");
  await panel(page, "Contact Information").getByRole("textbox", { name: "Phone" }).fill("+423 232 12 36");
  const contact = (await form("Contact Information").elementHandle())!;
  await form("Personal Information").evaluate((first: HTMLFormElement, second) => {
    first.requestSubmit();
    (second as HTMLFormElement).requestSubmit();
  }, contact);
  await expect(page.getByRole("button", { name: /^Account of Faster/ })).toBeVisible();
  await expect(page.getByText("+423 232 12 36")).toBeVisible();
});

test("why a form was refused stays when another form of the page is saved", async ({ page, signIn, browserErrors }) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, "dispatcher");
  await page.goto("profile");
  const [personal, contact] = [panel(page, "Personal Information"), panel(page, "Contact Information")];
  await personal.getByRole("textbox", { name: "Name", exact: true }).fill("");
  await personal.getByRole("textbox", { name: "Surname" }).fill("Typed");
  await personal.getByRole("button", { name: "Save" }).click();
  const why = personal.locator("[data-form-errors]");
  await expect(why).toContainText("Name is required");
  await contact.getByRole("textbox", { name: "Phone" }).fill("+423 232 12 35");
  await contact.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("+423 232 12 35")).toBeVisible();
  await expect(why).toContainText("Name is required");
  await expect(personal.getByRole("textbox", { name: "Surname" })).toHaveValue("Typed");

  await personal.getByRole("textbox", { name: "Name", exact: true }).fill("Calm");
  await personal.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: /^Account of Calm Typed/ })).toBeVisible();
  await expect(why).toHaveCount(0);
});

for (const [scripts, javaScriptEnabled] of [
  ["with scripts", true],
  ["without scripts", false],
] as const)
  test(`who saves one field takes back nothing that a colleague has saved meanwhile, ${scripts}`, async ({
    openPage,
    signIn,
  }) => {
    const [page, colleague] = [await openPage({ javaScriptEnabled }), await openPage({ javaScriptEnabled })];
    await signIn(page, "dispatcher");
    await signIn(colleague, "super admin");
    for (const one of [page, colleague]) await one.goto("company/general");
    const [mine, theirs] = [panel(page, "Company"), panel(colleague, "Company")];
    const [title, phone] = javaScriptEnabled ? ["Their title", "+423 232 12 34"] : ["Another title", "+423 232 12 35"];
    await mine.getByLabel("Phone").fill(phone);
    await theirs.getByLabel("Title").fill(title);
    await theirs.getByRole("button", { name: "Save" }).click();
    await expect(colleague.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(mine.getByLabel("Phone")).toHaveValue(phone);
    await mine.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/Successfully/).first()).toBeVisible();
    await page.reload();
    await expect(mine.getByLabel("Title")).toHaveValue(title);
    await expect(mine.getByLabel("Phone")).toHaveValue(phone);
  });

test("what is typed stays when a colleague stores the same field, and their other fields show", async ({
  page,
  openPage,
  signIn,
}) => {
  const colleague = await openPage();
  await signIn(page, "dispatcher");
  await signIn(colleague, "super admin");
  await openInBoth(page, colleague, "Vaduz");
  const [mine, theirs] = [page.getByRole("dialog"), colleague.getByRole("dialog")];
  await mine.getByLabel("Title").fill("My Vaduz");
  await theirs.getByLabel("Title").fill("Their Vaduz");
  await theirs.getByLabel("External id").fill("W-7");
  await theirs.getByRole("button", { name: "Save", exact: true }).click();
  await expect(mine.getByLabel("External id")).toHaveValue("W-7");
  await expect(mine.getByLabel("Title")).toHaveValue("My Vaduz");
});

test("boxes that are ticked and not saved stay when a colleague saves others, which show", async ({
  page,
  openPage,
  signIn,
}) => {
  const colleague = await openPage();
  await signIn(page, "dispatcher");
  await signIn(colleague, "super admin");
  const listening = page.waitForEvent("websocket", (socket) => socket.url().includes("socket.io"));
  for (const one of [page, colleague]) await one.goto("company/settings");
  await listening;
  for (const [title, role] of [
    ["Fail reasons", "checkbox"],
    ["Proof of delivery", "checkbox"],
    ["Recipients’ pages", "switch"],
  ] as const) {
    const [mine, theirs] = [page, colleague].map((one) => panel(one, title).getByRole(role)) as [Locator, Locator];
    const [second, last] = [await mine.nth(1).isChecked(), await theirs.last().isChecked()];
    await mine.nth(1).setChecked(!second, { force: true });
    await theirs.last().setChecked(!last, { force: true });
    await panel(colleague, title).getByRole("button", { name: "Save" }).click();
    await expect(mine.last()).toBeChecked({ checked: !last });
    await expect(mine.nth(1)).toBeChecked({ checked: !second });
    // And what was ticked and taken back follows again.
    await mine.nth(1).setChecked(second, { force: true });
    await theirs.nth(1).setChecked(!second, { force: true });
    await panel(colleague, title).getByRole("button", { name: "Save" }).click();
    await expect(mine.nth(1)).toBeChecked({ checked: !second });
  }
});
