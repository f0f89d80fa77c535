import path from "node:path";
import { createDatabase } from "~/db/client.server";
import { dayIn } from "../helpers/days";
import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { post, prepareDay, towns, zoneAtNoon } from "./prepare";

test("the filled button moves on: Calculate, Approve, Start; all approved routes start with one question", async ({
  page,
  platform,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Start together",
    visits: towns(["Alder", "Birch", "Cedar"], ["Maple", "Oak", "Pine"]),
    vehicles: [
      { Plate: "Together 1", "Visits max": 3 },
      { Plate: "Together 2", "Visits max": 3 },
    ],
    calculate: false,
  });
  const plan = new PlanPage(page, "desktop");
  // Of the header; the bottom bar of phones has the same.
  const filled = () =>
    page.getByRole("banner").or(page.locator("main header")).locator("[data-variant=filled]").filter({ visible: true });

  await test.step("what was imported is calculated first", async () => {
    await page.goto(day.path);
    await expect(filled()).toHaveText(["Calculate"]);
    await plan.button("Calculate").click();
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await expect(filled()).toHaveText(["Approve"]);
  });

  await test.step("after the approval Calculate says why it can't be pressed, and the day is waited for", async () => {
    await plan.button("Approve").click();
    await expect(page.getByRole("link", { name: "Start 2 routes" }).filter({ visible: true })).toBeVisible();
    await expect(filled()).toHaveCount(0);
    const calculate = page.getByRole("button", { name: /^Calculate ?, not possible now/ }).first();
    await expect(calculate).toHaveAttribute("title", /^All 6 visits stand on routes that are locked or completed/);
    await expect(calculate).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("on the plan's day the start leads on", async () => {
    const db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite"), busyTimeoutMs: 10_000 });
    // Where it is about noon now, the day is the same one all through the test.
    const { warehouse_id: warehouseId } = (await db("routing_plans").where({ id: day.planId }).first("warehouse_id"))!;
    const timeZone = zoneAtNoon();
    await db("warehouses").where({ id: warehouseId! }).update({ time_zone: timeZone });
    await db("routing_plans")
      .where({ id: day.planId })
      .update({ service_date: dayIn(0, timeZone) });
    await db.destroy();
    await page.goto(day.path);
    await expect(filled()).toHaveText(["Start 2 routes"]);
  });

  await test.step("Start dispatch says that it starts no route", async () => {
    await post(page, day.path, { intent: "plan.dispatch" });
    await page.goto(day.path);
    for (const vehicle of ["Together 1", "Together 2"]) await expect(plan.route(vehicle)).toContainText("Scheduled");
  });

  await test.step("one question lists the routes; one that is left out stays", async () => {
    await page.getByRole("link", { name: "Start 2 routes" }).filter({ visible: true }).click();
    const question = plan.question("Are you sure you want to start these routes?");
    await expect(question.getByRole("checkbox")).toHaveCount(2);
    await expect(question).toContainText("3 visits · departure");
    await question.getByRole("checkbox", { name: /Together 2/ }).uncheck();
    await question.getByRole("button", { name: "Start", exact: true }).click();
    await expect(question).toBeHidden();
    await expect(plan.route("Together 1")).toContainText("On route");
    await expect(plan.route("Together 2")).toContainText("Scheduled");
    await expect(filled()).toHaveText(["Start 1 route"]);
  });

  await test.step("undo takes the start back", async () => {
    await plan.undo();
    await expect(page.getByText("Undone: the start of the route")).toBeVisible();
    await expect(plan.route("Together 1")).toContainText("Scheduled");
    await expect(filled()).toHaveText(["Start 2 routes"]);
  });
});
