import path from "node:path";
import Database from "better-sqlite3";
import { demoEmail } from "../setup/e2e-platform";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { watchTaken, withDeadLine } from "./pages/taken";
import { DRIVER, lookAt, prepareDay, SCHAAN, startRoute, stops } from "./prepare";

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

test("a driver finds stops and themselves on the map, and reports from afar, which the dispatcher sees", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|fetching the script/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "On a map",
    visits: stops(["Maple", "Medlar", "Mulberry"]),
    vehicles: [{ Plate: "Map 1" }],
  });
  const routeId = await day.route("Map 1");
  await startRoute(page, day, routeId, DRIVER);
  const [first, second] = (await day.order("Map 1")) as [string, string];

  const phone = await openPage(SIZES.phone);
  await phone.context().grantPermissions(["geolocation"]);
  await phone.context().setGeolocation({ latitude: SCHAAN.lat, longitude: SCHAAN.lng, accuracy: 12 });
  // The map moves at once.
  await phone.emulateMedia({ reducedMotion: "reduce" });
  await signIn(phone, "driver");
  const scripts: string[] = [];
  phone.on("request", (request) => void scripts.push(new URL(request.url()).pathname));
  await phone.goto(`driver/route/${routeId}`);
  await expect(phone.locator(".tabs a")).toHaveText(["Now", "All stops", "Map"]);
  // What is loaded before the service worker has taken over is not kept.
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(scripts.filter((path) => /\/map[-/]/.test(path))).toEqual([]);

  await phone.getByRole("link", { name: "Map", exact: true }).tap();
  const map = phone.getByRole("application", { name: "Map of On a map" });
  await expect(map.locator("canvas").first()).toBeVisible();
  const words = phone.locator(".map-words").first();
  // On a ring of two kilometres around the warehouse, where the phone is.
  await expect(words).toHaveText(
    new RegExp(`^3 stops\\. Next: 1 ${first}, 2\\.\\d km from you in a straight line\\.$`),
  );

  // From here nobody can have been at the stop: the phone asks, also without a network, and no is no.
  await phone.context().setOffline(true);
  await phone.getByRole("link", { name: "Now" }).tap();
  const done = phone.locator(".view.shown").getByRole("button", { name: "Done" });
  const question = phone.locator("#question");
  await done.tap();
  await expect(question.getByRole("heading")).toHaveText(/^You seem to be 2\.\d km from this stop$/);
  await question.getByRole("link", { name: "No" }).tap();
  await expect(phone.getByRole("status").first()).toHaveText("You are offline");
  await done.tap();
  // A question that is not answered outlives the page.
  await expect(question).toBeVisible();
  await phone.reload();
  await question.getByRole("button", { name: "Yes" }).tap();
  await expect(phone.getByRole("status").first()).toHaveText(/1 waiting to send/);
  await phone.getByRole("link", { name: "Map", exact: true }).tap();
  await expect(words).toHaveText(new RegExp(`^3 stops: 1 done\\. Next: 2 ${second}`));
  await phone.context().setOffline(false);

  await page.goto("tracking");
  const far = page.getByRole("listitem").filter({ hasText: `reported ${first} as done` });
  await expect(far).toContainText(/ 2\.\d km from the stop/);
  await far.getByRole("link", { name: "Open the visit" }).click();
  await expect(page.getByText(/^Reported 2\.\d km from the stop \(±10 m\)$/).first()).toBeVisible();
  await page.goBack();
  await far.getByRole("button", { name: "Dismiss" }).click();
  await expect(far).toHaveCount(0);

  // A tap on its marker opens a stop.
  await phone.getByRole("link", { name: "All stops" }).tap();
  // A tap just after the view has changed does nothing.
  await expect(phone.locator("#list").getByRole("link", { name: "Load list" })).not.toHaveAttribute("aria-disabled");
  await phone.locator("#list").getByRole("link", { name: second }).tap();
  const shown = phone.locator(".view.shown");
  await expect(shown.getByRole("link", { name: "Navigate" }).first()).not.toHaveAttribute("aria-disabled");
  await shown.getByText("More", { exact: true }).tap();
  await shown.getByRole("link", { name: "Show on the map" }).tap();
  await expect(map).toBeVisible();
  const { x, y, width, height } = (await map.boundingBox())!;
  await phone.mouse.click(x + width / 2, y + height / 2);
  await expect(shown).toHaveAttribute("data-name", second);
});

test("a driver checks parcels by camera and by hand", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const visits = stops(["Quince", "Rowan"]).map((stop, index) => ({ ...stop, "External id": `QR-${index + 1}` }));
  const day = await prepareDay(page, { title: "Scanned", visits, vehicles: [{ Plate: "Scan 1" }] });
  const routeId = await day.route("Scan 1");
  await startRoute(page, day, routeId, DRIVER);
  const [first, second] = (await day.order("Scan 1")) as [string, string];
  const codeOf = (name: string) => (name === "Quince" ? "QR-1" : "QR-2");

  const phone = await openPage(SIZES.phone);
  // why: headless Chromium on Linux has no BarcodeDetector, and this machine has no camera.
  await phone.addInitScript(() => {
    const seen = { code: "" };
    Object.assign(window, {
      seen,
      BarcodeDetector: class {
        detect = async () => (seen.code === "" ? [] : [{ rawValue: seen.code }]);
      },
    });
    navigator.mediaDevices.getUserMedia = async () => {
      if (sessionStorage.getItem("camera") === "refused") throw new DOMException("Refused", "NotAllowedError");
      return Object.assign(window, { camera: document.createElement("canvas").captureStream() }).camera;
    };
  });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const scan = phone.locator("#scan");
  const openScan = async () => {
    await phone.locator(".view.shown").getByText("More", { exact: true }).tap();
    await phone.locator(".view.shown").getByRole("link", { name: "Check the barcode" }).tap();
  };
  await openScan();
  await expect(scan.getByRole("heading")).toHaveText(codeOf(first));
  await expect(scan.locator("video")).toBeVisible();
  await phone.evaluate((code) => Object.assign((window as unknown as { seen: object }).seen, { code }), codeOf(second));
  await expect(scan.getByText(`✕ ${codeOf(second)} is for another stop: ${second}`)).toBeVisible();
  const other = scan.getByRole("link", { name: "Go to that stop" });
  await expect(other).not.toHaveAttribute("aria-disabled");
  await other.tap();
  await expect(phone.locator(".view.shown")).toHaveAttribute("data-name", second);
  // Nothing looks through the camera any more.
  await expect(scan.locator("video")).toHaveCount(0);
  expect(await phone.evaluate(() => (window as unknown as { camera: MediaStream }).camera.active)).toBe(false);

  await phone.evaluate(() => sessionStorage.setItem("camera", "refused"));
  await phone.goto("driver");
  await phone.goto(`driver/route/${routeId}`);
  await openScan();
  await expect(scan.getByText(/^The camera can’t be used here/)).toBeVisible();
  await scan.getByLabel("Code on the parcel").fill(codeOf(first).toLowerCase().replace("-", " "));
  // A tap just after the view has changed does nothing.
  await expect(scan.getByRole("link", { name: "Back to the stop" })).not.toHaveAttribute("aria-disabled");
  await scan.getByRole("button", { name: "Check" }).tap();
  await expect(scan.getByText(/^✓ qr \d belongs to this stop$/)).toBeVisible();
});

test("a question is asked in one tab, wherever the driver is: a second one neither answers nor repeats it", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|ERR_ABORTED|fetching the script/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Asked once",
    visits: stops(["Maple", "Medlar"]),
    vehicles: [{ Plate: "Asked 1" }],
  });
  const routeId = await day.route("Asked 1");
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  const context = phone.context();
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: SCHAAN.lat, longitude: SCHAAN.lng, accuracy: 12 });
  await signIn(phone, "driver");
  const sent: string[] = [];
  context.on("request", (request) => void (request.url().includes("/driver/report/") && sent.push(request.url())));
  await phone.goto(`driver/route/${routeId}`);
  const question = phone.locator("#question");
  const done = phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
  await done.tap();
  await expect(question).toBeVisible();

  const home = await context.newPage();
  await home.goto("driver");
  await expect(home.locator("#sync")).toHaveText("1 waiting to send");
  const twin = await context.newPage();
  await twin.goto(`driver/route/${routeId}`);
  await expect(twin.locator("#sync")).toHaveText("1 waiting to send");
  for (const tab of [home, twin]) await lookAt(tab);
  await expect(phone.locator("#sync")).toHaveText("1 waiting to send");
  await expect(twin.locator("#question")).toHaveCount(0);
  await question.getByRole("link", { name: "No" }).tap();
  await expect(phone.locator("#sync")).toHaveText("All sent");
  for (const tab of [home, twin]) {
    await lookAt(tab);
    await expect(tab.locator("#sync")).toHaveText("All sent");
  }
  expect(sent).toEqual([]);

  // A tab that is put away leaves its question to the one that is looked at, and takes it up again when that one is.
  await done.tap();
  await expect(question).toBeVisible();
  const put = async (tab: Page, isAway: boolean) => {
    const hidden = { configurable: true, value: isAway };
    await tab.evaluate((property) => void Object.defineProperty(document, "hidden", property), hidden);
    await lookAt(tab);
  };
  await put(twin, true);
  await put(phone, true);
  // Nobody has said yes for its lock being free: a page of something else asks, too, and says what it is about.
  await lookAt(home);
  const elsewhere = home.locator("#question");
  await expect(elsewhere.getByRole("heading")).toHaveText(/^You seem to be 2\.\d km from this stop$/);
  await expect(elsewhere.locator("[data-about]")).toHaveText(/^Done, (Maple|Medlar)$/);
  await expect(home.locator("a.route").first()).toBeHidden();
  await expect(home.locator("#sync")).toHaveText("1 waiting to send");
  await put(home, true);
  await put(twin, false);
  await expect(twin.locator("#question")).toBeVisible();
  await expect(twin.locator("#question [data-about]")).toHaveCount(0);
  await put(twin, true);
  await put(phone, false);
  await expect(question.getByRole("button", { name: "Yes" })).toBeEnabled();
  for (const tab of [home, twin]) {
    await put(tab, false);
    await expect(tab.locator("#question")).toHaveCount(0);
  }

  // Who leaves the page is asked where they go, and has reported nothing with a no.
  await home.close();
  await put(twin, true);
  await phone.goto("driver");
  await expect(question.locator("[data-about]")).toHaveText(/^Done, /);
  await question.getByRole("link", { name: "No" }).tap();
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect(phone.locator("a.route").first()).toBeVisible();
  expect(sent).toEqual([]);
  await phone.goto(`driver/route/${routeId}`);
  await done.tap();
  await expect(question).toBeVisible();
  await put(twin, false);
  await expect(twin.locator("#question")).toHaveCount(0);

  // Once its tab is closed, the other one of the same route asks.
  await phone.close();
  await lookAt(twin);
  await twin.locator("#question").getByRole("button", { name: "Yes" }).tap();
  await expect(twin.locator("#sync")).toHaveText("All sent");
  expect(sent).toHaveLength(1);
});

test("what a driver fills in of themselves stays while the page keeps itself up to date", async ({
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422|ERR_ABORTED|fetching the script/);
  const database = new Database(path.join(platform.dataDir, "platform.sqlite"));
  const email = demoEmail(platform, "driver");
  database.prepare("UPDATE users SET phone = NULL, is_completed = 0 WHERE email = ?").run(email);
  const phone = await openPage({ ...SIZES.phone, serviceWorkers: "block" });
  await signIn(phone, "driver");
  await phone.clock.install();
  await withDeadLine(phone);
  const taken = await watchTaken(phone);
  let changes = 0;
  await phone.goto("driver");
  /** With a change of what the page shows, which would be shown. */
  const twoMinutes = async () => {
    changes += 1;
    database.prepare("UPDATE users SET surname = ? WHERE email = ?").run(`Driver ${changes}`, email);
    const before = await taken.pages();
    await expect(async () => {
      await phone.clock.runFor(61_000);
      expect(await taken.pages()).toBeGreaterThan(before + 1);
    }).toPass();
  };
  const form = phone.getByRole("form", { name: "Your name and phone" });
  const field = (name: string) => form.locator(`[name=${name}]`);
  const isFresh = () => phone.locator("#main:not([data-seen])");
  const before = await field("name").inputValue();
  await field("name").fill("Andrew");
  await field("name").blur();
  await twoMinutes();
  await expect(field("name")).toHaveValue("Andrew");
  await phone.locator("#main").evaluate((main) => main.setAttribute("data-seen", ""));
  // Nor does the page go from under who has begun to.
  await field("name").fill(before);
  await field("phone").focus();
  await twoMinutes();
  await expect(field("phone")).toBeFocused();
  await expect(isFresh()).toHaveCount(0);
  await field("phone").blur();
  await expect(isFresh()).toHaveCount(1);

  await field("phone").fill("12");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Phone is not valid")).toBeVisible();
  await twoMinutes();
  await expect(field("phone")).toHaveValue("12");
  await field("phone").fill("+423 232 12 34");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  database.close();
});
