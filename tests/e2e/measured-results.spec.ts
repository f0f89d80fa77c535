import path from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { unpackTexts } from "~/db/packed-texts.server";
import type { MeasuredSummary } from "~/domain/calculation/measured-summary";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import { post, prepareDay, towns } from "./prepare";
import type { Day } from "./prepare";

const [NORTH, SOUTH] = [
  ["Ash", "Beech", "Cherry"],
  ["Damson", "Elder", "Fig"],
];

const MEASURED: MeasuredSummary = {
  legs: 312,
  duration: 840,
  distance: 3200,
  broken: [],
  broken_routes: 0,
  failure: null,
};

/**
 * The newest calculation's result as one of 2,000 places leaves it: searching so many would take longer than all other
 * tests of a screen.
 */
async function measure(dataDir: string, day: Day, more: Partial<MeasuredSummary> = {}): Promise<number> {
  const { calculation } = await day.state();
  const { queryId } = calculation!;
  const measured = JSON.stringify({ ...MEASURED, ...more });
  const database = new Database(path.join(dataDir, "platform.sqlite"));
  const stored = database.prepare("SELECT output, output_packed FROM routing_queries WHERE id = ?").get(queryId);
  const { output } = await unpackTexts("routing_queries", stored as { output: string });
  const { changes } = database
    .prepare(
      "UPDATE routing_queries SET summary = json_set(summary, '$.routing.measured', json(?)), " +
        "output = json_set(?, '$.summary.routing.measured', json(?)), output_packed = NULL WHERE id = ?",
    )
    .run(measured, output, measured, queryId);
  database.close();
  expect(changes).toBe(1);
  return queryId;
}

const bar = (page: Page) => page.locator('[data-bar="calculation"]');

/** By how many pixels the page is wider than the screen. */
const sideways = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** Nothing of the bar is cut off or beside the page, and its names stand under its buttons. */
async function expectFits(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  expect(await sideways(page)).toBe(0);
  const keep = (await bar(page).getByRole("button").first().boundingBox())!;
  const names = (await bar(page).locator("[data-measured]").boundingBox())!;
  expect(names.y).toBeGreaterThanOrEqual(keep.y + keep.height);
  for (const part of await bar(page).locator("p, a, button").all()) {
    const box = (await part.boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= width], (await part.textContent()) ?? "").toEqual([true, true]);
  }
}

test("what measuring the legs of a large day changed stands on the plan, the proposal and in the history", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  await signIn(page, "dispatcher");
  const vehicles = [1, 2].map((number) => ({ Plate: `FL 2000${number} Unterländer Tour`, "Visits max": 4 }));
  const day = await prepareDay(page, { title: "Measured day", visits: towns(NORTH, SOUTH), vehicles });
  const [first, second] = (await day.state()).routes.filter(({ stops }) => stops > 0);
  const broken = [
    { vehicle: first!.id, vehicle_name: first!.vehicle, stops: 3, message: "Late by 14 min" },
    { vehicle: second!.id, vehicle_name: second!.vehicle, stops: 1, message: "6 min after working hours" },
  ];

  await test.step("a result whose routes keep all rules says only what changed", async () => {
    await measure(platform.dataDir, day);
    await page.goto(day.path);
    await expect(bar(page)).toHaveAttribute("data-tone", "done");
    await expect(bar(page)).toContainText("312 estimated legs measured: +14 min, +3.2 km");
    await expect(bar(page)).not.toContainText("rule");
  });

  await test.step("one with routes that break a rule since names them, on every screen", async () => {
    await measure(platform.dataDir, day, { broken, broken_routes: 5 });
    for (const size of ["desktop", "tablet", "phone"] as const) {
      const screen = await openPage(SIZES[size]);
      await signIn(screen, "dispatcher");
      await screen.goto(day.path);
      await expect(bar(screen)).toHaveAttribute("data-tone", "warning");
      await expect(bar(screen)).toContainText(
        `5 routes now break a rule: ${first!.vehicle} (Late by 14 min, 3 stops); ` +
          `${second!.vehicle} (6 min after working hours); and 3 more`,
      );
      await expect(bar(screen).getByRole("button", { name: "Keep" })).toBeVisible();
      await expectFits(screen);
    }
  });

  await test.step("a name leads to its route", async () => {
    await page.goto(day.path);
    await bar(page).getByRole("link", { name: second!.vehicle }).click();
    await expect(page).toHaveURL(new RegExp(`/route/${second!.id}$`));
  });

  await test.step("the history has the same sentence", async () => {
    const queryId = await measure(platform.dataDir, day, { broken, broken_routes: 5 });
    await page.goto(`company/calculation-history?query=${queryId}`);
    await expect(page.getByRole("dialog")).toContainText(
      `312 estimated legs measured: +14 min, +3.2 km. 5 routes now break a rule: ${first!.vehicle} ` +
        `(Late by 14 min, 3 stops); ${second!.vehicle} (6 min after working hours); and 3 more.`,
    );
  });

  await test.step("an engine that failed is named, and the result is to be looked at", async () => {
    await measure(platform.dataDir, day, { duration: 0, distance: 0, failure: "OSRM (OSRM_URL) did not answer." });
    await page.goto(day.path);
    await expect(bar(page)).toHaveAttribute("data-tone", "warning");
    await expect(bar(page)).toContainText(
      "312 estimated legs could not all be measured: OSRM (OSRM_URL) did not answer.",
    );
    await bar(page).getByRole("button", { name: "Keep" }).click();
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("a proposal says it, too", async () => {
    const isFirst = (await day.order(first!.vehicle)).includes("Ash");
    const [north, south] = isFirst ? [first!, second!] : [second!, first!];
    const swapped: [name: string, toRouteId: number][] = [
      ["Beech", south.id],
      ["Elder", north.id],
    ];
    for (const [name, toRouteId] of swapped)
      await post(page, day.path, { intent: "visit.move", visitId: await day.visit(name), toRouteId, position: 1 });
    await page.goto(day.path);
    await new PlanPage(page, "desktop").inPlanMenu("Re-optimise with few changes");
    const dialog = page.getByRole("dialog", { name: "Re-optimise with few changes" });
    await dialog.getByLabel("Stops that may move, at most").fill("3");
    await dialog.getByRole("button", { name: "Find changes" }).click();
    await expect(bar(page)).toContainText("2 stops move", { timeout: 60_000 });
    await measure(platform.dataDir, day, { broken, broken_routes: 2 });
    for (const size of ["desktop", "tablet", "phone"] as const) {
      const screen = await openPage(SIZES[size]);
      await signIn(screen, "dispatcher");
      await screen.goto(day.path);
      await expect(bar(screen)).toHaveAttribute("data-tone", "warning");
      await expect(bar(screen)).toContainText("Proposal: 2 stops move");
      await expect(bar(screen)).toContainText(
        `312 estimated legs measured: +14 min, +3.2 km · 2 routes would break a rule: ${first!.vehicle}`,
      );
      await expectFits(screen);
      await bar(screen).getByRole("link", { name: "Look at it" }).click();
      await expect(screen.getByRole("heading", { level: 1, name: "Proposed changes" })).toBeVisible();
      await expect(screen.getByText("312 estimated legs measured: +14 min, +3.2 km. 2 routes would")).toBeVisible();
      expect(await sideways(screen)).toBe(0);
    }
  });
});
