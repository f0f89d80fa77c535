import type { Page } from "@playwright/test";
import { BUILD_MARK, changingBuild } from "../setup/changing-build";
import { weakLine } from "../setup/weak-line";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { untilListening, watchTaken } from "./pages/taken";
import type { Day } from "./prepare";
import {
  confirmationTemplate,
  DRIVER,
  linkHash,
  lookAt,
  onTheRoad,
  post,
  prepareDay,
  startRoute,
  stops,
} from "./prepare";

test.beforeEach(({ browserErrors }) => browserErrors.allow(/ERR_|status of 50\d|Failed to fetch|fetching the script/));

const doneOn = (page: Page) => page.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
const delivered = async (day: Day) =>
  (await day.state()).visits.filter(({ type, status }) => type === "D" && status === 4);

/** In a service worker: its state, null if it isn't marked. */
const stateOf = (mark: string): string | null =>
  mark in globalThis ? (globalThis as unknown as { serviceWorker: ServiceWorker }).serviceWorker.state : null;

/** The UTC text of when a stop was done; null: it isn't. */
async function doneAt(page: Page, day: Day, name: string): Promise<number | null> {
  const address = `planning/visit/${await day.visit(name)}?_data=routes/_main.planning.visit.$visitId`;
  const text = await (await page.request.get(address)).text();
  const at = /"completedAt":"([\d-]+ [\d:]+)"/.exec(text)?.[1];
  return at === undefined ? null : Date.parse(`${at.replace(" ", "T")}Z`);
}

test("a new build in the middle of a day takes over what waits, with and without a network", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const build = await changingBuild(platform.url);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "New build", ["Ash", "Beech", "Cherry"]);
  const [, second] = await day.order("New build 1");
  const before = (await day.state()).plan.version;
  const phone = await openPage({ ...SIZES.phone, baseURL: build.url });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const keptScripts = () =>
    phone.evaluate(async () => (await (await caches.open("driver-files-1")).keys()).map(({ url }) => url));
  await expect.poll(keptScripts).toContainEqual(expect.stringMatching(/\/driver-[A-Z0-9]{8}\.js$/));

  build.cut();
  await doneOn(phone).tap();
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");
  const secondId = await day.visit(second!);
  await phone.evaluate(
    ({ visitId, id }) => {
      // As the first builds kept it.
      const { owner } = document.querySelector<HTMLElement>(".road-frame")!.dataset;
      const fields = { intent: "done", visitId: String(visitId), commandId: "of an earlier build", confirmed: "1" };
      const url = `/platform/driver/route/${id}`;
      const report = { id: "of an earlier build", url, fields, label: "Done, Beech,", at: Date.now() };
      localStorage.setItem(`driver.reports.${owner}`, JSON.stringify([report]));
    },
    { visitId: secondId, id: routeId },
  );

  build.change();
  // Nothing can be sent yet, by the page of before neither: what waits has to outlive the change.
  build.holdReports(true);
  build.restore();
  await phone.reload();
  await expect(phone.locator('script[src$="/driver-CHANGED0.js"]')).toHaveCount(1);
  await expect(phone.locator("#sync")).toContainText("2 waiting to send");
  // Not only there: while one worker makes way for the next, Chromium may lose what it is asked for. With a debugger
  // attached, as here, the old one now and then stays although it has nothing to do; a phone would end it.
  const devTools = await phone.context().newCDPSession(phone);
  await devTools.send("ServiceWorker.enable");
  const isChanged = async () => {
    const states = await Promise.all(
      phone
        .context()
        .serviceWorkers()
        .map((worker) => worker.evaluate(stateOf, BUILD_MARK).catch(() => null)),
    );
    if (states.includes("installed")) await devTools.send("ServiceWorker.stopAllWorkers");
    return states.includes("activated");
  };
  await phone.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(isChanged).toBe(true);
  await expect.poll(keptScripts).toContainEqual(expect.stringContaining("/driver-CHANGED0.js"));

  build.cut();
  await phone.reload();
  await expect(phone.locator(".progress")).toHaveText("Stop 3 of 3");
  await expect(phone.locator("#sync")).toContainText("2 waiting to send");
  build.holdReports(false);
  build.restore();
  await phone.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(phone.locator("#sync")).toHaveText("All sent");
  expect(await delivered(day)).toHaveLength(2);
  expect((await day.state()).plan.version - before, "one change of the plan for each report").toBe(2);
  await build.close();
});

test("a phone with an older build asks once, not beside a proof, and has the new one after a tap", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const build = await changingBuild(platform.url);
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Asks", visits: stops(["Dogwood"]), vehicles: [{ Plate: "Asks 1" }] });
  const visitId = await day.visit("Dogwood");
  const confirmationTemplateId = await confirmationTemplate(page, "Asks", { photo: "optional" });
  await post(page, day.path, { intent: "visit.update_fields", visitId, confirmationTemplateId });
  const routeId = await day.route("Asks 1");
  await startRoute(page, day, routeId, DRIVER);
  const phone = await openPage({ ...SIZES.phone, baseURL: build.url });
  const taken = await watchTaken(phone);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const question = phone.locator("#upgrade");
  await lookAt(phone);
  await expect.poll(taken.pages).toBeGreaterThanOrEqual(1);
  await expect(question).toHaveCount(0);

  build.change();
  await lookAt(phone);
  await expect(question).toContainText("Site was upgraded. Would you like to apply changes?");
  await phone.goto(`driver/route/${routeId}#proof-${visitId}`);
  await expect(phone.locator(".proof.shown")).toBeVisible();
  await expect(question).toBeHidden();
  await phone.goBack();
  await untilListening(phone, () => question.getByRole("button", { name: "Apply changes" }).tap());
  await expect(phone.locator('script[src$="/driver-CHANGED0.js"]')).toHaveCount(1);
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect(question).toHaveCount(0);
  await build.close();
});

/** In a page: its clock shows so much more than the true time, until `wrongMs` is set anew. */
function withWrongClock(wrongMs: number): void {
  const { now } = Date;
  const world = Object.assign(window, { wrongMs });
  const wrongNow = () => now() + world.wrongMs;
  window.Date = class extends Date {
    constructor(...given: [] | [number]) {
      super(...((given.length === 0 ? [wrongNow()] : given) as [number]));
    }
    static override now = wrongNow;
  } as DateConstructor;
}

test("a clock that is two hours wrong, and is put right before there is a network, makes no time wrong", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const line = await weakLine(platform.url);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Two hours", ["Elm", "Fir"]);
  const [first] = await day.order("Two hours 1");
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await phone.addInitScript(withWrongClock, 7_200_000);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await expect(doneOn(phone)).toBeEnabled();
  expect(Math.abs((await phone.evaluate(() => Date.now())) - 7_200_000 - Date.now())).toBeLessThan(60_000);
  const before = Date.now();
  line.cut();
  await doneOn(phone).tap();
  await expect(phone.locator("#sync")).toContainText("1 waiting to send");
  const after = Date.now();
  // The time of sending would show.
  await phone.waitForTimeout(5_000);
  await phone.evaluate(() => Object.assign(window, { wrongMs: 0 }));
  line.restore();
  // Nobody tells the phone that there is a network: its timer does.
  await expect(phone.locator("#sync")).toHaveText("All sent");
  // A second is what a time is stored to, another one what the phone's idea of the server's clock may be off.
  const at = (await doneAt(page, day, first!))!;
  expect([at - before > -2_000, at - after < 2_000], `${at} between ${before} and ${after}`).toEqual([true, true]);
  await line.close();
});

test("a clock that is two hours slow doesn't keep the first place that satellites found", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Slow clock", ["Elm", "Fir"]);
  const order = await day.order("Slow clock 1");
  const placeOf = async (name: string) => {
    const { lat, lng } = (await day.state()).visits.find((one) => one.name === name)!;
    return { latitude: lat!, longitude: lng!, accuracy: 10 };
  };
  const phone = await openPage(SIZES.phone);
  await phone.context().grantPermissions(["geolocation"]);
  // A place that is found says when by the true time.
  await phone.context().setGeolocation(await placeOf(order[0]!));
  await phone.addInitScript(withWrongClock, -7_200_000);
  await signIn(phone, "driver");
  // Until its script has taken over, what stands on the page may move under a tap.
  await untilListening(phone, () => phone.goto(`driver/route/${routeId}`));
  await doneOn(phone).tap();
  await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
  await expect(phone.locator("#sync")).toHaveText("All sent");

  await phone.context().setGeolocation(await placeOf(order[1]!));
  // For so long a place counts as that of now.
  await phone.waitForTimeout(21_000);
  await doneOn(phone).tap();
  await expect(phone.locator(".progress")).toHaveText("All 2 served");
  await expect(phone.locator(".view.shown").getByRole("heading", { name: "All stops served" })).toBeVisible();
  await expect(phone.getByText(/^You seem to be/)).toHaveCount(0);
  await expect(phone.locator("#sync")).toHaveText("All sent");
  expect(await delivered(day)).toHaveLength(2);

  // A tap before the view has settled does nothing.
  await expect(phone.locator(".view.shown").getByRole("link", { name: "Finish route" })).not.toHaveAttribute(
    "aria-disabled",
  );
  const taken = phone.waitForResponse((response) => response.url().endsWith(`/driver/position/${routeId}`));
  await phone.locator("#share").tap();
  await expect(phone.locator("#share")).toHaveText("Your position is shared");
  await expect(phone.locator("#sync")).toHaveText("All sent · Position shared");
  const kept = () => phone.evaluate(() => localStorage.getItem("driver.positions"));
  expect((await taken).status()).toBe(200);
  await expect.poll(kept).toBeNull();
  await page.goto(`tracking/route/${routeId}`);
  await expect(page.getByRole("application", { name: "Map of the route" })).toBeVisible();
  await expect(page.getByText("The vehicle’s position has not been shared yet.", { exact: false })).toHaveCount(0);
});

test("a phone without room says so, keeps the report while its page is open, and sends it", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const line = await weakLine(platform.url);
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Full phone", ["Gum", "Hazel"]);
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await expect(doneOn(phone)).toBeEnabled();
  const cdp = await phone.context().newCDPSession(phone);
  const { origin } = new URL(line.url);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  line.cut();
  await doneOn(phone).tap();
  await expect(phone.locator("#sync")).toHaveText(
    "You are offline. 1 waiting to send. This phone has no room to keep them: leave this page open",
  );
  await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
  line.restore();
  // Looked at again.
  await phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(phone.locator("#sync")).toHaveText("All sent", { timeout: 8_000 });
  expect(await delivered(day)).toHaveLength(1);
  await line.close();
});

test("a phone without room opens the day that it keeps, and with a network it lacks nothing", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  const line = await weakLine(platform.url);
  await signIn(page, "dispatcher");
  const { routeId } = await onTheRoad(page, "Full of photos", ["Gum", "Hazel"]);
  const phone = await openPage({ ...SIZES.phone, baseURL: line.url });
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  const keptPages = () =>
    phone.evaluate(async () => (await (await caches.open("driver-pages-1")).keys()).map(({ url }) => url));
  await expect.poll(keptPages).toContainEqual(expect.stringContaining(`/driver/route/${routeId}`));
  const cdp = await phone.context().newCDPSession(phone);
  await cdp.send("Storage.overrideQuotaForOrigin", { origin: new URL(line.url).origin, quotaSize: 1 });
  // By the worker from now on, which tries to keep the newer page after it has shown it.
  await phone.reload();
  await expect(doneOn(phone)).toBeEnabled();
  await phone.waitForTimeout(2_000);
  line.cut();
  await phone.reload();
  await expect(doneOn(phone)).toBeEnabled();
  await expect(phone.locator("#sync")).toHaveText("You are offline");

  // As after a new build: none of its files is on the phone, and none finds room there.
  line.restore();
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  await phone.evaluate(() => caches.delete("driver-files-1"));
  await phone.reload();
  await expect(phone.locator("html")).toHaveClass(/\bjs\b/);
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect(doneOn(phone)).toHaveCSS("min-height", "72px");
  await phone.getByRole("link", { name: "Map", exact: true }).tap();
  const map = phone.getByRole("application", { name: "Map of Full of photos" });
  await expect(map.locator("canvas").first()).toBeVisible();
  await line.close();
});

/** In a page: what came into browsers after 2020 is missing. */
function asIn2020(): void {
  const newer: [of: object, ...names: string[]][] = [
    [AbortSignal, "timeout", "any"],
    [AbortSignal.prototype, "reason", "throwIfAborted"],
    [Array.prototype, "at", "findLast", "findLastIndex", "toReversed", "toSorted", "toSpliced", "with"],
    [String.prototype, "at", "replaceAll"],
    [Object, "hasOwn", "groupBy"],
    [Promise, "any", "withResolvers"],
    [Crypto.prototype, "randomUUID"],
    [HTMLFormElement.prototype, "requestSubmit"],
    [SubmitEvent.prototype, "submitter"],
    [window, "structuredClone", "BroadcastChannel"],
  ];
  for (const [of, ...names] of newer) for (const name of names) Reflect.deleteProperty(of, name);
  window.FormData = class extends FormData {
    constructor(form?: HTMLFormElement) {
      super(form);
    }
  };
}

test("on phones of 2020 a driver reports what is done and why a stop failed, and a recipient's page follows", async ({
  page,
  openPage,
  signIn,
}) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Old phones", ["Kapok", "Laurel"]);
  const [, second] = await day.order("Old phones 1");
  const secondId = await day.visit(second!);
  const recipient = await openPage(SIZES.phone);
  await recipient.addInitScript(asIn2020);
  await recipient.goto(`tracking/public/visit/${secondId}/${await linkHash(page, "visit", secondId)}`);
  await expect(recipient.getByText("1 stop before you.")).toBeVisible();

  const phone = await openPage(SIZES.phone);
  await phone.addInitScript(asIn2020);
  await signIn(phone, "driver");
  await untilListening(phone, () => phone.goto(`driver/route/${routeId}`));
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await doneOn(phone).tap();
  await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect(recipient.getByText("You are next.")).toBeVisible();

  await expect(doneOn(phone)).toBeEnabled();
  const shown = phone.locator(".view.shown");
  await shown.locator("summary", { hasText: "Failed" }).tap();
  await shown.locator("button.reason").first().tap();
  await expect(phone.locator("#sync")).toHaveText("All sent");
  await expect(phone.locator("#refused")).toHaveCount(0);
  await expect
    .poll(async () => (await day.state()).visits.filter(({ type }) => type === "D").map(({ status }) => status))
    .toEqual(expect.arrayContaining([4, 5]));
});

test("a driver who refuses to say where they are reports as ever", async ({ page, openPage, signIn }) => {
  await signIn(page, "dispatcher");
  const { day, routeId } = await onTheRoad(page, "Nowhere", ["Ivy", "Juniper"]);
  const phone = await openPage(SIZES.phone);
  // Everything else is denied then.
  await phone.context().grantPermissions([]);
  await signIn(phone, "driver");
  await phone.goto(`driver/route/${routeId}`);
  await expect(doneOn(phone)).toBeEnabled();
  expect(
    await phone.evaluate(() => navigator.permissions.query({ name: "geolocation" }).then(({ state }) => state)),
  ).toBe("denied");
  await doneOn(phone).tap();
  await expect(phone.locator(".progress")).toHaveText("Stop 2 of 2");
  await expect(phone.locator("#sync")).toHaveText("All sent");
  expect(await delivered(day)).toHaveLength(1);
  await expect(doneOn(phone)).toBeEnabled();
  await doneOn(phone).tap();
  await expect.poll(async () => (await delivered(day)).length).toBe(2);
});
