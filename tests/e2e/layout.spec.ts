import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import { prepareDay, towns } from "./prepare";

/** Of an element that is there. */
async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible();
  return (await locator.boundingBox())!;
}

/** Notes where the first row of the list stands, in every picture that the browser draws from now on. */
const watchList = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Set<number>();
    const look = () => {
      const row = document.querySelector("[role=row][data-kind]");
      if (row !== null) seen.add(Math.round(row.getBoundingClientRect().y));
      requestAnimationFrame(look);
    };
    Object.assign(window, { seen });
    look();
  });

const placesOfList = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen]);

for (const size of ["desktop", "tablet", "phone"] as const)
  test(`the list stays where it is while one works, ${size}`, async ({ openPage, signIn, browserErrors }) => {
    browserErrors.allow(/WebSocket|ERR_INTERNET_DISCONNECTED/);
    const page = await openPage(SIZES[size]);
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/socket\.io/, (socket) => {
      sockets.push(socket);
      socket.connectToServer();
    });
    await signIn(page, "dispatcher");
    const visits = towns(["Ash", "Beech", "Cherry"], ["Damson", "Elder", "Fig"]);
    const vehicles = [1, 2].map((number) => ({ Plate: `${size} ${number}`, "Visits max": 4, "Max load": 900 }));
    const day = await prepareDay(page, { title: `Steady ${size}`, visits, vehicles, calculate: false });
    const plan = new PlanPage(page, size);
    await page.goto(day.path);
    await expect(plan.route(`${size} 1`)).toBeVisible();
    await watchList(page);
    const bar = page.locator('[data-bar="calculation"]');
    await plan.button("Calculate").click();
    await bar.getByRole("button", { name: "Keep" }).click({ timeout: 60_000 });
    await expect(bar).toHaveCount(0);
    await expect(page.getByText("Routes end at their last visit.")).toBeVisible();
    await page.context().setOffline(true);
    for (const socket of sockets) await socket.close();
    const notice = page.getByRole("status").filter({ hasText: "Connection lost" });
    await expect(notice).toBeVisible();
    expect(await placesOfList(page)).toHaveLength(1);
    // Over the header alone, and whole.
    const [words, header] = [await boxOf(notice.locator("> span")), await boxOf(page.getByRole("banner"))];
    expect(words.y).toBeGreaterThanOrEqual(header.y - 1);
    expect(words.y + words.height).toBeLessThanOrEqual(header.y + header.height + 1);
    expect(words.x + words.width).toBeLessThanOrEqual(page.viewportSize()!.width);
    // Pages may load all the same: what leads to them is covered by nothing.
    const banner = page.getByRole("banner");
    for (const button of [
      banner.getByRole("button", { name: "Go to" }),
      banner.getByRole("button", { name: /^Account/ }),
    ])
      await button.click({ trial: true });
    await banner.getByRole("link", { name: "Start page" }).click({ trial: true });
  });

test("on a phone, messages stand above the bars, and the bars give way to a selection", async ({
  openPage,
  signIn,
}) => {
  const page = await openPage(SIZES.phone);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Bars",
    visits: towns(["Ash", "Beech"], ["Cherry"]),
    vehicles: [{ Plate: "Bars 1", "Visits max": 4 }],
  });
  const plan = new PlanPage(page, "phone");
  await page.goto(day.path);
  await page.locator('[data-bar="calculation"]').getByRole("button", { name: "Keep" }).click();
  const ends = page.getByText("Routes end at their last visit.");
  await expect(ends).toBeVisible();
  await plan.button("Approve").click();
  const drivers = page.getByRole("status").filter({ hasText: "1 approved route has no driver." });
  await expect(drivers).toBeVisible();
  await expect(ends).toBeHidden();
  const message = page.getByRole("alert").last();
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(message);
      return y + height;
    })
    .toBeLessThanOrEqual((await boxOf(drivers)).y);

  await plan.unfold("Bars 1");
  const [first] = await day.order("Bars 1");
  await plan
    .visit(first!)
    .getByText(first!, { exact: true })
    .click({ modifiers: ["Control"] });
  await expect(plan.selection).toBeVisible();
  await expect(drivers).toBeHidden();
});

for (const isScripted of [true, false])
  test(`each page of the company is in sight at every width ${isScripted ? "with" : "without"} scripts`, async ({
    openPage,
    signIn,
  }) => {
    const page = await openPage({ javaScriptEnabled: isScripted });
    await signIn(page, "dispatcher");
    for (const width of [1440, 1280, 1000, 720]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("company/general");
      const links = page.getByRole("navigation", { name: "Company" }).getByRole("link");
      await expect(links.last()).toHaveText("Data");
      for (const link of await links.all()) {
        const { x, width: wide } = await boxOf(link);
        expect(x + wide, `${await link.textContent()} at ${width}`).toBeLessThanOrEqual(width);
      }
      const ys = await links.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)));
      expect(new Set(ys).size, `lines at ${width}`).toBeLessThanOrEqual(width === 1440 ? 1 : width === 720 ? 3 : 2);
    }
  });

test("fields stand below each other on a phone, and a number near its label on a desktop", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  await page.goto("company/settings");
  const fields = ["Service time of a visit", "Squash duration", "Break in any case after", "Calculations aim at"];
  for (const label of fields.slice(0, 3))
    expect((await boxOf(page.getByLabel(label))).width, label).toBeLessThanOrEqual(240);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const label of fields) {
    const { x, width } = await boxOf(page.getByLabel(label));
    expect(width, `${label} on a phone`).toBeGreaterThan(280);
    expect(x + width).toBeLessThanOrEqual(360);
  }
  // Two times of day have room beside each other.
  const [from, to] = await Promise.all(
    ["From", "To"].map((label) => boxOf(page.getByLabel(label, { exact: true }).first())),
  );
  expect(to!.y).toBe(from!.y);
});
