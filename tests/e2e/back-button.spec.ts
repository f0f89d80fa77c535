import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { prepareDay, stops } from "./prepare";

test("going back after an answer does not ask the question again", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Back and forth",
    visits: stops(["Ash", "Beech"]),
    vehicles: [{ Plate: "Back 1" }],
  });
  const plan = new PlanPage(page, "desktop");
  await page.goto("planning");
  await page.getByRole("link", { name: "Back and forth" }).first().click();
  await plan.inRouteMenu("Back 1", "Start");
  await plan.answer("Are you sure you want to start this route?", "Start");
  await expect(plan.route("Back 1")).toContainText("On route");
  await page.goBack();
  await expect(plan.route("Back 1")).toContainText("On route");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(new URL(page.url()).search).toBe("");
  await page.goBack();
  await expect(page).toHaveURL(/\/planning$/);
  expect((await day.state()).routes.map((route) => route.status)).toEqual([4]);
});
