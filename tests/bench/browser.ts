/** What a dispatcher's browser takes: cold start, drop, scrolling, panning. Measured in the page, in milliseconds. */
import { chromium, type Browser, type Page } from "@playwright/test";
import { LIGHT } from "~/ui/map/base-palette";
import { findChromium } from "../../scripts/lib/services/chromium.mjs";
import type { PlatformServer } from "../setup/e2e-server";

declare global {
  interface Window {
    /** when the list answered, when the map was there and when tiles were drawn under it, in ms */
    seen?: { list?: number; map?: number; ground?: number };
    /** ends the count of frames; their lengths in ms */
    endFrames?: () => number[];
    /** ms until a drop was painted; -1: it was not */
    painted?: Promise<number>;
  }
}

const executablePath = findChromium();

export interface ColdStart {
  firstPaint: number;
  /** the first click was answered: a route has unfolded */
  list: number;
  /** the map is drawn */
  map: number;
  /** and the tiles under it; null: the server has none */
  ground: number | null;
  /** bytes over the wire: the page, its scripts */
  htmlBytes: number;
  scriptBytes: number;
}

export interface Frames {
  count: number;
  over50: number;
  longest: number;
}

/** Besides the first: some 200 rows to scroll over. */
const OPEN_ROUTES = 8;

/** A browser that has never seen the platform, signed in. */
async function coldBrowser(server: PlatformServer, cookie: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = "", ...value] = cookie.split("=");
  await context.addCookies([{ name, value: value.join("="), domain: new URL(server.url).hostname, path: "/platform" }]);
  // tsx names functions with a helper of its own, which functions that are sent to the page would miss there.
  await context.addInitScript({ content: "globalThis.__name = (made) => made" });
  return { browser, page: await context.newPage() };
}

/** From the start of the navigation, in a new browser; a click is tried every 10 ms until one is answered. */
export async function coldStart(
  server: PlatformServer,
  cookie: string,
  address: string,
  withGround: boolean,
): Promise<ColdStart> {
  const { browser, page } = await coldBrowser(server, cookie);
  try {
    await page.addInitScript((wood) => {
      const seen: NonNullable<Window["seen"]> = {};
      window.seen = seen;
      const [red, green, blue] = [1, 3, 5].map((at) => parseInt(wood.slice(at, at + 2), 16));
      const hasWood = ({ data }: ImageData) => {
        for (let at = 0; at < data.length; at += 4)
          if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) return true;
        return false;
      };
      const timer = setInterval(() => {
        if (document.querySelector('[role=row][data-kind="visit"]')) seen.list ??= performance.now();
        else document.querySelector<HTMLElement>('[role=row] button[aria-label^="Unfold"]')?.click();
        const canvas = document.querySelector("canvas");
        if (canvas) seen.map ??= performance.now();
        // The whole map: stops and lines may cover every wood in one row of it. Not read before a tile is there.
        const hasTile = () => performance.getEntriesByType("resource").some(({ name }) => name.includes("/map/tiles/"));
        if (seen.ground === undefined && canvas?.width && hasTile()) {
          const pixels = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
          if (hasWood(pixels)) seen.ground = performance.now();
        }
        if (seen.list !== undefined && seen.ground !== undefined) clearInterval(timer);
      }, 10);
    }, LIGHT.wood);
    await page.goto(new URL(address, server.url).href, { waitUntil: "commit" });
    await page.waitForFunction(
      (wanted) => wanted.every((part) => window.seen?.[part] !== undefined),
      ["list", "map", ...(withGround ? ["ground"] : [])] as ("list" | "map" | "ground")[],
      { timeout: 60_000 },
    );
    return await page.evaluate(() => {
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const scripts = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter((one) =>
        /\.js(\?|$)/.test(one.name),
      );
      return {
        firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        list: window.seen?.list ?? Number.NaN,
        map: window.seen?.map ?? Number.NaN,
        ground: window.seen?.ground ?? null,
        htmlBytes: document?.encodedBodySize ?? 0,
        scriptBytes: scripts.reduce((sum, one) => sum + one.encodedBodySize, 0),
      };
    });
  } finally {
    await browser.close();
  }
}

/** Lengths of the frames that are drawn while `act` runs. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const lengths: number[] = [];
    let last = performance.now();
    let on = true;
    const next = (now: number) => {
      lengths.push(now - last);
      last = now;
      if (on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    window.endFrames = () => {
      on = false;
      return lengths;
    };
  });
  await act();
  const lengths = (await page.evaluate(() => window.endFrames?.() ?? [])).slice(1);
  return {
    count: lengths.length,
    over50: lengths.filter((length) => length > 50).length,
    longest: Math.max(0, ...lengths),
  };
}

export interface Handling {
  /** from letting go to the frame in which the visit stands at its new place */
  dropPaint: number[];
  scrolling: Frames;
  hovering: Frames;
  panning: Frames;
}

/** Drops, scrolls and pans on the plan page of a calculated plan. */
export async function handle(
  server: PlatformServer,
  cookie: string,
  address: string,
  drops: number,
): Promise<Handling> {
  const { browser, page } = await coldBrowser(server, cookie);
  try {
    await page.goto(new URL(address, server.url).href);
    await page.waitForSelector("canvas");
    // From below, so that those above stay in sight: the last click opens the first route.
    const folded = page.locator('[role=row][data-kind="route"] button[aria-label^="Unfold"]');
    for (let nth = 0; nth < OPEN_ROUTES; nth++) await folded.last().click();
    await page.getByRole("treegrid").evaluate((list) => {
      list.scrollTop = 0;
    });
    await folded.first().click();
    const visits = page.locator('[role=row][data-kind="visit"]').filter({ hasText: /Stop \d+/ });
    await visits.first().waitFor();
    const dropPaint: number[] = [];
    for (let nth = 0; nth < drops; nth++) {
      const [from, to] = [await visits.nth(1).boundingBox(), await visits.nth(4).boundingBox()];
      if (from === null || to === null) throw new Error("The visits are not in sight.");
      await page.mouse.move(from.x + 120, from.y + 20);
      await page.mouse.down();
      await page.mouse.move(to.x + 126, to.y + to.height * 0.75, { steps: 6 });
      await page.waitForTimeout(250);
      await page.evaluate(() => {
        const list = document.querySelector("[role=treegrid]")!;
        const orderOf = () =>
          [...list.querySelectorAll('[data-kind="visit"]')]
            .slice(0, 8)
            .map((row) => row.textContent)
            .join("|");
        window.painted = new Promise<number>((resolve) => {
          document.addEventListener(
            "pointerup",
            () => {
              const started = performance.now();
              const before = orderOf();
              const look = () => {
                if (orderOf() !== before) requestAnimationFrame(() => resolve(performance.now() - started));
                else requestAnimationFrame(look);
              };
              queueMicrotask(look);
            },
            { capture: true, once: true },
          );
          setTimeout(() => resolve(-1), 8000);
        });
      });
      await page.mouse.up();
      const took = await page.evaluate(() => window.painted ?? -1);
      if (took < 0) throw new Error("A drop was not painted within eight seconds.");
      dropPaint.push(took);
      await page.waitForTimeout(400);
    }
    const list = (await page.getByRole("treegrid").boundingBox())!;
    await page.mouse.move(list.x + 100, list.y + 100);
    const scrolling = await framesDuring(page, async () => {
      for (let nth = 0; nth < 60; nth++) {
        await page.mouse.wheel(0, nth < 30 ? 240 : -240);
        await page.waitForTimeout(16);
      }
    });
    const hovering = await framesDuring(page, async () => {
      for (let nth = 0; nth < 60; nth++)
        await page.mouse.move(list.x + 100, list.y + 20 + ((nth * 37) % Math.max(60, list.height - 40)));
    });
    const map = (await page.getByRole("application", { name: /^Map of/ }).boundingBox())!;
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
    await page.mouse.down();
    const panning = await framesDuring(page, async () => {
      for (let nth = 0; nth < 60; nth++) {
        await page.mouse.move(
          map.x + map.width / 2 + Math.sin(nth / 10) * 200,
          map.y + map.height / 2 + Math.cos(nth / 10) * 100,
        );
        await page.waitForTimeout(16);
      }
    });
    await page.mouse.up();
    return { dropPaint, scrolling, hovering, panning };
  } finally {
    await browser.close();
  }
}
