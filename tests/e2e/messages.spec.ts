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
  await expect(message).toBeVisible();

  // A tap's target is asked for instead of tapping: the message slides in, and goes by itself after some seconds.
  const hit = () =>
    message.evaluate((box) => {
      const at = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(left + Math.min(8, width / 2), top + height / 2);
      };
      const button = [...box.querySelectorAll("button")].find((one) => one.textContent === "Undo")!;
      const words = button.previousElementSibling!;
      return {
        words: box.contains(at(words)) ? "the message" : "what is under it",
        button: button.contains(at(button)),
      };
    });
  await expect.poll(hit).toEqual({ words: "what is under it", button: true });
  await message.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => day.order("Phone 1")).toEqual([]);
});
