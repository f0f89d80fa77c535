import path from "node:path";
import sharp from "sharp";
import type { Locator, Page } from "@playwright/test";
import { createDatabase } from "~/db/client.server";
import { weakLine } from "../setup/weak-line";
import { expect, test } from "./fixtures";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";
import { textSizes } from "./pages/text-sizes";
import { confirmationTemplate, DRIVER, post, prepareDay, startRoute, stops } from "./prepare";

/** The pictures of the README's section on drivers are made with UPDATE_SCREENSHOTS=1. */
const PICTURES = process.env.UPDATE_SCREENSHOTS === "1";
const HEIGHT = 740;

/** A phone's picture in a few kilobytes: its screens have few colours. */
async function picture(page: Page, name: string, width: number): Promise<void> {
  if (!PICTURES) return;
  await page.setViewportSize({ width, height: HEIGHT });
  const png = await page.screenshot();
  await sharp(png)
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(`tests/e2e/screenshots/driver-${name}-${width}.png`);
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, (document.scrollingElement?.scrollWidth ?? 0) - window.innerWidth));

/** Nothing keeps assistive technology out, in the light and in the dark, and nothing is wider than a small phone. */
async function look(page: Page, state: string): Promise<void> {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: HEIGHT });
    expect.soft(await sideways(page), `${state}: sideways at ${width}`).toBe(0);
  }
  await addExaminer(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect.soft(await seriousFaults(page), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // Roles and names are the same in both.
  expect.soft(await seriousFaults(page, { others: false }), `${state}, light`).toEqual([]);
}

test("every state of the driver's page fits a small phone, and is open to assistive technology", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of (40\d|50\d)|Failed to fetch|fetching the script/);
  const line = await weakLine(platform.url);
  await signIn(page, "dispatcher");
  const visits = stops(["Bakery Frick", "Pharmacy at the castle", "Garage Ospelt", "Hotel Schatzmann"], {
    "Delivery note": "Behind the house, second door on the left",
    "Recipient name": "Anna Marxer",
    "Recipient phone": "+423 232 12 34",
    "Load, kg": 40,
  }).map((stop, index) => ({ ...stop, Address: `Landstrasse ${12 + 7 * index}, 9494 Schaan` }));
  const day = await prepareDay(page, { title: "Monday, north", visits, vehicles: [{ Plate: "FL 1234" }] });
  const routeId = await day.route("FL 1234");
  const [first, second, third] = (await day.order("FL 1234")) as [string, string, string];
  const proven = await day.visit(second);
  await post(page, day.path, {
    intent: "visit.update_fields",
    visitId: proven,
    confirmationTemplateId: await confirmationTemplate(page, "Proof", { photo: "required", signature: "optional" }),
  });

  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  await phone.goto("driver");
  await expect(phone.getByRole("heading", { name: "My routes" })).toBeVisible();
  await look(phone, "no routes");

  const driverId = (await day.state()).choices.drivers.find(({ name }) => name === DRIVER)!.id;
  await post(page, day.path, { intent: "route.change", routeId, driverId });
  await post(page, day.path, { intent: "route.approve", routeId });
  await phone.goto("driver");
  await look(phone, "routes");
  await picture(phone, "routes", 320);
  await phone.goto(`driver/route/${routeId}`);
  await look(phone, "before the start");
  await phone.goto(`driver/route/${routeId}#ask-start`);
  await look(phone, "the question to start");

  await post(page, day.path, { intent: "route.start", routeId, confirmed: 1 });
  await phone.goto(`driver/route/${routeId}`);
  const view = phone.locator(".view.shown");
  const done = view.getByRole("button", { name: "Done", exact: true });
  await expect(done).toBeEnabled();
  await look(phone, "the next stop");
  expect(await textSizes(phone), "sizes of the text of a stop").toEqual([14, 18, 30]);
  await picture(phone, "stop", 360);
  await phone.setViewportSize({ width: HEIGHT, height: 360 });
  const box = async (of: string) => (await view.locator(of).boundingBox())!;
  // Whatever the hour is: a stop that is reached before its window opens has three times.
  await expect(view.locator(".facts >> nth=0")).toContainText(/Window.*ETA/);
  const [address, times, buttons] = [await box("h1"), await box(".facts >> nth=0"), await box(".actions")];
  const tabs = (await phone.getByRole("navigation", { name: "Route" }).boundingBox())!;
  // Address, window and ETA of a phone on its side: above the tabs, and beside the buttons.
  expect(times.y).toBeGreaterThan(address.y);
  for (const part of [address, times, buttons]) expect(part.y + part.height).toBeLessThanOrEqual(tabs.y + 1);
  for (const part of [address, times]) expect(part.x + part.width).toBeLessThan(buttons.x);
  const db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite"), busyTimeoutMs: 10_000 });
  await db("routing_visits")
    .where({ id: await day.visit(first) })
    .update({ external_id: "LI-1" });
  await db.destroy();
  await view.getByText("Failed", { exact: true }).tap();
  await look(phone, "reasons");
  await phone.reload();
  await expect(done).toBeEnabled();
  await view.getByText("More", { exact: true }).tap();
  await look(phone, "more");
  expect((await textSizes(phone)).length, "sizes of the text of a stop with what else there is").toBeLessThan(4);
  await view.getByRole("link", { name: "Check the barcode" }).tap();
  const scan = phone.locator("#scan");
  await scan.getByLabel("Code on the parcel").fill("4711");
  // A tap just after the view has changed does nothing.
  await expect(scan.getByRole("link", { name: "Back to the stop" })).not.toHaveAttribute("aria-disabled");
  await scan.getByRole("button", { name: "Check" }).tap();
  await expect(scan.getByText("✕ 4711 belongs to no stop of this route")).toBeVisible();
  await look(phone, "a barcode of no stop");
  for (const part of ["list", "load", "finish", "ask-finish", "completed"]) {
    await phone.goto(`driver/route/${routeId}#${part}`);
    await expect(phone.locator(`#${part}`)).toBeVisible();
    await look(phone, part);
  }

  await phone.goto(`driver/route/${routeId}#proof-${proven}`);
  await view.getByRole("radio").first().check();
  await view.getByRole("button", { name: "Done", exact: true }).tap();
  await expect(view.getByText("Photo is required")).toBeVisible();
  await look(phone, "a proof that is missing");
  await view.locator("input[capture]").setInputFiles("tests/fixtures/pictures/door.jpg");
  await expect(view.getByRole("button", { name: "Remove photo 1" })).toBeVisible();
  await look(phone, "a proof");
  await phone.evaluate(() => window.scrollTo(0, 0));
  await picture(phone, "proof", 360);

  await phone.goto(`driver/route/${routeId}`);
  await expect(done).toBeEnabled();
  await post(page, day.path, { intent: "visit.update_fields", visitId: await day.visit(third), deliveryNote: "Ring" });
  await expect(phone.locator("#news")).toContainText("Your route has changed");
  await look(phone, "news");
  await phone.locator("#news").getByRole("button", { name: "OK" }).tap();

  await expect(done).toBeEnabled();
  line.cut();
  await done.tap();
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");
  await look(phone, "what waits");
  await picture(phone, "offline", 320);
  await phone.goto("driver/route/999999");
  await expect(phone.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await look(phone, "a page that is not on the phone");
  await phone.goto(`driver/route/${routeId}`);
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");
  await post(page, day.path, { intent: "route.reset", routeId });
  line.restore();
  await phone.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(phone.getByRole("alert")).toContainText("Your dispatcher has been told");
  await look(phone, "what was refused");
  await phone.goto("driver/route/999999");
  await look(phone, "no such route");
  await line.close();
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const apart = (one: Box, other: Box): boolean =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y;

/** In how many lines the words of an element are, whatever room there is around them. */
const linesOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
  });

test("on its side and on the smallest phone nothing lies over another, is broken or has to be looked for", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const visits = stops(["Bakery Frick", "Pharmacy at the castle"], { "Recipient phone": "+423 232 12 34" });
  const day = await prepareDay(page, { title: "Sides", visits, vehicles: [{ Plate: "FL 77" }] });
  const routeId = await day.route("FL 77");
  await startRoute(page, day, routeId, DRIVER);
  const [first = "", second = ""] = await day.order("FL 77");
  await post(page, day.path, { intent: "visit.done", visitId: await day.visit(first), confirmed: 1 });
  const phone = await openPage({ ...SIZES.phone, viewport: { width: 568, height: 320 } });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const box = async (part: Locator): Promise<Box> => (await part.boundingBox())!;
  const bottom = async (part: Locator) => (await box(part)).y + (await box(part)).height;
  const tabs = phone.getByRole("navigation", { name: "Route" });
  const view = phone.locator(".view.shown");
  await expect(view.getByRole("button", { name: "Done", exact: true })).toBeEnabled();
  for (const size of [
    { width: 568, height: 320 },
    { width: 667, height: 375 },
    { width: 320, height: 568 },
  ]) {
    await phone.setViewportSize(size);
    const more = view.getByText("More", { exact: true });
    expect.soft(await bottom(more), `More at ${size.width}`).toBeLessThanOrEqual((await box(tabs)).y);
    for (const name of ["Navigate", "Failed", "More"])
      expect.soft(await linesOf(view.getByText(name, { exact: true })), `${name} at ${size.width}`).toBe(1);
  }

  await phone.setViewportSize({ width: 568, height: 320 });
  await phone.goto(`driver/route/${routeId}#map`);
  for (const part of [phone.locator(".map-box"), phone.getByRole("button", { name: "Show all" })])
    expect.soft(await bottom(part), "the map and its buttons on its side").toBeLessThanOrEqual((await box(tabs)).y);

  await post(page, day.path, {
    intent: "visit.failed",
    visitId: await day.visit(second),
    failReasonId: 6,
    confirmed: 1,
  });
  await expect(phone.locator(".progress")).toHaveText("1 of 2 served, 1 failed");
  const head = [".back", ".last p", ".last .link", ".progress"].map((of) => phone.locator(of));
  for (const size of [
    { width: 568, height: 320 },
    { width: 667, height: 375 },
    { width: 320, height: 568 },
  ]) {
    await phone.setViewportSize(size);
    const boxes = await Promise.all(head.map(box));
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) expect.soft(apart(one, other), `head at ${size.width}`).toBe(true);
    expect.soft(await linesOf(head[0]!), `the way back at ${size.width}`).toBe(1);
    // Beside each other where there is little height.
    const isLow = size.height < size.width;
    expect.soft(boxes[1]!.y + boxes[1]!.height / 2 < boxes[0]!.y + boxes[0]!.height, `${size.width}`).toBe(isLow);
  }
});
