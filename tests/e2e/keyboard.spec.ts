import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { prepareDay, stops } from "./prepare";

/** Tab until the focus is where it should be. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never got there.");
}

test("a plan is changed with the keyboard alone", { tag: "@screen" }, async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Keyboard day", visits: stops(["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig"]), vehicles: [{ Plate: "Keys 1", "Visits max": 3 }, { Plate: "Keys 2", "Visits max": 3 }] });
  const plan = new PlanPage(page, "desktop");
  const press = (key: string) => page.keyboard.press(key);
  const said = (text: RegExp | string) => page.getByRole("status").filter({ hasText: text });

  await test.step("Ctrl K goes to the plan", async () => {
    await page.goto("planning");
    await expect(page.getByRole("button", { name: "Go to" })).toBeVisible();
    await press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Go to" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("Keyboard day");
    await expect(dialog.getByRole("option", { name: /Keyboard day/ }).first()).toHaveAttribute("aria-selected", "true");
    await press("Enter");
    await expect(page).toHaveURL(new RegExp(`/planning/plan/${day.planId}`));
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
  });

  await test.step("? shows the keys, Esc closes them", async () => {
    await press("?");
    const keys = page.getByRole("dialog", { name: "Keys" });
    await expect(keys).toContainText("Calculate");
    await press("Escape");
    await expect(keys).toBeHidden();
  });

  await test.step("the arrows walk through the list", async () => {
    await tabTo(page, () => page.evaluate(() => document.activeElement?.getAttribute("role") === "row"));
    await press("Home");
    await expect(plan.route("Keys 1")).toBeFocused();
    await press("ArrowRight");
    await expect(plan.route("Keys 1")).toHaveAttribute("aria-expanded", "true");
  });

  const order = async (vehicle: string) => {
    const { routes, visits } = await day.state();
    const id = routes.find((one) => one.vehicle === vehicle)!.id;
    return visits.filter((one) => one.routeId === id && one.label > 0).sort((a, b) => a.label - b.label).map((one) => one.name);
  };
  const [first, second, third] = (await order("Keys 1")) as [string, string, string];

  await test.step("Alt with an arrow moves a stop down, and to the neighbour route", async () => {
    await expect(async () => {
      await press("ArrowDown");
      await expect(plan.visit(first)).toBeFocused({ timeout: 300 });
    }).toPass();
    await press("Alt+ArrowDown");
    await expect(said(`${first} moved to Keys 1, stop 2.`)).toBeAttached();
    expect(await order("Keys 1")).toEqual([second, first, third]);
    await expect(plan.visit(first)).toBeFocused();
    await press("Alt+ArrowRight");
    await expect(said(`${first} moved to Keys 2, at the end.`)).toBeAttached();
    expect((await order("Keys 2")).at(-1)).toBe(first);
    await expect.poll(() => plan.stopsOf("Keys 1")).toBe(2);
  });

  await test.step("Z takes both moves back", async () => {
    await press("z");
    await expect.poll(() => order("Keys 1")).toEqual([second, first, third]);
    await press("z");
    await expect.poll(() => order("Keys 1")).toEqual([first, second, third]);
    // The page hears of it a moment later than the one who asks for the plan's data.
    await expect.poll(async () => (await plan.shown()).slice(0, 3)).toEqual([first, second, third]);
    // The row was put elsewhere twice; the keyboard went along.
    await expect(plan.visit(first)).toBeFocused();
  });

  await test.step("Shift and Ctrl with arrows and space select; the buttons of one row alone are tab stops", async () => {
    const chosen = page.getByRole("region", { name: "Selected visits" });
    const selected = () => plan.tree.locator('[role=row][aria-level="2"][aria-selected=true]').count();
    await expect(plan.visit(first)).toBeFocused();
    await press("Shift+ArrowDown");
    await press("Shift+ArrowDown");
    await expect(chosen).toContainText("3 selected");
    await press("Shift+ArrowUp");
    await expect(chosen).toContainText("2 selected");
    await expect(plan.visit(second)).toBeFocused();
    // Ctrl with an arrow leaves the selection alone, Ctrl+Space takes one out and adds it again.
    await press("Control+ArrowUp");
    await expect(plan.visit(first)).toBeFocused();
    await press("Control+ ");
    await expect.poll(selected).toBe(1);
    await press("Control+ArrowDown");
    await press("Control+ArrowDown");
    await press("Control+ ");
    await expect(plan.visit(third)).toHaveAttribute("aria-selected", "true");
    await expect(plan.visit(first)).toHaveAttribute("aria-selected", "false");
    await press("Control+ArrowUp");
    await press("Control+ArrowUp");
    await press("Shift+ ");
    await expect(chosen).toContainText("3 selected");
    await chosen.getByRole("button", { name: "Clear" }).click();
    await expect(chosen).toBeHidden();
    await expect(plan.tree.locator('[role=row] [tabindex="0"], [role=row] button:not([tabindex])')).toHaveCount(1);
    await plan.visit(first).focus();
    await page.keyboard.press("Tab");
    await expect(plan.visit(first).getByRole("button")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(plan.tree.locator(":focus")).toHaveCount(0);
    await plan.visit(first).focus();
  });

  await test.step("L locks and unlocks the selected route", async () => {
    await press("Home");
    await expect(plan.route("Keys 1")).toBeFocused();
    await press("Enter");
    await expect(plan.route("Keys 1")).toHaveAttribute("aria-selected", "true");
    await press("l");
    await expect(plan.route("Keys 1").getByRole("img", { name: "Locked" })).toBeVisible();
    await press("l");
    await expect(plan.route("Keys 1").getByRole("img", { name: "Locked" })).toHaveCount(0);
  });

  await test.step("C calculates", async () => {
    await press("c");
    await expect(page.getByText(/Calculated: 2 routes/)).toBeVisible({ timeout: 60_000 });
  });

  await test.step("/ searches the list, and letters are letters there", async () => {
    await press("/");
    await expect(page.getByRole("searchbox", { name: "Find a visit" })).toBeFocused();
    await page.keyboard.type(second);
    await expect(plan.visit(second)).toBeVisible();
    await expect(plan.visit(third)).toHaveCount(0);
  });
});

test("the keyboard reaches rows that were not drawn, and goes on from one that was scrolled away", { tag: "@screen" }, async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const names = Array.from({ length: 90 }, (_, index) => `Stop ${String(index + 1).padStart(2, "0")}`);
  const day = await prepareDay(page, { title: "Long day", visits: stops(names), vehicles: [{ Plate: "Long 1" }] });
  const plan = new PlanPage(page, "desktop");
  await page.goto(`planning/plan/${day.planId}`);
  await plan.unfold("Long 1");
  await plan.route("Long 1").focus();
  await page.keyboard.press("End");
  const focused = page.locator("[role=row]:focus");
  const last = (await day.state()).visits.reduce((a, b) => (a.label > b.label ? a : b));
  await expect(plan.visit(last.name)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(plan.route("Long 1")).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(focused).toHaveAttribute("aria-level", "2");
  const here = await focused.getAttribute("aria-rowindex");
  // Scrolled out of sight, the row is gone from the page; an arrow goes on from where it was.
  await plan.tree.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await expect(focused).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveAttribute("aria-rowindex", String(Number(here) + 1));
});
