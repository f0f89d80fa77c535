import sharp from "sharp";
import type { Page } from "@playwright/test";
import { weakLine } from "../setup/weak-line";
import type { WeakLine } from "../setup/weak-line";
import { expect, test as base } from "./fixtures";
import { untilKept } from "./pages/kept-day";
import { SIZES } from "./pages/sizes";
import { untilListening } from "./pages/taken";
import { confirmationTemplate, DRIVER, onTheRoad, post, prepareDay, startRoute, stops } from "./prepare";

const test = base.extend<{ line: WeakLine }>({
  line: async ({ platform, browserErrors }, provide) => {
    browserErrors.allow(/ERR_|status of 503|Failed to fetch|fetching the script/);
    const line = await weakLine(platform.url);
    await provide(line);
    await line.close();
  },
});

test("the day opens without a network; reports survive the tab, are shown as waiting, and are sent once", async ({
  page,
  openPage,
  signIn,
  line,
}) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Far valley", ["Ash", "Beech", "Cherry"]);
  const before = (await day.state()).plan.version;

  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  // The list alone was opened: the route comes to the phone by itself.
  await phone.goto("driver");
  await untilKept(phone, routeId);
  line.cut();

  const done = (on: Page) => on.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
  await test.step("pages open as they were kept", async () => {
    await phone.reload();
    await expect(phone.getByRole("heading", { name: "My routes" })).toBeVisible();
    await phone.locator(`a[href$="/driver/route/${routeId}"]`).tap();
    await expect(phone.locator(".progress")).toHaveText("Stop 1 of 3");
    await expect(done(phone)).toBeEnabled();
  });
  await test.step("one tap for each stop", async () => {
    await done(phone).tap();
    await expect(phone.getByText("Stop 2 of 3")).toBeVisible();
    await done(phone).tap();
    await expect(phone.getByText("Stop 3 of 3")).toBeVisible();
    await expect(phone.locator("#sync")).toContainText("2 waiting to send");
  });
  const again = await test.step("the tab is killed; the next one knows what waits", async () => {
    const next = await phone.context().newPage();
    await phone.close();
    await next.goto(`driver/route/${routeId}#list`);
    await expect(next.locator("#sync")).toContainText("2 waiting to send");
    await expect(next.locator('[data-row] [data-past]:text-is("waiting to send")')).toHaveCount(2);
    return next;
  });
  await test.step("a page that the phone doesn't have says so", async () => {
    const other = await again.context().newPage();
    await other.goto("driver/route/999999");
    await expect(other.getByRole("heading", { name: "You are offline" })).toBeVisible();
    await other.close();
  });
  await test.step("with a network everything is sent, each report once", async () => {
    line.restore();
    await again.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(again.locator("#sync")).toHaveText("All sent");
    await expect(again.locator('[data-row] [data-past]:text-is("waiting to send")')).toHaveCount(0);
    const { plan, visits } = await day.state();
    expect(visits.filter(({ type, status }) => type === "D" && status === 4)).toHaveLength(2);
    expect(plan.version - before, "one change of the plan for each report").toBe(2);
  });
  await test.step("what was sent shows on the kept page, too, which is older", async () => {
    line.cut();
    await again.reload();
    await expect(again.locator(".progress")).toHaveText("Stop 3 of 3");
    await expect(again.locator("#sync")).toHaveText("You are offline");
  });
  await test.step("the finish counts what waits, and leaves nothing to take back", async () => {
    const shown = again.locator(".view.shown");
    await again.getByRole("link", { name: "Now" }).click();
    await expect(done(again)).toBeEnabled();
    await shown.getByText("Failed", { exact: true }).click();
    await shown.getByRole("button", { name: "Refused" }).click();
    await expect(shown).toContainText("2 done, 1 failed.");
    await expect(again.getByRole("button", { name: "Undo" })).toBeVisible();
    const finish = shown.getByRole("link", { name: "Finish route" });
    await expect(finish).not.toHaveAttribute("aria-disabled");
    await finish.click();
    await shown.getByRole("button", { name: "Yes, finish" }).click();
    await expect(shown.getByRole("heading", { name: "Route completed" })).toBeVisible();
    await expect(shown).toContainText("2 done, 1 failed.");
    await expect(again.getByRole("button", { name: "Undo" })).toBeHidden();
    await shown.getByRole("link", { name: "To my routes" }).click();
    await expect(again.locator(`a[href$="/driver/route/${routeId}"]`)).toContainText("2 waiting to send");
    await expect(again.getByText("2 waiting to send")).toHaveCount(2);
  });
});

test("a phone whose session has ended forgets its pages, and sends what waits after the next sign-in", async ({
  page,
  openPage,
  signIn,
  line,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Lost phone", ["Alder", "Briar"]);
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  const kept = () =>
    phone.evaluate(async () => {
      const names = ["driver-pages-1", "driver-pictures-1"];
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.map(({ length }) => length);
    });
  const offline = phone.getByRole("heading", { name: "You are offline" });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await untilKept(phone, routeId);
  await phone.getByRole("link", { name: "Map" }).tap();
  await expect.poll(kept).toEqual([expect.any(Number), 1]);
  line.cut();
  await phone.getByRole("link", { name: "Now" }).tap();
  await phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true }).tap();
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");

  await test.step("nothing of the day opens after the sign-in was shown", async () => {
    // As of a session that was ended elsewhere: the phone isn't told.
    await phone.context().clearCookies();
    line.restore();
    await phone.goto("driver");
    await expect(phone).toHaveURL(/\/login/);
    await expect.poll(kept).toEqual([0, 0]);
    line.cut();
    await phone.goto(`driver/route/${routeId}`);
    await expect(offline).toBeVisible();
    await expect(phone.getByText("Alder")).toHaveCount(0);
  });
  await test.step("the report has waited", async () => {
    line.restore();
    await signIn(phone, "driver");
    await phone.goto(`driver/route/${routeId}`);
    await expect(phone.locator("#sync")).toHaveText("All sent");
    await expect.poll(async () => (await day.state()).visits.find(({ name }) => name === "Alder")?.status).toBe(4);
  });
  await test.step("a page of last week isn't shown", async () => {
    await untilKept(phone, routeId);
    // Before it: a page that is fetched meanwhile would be of now.
    line.cut();
    await phone.evaluate(async () => {
      const pages = await caches.open("driver-pages-1");
      for (const key of await pages.keys()) {
        const one = (await pages.match(key))!;
        const headers = new Headers(one.headers);
        headers.set("X-Kept-At", String(Date.now() - 5 * 24 * 3600_000));
        await pages.put(key, new Response(await one.text(), { headers }));
      }
    });
    await phone.goto(`driver/route/${routeId}`);
    await expect(offline).toBeVisible();
    await expect.poll(kept).toEqual([0, 0]);
  });
});

test("photos wait on the phone with their report", async ({ page, openPage, signIn, line }) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Far photo",
    visits: stops(["Elm", "Fir"]),
    vehicles: [{ Plate: "Far photo 1" }],
  });
  const routeId = await day.route("Far photo 1");
  const visitId = await day.visit("Elm");
  const template = await confirmationTemplate(page, "With a photo", { photo: "required" });
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId: template });
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}#proof-${visitId}`);
  await untilKept(phone, routeId);
  line.cut();
  const view = phone.locator(".view.shown");
  // As a camera takes it: nothing makes a picture larger than noise.
  const buffer = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 60 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  // A camera that is refused gives nothing; the phone's own pictures are there all the same.
  const camera = phone.waitForEvent("filechooser");
  await view.getByLabel("Take photos").tap();
  await (await camera).setFiles([]);
  await expect(view.locator(".given [data-hint]")).toHaveText("Required");
  const pictures = phone.waitForEvent("filechooser");
  await view.getByLabel("Choose from the phone").tap();
  await (await pictures).setFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer });
  await expect(view.locator(".given [data-hint]")).toHaveText("✓ 1");
  await view.getByRole("button", { name: "Done", exact: true }).tap();
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");
  const next = await phone.context().newPage();
  await phone.close();
  line.restore();
  await untilListening(next, () => next.goto(`driver/route/${routeId}#stop-${visitId}`));
  await expect(next.locator("#sync")).toHaveText("All sent");
  await expect.poll(async () => (await day.state()).visits.find(({ name }) => name === "Elm")?.status).toBe(4);
  const shown = next.locator(".view.shown").getByRole("img", { name: "Photo 1" });
  await expect(shown).toBeVisible();
  const [link] = await next
    .locator('.view.shown a[href*="view-image"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  const stored = await (await next.request.get(link!)).body();
  const { width, height } = await sharp(stored).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  expect(stored.length).toBeLessThanOrEqual(400_000);
  expect(buffer.length).toBeGreaterThan(4_000_000);
});

test("a report whose photo the browser has lost is sent without it, and says so until that is read", async ({
  page,
  openPage,
  signIn,
  line,
}) => {
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, {
    title: "Lost photo",
    visits: stops(["Elm", "Fir"]),
    vehicles: [{ Plate: "Lost photo 1" }],
  });
  const routeId = await day.route("Lost photo 1");
  const visitId = await day.visit("Elm");
  const confirmationTemplateId = await confirmationTemplate(page, "A photo", { photo: "optional" });
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId });
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}#proof-${visitId}`);
  await untilKept(phone, routeId);
  line.cut();
  const view = phone.locator(".view.shown");
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();
  const pictures = phone.waitForEvent("filechooser");
  await view.getByLabel("Choose from the phone").tap();
  await (await pictures).setFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer });
  await expect(view.locator(".given [data-hint]")).toHaveText("✓ 1");
  await view.getByRole("button", { name: "Done", exact: true }).tap();
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");

  // As a browser does that no longer finds the file: it neither reads nor sends it.
  await phone.evaluate(() => {
    const { fetch } = window;
    const hasFile = (body: unknown) =>
      body instanceof FormData && [...body.values()].some((one) => one instanceof Blob);
    window.fetch = (asked, init) =>
      hasFile(init?.body) ? Promise.reject(new TypeError("Failed to fetch")) : fetch(asked, init);
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("The file is gone", "NotReadableError"));
  });
  line.restore();
  const told = phone.getByRole("alert");
  await expect(async () => {
    await phone.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(told).toContainText("was sent without a picture", { timeout: 1_000 });
  }).toPass();
  await expect(phone.locator("#sync")).toHaveText("All sent");
  expect((await day.state()).visits.find(({ name }) => name === "Elm")?.status).toBe(4);

  await phone.reload();
  await expect(told).toContainText("was sent without a picture");
  await told.getByRole("button", { name: "OK" }).tap();
  await expect(told).toHaveCount(0);
  await phone.reload();
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect(told).toHaveCount(0);
});

test(
  "what no longer fits is told to the driver, and waits for the dispatcher with its answers",
  { tag: "@screen" },
  async ({ page, openPage, signIn, line, browserErrors }) => {
    browserErrors.allow(/status of 4\d\d/);
    await signIn(page, "dispatcher");
    const { day, routeId } = await onTheRoad(page, "Taken back", ["Larch", "Maple"]);
    const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
    await signIn(phone, "driver");
    await phone.goto(`driver/route/${routeId}`);
    await untilKept(phone, routeId);
    line.cut();
    const done = phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
    for (const waiting of [1, 2]) {
      await done.tap();
      await expect(phone.locator("#sync")).toContainText(`${waiting} waiting to send`);
    }
    await post(page, day.path, { intent: "route.reset", routeId });
    line.restore();
    await phone.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(phone.getByRole("alert")).toContainText("Your dispatcher has been told");
    await expect(phone.getByText("Your route has changed")).toHaveCount(0);

    await page.goto("tracking");
    const tasks = page.getByRole("region", { name: "Needs attention" });
    const reports = tasks.getByRole("listitem").filter({ hasText: "Drew Driver reported" });
    await expect(reports).toHaveCount(2);
    const larch = tasks.getByRole("listitem").filter({ hasText: "Drew Driver reported Larch as done" });
    const maple = tasks.getByRole("listitem").filter({ hasText: "Drew Driver reported Maple as done" });
    const accept = larch.getByRole("button", { name: "Accept the report" });
    await expect(accept).toBeDisabled();
    await expect(accept).toHaveAccessibleDescription("The visit is not on a route.");
    for (const one of [maple, larch]) {
      await one.getByRole("button", { name: "Dismiss" }).click();
      await expect(one).toHaveCount(0);
    }
    await expect(reports).toHaveCount(0);

    // The driver has read it: it is gone for good.
    await phone.getByRole("alert").getByRole("button", { name: "OK" }).tap();
    await phone.goto("driver");
    await expect(phone.locator("#sync")).toHaveText("All sent");
    await expect(phone.getByRole("alert")).toHaveCount(0);
  },
);
