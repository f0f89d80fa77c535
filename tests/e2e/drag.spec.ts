import { readFileSync } from "node:fs";
import path from "node:path";
import * as XLSX from "xlsx";
import type { Locator, Page } from "@playwright/test";
import { addWarehouse, routesWithVisits, upload } from "./dispatcher";
import { expect, test } from "./fixtures";

/** The project's own small day; no vehicle may take more than ten of its 24 stops, so that there are three routes. */
function vehicles(): Buffer {
  const book = XLSX.read(readFileSync(path.resolve("tests/fixtures/day/vehicles.xlsx")));
  const rows = XLSX.utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Vehicles!).map((row) => ({ ...row, "Visits max": 10 }));
  const own = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(own, XLSX.utils.json_to_sheet(rows), "Vehicles");
  return XLSX.write(own, { type: "buffer", bookType: "xlsx" }) as Buffer;
}

/** Takes the row and holds it over the lower part of another one, without letting go. */
async function hold(page: Page, row: Locator, over: Locator): Promise<void> {
  await page.getByRole("treegrid").evaluate((list) => { list.scrollTop = 0; });
  const [from, to] = [await row.boundingBox(), await over.boundingBox()];
  await page.mouse.move(from!.x + 120, from!.y + from!.height / 2);
  await page.mouse.down();
  await page.mouse.move(from!.x + 126, from!.y + from!.height / 2 + 6, { steps: 2 });
  await page.mouse.move(to!.x + 130, to!.y + to!.height * 0.75, { steps: 8 });
}

/** What was unfolded is kept over a reload. */
async function unfold(route: Locator): Promise<void> {
  if ((await route.getAttribute("aria-expanded")) !== "true") await route.getByRole("button", { name: /^Unfold/ }).click();
}

test("a visit is dragged to another route with its effect shown before, and the move is undone", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await addWarehouse(page, "Drag depot");
  await page.goto("company/resources/vehicles");
  await upload(page, { name: "vans.xlsx", mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", buffer: vehicles() });
  await page.goto("planning");
  await upload(page, path.resolve("tests/fixtures/day/visits.xlsx"));
  await page.goto("planning");
  await page.getByRole("link", { name: "New plan" }).first().click();
  await page.getByRole("dialog", { name: "New plan" }).getByRole("button", { name: "Create plan" }).click();
  // Whatever else waits for a plan in this company comes along.
  await expect(page.getByText(/0\/\d+ scheduled/)).toBeVisible();
  await page.getByRole("button", { name: "Calculate", exact: true }).click();
  await expect(page.getByText(/Calculated: \d+ routes/)).toBeVisible({ timeout: 60_000 });

  // The whole list is in sight then, and no row of it near an edge, where the list would scroll.
  await page.setViewportSize({ width: 1440, height: 1080 });
  await page.getByRole("button", { name: "Timeline" }).click();
  const routes = routesWithVisits(page);
  const visits = page.locator('[role=row][data-kind="visit"]').filter({ hasText: /Stop \d+/ });
  const countOf = async (route: Locator) => Number(/(\d+) visits?/.exec((await route.textContent()) ?? "")?.[1]);
  await expect(routes.nth(1)).toBeVisible();
  await unfold(routes.nth(0));
  const [first, second] = [await countOf(routes.nth(0)), await countOf(routes.nth(1))];
  const name = /Stop \d+/.exec((await visits.first().textContent()) ?? "")![0];
  const card = page.getByTestId("drag-card");

  await test.step("Esc leaves everything as it was", async () => {
    await hold(page, visits.first(), routes.nth(1));
    await expect(card).toContainText(name);
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    await page.mouse.up();
    expect(await countOf(routes.nth(0))).toBe(first);
  });

  await test.step("the effect shows while dragging, the drop at once", async () => {
    await hold(page, visits.first(), routes.nth(1));
    await expect(card).toContainText(/[+−]\d+ min/);
    await expect(card).toContainText(/km/);
    await expect(card).toContainText(/ends \d\d:\d\d/);
    if (process.env.DRAG_PICTURES) await page.screenshot({ path: `${process.env.DRAG_PICTURES}/drag.png` });
    await page.mouse.up();
    await expect(card).toBeHidden();
    await expect.poll(() => countOf(routes.nth(1))).toBe(second + 1);
    await expect(page.getByRole("status").filter({ hasText: `${name} moved to` })).toBeAttached();
    await page.reload();
    expect([await countOf(routes.nth(0)), await countOf(routes.nth(1))]).toEqual([first - 1, second + 1]);
  });

  await test.step("undo takes it back", async () => {
    await page.keyboard.press("z");
    await expect(page.getByText(/^Undone: /)).toBeVisible();
    await expect.poll(async () => [await countOf(routes.nth(0)), await countOf(routes.nth(1))]).toEqual([first, second]);
  });

  await test.step("several visits are chosen, assigned together, and put back from the message", async () => {
    await unfold(routes.nth(0));
    await visits.nth(0).click({ modifiers: ["Control"] });
    await visits.nth(2).click({ modifiers: ["Shift"] });
    const bar = page.getByRole("region", { name: "Selected visits" });
    await expect(bar).toContainText("3 selected");
    await bar.getByRole("button", { name: "Assign to…" }).click();
    const target = /(Van \d)/.exec((await routes.nth(1).textContent()) ?? "")![1]!;
    await bar.getByLabel("Route").selectOption({ label: `${target} · No Driver` });
    await expect(bar).toContainText(/ends \d\d:\d\d/);
    if (process.env.DRAG_PICTURES) {
      await page.screenshot({ path: `${process.env.DRAG_PICTURES}/select.png` });
      await page.setViewportSize({ width: 1000, height: 800 });
      await page.screenshot({ path: `${process.env.DRAG_PICTURES}/select-1000.png` });
      await page.setViewportSize({ width: 1440, height: 1080 });
    }
    await bar.getByRole("button", { name: "Assign", exact: true }).click();
    await expect.poll(() => countOf(routes.nth(1))).toBe(second + 3);
    await page.getByRole("alert").filter({ hasText: "3 visits moved" }).getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => [await countOf(routes.nth(0)), await countOf(routes.nth(1))]).toEqual([first, second]);
  });

  await test.step("the lasso on the map chooses, a click elsewhere ends it", async () => {
    const map = (await page.getByRole("application", { name: /^Map of/ }).boundingBox())!;
    const corners = [[0.2, 0.05], [0.95, 0.05], [0.95, 0.95], [0.2, 0.95], [0.2, 0.06]] as const;
    await page.keyboard.down("Shift");
    await page.mouse.move(map.x + map.width * 0.2, map.y + map.height * 0.04);
    await page.mouse.down();
    for (const [x, y] of corners) await page.mouse.move(map.x + map.width * x, map.y + map.height * y, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await expect(page.getByRole("region", { name: "Selected visits" })).toContainText(/[1-9]\d* selected/);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(page.getByRole("region", { name: "Selected visits" })).toBeHidden();
  });

  await test.step("a finger drags after holding still", async () => {
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await page.getByRole("treegrid").evaluate((list) => { list.scrollTop = 0; });
    const [from, to] = [(await visits.first().boundingBox())!, (await visits.nth(2).boundingBox())!];
    const name = /Stop \d+/.exec((await visits.first().textContent()) ?? "")![0];
    await send("touchStart", [{ x: from.x + 120, y: from.y + 20 }]);
    await expect(card).toContainText(name);
    for (const share of [0.3, 0.6, 1]) await send("touchMove", [{ x: from.x + 120, y: from.y + 20 + (to.y + 36 - from.y - 20) * share }]);
    await expect(card).toContainText("stop 3");
    await send("touchEnd", []);
    await expect(visits.nth(2)).toContainText(name);
    await expect(page.getByRole("status").filter({ hasText: `${name} moved to` })).toBeAttached();
  });

  await test.step("what stands on a locked route stays, and says why", async () => {
    await routes.nth(0).click();
    await page.keyboard.press("l");
    await expect(routes.nth(0).getByRole("img", { name: "Locked" })).toBeVisible();
    await hold(page, visits.first(), routes.nth(1));
    await expect(card).toContainText("The route is locked. Unlock it first.");
    if (process.env.DRAG_PICTURES) await page.screenshot({ path: `${process.env.DRAG_PICTURES}/locked.png` });
    await page.mouse.up();
    expect(await countOf(routes.nth(0))).toBe(first);
  });
});
