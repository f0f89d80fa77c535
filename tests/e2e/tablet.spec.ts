/** A dispatcher who plans on a tablet: fingers and a pen, no key to hold, nothing to hover with. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { finger, pen } from "./pages/pointer";
import type { Point } from "./pages/pointer";
import { prepareDay, stops } from "./prepare";
import type { Day } from "./prepare";

test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

const [ONE, TWO] = ["Tablet 1", "Tablet 2"];
const NAMES = ["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig"];

/** Half of the stops on each route; the first one is unfolded. */
async function prepare(page: Page, title: string): Promise<{ day: Day; plan: PlanPage; own: string[] }> {
  const vehicles = [ONE, TWO].map((plate) => ({ Plate: plate, "Visits max": 3 }));
  const day = await prepareDay(page, { title, visits: stops(NAMES), vehicles });
  const own = await day.order(ONE);
  await page.goto(day.path);
  const plan = new PlanPage(page, "tablet");
  await plan.unfold(ONE);
  return { day, plan, own };
}

const panel = (page: Page) => page.getByRole("complementary");

/** On the name of a visit. */
async function placeOf(plan: PlanPage, name: string): Promise<Point> {
  const { x, y, height } = (await plan.visit(name).getByText(name, { exact: true }).boundingBox())!;
  return { x: x + 8, y: y + height / 2 };
}

test("a finger selects a visit by holding it and more by pressing them, and they move together", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, plan, own } = await prepare(page, "Fingers");
  const [first, second, third] = own as [string, string, string];

  await test.step("held and let go where it was", async () => {
    const hand = await finger(page);
    await hand.press(await placeOf(plan, first));
    await expect(plan.dragCard).toBeVisible();
    await hand.release();
    await expect(plan.selection).toContainText("1 selected");
    expect(await day.order(ONE)).toEqual(own);
  });
  await test.step("what is pressed afterwards is added, also by the menu, and taken out again", async () => {
    await plan.visit(second).getByText(second, { exact: true }).tap();
    await expect(plan.selection).toContainText("2 selected");
    const inMenu = async (item: string) => {
      await plan
        .visit(third)
        .getByRole("button", { name: `${third}: what can be done` })
        .tap();
      await page.getByRole("menuitem", { name: item, exact: true }).tap();
    };
    await inMenu("Select");
    await expect(plan.selection).toContainText("3 selected");
    await inMenu("Take out of the selection");
    await expect(plan.selection).toContainText("2 selected");
    await expect(panel(page)).toHaveCount(0);
  });
  await test.step("a press on a route or beside the stops of the map ends nothing", async () => {
    await plan.route(TWO).getByText(TWO, { exact: true }).tap();
    await expect(plan.tree.getByRole("button", { name: `Fold ${TWO}` })).toBeVisible();
    const { width } = (await plan.map.boundingBox())!;
    await plan.map.tap({ position: { x: width - 20, y: 20 } });
    await expect(plan.selection).toContainText("2 selected");
  });
  await test.step("they go to the other route, and without a selection a press opens the visit", async () => {
    await plan.assignSelection(TWO, /ends \d\d:\d\d/);
    await expect.poll(() => day.order(ONE)).toEqual([third]);
    await plan.selection.getByRole("button", { name: "Clear" }).tap();
    await plan.visit(third).getByText(third, { exact: true }).tap();
    await expect(panel(page)).toBeVisible();
  });
});

test("what a browser makes of a press only after it was let go is nothing that was pressed", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { plan, own } = await prepare(page, "Late");
  const [first, second] = own as [string, string, string];
  /** Held until the card is there; then let go, and a moment later what browsers send after it. */
  const hold = async (name: string, pointerType: "touch" | "pen", late: "click" | "contextmenu") => {
    const target = plan.visit(name).getByText(name, { exact: true });
    const send = (...types: string[]) =>
      target.evaluate(
        async (element, { types, ...init }) => {
          const { x, y, height } = element.getBoundingClientRect();
          const at = { clientX: x + 8, clientY: y + height / 2, bubbles: true, cancelable: true, detail: 1 };
          for (const type of types) {
            element.dispatchEvent(new PointerEvent(type, { ...init, ...at }));
            await new Promise((done) => setTimeout(done, 50));
          }
        },
        { types, pointerType, pointerId: 7, isPrimary: true, button: 0 },
      );
    await send("pointerdown");
    await expect(plan.dragCard).toContainText(name);
    await send("pointerup", late);
  };

  await hold(first, "touch", "click");
  await expect(plan.selection).toContainText("1 selected");
  await hold(second, "pen", "contextmenu");
  await expect(plan.selection).toContainText("2 selected");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  // What is pressed next is heard, however soon.
  await plan.visit(second).getByText(second, { exact: true }).tap();
  await expect(plan.selection).toContainText("1 selected");
});

test("a second finger ends a drag where it is, and moves nothing", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const { day, plan, own } = await prepare(page, "Two fingers");
  const hand = await finger(page);
  const at = await placeOf(plan, own[0]!);
  await hand.press(at);
  await expect(plan.dragCard).toBeVisible();
  await hand.move({ x: at.x, y: at.y + 90 });
  await expect(plan.dragCard).toContainText(/stop [23]/);
  await hand.join({ x: at.x + 150, y: at.y + 10 });
  await expect(plan.dragCard).toBeHidden();
  await hand.release();
  await expect(plan.selection).toBeHidden();
  expect(await day.order(ONE)).toEqual(own);
});

test("a pen that moves takes no visit, and one that holds still does", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const { plan, own } = await prepare(page, "Pen");
  const hand = await pen(page);
  const at = await placeOf(plan, own[0]!);
  await hand.press(at);
  await hand.move({ x: at.x, y: at.y + 60 });
  await expect(plan.dragCard).toBeHidden();
  await hand.release();
  await hand.press(at);
  await expect(plan.dragCard).toContainText(own[0]!);
  await hand.move({ x: at.x, y: at.y + 90 });
  await expect(plan.dragCard).toContainText(/stop [23]/);
  await page.keyboard.press("Escape");
  await hand.release();
});

test("beside another app, the panel of a visit keeps the room that its words need", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const { day, own } = await prepare(page, "Halves");
  await page.setViewportSize({ width: 507, height: 820 });
  await page.goto(`${day.path}?visit=${await day.visit(own[0]!)}`);
  const button = panel(page).getByRole("button", { name: "Unschedule" });
  await expect(button).toBeInViewport({ ratio: 1 });
  expect((await panel(page).boundingBox())!.width).toBeGreaterThanOrEqual(280);
  await button.tap({ trial: true });
});

test("pages say where they lead without hovering, fields don't zoom, and only the dialog scrolls", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await page.goto("tracking/replay");
  for (const name of ["Planning", "Tracking", "Company"])
    await expect(page.getByRole("navigation").getByText(name, { exact: true }).first()).toHaveCSS("opacity", "1");
  // iOS zooms the page into smaller text.
  await expect(page.getByLabel("Day", { exact: true })).toHaveCSS("font-size", "16px");

  await page.goto("company/settings?dialog=new-template");
  const dialog = page.getByRole("dialog", { name: "New confirmation template" });
  const { x, y, width, height } = (await dialog.boundingBox())!;
  const hand = await finger(page);
  for (let swipe = 0; swipe < 4; swipe += 1) {
    await hand.press({ x: x + width / 2, y: y + height * 0.8 });
    await hand.move({ x: x + width / 2, y: y + height * 0.2 }, 12);
    await hand.release();
    await page.waitForTimeout(100);
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
