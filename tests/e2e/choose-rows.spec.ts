import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { post, prepareDay, stops } from "./prepare";

const NAMES = ["Ash", "Beech", "Cherry", "Damson", "Elder"];

/** Two vehicles with routes, the first one locked, and three that no plan needs; names that this test alone has. */
async function prepare(page: Page, title: string) {
  const names = NAMES.map((name) => `${title} ${name}`);
  const [first, second] = [`${title} van 1`, `${title} van 2`];
  const day = await prepareDay(page, {
    title,
    visits: stops(names),
    vehicles: [
      { Plate: first, "Visits max": 3 },
      { Plate: second, "Visits max": 3 },
    ],
  });
  const spare = [1, 2, 3].map((number) => `${title} spare ${number}`);
  for (const name of spare)
    await post(page, "company/resources/vehicles", { intent: "vehicle.create", title: name, plate: name, status: 1 });
  await post(page, day.path, { intent: "route.approve", routeId: await day.route(first) });
  return {
    day,
    first,
    second,
    spare,
    search: encodeURIComponent(title),
    locked: await day.order(first),
    open: await day.order(second),
  };
}

const bar = (page: Page, what: string) => page.getByRole("form", { name: `Selected ${what}` });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: `Select ${name}`, exact: true }) });
const message = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

test(
  "vehicles are chosen by range and all together, changed, and removed where no plan needs them",
  { tag: "@screen" },
  async ({ page, signIn, browserErrors }) => {
    browserErrors.allow(/status of 422/);
    await signIn(page, "dispatcher");
    const { first, second, spare, search } = await prepare(page, "Fleet");
    await page.goto(`company/resources/vehicles?q=${search}`);
    const chosen = bar(page, "vehicles");

    await test.step("a range with Shift, all of the page, none", async () => {
      await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeVisible();
      await expect(chosen).toBeHidden();
      await box(page, spare[0]!).click();
      await expect(chosen).toContainText("1 selected");
      await box(page, spare[2]!).click({ modifiers: ["Shift"] });
      await expect(chosen).toContainText("3 selected");
      await expect(box(page, spare[1]!)).toBeChecked();
      await box(page, spare[0]!).click({ modifiers: ["Shift"] });
      await expect(chosen).toBeHidden();
      await box(page, first).click();
      await chosen.getByRole("button", { name: "Select all 5" }).click();
      await expect(chosen).toContainText("5 selected");
      await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeChecked();
      await chosen.getByRole("button", { name: "Clear" }).click();
      await expect(chosen).toBeHidden();
      await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeFocused();
    });

    await test.step("an empty field keeps what each has, and a form of empty fields alone is refused", async () => {
      await box(page, spare[0]!).click();
      await box(page, second).click();
      await chosen.getByRole("button", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit 2 vehicles" });
      await expect(dialog.getByRole("list", { name: "Selected" })).toContainText(second);
      await dialog.getByRole("textbox", { name: "Load" }).fill("750");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(message(page, "Successfully saved")).toContainText("2 vehicles changed.");
      await expect(dialog).toBeHidden();
      for (const name of [spare[0]!, second]) await expect(row(page, name)).toContainText("750");
      await expect(row(page, spare[1]!)).not.toContainText("750");
      await expect(row(page, second).locator("[data-label='Visits max']")).toHaveText("3");
      await expect(chosen).toContainText("2 selected");
      await chosen.getByRole("button", { name: "Edit" }).click();
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText("Fill in at least one field.").first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    });

    await test.step("removal asks once, and says which stay and why", async () => {
      await box(page, spare[1]!).click();
      await expect(chosen).toContainText("3 selected");
      await chosen.getByRole("button", { name: "Remove" }).click();
      await page
        .getByRole("alertdialog")
        .filter({ hasText: "Do you want to remove 3 vehicles?" })
        .getByRole("button", { name: "Remove 3 vehicles" })
        .click();
      const dialog = page.getByRole("dialog", { name: "Some were left as they are" });
      await expect(dialog).toContainText("2 vehicles removed.");
      await expect(dialog.getByRole("listitem")).toHaveText([
        `${second}It still has routes to drive in Fleet. Remove it from these plans first, or make it inactive.`,
      ]);
      await dialog.getByRole("link", { name: "Close", exact: true }).last().click();
      await expect(dialog).toBeHidden();
      await expect(box(page, spare[0]!)).toHaveCount(0);
      await expect(box(page, second)).toBeChecked();
      await expect(chosen).toContainText("1 selected");
      await expect(page).toHaveURL(/vehicles\?q=Fleet$/);
    });
  },
);

test(
  "visits of the list are changed and removed wherever they are; what is locked stays, and undo brings them back",
  { tag: "@screen" },
  async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const { day, search, locked, open } = await prepare(page, "Yard");
    await page.goto(`company/visits?q=${search}`);
    const chosen = bar(page, "visits");

    await test.step("the same window and load for those that allow it", async () => {
      await page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await expect(chosen).toContainText("5 selected");
      await chosen.getByRole("button", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit 5 visits" });
      await dialog.getByRole("textbox", { name: "From" }).fill("10:00");
      await dialog.getByRole("textbox", { name: "To" }).fill("16:00");
      await dialog.getByRole("button", { name: "Save" }).click();
      const left = page.getByRole("dialog", { name: "Some were left as they are" });
      await expect(left).toContainText(`${open.length} visits changed.`);
      for (const name of locked) await expect(left.getByRole("listitem")).toContainText(name);
      await expect(left.getByRole("listitem")).toContainText("The route is locked. Unlock it first.");
      await page.keyboard.press("Escape");
      await expect(left).toBeHidden();
      const windowOf = async (name: string) =>
        ((await (await page.request.get(`planning/visit/${await day.visit(name)}`)).json()) as { startTime: string })
          .startTime;
      expect([await windowOf(open[0]!), await windowOf(locked[0]!)]).toEqual(["10:00", "08:00"]);
    });

    await test.step("removed, and brought back by the plan's undo", async () => {
      await chosen.getByRole("button", { name: "Clear" }).click();
      for (const name of open) await box(page, name).check();
      await chosen.getByRole("button", { name: "Remove" }).click();
      const question = page
        .getByRole("alertdialog")
        .filter({ hasText: `Do you want to remove ${open.length} visits?` });
      await expect(question.getByRole("button", { name: "No, keep them without a plan" })).toBeVisible();
      await question.getByRole("button", { name: `Remove ${open.length} visits` }).click();
      await expect(message(page, "The selection has been deleted!")).toContainText(`${open.length} visits removed.`);
      await expect(chosen).toBeHidden();
      for (const name of open) await expect(box(page, name)).toHaveCount(0);
      expect(await day.order(`Yard van 2`)).toEqual([]);
      await post(page, day.path, { intent: "plan.undo" });
      await expect.poll(() => day.order(`Yard van 2`)).toEqual(open);
      for (const name of open) await expect(box(page, name)).toBeVisible();
    });
  },
);

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  const noscriptMessage = (page: Page, text: string) => page.locator("noscript p", { hasText: text });

  test("rows are chosen by boxes of one form, whose buttons lead to the same dialogs", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const { second, spare, search, locked, open } = await prepare(page, "Plain");

    await test.step("vehicles", async () => {
      await page.goto(`company/resources/vehicles?q=${search}`);
      await expect(bar(page, "vehicles")).toBeHidden();
      for (const name of [spare[0]!, second]) await box(page, name).check();
      await bar(page, "vehicles").getByRole("button", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit 2 vehicles" });
      await dialog.getByRole("textbox", { name: "Visits max" }).fill("77");
      await dialog.getByRole("combobox", { name: "Status" }).selectOption("Inactive");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(noscriptMessage(page, "2 vehicles changed.")).toBeVisible();
      for (const name of [spare[0]!, second]) await expect(row(page, name)).toContainText(/77.*Inactive/);
      await expect(page).toHaveURL(/vehicles\?q=Plain$/);
      for (const name of [spare[0]!, second]) await box(page, name).check();
      await bar(page, "vehicles").getByRole("button", { name: "Remove" }).click();
      await page.getByRole("button", { name: "Remove 2 vehicles" }).click();
      await expect(
        noscriptMessage(page, `1 vehicle removed. Left as they are: ${second} (It still has routes to drive in Plain.`),
      ).toBeVisible();
      await expect(box(page, spare[0]!)).toHaveCount(0);
    });

    await test.step("visits", async () => {
      await page.goto(`company/visits?q=${search}`);
      for (const name of [locked[0]!, open[0]!]) await box(page, name).check();
      await bar(page, "visits").getByRole("button", { name: "Remove" }).click();
      await page.getByRole("button", { name: "No, keep them without a plan" }).click();
      await expect(
        noscriptMessage(
          page,
          "1 visit taken out of the plan. They wait under Company → Visits. " +
            `Left as they are: ${locked[0]!} (The route is locked. Unlock it first.)`,
        ),
      ).toBeVisible();
      await expect(row(page, open[0]!)).toContainText("Waiting");
    });
  });
});
