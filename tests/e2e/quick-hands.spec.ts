import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { prepareDay, stops } from "./prepare";
import type { Day } from "./prepare";

// All rows are in sight then, so that none is left undrawn.
test.use({ viewport: { width: 1440, height: 1300 } });

const [ONE, TWO] = ["Quick 1", "Quick 2"];

async function prepare(
  page: Page,
  title: string,
): Promise<{ day: Day; plan: PlanPage; orders: () => Promise<string>; isOrdered: (wanted: string) => Promise<void> }> {
  const day = await prepareDay(page, {
    title,
    visits: stops(["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig"]),
    vehicles: [
      { Plate: ONE, "Visits max": 3 },
      { Plate: TWO, "Visits max": 3 },
    ],
  });
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  for (const vehicle of [ONE, TWO]) await plan.unfold(vehicle);
  const orders = async () => [...(await day.order(ONE)), "|", ...(await day.order(TWO))].join(" ");
  /** Stored, and shown: a key moves a stop from where the page shows it. */
  const isOrdered = async (wanted: string) => {
    await expect.poll(orders).toBe(wanted);
    await expect.poll(async () => (await plan.shown()).join(" ")).toBe(wanted.replace(" |", ""));
  };
  return { day, plan, orders, isOrdered };
}

/** One stop further down its route. */
async function moveDown(plan: PlanPage, name: string): Promise<void> {
  await plan.visit(name).focus();
  await plan.page.keyboard.press("Alt+ArrowDown");
}

test("Undo in a message takes back what it names, and keys pressed quickly all count", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const { day, plan, orders, isOrdered } = await prepare(page, "Quick hands");
  const before = await orders();
  const [[first, second, third], [other, next, last]] = [await day.order(ONE), await day.order(TWO)];
  const messageOf = (name: string) => page.getByRole("alert").filter({ hasText: `${name} moved` });

  await moveDown(plan, first!);
  await expect(messageOf(first!)).toBeVisible();
  await moveDown(plan, other!);
  await expect(messageOf(other!)).toBeVisible();
  const both = `${second} ${first} ${third} | ${next} ${other} ${last}`;
  await isOrdered(both);

  await messageOf(first!).getByRole("button", { name: "Undo" }).click();
  await isOrdered(`${first} ${second} ${third} | ${next} ${other} ${last}`);
  await plan.visit(next!).focus();
  await page.keyboard.press("z");
  await isOrdered(before);

  for (const name of [first!, other!, second!]) await moveDown(plan, name);
  await expect.poll(orders).not.toBe(before);
  for (let k = 0; k < 3; k++) await page.keyboard.press("z");
  await isOrdered(before);

  await plan.route(ONE).click();
  const locks = async () => (await day.state()).routes.find(({ vehicle }) => vehicle === ONE)!.isLocked;
  expect(await locks()).toBe(false);
  for (let k = 0; k < 3; k++) await page.keyboard.press("l");
  await expect.poll(locks).toBe(true);
});

/** The page's next change isn't answered before that is wanted. */
async function holdNextMove(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let isFirst = true;
  await page.route(/\/planning\/plan\/\d+(\?|$)/, async (route) => {
    if (route.request().method() !== "POST" || !isFirst) return route.fallback();
    isFirst = false;
    await held;
    await route.fallback();
  });
  return letGo;
}

test("moves that wait for their turn are sent before the page is left, and Undo waits behind them", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, plan, orders, isOrdered } = await prepare(page, "Hasty");
  const before = await orders();
  const [[first, second, third], [other, next, last]] = [await day.order(ONE), await day.order(TWO)];

  await moveDown(plan, first!);
  await expect.poll(orders).not.toBe(before);
  await expect(plan.button("Undo my last change (Z)")).toBeEnabled();
  const letUndoGo = await holdNextMove(page);
  await moveDown(plan, other!);
  await plan.undo();
  letUndoGo();
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: /undone/i })
      .first(),
  ).toBeVisible();
  await isOrdered(`${second} ${first} ${third} | ${other} ${next} ${last}`);
  await plan.undo();
  await isOrdered(before);

  const letMovesGo = await holdNextMove(page);
  for (const name of [first!, other!]) await moveDown(plan, name);
  await page.getByRole("link", { name: "Tracking", exact: true }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "Your changes are sent first." })).toBeVisible();
  expect(page.url()).toContain(day.path);
  letMovesGo();
  await expect(page).toHaveURL(/\/tracking/);
  expect(await orders()).toBe(`${second} ${first} ${third} | ${next} ${other} ${last}`);
});

test("Calculate and Approve wait behind the moves, too, by button and by key", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const asked: string[] = [];
  page.on("request", (request) => {
    const intent = request.method() === "POST" ? /intent=([\w.]+)/.exec(request.postData() ?? "")?.[1] : undefined;
    if (intent !== undefined) asked.push(intent);
  });
  const first = async (title: string) => {
    const { day, plan } = await prepare(page, title);
    const [name] = await day.order(ONE);
    asked.length = 0;
    const letGo = await holdNextMove(page);
    await moveDown(plan, name!);
    return { day, plan, letGo };
  };
  // Sent at once, they would be under way by then.
  const waits = () => page.waitForTimeout(500);

  for (const how of ["key", "button"] as const) {
    const { day, plan, letGo } = await first(`Waits for a ${how}`);
    if (how === "key") await page.keyboard.press("c");
    else await plan.button("Calculate").click();
    await waits();
    expect(asked).toEqual(["visits.move"]);
    letGo();
    await expect.poll(() => asked).toEqual(["visits.move", "calculation.start"]);
    await expect(page).toHaveURL(new RegExp(day.path));
  }

  const { day, plan, letGo } = await first("Waits for approval");
  await plan.button("Approve").click();
  await waits();
  expect(asked).toEqual(["visits.move"]);
  letGo();
  await expect.poll(() => asked).toEqual(["visits.move", "plan.approve"]);
  await expect(page.getByText("2 routes approved").first()).toBeVisible();
  expect((await day.state()).routes.map(({ status }) => status)).toEqual([3, 3]);
});

test("without a network no other page is asked for, also one that was open before", async ({
  page,
  context,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
  await signIn(page, "dispatcher");
  await page.goto("tracking");
  const rail = page.getByRole("navigation", { name: "Main" });
  await rail.getByRole("link", { name: "Planning" }).click();
  await expect(page.getByRole("heading", { name: "Planning", level: 1 })).toBeVisible();
  await context.setOffline(true);
  await rail.getByRole("link", { name: "Tracking" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This can’t be opened without a connection." })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Planning", level: 1 })).toBeVisible();
  await context.setOffline(false);
  await rail.getByRole("link", { name: "Tracking" }).click();
  await expect(page.getByRole("heading", { name: "Tracking", level: 1 })).toBeVisible();
});

test("without a network the page stays: what was never loaded isn't opened, and moves go back at once", async ({
  page,
  context,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/WebSocket|ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
  await signIn(page, "dispatcher");
  const { day, plan, orders } = await prepare(page, "Away");
  const before = await orders();
  const [first] = await day.order(ONE);

  // What the panel of a visit needs is loaded some seconds after the page is there.
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /visitId/.test(name)));

  await context.setOffline(true);
  await plan.visit(first!).getByRole("link", { name: first! }).click();
  await page.getByRole("link", { name: "Tracking", exact: true }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "This can’t be opened without a connection." })).toBeVisible();
  await moveDown(plan, first!);
  const message = page.getByRole("alert").filter({ hasText: "You are offline" });
  await expect(message).toContainText("Not sent.");
  await expect(message).not.toContainText("Your entries are kept.");
  await expect.poll(async () => (await plan.shown())[0]).toBe(first);

  await context.setOffline(false);
  await expect.poll(orders).toBe(before);
  await plan.visit(first!).getByRole("link", { name: first! }).click();
  await expect(page.getByRole("heading", { name: first! })).toBeVisible();
});
