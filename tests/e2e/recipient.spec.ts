import path from "node:path";
import { createDatabase } from "~/db/client.server";
import { localTime } from "~/domain/time/time-zone";
import { weakLine } from "../setup/weak-line";
import { expect, test } from "./fixtures";
import { addExaminer, seriousFaults } from "./pages/serious-faults";
import { SIZES } from "./pages/sizes";
import { textSizes } from "./pages/text-sizes";
import { DRIVER, linkHash, post, prepareDay, startRoute, stops, zoneAtNoon } from "./prepare";

/** Of the depot of a day that is prepared. */
const ZONE = "Europe/Vaduz";

// @spec PC-1.07 PC-2.16 PC-2.36 PC-7.29 PC-7.30 AA-2.59 PC-2.12 PC-2.13
test("a recipient follows a delivery without reloading, and rates it", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of (404|410)/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Recipients",
    visits: stops(["Ash", "Beech", "Cherry"], { "Recipient phone": "+423 777 66 55" }),
    vehicles: [{ Plate: "Recipients 1" }],
  });
  const routeId = await day.route("Recipients 1");
  await startRoute(page, day, routeId, DRIVER);
  const [first = "", second = "", third = ""] = await day.order("Recipients 1");
  const [firstId, secondId] = [await day.visit(first), await day.visit(second)];
  const link = `tracking/public/visit/${secondId}/${await linkHash(page, "visit", secondId)}`;

  const recipient = await openPage({ ...SIZES.phone, colorScheme: "dark" });
  const answer = await recipient.goto(link);
  expect(answer!.headers()["x-robots-tag"]).toContain("noindex");
  await expect(recipient.getByRole("heading", { level: 1 })).toHaveText(/^Between \d\d:\d\d and \d\d:\d\d$/);
  await expect(recipient.getByText("1 stop before you.")).toBeVisible();
  const html = await recipient.content();
  for (const secret of [first, third, "777 66 55"]) expect(html).not.toContain(secret);

  const phone = await openPage(SIZES.phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await test.step("a note and a safe place reach the driver and the dispatcher", async () => {
    await recipient.getByText("Leave a note or a safe place").click();
    expect(await textSizes(recipient), "sizes of the text, a form among it").toEqual([16, 18, 32]);
    await recipient.getByLabel("Note for the driver").fill("Ring twice");
    await recipient.getByLabel("Safe place").fill("Behind the shed");
    await recipient.getByRole("button", { name: "Tell the driver" }).click();
    await expect(recipient.getByText("Thank you. The driver will see this.")).toBeVisible();
    // Nobody reloads these pages.
    await expect(phone.locator("#news")).toContainText(`Your route has changed: stop changed: ${second}`);
    await page.goto(`tracking/visit/${secondId}`);
    await expect(page.getByText("Note: Ring twice")).toBeVisible();
    await recipient.getByText("Change what the driver is told").click();
    await recipient.getByLabel("Safe place").fill("In the barn");
    await recipient.getByRole("button", { name: "Tell the driver" }).click();
    await expect(page.getByText("Safe place: In the barn")).toBeVisible();
    await phone.goto(`driver/route/${routeId}#stop-${secondId}`);
    await expect(phone.locator(".view.shown")).toContainText("The recipient says: Ring twice");
    await expect(phone.locator(".view.shown")).toContainText("Safe place: In the barn");
  });

  const scripts: string[] = [];
  recipient.on("request", (request) => void scripts.push(new URL(request.url()).pathname));
  await test.step("the map comes when it is asked for, and shows this stop alone", async () => {
    await recipient.reload();
    await expect(recipient.getByRole("button", { name: "Show the map" })).toBeVisible();
    expect(scripts.filter((path) => /\/(map|tracking)-/.test(path))).toHaveLength(1);
    await recipient.getByRole("button", { name: "Show the map" }).click();
    await expect(recipient.getByRole("application", { name: "Map of your delivery" })).toBeVisible();
    await expect(recipient.locator(".map-words").first()).toHaveText("1 stop. Next: Your address.");
    expect(scripts.filter((path) => /\/map-/.test(path))).toHaveLength(1);
  });

  await test.step("the stop before is done: the page says so by itself", async () => {
    await phone.goto(`driver/route/${routeId}`);
    await phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true }).click();
    await expect(recipient.getByText("You are next.")).toBeVisible();

    await page.goto(`tracking/visit/${secondId}`);
    const map = page.getByRole("application", { name: "Map of the route" });
    await expect(map.locator("canvas").first()).toBeVisible();
    const words = page.getByText("The vehicle’s position has not been shared yet.", { exact: false });
    await expect(words).toBeVisible();
    const place = { lat: 47.2, lng: 9.4, accuracyM: 5, headingDeg: 270, speedKmh: 50 };
    await phone.request.post(`driver/position/${routeId}`, {
      data: { positions: [{ atSec: Math.floor(Date.now() / 1000), ...place }] },
    });
    await expect(words).toBeHidden();
    await page.goto(`tracking/route/${routeId}`);
    await expect(map.locator("canvas").first()).toBeVisible();
    await expect(words).toHaveCount(0);
    await phone.close();
    // The vehicle is on the map that is open, whose turn comes next.
    await recipient.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(recipient.locator(".map-words").first()).toHaveText(
      /^1 stop\. Next: Your address, \d+(\.\d)? km from the vehicle in a straight line\.$/,
    );
  });

  await test.step("delivered, rated once it is", async () => {
    await post(page, day.path, { intent: "visit.done", visitId: secondId, confirmed: 1 });
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText(/^Delivered at/);
    await recipient.getByRole("radio", { name: "4 stars" }).check();
    await recipient.getByLabel("Comment").fill("Kind");
    await recipient.getByRole("button", { name: "Send the rating" }).click();
    await expect(recipient.getByText("Thank you for your rating.")).toBeVisible();
    await page.goto(`planning/route/${routeId}?visit=${secondId}`);
    await expect(page.getByText("4 of 5")).toBeVisible();
  });

  await test.step("the chosen stars are told from the others in the system's own colours", async () => {
    await recipient.emulateMedia({ forcedColors: "active" });
    await recipient.getByRole("radio", { name: "2 stars" }).check();
    const looks = (name: string) =>
      recipient.getByRole("radio", { name }).evaluate((radio: HTMLInputElement) => {
        const { color } = getComputedStyle(radio.parentElement!);
        const { opacity, appearance } = getComputedStyle(radio);
        return { color, opacity, appearance };
      });
    expect(await looks("2 stars")).toMatchObject({ opacity: "1", appearance: "auto" });
    // A radio button that is shown says by itself whether it is chosen.
    expect(await looks("5 stars")).toMatchObject({ opacity: "1", appearance: "auto" });
    await recipient.emulateMedia({ forcedColors: "none" });
    expect(await looks("2 stars")).not.toEqual(await looks("5 stars"));
  });

  await addExaminer(recipient);
  expect(await seriousFaults(recipient)).toEqual([]);

  await test.step("the link is copied, and revoked", async () => {
    await page.goto(`tracking/visit/${secondId}`);
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByText("Link is ready", { exact: true })).toBeVisible();
    await expect(page.getByText(/^(Copied to clipboard|Copy the link by hand)$/)).toBeVisible();
    await page.getByRole("button", { name: "Revoke link" }).click();
    await expect(page.getByText("The link is revoked.", { exact: false }).first()).toBeVisible();
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText("This link is not known");
    expect((await recipient.goto(link))!.status()).toBe(404);
    expect(firstId).toBeGreaterThan(0);
  });

  await test.step("somebody without an account is sent to the public variant", async () => {
    await recipient.goto(`tracking/route/${routeId}`);
    await expect(recipient.getByRole("heading", { name: "Follow a delivery" })).toBeVisible();
    await recipient.goto(`tracking/route/${routeId}?hash=${await linkHash(page, "route", routeId)}`);
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText("Stop 3 of 3");
  });
});

test("a dispatcher accepts what a recipient asks for and declines another", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Wishes",
    visits: stops(["Larch", "Linden"]),
    vehicles: [{ Plate: "Wishes 1" }],
  });
  await post(page, day.path, { intent: "route.approve", routeId: await day.route("Wishes 1") });
  const recipient = await openPage(SIZES.phone);
  const planned = recipient.getByRole("heading", { level: 1 });
  const ask = async (name: string, from: string, to: string) => {
    const id = await day.visit(name);
    await recipient.goto(`tracking/public/visit/${id}/${await linkHash(page, "visit", id)}`);
    const before = await planned.innerText();
    await recipient.getByText("Ask for another time").click();
    await recipient.getByLabel("From").fill(from);
    await recipient.getByLabel("To").fill(to);
    await recipient.getByRole("button", { name: "Send the request" }).click();
    await expect(recipient.getByText(`You asked for ${from}–${to}. The answer will be shown here.`)).toBeVisible();
    await expect(planned).toHaveText(before);
    return before;
  };
  await page.goto("tracking");
  const wish = (name: string) => page.getByRole("listitem").filter({ hasText: name }).filter({ hasText: "until now" });
  const windowOf = async (name: string) => {
    const panel = `planning/visit/${await day.visit(name)}?_data=routes/_main.planning.visit.$visitId`;
    return /"startTime":"([\d:]+)","endTime":"([\d:]+)"/.exec(await (await page.request.get(panel)).text())!.slice(1);
  };
  const finishes = async () => localTime((await day.state()).routes.find(({ stops: all }) => all === 2)!.finish!, ZONE);

  const [before, windowBefore] = [await ask("Larch", "15:00", "16:30"), await windowOf("Larch")];
  await expect(wish("Larch")).toContainText("If accepted: ");
  await wish("Larch").getByRole("button", { name: "Decline" }).click();
  await expect(wish("Larch")).toHaveCount(0);
  // Nobody reloads this page.
  await expect(
    recipient.getByText("Your request for 15:00–16:30 can’t be met. The time above still holds."),
  ).toBeVisible();
  await expect(planned).toHaveText(before);
  expect(await windowOf("Larch")).toEqual(windowBefore);

  await ask("Linden", "16:00", "18:00");
  const effect =
    /If accepted: (?:Stays stop|Stop) (\d)(?: instead of \d)?, arrival .*, waits .* · Finish (\S+) instead of (\S+)/;
  await expect(wish("Linden")).toContainText(effect);
  const [, place, finish, finishBefore] = effect.exec(await wish("Linden").innerText())!;
  expect(await finishes()).toBe(finishBefore);
  await wish("Linden").getByRole("button", { name: "Accept" }).click();
  await expect(wish("Linden")).toHaveCount(0);
  await expect(recipient.getByText("Your request for 16:00–18:00 is accepted.")).toBeVisible();
  expect(await windowOf("Linden")).toEqual(["16:00", "18:00"]);
  await expect(planned).toHaveText("Planned between 16:00 and 16:15");
  expect((await day.order("Wishes 1")).indexOf("Linden") + 1).toBe(Number(place));
  expect(await finishes()).toBe(finish);
});

test("what a recipient wrote in vain stays on a page that keeps itself up to date, with the reason", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/status of 4(09|29)/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "In vain",
    visits: stops(["Myrtle", "Nutmeg"]),
    vehicles: [{ Plate: "In vain 1" }],
  });
  await startRoute(page, day, await day.route("In vain 1"), DRIVER);
  const [first, second] = await day.order("In vain 1");
  const [firstId, secondId] = [await day.visit(first!), await day.visit(second!)];
  const recipient = await openPage(SIZES.phone);
  const link = `tracking/public/visit/${secondId}/${await linkHash(page, "visit", secondId)}`;
  const form = { intent: "note", note: "Ring", safePlace: "" };
  // As many as one link may send.
  for (let times = 0; times < 20; times += 1) await recipient.request.post(link, { form, maxRedirects: 0 });
  await recipient.goto(link);
  await expect(recipient.getByText("1 stop before you.")).toBeVisible();
  await recipient.getByText("Change what the driver is told").click();
  await recipient.getByLabel("Note for the driver").fill("The bell is broken, please knock at the window");
  await recipient.getByRole("button", { name: "Tell the driver" }).click();
  const reason = recipient.locator("#form-note").getByRole("alert");
  await expect(reason).toContainText("Please wait");

  await post(page, day.path, { intent: "visit.done", visitId: firstId, confirmed: 1 });
  await expect(recipient.getByText("You are next.")).toBeVisible();
  await expect(reason).toBeVisible();
  await expect(recipient.getByLabel("Note for the driver")).toHaveValue(
    "The bell is broken, please knock at the window",
  );

  await test.step("where its form is gone, the reason stands on the page", async () => {
    await post(page, day.path, { intent: "visit.done", visitId: secondId, confirmed: 1 });
    await expect(recipient.getByRole("heading", { level: 1 })).toHaveText(/^Delivered at/);
    const late = await recipient.request.post(link, { form });
    expect(await late.text()).toMatch(/role="alert">[^<]*Please wait/);
  });
});

test("a recipient whose connection is lost is told since when the page is old", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|Failed to fetch/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Lost connection",
    visits: stops(["Sorrel", "Thyme"]),
    vehicles: [{ Plate: "Lost 1" }],
  });
  await startRoute(page, day, await day.route("Lost 1"), DRIVER);
  const [first = "", second = ""] = await day.order("Lost 1");
  const id = await day.visit(second);
  const line = await weakLine(platform.url);
  const recipient = await openPage({ ...SIZES.phone, baseURL: line.url });
  await recipient.clock.install();
  await recipient.goto(`tracking/public/visit/${id}/${await linkHash(page, "visit", id)}`);
  const when = recipient.locator(".when");
  const told = recipient.locator(".old").getByRole("status");
  const tryAgain = recipient.getByRole("button", { name: "Try again" });
  await expect(when.getByText("1 stop before you.")).toBeVisible();
  const since = localTime(Number(await recipient.locator("main").getAttribute("data-at")), ZONE);

  line.cut();
  /** What the page tries by itself every half minute. */
  const tryInVain = async () => {
    const failed = recipient.waitForEvent("requestfailed", (request) => request.resourceType() === "fetch");
    await recipient.clock.runFor(30_000);
    await failed;
  };
  await tryInVain();
  // The region is there before its words, so that they are read out.
  await expect(told).toHaveText("");
  await tryInVain();
  await expect(told).toContainText("No connection. This was so at ");
  const [, at = ""] = /at (\d\d:\d\d)\./.exec(await told.innerText()) ?? [];
  expect([since, localTime(Date.now() / 1000, ZONE)]).toContain(at);
  await expect(when.getByText("1 stop before you.")).toBeVisible();

  await post(page, day.path, { intent: "visit.done", visitId: await day.visit(first), confirmed: 1 });
  const again = recipient.waitForEvent("requestfailed", (request) => request.resourceType() === "fetch");
  await tryAgain.click();
  await again;
  await expect(tryAgain).toBeFocused();
  await addExaminer(recipient);
  expect(await seriousFaults(recipient)).toEqual([]);
  line.restore();
  await tryAgain.click();
  await expect(when.getByText("You are next.")).toBeVisible();
  await expect(told).toHaveText("");
  await expect(tryAgain).toHaveCount(0);
  await expect(when, "what was asked for").toBeFocused();
  await line.close();
});

// @spec PC-2.15 PC-2.16
test("links that are forged or a week old open nothing and tell nothing", async ({
  page,
  openPage,
  signIn,
  platform,
  browserErrors,
}) => {
  browserErrors.allow(/status of (404|410)/);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Closed links",
    visits: stops(["Rowan", "Willow"], { "Recipient name": "Anna Marxer", "Recipient phone": "+423 777 66 55" }),
    vehicles: [{ Plate: "Closed 1" }],
  });
  const [routeId, rowanId, willowId] = [
    await day.route("Closed 1"),
    await day.visit("Rowan"),
    await day.visit("Willow"),
  ];
  await startRoute(page, day, routeId, DRIVER);
  const [route, rowan, willow] = [
    await linkHash(page, "route", routeId),
    await linkHash(page, "visit", rowanId),
    await linkHash(page, "visit", willowId),
  ];
  const visitor = await openPage(SIZES.phone);
  const open = async (link: string, status: number, title: string | RegExp) => {
    const answer = (await visitor.goto(link))!;
    expect(answer.status(), link).toBe(status);
    expect(answer.headers()).toMatchObject({
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "private, no-store",
    });
    await expect(visitor.locator('meta[name="robots"]').last()).toHaveAttribute("content", "noindex, nofollow");
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
  };
  /** What every closed link has in common: nobody can tell what it was about, or follow it. */
  const openClosed = async (link: string, status: number, title: string) => {
    await open(link, status, title);
    const html = await visitor.content();
    for (const secret of [
      "Rowan",
      "Willow",
      "Anna",
      "Ring 1",
      "777 66 55",
      "Closed",
      "Drew",
      "data-map",
      "data-events",
    ])
      expect(html, link).not.toContain(secret);
    expect((await visitor.request.get(`${link}/events`)).status()).toBe(status);
    expect((await visitor.request.get(`${link}/picture/1`)).status()).toBe(404);
    return visitor.locator("main").innerText();
  };
  const visitLink = `tracking/public/visit/${rowanId}`;
  const routeLink = `tracking/public/${routeId}`;
  const nothing = await openClosed(`tracking/public/visit/999999/${rowan}`, 404, "This link is not known");
  const last = rowan.endsWith("A") ? "B" : "A";
  for (const forged of [`${rowan.slice(0, -1)}${last}`, willow, route, rowan.toLowerCase(), "x"])
    expect(await openClosed(`${visitLink}/${forged}`, 404, "This link is not known"), forged).toBe(nothing);
  for (const forged of [rowan, `${route}A`])
    expect(await openClosed(`${routeLink}/${forged}`, 404, "This link is not known"), forged).toBe(nothing);

  const db = createDatabase({ file: path.join(platform.dataDir, "platform.sqlite"), busyTimeoutMs: 10_000 });
  // Where it is about noon now, the day is the same one all through the test.
  const { warehouse_id: warehouseId } = (await db("routing_plans").where({ id: day.planId }).first("warehouse_id"))!;
  const [now, timeZone] = [Date.now(), zoneAtNoon()];
  await db("warehouses").where({ id: warehouseId! }).update({ time_zone: timeZone });
  const daysAgo = (days: number) => new Date(now - days * 24 * 3600_000).toISOString().slice(0, 10);
  const serveOn = (date: string) => db("routing_plans").where({ id: day.planId }).update({ service_date: date });
  await serveOn(daysAgo(7));
  await open(`${visitLink}/${rowan}`, 200, /\d\d:\d\d/);
  await open(`${routeLink}/${route}`, 200, "Stop 1 of 2");
  await serveOn(daysAgo(8));
  for (const width of [360, 1000]) {
    await visitor.setViewportSize({ width, height: 740 });
    await openClosed(`${visitLink}/${rowan}`, 410, "This link has expired");
    await openClosed(`${routeLink}/${route}`, 410, "This link has expired");
  }
  await db.destroy();
});
