import { expect, test } from "./fixtures";
import { PlanPage } from "./pages/plan-page";
import { SIZES } from "./pages/sizes";
import { prepareDay, stops } from "./prepare";

test.use(SIZES.phone);

test("on a phone, what lies under a message can be pressed, and so can the message's own button", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const names = ["Ash", "Beech", "Cherry", "Damson", "Elder", "Fig", "Gorse", "Hazel"];
  const day = await prepareDay(page, {
    title: "Under a message",
    visits: stops(names),
    vehicles: [{ Plate: "Phone 1" }],
    calculate: false,
  });
  await page.goto(day.path);
  const plan = new PlanPage(page, "phone");
  await plan.lasso({ left: 0.02, top: 0.02, right: 0.98, bottom: 0.47 });
  await plan.assignSelection("Phone 1", /km/);
  await plan.selection.getByRole("button", { name: "Clear" }).click();
  await expect(plan.selection).toBeHidden();
  const message = page.getByRole("alert").filter({ hasText: "moved to Phone 1" });
  await plan.unfold("Uns");

  // The row that the message lies over, wherever both are by now.
  await expect(async () => {
    const box = (await message.boundingBox())!;
    await page.touchscreen.tap(box.x + 60, box.y + box.height / 2);
    await expect(page.getByRole("complementary")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await plan.closePanel();
  await message.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => day.order("Phone 1")).toEqual([]);
});
