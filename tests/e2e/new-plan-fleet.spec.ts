import { expect, test } from "./fixtures";
import { prepareDay, stops } from "./prepare";

test("of a large fleet one vehicle is chosen for a new plan", async ({ page, signIn }) => {
  await signIn(page, "dispatcher");
  const plates = Array.from({ length: 25 }, (_, k) => ({ Plate: `Fleet ${k}` }));
  await prepareDay(page, { title: "Fleet", visits: stops(["Ash"]), vehicles: plates, calculate: false });
  await page.goto("planning?dialog=new-plan");
  const dialog = page.getByRole("dialog", { name: "New plan" });
  await expect(dialog.getByRole("checkbox", { name: "Fleet 24" })).toBeChecked();
  // Buttons work once the scripts are there.
  await expect(async () => {
    await dialog.getByRole("button", { name: "None" }).click();
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await dialog.getByRole("checkbox", { name: "Fleet 7" }).check();
  await dialog.getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByText("was created with 0 visits and 1 route")).toBeVisible();
  await expect(page.getByRole("treegrid", { name: "Routes and visits" })).toContainText("Fleet 7");
});
