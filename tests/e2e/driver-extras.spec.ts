import path from "node:path";
import Database from "better-sqlite3";
import { dayIn } from "../helpers/days";
import { demoEmail } from "../setup/e2e-platform";
import { expect, test } from "./fixtures";
import { untilKept } from "./pages/kept-day";
import { SIZES } from "./pages/sizes";
import { watchTaken, withDeadLine } from "./pages/taken";
import { DRIVER, lookAt, onTheRoad, post, prepareDay, SCHAAN, startRoute, stops } from "./prepare";

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

test("a driver shares where they are until they say no, and is told when the phone refuses", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Shared",
    visits: stops(["Quince", "Rowan"]),
    vehicles: [{ Plate: "Share 1" }],
  });
  const routeId = await day.route("Share 1");
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage(SIZES.phone);
  await phone.context().setGeolocation({ latitude: SCHAAN.lat, longitude: SCHAAN.lng, accuracy: 12 });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);

  const share = phone.locator("#share");
  const words = phone.locator("#share-words");
  const sync = phone.locator("#sync");
  await share.tap();
  await expect(words).toHaveText(/^This phone doesn’t tell where it is: allow it/);
  await expect(share).toHaveText("Share where I am");
  await phone.context().grantPermissions(["geolocation"]);
  const taken = phone.waitForResponse((response) => response.url().endsWith(`/driver/position/${routeId}`));
  await share.tap();
  expect(await (await taken).json()).toEqual({ kind: "taken" });
  await expect(share).toHaveText("Your position is shared");
  await expect(sync).toHaveText("All sent · Position shared");
  // The wish holds until it is taken back.
  const again = phone.waitForResponse((response) => response.url().endsWith(`/driver/position/${routeId}`));
  await phone.reload();
  expect((await again).status()).toBe(200);
  await share.tap();
  await expect(words).toHaveText("Off: your way isn’t followed. What you report says where you were.");
  await expect(sync).toHaveText("All sent");

  // A route that was never finished is no reason to tell where somebody is at home.
  const sharedAgain = phone.waitForResponse((response) => response.url().endsWith(`/driver/position/${routeId}`));
  await share.tap();
  await sharedAgain;
  const db = new Database(path.join(platform.dataDir, "platform.sqlite"));
  db.prepare("UPDATE routing_plans SET service_date = ? WHERE id = ?").run(dayIn(-2), day.planId);
  db.close();
  const over = phone.waitForResponse((response) => response.url().endsWith(`/driver/position/${routeId}`));
  await lookAt(phone);
  expect(await (await over).json()).toEqual({ kind: "over" });
  const ended = async () => {
    await expect(words).toHaveText("Your position isn’t shared: this route is over.");
    await expect(share).toBeHidden();
    await expect(sync).toHaveText("All sent");
  };
  await ended();
  const asked: string[] = [];
  phone.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await phone.reload();
  await ended();
  await lookAt(phone);
  await phone.waitForResponse((response) => response.url().includes("/driver/route/"));
  expect(asked.filter((one) => one.includes("/driver/position/"))).toEqual([]);
});

test("positions wait for a network, come less often with an empty battery, and end with the route", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of 503|fetching the script/);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Kept", ["Sorrel"]);

  const phone = await openPage(SIZES.phone);
  await phone.context().grantPermissions(["geolocation"]);
  /** So far apart that the phone is driven, however long the test takes from one to the next. */
  const APART_DEG = 300 / 111_000;
  const stand = (nth: number) =>
    phone.context().setGeolocation({ latitude: SCHAAN.lat + nth * APART_DEG, longitude: SCHAAN.lng, accuracy: 12 });
  // why: this machine has no battery, and a pause is seen by what it asks of the clock.
  await phone.addInitScript(() => {
    const seen = { level: 1, pauses: [] as number[] };
    Object.assign(window, { seen });
    Object.assign(navigator, { getBattery: async () => ({ level: seen.level, charging: false }) });
    const { setTimeout: later } = window;
    window.setTimeout = ((handler: () => void, ms = 0, ...rest: []) => {
      seen.pauses.push(ms);
      return later(handler, ms, ...rest);
    }) as typeof window.setTimeout;
  });
  const pauses = () => phone.evaluate(() => (window as unknown as { seen: { pauses: number[] } }).seen.pauses);
  /** As coming back to the page does. */
  const comeBack = () => phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const sent: { atSec: number; lat: number }[][] = [];
  phone.on("request", (request) => {
    if (!request.url().endsWith(`/driver/position/${routeId}`)) return;
    sent.push((JSON.parse(request.postData() ?? "{}") as { positions: (typeof sent)[number] }).positions);
  });
  const standOf = ({ lat }: { lat: number }) => Math.round((lat - SCHAAN.lat) / APART_DEG);
  const sentFrom = () => sent.flat().map(standOf);
  const database = new Database(path.join(platform.dataDir, "platform.sqlite"), { readonly: true });
  const newest = database.prepare("SELECT lat FROM latest_positions WHERE route_id = ?");
  const newestStored = () => standOf(newest.get(routeId) as { lat: number });
  await stand(0);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);
  await phone.locator("#share").tap();
  await expect.poll(sentFrom).toEqual([0]);
  await expect.poll(pauses).toContainEqual(30_000);

  await phone.context().setOffline(true);
  for (const nth of [1, 2]) {
    // Two positions of one second are one.
    await phone.waitForTimeout(1100);
    await stand(nth);
    await comeBack();
  }
  await expect.poll(pauses).toContainEqual(5_000);
  await phone.waitForTimeout(1100);
  await stand(3);
  await phone.reload();
  await expect(phone.locator("#sync")).toHaveText("You are offline · Position shared");
  await expect.poll(pauses).toContainEqual(5_000);
  expect(sentFrom()).toEqual([0]);

  await stand(4);
  await phone.context().setOffline(false);
  await expect.poll(sentFrom).toEqual(expect.arrayContaining([0, 1, 2, 3]));
  // Whatever has no answer yet would be sent again, and count once.
  await expect.poll(() => phone.evaluate(() => localStorage.getItem("driver.positions"))).toBeNull();
  const all = sent.flat().map(({ atSec, lat }) => `${lat} at ${atSec}`);
  expect(all, "each once").toEqual([...new Set(all)]);
  const before = sentFrom().length;
  await phone.waitForTimeout(1100);
  await phone.reload();
  // One that was on its way when the page ended goes once more.
  await expect.poll(newestStored).toBe(4);
  const sentAgain = () => [...new Set(sentFrom().slice(before))];
  await expect.poll(sentAgain, "nothing that has its answer").toEqual([4]);

  // The page would hear of the end by itself, and ask.
  for (const address of ["**/driver/events*", "**/driver/route/*"])
    await phone.context().route(address, (route) => route.abort());
  // The phone knows the server's clock to the second, and nobody drives within one.
  await phone.waitForTimeout(2100);
  await stand(5);
  await phone.evaluate(() => Object.assign((window as unknown as { seen: object }).seen, { level: 0.15, pauses: [] }));
  await comeBack();
  await expect.poll(sentFrom).toContain(5);
  await expect.poll(pauses).toContainEqual(15_000);

  await post(page, day.path, { intent: "visit.done", visitId: await day.visit("Sorrel"), confirmed: 1 });
  await post(page, day.path, { intent: "route.finish", routeId, confirmed: 1 });
  await stand(6);
  const over = phone.waitForResponse((response) => response.url().endsWith(`/driver/position/${routeId}`));
  await comeBack();
  expect(await (await over).json()).toEqual({ kind: "over" });
  await expect(phone.locator("#share")).toBeHidden();
  await expect(phone.locator("#sync")).not.toContainText("Position shared");
  database.close();
});

test("the last part of the way, driven without a network, is sent once the route is finished", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of 503|fetching the script/);
  await signIn(page, "dispatcher");
  const { routeId } = await onTheRoad(page, "Way", ["Tansy"]);
  const { routeId: nextId } = await onTheRoad(page, "On", ["Thyme"]);
  const phone = await openPage(SIZES.phone);
  await phone.context().grantPermissions(["geolocation"]);
  const sent = (lat: number) =>
    phone.waitForResponse(
      (response) =>
        response.url().endsWith(`/driver/position/${routeId}`) &&
        (response.request().postData() ?? "").includes(`${lat}`),
    );
  const stand = (latitude: number) => phone.context().setGeolocation({ latitude, longitude: SCHAAN.lng, accuracy: 12 });
  await stand(47.161);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);
  await untilKept(phone, nextId);
  const first = sent(47.161);
  await phone.locator("#share").tap();
  await first;

  await phone.context().setOffline(true);
  // Two positions of one second are one.
  await phone.waitForTimeout(1100);
  await stand(47.173);
  await phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const waiting = () => phone.evaluate(() => localStorage.getItem("driver.positions"));
  await expect.poll(waiting).toContain("47.173");
  // The route ends a while after the place was taken.
  await phone.waitForTimeout(2100);
  const shown = phone.locator(".view.shown");
  await shown.getByRole("button", { name: "Done", exact: true }).tap();
  // So far from the stop.
  await shown.getByRole("button", { name: "Yes" }).tap();
  const finish = shown.getByRole("link", { name: "Finish route" });
  await expect(finish).not.toHaveAttribute("aria-disabled");
  await finish.tap();
  await shown.getByRole("button", { name: "Yes, finish" }).tap();
  await expect(shown.getByRole("heading", { name: "Route completed" })).toBeVisible();
  await expect(phone.locator("#sync")).not.toContainText("Position shared");
  expect(await waiting()).toContain("47.173");
  // The next route, which is shared as well, takes nothing of it, and its page sends what the first one's could not.
  await phone.goto(`driver/route/${nextId}`);
  await expect.poll(waiting).toContain(`/${nextId}"`);
  expect(await waiting()).toContain("47.173");
  const last = sent(47.173);
  await phone.context().setOffline(false);
  // Whether the finish was there before it or not.
  expect(["taken", "over"]).toContain(((await (await last).json()) as { kind: string }).kind);
  await expect.poll(waiting).toBeNull();
  await expect(phone.locator("#sync")).toHaveText("All sent · Position shared");
});

test("who says no to sharing in one tab is not shared by another, and nothing that waits is sent", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|status of 503|fetching the script/);
  await signIn(page, "dispatcher");
  const { routeId } = await onTheRoad(page, "No", ["Yarrow"]);
  const phone = await openPage(SIZES.phone);
  await phone.context().grantPermissions(["geolocation"]);
  await phone.context().setGeolocation({ latitude: 47.161, longitude: SCHAAN.lng, accuracy: 12 });
  const sent: string[] = [];
  phone.context().on("request", (request) => {
    if (request.url().endsWith(`/driver/position/${routeId}`)) sent.push(request.postData() ?? "");
  });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);
  await phone.locator("#share").tap();
  await expect.poll(() => sent.join()).toContain("47.161");
  await phone.context().setOffline(true);
  await phone.waitForTimeout(1100);
  await phone.context().setGeolocation({ latitude: 47.173, longitude: SCHAAN.lng, accuracy: 12 });
  await phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => phone.evaluate(() => localStorage.getItem("driver.positions"))).toContain("47.173");
  const other = await phone.context().newPage();
  await other.goto(`driver/route/${routeId}`);
  await expect(other.locator("#share")).toHaveText("Your position is shared");
  await other.locator("#share").tap();
  await expect(phone.locator("#share")).toHaveText("Share where I am");
  await phone.context().setOffline(false);
  for (const tab of [phone, other]) {
    await tab.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(tab.locator("#sync")).toHaveText("All sent");
  }
  expect(sent.join()).not.toContain("47.173");
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
      return document.createElement("canvas").captureStream();
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
  expect(await scan.locator("video").evaluate((video: HTMLVideoElement) => video.srcObject)).toBeNull();

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

test("a question is asked in one tab: a second one neither answers nor repeats it", async ({
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

  // Once its tab is closed, the other one of the same route asks.
  await home.close();
  await done.tap();
  await expect(question).toBeVisible();
  await phone.close();
  await lookAt(twin);
  await twin.locator("#question").getByRole("button", { name: "Yes" }).tap();
  await expect(twin.locator("#sync")).toHaveText("All sent");
  expect(sent.length).toBeGreaterThan(0);
});

test("what a driver fills in of themselves stays while the page keeps itself up to date", async ({
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422|ERR_ABORTED|fetching the script/);
  const database = new Database(path.join(platform.dataDir, "platform.sqlite"));
  const email = demoEmail(platform.output(), "driver");
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
