import path from "node:path";
import Database from "better-sqlite3";
import { dayIn } from "../helpers/days";
import { expect, test } from "./fixtures";
import { untilKept } from "./pages/kept-day";
import { SIZES } from "./pages/sizes";
import { DRIVER, lookAt, onTheRoad, post, prepareDay, SCHAAN, startRoute, stops } from "./prepare";

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
