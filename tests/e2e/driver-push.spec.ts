import type { CDPSession, Page } from "@playwright/test";
import { findChromium, findWholeChromium } from "../../scripts/lib/services/chromium.mjs";
import { browserSubscription } from "../helpers/push-service";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { DRIVER, prepareDay, startRoute, stops } from "./prepare";

const whole = findWholeChromium();
// A Chromium without windows shows no notifications.
if (whole !== undefined)
  test.use({
    launchOptions: {
      executablePath: whole,
      args: process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
    },
  });

/** why: no push service answers here. What it would give is given, and what it would deliver the browser delivers. */
async function withPushService(page: Page): Promise<void> {
  const { target } = browserSubscription("https://push.example/send/this-phone");
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0)).buffer;
    const subscription = {
      endpoint,
      getKey: (name: string) => bytes(name === "auth" ? auth : p256dh),
      unsubscribe: () => (sessionStorage.removeItem("subscribed"), Promise.resolve(true)),
    };
    const own = () => (sessionStorage.getItem("subscribed") === null ? null : subscription);
    Object.assign(PushManager.prototype, {
      getSubscription: () => Promise.resolve(own()),
      subscribe: (options: PushSubscriptionOptionsInit) => {
        sessionStorage.setItem("subscribed", String(options.applicationServerKey));
        return Promise.resolve(subscription);
      },
    });
  }, target);
}

/** The service worker of the page, for messages to it. */
async function workerOf(page: Page): Promise<{ cdp: CDPSession; registrationId: string }> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/platform/driver"));
      if (own) resolve(own.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  return { cdp, registrationId: await registered };
}

test("a driver's phone is told of a changed route from their tap on, shows it, and opens the route", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  test.skip(/headless-shell$/.test(whole ?? findChromium() ?? ""), "This Chromium shows no notifications.");
  await signIn(page, "dispatcher");
  const day = await prepareDay(page, { title: "Told", visits: stops(["Ash"]), vehicles: [{ Plate: "Told 1" }] });
  const routeId = await day.route("Told 1");
  await startRoute(page, day, routeId, DRIVER);

  const phone = await openPage({ ...SIZES.phone, permissions: ["notifications"] });
  await withPushService(phone);
  await signIn(phone, "driver");
  await phone.goto("driver");
  const push = phone.locator("#push");
  await expect(push).toHaveText("Tell me when my route changes");
  await push.tap();
  await expect(push).toHaveText("This phone is told when your route changes");
  await expect(push).toHaveAttribute("aria-pressed", "true");
  expect(await phone.evaluate(() => sessionStorage.getItem("subscribed"))).toMatch(/^B[\w-]{86}$/);

  await test.step("it stays on over a reload, without another request", async () => {
    let posts = 0;
    phone.on("request", (request) => (posts += request.method() === "POST" ? 1 : 0));
    await phone.reload();
    await expect(push).toHaveText("This phone is told when your route changes");
    expect(posts).toBe(0);
  });

  await test.step("the service worker shows what comes, the last one of a route alone", async () => {
    const { cdp, registrationId } = await workerOf(phone);
    const { origin } = new URL(platform.url);
    for (const body of ["1 stop added", "2 stops added"]) {
      const news = { title: "Your route has changed", body, path: `/platform/driver/route/${routeId}` };
      await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(news) });
    }
    const shown = () =>
      phone.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
      });
    await expect.poll(shown).toEqual(["Your route has changed: 2 stops added"]);
    const [worker] = phone.context().serviceWorkers();
    await worker!.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await registration.getNotifications();
      // why: nothing taps on a notification here.
      const { ExtendableEvent } = globalThis as unknown as { ExtendableEvent: typeof Event };
      dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification }));
    });
    await expect(phone).toHaveURL(new RegExp(`/driver/route/${routeId}$`));
    await expect(phone.locator(".progress")).toHaveText("Stop 1 of 1");
    expect(await shown()).toEqual([]);
  });

  await test.step("off again by a tap", async () => {
    await push.tap();
    await expect(push).toHaveText("Tell me when my route changes");
    await phone.reload();
    await expect(push).toHaveAttribute("aria-pressed", "false");
    expect(await phone.evaluate(() => sessionStorage.getItem("subscribed"))).toBeNull();
  });

  await test.step("a browser that blocks them says so", async () => {
    await phone.context().clearPermissions();
    await phone.reload();
    await push.tap();
    await expect(push).toContainText("Notifications are blocked");
  });
});

test("on a shared phone a page that stayed open switches nothing on in the name of who has signed in since", async ({
  openPage,
  signIn,
}) => {
  const phone = await openPage({ ...SIZES.phone, permissions: ["notifications"] });
  await withPushService(phone);
  await phone.addInitScript(() => {
    // why: a Chromium without windows refuses notifications whatever it is told.
    Notification.requestPermission = () => Promise.resolve("granted");
  });
  await signIn(phone, "driver");
  await phone.goto("driver");
  const push = phone.locator("#push");
  await expect(push).toHaveText("Tell me when my route changes");
  await signIn(phone, "dispatcher");
  const answered = phone.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes("push.subscribe")),
  );
  await push.tap();
  expect((await answered).headers()["x-remix-redirect"]).toMatch(/^\/login/);
  await expect(push).toHaveText("Notifications could not be switched on. Try again");
});
