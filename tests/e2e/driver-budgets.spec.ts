import { gzipSync } from "node:zlib";
import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { SIZES } from "./pages/sizes";
import { DRIVER, prepareDay, startRoute, stops } from "./prepare";

/** What the page of a route with 100 stops may cost, gzip. */
const MOST_BYTES = { script: 25_000, stylesheet: 12_000, document: 60_000 } as const;
type Kind = keyof typeof MOST_BYTES;
const LCP_MS = 1_500;
const INP_MS = 100;

/**
 * A weak phone on a weak line. The phone is six times slower than a machine that does the piece of work of `paceMs` in
 * so many milliseconds; a machine that is slower or busy is slowed down less, so that the phone stays the same one.
 */
const CPU_SLOWDOWN = 6;
const REFERENCE_MS = 24;
const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
/** One that comes while the machine does something else says nothing of the page. */
const LOADS = 5;
const TAPS = 9;

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

/** How long this machine takes now for a fixed piece of work of the kind that pages do, milliseconds. */
const paceMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now();
      const words = new Map<string, number>();
      for (let index = 0; index < 240_000; index += 1) {
        const word = `word ${index % 997}`;
        words.set(word, (words.get(word) ?? 0) + index);
      }
      return performance.now() - start;
    });
    return times.sort((a, b) => a - b)[times.length >> 1]!;
  });

async function slowDownTo(cdp: CDPSession, page: Page): Promise<void> {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const share = REFERENCE_MS / (await paceMs(page));
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN * Math.min(1, Math.max(share, 1 / 3)) });
}

async function weakPhone(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", LINE);
  await slowDownTo(cdp, page);
  return cdp;
}

/** Of everything that the page loads, what is of each kind, in bytes gzip. */
async function sizesOf(page: Page, load: () => Promise<unknown>): Promise<Record<Kind, number>> {
  const bodies: [Kind, Promise<Buffer>][] = [];
  const take = (response: { request(): { resourceType(): string }; body(): Promise<Buffer> }) => {
    const kind = response.request().resourceType();
    if (kind in MOST_BYTES) bodies.push([kind as Kind, response.body()]);
  };
  page.on("response", take);
  await load();
  page.off("response", take);
  const sizes = { script: 0, stylesheet: 0, document: 0 };
  for (const [kind, body] of bodies) sizes[kind] += gzipSync(await body).length;
  return sizes;
}

/** When the largest part of the view stood there, milliseconds after the address was opened. */
const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        }),
      ),
  );

/** Keeps how long each press took until the next paint. */
const watchPresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const longest = new Map<number, number>();
    Object.assign(window, { presses: longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
        if (entry.interactionId > 0)
          longest.set(entry.interactionId, Math.max(longest.get(entry.interactionId) ?? 0, entry.duration));
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });

const presses = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(window as unknown as { presses: Map<number, number> }).presses.values()]);

test("the page of a route with 100 stops is small, stands soon and answers at once on a weak phone", async ({
  page,
  openPage,
  signIn,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|fetching the script/);
  await signIn(page, "dispatcher");
  const names = Array.from({ length: 100 }, (_, index) => `Customer number ${index + 1} and sons`);
  const visits = stops(names, { "Service time": 1, "Delivery note": "Second door on the left", "Load, kg": 20 });
  const vehicles = [{ Plate: "Long 1", "Work hours": "06:00-20:00" }];
  const day = await prepareDay(page, { title: "Long", visits, vehicles });
  const routeId = await day.route("Long 1");
  await startRoute(page, day, routeId, DRIVER);

  const loads: { lcp: number; sizes: Record<Kind, number> }[] = [];
  let phone = page;
  let cdp!: CDPSession;
  for (let load = 0; load < LOADS; load += 1) {
    // Nothing is known from before: neither files nor a service worker.
    phone = await openPage(SIZES.phone);
    await signIn(phone, "driver");
    cdp = await weakPhone(phone);
    const sizes = await sizesOf(phone, () => phone.goto(`driver/route/${routeId}`));
    loads.push({ lcp: await largestPaint(phone), sizes });
    if (load < LOADS - 1) await phone.context().close();
  }
  const { sizes } = loads[0]!;
  const lcp = loads.map((one) => Math.round(one.lcp));
  expect(await phone.locator("[data-row]").count()).toBe(100);

  await test.step("done with one tap, without a network", async () => {
    await watchPresses(phone);
    const done = phone.locator(".view.shown").getByRole("button", { name: "Done", exact: true });
    await phone.context().setOffline(true);
    for (let tap = 1; tap <= TAPS; tap += 1) {
      await slowDownTo(cdp, phone);
      await expect(done).toBeEnabled();
      await done.tap();
      await expect(phone.locator(".progress")).toHaveText(`Stop ${tap + 1} of 100`);
    }
    await expect(phone.locator("#sync")).toContainText(`${TAPS} waiting to send`);
  });
  const inp = await presses(phone);
  console.info(
    `Driver's page of 100 stops, bytes gzip: ${JSON.stringify(sizes)}; LCP ${median(lcp)} ms of ${lcp.join(", ")}; ` +
      `INP of done ${median(inp)} ms of ${inp.join(", ")}`,
  );
  for (const [kind, most] of Object.entries(MOST_BYTES)) {
    expect(sizes[kind as Kind], kind).toBeGreaterThan(1_000);
    expect(sizes[kind as Kind], kind).toBeLessThanOrEqual(most);
  }
  expect(median(lcp)).toBeLessThanOrEqual(LCP_MS);
  expect(inp).toHaveLength(TAPS);
  expect(median(inp)).toBeLessThanOrEqual(INP_MS);
});
