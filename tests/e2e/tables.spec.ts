import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { dayIn } from "../helpers/days";
import { post, prepareDay, stops } from "./prepare";
import { dialogs, pages, prepareWorld, superAdminScreens } from "./screens";
import type { Screen } from "./screens";

const FROM = 320;
const TO = 1440;
const STEP = 40;
const WIDTHS = Array.from({ length: (TO - FROM) / STEP + 1 }, (_, index) => FROM + index * STEP);

/** No column of a table is cut off at these, which are those of a window at 200 %: it is a list of cards there. */
const CARDS_TO = 880;

const TABLE = "table[role=table]";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** After a change of width: drawn anew, and what watches sizes has been told. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Buttons and links of tables that lie outside of what is seen and can't be scrolled to. */
const outOfReach = (page: Page) =>
  page.evaluate((tables) => {
    const controls = ":is(a[href], button, summary, select, textarea, input:not([type=hidden]))";
    const faultOf = (control: Element): string | null => {
      let { left, right } = control.getBoundingClientRect();
      for (let box = control.parentElement; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
        // Only read out: the head of cards.
        if (clipPath !== "none") return null;
        if (overflowX === "visible") continue;
        const frame = box.getBoundingClientRect();
        // A long name ends with dots; its beginning is pressed.
        if (textOverflow === "ellipsis") right = Math.min(right, frame.right);
        if (overflowX === "auto" || overflowX === "scroll") {
          const at = (x: number) => x - frame.left + box.scrollLeft;
          if (at(left) < -1 || at(right) > box.scrollWidth + 1) return "beyond what its box scrolls";
          ({ left, right } = frame);
        } else if (left < frame.left - 1 || right > frame.right + 1) return `cut off at ${Math.round(frame.right)}`;
      }
      return left < -1 || right > innerWidth + 1 ? "beyond the screen" : null;
    };
    const frames = [...document.querySelectorAll(tables)].map((table) => table.parentElement!.parentElement!);
    return frames
      .flatMap((frame) => [...frame.querySelectorAll(controls)])
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().width > 1)
      .flatMap((control) => {
        const fault = faultOf(control);
        const name = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "";
        return fault === null ? [] : [`${name.slice(0, 40)}: ${fault}`];
      });
  }, TABLE);

/** Tables that are wider than their boxes. */
const tooWide = (page: Page) =>
  page
    .locator(TABLE)
    .evaluateAll((tables) =>
      tables
        .filter((table) => table.scrollWidth - table.parentElement!.clientWidth > 1)
        .map((table) => table.getAttribute("aria-label")),
    );

/** @returns the names of the tables that the screens have */
async function walk(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const labels: string[] = [];
  for (const screen of screens)
    await test.step(screen.name, async () => {
      await page.setViewportSize({ width: TO, height: 900 });
      await page.goto(screen.path);
      const found = await page
        .locator(TABLE)
        .evaluateAll((tables) => tables.map((table) => table.getAttribute("aria-label") ?? ""));
      if (found.length === 0) return;
      labels.push(...found);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect.soft(await outOfReach(page), `${screen.name} at ${width}`).toEqual([]);
        if (width <= CARDS_TO) expect.soft(await tooWide(page), `${screen.name}: too wide at ${width}`).toEqual([]);
      }
    });
  return labels;
}

test.describe("the tables", { tag: "@screen" }, () => {
  test.describe.configure({ timeout: 900_000 });

  test("keep each button and link within reach at every width", async ({ page, signIn, browserErrors }) => {
    browserErrors.allow(/status of 404/);
    await signIn(page, "dispatcher");
    const world = await prepareWorld(page);
    const own = [...pages(world), ...dialogs(world).filter(({ name }) => name === "calculation")];
    const labels = await walk(page, own);
    expect(labels).toEqual(expect.arrayContaining(["Plans", "Vehicles", "Team", "Drivers", "Warehouses", "Stops"]));
    await post(page, "company/billing/shop/6/7000", { intent: "billing.order", months: 6, visits: 7000 });
    await signIn(page, "super admin");
    const platform = await walk(
      page,
      superAdminScreens(3).filter(({ dialog }) => dialog !== true),
    );
    expect(platform).toEqual(expect.arrayContaining(["Orders of all companies", "Users", "Companies"]));
    await page.setViewportSize({ width: TO, height: 900 });
    await page.goto("admin/orders");
    await expect(page.getByRole("link", { name: "Approve" })).toBeVisible();
  });

  test("name their columns under the page's header while one scrolls", async ({ page, signIn }) => {
    await signIn(page, "dispatcher");
    for (let number = 1; number <= 12; number++)
      await post(page, "company/resources/vehicles", { intent: "vehicle.create", title: `Long ${number}`, status: 1 });
    await page.setViewportSize({ width: 1440, height: 400 });
    await page.goto("company/resources/vehicles?rows=all");
    const head = page.getByRole("columnheader", { name: "Title" });
    await page.getByRole("link", { name: "Long 12", exact: true }).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    // Whatever lies over it would be met in its place.
    const isMet = () =>
      head.evaluate((cell) => {
        const { left, top, height } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint(left + 20, top + height / 2));
      });
    await expect.poll(isMet).toBe(true);
    // Scrolled sideways, the head goes with its table and covers none of its rows.
    await page.setViewportSize({ width: 920, height: 400 });
    await page.evaluate(() => scrollTo(0, 0));
    await settled(page);
    const [above, first] = await Promise.all([head.boundingBox(), page.getByRole("row").nth(1).boundingBox()]);
    expect(above!.y + above!.height).toBeLessThanOrEqual(first!.y + 1);
  });
});

test("as cards, tables keep what orders and selects them in sight, and hide figures on phones alone", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  await prepareDay(page, { title: "Cards", visits: stops(["Ash", "Beech"]), vehicles: [{ Plate: "Cards 1" }] });
  await page.setViewportSize({ width: 720, height: 900 });
  await page.goto(`company/dashboard?range=own&from=${dayIn(-7)}&to=${dayIn(7)}&by=vehicle`);
  const figures = page.getByRole("table", { name: "Figures by vehicle" });
  const card = figures.getByRole("row").filter({ hasText: "Cards 1" });
  const label = (text: string) => card.locator(`[data-label="${text}"]`);
  await expect(label("Behind plan")).toBeVisible();
  await figures.getByRole("link", { name: "On time", exact: true }).click();
  await expect(page).toHaveURL(/sort=-on-time/);
  await expect(figures.getByRole("columnheader", { name: /^On time/ })).toHaveAttribute("aria-sort", "descending");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(label("Visits")).toBeVisible();
  await expect(label("Behind plan")).toBeHidden();
  await expect(figures.getByRole("link", { name: "Behind plan" })).toBeHidden();

  await page.goto("company/resources/vehicles?q=Cards");
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  await all.click();
  await expect(page.getByRole("checkbox", { name: "Select Cards 1" })).toBeChecked();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText("Select all", { exact: true })).toBeHidden();
});
