import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures";
import { scriptSize } from "./pages/script-size";
import { SIZES } from "./pages/sizes";
import { DRIVER, prepareDay, startRoute, stops } from "./prepare";

const MOST_SCRIPT_BYTES = 25_000;
const MOST_HTML_BYTES = 60_000;

test("a driver sees what to load, and keeps what was ticked off", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const visits = stops(["Ash", "Beech"]).map((stop, index) => ({
    ...stop,
    "Delivery load, kg": 10 + index,
    "Recipient phone": "+423 123 45 67",
  }));
  const day = await prepareDay(page, { title: "To load", visits, vehicles: [{ Plate: "Load 1" }] });
  const routeId = await day.route("Load 1");
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}#list`);
  await phone.locator("#list").getByRole("link", { name: "Load list" }).tap();
  const list = phone.locator("#load");
  await expect(list).toBeVisible();
  const [first, second] = await phone.locator("#list [data-row] .place b").allTextContents();
  // The last stop goes in first.
  await expect(list.locator(".place b")).toHaveText([second!, first!]);
  // A tap just after the view has changed does nothing.
  await expect(list.getByRole("link", { name: "Back" })).not.toHaveAttribute("aria-disabled");
  await list.getByRole("checkbox").first().check();
  await phone.reload();
  await expect(list.getByRole("checkbox").first()).toBeChecked();
  await expect(list.getByRole("checkbox").last()).not.toBeChecked();

  await phone.goto(`driver/route/${routeId}`);
  const shown = phone.locator(".view.shown");
  await shown.getByText("More", { exact: true }).tap();
  const apps = shown.getByRole("group", { name: "Navigate with" }).getByRole("link");
  await expect(apps).toHaveText(["Google Maps", "Waze", "Apple Maps", "Another app"]);
  for (const app of await apps.all()) expect((await app.boundingBox())!.height).toBeGreaterThanOrEqual(56);
});

test("the page of a route with 100 stops stays small", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const names = Array.from({ length: 100 }, (_, index) => `Customer number ${index + 1} and sons`);
  const day = await prepareDay(page, { title: "Long", visits: stops(names), vehicles: [{ Plate: "Long 1" }] });
  const routeId = await day.route("Long 1");
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  const response = await phone.goto(`driver/route/${routeId}`);
  const html = gzipSync(await response!.body()).length;
  const stopCount = await phone.locator("[data-row]").count();
  const script = await scriptSize(phone, `driver/route/${routeId}`);
  console.info(`Driver's page of ${stopCount} stops, bytes gzip: HTML ${html}, scripts ${script}`);
  expect(stopCount).toBeGreaterThanOrEqual(60);
  expect(html).toBeLessThan(MOST_HTML_BYTES);
  expect(script).toBeGreaterThan(100);
  expect(script).toBeLessThan(MOST_SCRIPT_BYTES);
});
