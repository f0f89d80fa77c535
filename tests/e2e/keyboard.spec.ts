import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { onTheRoad, post, prepareDay, stops } from "./prepare";

/** Tab until the focus is where it should be. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never got there.");
}

/** Down the list until the focus is there: a key that comes before the last one has moved it would go too far. */
async function downTo(page: Page, row: Locator): Promise<void> {
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (let presses = 0; presses < 20; presses += 1) {
    if (await row.evaluate((element) => element === document.activeElement)) return;
    const before = await focused();
    await page.keyboard.press("ArrowDown");
    await expect.poll(focused).not.toBe(before);
  }
  throw new Error("The arrows never got there.");
}

test("a plan is changed with the keyboard alone", { tag: "@screen" }, async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Keyboard day",
    visits: stops(["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig"]),
    vehicles: [
      { Plate: "Keys 1", "Visits max": 3 },
      { Plate: "Keys 2", "Visits max": 3 },
    ],
  });
  const plan = new PlanPage(page, "desktop");
  const press = (key: string) => page.keyboard.press(key);
  const status = (text: RegExp | string) => page.getByRole("status").filter({ hasText: text });

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
    return visits
      .filter((one) => one.routeId === id && one.label > 0)
      .sort((a, b) => a.label - b.label)
      .map((one) => one.name);
  };
  /** The page hears of it a moment later than the one who asks for the plan's data: keys go by what it shows. */
  const isAndShows = async (names: readonly string[]) => {
    await expect.poll(() => order("Keys 1")).toEqual(names);
    await expect.poll(async () => (await plan.shown()).slice(0, names.length)).toEqual(names);
  };
  const [first, second, third] = (await order("Keys 1")) as [string, string, string];

  await test.step("Alt with an arrow moves a stop down, and to the neighbour route", async () => {
    await expect(plan.visit(first)).toBeVisible();
    await downTo(page, plan.visit(first));
    await press("Alt+ArrowDown");
    await expect(status(`${first} moved to Keys 1, stop 2.`)).toBeAttached();
    await expect.poll(() => order("Keys 1")).toEqual([second, first, third]);
    await expect(plan.visit(first)).toBeFocused();
    await press("Alt+ArrowRight");
    await expect(status(`${first} moved to Keys 2, at the end.`)).toBeAttached();
    await expect.poll(async () => (await order("Keys 2")).at(-1)).toBe(first);
    await expect.poll(() => plan.stopsOf("Keys 1")).toBe(2);
  });

  await test.step("Z takes both moves back", async () => {
    await press("z");
    await expect.poll(() => order("Keys 1")).toEqual([second, first, third]);
    await press("z");
    await isAndShows([first, second, third]);
    // The row was put elsewhere twice; the keyboard went along.
    await expect(plan.visit(first)).toBeFocused();
  });

  await test.step("a stop whose panel is open moves from there too, and not while somebody types", async () => {
    await plan.visit(first).getByRole("link", { name: first }).click();
    const panel = page.getByRole("complementary", { name: first });
    await expect(panel).toBeFocused();
    await press("Alt+ArrowDown");
    await expect(status(`${first} moved to Keys 1, stop 2.`)).toBeAttached();
    await expect.poll(() => order("Keys 1")).toEqual([second, first, third]);
    await expect(panel).toBeFocused();
    await panel.getByLabel("Note for the driver").focus();
    await press("Alt+ArrowUp");
    await panel.getByRole("link", { name: "Close" }).focus();
    await press("Alt+ArrowUp");
    await expect(status(`${first} moved to Keys 1, stop 1.`)).toBeAttached();
    await isAndShows([first, second, third]);
    await press("Escape");
    await expect(panel).toBeHidden();
    await plan.visit(first).focus();
    // Its route is selected with it.
    await press("Escape");
  });

  await test.step("Shift and Ctrl with arrows and space select; only one row's buttons are tab stops", async () => {
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

  await test.step("from the search Down goes to the first hit, Enter opens it", async () => {
    const panel = page.getByRole("complementary", { name: second });
    await press("ArrowDown");
    await expect(plan.visit(second)).toBeFocused();
    await press("/");
    await expect(page.getByRole("searchbox", { name: "Find a visit" })).toBeFocused();
    await press("Enter");
    await expect(panel).toBeFocused();
    await press("Escape");
    await expect(panel).toBeHidden();
  });
});

test(
  "the keyboard reaches rows that were not drawn, and goes on from one that was scrolled away",
  { tag: "@screen" },
  async ({ page, signIn }) => {
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
  },
);

test(
  "each list is one row in the order of Tab; arrows go on to the same button of another row",
  { tag: "@screen" },
  async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    const vehicles = [1, 2, 3, 4].map((number) => ({ Plate: `Tab ${number}` }));
    const day = await prepareDay(page, {
      title: "Tab day",
      visits: stops(["Tab Ash", "Tab Beech", "Tab Cherry"]),
      vehicles,
    });
    for (const name of ["Tab Ash", "Tab Beech"])
      await post(page, day.path, { intent: "visit.remove", visitId: await day.visit(name), choice: "detach" });
    await prepareDay(page, { title: "Tab day 2", visits: stops(["Tab Elder"]), vehicles: [], calculate: false });
    const rows = page.locator("tr[data-row]");
    const reached = rows.locator(":is(a, button, input, summary):not([type=hidden], [tabindex='-1'])");
    const names = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      );

    for (const list of [
      "planning?q=Tab+day",
      "company/resources/warehouses?q=Tab",
      "company/resources/vehicles?q=Tab",
      "company/resources/couriers",
      "company/team",
      "company/visits?q=Tab",
      "company/calculation-history",
      "company/sheet",
    ]) {
      await test.step(list, async () => {
        await page.goto(list);
        await expect.poll(() => rows.count()).toBeGreaterThan(0);
        const inOne = await rows
          .first()
          .locator(":is(a, button, input, summary):not([type=hidden]):not([role=menu] *)")
          .count();
        await expect(reached).toHaveCount(inOne);
        expect(
          await rows.first().locator(":is(a, button, input, summary):not([type=hidden], [tabindex='-1'])").count(),
        ).toBe(inOne);
      });
    }

    await test.step("down and up the buttons of the vehicles", async () => {
      await page.goto("company/resources/vehicles?q=Tab");
      await expect.poll(() => rows.first().getByRole("link").last().getAttribute("tabindex")).not.toBe("-1");
      await expect(rows.nth(1).getByRole("link").last()).toHaveAttribute("tabindex", "-1");
      await tabTo(page, async () => (await names()) === "Remove Tab 1");
      for (const [key, name] of [
        ["ArrowDown", "Remove Tab 2"],
        ["ArrowDown", "Remove Tab 3"],
        ["ArrowUp", "Remove Tab 2"],
        ["End", "Remove Tab 4"],
        ["ArrowDown", "Remove Tab 4"],
        ["Home", "Remove Tab 1"],
        ["PageDown", "Remove Tab 4"],
      ] as const) {
        await page.keyboard.press(key);
        expect(await names(), key).toBe(name);
      }
      // Back to the row's other buttons, and out of the list with the next.
      await page.keyboard.press("Shift+Tab");
      expect(await names()).toBe("Tab 4: Active");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(rows.locator(":focus")).toHaveCount(0);
      await page.keyboard.press("Shift+Tab");
      expect(await names()).toBe("Remove Tab 4");
    });

    await test.step("space chooses a row, and the arrows leave what is chosen", async () => {
      await page.getByRole("checkbox", { name: "Select Tab 1" }).focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press(" ");
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("checkbox", { name: "Select Tab 2" })).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Shift+ ");
      await expect(page.getByRole("form", { name: "Selected vehicles" })).toContainText("3 selected");
      // Enter sent nothing while nothing was chosen.
      await expect(page).toHaveURL(/vehicles\?q=Tab$/);
    });

    await test.step("a plan's menu opens with Enter, and its arrows are its own then", async () => {
      await page.goto("planning?q=Tab+day");
      const menus = rows.getByRole("button", { name: /what can be done/ });
      await expect(menus).toHaveCount(2);
      await expect(menus.last()).toHaveAttribute("tabindex", "-1");
      await menus.first().focus();
      await page.keyboard.press("ArrowDown");
      await expect(menus.last()).toBeFocused();
      await page.keyboard.press("Enter");
      const items = page.getByRole("menuitem");
      await expect(items.first()).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(items.nth(1)).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(menus.last()).toBeFocused();
    });
  },
);

test("Esc in a menu closes the menu alone, and leaves the panel that it stands in", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const { day } = await onTheRoad(page, "Esc day", ["Esc Ash"]);
  await page.goto(`${day.path}?visit=${await day.visit("Esc Ash")}`);
  const panel = page.getByRole("complementary", { name: "Esc Ash" });
  const button = panel.locator("[aria-haspopup=menu]").first();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(panel).toBeVisible();
  // Also where the mouse has opened it, and the button has kept the focus.
  await button.click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("the focus goes to the page that a key has led to", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Focus day",
    visits: stops(["Focus Ash"]),
    vehicles: [{ Plate: "Fo 1" }],
  });
  const main = page.locator("#main");
  await page.goto("planning?q=Focus+day");
  // Nobody takes the focus when a page is opened.
  await expect(page.locator("body")).toBeFocused();
  await page.getByRole("link", { name: "Focus day" }).first().press("Enter");
  await expect(page).toHaveURL(new RegExp(day.path));
  await expect(main).toBeFocused();

  await test.step("a panel and a dialog of the page keep what they focus", async () => {
    await page.goto(`${day.path}?visit=${await day.visit("Focus Ash")}`);
    await expect(page.getByRole("complementary", { name: "Focus Ash" })).toBeVisible();
    await expect(main).not.toBeFocused();
    await page.getByRole("link", { name: "Import", exact: true }).press("Enter");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(main).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Import", exact: true })).toBeFocused();
  });

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tracking" }).press("Enter");
  await expect(page).toHaveURL(/\/tracking/);
  await expect(main).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(day.path));
  await expect(main).toBeFocused();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every button of a list can be reached", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    await prepareDay(page, {
      title: "Bare day",
      visits: stops(["Bare Ash"]),
      vehicles: [{ Plate: "Bare 1" }, { Plate: "Bare 2" }],
      calculate: false,
    });
    await page.goto("company/resources/vehicles?q=Bare");
    await expect(page.getByRole("link", { name: /^Remove Bare/ })).toHaveCount(2);
    await expect(page.locator("tr[data-row] [tabindex='-1']")).toHaveCount(0);
  });
});
