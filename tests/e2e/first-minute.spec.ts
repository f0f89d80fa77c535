import { expect, test } from "./fixtures";
import { idAfter, planState, post } from "./prepare";

test("a newcomer is led to a first plan, can look around in a sample day, and be rid of it again @screen", async ({
  page,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const steps = page.getByRole("region", { name: "Your first plan in four steps" });
  const offer = page.getByRole("button", { name: "Load a sample day" });

  await test.step("the first page names the steps and ticks off what is there", async () => {
    await page.goto("planning");
    await expect(steps.getByRole("listitem")).toHaveText([
      /Warehouse \(done\)/,
      /Vehicles(?! \(done\))/,
      /Visits(?! \(done\))/,
      /Plan(?! \(done\))/,
    ]);
    await expect(steps.locator("[aria-current=step]")).toContainText("Vehicles");
  });

  await test.step("each page without anything has one button that leads on", async () => {
    const main = page.getByRole("main");
    await page.goto("tracking");
    await expect(main.getByRole("link", { name: "Open the plans" })).toHaveAttribute("href", /\/planning\/main$/);
    await page.goto("tracking/replay");
    await expect(main.getByRole("link", { name: "Open the plans" })).toBeVisible();
    await page.goto("company/visits");
    await expect(main.getByRole("link", { name: "Import", exact: true })).toHaveCount(1);
    await page.goto("company/dashboard");
    await main.getByRole("link", { name: "New plan" }).click();
    await expect(page.getByRole("dialog", { name: "New plan" })).toBeVisible();
    await page.goto("planning");
  });

  await test.step("the sample day is calculated, approved and on the road", async () => {
    await offer.click();
    await expect(page).toHaveURL(/planning\/plan\/\d+/);
    const planId = Number(/plan\/(\d+)/.exec(page.url())?.[1]);
    const { routes, visits } = await planState(page, planId);
    expect(
      routes
        .map((route) => route.status)
        .filter((status) => status >= 3)
        .sort(),
    ).toEqual([3, 3, 4]);
    expect(visits.filter((visit) => visit.type === "D" || visit.type === "P")).toHaveLength(60);
    await page.goto("tracking/replay?day=2020-01-06");
    await expect(page.getByRole("main").getByRole("link", { name: /^Show \S/ })).toHaveAttribute(
      "href",
      /replay\?day=20\d\d-\d\d-\d\d$/,
    );
    await page.goto("planning");
    await expect(page.getByText("Sample day is made up")).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  await test.step("one click takes all of it away", async () => {
    await page.getByRole("button", { name: "Remove the sample day" }).click();
    await expect(page.getByText("Sample day has been deleted!")).toBeVisible();
    await expect(offer).toBeVisible();
    await page.goto("company/resources/vehicles");
    await expect(page.getByText("Sample van")).toHaveCount(0);
  });

  await test.step("without scripts it is the same forms; hidden steps stay hidden", async () => {
    const loaded = await post(page, "planning?index", { intent: "sample_day.load" });
    idAfter(loaded, /planning\/plan\/(\d+)/);
    await post(page, "planning?index", { intent: "sample_day.remove" });
    await page.goto("planning");
    await steps.getByRole("button", { name: "Hide these steps" }).click();
    await expect(steps).toHaveCount(0);
    await page.reload();
    await expect(offer).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});
