import { dayIn } from "../helpers/days";
import { expect, test } from "./fixtures";
import { DRIVER, post, prepareDay, startRoute, stops } from "./prepare";

test("a figure of the dashboard opens exactly the visits behind it, with and without scripts", async ({
  page,
  signIn,
  browser,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Figures of a day",
    visits: stops(["Ash", "Beech", "Cherry"], { "End time": "20:00" }),
    vehicles: [{ Plate: "Figures 1", "Max load": 100 }],
  });
  const routeId = await day.route("Figures 1");
  await startRoute(page, day, routeId, DRIVER);
  const [first, second] = await day.order("Figures 1");
  const ids = { first: await day.visit(first!), second: await day.visit(second!) };
  await post(page, day.path, { intent: "visit.done", visitId: ids.first, confirmed: 1 });
  await post(page, day.path, { intent: "visit.failed", visitId: ids.second, failReasonId: 6, confirmed: 1 });

  await page.goto("company/dashboard?range=own&from=2020-01-01&to=2020-01-02");
  await expect(page.getByRole("heading", { name: "No route with visits in these days" })).toBeVisible();

  const vehicles = `company/dashboard?range=own&from=${dayIn(-7)}&to=${dayIn(7)}&by=vehicle`;
  await page.goto(vehicles);
  const row = page.getByRole("table", { name: "Figures by vehicle" }).getByRole("row").filter({ hasText: "Figures 1" });
  await expect(row.getByRole("cell").nth(1)).toHaveText("3");
  await row.getByRole("cell").nth(3).getByRole("link").click();
  await expect(page.getByText("The visits behind a figure of the dashboard: Failed.")).toBeVisible();
  const visits = page.getByRole("table", { name: "Visits" });
  await expect(visits.getByRole("row")).toHaveCount(2);
  await expect(visits).toContainText(second!);

  await page.goBack();
  await page.getByRole("link", { name: "On time", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "On time" }).first()).toHaveAttribute("aria-sort", "descending");
  const download = page.waitForEvent("download");
  await page.getByRole("navigation", { name: "Files of these figures" }).getByRole("link", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^figures-.*\.csv$/);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(new URL(vehicles, page.url().replace(/company\/.*$/, "")).href);
  const plainRow = plain
    .getByRole("table", { name: "Figures by vehicle" })
    .getByRole("row")
    .filter({ hasText: "Figures 1" });
  await plainRow.getByRole("cell").nth(2).getByRole("link").click();
  await expect(plain.getByRole("table", { name: "Visits" })).toContainText(first!);
  await plain.getByText("Columns", { exact: true }).click();
  await plain.getByRole("checkbox", { name: "Vehicle" }).check();
  await plain.getByRole("button", { name: "Show these columns" }).click();
  await expect(plain.getByRole("columnheader", { name: "Vehicle" })).toBeVisible();
  await plain.goto(new URL("company/visits", plain.url().replace(/company\/.*$/, "")).href);
  await expect(plain.getByRole("columnheader", { name: "Vehicle" })).toBeVisible();
  await context.close();
});
