/** What Safari does otherwise, done to Chromium: decision 111 says how it was found. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { keptParts } from "./pages/kept-day";
import { PlanPage } from "./pages/plan-page";
import { finger } from "./pages/pointer";
import { SIZES } from "./pages/sizes";
import { confirmationTemplate, DRIVER, onTheRoad, post, prepareDay, startRoute, stops } from "./prepare";

/** What is pressed gets no focus: what is around it does, or nothing. */
function focusAroundPressed(): void {
  let pressed: HTMLElement | null = null;
  const options = { capture: true };
  window.addEventListener(
    "mousedown",
    ({ target }) =>
      (pressed =
        target instanceof Element
          ? target.closest<HTMLElement>("a[href], button, input[type=checkbox], input[type=radio]")
          : null),
    options,
  );
  window.addEventListener(
    "focus",
    ({ target }) => {
      if (pressed === null || target !== pressed) return;
      const around = pressed.parentElement?.closest<HTMLElement>("summary, [tabindex]:not(a, button)");
      if (around) around.focus({ preventScroll: true });
      else pressed.blur();
    },
    options,
  );
  window.addEventListener("mouseup", () => (pressed = null), options);
}

/** As in a private window: the database refuses a record with a file in it, and takes everything else. */
function refuseFiles(): void {
  const holdsFile = (value: unknown): boolean =>
    value instanceof Blob || (typeof value === "object" && value !== null && Object.values(value).some(holdsFile));
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
    const request = put.call(this, value, key);
    if (holdsFile(value)) this.transaction.abort();
    return request;
  };
}

/** Whoever wants to keep a touch from scrolling has to listen before the finger comes. */
function askNoLateListeners(): void {
  let isDown = false;
  for (const type of ["pointerdown", "pointerup", "pointercancel"])
    window.addEventListener(type, () => (isDown = type === "pointerdown"), { capture: true });
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const isLate = isDown && type === "touchmove";
    return addEventListener.call(this, type, listener, isLate ? { passive: true } : options);
  };
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName ?? "");

test("keys reach the menu and the dialog that a press has opened", async ({ page, signIn }) => {
  await page.addInitScript(focusAroundPressed);
  await signIn(page, "dispatcher");
  const { day } = await onTheRoad(page, "Pressed day", ["Pressed Ash"]);
  await page.goto(`${day.path}?visit=${await day.visit("Pressed Ash")}`);
  const plan = new PlanPage(page, "desktop");
  const panel = page.getByRole("complementary", { name: "Pressed Ash" });
  const items = page.getByRole("menuitem");

  await test.step("Esc closes a menu, and not the panel that it stands in", async () => {
    await panel.locator("[aria-haspopup=menu]").first().click();
    await expect(items.first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(items).toHaveCount(0);
    await expect(panel).toBeVisible();
  });
  await test.step("arrows go into the menu of a row, and not to other rows", async () => {
    await plan.openRouteMenu("Pressed day 1");
    await page.keyboard.press("ArrowDown");
    await expect(items.first()).toBeFocused();
    await page.keyboard.press("Escape");
    expect(await focused(page)).toBe("Pressed day 1: what can be done");
  });
  await test.step("a dialog gives the focus back to what has opened it", async () => {
    await page.goto("planning");
    const button = page.getByRole("link", { name: "New plan" });
    await button.click();
    await expect(page.getByRole("dialog", { name: "New plan" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(button).toBeFocused();
  });
});

test("a dragging finger moves the visit, and not the list", async ({ openPage, signIn, browserErrors }) => {
  browserErrors.allow(/preventDefault inside passive/);
  const page = await openPage({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });
  await page.addInitScript(askNoLateListeners);
  await signIn(page, "dispatcher");
  const names = ["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig", "Gorse", "Hazel", "Ivy", "Larch", "Maple", "Oak"];
  const day = await prepareDay(page, { title: "Held", visits: stops(names), vehicles: [{ Plate: "Held 1" }] });
  const order = await day.order("Held 1");
  await page.goto(day.path);
  const plan = new PlanPage(page, "tablet");
  await plan.unfold("Held 1");
  const held = await plan.hold(plan.visit(order[3]!), plan.visit(order[0]!), { share: 0.25, hand: await finger(page) });
  await expect(plan.dragCard).toContainText("stop 1");
  expect(await plan.tree.evaluate((list) => list.scrollTop)).toBe(0);
  await held.release();
  await expect.poll(() => day.order("Held 1")).toEqual([order[3], ...order.filter((one) => one !== order[3])]);
});

test("the link of a row covers its row, and nothing else of the page", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const vehicles = [{ Plate: "Covered 1" }];
  await prepareDay(page, { title: "Covered day", visits: stops(["Covered Ash"]), vehicles, calculate: false });
  await page.goto("planning");
  // Safari positions no row of a table.
  await page.addStyleTag({ content: "tr { position: static !important; }" });
  await page.getByRole("row", { name: "Covered day" }).click();
  await expect(page).toHaveURL(/\/planning\/plan\//);
  await page.goBack();
  await page.addStyleTag({ content: "tr { position: static !important; }" });
  await page.getByRole("link", { name: "New plan" }).click();
  await expect(page.getByRole("dialog", { name: "New plan" })).toBeVisible();
});

test("a photo outlives its tab where the browser's database keeps no files", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of 503|fetching the script/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Private day",
    visits: stops(["Elm", "Fir"]),
    vehicles: [{ Plate: "Private 1" }],
  });
  const routeId = await day.route("Private 1");
  const visitId = await day.visit("Elm");
  const confirmationTemplateId = await confirmationTemplate(page, "A photo", { photo: "required" });
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId });
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage(SIZES.phone);
  const context = phone.context();
  await context.addInitScript(refuseFiles);
  await signIn(phone, "driver");
  const path = `driver/route/${routeId}#proof-${visitId}`;
  /** Ends the tab, and opens the next one. */
  const anew = async (tab: Page): Promise<Page> => {
    const next = await context.newPage();
    await tab.close();
    await next.goto(path);
    return next;
  };
  const hint = (tab: Page) => tab.locator(`#proof-${visitId} [data-kind=photo] [data-hint]`);
  await phone.goto(path);
  await phone.locator(".view.shown input[data-stored]").setInputFiles("tests/fixtures/pictures/door.jpg");
  await expect.poll(() => keptParts(phone)).toBe(1);

  const again = await anew(phone);
  await expect(hint(again)).toHaveText("✓ 1");
  // No network for reports; the page itself is there.
  await context.route("**/driver/report/**", (route) => route.abort());
  await again.locator(".view.shown").getByRole("button", { name: "Done", exact: true }).tap();
  const sync = again.locator("#sync");
  await expect(sync).toContainText("1 waiting to send");
  await expect(sync).not.toContainText("no room");
  const last = await anew(again);
  await expect(last.locator("#sync")).toContainText("1 waiting to send");
  await context.unroute("**/driver/report/**");
  await last.reload();
  await expect(last.locator("#sync")).toHaveText("All sent");
  await last.goto(`driver/route/${routeId}#stop-${visitId}`);
  await expect(last.locator(".view.shown").getByRole("img", { name: "Photo 1" })).toBeVisible();
});
