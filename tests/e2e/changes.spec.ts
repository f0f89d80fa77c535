import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { post, prepareDay, stops } from "./prepare";
import type { Day } from "./prepare";

const NAMES = ["Ash", "Beech", "Cherry", "Damson"];
const [ONE, TWO] = ["Log 1", "Log 2"];

/** Nobody has planned anything yet; the first route takes the named stops, by hand. */
async function prepare(page: Page, title: string, names: readonly string[]): Promise<Day> {
  const day = await prepareDay(page, {
    title,
    visits: stops(NAMES),
    vehicles: [{ Plate: ONE }, { Plate: TWO }],
    calculate: false,
  });
  for (const name of names) await move(page, day, name, ONE);
  return day;
}

const move = async (page: Page, day: Day, name: string, vehicle: string | null) =>
  post(page, day.path, {
    intent: "visit.move",
    visitId: await day.visit(name),
    toRouteId: vehicle === null ? "" : await day.route(vehicle),
  });

/** The list of changes, opened from the plan's menu. */
class Changes {
  readonly dialog: Locator;
  readonly items: Locator;
  readonly undoButtons: Locator;

  constructor(readonly page: Page) {
    this.dialog = page.getByRole("dialog", { name: "Changes" });
    this.items = this.dialog.getByRole("listitem");
    this.undoButtons = this.items.getByRole("button", { name: /^Undo: / });
  }

  async open(): Promise<void> {
    await new PlanPage(this.page, "desktop").inPlanMenu("Changes");
    await expect(this.items.first()).toBeVisible();
  }

  /** What has not been undone, by who and what. */
  item(text: RegExp): Locator {
    return this.items.filter({ hasText: text }).filter({ has: this.page.getByRole("button", { name: /^Undo: / }) });
  }

  async undo(text: RegExp): Promise<void> {
    await this.item(text)
      .getByRole("button", { name: /^Undo: / })
      .click();
  }
}

test("the list says who changed what, and takes back any one of it: one's own, and a colleague's by name", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const colleague = await openPage();
  await signIn(colleague, "super admin");
  const day = await prepare(page, "Log", ["Ash", "Beech"]);
  await page.goto(day.path);
  await expect(page.getByText("2/4 scheduled")).toBeVisible();
  const changes = new Changes(page);

  await test.step("newest first, with names, and live", async () => {
    await changes.open();
    await expect(changes.items.nth(0)).toContainText(new RegExp(`You moved the visit\\d\\d:\\d\\d · Beech · ${ONE}`));
    await expect(changes.items.nth(1)).toContainText(/You moved the visit\d\d:\d\d · Ash/);
    await expect(changes.items.nth(2)).toContainText(/You imported a spreadsheet/);
    await move(colleague, day, "Cherry", TWO);
    await expect(changes.items.nth(0)).toContainText(
      new RegExp(`Alex Admin moved the visit\\d\\d:\\d\\d · Cherry · ${TWO}`),
    );
  });

  await test.step("an older one of one's own: what came after it stays", async () => {
    await changes.undo(/You moved the visit.*Ash/);
    await expect(page.getByText("Undone: the move of the visit")).toBeVisible();
    await expect(changes.items.nth(0)).toContainText(/You undid the move of the visit.*Ash/);
    await expect(changes.items.filter({ hasText: /You moved the visit.*Ash/ })).toContainText("Undone");
    await expect(changes.item(/You moved the visit.*Ash/)).toHaveCount(0);
    expect([await day.order(ONE), await day.order(TWO)]).toEqual([["Beech"], ["Cherry"]]);
  });

  await test.step("a colleague's, which theirs list then names", async () => {
    await changes.undo(/Alex Admin moved the visit.*Cherry/);
    await expect(changes.items.nth(0)).toContainText(/You undid the move of the visit.*Cherry/);
    expect(await day.order(TWO)).toEqual([]);
    await colleague.goto(day.path);
    const theirs = new Changes(colleague);
    await theirs.open();
    await expect(theirs.items.nth(0)).toContainText(/Dana Dispatcher undid the move of the visit.*Cherry/);
    await expect(theirs.items.filter({ hasText: /You moved the visit.*Cherry/ })).toContainText("Undone");
  });
});

test("nothing is undone that somebody has built upon, and Z takes back one's own newest alone", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  // A refusal is answered with a status of its own.
  browserErrors.allow(/status of 409/);
  await signIn(page, "dispatcher");
  const colleague = await openPage();
  await signIn(colleague, "super admin");
  const day = await prepare(page, "Built upon", ["Ash"]);
  await post(page, day.path, { intent: "plan.rename", title: "Renamed" });
  await move(colleague, day, "Ash", TWO);
  await move(colleague, day, "Damson", TWO);
  await page.goto(day.path);
  const changes = new Changes(page);

  await test.step("refused with the name of who did it; nothing changes", async () => {
    await changes.open();
    await changes.undo(/You moved the visit.*Ash/);
    await expect(page.getByText("Not undone: Alex Admin moved the visit “Ash” since.").first()).toBeVisible();
    await expect(changes.item(/You moved the visit.*Ash/)).toHaveCount(1);
    expect([await day.order(ONE), await day.order(TWO)]).toEqual([[], ["Ash", "Damson"]]);
    await page.keyboard.press("Escape");
    await expect(changes.dialog).toBeHidden();
    // So that the next one is not taken for this one.
    await new PlanPage(page, "desktop").closeMessages();
  });

  await test.step("Z leaves the colleague's newer changes, and ends at what they built upon", async () => {
    await page.keyboard.press("z");
    await expect(page.getByRole("heading", { level: 1, name: "Built upon" })).toBeAttached();
    expect(await day.order(TWO)).toEqual(["Ash", "Damson"]);
    await page.keyboard.press("z");
    await expect(page.getByText("Not undone: Alex Admin moved the visit “Ash” since.").first()).toBeVisible();
    expect(await day.order(TWO)).toEqual(["Ash", "Damson"]);
  });

  await test.step("with theirs taken back, nothing stands in the way any more", async () => {
    await changes.open();
    await changes.undo(/Alex Admin moved the visit.*Ash/);
    await expect.poll(() => day.order(ONE)).toEqual(["Ash"]);
    await changes.undo(/You moved the visit.*Ash/);
    await expect.poll(() => day.order(ONE)).toEqual([]);
    expect(await day.order(TWO)).toEqual(["Damson"]);
  });

  await test.step("a colleague's report from the road is a fact", async () => {
    await post(colleague, day.path, { intent: "route.start", routeId: await day.route(TWO), confirmed: 1 });
    const undo = changes.item(/Alex Admin started the route/).getByRole("button");
    await expect(undo).toHaveAttribute(
      "title",
      "A report from the road is taken back on the route: set the visit on route again.",
    );
    await expect(undo).toHaveAttribute("aria-disabled", "true");
  });
});

test("the newest 20 can be undone", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepare(page, "Twenty", ["Ash", "Beech"]);
  for (let number = 1; number <= 21; number += 1)
    await post(page, day.path, { intent: "plan.rename", title: `Twenty, take ${number}` });
  await page.goto(day.path);
  const changes = new Changes(page);
  await changes.open();
  await expect(changes.undoButtons).toHaveCount(20);
  await expect(changes.items.filter({ hasText: "imported a spreadsheet" })).toHaveCount(0);
  await changes.items.nth(0).getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1, name: "Twenty, take 20" })).toBeAttached();
  await expect(changes.undoButtons).toHaveCount(19);
});
