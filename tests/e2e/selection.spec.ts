import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { post, prepareDay, stops } from "./prepare";
import type { Day } from "./prepare";

// All rows are in sight then, so that none is left undrawn.
test.use({ viewport: { width: 1440, height: 1300 } });

const NAMES = ["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig"];
const [ONE, TWO] = ["Choice 1", "Choice 2"];

/** Three stops on each of the two routes, unfolded. */
async function prepare(
  page: Page,
  title: string,
): Promise<{ day: Day; plan: PlanPage; first: string[]; second: string[] }> {
  const day = await prepareDay(page, {
    title,
    visits: stops(NAMES),
    vehicles: [
      { Plate: ONE, "Visits max": 3 },
      { Plate: TWO, "Visits max": 3 },
    ],
  });
  const [first, second] = [await day.order(ONE), await day.order(TWO)];
  expect([first.length, second.length]).toEqual([3, 3]);
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  for (const vehicle of [ONE, TWO]) await plan.unfold(vehicle);
  return { day, plan, first, second };
}

/** With Ctrl held, so that each adds to the choice. */
async function choose(plan: PlanPage, names: readonly string[]): Promise<void> {
  for (const name of names)
    await plan
      .visit(name)
      .getByText(name, { exact: true })
      .click({ modifiers: ["Control"] });
  await expect(plan.selection).toContainText(`${names.length} selected`);
}

/** The message after a change, with its way back. */
const message = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

const details = async (page: Page, day: Day, name: string) =>
  (await (await page.request.get(`planning/visit/${await day.visit(name)}`)).json()) as {
    startTime: string;
    endTime: string;
    arrivalTime: string | null;
  };

test("visits chosen on the map with Shift go to a route together; chosen in the list they come off theirs", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/);
  await signIn(page, "dispatcher");
  const { day, plan, first, second } = await prepare(page, "Choice");
  const two = first.slice(0, 2);

  await test.step("Shift and a click, twice", async () => {
    for (const name of two) {
      const { x, y } = await plan.placeOnMap(name);
      await page.keyboard.down("Shift");
      await page.mouse.click(x, y);
      await page.keyboard.up("Shift");
    }
    await expect(plan.selection).toContainText("2 selected");
    await plan.assignSelection(TWO, /2 visits too many/);
    await expect(message(page, `2 visits moved to ${TWO}`)).toBeVisible();
    expect([await day.order(ONE), await day.order(TWO)]).toEqual([first.slice(2), [...second, ...two]]);
  });

  await test.step("the message takes it back", async () => {
    await message(page, "2 visits moved").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => day.order(ONE)).toEqual(first);
    expect(await day.order(TWO)).toEqual(second);
    await plan.selection.getByRole("button", { name: "Clear" }).click();
  });

  await test.step("unscheduled together, across routes", async () => {
    await choose(plan, [first[0]!, second[0]!]);
    await plan.selection.getByRole("button", { name: "Unschedule" }).click();
    await expect(page.getByText("4/6 scheduled")).toBeVisible();
    await expect(message(page, "2 visits unscheduled")).toBeVisible();
    expect((await day.order(null)).sort()).toEqual([first[0], second[0]].sort());
  });

  await test.step("drawn around, they go back", async () => {
    await plan.selection.getByRole("button", { name: "Clear" }).click();
    await plan.lasso({ left: 0.1, top: 0.02, right: 0.98, bottom: 0.98 });
    // the one at the left edge may lie under the map's buttons
    await expect(plan.selection).toContainText(/[56] selected/);
    await plan.selection.getByRole("button", { name: "Clear" }).click();
    await plan.unfold("Uns");
    await choose(plan, [first[0]!, second[0]!]);
    await plan.assignSelection(ONE, /1 visit too many/);
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
    await expect.poll(() => day.order(ONE)).toEqual([...first.slice(1), first[0], second[0]]);
  });

  await test.step("all or none: what stands on a locked route keeps the others, too", async () => {
    await post(page, day.path, { intent: "route.lock", routeId: await day.route(ONE) });
    await expect(plan.route(ONE).getByRole("img", { name: "Locked" })).toBeVisible();
    const before = [await day.order(ONE), await day.order(TWO)];
    await plan.selection.getByRole("button", { name: "Unschedule" }).click();
    await expect(message(page, "locked")).toBeVisible();
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
    expect([await day.order(ONE), await day.order(TWO)]).toEqual(before);
  });
});

test("the window of several visits is changed, and several are removed, for good or to plan them elsewhere", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  await signIn(page, "dispatcher");
  const { day, plan, first, second } = await prepare(page, "Windows");
  const chosen = [first[0]!, second[1]!];

  await test.step("a window that ends before it begins is refused, and what was typed stays", async () => {
    await choose(plan, chosen);
    await plan.selection.getByRole("button", { name: "Change window" }).click();
    await plan.selection.getByLabel("From").fill("16");
    await plan.selection.getByLabel("To", { exact: true }).fill("14:00");
    await plan.selection.getByRole("button", { name: "Save" }).click();
    await expect(message(page, "Start time must be less than end time")).toBeVisible();
    await expect(plan.selection.getByRole("alert")).toContainText("Start time must be less than end time");
    await expect(plan.selection.getByLabel("From")).toHaveValue("16:00");
    expect(await details(page, day, chosen[0]!)).toMatchObject({ startTime: "08:00", endTime: "20:00" });
  });

  await test.step("a right one holds for all of them, and their routes get new times", async () => {
    await plan.selection.getByLabel("To", { exact: true }).fill("18:00");
    await plan.selection.getByRole("button", { name: "Save" }).click();
    await expect(message(page, "Window of 2 visits changed")).toBeVisible();
    for (const name of chosen)
      expect(await details(page, day, name)).toMatchObject({ startTime: "16:00", endTime: "18:00" });
    for (const name of chosen) await expect(plan.visit(name)).toContainText("16:00");
    await message(page, "Window of 2 visits changed").getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await details(page, day, chosen[0]!)).startTime).toBe("08:00");
  });

  await test.step("kept without a plan, they wait for another one", async () => {
    await plan.selection.getByRole("button", { name: "Remove" }).click();
    await expect(plan.selection.getByRole("form", { name: "Remove 2 visits" })).toContainText(
      "Do you want to remove 2 visits?",
    );
    await plan.selection.getByRole("button", { name: "No, keep them without a plan" }).click();
    await expect(message(page, "2 visits taken out of the plan")).toBeVisible();
    await expect(page.getByText("4/4 scheduled")).toBeVisible();
    await expect(plan.selection).toBeHidden();
    for (const name of chosen) await expect(plan.visit(name)).toHaveCount(0);
    await page.goto("company/visits");
    for (const name of chosen)
      await expect(page.getByRole("row").filter({ hasText: name }).filter({ hasText: "Waiting" })).toBeVisible();
  });

  await test.step("deleted, they are gone; undo brings them back to their places", async () => {
    await page.goto(day.path);
    const gone = [first[1]!, first[2]!];
    await choose(plan, gone);
    await plan.selection.getByRole("button", { name: "Remove" }).click();
    await plan.selection.getByRole("button", { name: "Remove 2 visits" }).click();
    await expect(page.getByText("2/2 scheduled")).toBeVisible();
    await expect(plan.route(ONE)).toContainText("Empty");
    await message(page, "2 visits removed").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("4/4 scheduled")).toBeVisible();
    expect(await day.order(ONE)).toEqual(gone);
  });
});

test("however many routes a selection leaves, the list keeps half of the room and the effect scrolls", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const names = [...NAMES, "Gum", "Hazel"];
  const vehicles = names.map((_, index) => ({ Plate: `Many ${index + 1}`, "Visits max": 1 }));
  const day = await prepareDay(page, { title: "Many routes", visits: stops(names), vehicles });
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  for (const { Plate } of vehicles) await plan.unfold(Plate);
  await choose(plan, names);
  await page.setViewportSize({ width: 1440, height: 800 });
  const roomBefore = (await plan.tree.boundingBox())!.height + (await plan.selection.boundingBox())!.height;
  await plan.selection.getByRole("button", { name: "Assign to…" }).click();
  const select = plan.selection.getByLabel("Route");
  await select.selectOption({ label: "Many 8 · No Driver" });
  const effect = plan.selection.getByRole("region", { name: "Effect" });
  await expect(effect.getByRole("listitem").first()).toContainText("Many 8");
  await expect(effect.getByRole("listitem")).toHaveCount(names.length);
  await expect(effect.getByRole("listitem").first()).toContainText("7 visits too many");
  expect((await plan.tree.boundingBox())!.height).toBeGreaterThan(roomBefore * 0.3);
  const last = effect.getByRole("listitem").last();
  await expect(last).not.toBeInViewport();
  await effect.hover();
  await page.mouse.wheel(0, 2000);
  await expect(last).toBeInViewport();
});
