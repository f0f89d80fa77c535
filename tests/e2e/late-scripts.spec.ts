import { expect, test } from "./fixtures";

test("a map whose file didn't come is tried again on request, beside the list that works", async ({
  page,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 502|dynamically imported module/);
  await signIn(page, "dispatcher");
  let isAway = true;
  await page.route(/\/build\/_shared\/map\.client[^/]*\.js/, (route) =>
    isAway ? route.fulfill({ status: 502 }) : route.continue(),
  );
  await page.goto("tracking");
  await expect(page.getByText("The map could not be loaded")).toBeVisible();
  const again = page.getByRole("button", { name: "Try again" });
  // The keys stay here, and don't begin at the top of the page again.
  await again.press("Enter");
  await expect(again).toBeFocused();
  isAway = false;
  await again.press("Enter");
  const map = page.getByRole("application", { name: /map/i });
  await expect(map.locator("canvas").first()).toBeVisible();
  await expect(map).toBeFocused();
  await expect(page.getByText("The map could not be loaded")).toHaveCount(0);
});
