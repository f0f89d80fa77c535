import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { calculated, post, prepareDay, stops } from "./prepare";

const NAMES = ["Ash", "Beech", "Cherry", "Damson", "Elder"];
/** An hour each: two stops of twenty minutes with the way, and not a third. */
const VANS = ["Short 1", "Short 2"].map((plate) => ({
  Plate: plate,
  "Work hour start": "08:00",
  "Work hour end": "09:00",
}));

test("an unserved visit gives a reason per vehicle and a button for the change that would serve it", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Short day",
    visits: stops(NAMES, { "Service time": 20 }),
    vehicles: VANS,
  });
  const [left, ...more] = await day.order(null);
  expect(more).toEqual([]);
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");

  await test.step("the plan leads there", async () => {
    await expect(page.getByText("4/5 scheduled")).toBeVisible();
    await plan.inPlanMenu("Unscheduled visits");
    await expect(page).toHaveURL(new RegExp(`/planning/plan/unserved/${day.planId}`));
  });
  const row = page.getByRole("table", { name: "Unscheduled visits" }).getByRole("row", { name: new RegExp(left!) });

  await test.step("why, for each vehicle", async () => {
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
    await row.getByText("Vehicle by vehicle").click();
    const reasons = row.getByRole("listitem");
    await expect(reasons).toHaveCount(2);
    for (const vehicle of ["Short 1", "Short 2"])
      await expect(reasons.filter({ hasText: vehicle })).toContainText(new RegExp(`^${vehicle} .*\\d+ min`));
  });

  const change = await test.step("the cheapest change, with what it changes exactly", async () => {
    await expect(row).toContainText(/It would fit if .+Price: adds .+ of driving and .+ km to /);
    const sentence = row.getByText(/^Short \d: working hours end at 09:\d\d instead of 09:00, on this day only\.$/);
    await expect(sentence).toBeVisible();
    return (await sentence.textContent())!;
  });

  await test.step("the button applies it and calculates; a day's hours need no question", async () => {
    const before = (await calculated(page, day.planId)).queryId;
    await row.getByRole("button", { name: "Apply and recalculate" }).first().click();
    await expect(page).toHaveURL(new RegExp(`/planning/plan/${day.planId}$`));
    await expect(page.getByText(change).first()).toBeVisible();
    await calculated(page, day.planId, before);
    await expect(page.getByText("5/5 scheduled")).toBeVisible();
    expect(await day.order(null)).toEqual([]);
  });

  await test.step("nothing is left over, and the vehicle itself is as it was", async () => {
    await page.goto(`planning/plan/unserved/${day.planId}`);
    await expect(page.getByRole("heading", { name: "Every visit is on a route" })).toBeVisible();
    await page.goto(`company/resources/vehicles?q=${change.slice(0, 7)}`);
    await expect(page.getByRole("row", { name: new RegExp(change.slice(0, 7)) })).toContainText("08:00–09:00");
  });
});

test("a suggestion on a route that is locked since says so instead of offering the button", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Locked short day",
    visits: stops(NAMES, { "Service time": 20 }),
    vehicles: VANS,
  });
  await post(page, day.path, { intent: "plan.approve" });
  await page.goto(`planning/plan/unserved/${day.planId}`);
  const button = page.getByRole("button", { name: /^Apply and recalculate/ }).first();
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAttribute("title", /locked/);
  // On a card its sentences have the whole width.
  await page.setViewportSize({ width: 720, height: 900 });
  const row = page.getByRole("row").filter({ has: button });
  const [card, reason] = await Promise.all([
    row.boundingBox(),
    row.getByRole("cell").filter({ has: button }).boundingBox(),
  ]);
  expect(reason!.width).toBeGreaterThan(card!.width - 40);
});
