import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { calculated, post, prepareDay, setSolvingTime, towns } from "./prepare";

const VANS = [
  { Plate: "Keep 1", "Visits max": 4 },
  { Plate: "Keep 2", "Visits max": 4 },
];
const VISITS = towns(["Ash", "Beech", "Cherry"], ["Damson", "Elder", "Fig"]);

/** The question after a calculation. */
const question = (page: Page) => page.getByRole("status").filter({ hasText: /^Calculated: / });

test("a calculation is kept or taken back whole, and whoever plans on keeps it", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Keep", visits: VISITS, vehicles: VANS, calculate: false });
  const plan = new PlanPage(page, "desktop");
  const everywhere = async () => [await day.order("Keep 1"), await day.order("Keep 2"), (await day.order(null)).sort()];
  const before = await everywhere();
  await page.goto(day.path);

  await test.step("Discard takes everything back", async () => {
    await plan.button("Calculate").click();
    await expect(question(page)).toContainText(/2 routes · \d+\.\d km/, { timeout: 60_000 });
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("Calculation discarded").first()).toBeVisible();
    await expect(page.getByText("0/6 scheduled")).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expect(await everywhere()).toEqual(before);
    for (const vehicle of ["Keep 1", "Keep 2"]) await expect(plan.route(vehicle)).toContainText("Empty");
  });

  await test.step("Keep ends the question, also over a reload", async () => {
    await plan.button("Calculate").click();
    await question(page).getByRole("button", { name: "Keep" }).click({ timeout: 60_000 });
    await expect(question(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  });

  await test.step("planning on ends it, too; only Discard brings back what was planned before", async () => {
    await post(page, day.path, { intent: "visit.unassign", visitId: await day.visit("Elder") });
    await expect(page.getByText("5/6 scheduled")).toBeVisible();
    await plan.button("Calculate").click();
    await expect(question(page)).toContainText("−1 unscheduled", { timeout: 60_000 });
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("5/6 scheduled")).toBeVisible();
    expect(await day.order(null)).toEqual(["Elder"]);
    await plan.button("Calculate").click();
    await expect(question(page)).toBeVisible({ timeout: 60_000 });
    await plan.inRouteMenu("Keep 1", "Lock");
    await expect(plan.route("Keep 1").getByRole("img", { name: "Locked" })).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  });
});

test("an edit during a calculation wins, and the page says at once whose it was", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const colleague = await openPage();
  await signIn(colleague, "super admin");
  const day = await prepareDay(page, { title: "Overtaken result", visits: VISITS, vehicles: VANS });
  const first = (await calculated(page, day.planId)).queryId;
  await setSolvingTime(page, day.planId, 100);
  await page.goto(day.path);
  const plan = new PlanPage(page, "desktop");
  const edited = "Alex Admin moved the visit “Fig” while it is being calculated, so the result will not be applied.";

  await test.step("it warns while it runs, and of an edit when there is one", async () => {
    await plan.button("Calculate").click();
    await expect(page.getByText("A change of the plan made now stays; the result is then not applied.")).toBeVisible();
    await post(colleague, day.path, { intent: "visit.unassign", visitId: await day.visit("Fig") });
    await expect(page.getByRole("alert").filter({ hasText: edited })).toBeVisible();
    await expect(page.getByText("5/6 scheduled")).toBeVisible();
  });

  await test.step("at its end it is not applied", async () => {
    await post(colleague, day.path, { intent: "calculation.cancel" });
    await expect(
      page.getByRole("alert").filter({
        hasText:
          "Alex Admin moved the visit “Fig” while it was being calculated, so the result was not applied. " +
          "Calculate again to include the changes.",
      }),
    ).toBeVisible();
    expect((await calculated(page, day.planId, first)).status).toBe("stale");
    expect(await day.order(null)).toEqual(["Fig"]);
  });

  await test.step("calculating again includes the change; stopped, it keeps the best plan so far", async () => {
    await page.getByRole("button", { name: "Calculate again" }).click();
    await page.getByRole("button", { name: "Stop and keep" }).click();
    await expect(question(page)).toContainText("0 unscheduled");
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
    await question(page).getByRole("button", { name: "Keep" }).click();
  });

  await test.step("calculating again at once ends the one that no longer fits", async () => {
    await plan.button("Calculate").click();
    await expect(page.getByRole("button", { name: "Stop and keep" })).toBeVisible();
    await post(colleague, day.path, { intent: "visit.unassign", visitId: await day.visit("Ash") });
    await page
      .getByRole("alert")
      .filter({ hasText: "Alex Admin moved the visit “Ash” while it is being calculated" })
      .getByRole("button", { name: "Calculate again" })
      .click();
    await page.getByRole("button", { name: "Stop and keep" }).click();
    await expect(page.getByText("6/6 scheduled")).toBeVisible();
  });
});
