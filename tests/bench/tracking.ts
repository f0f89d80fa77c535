/**
 * `npm run bench:tracking`: how the map of Tracking bears 1,000 stops and 500 vehicles of which 100 tell a new
 * position every second. Prints figures and asserts nothing about time. Needs a build and Chromium.
 */
import path from "node:path";
import { chromium } from "@playwright/test";
import { createDatabase } from "~/db/client.server";
import { findChromium } from "../../scripts/lib/services/chromium.mjs";
import { addRoadDay } from "../factories/road-day";
import { createStorage, startPlatform } from "../setup/e2e-server";
import { signIn } from "./pages";

const SECONDS = 10;

interface Day {
  routes: number;
  stops: number;
  moving: number;
}

async function measure({ routes, stops, moving }: Day): Promise<void> {
  const storage = await createStorage("sqlite");
  const server = await startPlatform(storage);
  try {
    const db = createDatabase({ file: path.join(storage.dataDir, "platform.sqlite") });
    const company = await db("companies").first("id");
    const warehouse = await db("warehouses").first("id");
    const nowSec = Math.floor(Date.now() / 1000);
    const day = await addRoadDay(db, { companyId: company!.id, warehouseId: warehouse!.id, routes, stops, nowSec });
    await db.destroy();
    const cookie = await signIn(server);
    const browser = await chromium.launch({
      ...(findChromium() ? { executablePath: findChromium() } : {}),
      args: process.getuid?.() === 0 ? ["--no-sandbox", "--disable-dev-shm-usage"] : [],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = "", ...value] = cookie.split("=");
    await context.addCookies([
      { name, value: value.join("="), domain: new URL(server.url).hostname, path: "/platform" },
    ]);
    // tsx names functions with a helper of its own, which functions that are sent to the page would miss there.
    await context.addInitScript({ content: "globalThis.__name = (made) => made" });
    const page = await context.newPage();
    // Positions come as the socket brings them: the test plays the server's part.
    let send: ((text: string) => void) | null = null;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const upstream = socket.connectToServer();
      send = (text) => socket.send(text);
      upstream.onMessage((message) => socket.send(message));
    });
    const bytes = { html: 0 };
    page.on("response", async (response) => {
      if (response.url().endsWith("/tracking"))
        bytes.html =
          (
            await response
              .request()
              .sizes()
              .catch(() => null)
          )?.responseBodySize ?? 0;
    });
    const started = performance.now();
    await page.goto(`${server.url}tracking`);
    await page.getByRole("application").locator("canvas").first().waitFor();
    const drawn = performance.now() - started;
    await page.waitForTimeout(2500);
    await page.evaluate(() => {
      const lengths: number[] = [];
      let last = performance.now();
      const frame = (now: number) => {
        lengths.push(now - last);
        last = now;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      Object.assign(window, { lengths });
    });
    for (let second = 0; second < SECONDS; second++) {
      const taken = new Date((nowSec + second + 1) * 1000).toISOString().slice(0, 19).replace("T", " ");
      const events = day.routeIds.slice(0, moving).map((routeId, nth) => ({
        routeId,
        lat: 47.14 + 0.1 * Math.sin(nth + second / 50),
        lng: 9.52 + 0.14 * Math.cos(nth + second / 50),
        accuracyM: 8,
        headingDeg: (nth * 37 + second * 5) % 360,
        speedKmh: 40,
        takenAt: taken,
      }));
      // Gathered by the server: four times a second a quarter of them.
      for (let part = 0; part < 4; part++) {
        send!(`42${JSON.stringify(["positions", events.filter((_, nth) => nth % 4 === part)])}`);
        await page.waitForTimeout(250);
      }
    }
    const lengths = await page.evaluate(() => (window as unknown as { lengths: number[] }).lengths);
    const over = lengths.filter((ms) => ms > 50).length;
    console.log(
      [
        `${routes} vehicles, ${routes * stops} stops, ${moving} positions a second`,
        `page ${Math.round(bytes.html / 1024)} kB`,
        `map after ${Math.round(drawn)} ms`,
        `${over} of ${lengths.length} frames over 50 ms, the longest ${Math.round(Math.max(...lengths))} ms`,
      ].join("; "),
    );
    await browser.close();
  } finally {
    await server.stop();
    await storage.remove();
  }
}

await measure({ routes: 50, stops: 20, moving: 50 });
await measure({ routes: 500, stops: 2, moving: 100 });
