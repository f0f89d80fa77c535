import type { Page } from "@playwright/test";
import type { MoveEffect } from "~/domain/visit/move-effect";
import { expect, test } from "./fixtures";
import { nextFrames, PlanPage } from "./pages/plan-page";
import { finger, mouse } from "./pages/pointer";
import { post, prepareDay, stops } from "./prepare";

const [ONE, TWO] = ["Drag 1", "Drag 2"];
const NAMES = ["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig", "Gorse", "Hazel"];

// The whole list is in sight then, and no row of it near an edge, where the list would scroll.
test.use({ viewport: { width: 1440, height: 1300 } });

/** For a look at what a drag looks like: DRAG_PICTURES names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.DRAG_PICTURES) await page.screenshot({ path: `${process.env.DRAG_PICTURES}/${name}.png` });
}

test("the card says about while a leg is an estimate, and asks again while it stands still", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const vehicles = [ONE, TWO].map((plate) => ({ Plate: plate, "Visits max": 4 }));
  const day = await prepareDay(page, { title: "About", visits: stops(NAMES), vehicles });
  const asked = new Set<string>();
  // An engine that answers the second question in time.
  await page.route("**/planning/preview?*", async (route) => {
    const isFirst = !asked.has(route.request().url());
    asked.add(route.request().url());
    const response = await route.fetch();
    const effect = (await response.json()) as MoveEffect;
    const routes = effect.routes.map((one) => ({ ...one, about: isFirst }));
    await route.fulfill({ response, json: { ...effect, routes } });
  });
  const [first] = await day.order(ONE);
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  await plan.unfold(ONE);
  const held = await plan.hold(plan.visit(first!), plan.route(TWO));
  await expect(plan.dragCard).toContainText(/about[+−]\d+ min/);
  await expect(plan.dragCard).not.toContainText("about");
  await expect(plan.dragCard).toContainText(/[+−]\d+ min/);
  await page.keyboard.press("Escape");
  await held.release();
});

// @spec PC-4.091
test("a visit is dragged to another route with its effect shown before, and the move is undone", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const vehicles = [ONE, TWO].map((plate) => ({ Plate: plate, "Visits max": 4 }));
  const day = await prepareDay(page, { title: "Drag", visits: stops(NAMES), vehicles });
  const orders = async () => [await day.order(ONE), await day.order(TWO)];
  const before = await orders();
  const [first, second] = before as [string[], string[]];
  expect([first.length, second.length]).toEqual([4, 4]);
  const name = first[0]!;
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  await plan.unfold(ONE);

  await test.step("Esc leaves everything as it was", async () => {
    const held = await plan.hold(plan.visit(name), plan.route(TWO));
    await expect(plan.dragCard).toContainText(name);
    await page.keyboard.press("Escape");
    await expect(plan.dragCard).toBeHidden();
    await held.release();
    expect(await plan.stopsOf(ONE)).toBe(4);
  });

  await test.step("the effect shows while dragging, the drop at once", async () => {
    const held = await plan.hold(plan.visit(name), plan.route(TWO));
    await expect(plan.dragCard).toContainText(/[+−]\d+ min/);
    await expect(plan.dragCard).toContainText(/km/);
    await expect(plan.dragCard).toContainText(/ends \d\d:\d\d/);
    await picture(page, "drag");
    await held.release();
    await expect(plan.dragCard).toBeHidden();
    await expect.poll(() => plan.stopsOf(TWO)).toBe(5);
    await expect(page.getByRole("status").filter({ hasText: `${name} moved to` })).toBeAttached();
    await page.reload();
    expect([await plan.stopsOf(ONE), await plan.stopsOf(TWO)]).toEqual([3, 5]);
  });

  await test.step("undo takes it back", async () => {
    // Keys are heard once the scripts are there, and so is what was unfolded.
    await plan.unfold(ONE);
    await page.keyboard.press("z");
    await expect(page.getByText(/^Undone: /)).toBeVisible();
    await expect.poll(orders).toEqual(before);
    await expect.poll(async () => (await plan.shown()).slice(0, 4)).toEqual(first);
  });

  await test.step("several visits are chosen, assigned together, and put back from the message", async () => {
    await plan.visit(first[0]!).click({ modifiers: ["Control"] });
    await plan.visit(first[2]!).click({ modifiers: ["Shift"] });
    await expect(plan.selection).toContainText("3 selected");
    await plan.assignSelection(TWO, /ends \d\d:\d\d/);
    await picture(page, "select");
    await expect.poll(() => plan.stopsOf(TWO)).toBe(7);
    await page.getByRole("alert").filter({ hasText: "3 visits moved" }).getByRole("button", { name: "Undo" }).click();
    await expect.poll(orders).toEqual(before);
    await plan.selection.getByRole("button", { name: "Clear" }).click();
  });

  await test.step("the lasso on the map chooses, a click elsewhere ends it", async () => {
    await plan.closeMessages();
    const map = (await plan.map.boundingBox())!;
    const hand = mouse(page);
    const at = (x: number, y: number) => ({ x: map.x + map.width * x, y: map.y + map.height * y });
    await page.keyboard.down("Shift");
    await hand.press(at(0.2, 0.04));
    for (const [x, y] of [
      [0.2, 0.05],
      [0.95, 0.05],
      [0.95, 0.95],
      [0.2, 0.95],
      [0.2, 0.06],
    ] as const)
      await hand.move(at(x, y));
    await hand.release();
    await page.keyboard.up("Shift");
    await expect(plan.selection).toContainText(/[1-9]\d* selected/);
    await plan.selection.getByRole("button", { name: "Clear" }).click();
    await expect(plan.selection).toBeHidden();
  });

  await test.step("a finger drags after holding still", async () => {
    await expect.poll(async () => (await plan.shown()).slice(0, 4)).toEqual(first);
    const held = await plan.hold(plan.visit(name), plan.visit(first[2]!), { hand: await finger(page) });
    await expect(plan.dragCard).toContainText("stop 3");
    await held.release();
    await expect.poll(async () => (await plan.shown()).slice(0, 4)).toEqual([first[1], first[2], name, first[3]]);
    await expect(page.getByRole("status").filter({ hasText: `${name} moved to` })).toBeAttached();
  });

  await test.step("what stands on a locked route stays, and says why", async () => {
    await plan.route(ONE).click();
    await page.keyboard.press("l");
    await expect(plan.route(ONE).getByRole("img", { name: "Locked" })).toBeVisible();
    const held = await plan.hold(plan.visit(name), plan.route(TWO));
    await expect(plan.dragCard).toContainText("The route is locked. Unlock it first.");
    await picture(page, "locked");
    await held.release();
    expect(await plan.stopsOf(ONE)).toBe(4);
  });
});

test("routes without visits unfold while a visit is held over them, and one of them takes it", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const vans = [1, 2, 3, 4, 5].map((number) => `Spare ${number}`);
  const day = await prepareDay(page, {
    title: "Spare",
    visits: stops(NAMES),
    vehicles: vans.map((plate) => ({ Plate: plate, "Visits max": 6 })),
    calculate: false,
  });
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  const [name] = NAMES as [string];
  const folded = plan.tree.getByRole("row").filter({ hasText: "Routes without visits" });
  // In reach of the first visit, however many there are.
  const [above, below] = [(await folded.boundingBox())!, (await plan.visit(name).boundingBox())!];
  expect(above.y).toBeLessThan(below.y);
  const held = await plan.hold(plan.visit(name), folded);
  await expect(plan.dragCard).toContainText("Drop it on one of the routes below.");
  const target = (await plan.visit(vans[1]!).boundingBox())!;
  await held.move({ x: target.x + 80, y: target.y + target.height / 2 });
  await expect(plan.dragCard).toContainText(`${vans[1]}, at the end`);
  await picture(page, "spare");
  await held.release();
  await expect.poll(() => day.order(vans[1]!)).toEqual([name]);
  await expect(plan.route(vans[1]!)).toBeVisible();
  await expect(folded).toContainText("4");
  await expect(folded).toHaveAttribute("aria-expanded", "false");
});

test.describe("in a list that is longer than its room", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("rows that move under a pointer that holds still change where the visit would go", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const vehicles = [ONE, TWO].map((plate) => ({ Plate: plate, "Visits max": 6 }));
    const day = await prepareDay(page, {
      title: "Still",
      visits: stops([...NAMES, "Ivy", "Juniper", "Kauri", "Larch"]),
      vehicles,
    });
    const [first, second] = [await day.order(ONE), await day.order(TWO)];
    // What a colleague does is news only to a page that listens.
    const listening = page.waitForEvent("websocket", (socket) => socket.url().includes("socket.io"));
    await page.goto(day.path);
    await listening;
    const plan = new PlanPage(page, "desktop");
    for (const vehicle of [ONE, TWO]) await plan.unfold(vehicle);
    const row = (await plan.route(ONE).boundingBox())!.height;
    const scroll = (rows: number) =>
      plan.tree.evaluate((list, px) => {
        list.scrollTop += px;
      }, rows * row);
    // Both of the next rows are in sight now, far from the edges.
    await scroll(5);
    const held = await plan.hold(plan.visit(first[5]!), plan.visit(second[0]!));
    await expect(plan.dragCard).toContainText(`${TWO}, stop 2`);
    await post(page, day.path, { intent: "visit.unassign", visitId: await day.visit(first[0]!) });
    await expect(plan.dragCard).toContainText(`${TWO}, stop 3`);
    await scroll(-1);
    await expect(plan.dragCard).toContainText(`${TWO}, stop 2`);
    await held.release();
    await expect.poll(() => day.order(TWO)).toEqual([second[0], first[5], ...second.slice(1)]);
  });

  test("a row at the edge of the list stays under the finger that holds it", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const trees = ["Ivy", "Juniper", "Kauri", "Larch", "Maple", "Oak", "Pine", "Rowan", "Spruce", "Yew"];
    const vehicles = [{ Plate: ONE, "Visits max": 30 }];
    const day = await prepareDay(page, {
      title: "Edge",
      visits: stops([...NAMES, ...trees]),
      vehicles,
      calculate: false,
    });
    await page.goto(day.path);
    const plan = new PlanPage(page, "desktop");
    await expect(plan.visit(NAMES[0]!)).toBeVisible();
    const { x, y, height } = (await plan.tree.boundingBox())!;
    const top = () => plan.tree.evaluate((list) => list.scrollTop);
    const hand = await finger(page);
    await hand.press({ x: x + 80, y: y + height - 8 });
    await expect(plan.dragCard).toBeVisible();
    // The list would scroll with every frame.
    for (let frame = 0; frame < 5; frame += 1) await nextFrames(plan.tree);
    expect(await top()).toBe(0);
    await hand.move({ x: x + 100, y: y + height - 4 });
    await expect.poll(top).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await hand.release();
  });
});
